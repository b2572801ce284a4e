"""What rules use of Python's standard library, in plain Python, before anything else is done.

    deque(xs), q.popleft()                  list(xs), q.pop(0)
    reduce(f, xs), takewhile(f, xs)         a loop (see `keys`)
    copy.copy(xs), bin(n).count("1")        xs.copy(), n.bit_count()
    operator.or_(a, b)                      a | b
    str.isupper(cell)                       cell.isupper()
    Counter(xs), defaultdict(int)           dicts that know what is missing (see `dict_rows`)
    moves.extend(f(x) for x in xs)          moves.extend([f(x) for x in xs])
    groups.setdefault(k, []).append(x)      if k in groups: groups[k].append(x)
    with groups = defaultdict(list) too     else: groups[k] = [x]

Each is known by what its name stands for, and not by the name. What is used in another way stays as
it is, and is refused later.
"""

from __future__ import annotations

import ast
import collections
import copy
import functools
import itertools
import math
import operator
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.getters import dicts_in, written_out
from zermelo.compiler.keys import REDUCED
from zermelo.compiler.source import (
    Blocks,
    assign,
    call,
    local_names,
    name,
    nodes,
    parsed,
    placed,
)

OPERATORS: Final[dict[Any, ast.operator]] = {
    operator.add: ast.Add(),
    operator.sub: ast.Sub(),
    operator.mul: ast.Mult(),
    operator.floordiv: ast.FloorDiv(),
    operator.mod: ast.Mod(),
    operator.and_: ast.BitAnd(),
    operator.or_: ast.BitOr(),
    operator.xor: ast.BitXor(),
}
STEPS: Final[dict[Any, str]] = {
    itertools.takewhile: "items_taken_while",
    itertools.dropwhile: "items_dropped_while",
    itertools.filterfalse: "items_left_out",
}
EMPTY: Final = {int: "int", float: "float", bool: "bool"}  # what a defaultdict makes of a new key
GROUPS: Final = {list: ast.List, set: ast.Set}
ADDS: Final = {"append": list, "extend": list, "add": set}
# What goes through its arguments once; the methods of lists and sets among them.
ONCE: Final = (collections.deque, collections.Counter, functools.reduce, math.prod)
TEXT_METHODS: Final = [each for each in dir(str) if each[0] != "_" and each != "maketrans"]
ROTATED: Final = """rotated_by = 1
if queue:
    for rotated in range(rotated_by):
        queue.insert(0, queue.pop())
    for rotated in range(-rotated_by):
        queue.append(queue.pop(0))
"""
METHODS: Final = ("extend", "update", "union", "difference", "intersection")


class Names(Blocks, ast.NodeTransformer):
    """A rewriting that knows what global names stand for."""

    def __init__(self, tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        self.locals, self.names = local_names(tree), names

    def is_builtin(self, known: str) -> bool:
        """Whether nobody has given the name of one of Python's own functions to anything else."""
        return known not in self.locals and known not in self.names

    def meaning(self, node: ast.expr) -> Any:
        """What a name, or a name in a module, stands for; None for all that is not known."""
        match node:
            case ast.Name(known) if known not in self.locals:
                return self.names.get(known)
            case ast.Attribute(owner, known):
                return getattr(self.meaning(owner), known, None)
        return None


def without_deques(tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
    """Deques become lists."""
    if not any(value is collections.deque or value is collections for value in names.values()):
        return
    tree.body = _Deques(tree, names).block(tree.body)


class _Deques(Names):
    def __init__(self, tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        super().__init__(tree, names)
        made, stored = [], []
        for node in nodes(tree):
            match node:
                case ast.Assign([ast.Name(queue)], ast.Call(function)) if (
                    self.meaning(function) is collections.deque
                ):
                    made.append(queue)
                case ast.Name(queue, ast.Store()):
                    stored.append(queue)
        self.deques = {queue for queue in made if made.count(queue) == stored.count(queue)}

    def visit_Expr(self, node: ast.Expr) -> Any:
        """`queue.rotate(n)`, of a queue that this function makes."""
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(queue), "rotate"), [] | [_] as given, []):
                if queue in self.deques:
                    text = ROTATED.replace("queue", queue)
                    times = self.visit(given[0]) if given else ast.Constant(1)
                    first, *rest = parsed(text)
                    assert isinstance(first, ast.Assign)
                    first.value = times
                    return [placed(each, node) for each in (first, *rest)]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(_, "popleft"), [], []):
                node.func.attr, node.args = "pop", [ast.Constant(0)]  # type: ignore[attr-defined]
            case ast.Call(ast.Attribute(_, "appendleft"), [item], []):
                node.func.attr = "insert"  # type: ignore[attr-defined]
                node.args = [ast.Constant(0), item]
            case ast.Call(function, items, []) if self.meaning(function) is collections.deque:
                match items:
                    case []:
                        return placed(ast.List([], ast.Load()), node)
                    case [ast.List()]:
                        return items[0]
                    case [_]:
                        return placed(call("list", items), node)
        return placed(node, node)


def plain(tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    tree.body = _Library(tree, names).block(tree.body)


class _Library(Names):
    def __init__(self, tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        super().__init__(tree, names)
        known = {each for each, value in names.items() if isinstance(value, dict)}
        self.dicts = dicts_in(tree) | (known - self.locals)
        self.groups = self._groups(tree)
        self.count = 0

    def _groups(self, tree: ast.FunctionDef) -> dict[str, type]:
        """The variables that are defaultdicts of lists or sets, by what these are.

        Reading a key that is missing puts it there: where that could be seen, they stay.
        """
        found: dict[str, type] = {}
        for node in nodes(tree):
            match node:
                case ast.Assign([ast.Name(made)], ast.Call(function, [kind], [])) if (
                    self.meaning(function) is collections.defaultdict
                    and isinstance(kind, ast.Name)
                    and kind.id in ("list", "set")
                ):
                    found[made] = list if kind.id == "list" else set
        read, seen = set(), set()
        filling = {id(part) for node in nodes(tree) for part in _filled(node)}
        for node in nodes(tree):
            match node:
                case ast.Subscript(ast.Name(made), _, ast.Load()) if id(node) not in filling:
                    read.add(made)
                case ast.Attribute(ast.Name(made)) | ast.For(_, ast.Name(made)):
                    seen.add(made)
                case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name(made)]):
                    seen.add(made)
                case ast.Call(_, arguments):
                    seen |= {each.id for each in arguments if isinstance(each, ast.Name)}
        return {made: kind for made, kind in found.items() if made not in read & seen}

    # --- calls ---------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        value = self.meaning(node.func)
        module = getattr(value, "__module__", None)
        method = isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
        if module == "itertools" or value in _hashed(value, ONCE) or method:
            node.args = [_as_list(argument, node.func) for argument in node.args]
        self.generic_visit(node)
        written_out(node, self)
        match node:
            case ast.Call(_, [left, right], []) if value in _hashed(value, OPERATORS):
                return placed(ast.BinOp(left, OPERATORS[value], right), node)
            case ast.Call(_, [_, _] | [_, _, _], []) if value is functools.reduce:
                return placed(call(REDUCED, [self.step(node.args[0]), *node.args[1:]]), node)
            case ast.Call(_, [items, step], []) if value is itertools.accumulate:
                return placed(call("items_accumulated", [self.step(step), items]), node)
            case ast.Call(_, [step, items], []) if value in _hashed(value, STEPS):
                return placed(call(STEPS[value], [step, items]), node)
            case ast.Call(_, [items], []) if value is copy.copy:
                return placed(ast.Call(ast.Attribute(items, "copy", ast.Load()), [], []), node)
            case ast.Call(_, [items], []) if value is copy.deepcopy:
                return placed(call("row_owned", [items]), node)
            case ast.Call(
                ast.Attribute(ast.Call(ast.Name("bin"), [number], []), "count"),
                [ast.Constant("1")],
                [],
            ) if self.is_builtin("bin"):
                return placed(
                    ast.Call(ast.Attribute(number, "bit_count", ast.Load()), [], []), node
                )
            case ast.Call(ast.Attribute(ast.Name("str"), how), [text, *rest], []) if (
                self.is_builtin("str") and how in TEXT_METHODS
            ):
                return placed(ast.Call(ast.Attribute(text, how, ast.Load()), rest, []), node)
            case ast.Call(ast.Name("getattr"), [owner, ast.Constant(str(part))], []) if (
                self.is_builtin("getattr") and part.isidentifier()
            ):
                return placed(ast.Attribute(owner, part, ast.Load()), node)
            case ast.Call(ast.Name("int"), [_, ast.Constant(int(base))], []) if (
                self.is_builtin("int") and 2 <= base <= 10
            ):
                return placed(call("number_in_base", node.args), node)
            case ast.Call(ast.Name("pow"), [_, _, _], []) if self.is_builtin("pow"):
                return placed(call("power_modulo", node.args), node)
            case ast.Call(_, given, []) if value is collections.Counter and len(given) < 2:
                return placed(call("dict_counter", given or [call("row_nothing", [])]), node)
            case ast.Call(_, [made], []) if value is collections.defaultdict:
                kind = (
                    EMPTY.get(self.names.get(made.id, _builtin(made.id)), "")
                    if (isinstance(made, ast.Name) and made.id not in self.locals)
                    else _constant(made)
                )
                if kind:
                    return placed(call(f"dict_default_{kind}", []), node)
        return node

    def step(self, function: ast.expr) -> ast.expr:
        """What `reduce` does each time; an operator as a lambda."""
        value = self.meaning(function)
        if value not in _hashed(value, OPERATORS):
            return function
        made = ast.parse("lambda reduced_a, reduced_b: reduced_a + reduced_b", mode="eval").body
        made.body.op = OPERATORS[value]  # type: ignore[attr-defined]
        return made

    # --- dicts of lists ------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign([ast.Name(made)], ast.Call()) if made in self.groups:
                node.value = placed(ast.Dict([], []), node)
                return node
            case ast.Assign([ast.Name()], ast.GeneratorExp()):
                return node
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Name(made), key, ast.Load()) if made in self.groups:
                empty: ast.expr = ast.List([], ast.Load())
                if self.groups[made] is set:
                    empty = call("set", [])
                get = ast.Attribute(name(made), "get", ast.Load())
                return placed(ast.Call(get, [key, empty], []), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(ast.Attribute(ast.Subscript(ast.Name(made), key), how), [item], []) if (
                how in ADDS and self.groups.get(made) is ADDS[how]
            ):
                return self.added(node, made, key, how, item)
            case ast.Call(
                ast.Attribute(ast.Call(ast.Attribute(ast.Name(made), "setdefault"), given), how),
                [item],
                [],
            ) if how in ADDS and _is_empty(given[-1], ADDS[how]):
                return self.added(node, made, given[0], how, item)
            case ast.Call(ast.Attribute(ast.Name(made), "setdefault"), [key, value], []):
                key = self.visit(key)
                put = ast.Assign([_item(made, key, ast.Store())], self.visit(value))
                missing = ast.Compare(copy.deepcopy(key), [ast.NotIn()], [name(made)])
                return placed(ast.If(missing, [put], []), node)
        return self.generic_visit(node)

    def added(self, node: ast.Expr, made: str, key: ast.expr, how: str, item: ast.expr) -> Any:
        """An item, or several, for the list at a key, which may be the first there."""
        self.count += 1
        at, what = f"library_key_{self.count}", f"library_item_{self.count}"
        first: ast.expr = call("list", [name(what)])
        if how != "extend":
            first = GROUPS[ADDS[how]](elts=[name(what)])
            if isinstance(first, ast.List):
                first.ctx = ast.Load()
        old = ast.Attribute(_item(made, name(at), ast.Load()), how, ast.Load())
        more: ast.stmt = ast.Expr(ast.Call(old, [name(what)], []))
        if how == "add":  # of what is no list's own place
            both = ast.BinOp(_item(made, name(at), ast.Load()), ast.BitOr(), copy.deepcopy(first))
            more = ast.Assign([_item(made, name(at), ast.Store())], both)
        new = ast.Assign([_item(made, name(at), ast.Store())], first)
        known = ast.Compare(name(at), [ast.In()], [name(made)])
        statements = [
            assign(at, self.visit(key)),
            assign(what, self.visit(_as_list(item, name(made)))),
            ast.If(known, [more], [new]),
        ]
        return [placed(each, node) for each in statements]


def _item(made: str, key: ast.expr, ctx: ast.expr_context) -> ast.Subscript:
    return ast.Subscript(name(made), key, ctx)


def _filled(node: ast.AST) -> list[ast.AST]:
    """The item of a dict that a statement only adds to."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Subscript() as part, how))) if how in ADDS:
            return [part]
    return []


def _is_empty(value: ast.expr, kind: type) -> bool:
    match value:
        case ast.List([]) | ast.Call(ast.Name("list"), [], []):
            return kind is list
        case ast.Call(ast.Name("set"), [], []):
            return kind is set
    return False


def _constant(made: ast.expr) -> str:
    """The type of the zero that `lambda: 0` gives."""
    match made:
        case ast.Lambda(ast.arguments(args=[]), ast.Constant(int() | float() as value)):
            return EMPTY.get(type(value), "") if not value else ""
    return ""


def _builtin(known: str) -> Any:
    return {"int": int, "float": float, "bool": bool}.get(known)


def _hashed(value: Any, known: Any) -> Any:
    """What a value may be among; nothing, for one that is no key."""
    return known if isinstance(value, collections.abc.Hashable) else ()


def _as_list(items: ast.expr, target: ast.expr) -> ast.expr:
    """A generator that is gone through once, unless it looks at what its items are put into."""
    if not isinstance(items, ast.GeneratorExp):
        return items
    held = target.value if isinstance(target, ast.Attribute) else target
    own = {part.id for part in nodes(held) if isinstance(part, ast.Name)}
    used = {part.id for part in nodes(items) if isinstance(part, ast.Name)}
    if isinstance(target, ast.Attribute) and own & used - {"self"} and target.attr in METHODS:
        return items
    return ast.copy_location(ast.ListComp(items.elt, items.generators), items)
