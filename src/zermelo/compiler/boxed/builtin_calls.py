"""Python's own functions in boxed rules."""

from __future__ import annotations

import ast
import collections
import math
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, M, NOTHING, boxed, call, name, raw, word
from zermelo.compiler.boxed.expressions import Expressions
from zermelo.compiler.boxed.machine import LIBRARY
from zermelo.compiler.boxed.objects import (
    COUNTER,
    DEFAULT_DICT,
    FALSE,
    FROZENSET,
    SET,
    STOP_ITERATION,
    TRUE,
    VALUE_ERROR,
)


class BuiltinCalls(Expressions):
    """What translates calls of Python's own functions; each is handed the call."""

    def applier(self, function: ast.expr) -> Callable[[list[ast.expr]], ast.expr]:
        raise NotImplementedError

    def is_instance(self, node: ast.AST, value: ast.expr, kind: Any) -> ast.expr:
        raise NotImplementedError

    def only(self, node: ast.Call, *counts: int) -> list[ast.expr]:
        """The arguments, of which there are so many."""
        if len(node.args) not in counts or node.keywords:
            raise self.unknown(node)
        if any(isinstance(each, ast.Starred) for each in node.args):
            raise self.unknown(node)
        return node.args

    def simple(self, node: ast.Call, function: str) -> ast.expr:
        """A function of one argument."""
        return self.run(function, self.value(self.only(node, 1)[0]))

    def turn_over(self, node: ast.expr, body: Callable[[ast.expr], None], stop: str = "") -> None:
        """Goes through something that is handed over, without making a list of it."""
        if isinstance(node, ast.GeneratorExp):
            self.each(node.generators, lambda: body(self.value(node.elt)), stop)
            return
        step = self.stepper(self.prepared(node))

        def turn() -> None:
            found = step()
            body(self.joined(found) if isinstance(found, list) else found)
            if stop:
                self.emit(ast.If(raw(name(stop), ast.Eq, word(0)), [ast.Pass()], [ast.Break()]))

        self.loop(turn)

    def listed(self, node: ast.expr) -> ast.expr:
        """A new list of what is handed over."""
        if isinstance(node, ast.GeneratorExp):
            return self.comprehension(node)
        how, given, _more = items = self.prepared(node)
        if how == "items" and not isinstance(node, ast.Call):
            return self.run("list_from", given[0])
        made = self.run("new_list", word(0))
        step = self.stepper(items)

        def turn() -> None:
            found = step()
            self.do("append", made, self.joined(found) if isinstance(found, list) else found)

        self.loop(turn)
        return made

    # --- each function -----------------------------------------------------------------------------

    def call_any(self, node: ast.Call, wanted: bool = True) -> ast.expr:
        """`any`, or `all` where what is wanted is something false."""
        stop = self.new_name("stop")
        self.put(stop, word(0))

        def body(item: ast.expr) -> None:
            found = raw(self.temp(call("is_true", M, item)), ast.NotEq, word(0))
            test: ast.expr = found if wanted else ast.UnaryOp(ast.Not(), found)
            self.emit(ast.If(test, [_put(stop, 1)], []))

        only = self.only(node, 1)[0]
        if isinstance(only, ast.GeneratorExp):

            def tested() -> None:
                test = self.test(only.elt)
                test = test if wanted else ast.UnaryOp(ast.Not(), test)
                self.emit(ast.If(test, [_put(stop, 1)], []))

            self.each(only.generators, tested, stop)
        else:
            self.turn_over(only, body, stop)
        results = (TRUE, FALSE) if wanted else (FALSE, TRUE)
        test = raw(name(stop), ast.NotEq, word(0))
        return self.temp(ast.IfExp(test, word(results[0]), word(results[1])))

    def call_all(self, node: ast.Call) -> ast.expr:
        return self.call_any(node, wanted=False)

    def call_sum(self, node: ast.Call) -> ast.expr:
        total = self.new_name("v")
        start = node.args[1] if len(node.args) == 2 else None
        for keyword in node.keywords:
            start = keyword.value
        self.put(total, self.value(start) if start else boxed(0))
        if not 1 <= len(node.args) <= 2:
            raise self.unknown(node)
        self.turn_over(
            node.args[0], lambda item: self.put(total, call("add", M, name(total), item))
        )
        return name(total)

    def call_min(self, node: ast.Call, most: bool = False) -> ast.expr:
        best, rank = self.new_name("v"), self.new_name("v")
        self.put(best, word(0))
        self.put(rank, word(0))
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        key = self.applier(options["key"]) if "key" in options else None
        if isinstance(options.get("key"), ast.Constant):
            key = None

        def body(item: ast.expr) -> None:
            item = self.temp(item)
            own = self.temp(key([item]) if key else item)

            def take() -> None:
                self.put(best, item)
                self.put(rank, own)

            def compare() -> None:
                pair = (name(rank), own) if most else (own, name(rank))
                better = raw(self.run("less", *pair), ast.Eq, word(TRUE))
                self.when(better, take)

            self.when(raw(name(best), ast.Eq, word(0)), take, compare)

        if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            self.turn_over(node.args[0], body)
        elif len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            self.turn_over(node.args[0].value, body)
        else:
            if any(isinstance(each, ast.Starred) for each in node.args):
                self.turn_over(ast.List(node.args, ast.Load()), body)
            else:
                for value in [self.temp(self.value(each)) for each in node.args]:
                    body(value)
        default = options.get("default")

        def missing() -> None:
            if default is None:
                self.raises(VALUE_ERROR)
            else:
                self.put(best, self.value(default))

        self.when(raw(name(best), ast.Eq, word(0)), missing)
        return name(best)

    def call_max(self, node: ast.Call) -> ast.expr:
        return self.call_min(node, most=True)

    def sort_keys(self, node: ast.Call, items: ast.expr) -> tuple[ast.expr, ast.expr]:
        """The keys by which a list is sorted, and whether from the end."""
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        if options.keys() - {"key", "reverse"}:
            raise self.unknown(node)
        keys: ast.expr = NOTHING
        if "key" in options and not isinstance(options["key"], ast.Constant):
            key = self.applier(options["key"])
            keys = self.run("new_list", word(0))
            step = self.stepper(("items", [items], None))
            self.loop(lambda: self.do("append", keys, key([step()])))
        turned: ast.expr = word(0)
        if "reverse" in options:
            turned = self.temp(call("is_true", M, self.value(options["reverse"])))
        return keys, turned

    def call_sorted(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1:
            raise self.unknown(node)
        items = self.listed(node.args[0])
        keys, turned = self.sort_keys(node, items)
        self.do("sort_list", items, keys, turned)
        return items

    def call_len(self, node: ast.Call) -> ast.expr:
        return self.simple(node, "size")

    def call_list(self, node: ast.Call) -> ast.expr:
        if not self.only(node, 0, 1):
            return self.run("new_list", word(0))
        return self.listed(node.args[0])

    def call_tuple(self, node: ast.Call) -> ast.expr:
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
        if not self.only(node, 0, 1):
            return self.run("new_set", word(kind))
        only = node.args[0]
        if self.prepared_kind(only) == "items" and not isinstance(only, ast.GeneratorExp):
            return self.run("set_from", self.value(only), word(kind))
        return self.run("set_from", self.listed(only), word(kind))

    def call_frozenset(self, node: ast.Call) -> ast.expr:
        return self.call_set(node, FROZENSET)

    def call_dict(self, node: ast.Call) -> ast.expr:
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
        keys, *value = self.only(node, 1, 2)
        items = self.run("items_of", self.value(keys))
        return self.run("dict_fromkeys", items, self.value(value[0]) if value else NOTHING)

    def call_range(self, node: ast.Call) -> ast.expr:
        given = [self.value(each) for each in self.only(node, 1, 2, 3)]
        first = [boxed(0)] if len(given) == 1 else []
        last = [boxed(1)] if len(given) < 3 else []
        return self.run("new_range", *first, *given, *last)

    def call_int(self, node: ast.Call) -> ast.expr:
        if not self.only(node, 0, 1, 2):
            return boxed(0)
        if len(node.args) == 2:
            return self.run("int_in_base", *map(self.value, node.args))
        return self.simple(node, "int_of_any")

    def call_float(self, node: ast.Call) -> ast.expr:
        text = self.static(self.only(node, 1)[0])
        if isinstance(text, str):
            return self.constant(node, float(text))
        return self.simple(node, "float_from")

    def call_str(self, node: ast.Call) -> ast.expr:
        return self.simple(node, "text_of_any") if node.args else self.texts("")

    def call_bool(self, node: ast.Call) -> ast.expr:
        if not self.only(node, 0, 1):
            return word(FALSE)
        return self.temp(ast.IfExp(self.test(node.args[0]), word(TRUE), word(FALSE)))

    def call_next(self, node: ast.Call) -> ast.expr:
        """The first item of a generator that is made there."""
        given = self.only(node, 1, 2)
        items = given[0]
        match items:
            case ast.Call(function, [inner], []) if self.static(function) is iter:
                items = inner
            case ast.GeneratorExp():
                pass
            case _:
                default = self.value(given[1]) if given[1:] else word(0)
                return self.run("next_of", self.value(items), default)
        stop, found = self.new_name("stop"), self.new_name("v")
        self.put(stop, word(0))
        self.put(found, word(0))

        def body(item: ast.expr) -> None:
            self.put(found, item)
            self.put(stop, word(1))

        self.turn_over(items, body, stop)

        def missing() -> None:
            if given[1:]:
                self.put(found, self.value(given[1]))
            else:
                self.raises(STOP_ITERATION)

        self.when(raw(name(stop), ast.Eq, word(0)), missing)
        return name(found)

    def call_isinstance(self, node: ast.Call) -> ast.expr:
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
        given = self.only(node, 2, 3)
        text = self.static(given[1])
        if isinstance(text, str) and len(given) == 2:
            return self.value(ast.copy_location(ast.Attribute(given[0], text, ast.Load()), node))
        owner, key = self.value(given[0]), self.value(given[1])
        default = self.value(given[2]) if given[2:] else word(0)
        return self.run(self.world.attribute_by_text(), owner, key, default)

    def call_print(self, node: ast.Call) -> ast.expr:
        for each in node.args:
            self.value(each)
        return NOTHING

    def call_divmod(self, node: ast.Call) -> ast.expr:
        a, b = (self.temp(self.value(each)) for each in self.only(node, 2))
        return self.items([self.run("floordiv", a, b), self.run("modulo", a, b)])

    def call_pow(self, node: ast.Call) -> ast.expr:
        return self.run("power", *map(self.value, self.only(node, 2)))

    def call_defaultdict(self, node: ast.Call) -> ast.expr:
        made = self.run("new_dict", word(0))
        maker = self.only(node, 0, 1)
        default = self.world.default_maker(self, node, maker[0] if maker else None)
        self.do("dict_becomes", made, word(DEFAULT_DICT), default)
        return made

    def call_counter(self, node: ast.Call) -> ast.expr:
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


def _put(variable: str, number: int) -> ast.stmt:
    return ast.Assign([ast.Name(variable, ast.Store())], word(number), lineno=0)


def _one(function: str) -> Callable[..., Any]:
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
    next: BuiltinCalls.call_next,
    isinstance: BuiltinCalls.call_isinstance,
    getattr: BuiltinCalls.call_getattr,
    print: BuiltinCalls.call_print,
    divmod: BuiltinCalls.call_divmod,
    pow: BuiltinCalls.call_pow,
    type: lambda calls, node: calls.simple(node, calls.world.type_of()),
    dict.fromkeys: BuiltinCalls.call_fromkeys,
    collections.defaultdict: BuiltinCalls.call_defaultdict,
    collections.Counter: BuiltinCalls.call_counter,
    collections.deque: BuiltinCalls.call_deque,
    abs: _one("absolute"),
    float: BuiltinCalls.call_float,
    repr: _one("repr_of_any"),
    round: _one("rounded"),
    ord: _one("text_ord"),
    chr: _one("text_chr"),
    math.floor: _one("floor_of"),
    math.ceil: _one("ceiling_of"),
    math.trunc: _one("int_from"),
    math.sqrt: _one("root_of"),
    hash: _one("hash_boxed"),
    **{getattr(math, each): _one(f"{each}_of") for each in LIBRARY},
}
