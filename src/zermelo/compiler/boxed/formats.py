"""Texts that are filled in: f-strings, `%` and `format`."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final

from zermelo.compiler.boxed.body import boxed
from zermelo.compiler.boxed.loops import Loops

PLACE: Final = re.compile(r"%(?:([-+ 0]*)(\d*)(\.\d+)?([diufFsrxXo])|%)")
WHOLE: Final = {"d": "int_from", "i": "int_from", "u": "int_from"}
MADE: Final = {  # what a value becomes before it is laid out
    **WHOLE, "x": "index_word", "X": "index_word", "o": "index_word", "f": "float_from",
    "F": "float_from", "s": "text_of_any", "r": "repr_of_any",
}  # fmt: skip
CONVERSIONS: Final = {"s": "text_of_any", "r": "repr_of_any"}


class Formats(Loops):
    """What translates texts with values in them."""

    def part(self, node: ast.expr) -> ast.expr:
        """A part of an f-string."""
        match node:
            case ast.Constant(known):
                return self.constant(node, known)
            case ast.FormattedValue(value, conversion, form) if conversion in (-1, 114, 115):
                found = self.temp(self.value(value))
                if conversion >= 0:
                    found = self.run(CONVERSIONS[chr(conversion)], found)
                return self.formed(found, self.value(form) if form else None)
        raise self.unknown(ast.JoinedStr([node]))

    def formed(self, value: ast.expr, form: ast.expr | None) -> ast.expr:
        """A value as a text by a form."""
        return self.run("format_any", value, self.texts("") if form is None else form)

    def put_together(self, parts: list[ast.expr]) -> ast.expr:
        """One text of several."""
        return self.run("text_join", self.texts(""), self.items(parts))

    # --- by % ------------------------------------------------------------------------------------

    def filled(self, node: ast.expr, text: str, values: ast.expr) -> ast.expr:
        """`"%d of %s" % (a, b)`."""
        places = list(PLACE.finditer(text))
        if "%" in PLACE.sub("", text) or any(p[3] and p[4] in "diuxXo" for p in places):
            raise self.unknown(node)  # there, decimals would be the fewest digits
        wanted = sum(bool(place[4]) for place in places)
        given = self.percent_values(node, values, wanted)
        found: list[ast.expr] = []
        at = 0
        for place in places:
            found.append(self.texts(text[at : place.start()]))
            at = place.end()
            if place[4]:
                form = percent_form(*place.groups(default=""))
                made = self.run(MADE[place[4]], given.pop(0))
                found.append(self.formed(made, self.texts(form) if form else None))
            else:
                found.append(self.texts("%"))
        return self.put_together([*found, self.texts(text[at:])])

    def percent_values(self, node: ast.expr, values: ast.expr, wanted: int) -> list[ast.expr]:
        """The values behind `%`, of which there are so many."""
        if isinstance(values, ast.Tuple) and not any(
            isinstance(each, ast.Starred) for each in values.elts
        ):
            if len(values.elts) != wanted:
                raise self.unknown(node)
            return [self.temp(self.value(each)) for each in values.elts]
        if not wanted:
            raise self.unknown(node)
        whole = self.run("percent_values", self.temp(self.value(values)), boxed(wanted))
        return [self.run("item", whole, boxed(i)) for i in range(wanted)]

    # --- by format -------------------------------------------------------------------------------

    def template(self, node: ast.Call, text: str) -> ast.expr:
        """`"{} of {total}".format(a, total=b)`."""
        if any(isinstance(each, ast.Starred) for each in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        ):
            raise self.unknown(node)
        given = {str(i): self.temp(self.value(each)) for i, each in enumerate(node.args)}
        for keyword in node.keywords:
            given[str(keyword.arg)] = self.temp(self.value(keyword.value))
        numbers = count()
        return self.template_text(node, text, given, lambda: str(next(numbers)))

    def template_text(
        self, node: ast.Call, text: str, given: Mapping[str, ast.expr], number: Callable[[], str]
    ) -> ast.expr:
        """A text with values in the place of what is in braces."""
        try:
            parts = list(string.Formatter().parse(text))
        except ValueError:
            raise self.unknown(node) from None
        found: list[ast.expr] = []
        for before, field, form, conversion in parts:
            found.append(self.texts(before))
            if field is None:
                continue
            value = given.get(field or number())
            if value is None or conversion not in (None, "r", "s"):
                raise self.unknown(node)
            if conversion:
                value = self.run(CONVERSIONS[conversion], value)
            inner = self.template_text(node, form, given, number) if form else None
            found.append(self.formed(value, inner))
        return self.put_together(found)


def percent_form(flags: str, width: str, decimals: str, letter: str) -> str:
    """The form for `format` that is the same as one behind `%`."""
    is_text = letter in "sr"
    sign = "" if is_text else "+" if "+" in flags else " " if " " in flags else ""
    nought = "0" if "0" in flags and "-" not in flags and not is_text else ""
    side = "" if not width or nought else "<" if "-" in flags else ">"
    kind = "" if is_text else "d" if letter in WHOLE else letter
    return f"{side}{sign}{nought if width else ''}{width}{decimals}{kind}"
