"""The language that users read: English, Spanish or Catalan.

A text is written in the code in English and looked up where it is shown:
`_("no file {name}").format(name=name)`. The catalogues are `locale/es.po` and `locale/ca.po`;
`scripts/translate` brings them up to date. The program speaks one language (`use`); any thread of
work may speak another for a while (`speaking`), so that a server can speak several at once.

Numbers are written as the language writes them: a text that was looked up does so with those put
into it, and `local` with any other.
"""

from __future__ import annotations

import json
import os
import re
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

LANGUAGES: Final = ("en", "es", "ca")
# What stands between thousands, and before decimals. Spanish leaves four digits together (RAE).
SIGNS: Final = {"en": (",", "."), "es": ("\xa0", ","), "ca": (".", ",")}

_LOOKED_UP: Final = re.compile(
    r'(?<![\w.$])t\(\s*("(?:[^"\\]|\\.)*")\s*(?:,\s*("(?:[^"\\]|\\.)*")\s*)?\)'
)

_program = "en"
_here: ContextVar[str | None] = ContextVar("language", default=None)


def _(text: str) -> str:
    """The text in the current language."""
    return _catalogue(current()).texts.get(text, text)


def ngettext(one: str, many: str, number: int) -> str:
    """The text for one thing or for several, in the current language; all of ours have two."""
    forms = _catalogue(current()).plurals.get(one, (one, many))
    return forms[number != 1]


def forms(one: str, many: str) -> list[str]:
    """Both texts, for a page that knows the number later."""
    return [ngettext(one, many, number) for number in (1, 2)]


def texts_in_script(script: str) -> list[tuple[str, ...]]:
    """The texts that a script in JavaScript looks up by t("text") or t("one", "several")."""
    found = _LOOKED_UP.findall(script)
    return [tuple(json.loads(text) for text in texts if text) for texts in found]


def script_texts(script: str) -> dict[str, str | list[str]]:
    """The texts of a script in the current language, by the English ones."""
    found = texts_in_script(script)
    return {text[0]: forms(*text) if len(text) > 1 else _(*text) for text in found}


def mark(text: str) -> str:
    """The text itself: marks one that is written here and looked up with `_` elsewhere."""
    return text


def local(number: str) -> str:
    """A number that Python wrote, 12,345.67, as the current language writes it, as wide as it was.

    What looks like one inside a longer text is written so, too.
    """
    language = current()
    if language == "en":
        return number
    thousands, point = SIGNS[language]

    def written(found: re.Match[str]) -> str:
        whole = found[1].replace(",", "") if language == "es" and len(found[1]) < 6 else found[1]
        return whole.replace(",", thousands) + (f"{point}{found[2]}" if found[2] else "")

    text = re.sub(r"(\d+(?:,\d{3})*)(?:\.(\d+))?", written, number)
    return text.rjust(len(number)) if number.startswith(" ") else text


def current() -> str:
    """The language that `_` speaks now."""
    return _here.get() or _program


def use(language: str) -> None:
    """The program speaks this language from now on."""
    global _program
    _program = _known(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speaks this language for a while, in this thread or task alone."""
    token = _here.set(_known(language))
    try:
        yield
    finally:
        _here.reset(token)


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, English where it asks for none of ours.

    As everywhere: LC_ALL before LC_MESSAGES before LANG, and LANGUAGE, a list, before them all
    unless the one of them that counts says C.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if _code(locale) in ("c", "posix"):
        return "en"
    wanted = environment.get("LANGUAGE") or locale
    return next((code for code in map(_code, wanted.split(":")) if code in LANGUAGES), "en")


def _code(locale: str) -> str:
    """Of `ca_ES.UTF-8@valencia` the `ca`."""
    for sign in "@._-":
        locale = locale.partition(sign)[0]
    return locale.lower()


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"no language '{language}'; there is {', '.join(LANGUAGES)}")
    return language


class _Text(str):
    """A text that was looked up: the numbers put into it are written as in its language."""

    __slots__ = ()

    def format(self, *values: Any, **named: Any) -> str:
        return _NUMBERS.vformat(self, values, named)


class _Numbers(string.Formatter):
    def format_field(self, value: Any, spec: str) -> str:
        text = format(value, spec)
        amount = isinstance(value, float) or (isinstance(value, int) and "," in spec)
        return local(text) if amount else text


_NUMBERS: Final = _Numbers()


class _Catalogue(NamedTuple):
    """What one language says."""

    texts: dict[str, str]
    plurals: dict[str, tuple[str, str]]  # for one, for several


@cache
def _catalogue(language: str) -> _Catalogue:
    """The catalogue of a language.

    Babel could read it too: in eight times the time, at every start of the program.
    """
    if language == "en":
        return _Catalogue({}, {})
    path = Path(__file__).parent / "locale" / f"{language}.po"
    entries: list[dict[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("msg"):
            key, _space, quoted = line.partition(" ")
            if key == "msgid":
                entries.append({})
            entries[-1][key] = _unquoted(quoted)
        elif line.startswith('"'):
            entries[-1][key] += _unquoted(line)
    return _Catalogue(
        {e["msgid"]: _Text(e["msgstr"]) for e in entries[1:] if e.get("msgstr")},
        {
            e["msgid"]: (_Text(e["msgstr[0]"]), _Text(e["msgstr[1]"]))
            for e in entries
            if e.get("msgstr[0]")
        },
    )


def _unquoted(text: str) -> str:
    text = text[1:-1]
    return re.sub(r"\\(.)", lambda sign: _ESCAPES.get(sign[1], sign[1]), text)


_ESCAPES: Final = {"n": "\n", "t": "\t"}
