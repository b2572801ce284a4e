"""The kinds of exercises."""

from typing import Final

from zermelo.exercise.items import AnswerError
from zermelo.exercise.kinds.alphabeta import AlphaBeta, AlphaBetaRight
from zermelo.exercise.kinds.heuristic import Heuristic
from zermelo.exercise.kinds.montecarlo import MonteCarlo
from zermelo.exercise.kinds.reorder import Reorder
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.kinds.values import Expectiminimax, Minimax
from zermelo.exercise.kinds.window import Window
from zermelo.language import _
from zermelo.names import check_name

EACH: Final = (
    *(Minimax, AlphaBeta, AlphaBetaRight, Expectiminimax, Reorder, Window, Heuristic, MonteCarlo),
)
KINDS: Final[dict[str, type[Task]]] = {kind.name: kind for kind in EACH}


def kind_named(name: str) -> type[Task]:
    """The kind of that name, or a line that names the nearest one."""
    check_name(name, KINDS, _("no kind of exercise '{name}'"), AnswerError)
    return KINDS[name]


__all__ = ["KINDS", "Task", "kind_named"]
