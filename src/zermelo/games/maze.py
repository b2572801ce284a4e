"""The mazes of Pacman, as text."""

from __future__ import annotations

from typing import Final

from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.names import instead

CELLS: Final = 62  # bits for a maze, with an empty column

# % is a wall; those around a maze may be left out. Values for 6 moves, ghosts MIN and CHANCE:
MAZES: Final = {
    # Caught whatever Pacman does, if the ghosts want to: then the sooner the better, -501 to the
    # east. But ghosts that do not care leave a good chance in the west, 232.
    "trapped": "_%%%%%/G._P_G/_%%%%%",
    # Two foods that are safe in the west, 14; one in a dead end in the north first, and there is
    # time for all three, 477, unless the ghost wants to prevent it, 4.
    "fork": "G_%%./__._P/%%._%",
    "ring": "P.../.%%./.%%./...G",
    "hunt": "P..../.%.%./..G../.%.%./....G",
}


def read_maze(maze: str) -> list[str]:
    """The rows of a maze, by name or written out, without the walls around it."""
    text = MAZES.get(maze, maze)
    if not isinstance(text, str) or not set(text) <= set("PG.%_ /"):
        words = _(
            "no maze '{maze}': write rows of P G . % _ with / between them, or a name{instead}"
        )
        raise ZermeloError(words.format(maze=maze, instead=instead(str(maze), MAZES)))
    rows = text.replace("_", " ").split("/")
    wide = max(map(len, rows))
    rows = [row.ljust(wide) for row in rows]
    for _side in range(4):  # each time the last row of the maze turned a quarter
        while rows and set(rows[-1]) <= {"%"}:
            rows.pop()
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    if not rows or (len(rows[0]) + 1) * len(rows) > CELLS or len(rows[0]) > 26:
        words = _("a maze has rows, and (columns + 1) * rows is at most {most}")
        raise ZermeloError(words.format(most=CELLS))
    return rows
