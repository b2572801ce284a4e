r"""The drawing of a story, computed once: where everything stands, whatever the step.

Each place is a block. Its axis is where the branch comes down; every text has room for the
longest that ever stands there, so that nothing moves from one step to the next:

                |  =  bars of a cut
      share     |  action
      returned  |  [passed in]
             (board)
      name    / 3 \   alpha, held inside
      h=5    /_____\  beta

A place without children bears its name and the like below. All places of a level stand at the
same height; between the levels there are only branches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final
from xml.etree import ElementTree

from zermelo.explain.format import Format, Spacing
from zermelo.explain.labels import PARTS, labels
from zermelo.explain.layout import layout, levels
from zermelo.explain.legend import Item, legend_of
from zermelo.explain.measure import width
from zermelo.explain.place import FRESH, Place
from zermelo.explain.story import Story
from zermelo.game import Game, ZermeloError, provides
from zermelo.games.tree import Tree
from zermelo.language import _
from zermelo.search.coalition import original

DEFAULT: Final = Format()
SIZE: Final = 11.0  # of most letters
SIZES: Final = dict.fromkeys(PARTS, SIZE) | {
    "value": 13.0,
    "player": 13.0,
    "name": 13.0,
    "action": 12.0,
}
WIDE_VALUE: Final = 30.0  # a value wider than this is written
SMALL_VALUE: Final = 11.0  # in letters of this size
LINE: Final = 13.5  # from one line of text to the next
DROP: Final = 6.0  # of branches, before they fan out
AWAY: Final = 5.0  # a text from what it stands beside
HALO: Final = 4.0  # what surrounds the current shape, away from it
CLEAR: Final = 9.0  # a text from a shape
SHAPE_HEIGHT: Final = 34.0
LEAF_HEIGHT: Final = 24.0
ROUND_HEIGHT: Final = 28.0
MOST_BOARDS: Final = 300

ROWS: Final = (
    ("share", "action"),
    ("returned", "passed"),
    ("", "ucb"),
)  # left and right of a branch
LEFT: Final = ("player", "name", "static", "visits")
RIGHT: Final = (
    *("old_value", "simulations", "interval", "alpha", "beta", "sum", "range"),
    *("cut", "hit", "repeat", "same"),
)
# Old values, struck through, on the same line.
BESIDE: Final = {"alpha": "old_alpha", "beta": "old_beta", "simulations": "old_simulations"}
BELOW: Final = (
    *("player", "name", "payoffs", "static", "simulations", "visits", "hit", "repeat", "same"),
    "hidden",
)


@dataclass(frozen=True)
class Slot:
    """Where a text stands: the end of its line that `anchor` names, the size of its letters."""

    x: float
    y: float
    anchor: str  # "start", "middle", "end"
    size: float
    width: float  # never more than this

    def moved(self, x: float, y: float) -> Slot:
        """The same so far to the right, at the height `y`."""
        return Slot(self.x + x, y, self.anchor, self.size, self.width)


@dataclass
class Spot:
    """A place in the drawing. (x, y) is the middle of its shape, on the axis of the block."""

    x: float = 0.0
    y: float = 0.0
    width: float = 0.0  # of the shape
    height: float = 0.0
    left: float = 0.0  # how far the block reaches from the axis
    right: float = 0.0
    above: float = 0.0  # how far shape and texts beside it reach from the middle
    below: float = 0.0
    top: float = 0.0  # where the block begins: the branch comes straight down from here
    head: float = 0.0  # where the branch ends: the top of the board, or of the shape
    foot: float = 0.0  # branches to children go straight down to here
    board: tuple[float, float, float, float] | None = None  # x, y, width, height
    slots: dict[str, Slot] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """The drawing; `boards` are the positions of the game, ready to be put into an SVG."""

    width: float
    height: float
    spots: tuple[Spot, ...]
    boards: dict[int, str]
    legend: tuple[Item, ...] = ()


def picture_of(
    story: Story, boards: bool = True, form: Format = DEFAULT, even: bool = False
) -> Picture:
    """The drawing of a story, with the positions of a game drawn unless told otherwise.

    `even`: all nodes have the same room, so that nothing betrays what will be written where.
    """
    space = form.spacing
    children = [place.children for place in story.places]
    level = levels(children)
    drawn = _boards(story, level, form.compact) if boards else {}
    widest = _widest(story, form)
    if even:
        _even_out(story.places, widest)
    spots = [
        _block(place, widths, _board_size(drawn.get(number), space.board))
        for number, (place, widths) in enumerate(zip(story.places, widest, strict=True))
    ]
    left, right = [spot.left for spot in spots], [spot.right for spot in spots]
    xs = layout(children, left, right, space.gap, space.wide_gap)
    wide = max((x + spot.right for x, spot in zip(xs, spots, strict=True)), default=0.0)
    legend, across, down = legend_of(story, form, wide) if form.legend else ((), 0.0, 0.0)
    for spot, x in zip(spots, xs, strict=True):
        spot.x = x + space.margin + max(across - wide, 0.0) / 2
    height = _stack(story.places, spots, level, space)
    legend = tuple(item.moved(space.margin, height) for item in legend)
    for spot in spots:
        _scale(spot, form.scale)
    size = max(wide, across) + 2 * space.margin, height + (down + space.margin if legend else 0.0)
    wide, high = (ceil(form.scale * length) for length in size)
    return Picture(wide, high, tuple(spots), drawn, tuple(i.scaled(form.scale) for i in legend))


def _scale(spot: Spot, by: float) -> None:
    """Makes everything at a place larger, and moves it accordingly."""
    if by == 1.0:
        return
    for name, length in vars(spot).items():
        if isinstance(length, float):
            setattr(spot, name, by * length)
    if spot.board:
        x, y, across, down = (by * length for length in spot.board)
        spot.board = x, y, across, down
    spot.slots = {
        part: Slot(by * s.x, by * s.y, s.anchor, by * s.size, by * s.width)
        for part, s in spot.slots.items()
    }


def _widest(story: Story, form: Format) -> list[dict[str, float]]:
    """How wide each part gets at each place, in whatever step; absent where it never is."""
    widest: list[dict[str, float]] = [{} for _ in story.places]
    for step, looks in zip((None, *story.steps), story.looks(), strict=True):
        touched = range(len(looks)) if step is None else {number for number, *_ in step.changes}
        for number in touched:
            known = widest[number]
            place = story.places[number]
            for part, text in form.select(place, labels(place, looks[number])).items():
                known[part] = max(known.get(part, 0.0), width(text, SIZES[part]))
    return widest


def _even_out(places: Sequence[Place], widest: list[dict[str, float]]) -> None:
    """Gives every inner node the room that one of them needs for what is not there at first.

    So too every leaf.
    """
    first = [labels(place, FRESH) for place in places]
    for leaves in (False, True):
        here = [
            number
            for number, place in enumerate(places)
            if place.kind != "MORE" and (place.kind == "LEAF") == leaves
        ]
        room: dict[str, float] = {}
        for number in here:
            for part, wide in widest[number].items():
                if part not in first[number]:
                    room[part] = max(room.get(part, 0.0), wide)
        for number in here:
            for part, wide in room.items():
                widest[number][part] = max(widest[number].get(part, 0.0), wide)


def _boards(story: Story, level: list[int], compact: bool) -> dict[int, str]:
    """The positions of the first levels, as many levels as there is room for.

    Where there is little, none in the middle of a move that chance completes.
    """
    game = story.game
    if bare_tree(game) or not (provides(game, "draw_svg") or provides(game, "draw")):
        return {}
    numbers: list[int] = []
    for depth in range(max(level, default=-1) + 1):
        here = [number for number, at in enumerate(level) if at == depth]
        if len(numbers) + len(here) > MOST_BOARDS:
            break
        numbers += here
    return {
        number: _embeddable(
            game, game.draw_svg(story.places[number].state, _last_action(story, number))
        )
        for number in numbers
        if story.places[number].kind not in ("MORE", "CHANCE" if compact else "")
    }


def bare_tree(game: Game[Any, Any]) -> bool:
    """Whether it is a tree of numbers, with no positions to be drawn."""
    game = original(game)
    return isinstance(game, Tree) and type(game).draw_svg is Tree.draw_svg


def _embeddable(game: Game[Any, Any], drawing: Any) -> str:
    """The drawing, if it can stand inside another one."""
    try:
        if ElementTree.fromstring(drawing).tag.endswith("svg"):
            return str(drawing)
    except (ElementTree.ParseError, TypeError):
        pass
    raise ZermeloError(_("draw_svg of {game} gives no whole <svg>").format(game=game.name))


def _last_action(story: Story, number: int) -> Any:
    """The action that led to a place, if the game can read what it wrote."""
    place = story.places[number]
    if place.parent is None:
        return None
    try:
        return story.game.parse_action(story.places[place.parent].state, place.action)
    except ZermeloError:  # an outcome of chance is no move
        return None


def _board_size(drawing: str | None, side: float) -> tuple[float, float] | None:
    """The size of a board, from its viewBox."""
    if drawing is None:
        return None
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawing)
    across, down = (float(text) for text in found.groups()) if found else (1.0, 1.0)
    scale = side / max(across, down)
    return across * scale, down * scale


def _block(place: Place, widths: dict[str, float], board: tuple[float, float] | None) -> Spot:
    """The block of a place around (0, 0); heights above the shape depend on its level."""
    spot = Spot()
    size = SIZES["value"] if widths.get("value", 0.0) <= WIDE_VALUE else SMALL_VALUE
    widths = {**widths, "value": widths.get("value", 0.0) * size / SIZES["value"]}
    spot.width, spot.height = _shape(place.kind, widths["value"])
    half = spot.width / 2
    spot.above = spot.below = spot.height / 2
    spot.left = spot.right = half
    if board:
        spot.left = spot.right = max(half, board[0] / 2)
        spot.board = (-board[0] / 2, 0.0, *board)
    slots = spot.slots
    if widths["value"]:
        height = {"MAX": 12.5, "MIN": 0.71 * size - 12.5}.get(place.kind, 0.36 * size)
        slots["value"] = Slot(0.0, height, "middle", size, widths["value"])
    for before, behind in ROWS:
        if before in widths:
            slots[before] = _slot(before, -AWAY, 0.0, "end", widths)
            spot.left = max(spot.left, AWAY + widths[before])
        if behind in widths:
            slots[behind] = _slot(behind, AWAY, 0.0, "start", widths)
            spot.right = max(spot.right, AWAY + widths[behind])
    beside = [part for part in RIGHT if part in widths and (place.children or part not in BELOW)]
    _column(spot, beside, half + CLEAR, "start", widths)
    if place.children:
        _column(spot, [part for part in LEFT if part in widths], -half - CLEAR, "end", widths)
    else:
        for line, part in enumerate(part for part in BELOW if part in widths):
            y = spot.height / 2 + CLEAR + LINE * line + 9
            slots[part] = _slot(part, 0.0, y, "middle", widths)
            half, old = widths[part] / 2, BESIDE.get(part, "")
            if old in widths:
                slots[old] = _slot(old, 0.0, y, "middle", widths)
                half += (AWAY + widths[old]) / 2
            spot.left, spot.right = max(spot.left, half), max(spot.right, half)
            spot.below = max(spot.below, y + 3)
    return spot


def _shape(kind: str, value: float) -> tuple[float, float]:
    """The size of a shape with room for a value inside."""
    match kind:
        case "MAX" | "MIN":
            return max(40.0, 16.0 * ceil(value / 0.58 / 16.0)), SHAPE_HEIGHT
        case "CHANCE":
            return max(SHAPE_HEIGHT, 1.12 * value + 6), SHAPE_HEIGHT
        case "LEAF":
            return max(LEAF_HEIGHT, value + 8), LEAF_HEIGHT
        case "MORE":
            return 26.0, 12.0
    return max(50.0, value + 20), ROUND_HEIGHT  # one of several players


def _slot(part: str, x: float, y: float, anchor: str, widths: dict[str, float]) -> Slot:
    return Slot(x, y, anchor, SIZES[part], widths[part])


def _column(
    spot: Spot, parts: Sequence[str], x: float, anchor: str, widths: dict[str, float]
) -> None:
    """Texts one below the other, beside the middle of the shape."""
    for line, part in enumerate(parts):
        y = LINE * (line - (len(parts) - 1) / 2) + 4
        spot.slots[part] = _slot(part, x, y, anchor, widths)
        long = abs(x) + widths[part]
        other = BESIDE.get(part, "")
        if other in widths:
            spot.slots[other] = _slot(other, x, y, anchor, widths)
            long += AWAY + widths[other]
        if x > 0:
            spot.right = max(spot.right, long)
        else:
            spot.left = max(spot.left, long)
    half = LINE * len(parts) / 2
    spot.above, spot.below = max(spot.above, half), max(spot.below, half + 2)


def _stack(
    places: Sequence[Place], spots: Sequence[Spot], level: Sequence[int], space: Spacing
) -> float:
    """Sets the heights, level by level; the height of the whole."""
    by_level: list[list[int]] = [[] for _ in range(max(level, default=-1) + 1)]
    for number, depth in enumerate(level):
        by_level[depth].append(number)
    top = space.margin
    for depth, here in enumerate(by_level):
        foot = _set_level([spots[number] for number in here], top, space.stub if depth else 0.0)
        fans = (
            spots[number].x - spots[places[number].children[0]].x
            for number in here
            if places[number].children
        )
        fan = max(space.lowest_fan, space.fan * max(fans, default=0.0))
        top = foot + min(fan, space.highest_fan)
    return max((spot.foot for spot in spots), default=0.0) + space.margin


def _set_level(spots: Sequence[Spot], top: float, stub: float) -> float:
    """Sets the heights of a level that begins at `top`; where it ends."""
    baselines: dict[str, float] = {}
    line = top + stub
    for row in ROWS:
        if any(part in spot.slots for spot in spots for part in row):
            line += LINE
        baselines |= dict.fromkeys(row, line - 2)
    boards = max((spot.board[3] + CLEAR for spot in spots if spot.board), default=0.0)
    above = max(spot.above for spot in spots)
    y = line + CLEAR + boards + above
    foot = y + max(spot.below for spot in spots) + DROP
    for spot in spots:
        spot.y, spot.top, spot.foot = y, top, foot
        spot.head = y - spot.height / 2
        if spot.board:
            x, _, width_, height = spot.board
            spot.head = y - above - CLEAR - height
            spot.board = x + spot.x, spot.head, width_, height
        spot.slots = {
            part: slot.moved(spot.x, baselines.get(part, slot.y + y))
            for part, slot in spot.slots.items()
        }
    return foot
