"""A rule that raises while the engine searches: the caller hears of it and never waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.long import some
from zermelo.engine import engine_for
from zermelo.engine.faults import RulesBroken
from zermelo.engine.pvs import PVSEngine
from zermelo.game import MAX, Game


class Pile(NamedTuple):
    """What is left, and who is to move."""

    left: int
    player: int


class Raising(Game[Pile, int]):
    """Take one to three; the pile of five does not stand it."""

    def initial(self) -> Pile:
        return Pile(4, MAX)  # no state that can be reached from here shows what is wrong

    def to_move(self, state: Pile) -> int:
        return state.player

    def actions(self, state: Pile) -> Iterator[int]:
        for take in range(1, 4):
            if take <= state.left:
                yield take

    def result(self, state: Pile, action: int) -> Pile:
        if state.left - action == 5:
            raise ValueError("the pile falls over")
        return Pile(state.left - action, -state.player)

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile) -> int:
        return -state.player

    def bounds(self, state: Pile) -> tuple[int, int]:
        return -1, 1


LARGE = Pile(20, MAX)
CALLS: dict[str, Callable[[PVSEngine[Any, Any]], object]] = {
    "solve": lambda engine: engine.solve(LARGE),
    "every move": lambda engine: engine.solve(LARGE, all_moves=True, time=60),
    "many calls": lambda engine: engine.run(lambda: [engine.solve(LARGE), engine.solve(LARGE)]),
}


@pytest.mark.parametrize("threads", some([1, 2], 1))
def test_the_error_reaches_the_caller_and_the_engine_goes_on(threads: int) -> None:
    engine = PVSEngine(Raising(), threads=threads, memory=1)
    for call in CALLS.values():
        with pytest.raises(RulesBroken, match=r"Raising\.result .*ValueError.*Pile\(left="):
            call(engine)
    assert engine.solve(Pile(3, MAX)).value == 1
    assert engine.solve(Pile(4, MAX)).value == -1


class AtOnce(Raising):
    """Divides by nought at the very beginning, before anything is compiled."""

    def actions(self, state: Pile) -> Iterator[int]:
        yield state.left // (4 - state.left)


class Later(Raising):
    """Divides by nought on the way, where random games tell how large values are."""

    def bounds(self, state: Pile) -> tuple[int, int]:
        return -1, 1 // (4 - state.left)


@pytest.mark.parametrize("game", [AtOnce(), Later()])
def test_an_error_before_the_search_names_the_rule_and_the_state(game: Game[Any, Any]) -> None:
    with pytest.raises(RulesBroken, match=r"ZeroDivisionError"):
        engine_for(game)
