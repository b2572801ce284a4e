"""What stands on a cell: how it is written in a text, and how it is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from zermelo.board import SEATS, caption, disc, shape

MAX, MIN = 1, -1  # whose a piece is; of several players their number from 1 on

# Outlines around (0, 0), within 10 each way: polygons, which TikZ can draw as well, each a list of
# corners; or x,y,radius of a circle.
GLYPHS: Final = {
    "pawn": "-6,8 6,8 6,6 3,4.4 1.8,0 3.2,0 3.2,-1.6 -3.2,-1.6 -3.2,0 -1.8,0 -3,4.4 "
    "-6,6|0,-4.8,3.5",
    "knight": "-5.6,8 6.6,8 6.6,6.2 5.4,5.2 5.6,0 4.4,-4.4 1.6,-7 0.6,-9.2 -0.9,-7.2 -3,-6 -5,-2.6 "
    "-7.2,0 -6.7,2 -4.9,2.7 -3.2,1.2 -0.8,0.6 -3.8,4.4 -4.2,6.2 -5.6,6.5",
    "bishop": "-6.5,8 6.5,8 6.5,6.3 2.4,5 1.8,2 3.6,2 3.6,0.4 -3.6,0.4 -3.6,2 -1.8,2 -2.4,5 "
    "-6.5,6.3|-3,0 -4.2,-3 -2.7,-6 0,-8.2 1,-7.3 -0.8,-4.2 0.2,-3.4 2.4,-5.8 4.2,-3 "
    "3,0|0,-8.8,1.2",
    "rook": "-6.5,8 6.5,8 6.5,6.1 4.6,4.6 4.6,-2.4 6,-3.8 6,-8 3.3,-8 3.3,-6.1 1.5,-6.1 1.5,-8 "
    "-1.5,-8 -1.5,-6.1 -3.3,-6.1 -3.3,-8 -6,-8 -6,-3.8 -4.6,-2.4 -4.6,4.6 -6.5,6.1",
    "queen": "-6.2,8 6.2,8 6.2,6.3 5,5 8,-4.6 4,0.2 3.5,-6.9 0.9,-0.4 0,-8 -0.9,-0.4 -3.5,-6.9 "
    "-4,0.2 -8,-4.6 -5,5 "
    "-6.2,6.3|8,-5,1.2|3.5,-7.4,1.2|0,-8.5,1.2|-3.5,-7.4,1.2|-8,-5,1.2",
    "king": "-6.2,8 6.2,8 6.2,6.3 4.8,5 7,0 5.5,-3.2 2.6,-3.8 0.9,-2.6 0.9,-5 2.7,-5 2.7,-6.8 "
    "0.9,-6.8 0.9,-9.2 -0.9,-9.2 -0.9,-6.8 -2.7,-6.8 -2.7,-5 -0.9,-5 -0.9,-2.6 -2.6,-3.8 "
    "-5.5,-3.2 -7,0 -4.8,5 -6.2,6.3",
}
CROWN: Final = "-4.4,3.2 4.4,3.2 5.4,-3 2.4,-0.4 0,-4.2 -2.4,-0.4 -5.4,-3"
LETTERS: Final = {name[0] if name != "knight" else "n": name for name in GLYPHS}
LOOKS: Final = ("disc", "crowned", "stone", "cross", "ring", "wall", "text", *GLYPHS)


class Piece(NamedTuple):
    """What stands on a cell.

    `look`: a "disc", a "crowned" one, a "stone" (black or white), a "cross" or a "ring" drawn with
    a pen, a "wall", a chess piece by its name, or the "text" itself, on a disc where it is some
    player's. `owner`: MAX, MIN, or 0 for nobody; of several players their number from 1 on.
    """

    text: str
    look: str = "text"
    owner: int = 0

    def draw(self, x: float, y: float, colours: Sequence[str] = (*SEATS,)) -> str:
        """The piece around a middle, in a square cell of 24; of several players with `colours`."""
        if self.look in GLYPHS:
            body, edge = ("light", "rim") if self.owner == MAX else ("dark", "line")
            path = outline(GLYPHS[self.look], x, y)
            return shape("path", body, d=path) + shape("path", edge, d=path, stroke_width=0.9)
        if self.look == "cross":
            cross = f"M{x - 6.5:g} {y - 6.5:g}l13 13m0 -13l-13 13"
            return shape("path", _sign(self), d=cross, stroke_width="4", stroke_linecap="round")
        if self.look == "ring":
            return shape("circle", _sign(self), cx=x, cy=y, r=6.8, stroke_width=4)
        if self.look == "wall":
            return shape("rect", "rack", x=x - 12, y=y - 12, width=24, height=24)
        if self.look == "stone":
            stone = shape("circle", "dark" if self.owner == MAX else "light", cx=x, cy=y, r=9)
            return stone + shape("circle", "line", cx=x, cy=y, r=9, stroke_width=0.7)
        return self._disc(x, y, colours)

    def _disc(self, x: float, y: float, colours: Sequence[str]) -> str:
        """A disc, or what is written on one."""
        if self.look == "text" and not self.owner:
            return caption("ink", x, y, min(12, 30 / max(1, len(self.text))), self.text)
        if self.look == "disc" and self.owner == MIN:
            return disc(x, y, 8.5, False)
        paints = {MIN: "piece-min"}
        paints |= {number: SEATS[colour][0] for number, colour in enumerate(colours, 1)}
        paint = paints.get(self.owner, "piece")
        if self.look == "disc" and self.owner == MAX:
            return shape("circle", paint, cx=x, cy=y, r=8.5)
        ground = shape("circle", paint, cx=x, cy=y, r=9)
        if self.look == "crowned":
            return ground + shape("path", "cell", d=outline(CROWN, x, y))
        if self.look == "disc":
            return ground + shape("circle", "ring", cx=x, cy=y, r=2 + self.owner, stroke_width=1.2)
        return ground + caption("cell", x, y, min(11, 20 / max(1, len(self.text))), self.text)


def _sign(piece: Piece) -> str:
    return "sign-max" if piece.owner == MAX else "sign-min"


def outline(glyph: str, x: float, y: float) -> str:
    """A glyph around another middle, as a path."""
    path = ""
    for polygon in glyph.split("|"):
        points = [tuple(map(float, point.split(","))) for point in polygon.split()]
        if len(points) == 1:
            ((across, down, radius),) = points
            turns = [math.radians(angle) for angle in range(0, 360, 20)]
            points = [(across + radius * math.cos(a), down + radius * math.sin(a)) for a in turns]
        path += "M" + "L".join(f"{x + point[0]:.4g} {y + point[1]:.4g}" for point in points) + "Z"
    return path
