"""The `expect:` lines of a tree: what a search of it should come to, so that a file is its test."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from zermelo.game import ZermeloError
from zermelo.games.tree.lexer import Page, Token, keyword
from zermelo.games.tree.literals import MINUS, quote, unquote
from zermelo.language import _

# The items of an `expect:` line: what should come out, and the settings it holds for.
COUNTS: Final = ("nodes", "leaves", "cutoffs", "depth")
RESULTS: Final = ("value", "move", "line", "pruned", "evaluated", *COUNTS, "proven")
SETTINGS: Final = (
    *("algorithm", "convention", "limit", "order", "cut", "test", "returns", "window"),
)
LISTS: Final = ("line", "pruned", "evaluated", "window")

# The same in Spanish and Catalan; they are written back in English.
WORDS: Final = {
    "valor": "value",
    **dict.fromkeys(("jugada", "moviment", "movimiento"), "move"),
    **dict.fromkeys(("linea", "linia"), "line"),
    **dict.fromkeys(("podados", "podadas", "podats", "podades"), "pruned"),
    **dict.fromkeys(("evaluados", "avaluats"), "evaluated"),
    **dict.fromkeys(("nodos",), "nodes"),
    **dict.fromkeys(("hojas", "fulles"), "leaves"),
    **dict.fromkeys(("cortes", "talls", "podes"), "cutoffs"),
    **dict.fromkeys(("profundidad", "profunditat"), "depth"),
    **dict.fromkeys(("algoritmo", "algorisme"), "algorithm"),
}

_PLAIN_WORD: Final = re.compile(r"""[^\s,\[\]():=#"−]+""")
_PAYOFFS: Final = re.compile(r"\([-+.,/\w ]+\)")
_PLAIN_ITEM: Final = re.compile(r"""[^\s,\[\]():#"−]+( [^\s,\[\]():#"−]+)*""")


@dataclass(frozen=True)
class Expectation:
    """What an `expect:` line says should come out of a search, and with which settings."""

    items: tuple[tuple[str, str | tuple[str, ...]], ...]
    line: int = field(default=0, compare=False)


def read_expectation(text: str, source: str = "expect") -> Expectation:
    """The expectation `value 3, move a1, pruned [4 6]`."""
    page = Page(source, text)
    return parse_expectation(page, [token for line in page.lines() for token in line])


def parse_expectation(page: Page, tokens: list[Token]) -> Expectation:
    """The expectation that the tokens of one line make."""
    items: dict[str, str | tuple[str, ...]] = {}
    for word, *rest in _split_items(tokens):
        word = word._replace(text=WORDS.get(keyword(word.text), word.text))
        known = RESULTS + SETTINGS
        if word.text not in known:
            what = _("nothing called '{text}' can be expected; did you mean '{name}'?")
            (name,) = difflib.get_close_matches(word.text, known, n=1, cutoff=0)
            raise page.error(word.at, what.format(text=word.text, name=name))
        if word.text in items:
            words = _("'{text}' is expected twice: keep one")
            raise page.error(word.at, words.format(text=word.text))
        try:
            items[word.text] = _item_value(page, word.text, rest)
        except ZermeloError as error:
            raise page.error(word.at, str(error)) from None
    at = tokens[0].at if tokens else 0
    if not items:
        raise page.error(at, _("nothing is expected here: write for instance value 3, move a1"))
    return Expectation(tuple(items.items()), page.line(at))


def write_expectation(expectation: Expectation) -> str:
    """The text that reads back as an equal expectation."""
    items = []
    for word, value in expectation.items:
        if isinstance(value, str):
            is_plain = _PLAIN_ITEM.fullmatch(value) or _PAYOFFS.fullmatch(value)
            items.append(f"{word} {value if is_plain else quote(value)}")
        else:
            texts = (text if _PLAIN_WORD.fullmatch(text) else quote(text) for text in value)
            items.append(f"{word} [{' '.join(texts)}]")
    return ", ".join(items)


def _split_items(tokens: list[Token]) -> Iterator[list[Token]]:
    """The items between those commas that stand outside brackets."""
    item: list[Token] = []
    depth = 0
    for token in tokens:
        depth += (token.kind in "[(") - (token.kind in "])")
        if token.kind != "," or depth:
            item.append(token)
        elif item:
            yield item
            item = []
    if item:
        yield item


def _item_value(page: Page, word: str, rest: list[Token]) -> str | tuple[str, ...]:
    kinds = [token.kind for token in rest]
    if word in LISTS:
        inside = {"word", "string", ","}.issuperset(kinds[1:-1])
        if not inside or (kinds[:1], kinds[-1:]) != (["["], ["]"]):
            words = _("'{word}' takes a list in brackets: write {word} [4 6]")
            raise ZermeloError(words.format(word=word))
        texts = tuple(_item_text(token) for token in rest[1:-1] if token.kind != ",")
        if word == "window" and len(texts) != 2:
            raise ZermeloError(_("'window' takes two bounds: write window [-inf 3]"))
        return texts
    if not rest and word != "proven":
        words = _("'{word}' needs what it should be: write for instance {word} 3")
        raise ZermeloError(words.format(word=word))
    if "[" in kinds or "]" in kinds:
        words = _("'{word}' takes no list: write for instance {word} 3")
        raise ZermeloError(words.format(word=word))
    if not rest:
        return "yes"
    if len(rest) == 1:
        return _item_text(rest[0])
    # Signs such as >= are no words, so the value is the text itself.
    text = page.text[rest[0].at : rest[-1].at + len(rest[-1].text)]
    return " ".join(text.split()).replace(MINUS, "-")


def _item_text(token: Token) -> str:
    return unquote(token) if token.kind == "string" else token.text.replace(MINUS, "-")
