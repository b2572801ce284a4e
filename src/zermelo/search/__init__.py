"""The search algorithms of the lectures, one file each, and the events they report."""

from typing import Any, Final

from zermelo.game import INFINITY, Game, MultiplayerGame
from zermelo.language import _
from zermelo.names import check_name
from zermelo.search.algorithm import Algorithm
from zermelo.search.conventions import AGENTS, CONVENTIONS
from zermelo.search.errors import NothingFound, NotSolved, SearchWarning, TooDeep, Unsuitable
from zermelo.search.events import Observer, Tee
from zermelo.search.finding import Finding, MoveValue
from zermelo.search.settings import Settings
from zermelo.search.tally import Tally
from zermelo.search.textbook.alphabeta import alphabeta
from zermelo.search.textbook.aspiration import aspiration
from zermelo.search.textbook.expectiminimax import expectiminimax
from zermelo.search.textbook.iterative import iterative
from zermelo.search.textbook.maxn import maxn
from zermelo.search.textbook.mcts import mcts
from zermelo.search.textbook.minimax import minimax
from zermelo.search.textbook.mtdf import mtdf
from zermelo.search.textbook.paranoid import paranoid
from zermelo.search.textbook.pvs import pvs
from zermelo.search.textbook.quiescence import quiescence
from zermelo.search.textbook.star1 import star1
from zermelo.search.textbook.table import table
from zermelo.search.textbook.two_successor import two_successor, two_successor_ab

# In the order in which a course meets them.
ALGORITHMS: Final[dict[str, Algorithm]] = {
    algorithm.name: algorithm
    for algorithm in (
        minimax,
        alphabeta,
        table,
        iterative,
        aspiration,
        pvs,
        mtdf,
        quiescence,
        expectiminimax,
        star1,
        two_successor,
        two_successor_ab,
        mcts,
    )
}

# For games of several players, where nobody is MAX or MIN.
FOR_SEVERAL: Final[dict[str, Algorithm]] = {each.name: each for each in (maxn, paranoid)}


# What lectures call some of them.
ALIASES: Final = dict.fromkeys(
    ("incremental", "incremental-minimax", "minimax-incremental"), "iterative"
)


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of that name, or a line that names the nearest one."""
    name = ALIASES.get(name, name)
    known = {**ALGORITHMS, **FOR_SEVERAL}
    check_name(name, known, _("no algorithm '{name}'"), Unsuitable)
    return known[name]


def usual_algorithm(game: Game[Any, Any], convention: str | None = None) -> Algorithm:
    """What a course would use first; a lecture that has an agent of its own, that."""
    if isinstance(game, MultiplayerGame):
        return maxn
    agent = ALGORITHMS.get(AGENTS.get(convention or "", ""))
    if agent and game.compilable and game.has_heuristic and not game.has_chance:
        return agent
    return expectiminimax if game.has_chance else alphabeta


__all__ = [
    "ALGORITHMS",
    "ALIASES",
    "CONVENTIONS",
    "FOR_SEVERAL",
    "INFINITY",
    "Algorithm",
    "Finding",
    "MoveValue",
    "NotSolved",
    "NothingFound",
    "Observer",
    "SearchWarning",
    "Settings",
    "Tally",
    "Tee",
    "TooDeep",
    "Unsuitable",
    "algorithm_named",
    "alphabeta",
    "aspiration",
    "expectiminimax",
    "iterative",
    "maxn",
    "mcts",
    "minimax",
    "mtdf",
    "paranoid",
    "pvs",
    "quiescence",
    "star1",
    "table",
    "two_successor",
    "two_successor_ab",
    "usual_algorithm",
]
