"""A drawing as Graphviz DOT, for whoever wants to lay it out or paint it otherwise.

Shapes tell the kinds; what was cut off is grey and dashed. All texts are quote strings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from zermelo.explain.picture import LEFT
from zermelo.explain.style import palette
from zermelo.explain.svg import title
from zermelo.explain.view import View

SHAPES: Final = {
    "MAX": "triangle",
    "MIN": "invtriangle",
    "CHANCE": "circle",
    "LEAF": "box",
    "MORE": "plaintext",
}
# Lines of parts: at the branch into a place, and beside it.
BRANCH: Final = (("share", "action"), ("passed", "returned"))
ALONE: Final = (
    *("payoffs", "simulations", "ucb", "interval", "range", "sum"),
    *("cut", "hit", "repeat", "same", "hidden"),
)
BESIDE: Final = (LEFT, ("alpha", "beta"), *((part,) for part in ALONE))


def render(view: View) -> bytes:
    """The tree after the view's step."""
    view = view.on_paper()
    paint = palette(view.theme)
    current = [view.story.steps[view.step].place] if view.step >= 0 else []
    lines = [
        f"digraph {quote(title(view.story))} {{",
        f"  graph [ordering=out, ranksep=0.7, bgcolor={quote(paint['ground'])}];",
        f"  node [fontname=Helvetica, fontcolor={quote(paint['ink'])}, margin=0.05];",
        f"  edge [fontname=Helvetica, fontcolor={quote(paint['ink'])}, arrowhead=none];",
    ]
    for number, place in enumerate(view.story.places):
        look = view.looks[number]
        texts = view.texts(number, look)
        if look["barred"]:
            texts["action"] = f"{texts.get('action', '')} ╫".strip()
        pruned = look["status"] in ("cut", "dropped")
        ink = paint["pruned"] if pruned else paint.get(place.kind.lower(), paint["branch"])
        shared = {"style": "dashed" if pruned else "solid"}
        beside = BESIDE if place.parent is not None else (*BESIDE, *BRANCH)
        node = {
            "shape": SHAPES.get(place.kind, "ellipse"),
            "label": texts.get("value", "") or ("⋯" if place.kind == "MORE" else ""),
            "xlabel": _lines(texts, beside),
            "color": paint["current"] if number in current else ink,
            "penwidth": "3" if number in current or look["line"] else "1.5",
        }
        lines.append(f"  n{number} {_list(node | shared)};")
        if place.parent is not None:
            edge = {
                "label": _lines(texts, BRANCH),
                "color": ink if pruned else paint["ink"],
                "penwidth": "4" if look["line"] else "1.2",
            }
            lines.append(f"  n{place.parent} -> n{number} {_list(edge | shared)};")
    return "\n".join([*lines, "}", ""]).encode()


def quote(text: str) -> str:
    """The text as a DOT string that means just these letters."""
    signs = "".join(s if s.isprintable() or s == "\n" else "\ufffd" for s in text)
    for plain, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("&", "&amp;")):
        signs = signs.replace(plain, written)
    return f'"{signs}"'


def _lines(texts: dict[str, str], parts: Iterable[tuple[str, ...]]) -> str:
    rows = ("  ".join(texts[part] for part in row if part in texts) for row in parts)
    return "\n".join(row for row in rows if row)


def _list(attributes: dict[str, str]) -> str:
    return f"[{', '.join(f'{name}={quote(text)}' for name, text in attributes.items())}]"
