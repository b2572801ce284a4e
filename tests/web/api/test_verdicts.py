"""Every value beside a move is the exact one, or marked as an estimate: in 500 positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.long import some
from tests.web.api.test_analysis import analyse, parts, why
from tests.web.browser import Browser, events_of
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games import Connect4, make_game
from zermelo.search.finding import MoveValue
from zermelo.solver import values
from zermelo.web.workers.tasks.verdicts import WINNERS, verdict

# The game, its parameters, and how many of its positions.
SMALL = [
    ("tictactoe", {}, 150),
    ("tictactoe", {"misere": True}, 60),
    ("mnk", {"columns": 4, "rows": 3, "in_row": 3}, 60),
    ("nim", {"rows": [4, 3, 2]}, 80),
    ("grundy", {"n": 12}, 60),
    ("connect4", {"width": 4, "height": 3}, 60),
    ("pig", {"goal": 8}, 30),
]
assert sum(count for _game, _parameters, count in SMALL) == 500
# Every run has a tenth of those of four games.
FEW = [(name, parameters, count // 10) for name, parameters, count in SMALL[::2]]


def positions(game: Game[Any, Any], count: int) -> Iterator[tuple[list[str], Any]]:
    """So many different positions in which a player is to move, and the moves that lead there."""
    dice, seen = random.Random(3), set[Any]()
    while len(seen) < count:
        state, moves = game.initial(), list[str]()
        while not game.is_terminal(state):
            if game.to_move(state) != CHANCE and state not in seen and dice.random() < 0.4:
                seen.add(state)
                yield moves, state
                if len(seen) == count:
                    return
            chance = game.to_move(state) == CHANCE
            actions = [a for a, _w in game.outcomes(state)] if chance else list(game.actions(state))
            action = dice.choice(actions)
            moves = [*moves, game.format_action(state, action)]
            state = game.result(state, action)


class Distances:
    """The slow, obvious twin: plies to the end, a win as soon and a loss as late as can be."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.known: dict[Any, int] = {}
        self.values = values(game)

    def of(self, state: Any) -> int:
        if state not in self.known:
            self.known[state] = 0 if self.game.is_terminal(state) else self._of(state)
        return self.known[state]

    def _of(self, state: Any) -> int:
        game, best = self.game, self.values[state]
        children = [game.result(state, action) for action in game.actions(state)]
        plies = [1 + self.of(child) for child in children if self.values[child] == best]
        return min(plies) if best * game.to_move(state) > 0 else max(plies)


@pytest.mark.parametrize(("name", "parameters", "count"), some([*FEW, *SMALL], len(FEW)), ids=str)
def test_every_value_beside_a_move_is_exact_or_an_estimate(
    browser: Browser, name: str, parameters: dict[str, Any], count: int
) -> None:
    texts = {
        key: ",".join(map(str, value)) if isinstance(value, list) else str(value).lower()
        for key, value in parameters.items()
    }
    game = make_game(name, **texts)
    exact = Distances(game)
    certain, seconds = 0, 0.2 if game.has_chance else 5
    for number, (moves, state) in enumerate(positions(game, count)):
        body = {"game": name, "parameters": parameters, "moves": moves}
        depth = 1 + number % 3 if number % 2 else None  # shallow ones have much to guess
        *_before, last = parts(analyse(browser, **body, time=seconds, depth=depth), "iteration")
        assert {each["move"] for each in last["moves"]} == {
            game.format_action(state, action) for action in game.actions(state)
        }
        for each in (*last["moves"], *last["lines"]):
            child = game.result(state, game.parse_action(state, each["move"]))
            certain += each["proven"]
            check(game, exact, child, each)
        if depth is None and not game.has_chance:  # to the end: then all of it is known
            for each in last["moves"]:
                assert (each["distance"] is None) == (each["winner"] == "nobody")
        if last["proven"]:
            assert last["value"] == pytest.approx(float(exact.values[state]), abs=1e-9)
    assert certain > (0 if game.has_chance else count)


def check(game: Game[Any, Any], exact: Distances, child: Any, told: dict[str, Any]) -> None:
    """What is told of a move that leads to a state."""
    if not told["proven"]:
        assert told["winner"] is told["distance"] is None
        return
    value = exact.values[child]
    assert told["value"] == pytest.approx(float(value), abs=1e-9)
    if not game.has_chance:
        winner = {1: "MAX", 0: "nobody", -1: "MIN"}[(value > 0) - (value < 0)]
        assert told["winner"] == winner
        if told["distance"] is not None:
            assert told["distance"] == 1 + exact.of(child)
        assert told["distance"] is None or winner != "nobody"


@pytest.mark.parametrize(
    ("moves", "move", "distance"),
    [("4433", "2", 3), ("44335", "2", 2), ("443355", "2", 1), ("1142424", "2", 4)],
)
def test_the_plies_of_connect_four_are_those_of_the_line(
    moves: str, move: str, distance: int
) -> None:
    """Both sides play on until the value comes true; no line is made before the seventh disc."""
    game = Connect4()
    state = game.initial()
    for text in moves:
        state = game.result(state, game.parse_action(state, text))
    end = state.moves + distance
    side = MAX if end % 2 else MIN
    worth = MoveValue(game.parse_action(state, move), side * game.worth(end), True)
    assert verdict(game, state, worth) == (WINNERS[side], distance)


@pytest.mark.parametrize(
    ("name", "parameters", "moves"),
    [
        ("connect4", {"width": 5, "height": 4}, "5354521"),
        ("connect4", {"width": 5, "height": 4}, "53333142"),
        ("mnk", {"columns": 5, "rows": 4, "in_row": 4}, "d2 d1 b2 e3 c3"),
    ],
    ids=str,
)
def test_a_line_is_as_long_as_its_verdict_says(
    browser: Browser, name: str, parameters: dict[str, Any], moves: str
) -> None:
    game = make_game(name, **{key: str(value) for key, value in parameters.items()})
    start = game.initial()
    for text in game.split_moves(moves):
        start = game.result(start, game.parse_action(start, text))
    body = {"game": name, "parameters": parameters, "moves": moves}
    found = parts(analyse(browser, **body, time=20), "iteration")
    lines = [line for each in found for line in each["lines"] if line["distance"] is not None]
    told = why(browser, **body, move=found[-1]["lines"][-1]["move"])
    lines += [each for each in (told["best"], told["played"]) if each["distance"] is not None]
    assert len(lines) > 2
    for line in lines:
        state = start
        for text in line["line"]:
            state = game.result(state, game.parse_action(state, text))
        assert len(line["line"]) == line["distance"], line
        assert game.is_terminal(state)
        assert game.utility(state) == line["value"]


def test_moves_that_are_equal_are_said_to_be(browser: Browser) -> None:
    for moves, said in (
        ("", "All moves are equally good, "),
        ("b2 b1", "is one of the 6 best moves for X: X wins in 5 plies."),
        ("a1", "b2 is the best move for O: a draw."),
        ("b2 b1 c1 a2", "is the best move"),
    ):
        (words,) = why(browser, game="tictactoe", moves=moves)["words"]
        assert said in words
    (words,) = why(browser, game="tictactoe", move="b1")["words"]
    assert words.startswith("All moves are equally good, b1 too: a draw.")


def test_in_a_lost_position_every_move_is_said_to_lose(browser: Browser) -> None:
    body = {"game": "tictactoe", "moves": "b2 b1 c1"}  # MIN to move
    last = parts(analyse(browser, **body), "iteration")[-1]
    assert {each["winner"] for each in last["moves"]} == {"MAX"}
    longest = max(each["distance"] for each in last["moves"])
    assert last["distance"] == longest == 4
    page = why(browser, **body)
    assert page["best"]["distance"] == longest
    assert page["words"][0].startswith("Every move loses. a3 holds out longest: X wins in 4 pl")
    sooner = why(browser, **body, move="a1")
    assert sooner["words"][0].startswith("a1 loses sooner than need be: X wins in 2 plies.")
    assert sooner["words"][1].startswith("Better is a3: X wins in 4 plies.")


@pytest.mark.parametrize(("moves", "winner"), [("a1 b1 a2 b2 a3", "MAX"), ("a1", None)])
def test_who_has_won_is_told_at_the_end(browser: Browser, moves: str, winner: str | None) -> None:
    body = {"game": "tictactoe", "moves": moves}
    assert browser.post("/api/positions", json=body).json()["winner"] == winner


def test_an_engine_is_made_ready_before_it_is_asked(browser: Browser) -> None:
    response = browser.post("/api/prepare", json={"game": "tictactoe"})
    name, data = events_of(response.text)[-1]
    assert (name, data) == ("end", {"lane": "compiled"})
