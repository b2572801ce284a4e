"""The text of a tree: one grammar, three degrees of detail.

    [[3 12 8] [2 4 6] [14 5 2]]               # kinds alternate from the root, MAX by default

    max A [
      a1: min B [ b1: 3  b2: 12  b3: 8 ]
      a2: chance C [ 1/2: min [2 4]  0.5 heads: 7 ]
      a3: D = 2                               # a named leaf
      a4: E (h=5) [ 1 9 ]                     # a static value, for depth limits
      a5: F (h=5 unquiet) [ 1 9 ]             # one that quiescence search does not trust
    ]

    title: "AIMA 5.2"
    root: max
    range: 1 12                               # between which all the values lie
    expect: value 3, move a1, pruned [4 6]    # a file can be its own test
    players: A B C                            # more than two: see `players`

What is in capitals here is one word (see `lexer`):

    node   = NUMBER | NAME "=" NUMBER | [KIND] [NAME] [static] "[" branch+ "]"
    static = "(" "h" "=" NUMBER ["quiet" | "unquiet"] ")"
    branch = [[PROBABILITY] [LABEL] ":"] node

White space or commas separate. A name or label that contains a sign, or that looks like a number
or a kind, stands in quotes. Below chance a number right before `label:` is its probability.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import Any, Final

from zermelo.game import CHANCE, MAX, Value, ZermeloError, warn
from zermelo.games.tree.expectation import Expectation, parse_expectation
from zermelo.games.tree.lexer import HEADERS, KINDS, QUIET, SLIPS, Page, Token, TreeError, keyword
from zermelo.games.tree.literals import is_number, read_probability, read_value, unquote
from zermelo.games.tree.nodes import Node, TreeBuilder
from zermelo.games.tree.players import PlayersBuilder, PlayersTree, check_players
from zermelo.games.tree.rules import Tree
from zermelo.language import _

LIKE_KINDS: Final = ("chance", "azar", "atzar")  # a name that looks like one of them
NEAR: Final = 0.8  # as much as this is taken for a slip


def read_tree(text: str, source: str = "tree") -> Tree:
    """The tree that `text` describes, or `TreeError` with the line and column of the mistake.

    A tree for several players, whose text says `players: A B C`, is refused.
    """
    tree = read_any_tree(text, source)
    if isinstance(tree, PlayersTree):
        what = _("this tree is for several players: only search, explain and check take it")
        raise TreeError(source, 0, 0, what)
    return tree


def read_any_tree(text: str, source: str = "tree") -> Tree:
    """The same, but for any number of players: of several it is a `PlayersTree`."""
    page = Page(source, text.removeprefix("\ufeff"))
    lines, body = _split_headers(page)
    headers = _Headers(page)
    for line in lines:
        headers.read(line)
    if headers.players:
        return _read_players(page, body, headers)
    builder = TreeBuilder(headers.root)
    nodes = _Reader(page, body, builder).read()
    try:
        tree = Tree(nodes, headers.title, headers.value_range, tuple(headers.expectations))
    except ZermeloError as error:  # only the declared range can still be wrong
        raise page.error(headers.offsets["range"], str(error)) from None
    tree.decimal = frozenset(builder.decimal)
    return tree


def _read_players(page: Page, body: list[Token], headers: _Headers) -> PlayersTree:
    for header in ("root", "range"):
        if header in headers.offsets:
            what = _("a tree for several players has no '{header}:': remove it")
            raise page.error(headers.offsets[header], what.format(header=header))
    builder = PlayersBuilder(headers.players)
    nodes = _PlayersReader(page, body, builder, dict(zip(headers.players, count()))).read()
    return PlayersTree(nodes, headers.players, headers.title, tuple(headers.expectations))


def _split_headers(page: Page) -> tuple[list[list[Token]], list[Token]]:
    """The lines `word: ...` that stand outside all brackets; and the rest, which is the tree."""
    headers: list[list[Token]] = []
    body: list[Token] = []
    depth = 0
    for line in page.lines():
        kinds = [token.kind for token in line]
        if depth == 0 and kinds[:2] == ["word", ":"]:
            headers.append(line)
        else:
            depth = max(0, depth + kinds.count("[") - kinds.count("]"))
            body += [token for token in line if token.kind != ","]
    return headers, body


class _Headers:
    """What the header lines say, and where each kind of them stands."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.offsets: dict[str, int] = {}
        self.title: str | None = None
        self.root: int = MAX
        self.value_range: tuple[Value, Value] | None = None
        self.expectations: list[Expectation] = []
        self.players: tuple[str, ...] = ()

    def read(self, line: list[Token]) -> None:
        """Takes in one header line."""
        word, _colon, *rest = line
        header = HEADERS.get(keyword(word.text))
        if header is None:
            what = _("'{text}:' is no header: write title:, root:, range:, players: or expect:")
            what = what.format(text=word.text)
        elif not rest:
            words = _("'{text}:' says nothing: complete the line or remove it")
            what = words.format(text=word.text)
        elif header in self.offsets and header != "expect":
            what = _("'{text}:' has been said before: keep one of the two").format(text=word.text)
        else:
            self.offsets[header] = word.at
            try:
                return self.take(header, rest)
            except TreeError:
                raise
            except ZermeloError as error:
                what = str(error)
        raise self.page.error(word.at, what)

    def take(self, header: str, rest: list[Token]) -> None:
        tokens = [token for token in rest if token.kind != ","]
        if header == "title":
            text = self.page.text[rest[0].at : rest[-1].at + len(rest[-1].text)]
            self.title = unquote(rest[0]) if [t.kind for t in rest] == ["string"] else text
        elif header == "root":
            kinds = [KINDS.get(keyword(token.text)) for token in tokens]
            if len(kinds) != 1 or kinds[0] is None:
                raise ZermeloError(_("the root is of one kind: write max, min or chance"))
            self.root = kinds[0]
        elif header == "range":
            values = [read_value(token.text) for token in tokens]
            if len(values) != 2:
                raise ZermeloError(_("the range has two ends: write for instance range: 0 10"))
            self.value_range = values[0], values[1]
        elif header == "players":
            self.players = check_players(tuple(unquote(token) for token in tokens))
        else:
            self.expectations.append(parse_expectation(self.page, rest))


class _Reader:
    """Reads the nodes; the builder keeps the stack, so no depth of brackets is too deep."""

    kinds: Mapping[str, int] = KINDS

    def __init__(self, page: Page, body: list[Token], builder: TreeBuilder) -> None:
        self.page = page
        self.tokens = [*body, *[Token("end", _("the end"), len(page.text))] * 3]
        self.next = 0
        self.at = 0  # where the mistake is, if the next step finds one
        self.brackets: list[int] = []
        self.builder = builder

    def read(self) -> tuple[Node, ...]:
        try:
            while not self.builder.is_complete:
                self.step()
            if self.peek().kind != "end":
                raise ZermeloError(_("the tree has ended before this: put all of it in one list"))
        except ZermeloError as error:
            raise self.page.error(self.at, str(error)) from None
        return self.builder.nodes()

    def peek(self) -> Token:
        token = self.tokens[self.next]
        self.at = token.at
        return token

    def take(self) -> Token:
        token = self.peek()
        self.next += token.kind != "end"
        return token

    def step(self) -> None:
        """Reads one closing bracket, or one branch up to its value or its opening bracket."""
        token = self.peek()
        if token.kind == "end" and self.brackets:
            self.at = self.brackets[-1]
            raise ZermeloError(_("this bracket is never closed: add a ]"))
        if token.kind == "end":
            raise ZermeloError(_("there is no tree: write for instance [[3 12 8] [2 4 6]]"))
        if token.kind != "]":
            self.branch()
        elif self.brackets:
            self.take()
            self.at = self.brackets.pop()
            self.builder.close()
        else:
            raise ZermeloError(_("this ] closes nothing: remove it"))

    def branch(self) -> None:
        start = self.at
        probability, label = self.edge()
        first = self.next
        kind, name = self.kind(), self.name()
        token = self.peek()
        if self.next == first and token.kind in self.begin_value:
            value = self.value()
            if self.peek().kind == "=":
                words = _("'{text}' is a number: put it in quotes as a name")
                raise ZermeloError(words.format(text=token.text))
        elif name is not None and kind is None and token.kind == "=":
            self.take()
            value = self.value()
        else:
            static, quiet = self.static()
            self.bracket(first, name is not None and kind is static is None)
            self.at = start
            self.builder.open(kind, name, static, quiet=quiet, label=label, probability=probability)
            return
        self.at = start
        self.builder.leaf(value, name, label=label, probability=probability)

    begin_value: tuple[str, ...] = ("word",)

    def value(self) -> Any:
        """What a leaf is worth."""
        return read_value(self.take().text)

    def edge(self) -> tuple[Fraction | None, str | None]:
        """`1/2 heads:`, or as much of it as there is."""
        first, second, third = self.tokens[self.next : self.next + 3]
        probability = label = None
        if _is_number(first) and (
            second.kind == ":"
            or (self.builder.kind == CHANCE and _is_text(second) and third.kind == ":")
        ):
            word = self.take().text
            probability = read_probability(word)
            self.builder.written(word)
        if _is_text(self.peek()) and self.tokens[self.next + 1].kind == ":":
            label = self.text(_("'{text}' is a kind of node: put it in quotes as a label"))
        if probability is not None or label is not None:
            self.take()  # the colon
        return probability, label

    def kind(self) -> int | None:
        token, after = self.peek(), self.tokens[self.next + 1]
        kind = self.kinds.get(self.word(token)) if token.kind == "word" else None
        slip = token.kind == "word" and self.kinds is KINDS and keyword(token.text) in SLIPS
        if slip and after.kind != "=":  # which would make it the name of a leaf
            note = _("'{text}' is read as {kind}; as a name put it in quotes")
            warn(f"{self.where(token)}: {note.format(text=token.text, kind='chance')}")
            kind = CHANCE
        if kind is not None:
            self.take()
        return kind

    def word(self, token: Token) -> str:
        """A token as kinds are looked up."""
        return keyword(token.text)

    def name(self) -> str | None:
        token = self.peek()
        if not _is_text(token):
            return None
        near = difflib.get_close_matches(keyword(token.text), LIKE_KINDS, 1, NEAR)
        if token.kind == "word" and near and keyword(token.text) not in KINDS:
            # As a name it would silently be a player's node.
            note = _("'{text}' is taken for a name; for the kind of node write {kind}")
            warn(f"{self.where(token)}: {note.format(text=token.text, kind=near[0])}")
        return self.text(_("'{text}' is a kind of node: put it in quotes as a name"))

    def where(self, token: Token) -> str:
        return str(self.page.error(token.at, "")).rstrip(": ")

    def text(self, mistake: str) -> str:
        token = self.take()
        if token.kind == "word" and self.word(token) in self.kinds:
            raise ZermeloError(mistake.format(text=token.text))
        return unquote(token)

    def static(self) -> tuple[Value | None, bool]:
        """The static value, if there is one, and whether the node is quiet."""
        if self.peek().kind != "(":
            return None, True
        start = self.at
        tokens = [self.take()]
        while tokens[-1].kind in ("(", "word", "=") and len(tokens) < 6:
            tokens.append(self.take())
        self.at = start
        kinds = [token.kind for token in tokens]
        quiet: bool | None = True
        if len(tokens) == 6:
            quiet = QUIET.get(keyword(tokens[4].text))
            del kinds[4]
        if kinds != ["(", "word", "=", "word", ")"] or tokens[1].text != "h" or quiet is None:
            raise ZermeloError(
                _("parentheses hold a static value: write for instance (h=5) or (h=5 unquiet)")
            )
        return read_value(tokens[3].text), quiet

    def bracket(self, first: int, may_be_leaf: bool) -> None:
        """Takes the bracket that opens the list of the node whose words begin at `first`."""
        token = self.peek()
        if token.kind == "[":
            self.brackets.append(self.take().at)
        elif self.next == first:
            words = _("'{text}' cannot stand here: write a number or a list [ ]")
            raise ZermeloError(words.format(text=token.text))
        else:
            self.at = self.tokens[self.next - 1].at
            what = _("after '{text}' write a list [ ]")
            if may_be_leaf:
                what = _("after '{text}' write a list [ ], or = and a value")
            raise ZermeloError(what.format(text=self.tokens[self.next - 1].text))


class _PlayersReader(_Reader):
    """Reads a tree for several: kinds are players, and leaves are payoffs such as (1, 2, 6)."""

    begin_value = ("word", "(")

    def __init__(
        self, page: Page, body: list[Token], builder: TreeBuilder, kinds: Mapping[str, int]
    ) -> None:
        super().__init__(page, body, builder)
        self.kinds = kinds

    def word(self, token: Token) -> str:
        return token.text  # a and A may be two players, or a branch and a player

    def value(self) -> Any:
        token = self.take()
        if token.kind != "(":
            self.at = token.at
            words = _("'{text}' is no leaf of several players: write for instance (1, 2, 6)")
            raise ZermeloError(words.format(text=token.text))
        values = []
        while self.peek().kind == "word":
            values.append(read_value(self.take().text))
        if self.take().kind != ")":
            raise ZermeloError(_("this is no payoff: write for instance (1, 2, 6)"))
        return tuple(values)

    def static(self) -> tuple[None, bool]:
        if self.peek().kind == "(":
            raise ZermeloError(_("a tree for several players has no static values"))
        return None, True


def _is_number(token: Token) -> bool:
    return token.kind == "word" and is_number(token.text)


def _is_text(token: Token) -> bool:
    return token.kind == "string" or (token.kind == "word" and not is_number(token.text))
