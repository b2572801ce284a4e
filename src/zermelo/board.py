"""Pieces of SVG for the drawings of games (`Game.draw_svg`), and their colours, light and dark.

What is painted has a class of `PAINTS`. Its light colour is written into the element itself, so
that any program can show a drawing; a style sheet that has the rules of `DARK` paints it anew. No
element has an id: any number of drawings can stand on one page.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import escape as _escape
from typing import Final, NamedTuple

from zermelo.language import _


class Paint(NamedTuple):
    """What a class paints, "fill" or "stroke", and its colours on a light and a dark page."""

    what: str
    light: str
    dark: str


# Colour is never alone: a second sign (a shape, a ring, a word) says the same.
PAINTS: Final = {
    "board": Paint("fill", "#f4f1ea", "#2b3038"),  # the ground that everything stands on
    "rack": Paint("fill", "#c3cbd6", "#3a424e"),  # the upright board of connect four
    "felt": Paint("fill", "#5c9c7b", "#44785e"),  # the green cloth of Othello
    "seam": Paint("stroke", "#3d7156", "#2c5240"),  # between its squares
    "cell": Paint("fill", "#ffffff", "#171a1f"),  # an empty place
    "line": Paint("stroke", "#8d877a", "#7b8594"),  # between places, and around a drawing
    "piece": Paint("fill", "#ac7d32", "#cfa75f"),  # nobody's: a match, a counter
    "tip": Paint("fill", "#7a3420", "#c66f4e"),  # the head of a match
    "piece-max": Paint("fill", "#0072b2", "#56b4e9"),  # what is MAX's
    "piece-min": Paint("fill", "#d55e00", "#ff9452"),  # what is MIN's
    "piece-chance": Paint("fill", "#009e73", "#3ec79f"),  # what is chance's
    "piece-pink": Paint("fill", "#a0527f", "#e08fbb"),  # what other players' is, of several
    "piece-yellow": Paint("fill", "#8a6d00", "#d8b73a"),
    "piece-grey": Paint("fill", "#4b5563", "#aab4c2"),
    "piece-red": Paint("fill", "#b3123b", "#ff7f8e"),
    "sign-max": Paint("stroke", "#0072b2", "#56b4e9"),  # the same, drawn with a pen
    "sign-min": Paint("stroke", "#d55e00", "#ff9452"),
    "ring": Paint("stroke", "#ffffff", "#171a1f"),  # inside a disc of MIN's, or around a line
    "dark": Paint("fill", "#16191d", "#0e1013"),  # a black disc
    "light": Paint("fill", "#fbfaf6", "#f1efe8"),  # a white disc
    "rim": Paint("stroke", "#1f2328", "#16191d"),  # around what is white
    "mark-last": Paint("stroke", "#1f2328", "#f5f5f0"),  # what the last move was
    "mark-win": Paint("stroke", "#1f2328", "#f5f5f0"),  # through the line that ends the game
    "label": Paint("fill", "#565148", "#b4bac4"),  # the names of places
    "ink": Paint("fill", "#1f2328", "#f0f0ea"),  # text to be read first
    "hit": Paint("fill", "none", "none"),  # what a page makes clickable; it may fill it
}

# The colours of several players, in the order of their seats: the paint, and what else people say.
SEATS: Final = {
    "blue": ("piece-max", "azul blau"),
    "orange": ("piece-min", "naranja taronja"),
    "green": ("piece-chance", "verde verd"),
    "pink": ("piece-pink", "purple rosa morado lila"),
    "yellow": ("piece-yellow", "amarillo groc"),
    "grey": ("piece-grey", "gray gris black negro negre"),
    "red": ("piece-red", "rojo vermell"),
}

ROOT: Final = "game-board"  # the class of every drawing

DARK: Final = "\n".join(
    f".{ROOT} .{name} {{ {paint.what}: {paint.dark}; }}" for name, paint in PAINTS.items()
)

# Said by what is forbidden: from what is allowed, `re` takes 30 ms to make it.
_FORBIDDEN: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@lru_cache(4096)  # a page of many drawings has the same few texts and numbers, and each many times
def escape(text: str) -> str:
    """The text as it stands in an element or an attribute; what XML cannot hold becomes \ufffd."""
    return _escape(_FORBIDDEN.sub("\ufffd", text))


@lru_cache
def seat_colours(players: tuple[str, ...]) -> tuple[str, ...]:
    """The colours (of `SEATS`) of several players: that of their name, or the next that is left."""
    called = {
        word: colour for colour, (_paint, more) in SEATS.items() for word in (colour, *more.split())
    }
    named = [
        next((called[word] for word in name.casefold().split() if word in called), None)
        for name in players
    ]
    left = (colour for colour in SEATS if colour not in named)
    return tuple(colour or next(left, "grey") for colour in named)


def element(tag: str, *inside: str, **attributes: str | float) -> str:
    """An element; `inside` is markup, and in the name of an attribute _ stands for -."""
    pairs = "".join(
        f' {name.replace("_", "-")}="{_attribute(value)}"' for name, value in attributes.items()
    )
    return f"<{tag}{pairs}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{pairs}/>"


@lru_cache(4096)
def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2) + 0.0:.10g}"  # never -0


def _paint(name: str) -> Paint:
    if name not in PAINTS:
        text = _("no paint {name}; there is {names}")
        raise ValueError(text.format(name=repr(name), names=", ".join(PAINTS)))
    return PAINTS[name]


def shape(tag: str, paint: str, **attributes: str | float) -> str:
    """An element painted with one of `PAINTS`; one that is only stroked has no fill."""
    what, light, _dark = _paint(paint)
    colours = {what: light}
    empty = {} if "fill" in colours else {"fill": "none"}
    return element(tag, **{"class": paint}, **colours, **empty, **attributes)


def caption(
    paint: str,
    x: float,
    y: float,
    size: float,
    text: str,
    anchor: str = "middle",
    family: str = "sans-serif",
) -> str:
    """One line of text whose middle is at the height `y`."""
    return element(
        "text",
        escape(text),
        **{"class": paint, "fill": _paint(paint).light},
        x=x,
        y=y + 0.36 * size,
        font_size=size,
        font_family=family,
        text_anchor=anchor,
    )


def choice(action: str, *parts: str) -> str:
    """What stands for a legal action, whose text is `action`."""
    return element("g", *parts, data_action=action)


def heap(*choices: str) -> str:
    """Choices each of which takes what stands for those after it as well."""
    return element("g", *choices, **{"class": "heap"})


def picture(width: float, height: float, name: str, *parts: str) -> str:
    """The whole drawing; `name` is read out where it cannot be seen."""
    return element(
        "svg",
        element("title", escape(name)),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_attribute(width)} {_attribute(height)}",
        role="img",
        **{"class": ROOT},
    )


def card(name: str, text: str, columns: int = 60) -> str:
    """A drawing for a game that has none: the text in lines of at most so many `columns`."""
    lines = [
        line[at : at + columns].replace(" ", "\xa0")  # white space would be lost
        for line in text.expandtabs().splitlines() or [""]
        for at in range(0, max(1, len(line)), columns)
    ]
    size, advance, leading, margin = 10, 6.1, 13, 8
    width = 2 * margin + advance * max(8, *map(_columns, lines))
    height = 2 * margin + leading * len(lines)
    return picture(
        width,
        height,
        name,
        shape("rect", "board", width=width, height=height, rx=5),
        *(
            caption("ink", margin, margin + leading * (row + 0.5), size, line, "start", "monospace")
            for row, line in enumerate(lines)
        ),
    )


def _columns(line: str) -> int:
    """The width of a line in a fixed pitch, in which some letters take two columns."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in line)


def disc(x: float, y: float, radius: float, is_max: bool) -> str:
    """A disc of MAX's, or one of MIN's, which has a ring inside."""
    if is_max:
        return shape("circle", "piece-max", cx=x, cy=y, r=radius)
    inner = shape("circle", "ring", cx=x, cy=y, r=0.5 * radius, stroke_width=0.2 * radius)
    return shape("circle", "piece-min", cx=x, cy=y, r=radius) + inner


def plaque(x: float, y: float, room: float, text: str, is_max: bool) -> str:
    """How the game has ended, in a frame of the winner's colour at most as wide as `room`."""
    size = min(13, (room - 12) / (0.65 * len(text)))
    width, height = 12 + 0.65 * size * len(text), 10 + size
    place = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": 4}
    frame = shape("rect", "sign-max" if is_max else "sign-min", **place, stroke_width=1.8)
    return shape("rect", "cell", **place) + frame + caption("ink", x, y, size, text)


def hit(x: float, y: float, width: float, height: float) -> str:
    """What a page makes clickable: it takes the pointer although nothing is to be seen."""
    place = {"x": x, "y": y, "width": width, "height": height}
    return shape("rect", "hit", **place, rx=2, pointer_events="all")
