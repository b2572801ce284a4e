"""Boards of cells: what stands where, its notation, its drawing, and what authors of rules need.

A game whose state is a grid needs nothing of this to have a board: see `Game.cells`. The functions
here are for its rules.
"""

from zermelo.grid.forms import Board
from zermelo.grid.geometry import (
    AROUND,
    DIAGONAL,
    HEXAGONAL,
    KNIGHT,
    STRAIGHT,
    drops,
    least,
    lines,
    rays,
    slides,
    steps,
    symmetries,
)
from zermelo.grid.layout import Layout
from zermelo.grid.pieces import Piece
from zermelo.tuples import replace

__all__ = [
    "AROUND",
    "DIAGONAL",
    "HEXAGONAL",
    "KNIGHT",
    "STRAIGHT",
    "Board",
    "Layout",
    "Piece",
    "drops",
    "least",
    "lines",
    "rays",
    "replace",
    "slides",
    "steps",
    "symmetries",
]
