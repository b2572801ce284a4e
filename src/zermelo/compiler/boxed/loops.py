"""Loops of boxed rules, in statements and in expressions.

What a loop goes through is prepared first, then a stepper writes what each turn begins with, so
that the items of `range`, `zip` and `enumerate` are never kept.
"""

from __future__ import annotations

import ast
import itertools
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.boxed.assignments import Assignments
from zermelo.compiler.boxed.body import (
    M,
    as_value,
    boxed,
    call,
    name,
    plus,
    raw,
    word,
)
from zermelo.compiler.boxed.objects import ERROR, SET

ENDLESS: Final = (itertools.count, itertools.repeat, itertools.cycle)
Prepared = tuple[str, list[ast.expr], Any]  # how, by what, and what else


class Loops(Assignments):
    """What goes through items."""

    @abstractmethod
    def test(self, node: ast.expr) -> ast.expr:
        """A condition of words."""

    # --- comprehensions --------------------------------------------------------------------------

    def comprehension(self, node: ast.expr) -> ast.expr:
        """A list, set or dict of what loops give."""
        match node:
            case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
                made = self.run("new_list", word(0))
                self.each(loops, lambda: self.do("append", made, self.value(item)))
            case ast.SetComp(item, loops):
                made = self.run("new_set", word(SET))
                self.each(loops, lambda: self.do("set_add", made, self.value(item)))
            case ast.DictComp(key, value, loops):
                made = self.run("new_dict", word(0))
                self.each(
                    loops, lambda: self.do("dict_put", made, self.value(key), self.value(value))
                )
            case _:
                raise self.unknown(node)
        return made

    def each(
        self, loops: list[ast.comprehension], body: Callable[[], None], stop: str = ""
    ) -> None:
        """Goes through the loops of a comprehension, until a variable `stop` is 1."""
        if not loops:
            body()
            return
        loop, rest = loops[0], loops[1:]
        items = self.prepared(loop.iter)  # before its variables are there
        targets = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
        reached = targets & self.world.reached_names(self.scope.tree)
        self.renamed.append(
            {t: self.new_name("c_" if t in reached else f"w_{t}_") for t in targets}
        )
        for target in reached:
            self.put(self.renamed[-1][target], call("alloc", M, word(8)))

        def inside() -> None:
            if loop.ifs:
                test = loop.ifs[0] if len(loop.ifs) == 1 else ast.BoolOp(ast.And(), loop.ifs)
                self.when(self.test(test), lambda: self.each(rest, body, stop))
            else:
                self.each(rest, body, stop)
            if stop:
                self.stop_unless(raw(name(stop), ast.Eq, word(0)))

        self.over(items, loop.target, inside)
        self.renamed.pop()

    # --- what a loop goes through ----------------------------------------------------------------

    def prepared(self, node: ast.expr) -> Prepared:
        """What a loop goes through, worked out: how, and by what."""
        known = self.static(node.func) if isinstance(node, ast.Call) else None
        if known in (range, enumerate, zip, reversed, *ENDLESS):
            assert isinstance(node, ast.Call)
            made = self.made_as_it_goes(node, known)
            if made:
                return made
        return "items", [self.run("loop_items", self.value(node))], None

    def made_as_it_goes(self, node: ast.Call, known: Any) -> Prepared | None:
        """`range`, `enumerate`, `zip` and `reversed`, whose items nobody need keep."""
        arguments = list(node.args)
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        if known is zip:
            if self.static(named.pop("strict", ast.Constant(False))) is not False:
                raise self.unknown(node)
            match arguments:
                case [ast.Starred(rows)] if not named:
                    return "items", [self.run("zip_rows", self.value(rows))], None
                case []:
                    return "items", [self.run("new_list", word(0))], None
        if known is enumerate and "start" in named:
            arguments.append(named.pop("start"))
        if named or any(isinstance(each, ast.Starred) for each in arguments):
            raise self.unknown(node)
        if known is zip:
            return "zip", [], [self.prepared(each) for each in arguments]
        if known is enumerate and 1 <= len(arguments) <= 2:
            first = self.value(arguments[1]) if arguments[1:] else boxed(0)
            return "enumerate", [first], self.prepared(arguments[0])
        if known is reversed and len(arguments) == 1:
            items = self.run("items_backwards", self.value(arguments[0]))
            return "reversed", [items], None
        if known in ENDLESS:
            return self.without_end(known, arguments)
        if known is not range or not 1 <= len(arguments) <= 3:
            raise self.unknown(node)
        step = self.static(arguments[2]) if len(arguments) == 3 else 1
        match arguments[2:]:
            case [ast.UnaryOp(ast.USub(), ast.Constant(int(number)))]:
                step = -number
        if type(step) is not int or not step:
            return None
        ends = [self.run("index_word", self.value(each)) for each in arguments[:2]]
        return "range", ends if len(ends) == 2 else [boxed(0), *ends], step

    def without_end(self, known: Any, arguments: list[ast.expr]) -> Prepared | None:
        """`itertools.count`, `repeat` and `cycle`."""
        if known is itertools.repeat and len(arguments) == 1:
            return "repeat", [self.temp(self.value(arguments[0]))], None
        if known is itertools.count and len(arguments) <= 2:
            given = [self.temp(self.value(each)) for each in arguments]
            return "count", [*given, *[boxed(0), boxed(1)][len(given) :]], None
        if known is itertools.cycle and len(arguments) == 1:
            return "cycle", [self.run("list_from", self.value(arguments[0]))], None
        return None

    # --- turns -----------------------------------------------------------------------------------

    def over(self, items: Prepared, target: ast.expr, body: Callable[[], None]) -> None:
        """A loop over what was prepared."""
        advance = self.stepper(items)

        def turn() -> None:
            self.assign(target, advance())
            body()

        self.loop(turn)

    def stepper(self, items: Prepared) -> Callable[[], Any]:
        """Writes what comes before a loop; what it returns writes the beginning of a turn.

        That gives the value of the turn, or several of them for a tuple of targets.
        """
        how, given, more = items
        at = self.new_name("i")
        if how == "range":
            end = self.temp(ast.BinOp(given[1], ast.RShift(), word(1)))
            self.put(at, ast.BinOp(given[0], ast.RShift(), word(1)))
            sign: type[ast.cmpop] = ast.Lt if more > 0 else ast.Gt

            def step_range() -> Any:
                self.stop_unless(raw(name(at), sign, end))
                found = self.temp(as_value(name(at)))
                self.put(at, plus(name(at), more))
                return found

            return step_range
        if how == "enumerate":
            inner = self.stepper(more)
            self.put(at, given[0])

            def step_count() -> Any:
                item = inner()
                number = self.temp(name(at))
                self.put(at, call("add", M, name(at), boxed(1)))
                return [number, item]

            return step_count
        if how == "zip":
            steps = [self.stepper(each) for each in more]
            return lambda: [step() for step in steps]
        if how in ("count", "repeat", "cycle"):
            return self.endless(how, given, at)
        seq = given[0]
        backwards = how == "reversed"
        self.put(at, plus(call("length_of", seq), -1) if backwards else word(0))

        def step_item() -> Any:
            if backwards:
                self.stop_unless(raw(name(at), ast.GtE, word(0)))
            found = self.temp(call("unchecked", call("turn_item", M, seq, name(at))))
            error = call("load", plus(M, ERROR))
            failed = ast.If(raw(error, ast.NotEq, word(0)), [ast.Raise()], [])
            self.emit(ast.If(raw(found, ast.Eq, word(0)), [failed, ast.Break()], []))
            self.put(at, plus(name(at), -1 if backwards else 1))
            return found

        return step_item

    def endless(self, how: str, given: list[ast.expr], at: str) -> Callable[[], Any]:
        """`itertools.count`, `repeat` and `cycle` in a loop that ends otherwise."""
        if how == "repeat":
            return lambda: given[0]
        if how == "count":
            self.put(at, given[0])

            def step_number() -> Any:
                number = self.temp(name(at))
                self.put(at, call("add", M, name(at), given[1]))
                return number

            return step_number
        self.put(at, word(0))
        length = self.temp(call("length_of", given[0]))

        def step_round() -> Any:
            self.stop_unless(raw(length, ast.Gt, word(0)))
            found = self.temp(call("item_at", M, given[0], ast.BinOp(name(at), ast.Mod(), length)))
            self.put(at, plus(name(at), 1))
            return found

        return step_round
