"""What a user reads whose rule cannot be compiled: which method, which line, what instead."""

from __future__ import annotations

import builtins
import enum
import inspect
import os
import random
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.compiler.compiled import compile_function
from tests.compiler.samples import Connect4
from zermelo import search
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.native.code import object_code
from zermelo.compiler.rules import compile
from zermelo.compiler.walker import Walker
from zermelo.engine.lanes import compare
from zermelo.engine.plain import alphabeta
from zermelo.game import MAX, MIN, Game, ZermeloError
from zermelo.tuples import replace


def refusal(game: Game[Any, Any]) -> str:
    """Why a game is not compiled; nothing where it is."""
    try:
        compile(game)
    except CannotCompile as error:
        return str(error)
    return ""


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


class Format(Take):
    def evaluate(self, state: Any) -> Any:
        return len("%d" % state.count)  # noqa: UP031  # Format


class Complex(Take):
    def evaluate(self, state: Any) -> Any:
        return (1j * state.count).imag  # Complex


class Context(Take):
    def evaluate(self, state: Any) -> Any:
        with open(__file__) as file:  # noqa: PTH123  # Context
            return len(file.read())


class Global(Take):
    def evaluate(self, state: Any) -> Any:
        global CALLS  # Global
        CALLS += 1
        return CALLS


class Printing(Take):
    def evaluate(self, state: Any) -> Any:
        print(state)  # Printing
        return 0


class Importing(Take):
    def evaluate(self, state: Any) -> Any:
        import math  # Importing

        return math.gcd(state.count, 6)


CALLS = 0
HUGE = "an integer beyond 64 bits; keep integers below 2**63"
SAYS = {
    Text: "a format in an f-string; write it in format_state or format_action",
    HugeNumber: HUGE,
    HugeLiteral: HUGE,
    Half: "the class Fraction; use integers or floats",
    Random: "random.randrange; rules are pure functions: dice",
    OwnRandom: "random.random; rules are pure functions: dice",
    Changing: "an assignment to an attribute of the game; ke",
    Unknown: "Unknown has no nowhere",
    Format: "% of a string; use an f-string",
    Complex: "a complex literal; use tuples of integers",
    Context: "open; rules see the state alone: read it in __init__",
    Global: "global; pass the value as an argument",
    Printing: "print; leave it out of the rules",
    Importing: "import inside a function; import at the top of the module",
}
# What people write, and what only seems to be an error of these.
COMPILED = (
    *(Dictionary, Helper, Ragged, Sorted, Nested, NoNumber, HugeShift, Trying, Circle),
    *(TwoActions, Flags),
)


@pytest.mark.parametrize("natural", COMPILED, ids=lambda natural: natural.__name__)
def test_what_is_compiled_though_it_is_no_number(natural: type[Take]) -> None:
    assert compare(natural(), games=3) == []


@pytest.mark.parametrize("wrong", [TwoKinds, Nothing], ids=lambda wrong: wrong.__name__)
def test_what_is_no_number_in_the_end_is_left_to_python(wrong: type[Take]) -> None:
    (found,) = compare(wrong(), games=3)
    assert "something that machine code cannot do" in found.detail


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
    where = re.match(r"cannot compile (\S+) \(line (\d+) of (\S+)\): ", message)
    assert where, message
    assert where[1] == f"{spoiled.__name__}.evaluate"
    assert where[3] == "test_refusals.py"
    assert int(where[2]) == line_of(spoiled), message


def test_the_textbook_goes_on_working() -> None:
    game = HugeLiteral()
    with pytest.raises(ZermeloError):
        compile(game)
    assert search.alphabeta(game).value == 1


def test_a_state_that_does_not_fit() -> None:
    game = compile(Connect4())
    with pytest.raises(CannotCompile):
        alphabeta(game, game.game.initial()._replace(own=1 << 64))


def test_rules_without_a_source() -> None:
    space: dict[str, Any] = {"Take": Take}
    exec("class Typed(Take):\n    def evaluate(self, state):\n        return 1", space)
    says = r"Typed.evaluate \(line 2 of <string>\): its source text cannot be found; define it in"
    with pytest.raises(CannotCompile, match=says):
        compile(space["Typed"]())


FIRST = "def first(a):\n    return a\n\n\ndef rule(a, b):\n    return a + b\n"


@pytest.mark.parametrize(
    "later",
    [
        f"import math\n\n\n{FIRST}",
        FIRST.replace("a + b", "a - b"),
        FIRST.replace("a + b", "a + b + 1"),
        FIRST.replace("def rule(a, b)", "def other(a, b)"),
        FIRST.replace("return a + b", "return a +"),
        "",
    ],
)
def test_a_file_that_changed_after_it_was_loaded(tmp_path: Path, later: str) -> None:
    file = tmp_path / "changing.py"
    file.write_text(FIRST, encoding="utf-8")
    space: dict[str, Any] = {}
    exec(builtins.compile(FIRST, str(file), "exec"), space)
    file.write_text(later, encoding="utf-8")
    says = r"rule \(line 5 of changing.py\): its source text (has changed|cannot be found)"
    with pytest.raises(CannotCompile, match=says):
        compile_function(space["rule"], (1, 2))
    file.write_text(f"{FIRST}# nothing else\n", encoding="utf-8")
    os.utime(file, (1, 1))
    assert compile_function(space["rule"], (1, 2))(3, 4) == 7


def test_a_file_that_is_loaded_again(tmp_path: Path) -> None:
    file = tmp_path / "again.py"
    for number in (1, 2):
        text = FIRST.replace("a + b", f"a + b * {number}")
        file.write_text(text, encoding="utf-8")
        os.utime(file, (number, number))
        space: dict[str, Any] = {}
        exec(builtins.compile(text, str(file), "exec"), space)
        assert compile_function(space["rule"], (1, 2))(3, 4) == 3 + 4 * number


def test_a_mistake_of_the_compiler_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, with the place and where to report it; the game runs in Python."""
    monkeypatch.setattr(Walker, "store_variable", lambda *given: [][0])
    said = r"\(line \d+ of .*\): a mistake of Zermelo's: IndexError .*; report it"
    with pytest.raises(CannotCompile, match=said):
        compile_function(looked_up, (1,))
    with pytest.raises(CannotCompile, match=r"a mistake of Zermelo's: RuntimeError LLVM IR"):
        object_code("define i64 @f() { nonsense }")
