"""What kernels are given: the rules of a game as values of fixed types."""

from __future__ import annotations

import itertools
import linecache
from typing import Any, Final

from zermelo.game import Game, provides
from zermelo.llvm.errors import Refusal, Unsupported
from zermelo.llvm.layout import layout, llvm_type
from zermelo.llvm.types import FLOAT, INT, NOTHING, Type
from zermelo.llvm.values import NEVER, Arguments, Value
from zermelo.llvm.walk.calls import call_object
from zermelo.llvm.walk.comparisons import equal, truth
from zermelo.llvm.walk.conversions import make_tuple, narrow, parts, typed_by_member
from zermelo.llvm.walk.numbers import EXACT, as_number, is_number
from zermelo.llvm.walker import Special, Walker

NEEDED: Final = ("actions", "result", "is_terminal", "utility", "to_move")
OPTIONAL: Final = (
    "outcomes", "evaluate", "is_quiet", "canonical", "order", "bounds", "key", "tier",
)  # fmt: skip
WORD: Final = 8


class Rule(Special):
    """A rule whose result has one type in kernels: a number, a bool, a pair of numbers."""

    def __init__(self, method: Any, result: str) -> None:
        self.method, self.result = method, result

    def walk(self, w: Walker, arguments: Arguments, node: Any) -> Value:
        found = w.kept(call_object(w, self.method, arguments, node))
        if found.type is NOTHING:
            return NEVER
        if self.result == "bool":
            return truth(w, found)
        if self.result == "pair":
            pair = narrow(w, found, lambda type: type.kind == "tuple", TypeError)
            if pair.type.kind != "tuple":
                raise Refusal("bounds that are not a pair (low, high)")
            return make_tuple(w, [to_number(w, each, INT) for each in parts(w, pair)])
        return to_number(w, found, FLOAT if self.result == "float" else INT)


def to_number(w: Walker, value: Value, type: Type) -> Value:
    """A number that a rule gives, exactly, or a fault."""

    def one(each: Value) -> Value:
        each = as_number(w, narrow(w, each, lambda t: is_number(Value(t, "")), TypeError))
        if each.type is NOTHING:
            return NEVER
        if type is FLOAT and each.kind == "int":
            moved = w.b.op(f"add i64 {each.operand}, {EXACT}")
            w.fault_if(w.b.op(f"icmp ugt i64 {moved}, {2 * EXACT}"), Unsupported, always=True)
        if type is INT and each.kind == "float":
            from zermelo.llvm.walk.numbers import to_int

            whole = to_int(w, each)
            back = w.convert(whole, FLOAT)
            uneven = w.b.op(f"fcmp une double {back.operand}, {each.operand}")
            w.fault_if(uneven, Unsupported, always=True)
            return whole
        return w.convert(each, type)

    return typed_by_member(w, value, type, one)


class Stored(Special):
    """put(address, value), get(address) and same(address, value) of values of one type."""

    def __init__(self, what: str, of: Any, part: str) -> None:
        self.what, self.of, self.part = what, of, part  # `of.state_type` or `of.action_type`

    def walk(self, w: Walker, arguments: Arguments, node: Any) -> Value:
        type = getattr(self.of, f"{self.part}_type")
        if type is NOTHING:
            return NEVER
        llvm = llvm_type(type)
        place = w.b.op(f"inttoptr i64 {arguments.positional[0].operand} to ptr")
        if self.what == "get":
            return Value(type, w.b.load(llvm, place))
        value = arguments.positional[1]
        if self.what == "same":
            return truth(w, equal(w, Value(type, w.b.load(llvm, place)), value))
        w.b.store(llvm, w.convert(value, type).operand, place)
        return w.constant(None)


class Bound(Special):
    """A function of ours with its first argument given."""

    def __init__(self, function: Any, first: Any) -> None:
        self.function, self.first = function, first

    def walk(self, w: Walker, arguments: Arguments, node: Any) -> Value:
        return w.call_function(self.function, arguments.with_first(w.constant(self.first)))


def words_of(type: Type) -> int:
    """How many words a value of a type takes in memory."""
    return -(-layout(type)[0] // WORD)


_numbers = itertools.count()


def function_of(source: str, names: dict[str, Any]) -> Any:
    """A function of ours that is made from text, for compiled code."""
    file = f"<kernel {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space: dict[str, Any] = dict(names)
    exec(compile(source, file, "exec"), space)
    made = space[source.split("(")[0].split()[-1]]
    made.is_kernel = True
    return made


def rules_of(game: Game[Any, Any], number: str) -> dict[str, Any]:
    """The rules of a game for kernels, by name."""
    kinds = {
        "is_terminal": "bool", "is_quiet": "bool", "utility": number, "evaluate": number,
        "to_move": "int", "order": "int", "key": "int", "tier": "int", "bounds": "pair",
    }  # fmt: skip
    found: dict[str, Any] = {}
    for rule in (*NEEDED, *OPTIONAL):
        given = rule in NEEDED or provides(game, rule)
        if rule in OPTIONAL:
            found[f"has_{rule}"] = given
        if given:
            method = getattr(game, rule)
            found[rule] = Rule(method, kinds[rule]) if rule in kinds else method
    return found
