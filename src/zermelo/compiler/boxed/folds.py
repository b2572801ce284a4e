"""Python's functions that go through items: `any`, `sum`, `min`, `sorted`, `next`."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable

from zermelo.compiler.boxed.body import NOTHING, M, boxed, call, name, raw, word
from zermelo.compiler.boxed.expressions import Expressions
from zermelo.compiler.boxed.objects import (
    FALSE,
    STOP_ITERATION,
    TRUE,
    VALUE_ERROR,
)


class Folds(Expressions):
    """What goes through what it is handed, without making a list of it."""

    @abstractmethod
    def applier(self, function: ast.expr) -> Callable[[list[ast.expr]], ast.expr]:
        """Works a function out that is handed to another; what it gives calls it."""

    def only(self, node: ast.Call, *counts: int) -> list[ast.expr]:
        """The arguments, of which there are so many."""
        if len(node.args) not in counts or node.keywords:
            raise self.unknown(node)
        if any(isinstance(each, ast.Starred) for each in node.args):
            raise self.unknown(node)
        return node.args

    def turn_over(self, node: ast.expr, body: Callable[[ast.expr], None], stop: str = "") -> None:
        """Goes through something that is handed over, without making a list of it."""
        if isinstance(node, ast.GeneratorExp):
            self.each(node.generators, lambda: body(self.value(node.elt)), stop)
            return
        step = self.stepper(self.prepared(node))

        def turn() -> None:
            body(self.joined_item(step()))
            if stop:
                self.stop_unless(raw(name(stop), ast.Eq, word(0)))

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
        self.loop(lambda: self.do("append", made, self.joined_item(step())))
        return made

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
        """`all(items)`."""
        return self.call_any(node, wanted=False)

    def call_sum(self, node: ast.Call) -> ast.expr:
        """`sum(items, start)`."""
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
        """`min(items, key=..., default=...)`, or `max`."""
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
        """`max(items, key=..., default=...)`."""
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
        """`sorted(items, key=..., reverse=...)`."""
        if len(node.args) != 1:
            raise self.unknown(node)
        items = self.listed(node.args[0])
        keys, turned = self.sort_keys(node, items)
        self.do("sort_list", items, keys, turned)
        return items

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


def _put(variable: str, number: int) -> ast.stmt:
    """A statement that gives a variable a word."""
    return ast.Assign([ast.Name(variable, ast.Store())], word(number), lineno=0)
