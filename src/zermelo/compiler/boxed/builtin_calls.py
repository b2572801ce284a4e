"""Python's own functions in boxed rules."""

from __future__ import annotations

import ast
import collections
import math
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, NOTHING, boxed, word
from zermelo.compiler.boxed.folds import Folds
from zermelo.compiler.boxed.intrinsics import LIBRARY
from zermelo.compiler.boxed.objects import (
    COUNTER,
    DEFAULT_DICT,
    FALSE,
    FROZENSET,
    SET,
    TRUE,
)


class BuiltinCalls(Folds):
    """What translates calls of Python's own functions; each is handed the call."""

    @abstractmethod
    def is_instance(self, node: ast.AST, value: ast.expr, kind: Any) -> ast.expr:
        """Whether a value is of a class, as a condition of words."""

    def simple(self, node: ast.Call, function: str) -> ast.expr:
        """A function of one argument."""
        return self.run(function, self.value(self.only(node, 1)[0]))

    def call_len(self, node: ast.Call) -> ast.expr:
        """`len(x)`."""
        return self.simple(node, "size")

    def call_list(self, node: ast.Call) -> ast.expr:
        """`list(x)`."""
        if not self.only(node, 0, 1):
            return self.run("new_list", word(0))
        return self.listed(node.args[0])

    def call_tuple(self, node: ast.Call) -> ast.expr:
        """`tuple(x)`."""
        if not self.only(node, 0, 1):
            return self.constant(node, ())
        only = node.args[0]
        if isinstance(only, ast.GeneratorExp):
            return self.run("tuple_from", self.comprehension(only))
        if self.prepared_kind(only) == "items":
            return self.run("tuple_from", self.value(only))
        return self.run("tuple_from", self.listed(only))

    def prepared_kind(self, node: ast.expr) -> str:
        """Whether something is a loop that makes its items as it goes."""
        match node:
            case ast.Call(function) if self.static(function) in (zip, enumerate, reversed, range):
                return "loop"
        return "items"

    def call_set(self, node: ast.Call, kind: int = SET) -> ast.expr:
        """`set(x)`, or a frozenset."""
        if not self.only(node, 0, 1):
            return self.run("new_set", word(kind))
        only = node.args[0]
        if self.prepared_kind(only) == "items" and not isinstance(only, ast.GeneratorExp):
            return self.run("set_from", self.value(only), word(kind))
        return self.run("set_from", self.listed(only), word(kind))

    def call_frozenset(self, node: ast.Call) -> ast.expr:
        """`frozenset(x)`."""
        return self.call_set(node, FROZENSET)

    def call_dict(self, node: ast.Call) -> ast.expr:
        """`dict(x, key=value)`."""
        made = self.run("new_dict", word(0))
        if len(node.args) > 1:
            raise self.unknown(node)
        for only in node.args:
            given = self.value(only) if self.prepared_kind(only) == "items" else self.listed(only)
            self.do("dict_update", made, given)
        for keyword in node.keywords:
            if keyword.arg is None:
                self.do("dict_update", made, self.value(keyword.value))
            else:
                self.do("dict_put", made, self.texts(keyword.arg), self.value(keyword.value))
        return made

    def call_fromkeys(self, node: ast.Call) -> ast.expr:
        """`dict.fromkeys(keys, value)`."""
        keys, *value = self.only(node, 1, 2)
        items = self.run("items_of", self.value(keys))
        return self.run("dict_fromkeys", items, self.value(value[0]) if value else NOTHING)

    def call_hash(self, node: ast.Call) -> ast.expr:
        """`hash(x)`."""
        own = self.scope.function.__name__ == "__hash__"
        return self.simple(node, "hash_wrapped" if own else "hash_boxed")

    def call_range(self, node: ast.Call) -> ast.expr:
        """`range(first, end, step)`."""
        given = [self.value(each) for each in self.only(node, 1, 2, 3)]
        first = [boxed(0)] if len(given) == 1 else []
        last = [boxed(1)] if len(given) < 3 else []
        return self.run("new_range", *first, *given, *last)

    def call_int(self, node: ast.Call) -> ast.expr:
        """`int(x)`, `int(text, base)`."""
        if not self.only(node, 0, 1, 2):
            return boxed(0)
        if len(node.args) == 2:
            return self.run("int_in_base", *map(self.value, node.args))
        return self.simple(node, "int_of_any")

    def call_float(self, node: ast.Call) -> ast.expr:
        """`float(x)`."""
        text = self.static(self.only(node, 1)[0])
        if isinstance(text, str):
            return self.constant(node, float(text))
        return self.simple(node, "float_from")

    def call_round(self, node: ast.Call) -> ast.expr:
        """`round(x)`, `round(x, digits)`."""
        given = list(node.args)
        match node.keywords:
            case [ast.keyword("ndigits", digits)]:
                given.append(digits)
            case [_, *_]:
                raise self.unknown(node)
        values = [self.value(each) for each in self.only(ast.Call(node.func, given, []), 1, 2)]
        return self.run("rounded_to" if values[1:] else "rounded", *values)

    def call_complex(self, node: ast.Call) -> ast.expr:
        """`complex(x, y)`."""
        names = ["real", "imag"]
        match node:
            case ast.Call(_, [ast.Starred(items)], []):
                return self.run("complex_from", self.value(items))
        if len(node.args) > 2 or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.unknown(node)
        given = {names[i]: self.value(each) for i, each in enumerate(node.args)}
        for keyword in node.keywords:
            if keyword.arg not in names or keyword.arg in given:
                raise self.unknown(node)
            given[keyword.arg] = self.value(keyword.value)
        return self.run("complex_of", *(given.get(each, word(0)) for each in names))

    def call_str(self, node: ast.Call) -> ast.expr:
        """`str(x)`."""
        return self.simple(node, "text_of_any") if node.args else self.texts("")

    def call_format(self, node: ast.Call) -> ast.expr:
        """`format(x, form)`."""
        value, *form = [self.temp(self.value(each)) for each in self.only(node, 1, 2)]
        return self.formed(value, form[0] if form else None)

    def in_base(self, node: ast.Call, form: str) -> ast.expr:
        """`hex(n)` or `oct(n)`."""
        number = self.run("index_word", self.value(self.only(node, 1)[0]))
        return self.formed(number, self.texts(form))

    def call_bool(self, node: ast.Call) -> ast.expr:
        """`bool(x)`."""
        if not self.only(node, 0, 1):
            return word(FALSE)
        return self.temp(ast.IfExp(self.test(node.args[0]), word(TRUE), word(FALSE)))

    def call_isinstance(self, node: ast.Call) -> ast.expr:
        """`isinstance(x, kind)`."""
        value, kind = self.only(node, 2)
        known = self.static(kind)
        parts = _parts(kind)
        if len(parts) > 1:
            known = tuple(self.static(each) for each in parts)
        if known is DYNAMIC:
            raise self.unknown(node)
        test = self.is_instance(node, self.value(value), known)
        return self.temp(ast.IfExp(test, word(TRUE), word(FALSE)))

    def call_getattr(self, node: ast.Call) -> ast.expr:
        """`getattr(x, name, default)`."""
        given = self.only(node, 2, 3)
        text = self.static(given[1])
        if isinstance(text, str) and len(given) == 2:
            return self.value(ast.copy_location(ast.Attribute(given[0], text, ast.Load()), node))
        owner, key = self.value(given[0]), self.value(given[1])
        default = self.value(given[2]) if given[2:] else word(0)
        return self.run(self.world.attribute_by_text(), owner, key, default)

    def call_divmod(self, node: ast.Call) -> ast.expr:
        """`divmod(a, b)`."""
        a, b = (self.temp(self.value(each)) for each in self.only(node, 2))
        return self.items([self.run("floordiv", a, b), self.run("modulo", a, b)])

    def call_pow(self, node: ast.Call) -> ast.expr:
        """`pow(a, b)`."""
        return self.run("power", *map(self.value, self.only(node, 2)))

    def call_defaultdict(self, node: ast.Call) -> ast.expr:
        """`defaultdict(maker)`."""
        made = self.run("new_dict", word(0))
        maker = self.only(node, 0, 1)
        default = self.world.default_maker(self, maker[0] if maker else None)
        self.do("dict_becomes", made, word(DEFAULT_DICT), default)
        return made

    def call_counter(self, node: ast.Call) -> ast.expr:
        """`Counter(items)`."""
        made = self.run("new_dict", word(0))
        self.do("dict_becomes", made, word(COUNTER), NOTHING)
        if self.only(node, 0, 1):
            items = node.args[0]
            if not isinstance(items, ast.GeneratorExp) and self.prepared_kind(items) == "items":
                self.do("dict_count_all", made, self.value(items))
            else:
                self.turn_over(items, lambda item: self.do("dict_count", made, item))
        return made

    def call_deque(self, node: ast.Call) -> ast.expr:
        """`deque(items)`."""
        if not self.only(node, 0, 1):
            return self.run("deque_from", self.run("new_list", word(0)))
        return self.run("deque_from", self.listed(node.args[0]))


def _parts(kind: ast.expr) -> list[ast.expr]:
    """The classes of `(A, B)`, or of `A | B`."""
    match kind:
        case ast.Tuple(parts):
            return [each for part in parts for each in _parts(part)]
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_parts(left), *_parts(right)]
    return [kind]


def _one(function: str) -> Callable[..., Any]:
    """A function of one argument, by the name of the function of words."""
    return lambda calls, node: calls.simple(node, function)


BUILTINS: Final[dict[Any, Callable[..., Any]]] = {
    any: BuiltinCalls.call_any,
    all: BuiltinCalls.call_all,
    sum: BuiltinCalls.call_sum,
    min: BuiltinCalls.call_min,
    max: BuiltinCalls.call_max,
    sorted: BuiltinCalls.call_sorted,
    len: BuiltinCalls.call_len,
    list: BuiltinCalls.call_list,
    tuple: BuiltinCalls.call_tuple,
    set: BuiltinCalls.call_set,
    frozenset: BuiltinCalls.call_frozenset,
    dict: BuiltinCalls.call_dict,
    range: BuiltinCalls.call_range,
    int: BuiltinCalls.call_int,
    str: BuiltinCalls.call_str,
    bool: BuiltinCalls.call_bool,
    format: BuiltinCalls.call_format,
    hex: lambda calls, node: calls.in_base(node, "#x"),
    oct: lambda calls, node: calls.in_base(node, "#o"),
    next: BuiltinCalls.call_next,
    isinstance: BuiltinCalls.call_isinstance,
    getattr: BuiltinCalls.call_getattr,
    divmod: BuiltinCalls.call_divmod,
    pow: BuiltinCalls.call_pow,
    type: lambda calls, node: calls.simple(node, calls.world.type_of()),
    dict.fromkeys: BuiltinCalls.call_fromkeys,
    collections.defaultdict: BuiltinCalls.call_defaultdict,
    collections.Counter: BuiltinCalls.call_counter,
    collections.deque: BuiltinCalls.call_deque,
    abs: _one("absolute"),
    float: BuiltinCalls.call_float,
    complex: BuiltinCalls.call_complex,
    repr: _one("repr_of_any"),
    round: BuiltinCalls.call_round,
    ord: _one("text_ord"),
    chr: _one("text_chr"),
    math.floor: _one("floor_of"),
    math.ceil: _one("ceiling_of"),
    math.trunc: _one("int_from"),
    math.sqrt: _one("root_of"),
    hash: BuiltinCalls.call_hash,
    **{getattr(math, each): _one(f"{each}_of") for each in LIBRARY},
}
