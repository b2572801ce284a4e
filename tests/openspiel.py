"""Games of our Monte-Carlo tree search with OpenSpiel's, at equal time: `scripts/soak openspiel`.

Both know nothing of a game but its rules. OpenSpiel's (in C++, with its solver, random playouts)
is given `seconds` a move and so are we. Each move is made in both programs: they must agree on
what is legal, and on who has won.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter, process_time
from typing import Any, Final

import pyspiel

from tests.engine.test_mcts import Hex
from tests.test_coming_from import game
from tests.test_documents import ROOT
from zermelo.engine import engine_for
from zermelo.engine.mcts import SHARE
from zermelo.game import Game
from zermelo.games import Connect4

MEMORY: Final = 1000  # MB, of theirs
FLAT: Final = 12  # random games for each move, of the simplest opponent


@cache
def breakthrough() -> Any:
    """The tutorial's game, without its heuristic."""
    folder = Path(mkdtemp())  # the compiler reads its source
    found = game(folder, "breakthrough.py", "Breakthrough", ROOT / "docs" / "tutorial.md")
    type(found).evaluate = Game.evaluate
    return found


class BareConnect4(Connect4):
    """The rules alone."""

    evaluate, bounds = Game.evaluate, Game.bounds  # type: ignore[assignment]
    order, is_quiet = Game.order, Game.is_quiet


class SevenHex(Hex):
    """Cells by their letter and number."""

    def __init__(self) -> None:
        super().__init__(7)

    def format_action(self, state: Any, action: int) -> str:
        return f"{'abcdefg'[action % 7]}{action // 7 + 1}"


Name = Callable[[str], str]

# Our game, theirs, and what they call a move of ours.
GAMES: Final[dict[str, tuple[Callable[[], Any], str, Name]]] = {
    "hex": (SevenHex, "hex(board_size=7)", lambda move: move),
    "breakthrough": (
        breakthrough,
        "breakthrough(rows=6,columns=6)",
        lambda move: move.replace("-", ""),
    ),
}


class Match:
    """One game in both programs."""

    def __init__(self, name: str) -> None:
        make, theirs, self.named = GAMES[name]
        self.game, self.other = make(), pyspiel.load_game(theirs).new_initial_state()
        self.state = self.game.initial()

    def moves(self) -> dict[str, Any]:
        """Our moves by what they are called there."""
        ours = list(self.game.actions(self.state))
        found = {self.named(self.game.format_action(self.state, a)): a for a in ours}
        assert set(found) == set(map(self._text, self.other.legal_actions()))
        return found

    def theirs(self, action: Any) -> None:
        """Their move, here too."""
        ours = self.moves()[self._text(action)]
        self.state = self.game.result(self.state, ours)
        self.other.apply_action(action)

    def ours(self, action: Any) -> None:
        """Our move, there too."""
        named = {self.moves()[self._text(a)]: a for a in self.other.legal_actions()}
        self.other.apply_action(named[action])
        self.state = self.game.result(self.state, action)

    def winner(self) -> int | None:
        """1, -1 or 0 as one of both has won, or None, and both agree."""
        over = self.game.is_terminal(self.state)
        assert over == self.other.is_terminal()
        if not over:
            return None
        value = self.game.utility(self.state)
        sign = (value > 0) - (value < 0)
        assert sign == self.other.returns()[0]
        return int(sign)

    def _text(self, action: int) -> str:
        return str(self.other.action_to_string(action)).rstrip("*")


def contest(name: str, games: int, seconds: float, flat: bool = False) -> tuple[int, int, int]:
    """Won, drawn and lost by us, with either colour in turn."""
    score, time, moves = [0, 0, 0], [0.0, 0.0], [0, 0]
    ready = Match(name)
    engine_for(ready.game).analyse(ready.state, time=seconds)  # compiled now
    for number in range(games):
        match, colour = Match(name), 1 if number % 2 else -1
        engine = engine_for(match.game)
        other = match.other.get_game()
        theirs = _flat(number) if flat else _bot(other, seconds, number).step
        while (winner := match.winner()) is None:
            mine, began = match.game.to_move(match.state) == colour, perf_counter()
            if mine:
                action = engine.analyse(match.state, time=seconds).action
            else:
                action = theirs(match.other)
            time[mine] += perf_counter() - began
            moves[mine] += 1
            (match.ours if mine else match.theirs)(action)
        score[1 - winner * colour] += 1
        each = [t / m for t, m in zip(time, moves, strict=True)]
        print(f"{name}: {score[0]} won, {score[1]} drawn, {score[2]} lost; seconds a move: "
              f"ours {each[1]:.3f}, theirs {each[0]:.3f}", flush=True)  # fmt: skip
    return score[0], score[1], score[2]


def _bot(game: Any, seconds: float, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(
        game, evaluator, 2.0, 1 << 30, MEMORY, True, seed, False,
        pyspiel.ChildSelectionPolicy.UCT, seconds,
    )  # fmt: skip


def _flat(seed: int) -> Callable[[Any], int]:
    """Of so many random games for each move, the move that wins most of them."""
    dice = random.Random(seed)

    def played(state: Any, player: int) -> float:
        """What a random game is worth to a player."""
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        return float(state.returns()[player])

    def choose(state: Any) -> int:
        player = state.current_player()
        found: dict[int, float] = {
            action: sum(played(state.child(action), player) for _game in range(FLAT))
            for action in state.legal_actions()
        }
        return max(found, key=lambda action: found[action])

    return choose


def speed(seconds: float) -> tuple[float, float, float]:
    """Simulations of connect four by second of processor: theirs, ours beside the search, alone.

    The search that proves what it can takes a part of the time of our analysis.
    """
    other = pyspiel.load_game("connect_four").new_initial_state()
    bot = _bot(other.get_game(), seconds, 0)

    def theirs() -> int:
        return int(bot.mcts_search(other).explore_count)

    def ours(share: int) -> Callable[[], int]:
        engine: Any = engine_for(BareConnect4())
        engine.prepare()  # compiled with all care
        engine._share = share
        return lambda: int(engine.analyse(engine.game.initial(), time=seconds).simulations)

    def rate(count: Callable[[], int]) -> float:
        began = process_time()
        return count() / (process_time() - began)

    return rate(theirs), rate(ours(SHARE)), rate(ours(1 << 40))


def main(name: str, games: int, seconds: float) -> int:
    """How many lines fell short."""
    if name == "speed":
        for _run in range(games):
            theirs, both, alone = speed(seconds)
            print(f"{theirs:,.0f} simulations/s theirs; ours {both / theirs:.1f} times as many, "
                  f"{alone / theirs:.1f} without the search", flush=True)  # fmt: skip
        return 0
    won, drawn, lost = contest(name.removeprefix("flat-"), games, seconds, name.startswith("flat"))
    return int(won < 0.9 * (won + drawn + lost))
