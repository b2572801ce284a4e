"""A place, which is a node of the drawing: a way of moves from the root, and its look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from zermelo.search.features import Parts

Plain: TypeAlias = int | float | str | None
Look: TypeAlias = dict[str, Any]  # the fields of `FRESH` and their values

# The fields of a place that steps change, and what they are before the first step.
FRESH: Final[dict[str, Any]] = {
    "status": "",  # "open", "done", "cut" (skipped by a cutoff), "dropped" (left out), "left"
    "visits": 0,
    "alpha_in": None,  # passed in
    "beta_in": None,
    "alpha_by": None,  # the place that set the bound held now; None: the caller of the search
    "beta_by": None,
    "alpha": None,  # held inside
    "beta": None,
    "old_alpha": (),  # what was held inside before
    "old_beta": (),
    "value": None,  # the best so far, inside
    "old_value": (),
    "best": None,  # the child it came from
    "low": None,  # what an inner place is worth at least, and at most
    "high": None,
    "terms": (),  # at a CHANCE place: (share, value) of the outcomes seen
    "returned": None,
    "estimate": None,  # whether a heuristic gave the value of this leaf
    "static": None,  # what the heuristic said where the search went on
    "cut": None,  # {at, side, value, bound, set_by, reach, skipped}
    "hit": None,  # {low, high, source, exact}: the table answered
    "repeat": None,  # {ply, first, rule}: the position of that place again
    "same": "",  # the branch that stands for this one, which is symmetric to it
    "line": False,  # on the line that the search expects
    # Of Monte-Carlo tree search, whose value is the mean of the results:
    "simulations": None,  # that went through this place
    "old_simulations": None,  # before the one that is being counted
    "ucb": None,  # [mean, bonus] of UCB1, as who moves above sees it
    "trail": None,  # "selected" by this simulation, or "sampled": its random game passes here
    "barred": False,  # a cutoff skipped the branch to this very place
}


@dataclass
class Place:
    """A node of the drawing; what never changes of it."""

    parent: int | None
    action: str  # the branch that leads here, as the game writes it
    state: Any
    kind: str  # as in `kind_of`; "MORE" stands for siblings that are not shown
    text: str  # the state as the game writes it
    name: str = ""  # what a node of a written tree is called
    share: str = ""  # the probability of the branch, below CHANCE
    written: Any = None  # the value of a written leaf, known before any search
    static: Plain = None  # the static value written at an inner node
    label: str = ""  # what the branch is called in a written tree, with all its blanks
    player: str = ""  # who moves here, where there are several
    children: list[int] = field(default_factory=list)
    hidden: int = 0  # nodes below that are not shown
    quiet: bool = True  # whether the static value may be trusted
    features: Parts = field(default_factory=list)  # what the heuristic counts, where it speaks
    marks: str = ""  # the same on the board
