"""A TOML file that somebody wrote: what is wrong with it is named by its line.

page = Page(text, "exam.toml", "exercise")  # whose parts are tables, [[exercise]]
page.check(page.head, {"title": Key()})
for number, part in enumerate(page.parts, 1):
    page.check(part, {"seed": Key((int,), least=0)}, number)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.names import instead

NUMBER: Final = (int, float)


class Key(NamedTuple):
    """What the value of a key may be."""

    types: tuple[type, ...] = (str,)
    choices: Collection[str] = ()  # none: any
    least: float = -inf
    most: float = inf

    def allows(self, value: Any) -> bool:
        """Whether it may be this."""
        if not isinstance(value, self.types) or (
            isinstance(value, bool) and bool not in self.types
        ):
            return False
        if isinstance(value, NUMBER):
            return isfinite(value) and self.least <= value <= self.most
        return not self.choices or value in self.choices


class Page:
    """The file: its head, and the parts below, which are counted from 1; 0 is the head."""

    def __init__(self, text: str, name: str | Path, parts: str) -> None:
        self.text, self.name, self.of_parts = text, name, parts
        try:
            self.head = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+)", str(error))
            line = int(found[1]) if found else len(text.splitlines()) or 1
            raise wrong(name, line, str(error).partition(" (at ")[0]) from None
        self.parts: Any = self.head.pop(parts, [])

    def check(self, given: Mapping[str, Any], known: Mapping[str, Key], number: int = 0) -> None:
        """Refuses keys that mean nothing, and values that make no sense."""
        for key, value in given.items():
            if key not in known:
                raise self.wrong(
                    _("no key '{key}'").format(key=key) + instead(key, known), number, key
                )
            if not known[key].allows(value):
                what = _("{key} cannot be {value!r}").format(key=key, value=value)
                choices = known[key].choices
                raise self.wrong(
                    what + (instead(str(value), choices) if choices else ""), number, key
                )

    def check_parts(self) -> None:
        """Refuses a page without parts."""
        tables = isinstance(self.parts, list) and all(isinstance(each, dict) for each in self.parts)
        if not self.parts or not tables:
            what = _("no [[{name}]] in it").format(name=self.of_parts)
            raise self.wrong(what, key=self.of_parts)

    def wrong(self, what: str, number: int = 0, key: str = "") -> ZermeloError:
        """What is wrong with a part, or with a key of it, as an error."""
        return wrong(self.name, self._line(number, key), what)

    def _line(self, number: int, key: str) -> int:
        seen, found = 0, 1
        for place, line in enumerate(self.text.splitlines(), 1):
            if re.match(rf"\s*\[\[\s*{self.of_parts}", line):
                seen += 1
                if seen == number:
                    found = place
            if seen == number and key and re.match(rf"\s*[\['\"]*{re.escape(key)}\b", line):
                return place
        return found


def wrong(name: str | Path, line: int, what: str) -> ZermeloError:
    """What is wrong with a line of a file, as an error."""
    return ZermeloError(_("{file}, line {line}: {what}").format(file=name, line=line, what=what))
