"""Fingerprints of games change with what rules depend on, and are the same in every process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests.compiler.natural import CASES
from zermelo.compiler.errors import Beyond64Bits
from zermelo.compiler.native.pickles import dumps, loads
from zermelo.compiler.program import Site
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.state_layout import Layout
from zermelo.fingerprint import fingerprint
from zermelo.games import Connect4, Nim, Othello

HELPERS = """
MOST = 3
unused = object()

def most(left):
    return min(MOST, left)

def other():
    return 1
"""
GAME = """
import enum, functools, random
from dataclasses import dataclass, field
from typing import NamedTuple
import helpers
from helpers import most
from zermelo.game import MAX, MIN, Game

PRIZES = {"small": 1, "large": 5}
NAMES = frozenset({"a", "b", "c", ("d", 2)})

class Colour(enum.Enum):
    RED = 1
    BLUE = 2

@dataclass(frozen=True)
class Step:
    count: int
    colour: Colour = Colour.RED
    tags: list = field(default_factory=list)

class Colourful:
    pass

class State(NamedTuple):
    left: int
    player: int

def limit(highest):
    def inside(count):
        return count <= highest
    return inside

class Base(Game):
    few = limit(9)

    def helper(self, state):
        return state.left == 0

    @functools.cached_property
    def prize(self):
        return PRIZES["large"]

    def to_move(self, state):
        return state.player

class Take(Base):
    def __init__(self, start=9):
        self.start, self.me = start, self

    def initial(self):
        return State(self.start, MAX)

    def actions(self, state, step=1):
        for count in range(1, most(state.left) + 1, step):
            yield Step(count)

    def result(self, state, action):
        return State(state.left - action.count, -state.player)

    def is_terminal(self, state):
        return self.helper(state) or state.left in NAMES

    def utility(self, state):
        return helpers.other() * self.prize if state.player == MIN else -self.prize
"""


@pytest.fixture(autouse=True)
def _modules() -> Iterator[None]:
    yield
    for name in ("helpers", "author"):
        sys.modules.pop(name, None)


def module(name: str, text: str) -> Any:
    found = types.ModuleType(name)
    sys.modules[name] = found
    exec(compile(text, f"/author/{name}.py", "exec"), vars(found))
    return found


def take(old: str = "", new: str = "") -> Any:
    """The game, with one text of either file replaced."""
    assert old in HELPERS + GAME
    module("helpers", HELPERS.replace(old, new) if old else HELPERS)
    return module("author", GAME.replace(old, new) if old else GAME).Take()


def digest(value: Any) -> str:
    found = fingerprint(value)
    assert found is not None
    return found.digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("state.left - action.count", "state.left - 2 * action.count"),  # a rule
        ("return min(MOST, left)", "return min(MOST, left, 2)"),  # a function of another module
        ("MOST = 3", "MOST = 4"),  # its constant
        ("return 1\n", "return 2\n"),  # a function that is asked of its module
        ('"large": 5', '"large": 6'),  # inside a global
        ('"small": 1, "large": 5', '"large": 5, "small": 1'),  # its order
        ('"small": 1', '"small": True'),
        ('"small": 1', '"small": 1.0'),
        ('("d", 2)', '("d", 3)'),
        ("start=9", "start=8"),  # a default, and so a parameter of the game
        ("step=1", "step=2"),
        ("(Base):", "(Base, Colourful):"),  # a base class
        ("return state.left == 0", "return state.left <= 0"),  # a method reached by `self` alone
        ("limit(9)", "limit(8)"),  # a value in a closure
        ("BLUE = 2", "BLUE = 3"),  # of an enum
        ("RED = 1", "GREEN = 0; RED = 1"),
        ("Colour = Colour.RED", "Colour = Colour.BLUE"),  # a default of a dataclass
        ("frozen=True", "frozen=True, order=True"),
        ("player: int", "player: bool"),
        ("left: int\n    player: int", "player: int\n    left: int"),
        ("import enum,", "\nimport enum,"),  # faults name lines
    ],
)
def test_what_rules_depend_on_has_another_digest(old: str, new: str) -> None:
    before = digest(take())
    assert digest(take()) == before
    assert digest(take(old, new)) != before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("MOST = 3", "MOST = 3  # a note"),
        ("unused = object()", "unused = 7"),
        ("yield Step(count)", "yield Step(count)  # a note"),
    ],
)
def test_what_does_not_matter(old: str, new: str) -> None:
    assert digest(take()) == digest(take(old, new))


def test_parameters_and_what_was_changed_later() -> None:
    game = take()
    before = digest(game)
    assert digest(type(game)(8)) != before == digest(type(game)(9))
    sys.modules["helpers"].MOST = 7  # type: ignore[attr-defined]
    assert digest(game) != before
    sys.modules["helpers"].MOST = 3  # type: ignore[attr-defined]
    assert digest(game) == before
    assert digest(game) == digest(game)
    assert len({digest(Connect4()), digest(Connect4(5, 4)), digest(Nim())}) == 3


def test_plain_values_are_told_apart() -> None:
    loop: list[Any] = [1]
    loop.append(loop)
    values: list[Any] = [
        1, True, 1.0, 0.0, -0.0, 1 + 0j, "1", b"1", None, (), (1,), ((1,),), [1], [True], loop,
        [1, [1]], {1}, frozenset({1}), {1: 2}, {1: 2, 2: 1}, {2: 1, 1: 2}, range(3), range(4),
        deque([1]), deque([1], 3), re.compile("a"), re.compile("a", re.I),
        Fraction(1, 2), Fraction(1, 3), partial(max, 1), partial(max, 2),
        len, max, int, str, Fraction, "a\0b", ("a", "b"), sys, os, print, [].__class__, "".join,
    ]  # fmt: skip
    assert len({digest(value) for value in values}) == len(values)
    assert digest({"a", "b", "c"}) == digest({"c", "b", "a"})
    assert digest({8, 0}) != digest({0, 8})  # CPython's order, which rules can see


def test_what_nobody_can_tell_has_no_fingerprint() -> None:
    import threading

    game = take()
    game.lock = threading.Lock()
    assert fingerprint(game) is None
    assert fingerprint(iter([1])) is not None  # by its copy
    assert fingerprint(sys.stdout) is None
    assert fingerprint(type("Mine", (deque,), {})([1])) is None  # written in C, in part
    assert fingerprint(type("Mine", (), {"__slots__": ("here",)})()) is not None
    lost = "\n    def draw(self, state):\n        import nobody_has_this\n"
    assert fingerprint(module("author", GAME + lost).Take()) is None
    found = lost.replace("nobody_has_this", "colorsys")
    assert fingerprint(module("author", GAME + found).Take()) is not None


def test_what_is_given_is_not_read() -> None:
    game, other = take(), take("state.left - action", "state.left - 2 * action")
    assert digest([game.result, game]) != digest([other.result, other])
    found = [fingerprint([each.result, each, 7], (each,)) for each in (game, other)]
    assert found[0] == found[1] != fingerprint([game.actions, game, 7], (game,))
    assert found[0] != fingerprint([game.result, game, 8], (game,))
    strange = types.MethodType(lambda me: 1, game)
    assert fingerprint(strange, (game,)) != fingerprint(game.result, (game,))


def test_classes_that_were_met() -> None:
    found = fingerprint(take())
    assert found is not None
    names = [cls.__name__ for cls in found.classes if cls.__module__ == "author"]
    assert sorted(names) == ["Base", "Colour", "State", "Step", "Take"]


# --- other processes -----------------------------------------------------------------------------

GAMES: dict[str, Any] = {each.file: each for each in CASES}
SCRIPT = """
import pickle, sys
from tests.test_fingerprint import game_named, again
for name, (digest, content, states, words) in pickle.load(open(sys.argv[1], "rb")).items():
    again(game_named(name), digest, content, states, words)
"""


def game_named(name: str) -> Any:
    ours: dict[str, Any] = {"connect four": Connect4, "othello": Othello}
    return ours[name]() if name in ours else GAMES[name].game


def again(game: Any, digest: str, content: bytes, states: bytes, words: Any) -> None:
    """In another process: the same fingerprint, and the layout that was written is the same."""
    found = fingerprint(game)
    assert found is not None
    assert found.digest == digest, game
    layout, action, number = loads(content, found.classes)
    assert isinstance(layout, Layout)
    assert isinstance(action, Layout)
    assert number in (int, float)
    values = loads(states, found.classes)
    assert values[0] == game.initial()
    for state, expected in zip(values, words, strict=True):
        assert layout.value(iter(layout.words(state))) == state
        if layout.part is not None:
            assert layout.part.words(state) == expected


def test_types_and_layouts_in_another_process(tmp_path: Path) -> None:
    import pickle

    whole = {}
    for name in (*GAMES, "connect four", "othello"):
        game = game_named(name)
        found, initial = fingerprint(game), game.initial()
        assert found is not None
        compiled = CompiledGame(game)
        content = dumps((compiled.state, compiled.action, compiled.number), found.classes)
        states = [initial, *compiled.seen.states[:40:2]]
        written = dumps(states, found.classes)
        part = compiled.state.part
        words = [None if part is None else part.words(state) for state in states]
        assert content is not None, name
        assert written is not None, name
        again(game, found.digest, content, written, words)
        whole[name] = found.digest, content, written, words
    (tmp_path / "all").write_bytes(pickle.dumps(whole))
    root = Path(__file__).parents[1]
    source = f"{Path(zermelo.__file__).parents[1]}{os.pathsep}{root}"
    environment = os.environ | {"PYTHONPATH": source, "PYTHONHASHSEED": "17"}
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "all")]
    subprocess.run(command, check=True, env=environment, cwd=tmp_path)


class Loud(ValueError):
    pass


def test_records_of_programs() -> None:
    class Quiet(KeyError):
        pass

    sites = [Site("Take.result", "take.py", 7)]
    exceptions = [Beyond64Bits, IndexError, zermelo.ZermeloError, Loud, Quiet]
    content = dumps((exceptions, sites), [Loud])
    assert content is not None
    found, (site,) = loads(content, [Loud])
    assert found[:4] == exceptions[:4]
    assert (found[4].__name__, issubclass(found[4], KeyError)) == ("Quiet", True)
    assert vars(site) == vars(sites[0])
    assert loads(content, []) is None
    assert loads(content[:-5], [Loud]) is None
    assert loads(b"", []) is None
    for unknown in (lambda: 0, Path, Fraction(1, 2), test_records_of_programs, os):
        assert dumps([unknown], []) is None
