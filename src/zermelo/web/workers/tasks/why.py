"""Why a move is good or bad: the line that supports or refutes it, in words."""

from __future__ import annotations

from typing import Any, Final

from zermelo.explain.numbers import format_value
from zermelo.game import MAX, PLAYER_NAMES, Game, Value
from zermelo.language import _
from zermelo.numbers import plain
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.web.positions import action_of
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import WhyRequest
from zermelo.web.workers.tasks.agreement import agree
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
        found = engine.analyse(state, time=request.time, all_moves=True, stop=context.token)
        after = None if action is None or not request.after else (action, request.after)
        found = agree(game, state, engine, found, request.known, after)
    except NotSolved:
        words = [_("The end of the game is too far away to tell.")]
        return {"best": None, "played": None, "same": False, "words": words}
    moves = {move.action: move for move in found.moves}
    best = _Verdict(
        game, state, found, MoveValue(found.action, found.value, found.proven), found.line
    )
    if action is None or not game.to_move(state):
        words = [best.supported() if game.to_move(state) else best.chance()]
        return {"best": best.as_json(), "played": None, "same": False, "words": words}
    move = moves.get(action, MoveValue(action, found.value, False))
    if action == found.action:
        played, words, same = best, [best.supported()], True
    elif move.value == found.value:
        played = _Verdict(game, state, found, move, line_of(engine, state, action, found))
        words, same = [played.as_good()], True
    else:
        played = _Verdict(game, state, found, move, engine.line_of(state, action))
        words, same = [played.refuted(found.value), best.better()], False
    return {"best": best.as_json(), "played": played.as_json(), "same": same, "words": words}


class _Verdict:
    """A move with its value and line."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        found: Finding[Any, Any],
        move: MoveValue[Any],
        line: tuple[Any, ...],
    ) -> None:
        self.game, self.state, self.found = game, state, found
        self.value, self.proven = move.value, move.proven
        self.line = game.format_line(state, line)
        self.mover = game.to_move(state)
        self.ends = game.is_terminal(_after(game, state, line))

    def as_json(self) -> dict[str, Any]:
        """What the page shows beside the words."""
        move = self.line[0] if self.line else None
        value = plain(self.value)
        return {"move": move, "value": value, "proven": self.proven, "line": self.line}

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
            "value": _text(self.value),
            "best": _text(best),
            "sure": _(" (proven)") if self.proven else self._depth(),
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


def _text(value: Value) -> str:
    """A value in a sentence: of a decimal, three digits say enough."""
    return format_value(float(f"{value:.3g}") if isinstance(value, float) else value)


def _after(game: Game[Any, Any], state: Any, line: tuple[Any, ...]) -> Any:
    for action in line:
        state = game.result(state, action)
    return state
