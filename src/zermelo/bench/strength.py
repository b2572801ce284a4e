"""How well the engine plays with little time, against perfect play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from zermelo.bench import positions
from zermelo.bench.measure import Missing
from zermelo.engine import Engine, engine_for
from zermelo.game import Game, Value
from zermelo.games import Connect4
from zermelo.language import _
from zermelo.match import play_match

SECONDS: Final = 0.1  # a move

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Score:
    """How many games ended as they should, or were won, and how many are wanted."""

    name: str
    games: int
    good: int
    bound: int
    note: str = ""

    @property
    def passes(self) -> bool | None:
        """Whether there are as many as wanted; None where nothing was played."""
        return self.good >= self.bound if self.games else None

    def as_json(self) -> dict[str, Any]:
        """The score as `--json` gives it."""
        return {**vars(self), "kept": self.passes}


def sign(value: Value) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def connect_four(games: int, seed: int, tell: Tell | None) -> Score:
    """Solved positions played on against perfect play, by whichever side need not lose.

    The opponent picks at random among its best moves.
    """
    game, dice, name = Connect4(), random.Random(seed), "connect four, solved positions"
    try:
        known = positions.connect_four("ply16") + positions.connect_four("ply20")
    except Missing as reason:
        return Score(name, 0, 0, 0, str(reason))
    starts = []
    for moves, score in known:
        state = game.parse_state(moves)
        value = score * game.to_move(state)
        starts += [(moves, state, side, sign(value)) for side in (1, -1) if side * value >= 0]
    opponent = engine_for(game)

    def perfect(_game: Game[Any, Any], state: Any) -> Any:
        found = opponent.solve(state, all_moves=True)
        return dice.choice(
            [action for action, value in found.values.items() if value == found.value]
        )

    chosen, failed = dice.sample(starts, min(games, len(starts))), []
    for done, (moves, state, side, expected) in enumerate(chosen):
        if tell:
            tell(f"{name}: {done} of {len(chosen)}")
        engine = _new_engine(game)
        players = (lambda _game, here, e=engine: e.analyse(here, time=SECONDS).action), perfect
        if play_match(game, *players[::side], state=state).winner != expected:
            failed.append(moves)
    note = _("not as it should be: {moves}").format(moves=" ".join(failed)) if failed else ""
    return Score(name, len(chosen), len(chosen) - len(failed), len(chosen), note)


def _new_engine(game: Game[Any, Any]) -> Engine[Any, Any]:
    """A new engine, with an empty table, that need compile nothing more."""
    engine = engine_for(game)
    engine.prepare()
    return engine
