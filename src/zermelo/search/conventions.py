"""The conventions of five lectures and of the textbook, by name: `convention="001"`.

Each prints an alpha-beta of its own. All find the same value; they differ in what a node returns
and holds, and so in what is written beside it: 000 and 004 hand the bound itself back; 001, 003
and AIMA (third edition; the fourth updates first) test for a cut before they update the bound;
in 000 the root is at depth 1, and in the expectiminimax of 003, where chance costs a level too.
The minimax of 004 keeps the last of equal moves, and its agent looks at all successors with its
heuristic, even where the game ends. What the report prints as its agent's search is in `AGENTS`.
"""

from __future__ import annotations

from typing import Final

from zermelo.language import _
from zermelo.names import check_name
from zermelo.search.errors import Unsuitable
from zermelo.search.settings import Settings

_USUAL: Final = Settings(
    cut="ge",
    test="last",
    returns="soft",
    root_depth=0,
    chance_depth=0,
    ties="first",
    ends="utility",
    functions=1,
)

CONVENTIONS: Final[dict[str, Settings]] = {
    "000": {**_USUAL, "returns": "bound", "root_depth": 1, "functions": 2},
    "001": {**_USUAL, "test": "first", "functions": 2},
    "002": _USUAL,
    "003": {**_USUAL, "test": "first", "root_depth": 1, "chance_depth": 1},
    "004": {**_USUAL, "returns": "bound", "ties": "last", "ends": "heuristic", "functions": 2},
    "aima": {**_USUAL, "test": "first", "functions": 2},
}

# What a lecture's own agent searches games with; the trees of all are searched alike.
AGENTS: Final = {"004": "two-successor"}


def convention(name: str) -> Settings:
    """The settings of a convention, or a line that names the nearest one."""
    check_name(name, CONVENTIONS, _("no convention '{name}'"), Unsuitable)
    return CONVENTIONS[name]
