"""Expressions of boxed rules."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.boxed.body import (
    COMPREHENSIONS,
    DYNAMIC,
    M,
    NOTHING,
    Body,
    boxed,
    call,
    name,
    own_nodes,
    raw,
    word,
)
from zermelo.compiler.boxed.objects import ERROR, FALSE, FROZENSET, NONE, SET, TRUE
from zermelo.language import _

OPERATORS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "modulo",
    ast.Div: "truediv", ast.Pow: "power", ast.LShift: "shift_left", ast.RShift: "shift_right",
    ast.BitOr: "bit_or", ast.BitAnd: "bit_and", ast.BitXor: "bit_xor", ast.USub: "negative",
    ast.UAdd: "positive", ast.Invert: "inverted", ast.Not: "negated",
}  # fmt: skip
ENDLESS: Final = (itertools.count, itertools.repeat, itertools.cycle)
COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "less", ast.LtE: "at_most", ast.Gt: "greater", ast.GtE: "at_least",
}  # fmt: skip


class Expressions(Body):
    """What translates expressions."""

    def value(self, node: ast.expr) -> ast.expr:
        """The word of an expression; what it does has been written then."""
        before, self.line = self.line, getattr(node, "lineno", self.line)
        try:
            return self._value(node)
        finally:
            self.line = before

    def _value(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Constant(value):
                return self.constant(node, value)
            case ast.Name():
                return self.read_name(node)
            case ast.Tuple(items) | ast.List(items):
                return self.displayed(items, "tuple" if isinstance(node, ast.Tuple) else "list")
            case ast.BinOp(left, sign, right):
                return self.operation(node, left, sign, right)
            case ast.UnaryOp(sign, operand):
                known = self.static(operand) if isinstance(sign, ast.USub) else None
                if type(known) is int or type(known) is float:
                    return self.constant(node, -known)
                return self.run(OPERATORS[type(sign)], self.value(operand))
            case ast.BoolOp():
                return self.either(node)
            case ast.Compare():
                return self.compared(node)
            case ast.IfExp(test, then, otherwise):
                return self.chosen(test, then, otherwise)
            case ast.Subscript():
                return self.subscript(node)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Call():
                return self.call(node)
            case ast.NamedExpr(ast.Name(text), value):
                found = self.temp(self.value(value))
                renamed, self.renamed = self.renamed, []  # it belongs to the function
                self.write_name(text, found)
                self.renamed = renamed
                return found
            case ast.Dict():
                return self.dictionary(node)
            case ast.Set(items):
                made = self.run("new_set", word(SET))
                if len(items) > 2 and all(isinstance(each, ast.Constant) for each in items):
                    # Python keeps such a set as a constant, whose order it has then.
                    known = frozenset(each.value for each in items)  # type: ignore[attr-defined]
                    self.do("set_update", made, self.constant(node, known))
                    return made
                for each in items:
                    if isinstance(each, ast.Starred):
                        self.do("set_update", made, self.value(each.value))
                    else:
                        self.do("set_add", made, self.value(each))
                return made
            case ast.JoinedStr(parts):
                return self.run("text_join", self.texts(""), self.items(map(self.part, parts)))
            case ast.Lambda():
                return self.closure(node)
            case ast.Slice():
                return self.items(self.slice_ends(node))
        if isinstance(node, COMPREHENSIONS) and not isinstance(node, ast.GeneratorExp):
            return self.comprehension(node)
        raise self.unknown(node)

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> ast.expr:
        raise NotImplementedError

    def call(self, node: ast.Call) -> ast.expr:
        raise NotImplementedError

    def part(self, node: ast.expr) -> ast.expr:
        """A part of an f-string."""
        match node:
            case ast.Constant(text):
                return self.constant(node, text)
            case ast.FormattedValue(value, -1 | 115, None):
                return self.run("text_of_any", self.value(value))
            case ast.FormattedValue(value, 114, None):
                return self.run("repr_of_any", self.value(value))
            case ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(str(form))])):
                wide = re.fullmatch(r"(0?)(\d*)d", form)
                if wide:
                    text = self.run("text_of_any", self.run("index_word", self.value(value)))
                    if not wide[2]:
                        return text
                    width = boxed(int(wide[2]))
                    if wide[1]:
                        return self.run("text_zfill", text, width)
                    return self.run("text_rjust", text, width, self.texts(" "))
        raise self.unknown(ast.JoinedStr([node]))

    def displayed(self, items: list[ast.expr], maker: str) -> ast.expr:
        """`[a, *b, c]`, or the same as a tuple."""
        if not any(isinstance(each, ast.Starred) for each in items):
            if maker == "tuple" and all(isinstance(each, ast.Constant) for each in items):
                return self.constant(ast.Tuple(items), tuple(each.value for each in items))  # type: ignore[attr-defined]
            return self.items([self.kept(each, items) for each in items], maker)
        made = self.run("new_list", word(len(items)))
        for each in items:
            if isinstance(each, ast.Starred):
                self.do("list_extend", made, self.value(each.value))
            else:
                self.do("append", made, self.value(each))
        return made if maker == "list" else self.run("tuple_from", made)

    def kept(self, node: ast.expr, others: list[ast.expr]) -> ast.expr:
        """A value that stays as it is, whatever the others do."""
        return self.value(node)

    def operation(
        self, node: ast.expr, left: ast.expr, sign: ast.operator, right: ast.expr
    ) -> ast.expr:
        if isinstance(sign, ast.Mod) and isinstance(left, ast.JoinedStr):
            raise self.unknown(node)
        if isinstance(sign, ast.Mod) and isinstance(self.static(left), str):
            return self.filled(node, self.static(left), right)
        return self.run(OPERATORS[type(sign)], self.value(left), self.value(right))

    def filled(self, node: ast.expr, text: str, values: ast.expr) -> ast.expr:
        """`"%d of %s" % (a, b)`"""
        parts = re.split(r"(%.)", text)
        given = values.elts if isinstance(values, ast.Tuple) else [values]
        if sum(part[:1] == "%" and part != "%%" for part in parts) != len(given):
            raise self.unknown(node)
        found: list[ast.expr] = []
        left = list(given)
        for part in parts:
            match part:
                case "%d" | "%i":
                    number = self.run("int_from", self.value(left.pop(0)))
                    found.append(self.run("text_of_any", number))
                case "%s" | "%r":
                    how = "text_of_any" if part == "%s" else "repr_of_any"
                    found.append(self.run(how, self.value(left.pop(0))))
                case "%%":
                    found.append(self.texts("%"))
                case _ if part[:1] == "%":
                    raise self.unknown(node)
                case _:
                    found.append(self.texts(part))
        return self.run("text_join", self.texts(""), self.items(found))

    # --- tests -------------------------------------------------------------------------------------

    def test(self, node: ast.expr) -> ast.expr:
        """A condition of words."""
        before, self.line = self.line, getattr(node, "lineno", self.line)
        try:
            match node:
                case ast.UnaryOp(ast.Not(), operand):
                    return ast.UnaryOp(ast.Not(), self.test(operand))
                case ast.Compare(left, [sign], [right]):
                    return self.comparison(self.value(left), sign, self.value(right))
                case ast.Constant(value):
                    return word(int(bool(value)))
                case ast.BoolOp(sign, values):
                    return self.either_test(sign, values)
            return raw(self.temp(call("is_true", M, self.value(node))), ast.NotEq, word(0))
        finally:
            self.line = before

    def either_test(self, sign: ast.boolop, values: list[ast.expr]) -> ast.expr:
        """`and` and `or` where only their truth is asked for."""
        found = self.new_name("test")
        going_on = ast.NotEq if isinstance(sign, ast.And) else ast.Eq

        def ask(left: list[ast.expr]) -> None:
            self.put(found, ast.IfExp(self.test(left[0]), word(1), word(0)))
            if left[1:]:
                self.when(raw(name(found), going_on, word(0)), lambda: ask(left[1:]))

        ask(values)
        return raw(name(found), ast.NotEq, word(0))

    def comparison(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> ast.expr:
        """One comparison as a condition of words."""
        match sign:
            case ast.Eq():
                return raw(self.temp(call("same", M, left, right)), ast.NotEq, word(0))
            case ast.NotEq():
                return raw(self.temp(call("same", M, left, right)), ast.Eq, word(0))
            case ast.Is():
                return raw(left, ast.Eq, right)
            case ast.IsNot():
                return raw(left, ast.NotEq, right)
            case ast.In():
                return raw(self.run("contains", left, right), ast.Eq, word(TRUE))
            case ast.NotIn():
                return raw(self.run("contains", left, right), ast.Eq, word(FALSE))
        return raw(self.run(COMPARISONS[type(sign)], left, right), ast.Eq, word(TRUE))

    def compared(self, node: ast.Compare) -> ast.expr:
        """`a < b`, or `a < b < c`, as a value."""
        found = self.new_name("v")
        left = self.value(node.left)

        def go(left: ast.expr, signs: list[ast.cmpop], values: list[ast.expr]) -> None:
            right = self.value(values[0])
            if signs[1:]:
                right = self.temp(right)
            truth = ast.IfExp(self.comparison(left, signs[0], right), word(TRUE), word(FALSE))
            self.put(found, truth)
            if signs[1:]:
                holds = raw(name(found), ast.Eq, word(TRUE))
                self.when(holds, lambda: go(right, signs[1:], values[1:]))

        go(left, node.ops, node.comparators)
        return name(found)

    def either(self, node: ast.BoolOp) -> ast.expr:
        """`a and b`, `a or b`, as a value."""
        found = self.new_name("v")
        going_on = ast.NotEq if isinstance(node.op, ast.And) else ast.Eq

        def ask(left: list[ast.expr]) -> None:
            self.put(found, self.value(left[0]))
            if left[1:]:
                truth = self.temp(call("is_true", M, name(found)))
                self.when(raw(truth, going_on, word(0)), lambda: ask(left[1:]))

        ask(node.values)
        return name(found)

    def chosen(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        found = self.new_name("v")
        self.when(
            self.test(test),
            lambda: self.put(found, self.value(then)),
            lambda: self.put(found, self.value(otherwise)),
        )
        return name(found)

    # --- parts -----------------------------------------------------------------------------------

    def subscript(self, node: ast.Subscript) -> ast.expr:
        known = self.static(node)
        if known is not DYNAMIC:
            return self.constant(node, known)
        owner = self.static(node.value)
        if isinstance(owner, type):
            return self.class_item(node, owner)
        items = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self.run("slice_of", items, *self.slice_ends(node.slice))
        return self.run("item", items, self.value(node.slice))

    def class_item(self, node: ast.Subscript, owner: type) -> ast.expr:
        raise self.unknown(node)

    def slice_ends(self, node: ast.Slice) -> list[ast.expr]:
        ends = []
        for each in (node.lower, node.upper, node.step):
            if each is None:
                ends.append(NOTHING)
            else:
                ends.append(self.run("slice_word", self.value(each)))
        return ends

    def attribute(self, node: ast.Attribute) -> ast.expr:
        known = self.static(node)
        if known is not DYNAMIC:
            return self.constant(node, known)
        if self.static(node.value) is not DYNAMIC and not self.is_object(self.static(node.value)):
            raise self.unknown(node)
        match node.value:
            case ast.Call(ast.Name("super"), []):
                return self.super_attribute(node)
        if node.attr == "__class__":
            return self.run(self.world.type_of(), self.value(node.value))
        return self.run(self.world.attribute(node.attr), self.value(node.value))

    def super_attribute(self, node: ast.Attribute) -> ast.expr:
        raise NotImplementedError

    def is_object(self, value: Any) -> bool:
        return self.world.is_object(value)  # type: ignore[no-any-return]

    def dictionary(self, node: ast.Dict) -> ast.expr:
        made = self.run("new_dict", word(len(node.values)))
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.do("dict_update", made, self.value(value))
            else:
                self.do("dict_put", made, self.value(key), self.value(value))
        return made

    # --- loops in expressions ----------------------------------------------------------------------

    def comprehension(self, node: ast.expr, maker: str = "") -> ast.expr:
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
        reached = self.reached_inside(targets)
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
                self.emit(ast.If(raw(name(stop), ast.Eq, word(0)), [ast.Pass()], [ast.Break()]))

        self.over(items, loop.target, inside)
        self.renamed.pop()

    def reached_inside(self, targets: set[str]) -> set[str]:
        """Which variables of a comprehension functions inside it reach."""
        return targets & self.world.reached_names(self.scope.tree)  # type: ignore[no-any-return]

    def prepared(self, node: ast.expr) -> tuple[str, list[ast.expr], Any]:
        """What a loop goes through, worked out: how, and by what."""
        known = self.static(node.func) if isinstance(node, ast.Call) else None
        if known in (range, enumerate, zip, reversed, *ENDLESS):
            assert isinstance(node, ast.Call)
            made = self.made_as_it_goes(node, known)
            if made:
                return made
        return "items", [self.run("loop_items", self.value(node))], None

    def made_as_it_goes(self, node: ast.Call, known: Any) -> tuple[str, list[ast.expr], Any] | None:
        """`range`, `enumerate`, `zip` and `reversed`, whose items nobody need keep."""
        arguments = list(node.args)
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        if known is zip:
            named.pop("strict", None)
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
            return self.without_end(node, known, arguments)
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

    def without_end(
        self, node: ast.Call, known: Any, arguments: list[ast.expr]
    ) -> tuple[str, list[ast.expr], Any] | None:
        if known is itertools.repeat and len(arguments) == 1:
            return "repeat", [self.temp(self.value(arguments[0]))], None
        if known is itertools.count and len(arguments) <= 2:
            given = [self.temp(self.value(each)) for each in arguments]
            return "count", [*given, *[boxed(0), boxed(1)][len(given) :]], None
        if known is itertools.cycle and len(arguments) == 1:
            return "cycle", [self.run("list_from", self.value(arguments[0]))], None
        return None

    def over(
        self, items: tuple[str, list[ast.expr], Any], target: ast.expr, body: Callable[[], None]
    ) -> None:
        """A loop over what was prepared."""
        advance = self.stepper(items)

        def turn() -> None:
            self.assign(target, advance())
            body()

        self.loop(turn)

    def stepper(self, items: tuple[str, list[ast.expr], Any]) -> Callable[[], Any]:
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
                shifted = ast.BinOp(name(at), ast.LShift(), word(1))
                found = self.temp(ast.BinOp(shifted, ast.BitOr(), word(1)))
                self.put(at, ast.BinOp(name(at), ast.Add(), word(more)))
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
        self.put(at, word(0))

        def step_item() -> Any:
            place: ast.expr = name(at)
            if how == "reversed":
                last = ast.BinOp(call("length_of", seq), ast.Sub(), word(1))
                place = ast.BinOp(last, ast.Sub(), name(at))
                self.stop_unless(raw(name(at), ast.Lt, call("length_of", seq)))
            found = self.temp(call("unchecked", call("turn_item", M, seq, place)))
            error = call("load", ast.BinOp(M, ast.Add(), word(ERROR)))
            failed = ast.If(raw(error, ast.NotEq, word(0)), [ast.Raise()], [])
            self.emit(ast.If(raw(found, ast.Eq, word(0)), [failed, ast.Break()], []))
            self.put(at, ast.BinOp(name(at), ast.Add(), word(1)))
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
            self.put(at, ast.BinOp(name(at), ast.Add(), word(1)))
            return found

        return step_round

    def joined_item(self, item: Any) -> ast.expr:
        return self.joined(item) if isinstance(item, list) else item

    # --- assignments -------------------------------------------------------------------------------

    def assign(self, target: ast.expr, value: Any) -> None:
        """Puts a value, or the values of a tuple that need not be made, into a target."""
        if isinstance(value, list):
            if isinstance(target, ast.Tuple | ast.List) and len(target.elts) == len(value):
                if not any(isinstance(each, ast.Starred) for each in target.elts):
                    for each, part in zip(target.elts, value, strict=True):
                        self.assign(each, part)
                    return
            value = self.joined(value)
        match target:
            case ast.Name(text):
                self.write_name(text, value)
            case ast.Tuple(targets) | ast.List(targets):
                self.unpack(targets, value)
            case ast.Subscript(items, ast.Slice() as part):
                ends = self.slice_ends(part)
                self.do("put_slice_by", self.value(items), *ends, value)
            case ast.Subscript(items, key):
                self.do("put_item", self.value(items), self.value(key), value)
            case ast.Attribute(owner, attribute):
                if self.static(owner) is not DYNAMIC:
                    words = _("{code} = ...; rules never change anything")
                    raise self.refuse(target, words.format(code=ast.unparse(target)))
                self.do(self.world.attribute_store(attribute), self.value(owner), value)
            case _:
                raise self.unknown(target)

    def joined(self, values: list[Any]) -> ast.expr:
        return self.items([self.joined(v) if isinstance(v, list) else v for v in values])

    def unpack(self, targets: list[ast.expr], value: ast.expr) -> None:
        starred = [i for i, each in enumerate(targets) if isinstance(each, ast.Starred)]
        count = word(len(targets) - len(starred))
        checked = "unpacked_long" if starred else "unpacked"
        items = self.run(checked, value, count)
        length = self.temp(call("length_of", items))
        parts: list[ast.expr] = []
        for i in range(len(targets)):
            if not starred or i < starred[0]:
                parts.append(self.temp(call("item_at", M, items, word(i))))
            elif i == starred[0]:
                end = ast.BinOp(length, ast.Sub(), word(len(targets) - 1 - i))
                shifted = ast.BinOp(ast.BinOp(end, ast.LShift(), word(1)), ast.BitOr(), word(1))
                part = self.run("slice_of", items, boxed(i), self.temp(shifted), NOTHING)
                parts.append(self.run("list_from", part))
            else:
                place = ast.BinOp(length, ast.Sub(), word(len(targets) - i))
                parts.append(self.temp(call("item_at", M, items, place)))
        for target, part in zip(targets, parts, strict=True):
            self.assign(target.value if isinstance(target, ast.Starred) else target, part)


__all__ = ["FROZENSET", "NONE", "Expressions", "own_nodes"]
