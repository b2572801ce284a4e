"""The tokens of the text of a tree, its keywords, and where it is wrong."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, ZermeloError
from zermelo.language import _

# Keywords are compared without accents and capitals: máx, Màx and MAX are one word.
KINDS: Final = {"max": MAX, "min": MIN, "chance": CHANCE, "azar": CHANCE, "atzar": CHANCE}
SLIPS: Final = ("change",)  # a lecture writes it for chance
QUIET: Final = {
    **dict.fromkeys(("quiet", "quieto"), True),
    **dict.fromkeys(("unquiet", "inquieto", "inquiet"), False),
}
HEADERS: Final = {
    **dict.fromkeys(("title", "titulo", "titol"), "title"),
    **dict.fromkeys(("root", "raiz", "arrel"), "root"),
    **dict.fromkeys(("range", "rango", "rang"), "range"),
    **dict.fromkeys(("players", "jugadores", "jugadors"), "players"),
    **dict.fromkeys(("expect", "espera", "esperado", "esperat"), "expect"),
}

WORD: Final = re.compile(r"""[^\s,\[\]():=#"]+""")
_TOKEN: Final = re.compile(
    rf"""(?P<newline> \n )
       | (?P<skip> [^\S\n]+ | \#[^\n]* )
       | (?P<word> {WORD.pattern} )
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
