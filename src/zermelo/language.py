"""The language that users read: English, Spanish or Catalan.

A text is written in the code in English and looked up where it is needed: `_("no file {name}")`.
Each thread of work has its own language, so that a server can speak several at once.
"""

from __future__ import annotations

import gettext as _gettext
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from typing import Final

LANGUAGES: Final = ("en", "es", "ca")

_current: ContextVar[str] = ContextVar("language", default="en")


def _(text: str) -> str:
    """The text in the current language."""
    return _catalogue(_current.get()).gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The text for one thing or for several, in the current language."""
    return _catalogue(_current.get()).ngettext(one, many, number)


def current() -> str:
    """The language that `_` speaks now."""
    return _current.get()


def use(language: str) -> None:
    """Speaks this language from now on."""
    _current.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speaks this language for a while."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def of_environment() -> str:
    """The language that the environment asks for, English where it asks for none of ours."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in os.environ.get(variable, "").split(":"):
            if wanted[:2].lower() in LANGUAGES:
                return wanted[:2].lower()
    return "en"


@cache
def _catalogue(language: str) -> _gettext.NullTranslations:
    if language == "en":
        return _gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (resources.files("zermelo") / "locale" / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return _gettext.GNUTranslations(compiled)
