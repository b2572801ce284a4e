"""A drawing as SVG, which also says in attributes what it shows.

    <svg class="zermelo" data-theme data-step>
      <g class="edges"> <g class="edge" data-place data-status ...>   the branch into a place
      <g class="nodes"> <g class="place" data-place data-kind data-status data-alpha ...>

The attributes of a place are its look (`zermelo.explain.place.FRESH`), numbers plainly written
("-inf", "3", "42/5"); what is unknown is left out. Texts bear their part (`labels.PARTS`) as
data-part; a part that has a text in any step is there in every step, empty where it has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import hypot
from typing import Any, Final

from zermelo import board
from zermelo.board import element, escape
from zermelo.explain import naming, style
from zermelo.explain.features import with_marks
from zermelo.explain.labels import whole
from zermelo.explain.legend import Item
from zermelo.explain.measure import FONT, is_sure, one_line
from zermelo.explain.picture import AWAY, BESIDE, HALO, SIZE, Picture, Slot, Spot
from zermelo.explain.steps import Step
from zermelo.explain.story import Story
from zermelo.explain.style import style_sheet
from zermelo.explain.view import View
from zermelo.games.tree import Tree
from zermelo.language import _
from zermelo.numbers import counted
from zermelo.search.coalition import original

ON_EDGES: Final = (
    *("data-place", "data-status", "data-visits", "data-line", "data-barred", "data-trail"),
)
LONGEST_TITLE: Final = 120  # letters
LONGEST_STATE: Final = 200
_DATA: Final = (
    *("visits", "value", "best", "low", "high", "returned", "estimate", "static", "line", "barred"),
    *("alpha_in", "beta_in", "alpha_by", "beta_by", "alpha", "beta", "simulations", "trail"),
)


def drawing(view: View, still: bool = True) -> str:
    """The drawing as text.

    One that is not still has no paint: a page that steps through it has `style_sheet`, and finds
    all that any step shows in its place.
    """
    story, picture = view.story, view.picture
    brush = _Brush(view.theme, still)
    groups = groups_of(view)
    size: dict[str, str | float] = {"width": picture.width, "height": picture.height}
    return element(
        "svg",
        element("title", escape(title(story))),
        element("desc", escape(summary(story, view.step))),
        brush.sheet(),
        brush.element("rect", {"class": "ground"}, **size),
        element("g", "", *_edges(brush, story, picture, groups), **{"class": "edges"}),
        element("g", "", *_places(brush, view, groups), **{"class": "nodes"}, font_size=SIZE),
        *(_legend(brush, item) for item in (view.legend if still else ())),
        xmlns="http://www.w3.org/2000/svg",
        **{"class": "zermelo"},
        data_theme=view.theme,
        data_step=str(view.step),
        viewBox=f"0 0 {picture.width:g} {picture.height:g}",
        **size,
        role="img",
        font_family=FONT,
    )


class _Brush:
    """Writes elements; those of a still drawing painted, and without those that nobody sees."""

    def __init__(self, theme: str, still: bool) -> None:
        self.theme, self.still = theme, still
        self.group: dict[str, str] = {}  # the attributes of the group being drawn

    def sheet(self) -> str:
        """What paints cannot say in a still drawing: other colours for a dark screen."""
        if not self.still or self.theme == "light":
            return ""
        return element("style", board.DARK if self.theme == "dark" else style_sheet("auto"))

    def paint(self, tag: str, chosen: dict[str, str]) -> dict[str, str]:
        """What the sheet says of an element, where the drawing has to say it itself."""
        return style.paint(self.theme, self.group, tag, chosen) if self.still else {}

    def element(
        self, tag: str, chosen: dict[str, str], *inside: str, **attributes: str | float
    ) -> str:
        """An element with the attributes `chosen` that rules of the sheet ask for, and others."""
        paint = self.paint(tag, chosen)
        if paint.get("display") == "none":
            return ""
        paint = {name: value for name, value in paint.items() if name != "display"}
        return element(tag, *inside, **chosen, **paint, **attributes)


def groups_of(view: View) -> list[dict[str, str]]:
    """The attributes of the group of each place."""
    marked = marks(view.story, view.step, view.looks)
    return [
        {"class": "place", "data-place": str(number), "data-kind": place.kind}
        | attributes(look)
        | marked.get(number, {})
        for number, (place, look) in enumerate(zip(view.story.places, view.looks, strict=True))
    ]


def edge_of(group: dict[str, str]) -> dict[str, str]:
    """The attributes of the group of the branch into a place."""
    return {"class": "edge"} | {name: group[name] for name in ON_EDGES if name in group}


def attributes(look: dict[str, Any]) -> dict[str, str]:
    """A look as attributes of a place; what is unknown is not there."""
    cut, hit, repeat = look["cut"], look["hit"], look["repeat"]
    told = {f"data-{name.replace('_', '-')}": _plain(look[name]) for name in _DATA} | {
        "data-visits": str(look["visits"]) if look["visits"] else None,
        "data-cut": f"{cut['at']} {cut['side']} {cut['reach']}" if cut else None,
        "data-hit": f"{hit['low']} {hit['high']}" if hit else None,
        "data-repeat": f"{repeat['ply']} {repeat['rule']}" if repeat else None,
    }
    return {"data-status": look["status"]} | {
        name: text for name, text in told.items() if text is not None
    }


def marks(story: Story, step: int, looks: list[dict[str, Any]]) -> dict[int, dict[str, str]]:
    """What only this step marks: the current place, and the places that set its bounds.

    data-sets names the bounds that such a place holds itself; "test" where it set another one.
    """
    if not 0 <= step < len(story.steps):
        return {}
    at: Step = story.steps[step]
    if at.place is None:
        return {}
    found: dict[int, dict[str, str]] = {at.place: {"data-current": "true"}}
    for bound in ("alpha", "beta"):
        setter = looks[at.place][f"{bound}_by"]
        if setter is not None and setter != at.place:
            mark = found.setdefault(setter, {})
            held = looks[setter][bound] == looks[at.place][bound]
            mark["data-sets"] = f"{mark.get('data-sets', '')} {bound if held else 'test'}".strip()
    return found


def title(story: Story) -> str:
    """What the drawing shows."""
    return one_line(getattr(story.game, "title", None) or story.game.name, LONGEST_TITLE)


def summary(story: Story, step: int) -> str:
    """The drawing in one sentence, for those who cannot see it."""
    at = story.steps[max(step, 0)]
    return _("{algorithm}, step {step} of {last}; {counts}.").format(
        algorithm=naming.title(story.algorithm),
        step=whole(max(step, 0)),
        last=whole(len(story.steps) - 1),
        counts=", ".join(counted(at.nodes, at.leaves, at.cutoffs)),
    )


def _plain(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else None
    if isinstance(value, list):
        return ",".join(map(str, value))
    return None if value is None else str(value)


def _edges(
    brush: _Brush, story: Story, picture: Picture, groups: list[dict[str, str]]
) -> Iterable[str]:
    """The branches; in a still, what was searched over what was left out, the line over both."""
    looks = [brush.still and ("data-line" in look, "data-visits" in look) for look in groups]
    for number in sorted(range(len(looks)), key=looks.__getitem__):
        place = story.places[number]
        if place.parent is None:
            continue
        above, spot = picture.spots[place.parent], picture.spots[number]
        start = above.y + above.height / 2
        path = f"M{above.x:.1f} {start:.1f}V{above.foot:.1f}L{spot.x:.1f} {spot.top:.1f}"
        bars = "".join(f"M{spot.x - 6:.1f} {spot.top + y:.1f}l12 -4" for y in (7.0, 11.0))
        brush.group = edge_of(groups[number])
        yield element(
            "g",
            brush.element("path", {"class": "branch"}, d=f"{path}V{spot.head:.1f}"),
            brush.element("path", {"class": "bars"}, d=bars),
            **brush.group,
        )


def _places(brush: _Brush, view: View, groups: list[dict[str, str]]) -> Iterable[str]:
    picture, boards = view.picture, view.picture.boards
    for number, place in enumerate(view.story.places):
        spot = picture.spots[number]
        brush.group = groups[number]
        state = one_line(place.text, LONGEST_STATE)
        yield element(
            "g",
            element("title", escape(state)) if state else "",
            _board(brush, spot, boards[number], place.marks) if number in boards else "",
            _outline(brush, place.kind, spot, HALO, "halo"),
            _outline(brush, place.kind, spot, 0.0, "shape"),
            _dots(brush, spot) if place.kind == "MORE" else "",
            *_texts(brush, view, number),
            **brush.group,
        )


def _board(brush: _Brush, spot: Spot, drawing: str, marks: str) -> str:
    """The board; what the heuristic counts is marked once it has spoken."""
    assert spot.board is not None
    if not brush.still or {"data-estimate", "data-static"} & {*brush.group}:
        drawing = with_marks(drawing, marks)
    x, y, width, height = (f"{number:.1f}" for number in spot.board)
    place = f'<svg x="{x}" y="{y}" width="{width}" height="{height}"'
    paint = brush.paint("svg", {"class": board.ROOT}).items()
    return drawing.replace("<svg", place + "".join(f' {name}="{to}"' for name, to in paint), 1)


def _outline(brush: _Brush, kind: str, spot: Spot, more: float, name: str) -> str:
    """The outline of a shape, or one around it at a distance of `more`."""
    x, y, half, down = spot.x, spot.y, spot.width / 2, spot.height / 2
    chosen = {"class": name}
    if kind in ("MAX", "MIN"):
        # From the middle of the circle inside, a line at a distance is a scaled one.
        radius = half * 2 * down / (half + hypot(half, 2 * down))
        sign, scale = (1 if kind == "MAX" else -1), 1 + more / radius
        tip = y + sign * (down - radius - scale * (2 * down - radius))
        base = y + sign * (down + more)
        path = f"M{x:.1f} {tip:.1f}L{x + scale * half:.1f} {base:.1f}H{x - scale * half:.1f}Z"
        return brush.element("path", chosen, d=path)
    half, down = half + more, down + more
    if kind == "CHANCE":
        return brush.element("ellipse", chosen, cx=x, cy=y, rx=half, ry=down)
    size = {"x": x - half, "y": y - down, "width": 2 * half, "height": 2 * down}
    return brush.element("rect", chosen, **size, rx=2 + 0.6 * more if kind == "LEAF" else down)


def group_of(item: Item) -> dict[str, str]:
    """The attributes of the group of a sign in the legend, which looks as in the drawing."""
    branch, place = ({"class": f"{what} legend"} for what in ("edge", "place"))
    visited = {"data-visits": "1"}
    match item.sign:
        case "cut":
            return branch | visited | {"data-status": "cut", "data-barred": "true"}
        case "line":
            return branch | visited | {"data-line": "true"}
        case "current":
            return place | {"data-current": "true"}
    return place if item.sample else place | {"data-kind": item.sign} | visited


def _legend(brush: _Brush, item: Item) -> str:
    """A sign with its meaning, painted as in the drawing."""
    scale, y = item.size / SIZE, item.y
    spot = Spot(item.x + 11 * scale, y, 18 * scale, 15 * scale)
    brush.group = group = group_of(item)
    if item.sample:
        sign = brush.element(
            "text", {"data-part": item.sign}, escape(item.sample), x=item.x, y=y + 4 * scale
        )
    elif item.sign == "current":
        sign = _outline(
            brush, "LEAF", replace(spot, width=12 * scale, height=12 * scale), 1, "halo"
        )
    elif item.sign in ("cut", "line"):
        across = f"M{item.x:.1f} {y:.1f}h{20 * scale:.1f}"
        bars = "".join(f"M{item.x + x * scale:.1f} {y + 6:.1f}l4 -12" for x in (8, 12))
        sign = brush.element("path", {"class": "branch"}, d=across)
        sign += brush.element("path", {"class": "bars"}, d=bars)
    else:
        sign = _outline(brush, item.sign, spot, 0.0, "shape")
    brush.group = {"class": "place"}
    words = brush.element("text", {}, escape(item.words), x=item.x + item.room, y=y + 4 * scale)
    return element("g", sign, words, **group, font_size=item.size)


def _dots(brush: _Brush, spot: Spot) -> str:
    return "".join(
        brush.element("circle", {"class": "dots"}, cx=spot.x + at, cy=spot.y, r=1.6)
        for at in (-6, 0, 6)
    )


def _texts(brush: _Brush, view: View, number: int) -> Iterable[str]:
    place, slots = view.story.places[number], view.picture.spots[number].slots
    texts = view.texts(number, view.looks[number])
    for part, slot in slots.items():
        text = texts.get(part, "")
        if part in BESIDE.values() or (brush.still and not text):
            continue
        old = BESIDE.get(part, "")
        if old in slots:
            now = brush.element("tspan", {"data-part": part}, escape(text))
            before = escape(texts.get(old, ""))
            yield _text(
                brush, slot, {}, now, brush.element("tspan", {"data-part": old}, before, dx=AWAY)
            )
            continue
        chosen = {"data-part": part}
        if part == "action" and isinstance(original(view.story.game), Tree) and not place.label:
            chosen["class"] = "ordinal"  # the branch has no name, only its number
        yield _text(brush, slot, chosen, escape(text), force=not is_sure(text))


def _text(
    brush: _Brush, slot: Slot, chosen: dict[str, str], *inside: str, force: bool = False
) -> str:
    more: dict[str, str | float] = {"x": round(slot.x, 1), "y": round(slot.y, 1)}
    if slot.anchor != "start":
        more["text_anchor"] = slot.anchor
    if slot.size != SIZE:
        more["font_size"] = slot.size
    if force:
        more |= {"textLength": slot.width, "lengthAdjust": "spacingAndGlyphs"}
    return brush.element("text", chosen, *inside, **more)
