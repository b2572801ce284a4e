"""A board as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from zermelo.board import SEATS, caption, choice, element
from zermelo.grid.layout import Layout
from zermelo.grid.routes import Route
from zermelo.grid.text import Pieces

ROOM: Final = 12  # for the line below


class Drawing(NamedTuple):
    """How a board is drawn: with lines between its cells, or squares of two colours."""

    layout: Layout
    checkered: bool = False
    colours: Sequence[str] = (*SEATS,)  # of several players

    def svg(
        self,
        name: str,
        pieces: Pieces,
        last: Route = (),
        moves: Mapping[str, str] | None = None,
        below: str = "",
        over: str = "",
    ) -> str:
        """The board with the cells of the `last` move marked, and a line of text `below` it.

        Each cell is a group that bears its name (data-cell), by which a page lets moves be pointed
        at; or, where `moves` say which cells stand for a whole move, that move (data-action).
        """
        layout, places = self.layout, []
        for cell, piece in pieces.items():
            signs = [layout.mark(cell)] if cell in last else []
            signs += [piece.draw(*layout.centre(cell), self.colours)] if piece else []
            hit, title = layout.hit(cell), layout.name(cell)
            if moves is None:
                places.append(element("g", hit, *signs, data_cell=title))
            else:
                places += [choice(moves[title], hit, *signs)] if title in moves else signs
        width, height = layout.size
        if below:
            over += caption("ink", width / 2, height + ROOM / 2 - 4, 7, below)
        parts = [self._ground(pieces), layout.names(pieces), *places, over]
        return layout.picture(name, *parts, below=ROOM if below else 0)

    def _ground(self, cells: Pieces) -> str:
        """What the pieces stand on."""
        layout = self.layout
        if self.checkered:
            paints = ("board", "rack")
            return "".join(layout.outline(c, paints[sum(c) % 2]) for c in cells)
        if layout.hexagonal or len(cells) < layout.rows * layout.columns:
            return "".join(layout.outline(c, "line", stroke_width=1.2) for c in cells)
        return layout.lines()
