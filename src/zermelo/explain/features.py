"""What a heuristic counts, in words, as a sum, and as marks on the board."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any, Final

from zermelo.board import element, shape
from zermelo.explain.numbers import format_value
from zermelo.game import Game, provides
from zermelo.language import _
from zermelo.numbers import number
from zermelo.search.features import Parts
from zermelo.search.record import Event

MOST_NAMED: Final = 8  # things counted that are named
PAIR: Final = 2  # parts: what MAX has, and what MIN has
FEW: Final = 4  # parts, of which all are told
APART: Final = 2.2  # a line of MAX's from one of MIN's in the same cells, from the middle
REACH: Final = 6.0  # of a line beyond the middles of its ends


def sum_text(parts: Parts) -> str:
    """What the parts add up to, written out: 3 − 2. Of more than two, those worth nothing go."""
    text = ""
    for part in parts:
        worth = Fraction(number(part["worth"]))
        if not worth and len(parts) > PAIR:
            continue
        if text:
            sign = "+" if (worth or number(part["weight"])) > 0 else "−"
            text += f" {sign} {format_value(abs(worth))}"
        else:
            text = format_value(worth)
    return text or "0"


def part_texts(parts: Parts) -> list[str]:
    """Each part in words: "open lines of MAX: 3 (a1–a3, c1–c3, a3–c3)"; of many, no zeros."""
    many = len(parts) > FEW
    return [_part(part) for part in parts if part["count"] or not many]


def counted(event: Event) -> str:
    """A sentence on what the heuristic counted in an event, where it tells."""
    if "features" not in event:
        return ""
    parts = event["features"]
    text = _("It counts {parts}; {sum} = {value}.")
    named = "; ".join(part_texts(parts))
    return text.format(parts=named, sum=sum_text(parts), value=format_value(event["value"]))


def _part(part: dict[str, Any]) -> str:
    text = f"{_(part['name'])}: {format_value(part['count'])}"
    if part["weight"] not in (1, -1, 0):
        weight = format_value(part["weight"])
        text += f" · {f'({weight})' if weight.startswith('−') else weight}"
    groups = [group[0] if len(group) == 1 else f"{group[0]}–{group[-1]}" for group in part["where"]]
    if len(groups) > MOST_NAMED:
        groups = [*groups[:MOST_NAMED], "…"]
    return f"{text} ({', '.join(groups)})" if groups else text


def marks_on_board(game: Game[Any, Any], parts: Parts) -> str:
    """What is counted, in the drawing of the board: MAX's solid, MIN's dashed."""
    if not provides(game, "locate"):
        return ""
    marks = [
        _mark([game.locate(place) for place in group], number(part["worth"]) > 0)
        for part in parts
        for group in part["where"]
    ]
    return element("g", *marks, **{"class": "features"}) if marks else ""


def _mark(points: list[tuple[float, float]], is_max: bool) -> str:
    (x1, y1), (x2, y2) = points[0], points[-1]
    paint = "sign-max" if is_max else "sign-min"
    pen = {"stroke_width": "1.8", "opacity": "0.75"} | (
        {} if is_max else {"stroke_dasharray": "3 2"}
    )
    length = hypot(x2 - x1, y2 - y1)
    if not length:
        return shape("circle", paint, cx=x1, cy=y1, r=4.2 if is_max else 6.4, **pen)
    right, down = (x2 - x1) / length, (y2 - y1) / length
    aside = APART if is_max else -APART
    return shape(
        "line",
        paint,
        x1=x1 - REACH * right - aside * down,
        y1=y1 - REACH * down + aside * right,
        x2=x2 + REACH * right - aside * down,
        y2=y2 + REACH * down + aside * right,
        stroke_linecap="round",
        **pen,
    )


def with_marks(drawing: str, marks: str) -> str:
    """A drawing of the board with the marks on it."""
    return f"{drawing.removesuffix('</svg>')}{marks}</svg>" if marks else drawing
