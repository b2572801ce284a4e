"""From where to where the numbers in a rule can be, so that few operations need looking after.

Nothing is known of what comes from outside: the state, the action, the arguments. But constants,
truth values, counts, indices of loops, and what `&`, `%`, `>>`, `min` and `max` make of anything
have limits, and so has what is made of those. A variable is whatever it is given anywhere in the
function, in no particular order; one that keeps growing, round after round, has no limits.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Mapping
from typing import Any, Final

from zermelo import bits
from zermelo.compiler.cell_loops import chosen_cells, chosen_numbers
from zermelo.compiler.comparisons import NAMES
from zermelo.compiler.idioms import smaller
from zermelo.compiler.intervals import (
    ANY,
    COUNT,
    LENGTH,
    TRUTH,
    Interval,
    Known,
    Row,
    in_word,
    joined,
    of_operation,
    of_unary,
    of_value,
    row_of,
)
from zermelo.compiler.source import file_of, nodes
from zermelo.compiler.unit import Unit

ROUNDS: Final = 4  # after which what still grows is taken to have no limits

OPERATORS: Final[dict[str, ast.operator]] = {
    "checked_add": ast.Add(),
    "checked_iadd": ast.Add(),
    "checked_sub": ast.Sub(),
    "checked_mul": ast.Mult(),
    "checked_imul": ast.Mult(),
    "checked_lshift": ast.LShift(),
    "checked_rshift": ast.RShift(),
    "checked_floordiv": ast.FloorDiv(),
    "checked_mod": ast.Mod(),
    "checked_pow": ast.Pow(),
}
SIGNS: Final[dict[str, ast.unaryop]] = {
    "checked_neg": ast.USub(),
    "checked_pos": ast.UAdd(),
    "checked_invert": ast.Invert(),
}


class _Nothing:
    """What a variable is before anything was found that it is given."""


NOTHING: Final = _Nothing()
Source = Callable[[], Any]


class Ranges:
    """What is known of the expressions of a function; `bindings` are the names from outside."""

    def __init__(self, tree: ast.FunctionDef, bindings: Mapping[str, Any]) -> None:
        self.bindings = bindings
        self.variables: dict[str, Any] = {}
        self.sources: dict[str, list[Source]] = {}
        self._collect(tree)
        self._settle()

    def of(self, node: ast.expr) -> Known:
        """What is known of an expression."""
        found = self._of(node)
        return None if isinstance(found, _Nothing) else found

    def interval(self, node: ast.expr) -> Interval | None:
        """The same, if it is a number."""
        found = self.of(node)
        return found if isinstance(found, Interval) else None

    def returned(self, tree: ast.FunctionDef) -> Known:
        """What is known of the result of the function."""
        values = [node.value for node in nodes(tree) if isinstance(node, ast.Return)]
        if not values or any(isinstance(node, ast.Yield) for node in nodes(tree)):
            return None
        found = [self.of(value) if value else None for value in values]
        result = found[0]
        for other in found[1:]:
            result = joined(result, other)
        return result

    # --- variables -----------------------------------------------------------------------------

    def _collect(self, tree: ast.FunctionDef) -> None:
        for node in nodes(tree):
            match node:
                case ast.arg(name) | ast.MatchStar(str(name)) | ast.MatchAs(_, str(name)):
                    self._give(name, lambda: None)
                case ast.Assign(targets, value):
                    for target in targets:
                        self._target(target, value)
                case ast.NamedExpr(target, value):
                    self._target(target, value)
                case ast.AugAssign(ast.Name(name), operation, value):
                    whole = ast.BinOp(ast.Name(name, ast.Load()), operation, value)
                    self._give(name, functools.partial(self._of, whole))
                case ast.For(target, items) | ast.comprehension(target, items):
                    self._loop(target, items)
                case ast.withitem(_, ast.expr() as target):
                    self._unknown(target)

    def _give(self, name: str, source: Source) -> None:
        self.sources.setdefault(name, []).append(source)

    def _unknown(self, target: ast.expr) -> None:
        for node in nodes(target):
            if isinstance(node, ast.Name):
                self._give(node.id, lambda: None)

    def _target(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(names), ast.Tuple(values) if len(names) == len(values):
                if any(isinstance(part, ast.Starred) for part in (*names, *values)):
                    self._unknown(target)
                else:
                    for inner, given in zip(names, values, strict=True):
                        self._target(inner, given)
            case _:
                self._from(target, lambda: self._of(value))

    def _from(self, target: ast.expr, source: Source) -> None:
        """A target that gets what a source gives, or items of it."""
        match target:
            case ast.Name(name):
                self._give(name, source)
            case ast.Tuple(names) | ast.List(names):
                plain = not any(isinstance(inner, ast.Starred) for inner in names)
                for place, inner in enumerate(names):
                    part = place if isinstance(target, ast.Tuple) and plain else None
                    self._from(inner, functools.partial(_item_from, source, part))
            case ast.Starred():
                self._unknown(target)

    def _loop(self, target: ast.expr, items: ast.expr) -> None:
        match target, items:
            case ast.Tuple([index, item]), ast.Call(ast.Name(name), [inner], []) if (
                self.bindings.get(name) is enumerate
            ):
                self._from(index, lambda: LENGTH)
                self._loop(item, inner)
            case ast.Tuple([index, item]), ast.Call(ast.Name(name)) if (
                self.bindings.get(name) is chosen_cells
            ):
                self._from(index, lambda: LENGTH)
                self._unknown(item)
            case ast.Tuple(names), ast.Call(ast.Name(name), parts, []) if self.bindings.get(
                name
            ) is zip and len(parts) == len(names):
                for inner, part in zip(names, parts, strict=True):
                    self._loop(inner, part)
            case _:
                self._from(target, lambda: _item_of(self._of(items)))

    def _settle(self) -> None:
        """Goes round until nothing changes."""
        self.variables = dict.fromkeys(self.sources, NOTHING)
        for turn in range(100):
            before = dict(self.variables)
            for name, sources in self.sources.items():
                found: Any = self.variables[name]
                for source in sources:
                    found = _joined(found, source())
                if turn >= ROUNDS and found != before[name]:
                    found = None
                self.variables[name] = found
            if self.variables == before:
                return
        self.variables = dict.fromkeys(self.sources)

    # --- expressions ---------------------------------------------------------------------------

    def _of(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value):
                return of_value(value)
            case ast.Name(name):
                if name in self.sources:
                    return self.variables[name]
                return of_value(self.bindings.get(name))
            case ast.BinOp(left, operation, right):
                return self._operation(operation, left, right)
            case ast.UnaryOp(operation, operand):
                return self._sign(operation, operand)
            case ast.Compare():
                return TRUTH
            case ast.BoolOp(_, values):
                return self._either(values)
            case ast.IfExp(_, then, other):
                return self._either([then, other])
            case ast.NamedExpr(_, value):
                return self._of(value)
            case ast.Tuple(items) if items:
                return self._row(items)
            case ast.Subscript(value, ast.Constant(int(index))):
                return _item_of(self._of(value), index)
            case ast.Subscript(value, index) if not isinstance(index, ast.Slice | ast.Tuple):
                return _item_of(self._of(value))
            case ast.Call(ast.Name(name), arguments):
                return self._call(name, arguments)
            case ast.Call(ast.Attribute(_, "bit_length" | "bit_count")):
                return COUNT
        return None

    def _row(self, items: list[ast.expr]) -> Any:
        found = [self._of(item) for item in items]
        if any(isinstance(item, ast.Starred) for item in items):
            return None
        return NOTHING if any(isinstance(item, _Nothing) for item in found) else row_of(found)

    def _either(self, nodes: list[ast.expr]) -> Any:
        found: Any = NOTHING
        for node in nodes:
            found = _joined(found, self._of(node))
        return None if isinstance(found, _Nothing) else found

    def _operation(self, operation: ast.operator, left: ast.expr, right: ast.expr) -> Any:
        x, y = self._of(left), self._of(right)
        if isinstance(x, _Nothing) or isinstance(y, _Nothing):
            return NOTHING
        found = of_operation(operation, x, y)
        return None if found is None else in_word(found)

    def _sign(self, operation: ast.unaryop, operand: ast.expr) -> Any:
        x = self._of(operand)
        if isinstance(x, _Nothing):
            return NOTHING
        found = of_unary(operation, x)
        return None if found is None else in_word(found)

    def _call(self, name: str, arguments: list[ast.expr]) -> Any:
        if name in OPERATORS:
            return self._operation(OPERATORS[name], *arguments[:2])
        if name in SIGNS:
            return self._sign(SIGNS[name], arguments[0])
        if name == "checked_any_lshift" or name in NAMES.values():
            return TRUTH
        if name == "checked_item":
            return _item_of(self._of(arguments[0]))
        function = self.bindings.get(name)
        if function is range:
            return self._steps([self._of(argument) for argument in arguments])
        if function is chosen_numbers:
            return self._steps([self._of(arguments[-1])])
        if function is len:
            return LENGTH
        if function in (bits.popcount, bits.trailing_zeros):
            return COUNT
        if name in ("checked_int", "checked_round"):  # of a float, of which nothing is known
            return TRUTH if isinstance(arguments[0], ast.Compare) else ANY
        if function is abs or name == "checked_abs" or _is_choice(function):
            which = getattr(function, "where", "")
            return self._choice(which, [self._of(argument) for argument in arguments[:2]])
        if function is bits.shift_right and isinstance(arguments[-1], ast.Constant):
            distance: Any = arguments[-1].value
            return Interval(0, (1 << 64 - distance) - 1) if 0 < distance < 64 else ANY
        if function is bits.signed:
            found = self._of(arguments[0])
            return found if isinstance(found, Interval) else ANY
        return getattr(function, "returns", None)

    def _choice(self, which: str, values: list[Any]) -> Any:
        """min, max or abs."""
        values = values if which else values[:1]
        if any(isinstance(value, _Nothing) for value in values):
            return NOTHING
        if any(isinstance(value, Row) for value in values) or not any(values):
            return None
        given = [value or ANY for value in values]
        if which == "smaller":
            return Interval(min(x.low for x in given), min(x.high for x in given))
        if which == "larger":
            return Interval(max(x.low for x in given), max(x.high for x in given))
        low, high = given[0]
        least = 0 if low <= 0 <= high else min(abs(low), abs(high))
        return in_word(Interval(least, max(abs(low), abs(high))))

    def _steps(self, values: list[Any]) -> Any:
        """The items of a range."""
        if any(isinstance(value, _Nothing) for value in values):
            return NOTHING
        given = [value if isinstance(value, Interval) else ANY for value in values]
        if len(given) == 1:
            return Row(Interval(0, max(0, given[0].high - 1)))
        start, stop = given[:2]
        step = given[2] if len(given) > 2 else Interval(1, 1)
        if step.low > 0:
            return Row(Interval(start.low, max(start.low, stop.high - 1)))
        if step.high < 0:
            return Row(Interval(min(start.high, stop.low + 1), start.high))
        return Row(ANY)


def _is_choice(function: Any) -> bool:
    """Whether it is min or max of two, as a unit."""
    return isinstance(function, Unit) and function.file == file_of(smaller)


def _item_of(value: Any, place: int | None = None) -> Any:
    """What an item is, or that at a place."""
    if isinstance(value, _Nothing):
        return NOTHING
    if not isinstance(value, Row):
        return None
    if place is None or not -len(value.each) <= place < len(value.each):
        return value.item
    return value.each[place]


def _item_from(source: Source, place: int | None) -> Any:
    return _item_of(source(), place)


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, _Nothing):
        return other
    return one if isinstance(other, _Nothing) else joined(one, other)
