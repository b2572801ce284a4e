"""What is said when a kernel could not go on: the rule, the state, and what to do."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.errors import RuleFault
from zermelo.door import wrong_mover
from zermelo.engine.block import (
    BAD_PLAYER,
    BAD_WEIGHT,
    MOST_PLIES,
    MOVES_FULL,
    NO_ACTIONS,
    NOT_FINITE,
    OUT_OF_RANGE,
    TOO_DEEP,
)
from zermelo.game import Game, ZermeloError
from zermelo.language import _, mark
from zermelo.search import TooDeep

FAULTS: Final[dict[int, str]] = {
    BAD_PLAYER: mark("to_move must give MAX, MIN or, where there are outcomes, CHANCE"),
    NO_ACTIONS: mark("actions gives none, but is_terminal says that the game goes on"),
    BAD_WEIGHT: mark("outcomes must give positive whole numbers as weights"),
    NOT_FINITE: mark("utility, evaluate and bounds must give finite numbers"),
    OUT_OF_RANGE: mark("utility or evaluate gives more than 2^61"),
    MOVES_FULL: mark("there are more moves than memory holds"),
}


class RulesBroken(ZermeloError):
    """The rules do what the interface does not allow; the message names rule and state."""


def fault(game: Game[Any, Any], status: int, state: Any) -> ZermeloError:
    """The error for what a kernel met at a state, or right after it."""
    position = game.format_state(state)
    if status == TOO_DEEP:
        return too_deep(game)
    if status == BAD_PLAYER and (wrong := wrong_mover(game, game.to_move(state))):
        return RulesBroken(wrong)
    words = _("{game}: {what} (at {position}); `zermelo check` looks for such things")
    return RulesBroken(words.format(game=game.name, what=_(FAULTS[status]), position=position))


def located(game: Game[Any, Any], error: RuleFault, state: Any) -> RulesBroken:
    """What a compiled rule met, with the state at which, or right after which, it did."""
    words = _("{game}: {error}, at {position} or right after it")
    return RulesBroken(words.format(game=game.name, error=error, position=game.format_state(state)))


def too_deep(game: Game[Any, Any]) -> TooDeep:
    """The error that a game does not come to an end."""
    if game.repetition is None:
        words = _(
            "{game} goes on for more than {plies:,} plies; if its positions can come back, let it "
            'say what that is worth, such as repetition = "draw", or set a depth'
        )
    else:
        words = _("{game} goes on for more than {plies:,} plies; set a depth")
    return TooDeep(words.format(game=game.name, plies=MOST_PLIES))
