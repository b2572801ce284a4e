"""A tree written out as text (see `text`), laid out for people."""

from __future__ import annotations

from typing import Final

from zermelo.games.tree.expectation import write_expectation
from zermelo.games.tree.literals import name_text, quote
from zermelo.games.tree.nodes import static_text, value_text
from zermelo.games.tree.players import PlayersTree
from zermelo.games.tree.rules import Tree

WIDTH: Final = 76  # a list that fits is written on one line
INDENTED: Final = 20  # deeper levels too, or the indentation of a deep tree would fill the memory


def write_tree(tree: Tree) -> str:
    """The text that reads back as an equal tree, laid out for people."""
    lines = []
    if tree.title is not None:
        lines.append(f"title: {quote(tree.title)}")
    if isinstance(tree, PlayersTree):
        lines.append(f"players: {' '.join(map(name_text, tree.players))}")
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
                parts.insert(0, _kind_word(tree, node.kind or 0))
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


def _kind_word(tree: Tree, kind: int) -> str:
    name = tree.kind_name(kind)
    return name if isinstance(tree, PlayersTree) else name.lower()


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
