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

What is in capitals here is one word (see `lexer`):

    node   = NUMBER | NAME "=" NUMBER | [KIND] [NAME] [static] "[" branch+ "]"
    static = "(" "h" "=" NUMBER ["quiet" | "unquiet"] ")"
    branch = [[PROBABILITY] [LABEL] ":"] node

White space or commas separate. A name or label that contains a sign, or that looks like a number
or a kind, stands in quotes. Below chance a number right before `label:` is its probability.
"""

from __future__ import annotations

import difflib
from fractions import Fraction
from typing import Final

from zermelo.game import CHANCE, MAX, PLAYER_NAMES, Value, ZermeloError, warn
from zermelo.games.tree.expectation import Expectation, parse_expectation, write_expectation
from zermelo.games.tree.lexer import HEADERS, KINDS, QUIET, Page, Token, TreeError, keyword
from zermelo.games.tree.literals import (
    is_number,
    name_text,
    quote,
    read_probability,
    read_value,
    unquote,
)
from zermelo.games.tree.nodes import Node, TreeBuilder, static_text, value_text
from zermelo.games.tree.rules import Tree
from zermelo.language import _

__all__ = ["TreeError", "read_tree", "write_tree"]

WIDTH: Final = 76  # a list that fits is written on one line
LIKE_KINDS: Final = ("chance", "azar", "atzar")  # a name that looks like one of them
NEAR: Final = 0.8  # as much as this is taken for a slip
INDENTED: Final = 20  # deeper levels too, or the indentation of a deep tree would fill the memory


def read_tree(text: str, source: str = "tree") -> Tree:
    """The tree that `text` describes, or `TreeError` with the line and column of the mistake."""
    page = Page(source, text.removeprefix("\ufeff"))
    lines, body = _split_headers(page)
    headers = _Headers(page)
    for line in lines:
        headers.read(line)
    nodes = _Reader(page, body, headers.root).read()
    try:
        return Tree(nodes, headers.title, headers.value_range, tuple(headers.expectations))
    except ZermeloError as error:  # only the declared range can still be wrong
        raise page.error(headers.offsets["range"], str(error)) from None


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

    def read(self, line: list[Token]) -> None:
        """Takes in one header line."""
        word, _colon, *rest = line
        header = HEADERS.get(keyword(word.text))
        if header is None:
            what = _("'{text}:' is no header: write title:, root:, range: or expect:").format(
                text=word.text
            )
        elif not rest:
            what = _("'{text}:' says nothing: complete the line or remove it").format(
                text=word.text
            )
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
        else:
            self.expectations.append(parse_expectation(self.page, rest))


class _Reader:
    """Reads the nodes; the builder keeps the stack, so no depth of brackets is too deep."""

    def __init__(self, page: Page, body: list[Token], root: int) -> None:
        self.page = page
        self.tokens = [*body, *[Token("end", _("the end"), len(page.text))] * 3]
        self.next = 0
        self.at = 0  # where the mistake is, if the next step finds one
        self.brackets: list[int] = []
        self.builder = TreeBuilder(root)

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
        if self.next == first and token.kind == "word":
            value = read_value(self.take().text)
            if self.peek().kind == "=":
                raise ZermeloError(
                    _("'{text}' is a number: put it in quotes as a name").format(text=token.text)
                )
        elif name is not None and kind is None and token.kind == "=":
            self.take()
            value = read_value(self.take().text)
        else:
            static, quiet = self.static()
            self.bracket(first, name is not None and kind is static is None)
            self.at = start
            self.builder.open(kind, name, static, quiet=quiet, label=label, probability=probability)
            return
        self.at = start
        self.builder.leaf(value, name, label=label, probability=probability)

    def edge(self) -> tuple[Fraction | None, str | None]:
        """`1/2 heads:`, or as much of it as there is."""
        first, second, third = self.tokens[self.next : self.next + 3]
        probability = label = None
        if _is_number(first) and (
            second.kind == ":"
            or (self.builder.kind == CHANCE and _is_text(second) and third.kind == ":")
        ):
            probability = read_probability(self.take().text)
        if _is_text(self.peek()) and self.tokens[self.next + 1].kind == ":":
            label = self.text(_("'{text}' is a kind of node: put it in quotes as a label"))
        if probability is not None or label is not None:
            self.take()  # the colon
        return probability, label

    def kind(self) -> int | None:
        token = self.peek()
        kind = KINDS.get(keyword(token.text)) if token.kind == "word" else None
        if kind is not None:
            self.take()
        return kind

    def name(self) -> str | None:
        token = self.peek()
        if not _is_text(token):
            return None
        near = difflib.get_close_matches(keyword(token.text), LIKE_KINDS, 1, NEAR)
        if token.kind == "word" and near and keyword(token.text) not in KINDS:
            # The lectures write change for chance; as a name it would silently be a player's node.
            note = _("'{text}' is taken for a name; for the kind of node write {kind}")
            warn(f"{self.where(token)}: {note.format(text=token.text, kind=near[0])}")
        return self.text(_("'{text}' is a kind of node: put it in quotes as a name"))

    def where(self, token: Token) -> str:
        return str(self.page.error(token.at, "")).rstrip(": ")

    def text(self, mistake: str) -> str:
        token = self.take()
        if token.kind == "word" and keyword(token.text) in KINDS:
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
            raise ZermeloError(
                _("'{text}' cannot stand here: write a number or a list [ ]").format(
                    text=token.text
                )
            )
        else:
            self.at = self.tokens[self.next - 1].at
            what = _("after '{text}' write a list [ ]")
            if may_be_leaf:
                what = _("after '{text}' write a list [ ], or = and a value")
            raise ZermeloError(what.format(text=self.tokens[self.next - 1].text))


def _is_number(token: Token) -> bool:
    return token.kind == "word" and is_number(token.text)


def _is_text(token: Token) -> bool:
    return token.kind == "string" or (token.kind == "word" and not is_number(token.text))


# --- writing -----------------------------------------------------------------------------------


def write_tree(tree: Tree) -> str:
    """The text that reads back as an equal tree, laid out for people."""
    lines = []
    if tree.title is not None:
        lines.append(f"title: {quote(tree.title)}")
    if tree.value_range is not None:
        lines.append(f"range: {' '.join(map(value_text, tree.value_range))}")
    lines.append(_layout(tree, _heads(tree)))
    lines += [f"expect: {write_expectation(expected)}" for expected in tree.expectations]
    return "\n".join(lines) + "\n"


def _heads(tree: Tree) -> list[str]:
    """What is written of each node before its list, such as `a2: chance C `; a leaf whole."""
    edges = [""] * len(tree.nodes)
    heads = []
    for number, (node, default) in enumerate(zip(tree.nodes, tree.default_kinds(), strict=True)):
        parts = [] if node.name is None else [name_text(node.name)]
        if node.value is not None:
            parts = [*parts, "=", value_text(node.value)] if parts else [value_text(node.value)]
        else:
            if node.kind != default:
                parts.insert(0, PLAYER_NAMES[node.kind or CHANCE].lower())
            if node.static is not None:
                parts.append(static_text(node))
            parts.append("")
        heads.append(edges[number] + " ".join(parts))
        # Equal probabilities are left out, but not before a label: there a number would be one.
        odds = [str(p) for p in node.probabilities]
        if set(node.weights) == {1} and not any(node.labels):
            odds = []
        for place, (child, label) in enumerate(zip(node.children, node.labels, strict=True)):
            parts = odds[place : place + 1] + ([] if label is None else [name_text(label)])
            edges[child] = f"{' '.join(parts)}: " if parts else ""
    return heads


def _layout(tree: Tree, heads: list[str]) -> str:
    """Each list on one line if it fits there, or else with a line for each of its branches."""
    # A comma separates branches of several parts. Children come after their parent: from the
    # last node to the first, the width of each list on one line is known in time.
    commas = [", " if any(" " in heads[c] for c in n.children) else " " for n in tree.nodes]
    widths = [len(head) for head in heads]
    for number, node in reversed(list(enumerate(tree.nodes))):
        if node.children:
            gaps = len(commas[number]) * (len(node.children) - 1)
            widths[number] += sum(widths[child] for child in node.children) + gaps + 2

    pieces: list[str] = []
    stack: list[str | tuple[int, int]] = [(0, 0)]  # a piece of text, or a node and its level
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        number, level = item
        pieces.append(heads[number])
        children = tree.nodes[number].children
        if not children:
            continue
        before, between, after = "[", commas[number], "]"
        if level < INDENTED and 2 * level + widths[number] > WIDTH:
            after = "\n" + "  " * level + "]"
            level += 1
            between = "\n" + "  " * level
            before += between
        else:
            level = INDENTED  # all that is below stands on this line too
        stack.append(after)
        for child in reversed(children):
            stack += [(child, level), between]
        stack[-1] = before
    return "".join(pieces)
