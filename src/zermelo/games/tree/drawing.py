"""A tree drawn as text, and a node of it as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from zermelo.board import caption, picture, shape
from zermelo.game import CHANCE, MAX
from zermelo.games.tree.nodes import Node, last_below, static_text, value_text
from zermelo.games.tree.notation import one_line
from zermelo.language import ngettext

LEVELS_DRAWN: Final = 40  # deeper than this no terminal is wide enough for the indentation


def draw(nodes: Sequence[Node], state: int, who: Callable[[int], str]) -> str:
    """The tree below `state`, one node a line; beyond `LEVELS_DRAWN` levels only counted.

    `who` says whose a node of a kind is.
    """
    lines = []
    stack = [(state, "", "", 0)]  # a node, what precedes it, what precedes its children, level
    while stack:
        number, before, below, level = stack.pop()
        node = nodes[number]
        lines.append(before + _caption(node, who))
        if level == LEVELS_DRAWN and node.children:
            count = last_below(nodes, number) - number
            lines[-1] += ngettext(" … {count:,} node", " … {count:,} nodes", count).format(
                count=count
            )
            continue
        odds = [f"{p} " for p in node.probabilities] or [""] * len(node.children)
        for branch in reversed(range(len(node.children))):
            edge = (odds[branch] + one_line(node.labels[branch])).strip()
            last = branch == len(node.children) - 1
            elbow, bar = ("└─ ", "   ") if last else ("├─ ", "│  ")
            head = below + elbow + (edge and edge + ": ")
            stack.append((node.children[branch], head, below + bar, level + 1))
    return "\n".join(lines)


def draw_svg(node: Node, title: str, path: str) -> str:
    """The sign of a node: for MAX, MIN and chance, or a leaf with its value; its name or path."""
    if node.value is not None:
        square = {"x": 30, "y": 8, "width": 40, "height": 40, "rx": 2}
        value = value_text(node.value)
        size = min(18, 64 / len(value))
        parts = [shape("rect", "cell", **square), shape("rect", "line", **square)]
        parts.append(caption("ink", 50, 28, size, value))
    elif node.kind == CHANCE:
        parts = [shape("circle", "piece-chance", cx=50, cy=28, r=20)]
    elif node.kind == MAX:
        parts = [shape("path", "piece-max", d="M50 6l24 42h-48z")]
    else:
        parts = [shape("path", "piece-min", d="M50 50l24 -42h-48z")]
    name = one_line(node.name) or path
    size = min(12, max(4, 160 / len(name)))
    parts.append(caption("ink", 50, 62, size, name[:40]))
    back = shape("rect", "board", width=100, height=72, rx=5)
    return picture(100, 72, f"{title}: {path}", back, *parts)


def _caption(node: Node, who: Callable[[int], str]) -> str:
    if node.value is not None:
        value = value_text(node.value)
        return f"{one_line(node.name)} = {value}" if node.name else value
    parts = who(node.kind or 0), one_line(node.name), static_text(node)
    return " ".join(part for part in parts if part)
