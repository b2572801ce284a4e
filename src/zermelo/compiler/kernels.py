"""What kernels are given: the rules of a game as values of fixed types."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.layout import layout
from zermelo.compiler.types import Type
from zermelo.game import Game, MultiplayerGame, provides

NEEDED: Final = ("actions", "result", "is_terminal", "utility", "to_move")
OPTIONAL: Final = (
    "outcomes", "evaluate", "is_quiet", "forcing", "in_check", "null_move", "canonical",
    "order", "bounds", "key", "tier", "uncounted",
)  # fmt: skip
SPARED: Final = (  # for the engine
    "canonical", "order", "is_quiet", "forcing", "in_check", "null_move", "bounds", "key", "tier",
)  # fmt: skip
Words: TypeAlias = Any  # a state, as a kernel is handed it
Number: TypeAlias = Any  # a value for MAX: int or float, whichever the game has


class Rules:
    """The game as a kernel sees it, and its first argument: known when the kernel is compiled.

    It has the rules of the game, and which of the optional ones there are (`has_evaluate`); the
    type of its values (`number`), with a `lowest` and a `highest` that stand for infinity; and
    functions that put states and actions into memory, or into the words of a key.
    """

    def __init__(self, **rules: Any) -> None:
        vars(self).update(rules)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


class Rule:
    """A rule whose result has one type in kernels: a number, a bool, a pair of numbers."""

    def __init__(self, method: Any, result: str, number: type) -> None:
        self.method, self.result, self.number = method, result, number


class Stored:
    """put(address, value), get(address), same(address, value), pack(value), unpack(words).

    `which`: of a "state" or an "action"; `types`: gives the types of the game.
    """

    def __init__(self, what: str, types: Callable[[], Any], which: str) -> None:
        self.what, self.types, self.which = what, types, which

    def fingerprint_parts(self) -> tuple[str, str]:
        """What tells it apart within one game."""
        return self.what, self.which


class Bound:
    """A function of ours with its first argument given."""

    def __init__(self, function: Any, first: Any) -> None:
        self.function, self.first = function, first


def words_of(type: Type) -> int:
    """How many words a value of a type takes in memory."""
    return -(-layout(type)[0] // WORD)


_numbers = itertools.count()


def function_of(source: str, names: dict[str, Any]) -> Any:
    """A function of ours that is made from text, for compiled code."""
    file = f"<kernel {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space: dict[str, Any] = {"__name__": __name__, **names}
    exec(compile(source, file, "exec"), space)
    return space[source.split("(")[0].split()[-1]]


def rules_of(game: Game[Any, Any], number: type) -> dict[str, Any]:
    """The rules of a game for kernels, by name; `number` is the type of its values."""
    several = isinstance(game, MultiplayerGame)
    worth = "" if several else "number"  # a tuple, as it is
    kinds = {
        "is_terminal": "bool", "is_quiet": "bool", "in_check": "bool", "utility": worth,
        "evaluate": worth, "to_move": "int", "order": "int", "key": "int", "tier": "int",
        "bounds": "pair",
    }  # fmt: skip
    found: dict[str, Any] = {"several": several}
    for rule in (*NEEDED, *OPTIONAL):
        given = rule in NEEDED or provides(game, rule)
        if rule in OPTIONAL:
            found[f"has_{rule}"] = given
        if given:
            method = getattr(game, rule)
            found[rule] = Rule(method, kinds[rule], number) if kinds.get(rule) else method
    return found
