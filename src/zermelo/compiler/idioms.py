"""Ways of writing that Python programmers like and Numba does not know, written another way.

    any(E for x in xs if C)            a function with a loop; also all, sum, min, max, len
    tuple(E for x in xs)               a loop over `replace`, where xs has a fixed length
    (*t[:i], v, *t[i + 1:])            replace(t, i, v)
    t[:i] + (v,) + t[i + 1:]           replace(t, i, v)
    state._replace(x=1)                State(1, state.o, ...)
    min(a, b), max(a, b)               a choice, for tuples too
    not self.actions(state)            a function that looks for the first (see `emptiness`)

What becomes a function of its own takes the local variables that it needs as arguments.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from typing import Any, Final

from zermelo import tuples
from zermelo.compiler import sequences
from zermelo.compiler.emptiness import SOME_OF
from zermelo.compiler.loops import comprehension, counted
from zermelo.compiler.records import fields_of, is_made_of_fields
from zermelo.compiler.source import (
    assign,
    call,
    local_names,
    name,
    parsed,
    placed,
    settle,
)


def smaller(a: Any, b: Any) -> Any:
    """min(a, b)."""
    return b if b < a else a


def larger(a: Any, b: Any) -> Any:
    """max(a, b)."""
    return b if b > a else a


REDUCTIONS: Final = ("any", "all", "sum", "min", "max", "len")
MAKERS: Final = ("tuple", "list", "sorted", "reversed")
CONSUMERS: Final = ("set", "frozenset", "enumerate", "zip")  # they go through it once
REPLACE: Final = "replace_in_tuple"  # names that no user has, for what the new code needs
CHOICES: Final = {"min": "smaller_of_two", "max": "larger_of_two"}
HELPERS: Final[dict[str, Any]] = {
    REPLACE: tuples.replace,
    "tuple_start_of": sequences.start_of,
    "tuple_with_next": sequences.with_next,
    CHOICES["min"]: smaller,
    CHOICES["max"]: larger,
}


class Idioms(ast.NodeTransformer):
    """Rewrites one function; `lifted` are the functions that it now calls besides.

    `rows`: lists become rows (see `lists`).
    """

    def __init__(
        self, tree: ast.FunctionDef, fixed: Iterable[str], classes: list[type], rows: bool
    ) -> None:
        self.rows = rows
        self.locals = local_names(tree) - set(fixed)  # what a lifted function must be handed
        self.classes = classes
        self.lifted: dict[str, ast.FunctionDef] = {}
        self.records: list[type] = []  # classes that rules may make besides
        self.replacers: set[str] = set()  # how the rules call dataclasses.replace

    # --- reductions ----------------------------------------------------------------------------

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        return self.collected(node, node) if self.rows else node

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        if not self.rows:
            return node
        made: Any = self.collected(node, node)
        new: ast.AST = placed(call("set_from", [made]), node)
        return new

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if self.rows and isinstance(node.targets[0], ast.Tuple):
            node.value = _as_list(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        if self.rows and function in CONSUMERS:
            node.args = [_as_list(argument) for argument in node.args]
        if function in self.locals:
            return self.generic_visit(node)
        match node:  # a list that is only gone through need not be made
            case ast.Call(ast.Name(function), [ast.ListComp(element, parts)], []) if (
                self.rows and function in (*REDUCTIONS, *MAKERS)
            ):
                node.args = [placed(ast.GeneratorExp(element, parts), node)]
        if self.rows and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            node.args = [_as_list(argument) for argument in node.args]
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("list"), [ast.GeneratorExp() as items], []) if self.rows:
                return self.collected(items, node)
            case ast.Call(ast.Name("sorted" | "reversed"), [ast.GeneratorExp() as items], []) if (
                self.rows
            ):
                made: Any = self.collected(items, node)
                node.args = [made]
                return node
            case ast.Call(ast.Attribute(ast.Name("dataclasses"), "replace"), [value], keywords):
                return self.with_fields(node, value, keywords)
            case ast.Call(ast.Name(replace), [value], keywords) if replace in self.replacers:
                return self.with_fields(node, value, keywords)
            case ast.Call(ast.Name("zip"), [ast.Starred(table)], []) if self.rows:
                new: ast.AST = placed(call("row_columns", [table]), node)
                return new
            case ast.Call(ast.Name("len"), [ast.Call(ast.Name("list" | "tuple"), [items], [])], []):
                return self.reduction("len", items, node)
            case ast.Call(ast.Name("tuple"), [ast.GeneratorExp() | ast.ListComp() as items], []):
                return self.fixed_tuple(items, node)
            case ast.Call(ast.Name(function), [items], []) if function in REDUCTIONS:
                if function in ("any", "all", "sum") or isinstance(
                    items, ast.GeneratorExp | ast.ListComp
                ):
                    return self.reduction(function, items, node)
            case ast.Call(ast.Name("sum"), [items, start], []) if self.rows:
                return self.reduction("sum", items, node, start)
            case ast.Call(ast.Name("next"), [ast.GeneratorExp() as items, *rest], []) if self.rows:
                return self.first(items, rest, node)
            case ast.Call(ast.Name("next"), [ast.Call() as items, *rest], []) if self.rows:
                return self.first(_gone_through(items), rest, node)
            case ast.Call(ast.Name("min" | "max" as which), [first, _, *_], []):
                for argument in node.args[1:]:
                    first = placed(call(CHOICES[which], [first, argument]), node)
                return first
            case ast.Call(ast.Attribute(value, "_replace"), [], keywords):
                return self.with_fields(node, value, keywords)
        return node

    def first(self, items: ast.GeneratorExp, rest: list[ast.expr], node: ast.Call) -> ast.AST:
        """`next(items, other)` as a call of a new function."""
        last = [ast.Return(rest[0])] if rest else parsed("raise StopIteration('no items')")
        body = [*comprehension(items, [ast.Return(items.elt)]), *last]
        used: ast.expr = ast.Tuple([items, *rest], ast.Load())
        return self.lift("next", body, used, node)

    def reduction(
        self, function: str, items: ast.expr, node: ast.Call, start: ast.expr | None = None
    ) -> ast.AST:
        """`function(items)` as a call of a new function that goes through the items."""
        if isinstance(items, ast.GeneratorExp | ast.ListComp):
            element = items.elt
        else:
            element = name("item")
            part = ast.comprehension(ast.Name("item", ast.Store()), items, [], 0)
            items = placed(ast.GeneratorExp(element, [part]), node)
        first, each, last = _REDUCTION[function]
        step = parsed(each)
        if function == "len":
            settle(step[-1])  # nothing is that long
        for place in ast.walk(ast.Module(step, [])):
            if isinstance(place, ast.Assign) and isinstance(place.value, ast.Name):
                place.value = element if place.value.id == "ELEMENT" else place.value
        before = parsed(first)
        if start is not None:
            before = [assign("lifted_total", start)]
        body = [*before, *comprehension(items, step), *parsed(last)]
        used = items if start is None else ast.Tuple([items, start], ast.Load())
        return self.lift(function, body, used, node)

    def fixed_tuple(self, items: Any, node: ast.Call) -> ast.AST:
        """`tuple(E for x in xs)`: xs is copied and each of its items replaced."""
        part = items.generators[0]
        if len(items.generators) > 1 or part.ifs:
            return self.collected(items, node) if self.rows else node
        match part.iter:
            case ast.Call(ast.Name("enumerate"), [inner], []):
                source = inner
            case ast.Call(ast.Name("range")) if self.rows and not _is_number(items.elt):
                return self.collected(items, node)
            case ast.Call(ast.Name("range"), [count], []):
                source = ast.BinOp(ast.Tuple([ast.Constant(0)], ast.Load()), ast.Mult(), count)
            case ast.Call(ast.Name("range" | "zip")):
                return self.collected(items, node) if self.rows else node
            case _:
                source = part.iter
        if self.rows and not _is_short(source):
            source = call("tuple_start_of", [source])
        change = "tuple_with_next" if self.rows else REPLACE
        replaced = call(change, [name("lifted_tuple"), name("lifted_at"), items.elt])
        step = [assign("lifted_tuple", replaced), *parsed("lifted_at += 1")]
        first = [assign("lifted_tuple", copy.deepcopy(source)), *parsed("lifted_at = 0")]
        last = parsed("return lifted_tuple")
        settle(step[-1])  # no tuple is that long
        body = [*first, ast.For(part.target, part.iter, step, []), *last]
        return self.lift("tuple", body, items, node)

    def visit_For(self, node: ast.For) -> ast.AST:
        if self.rows:
            node.iter = _as_list(node.iter)
        return self.generic_visit(counted(node))

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if self.rows:
            node.iter = _as_list(node.iter)
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(ast.Not(), ast.Call(ast.Attribute(_, "actions")) as actions) if (
                self.rows
            ):
                node.operand = placed(call(SOME_OF, [actions]), node)
        return node

    def collected(self, items: Any, node: ast.AST) -> ast.AST:
        """`[E for x in xs if C]` as a call of a new function that returns the list."""
        grown = call("row_append", [name("lifted_row"), items.elt])
        body = [
            assign("lifted_row", call("row_nothing", [])),
            *comprehension(items, [assign("lifted_row", grown)]),
            *parsed("return lifted_row"),
        ]
        return self.lift("list", body, items, node)

    def lift(self, kind: str, body: list[ast.stmt], items: ast.expr, node: ast.AST) -> ast.AST:
        used = {part.id for part in ast.walk(items) if isinstance(part, ast.Name)}
        inner = {
            part.id
            for part in ast.walk(items)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        handed = sorted((used & self.locals) - inner)
        lifted = f"{kind}_{len(self.lifted)}_lifted"
        function = parsed(f"def {lifted}({', '.join(handed)}): pass")[0]
        assert isinstance(function, ast.FunctionDef)
        function.body = body
        self.lifted[lifted] = placed(function, node)
        new: ast.AST = placed(call(lifted, map(name, handed)), node)
        return new

    # --- tuples --------------------------------------------------------------------------------

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        self.generic_visit(node)
        match node.elts:
            case [ast.Starred(before), value, ast.Starred(after)]:
                return self.replaced(node, before, value, after)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.BinOp(before, ast.Add(), ast.Tuple([value])), ast.Add(), after) if (
                not isinstance(value, ast.Starred)
            ):
                return self.replaced(node, before, value, after)
        return node

    def replaced(
        self, node: ast.AST, before: ast.expr, value: ast.expr, after: ast.expr
    ) -> ast.AST:
        """`t[:i]`, `v`, `t[i + 1:]` in a row."""
        match before, after:
            case (
                ast.Subscript(items, ast.Slice(None, upper, None)),
                ast.Subscript(same, ast.Slice(lower, None, None)),
            ):
                if upper is None or lower is None or not _follows(upper, lower):
                    return node
                if ast.dump(items) == ast.dump(same):
                    new: ast.AST = placed(call(REPLACE, [items, upper, value]), node)
                    return new
        return node

    # --- states --------------------------------------------------------------------------------

    def with_fields(self, node: ast.Call, value: ast.expr, keywords: list[ast.keyword]) -> ast.AST:
        """`value._replace(...)`, if just one class of the game's has such fields."""
        names = {keyword.arg: keyword for keyword in keywords}
        owners = [owner for owner in self.classes if names.keys() <= set(_fields(owner))]
        near = [owner for owner in self.records if names.keys() <= set(_fields(owner))]
        owners = owners or [owner for owner in near if is_made_of_fields(owner)]
        if len(owners) != 1 or not names:
            return node
        given = [f"new_{keyword.arg}" for keyword in keywords]
        fields = [f"new_{f}" if f in names else f"old.{f}" for f in _fields(owners[0])]
        lifted = f"replace_{len(self.lifted)}_lifted"
        new_value = f"{class_name(owners[0])}({', '.join(fields)})"
        text = f"def {lifted}({', '.join(['old', *given])}): return {new_value}"
        function = parsed(text)[0]
        assert isinstance(function, ast.FunctionDef)
        self.lifted[lifted] = placed(function, node)
        arguments = [value, *(keyword.value for keyword in keywords)]
        new: ast.AST = placed(call(lifted, arguments), node)
        return new


def _gone_through(items: ast.Call) -> ast.GeneratorExp:
    """A call that gives items, as a generator of them."""
    match items:
        case ast.Call(ast.Name("iter"), [inner], []):
            found: ast.expr = inner
        case _:
            found = items
    part = ast.comprehension(ast.Name("item", ast.Store()), found, [], 0)
    new: ast.GeneratorExp = placed(ast.GeneratorExp(name("item"), [part]), items)
    return new


def _as_list(value: ast.expr) -> ast.expr:
    """A generator that is gone through once; rules have no effects that would tell."""
    if isinstance(value, ast.GeneratorExp):
        return ast.copy_location(ast.ListComp(value.elt, value.generators), value)
    return value


def class_name(owner: type) -> str:
    """How lifted functions call a class of the game's."""
    return f"class_{owner.__name__}"


def _fields(owner: type) -> tuple[str, ...]:
    return fields_of(owner) or ()


def _is_short(source: ast.expr) -> bool:
    """Whether it is written as `(0,) * n`: how long it is, is known, and a number."""
    return isinstance(source, ast.BinOp)


def _is_number(value: ast.expr) -> bool:
    """Whether an expression is plainly a number or a truth value."""
    match value:
        case ast.Constant(number):
            return isinstance(number, int)
        case ast.IfExp(_, then, other):
            return _is_number(then) and _is_number(other)
        case ast.BinOp(left, _, right):
            return _is_number(left) or _is_number(right)
        case ast.UnaryOp() | ast.Compare():
            return True
    return False


def _follows(index: ast.expr, next_index: ast.expr) -> bool:
    """Whether the second expression is the first plus one."""
    match index, next_index:
        case ast.Constant(int(one)), ast.Constant(int(other)):
            return other == one + 1
        case _, ast.BinOp(left, ast.Add(), ast.Constant(1)):
            return ast.dump(left) == ast.dump(index)
        case _, ast.BinOp(ast.Constant(1), ast.Add(), right):
            return ast.dump(right) == ast.dump(index)
    return False


# What each reduction does first, for each ELEMENT, and last; names that no user has.
_BEST = """
lifted = ELEMENT
if lifted_first or lifted {} lifted_best:
    lifted_best = lifted
    lifted_first = False
"""
_FIRST = "lifted_first = True\nlifted_best = 0"
_LAST = "if lifted_first:\n    raise ValueError('no items')\nreturn lifted_best"
_REDUCTION: Final[dict[str, tuple[str, str, str]]] = {
    "any": ("", "lifted = ELEMENT\nif lifted:\n    return True", "return False"),
    "all": ("", "lifted = ELEMENT\nif not lifted:\n    return False", "return True"),
    "sum": ("lifted_total = 0", "lifted = ELEMENT\nlifted_total += lifted", "return lifted_total"),
    "len": ("lifted_total = 0", "lifted = ELEMENT\nlifted_total += 1", "return lifted_total"),
    "min": (_FIRST, _BEST.format("<"), _LAST),
    "max": (_FIRST, _BEST.format(">"), _LAST),
}
