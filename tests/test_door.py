"""An author's first mistakes are told in one line, wherever the game is used first."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo as z
from zermelo.door import ATTRIBUTES, reserved
from zermelo.game import Game, MultiplayerGame
from zermelo.language import _, speaking
from zermelo.match import algorithm_player, engine_player, random_player
from zermelo.search import minimax
from zermelo.solver import values

USES: list[Callable[[Any], Any]] = [
    z.best_move,
    lambda game: list(z.analyse(game)),
    z.solve,
    lambda game: z.perft(game, 2),
    z.search.alphabeta,
    z.search.table,
    z.engine_for,
    values,
    lambda game: z.play_match(game, random_player(), random_player()),
]


class Coins(z.Game[Any, Any]):
    """Take one or two; who takes the last one wins. All of it is right."""

    def initial(self) -> Any:
        return 5, 1

    def to_move(self, state: Any) -> Any:
        return state[1]

    def actions(self, state: Any) -> Any:
        return range(1, min(2, state[0]) + 1)

    def result(self, state: Any, action: Any) -> Any:
        return state[0] - action, -state[1]

    def is_terminal(self, state: Any) -> Any:
        return bool(state[0] == 0)

    def utility(self, state: Any) -> Any:
        return int(-state[1])


def told(use: Callable[[Any], Any], game: Any) -> str:
    """What is said where the game is used, in one line."""
    with pytest.raises(z.ZermeloError) as caught:
        use(game)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- a class in place of a game ----------------------------------------------------------------


@pytest.mark.parametrize("use", [*USES, z.check_game, z.search.maxn])
def test_a_class_is_no_game(use: Callable[[Any], Any]) -> None:
    assert told(use, Coins) == "Coins is a class, not a game: write Coins()"
    assert "derive its class from zermelo.Game" in told(use, "coins")


@dataclass
class Written(Coins):
    """A class of games that Python cannot hash, as dataclasses are."""

    most: int = 2


@pytest.mark.parametrize("use", [*USES, z.check_game])
def test_a_game_may_be_a_dataclass(use: Callable[[Any], Any]) -> None:
    use(Written())


def test_the_engine_plays_a_dataclass() -> None:
    z.play_match(Written(), engine_player(depth=2), engine_player(depth=2))


# --- states that can change --------------------------------------------------------------------


@dataclass
class Pile:
    coins: int
    player: int

    def __getitem__(self, place: int) -> int:
        return (self.coins, self.player)[place]


def with_states(
    make: Callable[[int, int], Any], first: Callable[[int, int], Any]
) -> Game[Any, Any]:
    class Mine(Coins):
        def initial(self) -> Any:
            return first(5, 1)

        def result(self, state: Any, action: Any) -> Any:
            return make(state[0] - action, -state[1])

    return Mine()


STATES: dict[str, Callable[[int, int], Any]] = {
    "list": lambda *state: [*state],
    "dict": lambda *state: dict(enumerate(state)),
    "Pile": Pile,
    "set": lambda *state: (*state, {1}),
    "numpy.ndarray": lambda *state: np.array(state),
    "numpy.int64": lambda *state: tuple(np.array(state)),
    "bytearray": lambda *state: (*state, (0, bytearray(2))),
}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("rule", ["initial", "result"])
def test_states_that_can_change_are_told_to_be_tuples(name: str, rule: str) -> None:
    make = STATES[name]
    game = with_states(make, make if rule == "initial" else lambda *state: state)
    for use in USES:
        line = told(use, game)
        assert f"{rule}: a state never changes" in line
        assert f"use tuples or frozen dataclasses, not {name}" in line
        assert ("frozenset(d.items()) holds the same" in line) is (name == "dict")
    found = [str(broken) for broken in z.check_game(game)]
    assert not [line for line in found if "truth value" in line or "unhashable" in line]
    if rule == "initial" or name != "numpy.int64":
        assert any(f"not {name}" in line for line in found)


@pytest.mark.parametrize("use", [z.best_move, z.solve, z.search.alphabeta])
def test_a_state_that_is_given_is_told_the_same(use: Callable[..., Any]) -> None:
    for state in ([5, 1], np.array([5, 1])):
        with pytest.raises(z.ZermeloError, match="state: a state never changes"):
            use(Coins(), state)


def test_an_action_that_can_change_is_told_to_be_a_tuple() -> None:
    class Lists(Coins):
        def actions(self, state: Any) -> Any:
            return [[take] for take in super().actions(state)]

    for use in USES:
        assert "actions: an action never changes: give tuples, not [" in told(use, Lists())


# --- players with other numbers -----------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2), (2, 1), ("x", "o")])
def test_players_with_other_numbers_are_told_theirs(first: Any, second: Any) -> None:
    class Mine(Coins):
        def to_move(self, state: Any) -> Any:
            return first if state[1] == 1 else second

    wrong = second if (first, second) == (1, 2) else first
    for use in USES:
        line = told(use, Mine())
        assert f"not {wrong!r}; 0 is CHANCE, the dice: the players are MAX (1) and MIN (-1)" in line
    (broken,) = z.check_game(Mine())
    assert "0 is CHANCE, the dice: the players are MAX (1) and MIN (-1)" in str(broken)


# --- names that are taken -----------------------------------------------------------------------


def method(code: str) -> type[Game[Any, Any]]:
    """Coins with one more method, or an attribute."""
    space: dict[str, Any] = {}
    exec(f"class Mine(Coins):\n    {code}", {"Coins": Coins}, space)
    kind: type[Game[Any, Any]] = space["Mine"]
    return kind


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("name", "def name(self): return 'coins'"),
        ("name", "name = 5"),
        ("has_chance", "def has_chance(self): return True"),
        ("repetition", "def repetition(self, state): return False"),
        ("compilable", "def compilable(self): return False"),
        ("order(state, action)", "def order(self, state): return 'first'"),
        ("order(state, action)", "order = ('first', 'second')"),
        ("order(state, action)", "def __init__(self): self.order = ['first', 'second']"),
        ("order(state, action)", "def order(self, state, action): return 'first'"),
        ("key(state)", "def key(self, pile): return 'AB'[pile]"),
        ("key(state)", "key = 5"),
        ("key(state)", "def key(self): return 5"),
        ("outcome(state)", "def outcome(self): return 'MAX wins'"),
        ("bounds(state)", "bounds = (-1, 1)"),
        ("tier(state)", "def tier(self, state): return 'high'"),
        ("draw(state)", "def draw(self): print('a draw')"),
        ("draw(state)", "def __init__(self): self.draw = False"),
        ("draw(state)", "def draw(self, state): print(state)"),
        ("draw_svg(state, last)", "def draw_svg(self, state): return '<svg></svg>'"),
        ("features(state)", "features = ['coins']"),
        ("evaluate(state)", "def evaluate(self, state, depth): return 0"),
        ("repeated(mover)", "def repeated(self): return False"),
        ("locate(place)", "def locate(self, row, column): return 0, 0"),
        ("is_quiet(state)", "is_quiet = True"),
        ("actions(state)", "actions = [1, 2]"),
    ],
)
def test_a_name_that_means_something_else_is_recognised(name: str, code: str) -> None:
    game, words = method(code)(), f"`{name}` is Zermelo's. "
    for use in USES:
        assert words in told(use, game)
    found = z.check_game(game)
    assert any(words in str(broken) for broken in found)
    assert all(broken.grave for broken in found[:1]) or "draw" in name


def test_an_outcome_that_is_a_text_is_recognised() -> None:
    """Nobody asks for it before the game is over; the checker gets there first."""
    game = method("def outcome(self, state): return 'MAX wins'")()
    words = "`outcome(state)` is Zermelo's. Who has won at a terminal state: MAX, MIN, or 0"
    assert any(words in str(broken) for broken in z.check_game(game))
    for use in (z.best_move, z.solve, USES[-1]):
        assert words in told(use, game)
    player = algorithm_player(minimax)
    assert words in told(lambda game: z.play_match(game, player, player), game)


@pytest.mark.parametrize(
    "code",
    [
        "name = 'my coins'",
        "def __init__(self): self.name = 'my coins'",
        "has_chance = False",
        "order = Coins.order",
        "def draw_svg(self, state, last=None, size=1): return '<svg viewBox=\"0 0 1 1\"></svg>'",
        "key = staticmethod(lambda state: state[0] * 2 + (state[1] == 1))",
        "def order(self, *given): return 0",
        "def outcome(self, state): return -state[1]",
    ],
)
def test_what_means_the_same_is_taken(code: str) -> None:
    game = method(code)()
    assert z.check_game(game) == []
    assert z.search.table(game).value == 1
    assert game.name == ("my coins" if "my coins" in code else "mine")


def test_several_players_have_a_class_of_their_own() -> None:
    game = method("players = ('red', 'green', 'blue')")()
    for use in (*USES, z.check_game):
        assert "mine: players names 3: derive its class from zermelo.MultiplayerGame" in told(
            use, game
        )


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_the_page_lists_every_name(language: str) -> None:
    """The tutorial says of each name what `zermelo.Game` says of it."""
    ending = "" if language == "en" else f".{language}"
    page = Path(__file__).parents[1] / "docs" / f"tutorial{ending}.md"
    listed = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page.read_text(encoding="utf-8"), re.M))
    assert set(listed) == {*reserved(Game), *reserved(MultiplayerGame)}
    with speaking(language):
        for name, what in listed.items():
            doc = inspect.getdoc(getattr(Game, name, MultiplayerGame)) or ""
            assert what == _(ATTRIBUTES.get(name) or doc.partition("\n")[0]), name
