from __future__ import annotations

import itertools
import random
from typing import Any, NamedTuple

import pytest

from zermelo.board import choice, hit, picture, shape
from zermelo.check import Broken, check_game
from zermelo.game import CHANCE, MAX, MIN, Feature, Game
from zermelo.games.grundy import Grundy
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig


class Left(NamedTuple):
    """What is left on each of two heaps, and who is to move."""

    heaps: tuple[int, int]
    player: int


class Take(Game[Any, Any]):
    """Take 1 from either heap; after a move of MIN, a coin says who moves on. All of it is right.

    Each broken game below changes one thing.
    """

    def initial(self) -> Any:
        return Left((3, 2), MAX)

    def to_move(self, state: Any) -> Any:
        return state.player

    def actions(self, state: Any) -> Any:
        if state.player == CHANCE:
            yield from (MAX, MIN)
        else:
            for heap, left in enumerate(state.heaps):
                if left:
                    yield heap

    def outcomes(self, state: Any) -> Any:
        yield MAX, 2
        yield MIN, 1

    def result(self, state: Any, action: Any) -> Any:
        if state.player == CHANCE:
            return state._replace(player=action)
        heaps = tuple(left - (heap == action) for heap, left in enumerate(state.heaps))
        over = state.player == MAX or heaps == (0, 0)
        return Left((heaps[0], heaps[1]), MIN if over else CHANCE)

    def is_terminal(self, state: Any) -> Any:
        return state.heaps == (0, 0)

    def utility(self, state: Any) -> Any:
        return 1

    def evaluate(self, state: Any) -> Any:
        return 0.5

    def is_quiet(self, state: Any) -> Any:
        return True

    def canonical(self, state: Any) -> Any:
        return state._replace(heaps=(max(state.heaps), min(state.heaps)))

    def order(self, state: Any, action: Any) -> Any:
        return -action

    def bounds(self, state: Any) -> Any:
        return -1, 1

    def key(self, state: Any) -> Any:
        return (state.heaps[0] * 10 + state.heaps[1]) * 3 + state.player

    def format_state(self, state: Any) -> Any:
        return f"{state.heaps[0]},{state.heaps[1]},{state.player}"

    def parse_state(self, text: str) -> Any:
        left, right, player = map(int, text.split(","))
        return Left((left, right), player)

    def format_action(self, state: Any, action: Any) -> Any:
        return str(action)

    def parse_action(self, state: Any, text: str) -> Any:
        return int(text)

    def draw(self, state: Any) -> Any:
        return self.format_state(state)


calls = itertools.count()


def changing(*answers: Any) -> Any:
    """Each answer in its turn."""
    return answers[next(calls) % len(answers)]


def failing(*_: Any) -> Any:
    raise KeyError("no such thing")


def number_of(state: Any) -> int:
    """A key that no other state has."""
    heaps: tuple[int, int] = state.heaps
    return (100 * heaps[0] + heaps[1]) * 3 + int(state.player) + 1


class Box:
    """A state that can be changed, though it can be hashed."""

    def __init__(self) -> None:
        self.left = 3

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.left == other.left

    def __hash__(self) -> int:
        return self.left


def spoil(box: Any, _: Any) -> Any:
    box.left -= 1
    return box


class Countdown(Game[Any, Any]):
    """Nothing but the six methods: count down from 3."""

    def initial(self) -> Any:
        return 3

    def to_move(self, state: Any) -> Any:
        return MAX

    def actions(self, state: Any) -> Any:
        return [1]

    def result(self, state: Any, action: Any) -> Any:
        return state - action

    def is_terminal(self, state: Any) -> Any:
        if state < 1:
            raise AssertionError
        return state == 1

    def utility(self, state: Any) -> Any:
        return 1


def broken_game(base: type[Game[Any, Any]], methods: dict[str, Any]) -> Game[Any, Any]:
    game = type("Broken", (base,), methods)()
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize(
    ("rule", "methods"),
    [
        ("initial always answers the same", {"initial": lambda g: Left((3, changing(1, 2)), MAX)}),
        ("initial raises no error", {"initial": failing}),
        ("states are hashable", {"initial": lambda g: Left([3, 2], MAX)}),  # type: ignore[arg-type]
        ("to_move is MAX, MIN or CHANCE", {"to_move": lambda g, s: 2}),
        ("to_move is MAX, MIN or CHANCE", {"to_move": lambda g, s: True}),
        ("to_move raises no error", {"to_move": failing}),
        ("is_terminal is True or False", {"is_terminal": lambda g, s: int(s.heaps == (0, 0))}),
        ("is_terminal raises no error", {"is_terminal": failing}),
        ("a state that is not terminal has actions", {"actions": lambda g, s: []}),
        ("a terminal state has no actions", {"is_terminal": lambda g, s: sum(s.heaps) < 3}),
        ("actions are hashable", {"actions": lambda g, s: [[]]}),
        ("actions are distinct", {"actions": lambda g, s: [0, 1, 1]}),
        ("actions always answers the same", {"actions": lambda g, s: changing([0, 1], [1, 0])}),
        ("actions raises no error", {"actions": failing}),
        ("actions raises no error", {"actions": lambda g, s: None}),
        ("result accepts every legal action", {"result": failing}),
        (
            "result always answers the same",
            {"result": lambda g, s, a: Left((changing(0, 1), 0), MIN)},
        ),
        ("utility is a number", {"utility": lambda g, s: "won"}),
        ("utility is a number", {"utility": lambda g, s: True}),
        ("utility is a number", {"utility": lambda g, s: float("nan")}),
        ("utility always answers the same", {"utility": lambda g, s: changing(0, 1)}),
        ("utility stays within bounds", {"utility": lambda g, s: 2}),
        ("utility raises no error", {"utility": failing}),
        ("bounds are a low and a high number", {"bounds": lambda g, s: (1, -1)}),
        ("bounds are a low and a high number", {"bounds": lambda g, s: (None, None)}),
        ("bounds gives an answer of the right kind", {"bounds": lambda g, s: 1}),
        (
            "bounds hold the value",
            {"bounds": lambda g, s: (-1, 0) if sum(s.heaps) == 1 else (-1, 1)},
        ),
        ("bounds raises no error", {"bounds": failing}),
        ("outcomes are given where CHANCE moves", {"outcomes": Game.outcomes}),
        ("outcomes have positive whole weights", {"outcomes": lambda g, s: [(MAX, 0), (MIN, 1)]}),
        ("outcomes have positive whole weights", {"outcomes": lambda g, s: [(MAX, 0.5)]}),
        ("outcomes and actions are the same", {"outcomes": lambda g, s: [(MAX, 1)]}),
        ("outcomes gives an answer of the right kind", {"outcomes": lambda g, s: [MAX, MIN]}),
        ("outcomes raises no error", {"outcomes": failing}),
        ("evaluate is a number", {"evaluate": lambda g, s: None}),
        ("evaluate stays within bounds", {"evaluate": lambda g, s: 1.5}),
        ("evaluate raises no error", {"evaluate": failing}),
        ("features add up to evaluate", {"features": lambda g, s: [Feature("heaps", 7)]}),
        (
            "features are of the type Feature, with numbers for count and weight",
            {"features": lambda g, s: [("heaps", 1)]},
        ),
        ("features raises no error", {"features": failing}),
        (
            "locate raises no error",
            {
                "evaluate": lambda g, s: 0,
                "features": lambda g, s: [Feature("heaps", 0, where=(("a1",),))],
                "locate": failing,
            },
        ),
        ("is_quiet is True or False", {"is_quiet": lambda g, s: 1}),
        ("is_quiet raises no error", {"is_quiet": failing}),
        ("order is a whole number", {"order": lambda g, s, a: 0.5}),
        ("order raises no error", {"order": failing}),
        (
            "canonical of canonical is the same",
            {"canonical": lambda g, s: s._replace(heaps=s.heaps[::-1])},
        ),
        (
            "canonical keeps whether the game is over",
            {"canonical": lambda g, s: s._replace(heaps=(0, 0))},
        ),
        ("canonical keeps the player", {"canonical": lambda g, s: s._replace(player=MAX)}),
        (
            "canonical keeps the number of actions",
            {"canonical": lambda g, s: s._replace(heaps=(sum(s.heaps), 0))},
        ),
        ("canonical raises no error", {"canonical": failing}),
        ("key is a whole number", {"key": lambda g, s: "key"}),
        ("key differs for different states", {"key": lambda g, s: sum(s.heaps)}),
        ("key raises no error", {"key": failing}),
        (
            "from_key gives back the state of a key",
            {"key": lambda g, s: number_of(s), "from_key": lambda g, key: g.initial()},
        ),
        ("from_key raises no error", {"key": lambda g, s: number_of(s), "from_key": failing}),
        ("format_state is one line of text", {"format_state": lambda g, s: "two\nlines"}),
        ("format_state is one line of text", {"format_state": lambda g, s: 1}),
        ("format_state raises no error", {"format_state": failing}),
        (
            "parse_state reads what format_state writes",
            {"parse_state": lambda g, t: Left((3, 2), MAX)},
        ),
        ("parse_state raises no error", {"parse_state": failing}),
        ("format_action is a text without spaces", {"format_action": lambda g, s, a: f"take {a}"}),
        ("format_action is a text without spaces", {"format_action": lambda g, s, a: a}),
        ("format_action tells the actions apart", {"format_action": lambda g, s, a: "0"}),
        ("format_action raises no error", {"format_action": failing}),
        (
            "parse_action reads what format_action writes",
            {"parse_action": lambda g, s, t: 1 - int(t)},
        ),
        ("parse_action raises no error", {"parse_action": failing}),
        ("parse_action reads what notate writes", {"notate": lambda g, s, a: "1"}),
        ("notate raises no error", {"notate": failing}),
        ("draw gives a text", {"draw": lambda g, s: None}),
        ("draw raises no error", {"draw": failing}),
        ("draw_svg gives a picture, <svg ...>", {"draw_svg": lambda g, s, a=None: "a picture"}),
        (
            "draw_svg makes only legal moves clickable, each a whole one (data-action)",
            {"draw_svg": lambda g, s, a=None: picture(9, 9, "b1", choice("b1", hit(0, 0, 9, 9)))},
        ),
        ("draw_svg raises no error", {"draw_svg": lambda g, s, a=None: shape("rect", "pink")}),
        ("the game has all six rules", {"utility": Game.utility}),
        ("the game has all six rules", {"result": Game.result}),
    ],
)
def test_a_broken_rule_is_named(rule: str, methods: dict[str, Any]) -> None:
    found = check_game(broken_game(Take, methods), games=20, max_plies=20)
    assert rule in [broken.rule for broken in found]
    for broken in found:
        assert "\n" not in str(broken)


@pytest.mark.parametrize(
    "method", ["evaluate", "is_quiet", "order", "key", "draw", "utility", "bounds", "parse_state"]
)
def test_nothing_else_is_accused(method: str) -> None:
    found = check_game(broken_game(Take, {method: failing}))
    assert [broken.rule for broken in found] == [f"{method} raises no error"]


def test_a_state_that_a_method_changes() -> None:
    def initial(_: Any) -> Any:
        return Box()

    def is_terminal(_: Any, box: Any) -> bool:
        return bool(box.left == 0)

    changes = {"initial": initial, "is_terminal": is_terminal}
    game = broken_game(Countdown, {**changes, "result": lambda g, b, a: spoil(b, a)})
    assert "result leaves the state as it was" in [broken.rule for broken in check_game(game)]
    game = broken_game(Countdown, {**changes, "to_move": lambda g, b: spoil(b, 0) and MAX})
    assert "to_move leaves the state as it was" in [broken.rule for broken in check_game(game)]


def test_a_canonical_form_that_changes_the_value() -> None:
    class Path(Countdown):
        """Three times left or right; the first of them decides who wins."""

        def initial(self) -> Any:
            return ()

        def actions(self, state: Any) -> Any:
            return [-1, 1] if len(state) < 3 else []

        def result(self, state: Any, action: Any) -> Any:
            return (*state, action)

        def is_terminal(self, state: Any) -> Any:
            return len(state) == 3

        def utility(self, state: Any) -> Any:
            return state[0]

        def canonical(self, state: Any) -> Any:
            return tuple(abs(step) for step in state)

    (broken,) = check_game(Path())
    assert broken == Broken("canonical keeps the value", "(-1,)", "(1,) for it: 1 instead of -1")

    class Mended(Path):
        def canonical(self, state: Any) -> Any:
            return (*state[:1], *(abs(step) for step in state[1:]))

    assert check_game(Mended()) == []


def test_a_game_may_refuse_to_answer_where_nobody_may_ask() -> None:
    def actions(_: Any, state: Any) -> list[int]:
        if state == 1:
            raise ValueError("the game is over")
        return [1]

    assert check_game(broken_game(Countdown, {"actions": actions})) == []


def test_each_rule_is_reported_once_with_the_first_state_and_the_error() -> None:
    game = broken_game(Take, {"evaluate": failing})
    detail = (
        f"line {failing.__code__.co_firstlineno + 1} of test_rules.py: KeyError: 'no such thing'"
    )
    assert check_game(game) == [Broken("evaluate raises no error", "3,2,1", detail)]
    assert str(check_game(game)[0]) == f"evaluate raises no error: not at 3,2,1 ({detail})"


def test_an_error_is_told_at_the_author_s_line_wherever_it_was_raised() -> None:
    def choose(game: Any, state: Any) -> Any:
        return random.choice([])

    (broken,) = check_game(broken_game(Take, {"evaluate": choose}))
    line = choose.__code__.co_firstlineno + 1
    assert broken.detail.startswith(f"line {line} of test_rules.py: IndexError")


def test_an_endless_game_is_left() -> None:
    endless = {"actions": lambda g, s: [1], "is_terminal": lambda g, s: False}
    assert check_game(broken_game(Countdown, endless), games=2, max_plies=30) == []


def test_the_same_seed_finds_the_same() -> None:
    game = broken_game(Take, {"key": lambda g, s: sum(s.heaps), "evaluate": lambda g, s: 7})
    assert check_game(game, seed=5) == check_game(game, seed=5) != []


@pytest.mark.parametrize(
    "game",
    [
        Take(),
        Nim(),
        Nim((3, 5, 7), misere=False, win=1),
        Nim((0, 1)),
        Nim((2, 2, 1, 1, 3)),
        Grundy(),
        Grundy(1),
        Grundy(17),
        Pig(10),
        Pig(1, 2),
        pytest.param(Pig(25, 20), marks=pytest.mark.long),
    ],
)
def test_a_game_that_keeps_the_rules_is_clean(game: Game[Any, Any]) -> None:
    assert check_game(game) == []
