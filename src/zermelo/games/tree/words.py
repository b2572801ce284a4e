"""The words of the text of a tree: tokens, numbers, keywords, quotes and expectations."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Value, ZermeloError
from zermelo.games.tree.rules import Expectation
from zermelo.language import _

# Keywords are compared without accents and capitals: máx, Màx and MAX are one word.
KINDS: Final = {"max": MAX, "min": MIN, "chance": CHANCE, "azar": CHANCE, "atzar": CHANCE}
HEADERS: Final = {
    **dict.fromkeys(("title", "titulo", "titol"), "title"),
    **dict.fromkeys(("root", "raiz", "arrel"), "root"),
    **dict.fromkeys(("range", "rango", "rang"), "range"),
    **dict.fromkeys(("expect", "espera", "esperado", "esperat"), "expect"),
}

# The items of an `expect:` line: what should come out, and the settings it holds for.
COUNTS: Final = ("nodes", "leaves", "cutoffs", "depth")
RESULTS: Final = ("value", "move", "line", "pruned", "evaluated", *COUNTS, "proven")
SETTINGS: Final = ("algorithm", "limit", "order", "cut", "returns", "window")
LISTS: Final = ("line", "pruned", "evaluated", "window")

_MINUS: Final = "−"  # the sign of typeset numbers, read as the ordinary one
_ESCAPES: Final = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_UNESCAPES: Final = str.maketrans({sign: f"\\{letter}" for letter, sign in _ESCAPES.items()})
_WORD: Final = re.compile(r"""[^\s,\[\]():=#"]+""")
_PLAIN_WORD: Final = re.compile(r"""[^\s,\[\]():=#"−]+""")
_PLAIN_ITEM: Final = re.compile(r"""[^\s,\[\]():#"−]+( [^\s,\[\]():#"−]+)*""")
_NUMBER: Final = re.compile(
    r"[+-]?([0-9]+/[0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?)%?", re.IGNORECASE
)
_TOKEN: Final = re.compile(
    rf"""(?P<newline> \n )
       | (?P<skip> [^\S\n]+ | \#[^\n]* )
       | (?P<word> {_WORD.pattern} )
       | (?P<string> "(?: [^"\\\n] | \\[^\n] )*" )
       | (?P<sign> . )""",
    re.VERBOSE,
)


class TreeError(ZermeloError):
    """A text that is no tree: where (from 1; both 0 where that is not known) and what to mend."""

    def __init__(self, source: str, line: int, column: int, what: str) -> None:
        what = " ".join(what.split())  # a name in it may have more than one line
        super().__init__(source, line, column, what)
        self.source, self.line, self.column, self.what = source, line, column, what

    def __str__(self) -> str:
        where = f"{self.source}:{self.line}:{self.column}" if self.line else self.source
        return f"{where}: {self.what}"


class Token(NamedTuple):
    """A word, a quoted string, a sign such as "[", or the end of the text."""

    kind: str  # "word", "string", "end" or the sign itself
    text: str
    at: int


class Page(NamedTuple):
    """A text and where it comes from."""

    source: str
    text: str

    def error(self, at: int, what: str) -> TreeError:
        """The error that something is wrong at the offset `at`."""
        return TreeError(self.source, self.line(at), at - self.text.rfind("\n", 0, at), what)

    def line(self, at: int) -> int:
        """The number of the line, from 1, in which the offset `at` lies."""
        return self.text.count("\n", 0, at) + 1

    def lines(self) -> Iterator[list[Token]]:
        """The tokens of each line."""
        line: list[Token] = []
        for match in _TOKEN.finditer(self.text):
            kind, text = match.lastgroup, match.group()
            if text == '"':
                raise self.error(match.start(), _('this quote is not closed on its line: add a "'))
            if kind == "newline":
                yield line
                line = []
            elif kind == "word" or kind == "string":
                line.append(Token(kind, text, match.start()))
            elif kind == "sign":
                line.append(Token(text, text, match.start()))
        yield line


def keyword(word: str) -> str:
    """The word as it is looked up among keywords: without accents and capitals."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def nearest(word: str, words: tuple[str, ...]) -> str:
    """The one of `words` that looks most like `word`."""
    return difflib.get_close_matches(word, words, n=1, cutoff=0)[0]


# --- numbers -----------------------------------------------------------------------------------


def is_number(word: str) -> bool:
    """Whether the word is written like a value or a probability."""
    return _NUMBER.fullmatch(word.replace(_MINUS, "-")) is not None


def read_value(word: str) -> Value:
    """The value of a number: 3 is an int, 3.0 a float, 7/2 a Fraction."""
    if not is_number(word) or word.endswith("%"):
        raise ZermeloError(
            _("'{word}' is no value: write for instance 3, -0.5 or 7/2").format(word=word)
        )
    word = word.replace(_MINUS, "-")
    if "/" in word:
        return _fraction(word)
    try:
        return float(word) if set(".eE") & set(word) else int(word)
    except ValueError:  # Python refuses to read more digits than a person ever would
        raise ZermeloError(_("this number has too many digits")) from None


def read_probability(word: str) -> Fraction:
    """The exact value of 1/2, 0.5 or 50%."""
    if not is_number(word) or "e" in word.lower():
        raise ZermeloError(
            _("'{word}' is no probability: write for instance 1/2, 0.5 or 50%").format(word=word)
        )
    return _fraction(word.replace(_MINUS, "-").rstrip("%")) / (100 if word.endswith("%") else 1)


def _fraction(word: str) -> Fraction:
    try:
        return Fraction(word)
    except ZeroDivisionError:
        raise ZermeloError(_("'{word}' divides by zero").format(word=word)) from None
    except ValueError:
        raise ZermeloError(_("this number has too many digits")) from None


# --- quotes ------------------------------------------------------------------------------------


def unquote(token: Token) -> str:
    """What a word or a quoted string says."""
    if token.kind != "string":
        return token.text
    for sign in re.findall(r"\\(.)", token.text):
        if sign not in _ESCAPES:
            raise ZermeloError(
                _("'\\{sign}' has no meaning in quotes: write \\\\ for a backslash").format(
                    sign=sign
                )
            )
    return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], token.text[1:-1])


def quote(text: str) -> str:
    """The text in quotes."""
    return f'"{text.translate(_UNESCAPES)}"'


def name_text(name: str) -> str:
    """A name or label as it is written: in quotes only where it would be read as something else."""
    bare = _WORD.fullmatch(name) and not is_number(name) and keyword(name) not in KINDS
    return name if bare else quote(name)


# --- expectations ------------------------------------------------------------------------------


def read_expectation(text: str, source: str = "expect") -> Expectation:
    """The expectation `value 3, move a1, pruned [4 6]`."""
    page = Page(source, text)
    return expectation(page, [token for line in page.lines() for token in line])


def expectation(page: Page, tokens: list[Token]) -> Expectation:
    """The expectation that the tokens of one line make."""
    items: dict[str, str | tuple[str, ...]] = {}
    for word, *rest in _split_items(tokens):
        known = RESULTS + SETTINGS
        if word.text not in known:
            what = _("nothing called '{text}' can be expected; did you mean '{name}'?")
            name = nearest(word.text, known)
            raise page.error(word.at, what.format(text=word.text, name=name))
        if word.text in items:
            raise page.error(
                word.at, _("'{text}' is expected twice: keep one").format(text=word.text)
            )
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
            items.append(f"{word} {value if _PLAIN_ITEM.fullmatch(value) else quote(value)}")
        else:
            texts = (text if _PLAIN_WORD.fullmatch(text) else quote(text) for text in value)
            items.append(f"{word} [{' '.join(texts)}]")
    return ", ".join(items)


def _split_items(tokens: list[Token]) -> Iterator[list[Token]]:
    """The items between those commas that stand outside brackets."""
    item: list[Token] = []
    depth = 0
    for token in tokens:
        depth += (token.kind == "[") - (token.kind == "]")
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
            raise ZermeloError(
                _("'{word}' takes a list in brackets: write {word} [4 6]").format(word=word)
            )
        texts = tuple(_item_text(token) for token in rest[1:-1] if token.kind != ",")
        if word == "window" and len(texts) != 2:
            raise ZermeloError(_("'window' takes two bounds: write window [-inf 3]"))
        return texts
    if not rest and word != "proven":
        raise ZermeloError(
            _("'{word}' needs what it should be: write for instance {word} 3").format(word=word)
        )
    if "[" in kinds or "]" in kinds:
        raise ZermeloError(
            _("'{word}' takes no list: write for instance {word} 3").format(word=word)
        )
    if not rest:
        return "yes"
    if len(rest) == 1:
        return _item_text(rest[0])
    # Signs such as >= are no words, so the value is the text itself.
    text = page.text[rest[0].at : rest[-1].at + len(rest[-1].text)]
    return " ".join(text.split()).replace(_MINUS, "-")


def _item_text(token: Token) -> str:
    return unquote(token) if token.kind == "string" else token.text.replace(_MINUS, "-")
