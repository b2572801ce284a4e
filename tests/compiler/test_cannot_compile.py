"""What a user reads whose rule cannot be compiled: which method, which line, what instead."""

from __future__ import annotations

import builtins
import dataclasses
import enum
import inspect
import random
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.compiler.samples import Connect4
from zermelo import search
from zermelo.compiler import CannotCompile, compare, compile, translate
from zermelo.compiler.rules import refusal
from zermelo.compiler.source import syntax_tree
from zermelo.engine.plain import alphabeta
from zermelo.game import MAX, MIN, Game, ZermeloError
from zermelo.tuples import replace


class Pile(NamedTuple):
    """Counters, and who is to move."""

    count: Any
    player: int = MAX


class Colour(enum.Enum):
    """No number."""

    RED = 1


def looked_up(count: int) -> int:
    return {1: 2, 2: 3}.get(count, 0)


class Take(Game[Any, Any]):
    """Take one to three; every class below spoils one rule on the line with its own name."""

    start: Any = 10
    weights = {"one": 1}
    half = Fraction(1, 2)
    ragged = ((1, 2), (3,))
    huge = 1 << 64
    generator = random.Random(1)

    def initial(self) -> Pile:
        return Pile(self.start)

    def to_move(self, state: Any) -> int:
        return int(state.player)

    def actions(self, state: Any) -> Iterable[Any]:
        for count in range(1, 4):
            if count <= state.count:
                yield count

    def result(self, state: Any, action: Any) -> Any:
        return Pile(state.count - action, -state.player)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.count == 0)

    def utility(self, state: Any) -> Any:
        return 1 if state.player == MIN else -1


class Text(Take):
    def evaluate(self, state: Any) -> Any:
        return len(f"{state.count:.3f}")  # Text


class Dictionary(Take):
    def evaluate(self, state: Any) -> Any:
        return self.weights["one"]


class Helper(Take):
    def evaluate(self, state: Any) -> Any:
        return looked_up(state.count)


class HugeNumber(Take):
    def evaluate(self, state: Any) -> Any:
        return state.count & self.huge  # HugeNumber


class HugeLiteral(Take):
    def evaluate(self, state: Any) -> Any:
        return state.count & 0xFFFF_FFFF_FFFF_FFFF  # HugeLiteral


class HugeShift(Take):
    def evaluate(self, state: Any) -> Any:
        return state.count & (1 << 63)  # HugeShift


class Half(Take):
    def evaluate(self, state: Any) -> Any:
        return self.half * state.count  # Half


class Ragged(Take):
    def evaluate(self, state: Any) -> Any:
        return sum(len(row) for row in self.ragged)


class Sorted(Take):
    def actions(self, state: Any) -> Any:
        return sorted(range(1, state.count + 1), reverse=True)


class TwoKinds(Take):
    def evaluate(self, state: Any) -> Any:
        best: Any = 0
        if state.count > 3:
            best = (1, 2)
        return best  # TwoKinds


class Nothing(Take):
    def evaluate(self, state: Any) -> Any:  # Nothing
        if state.count > 3:
            return 1
        return None


class Random(Take):
    def evaluate(self, state: Any) -> Any:
        return random.randrange(state.count)  # Random


class OwnRandom(Take):
    def evaluate(self, state: Any) -> Any:
        return self.generator.random()  # OwnRandom


class Changing(Take):
    def evaluate(self, state: Any) -> Any:
        self.calls = 1  # Changing
        return 0


class Trying(Take):
    def evaluate(self, state: Any) -> Any:
        try:  # Trying
            return 10 // state.count
        except ZeroDivisionError:
            return 0


class Nested(Take):
    def evaluate(self, state: Any) -> Any:
        def twice(count: int) -> int:
            return 2 * count

        return twice(state.count)


class Circle(Take):
    def evaluate(self, state: Any) -> Any:
        return self.here(state.count)

    def here(self, count: int) -> int:  # Circle
        return self.there(count)

    def there(self, count: int) -> int:
        return self.here(count - 1) if count else 0


class Unknown(Take):
    def evaluate(self, state: Any) -> Any:
        return self.nowhere  # type: ignore[attr-defined]  # Unknown


class NoNumber(Take):
    def evaluate(self, state: Any) -> Any:
        return 1 if state.count == Colour.RED else 0


class Fractional(Take):
    def result(self, state: Any, action: Any) -> Any:  # Fractional
        return Pile(state.count / 2, -state.player)


class TwoActions(Take):
    def actions(self, state: Any) -> Any:  # TwoActions
        yield 1
        if state.count > 1:
            yield 0.5


class Flags(Take):
    start = (True, False)

    def actions(self, state: Any) -> Any:
        yield 1

    def is_terminal(self, state: Any) -> bool:
        return bool(state.count[1])

    def result(self, state: Any, action: Any) -> Any:
        return Pile(replace(state.count, action, 7), -state.player)  # Flags


SAYS = {
    Text: "an f-string with more than texts and whole numbers as they are; let actions be",
    HugeNumber: "self.huge is beyond 64 bits; write a board of up to 64 cells with",
    HugeLiteral: "is beyond 64 bits",
    HugeShift: "9223372036854775808 is beyond 64 bits",
    Half: "self.half is a Fraction; use a float",
    TwoKinds: "'best' is once a whole number and once a tuple",
    Nothing: "it returns a text or None; return a number in every case",
    Random: "random.randrange(); rules are pure functions of the state",
    OwnRandom: "self.generator.random(); rules are pure functions",
    Changing: "self.calls = ...; rules never change anything",
    Trying: "try; test the condition before instead",
    Circle: "it calls itself through others; use a loop",
    Unknown: "self.nowhere: there is no such thing",
    Fractional: "it gives a float for a whole number; keep one type",
    TwoActions: "it gives a float for a whole number; keep one type and one length",
    Flags: "a tuple that gets an item of another type than its own",
}


# What people write all the same, and what is none of the errors above.
COMPILED = (Dictionary, Helper, Ragged, Sorted, Nested, NoNumber)


@pytest.mark.parametrize("natural", COMPILED, ids=lambda natural: natural.__name__)
def test_what_is_compiled_though_it_is_no_number(natural: type[Take]) -> None:
    assert compare(natural(), games=3) == []


def line_of(spoiled: type) -> int:
    """The line of this file that carries the name of the class in a comment."""
    source = inspect.getsource(inspect.getmodule(spoiled) or spoiled).splitlines()
    (line,) = (i for i, text in enumerate(source, 1) if text.endswith(f"# {spoiled.__name__}"))
    return line


@pytest.mark.parametrize("spoiled", SAYS, ids=lambda spoiled: spoiled.__name__)
def test_the_message_names_the_place_and_the_remedy(spoiled: type[Take]) -> None:
    message = refusal(spoiled()) or ""
    assert "\n" not in message
    assert SAYS[spoiled] in message
    where = re.search(r"cannot compile (\S+) \(line (\d+) of (\S+)\)", message)
    assert where, message
    assert where[3] == "test_cannot_compile.py"
    assert int(where[2]) == line_of(spoiled), message


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ([1, 2], "'count' of the state is of type list: use a tuple of fixed length"),
        ({1: 2}, "'count' of the state is of type dict: use a tuple of fixed length"),
        (frozenset({1}), "'count' of the state is of type frozenset: use one of whole numbers"),
        ("abc", "'count' of the state is of type str: keep it a text in every state"),
        (1.5, "'count' of the state is of type float: use whole numbers"),
        (None, "'count' of the state is of type NoneType: use whole numbers"),
    ],
)
def test_states_that_are_no_numbers(start: Any, says: str) -> None:
    game = Take()
    game.start = start
    assert says in (refusal(game) or "")


def test_the_textbook_goes_on_working() -> None:
    game = HugeLiteral()
    with pytest.raises(ZermeloError):
        compile(game)
    assert search.alphabeta(game).value == 1


def test_a_mistake_of_the_compiler_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault of the author's, and the textbook lane goes on."""

    def fail(*_arguments: Any) -> None:
        raise TypeError("a row is not iterable")

    monkeypatch.setattr(translate.Translator, "unit", fail)
    told = refusal(Take()) or ""
    assert re.search(r"line \d+ of .*the compiler itself fails there .Type", told)


def test_a_state_that_does_not_fit() -> None:
    game = compile(Connect4())
    with pytest.raises(CannotCompile, match="'own' of the state is beyond 64 bits"):
        alphabeta(game, game.game.initial()._replace(own=1 << 64))


def test_rules_without_a_source() -> None:
    space: dict[str, Any] = {"Take": Take}
    exec("class Typed(Take):\n    def evaluate(self, state):\n        return 1", space)
    with pytest.raises(CannotCompile, match="its source cannot be read; keep it in a file"):
        compile(space["Typed"]())


def test_a_file_that_changed_after_it_was_loaded(tmp_path: Path) -> None:
    text = "def first(a):\n    return a\n\n\ndef rule(state, action):\n    return state + action\n"
    file = tmp_path / "changing.py"
    file.write_text(text, encoding="utf-8")
    space: dict[str, Any] = {}
    exec(builtins.compile(text, str(file), "exec"), space)
    file.write_text(f"import math\n\n\n{text}", encoding="utf-8")
    with pytest.raises(CannotCompile, match="rule: its file has changed since it was loaded"):
        syntax_tree(space["rule"])


def equal_but_for_the_player(self: Any, other: object) -> bool:
    return isinstance(other, tuple) and self.count == other[0]


@pytest.mark.parametrize(
    ("operator", "meaning"),
    [
        ("__eq__", equal_but_for_the_player),
        ("__lt__", lambda self, other: self.count > other.count),
        ("__len__", lambda self: self.count),
        ("__iter__", lambda self: iter((self.count,))),
        ("__bool__", lambda self: self.count > 1),
    ],
)
@pytest.mark.parametrize("written", [Pile, dataclasses.make_dataclass], ids=["tuple", "dataclass"])
def test_an_operator_of_ones_own_is_not_taken_for_that_of_a_tuple(
    operator: str, meaning: Any, written: Any
) -> None:
    if written is Pile:
        kind = type("Heap", (Pile,), {operator: meaning})
    else:
        fields = [("count", int), ("player", int, MAX)]
        kind = written("Heap", fields, frozen=True, namespace={operator: meaning})

    class Own(Take):
        def initial(self) -> Any:
            return kind(10)

        def result(self, state: Any, action: Any) -> Any:
            return kind(state.count - action, -state.player)

    assert f"whose Heap has its own {operator}" in (refusal(Own()) or "")
