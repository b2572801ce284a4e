"""Why a move is good or bad: the line that supports or refutes it, in words."""

from __future__ import annotations

from typing import Any, Final

from zermelo.explain.numbers import format_value
from zermelo.game import MAX, PLAYER_NAMES, Game, Value
from zermelo.language import _
from zermelo.search.analysis import Analysis, NotSolved
from zermelo.search.record import plain
from zermelo.web.positions import action_of
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import WhyRequest
from zermelo.web.workers.tasks.analysis import engine_of, line_of

MOST_TOLD: Final = 8  # moves of a line that stand in a sentence


def why(context: Context, request: WhyRequest) -> dict[str, Any]:
    """The best move and the one asked about, with their values, lines and words."""
    game, state = context.positions.find(request.start)
    if game.is_terminal(state):
        return {"best": None, "played": None, "same": False, "words": [_("The game is over.")]}
    action = None if request.move is None else action_of(game, state, request.move)
    engine = engine_of(context, game)
    try:
        found = engine.analyse(state, time=request.time, moves=True)
    except NotSolved:
        words = [_("The end of the game is too far away to tell.")]
        return {"best": None, "played": None, "same": False, "words": words}
    values = dict(found.moves)
    best = _Judged(game, state, found, found.value, found.line)
    if action is None or not game.to_move(state):
        words = [best.supported() if game.to_move(state) else best.chance()]
        return {"best": best.as_json(), "played": None, "same": False, "words": words}
    value = values.get(action, found.value)
    if action == found.action or value == found.value:
        line = line_of(engine, state, action, found)
        played = _Judged(game, state, found, value, line)
        words = [played.as_good() if action != found.action else played.supported()]
        same = True
    else:
        played = _Judged(game, state, found, value, engine.line_of(state, action))
        words, same = [played.refuted(found.value), best.better()], False
    return {"best": best.as_json(), "played": played.as_json(), "same": same, "words": words}


class _Judged:
    """A move with its value and line."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        found: Analysis[Any],
        value: Value,
        line: tuple[Any, ...],
    ) -> None:
        self.game, self.state, self.found, self.value = game, state, found, value
        self.line = game.format_line(state, line)
        self.mover = game.to_move(state)
        self.ends = game.is_terminal(_after(game, state, line))

    def as_json(self) -> dict[str, Any]:
        """What the page shows beside the words."""
        move = self.line[0] if self.line else None
        proven = self.found.proven
        return {"move": move, "value": plain(self.value), "proven": proven, "line": self.line}

    def chance(self) -> str:
        """A position where nobody chooses."""
        words = _("Chance decides here: the value for MAX is {value}{sure}.")
        return words.format(**self._fields(self.found.value))

    def supported(self) -> str:
        """The best move, and the line that it leads to."""
        words = _(
            "{move} is the best move for {player}: the value for MAX is {value}{sure}. {then}"
        )
        return words.format(**self._fields(self.found.value))

    def as_good(self) -> str:
        """Another move that is as good as the best."""
        words = _("No move is better than {move}: the value for MAX is {value}{sure}. {then}")
        return words.format(**self._fields(self.found.value))

    def better(self) -> str:
        """The best move, beside a worse one."""
        words = _("Better is {move}: the value for MAX is {value}{sure}. {then}")
        return words.format(**self._fields(self.found.value))

    def refuted(self, best: Value) -> str:
        """A move that is worse than the best, and the line that shows it."""
        if self.mover == MAX:
            words = _(
                "{move} is not the best: it leaves MAX {value} where {best} could be had{sure}. "
                "{then}"
            )
        else:
            words = _(
                "{move} is not the best: it gives MAX {value} where {best} was enough{sure}. {then}"
            )
        return words.format(**self._fields(best))

    def _fields(self, best: Value) -> dict[str, str]:
        return {
            "move": self.line[0] if self.line else "",
            "player": _(PLAYER_NAMES[self.mover]),
            "value": _shown(self.value),
            "best": _shown(best),
            "sure": _(" (proven)") if self.found.proven else self._depth(),
            "then": self._then(),
        }

    def _depth(self) -> str:
        return _(" (as far as {depth} plies show)").format(depth=self.found.depth)

    def _then(self) -> str:
        rest = self.line[1:]
        if not rest:
            return _("The game is over then.") if self.ends else ""
        words = _("It goes on {line}.")
        if len(rest) > MOST_TOLD:
            words = _("It goes on {line} …")
        elif self.ends:
            words = _("It goes on {line}, to the end of the game.")
        return words.format(line=" ".join(rest[:MOST_TOLD]))


def _shown(value: Value) -> str:
    """A value in a sentence: of a decimal, three digits say enough."""
    return format_value(float(f"{value:.3g}") if isinstance(value, float) else value)


def _after(game: Game[Any, Any], state: Any, line: tuple[Any, ...]) -> Any:
    for action in line:
        state = game.result(state, action)
    return state
