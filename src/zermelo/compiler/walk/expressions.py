"""Names, literals and comprehensions; what is assigned to names and other targets."""

from __future__ import annotations

import ast
import types as python_types
from collections.abc import Callable

from zermelo.compiler.builder import PREFIX
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.source import MISSING, global_value
from zermelo.compiler.tables import expression
from zermelo.compiler.types import INT, NOTHING, SETS, Type, element
from zermelo.compiler.values import NEVER, Arguments, Body, Lazy, Value
from zermelo.compiler.walk import containers, memory
from zermelo.compiler.walk.comparisons import truth
from zermelo.compiler.walk.constants import constant_list
from zermelo.compiler.walk.conversions import make_tuple, parts, switch
from zermelo.compiler.walk.generators import give
from zermelo.compiler.walk.hashes import is_tuple
from zermelo.compiler.walk.invoke import define_closure
from zermelo.compiler.walk.iteration import iterate
from zermelo.compiler.walk.objects import store_attribute
from zermelo.compiler.walk.operators import condition
from zermelo.compiler.walk.sequences import divided, slice_limits, store_slice, store_subscript
from zermelo.compiler.walker import Walker


@expression(ast.Constant)
def constant(w: Walker, node: ast.Constant) -> Value:
    if isinstance(node.value, bytes | complex):
        raise Refusal("a {kind} literal; use tuples of integers", kind=type(node.value).__name__)
    return w.constant(node.value)


@expression(ast.Name)
def name(w: Walker, node: ast.Name) -> Value:
    variable = w.frame.code.names.get(node)
    if variable is not None:
        return w.load_variable(variable)
    found = global_value(w.frame.function, node.id)
    if found is MISSING:
        return w.fault(NameError)
    return w.constant(found)


@expression(ast.NamedExpr)
def named(w: Walker, node: ast.NamedExpr) -> Value:
    value = w.kept(w.expression(node.value))
    w.store_variable(w.frame.code.names[node.target], value)
    return value


@expression(ast.Lambda)
def function(w: Walker, node: ast.Lambda) -> Value:
    return define_closure(w, node)


@expression(ast.Tuple)
def tuple_(w: Walker, node: ast.Tuple) -> Value:
    if any(isinstance(each, ast.Starred) for each in node.elts):
        found = _elements(w, node.elts)
        if found is not None:
            return make_tuple(w, found)
        return memory.frozen_list(w, _listed(w, node, on_stack=True))
    return make_tuple(w, [w.expression(each) for each in node.elts])


def _elements(w: Walker, nodes: list[ast.expr]) -> list[Value] | None:
    """Items with those behind a * in place; None where their number is not known."""
    behind: dict[ast.expr, Value] = {}
    for each in nodes:
        if isinstance(each, ast.Starred):
            if not isinstance(each.value, ast.Name | ast.Attribute):
                return None
            behind[each] = w.expression(each.value)
            if behind[each].type.kind not in ("tuple", "record"):
                return None
    found: list[Value] = []
    for each in nodes:
        found += parts(w, behind[each]) if each in behind else [w.expression(each)]
    return found


def _listed(w: Walker, node: ast.Tuple | ast.List, on_stack: bool = False) -> Value:
    """A list with stars: what is behind them cannot change until all its items are computed."""
    values, room = [], "0"
    for each in node.elts:
        starred = isinstance(each, ast.Starred)
        value = w.expression(each.value if isinstance(each, ast.Starred) else each)
        value = value if starred else w.kept(value)
        if starred and (isinstance(value, Lazy) or value.kind not in ("vartuple", "str")):
            value = memory.collect_tuple(w, value, each)
        more = memory.length(w, value) if starred and value.type is not NOTHING else w.constant(1)
        room = w.b.op(f"add i64 {room}, {more.operand}")
        values.append((each, value, starred))
    found = memory.new_list(w, node, Value(INT, room), on_stack)
    for each, value, starred in values:
        if starred:
            memory.filled(w, found, value, each)
        else:
            memory.append(w, found, value)
    return found


@expression(ast.List)
def list_(w: Walker, node: ast.List) -> Value:
    """A list that is written out: of constants, and changed by nobody, it is in constant memory."""
    if not node.elts or any(isinstance(each, ast.Starred) for each in node.elts):
        return _listed(w, node)
    type, size = Type("list", (), memory.site_cells(w, node, 1)), w.constant(len(node.elts))
    items = [w.into(type.cells[0], w.expression(each)) for each in node.elts]
    is_constant = not any(PREFIX in each.operand for each in items)
    if w.writing and is_constant and not type.cells[0].root().mutators:
        return constant_list(w, type, items)
    found = memory.new_list(w, node, size)
    if element(type) is not NOTHING:
        memory.set_field(w, found, "count", size)
        for place, each in enumerate(items):
            memory.store_item(w, memory.data_of(w, found), str(place), each)
    return found


@expression(ast.Set)
def set_(w: Walker, node: ast.Set) -> Value:
    frozen = displayed(w, node)
    if frozen is not None:
        return containers.copied_set(w, frozen, node, False)
    found = memory.new_container(w, "set", node)
    for each in node.elts:
        if isinstance(each, ast.Starred):
            containers.merge_set(w, found, w.expression(each.value), each)
        else:
            containers.update_set(w, found, w.expression(each))
    return found


def displayed(w: Walker, node: ast.expr) -> Value | None:
    """A set that is written out with constants: Python keeps a frozenset of them."""
    if not isinstance(node, ast.Set):
        return None
    try:
        wanted = {(type(each), each) for each in map(ast.literal_eval, node.elts)}
    except (ValueError, TypeError):
        return None
    todo = [w.frame.function.__code__]
    for code in todo:
        for each in code.co_consts:
            if isinstance(each, frozenset) and {(type(one), one) for one in each} == wanted:
                return w.constant(each)
            if isinstance(each, python_types.CodeType):
                todo.append(each)
    return None


def source(w: Walker, node: ast.expr) -> Value:
    """What a loop goes through: of a set that is written out, Python's own frozenset."""
    return displayed(w, node) or w.expression(node)


@expression(ast.Dict)
def dict_(w: Walker, node: ast.Dict) -> Value:
    found = memory.new_container(w, "dict", node)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            containers.update_dict(w, found, w.expression(value), value)
        else:
            name = w.expression(key)
            containers.set_entry(w, found, name, w.expression(value))
    return found


def assign(w: Walker, target: ast.expr, value: Value) -> None:
    """Target = value."""
    if value.type is NOTHING and not w.writing and not isinstance(target, ast.Name):
        return  # the names of the target have no type yet, which is no fault
    match target:
        case ast.Name():
            variable = w.frame.code.names.get(target)
            if variable is None:
                raise Refusal("an assignment to a global variable; keep the value in the state")
            w.store_variable(variable, value)
        case ast.Tuple() | ast.List():
            unpack(w, target, value)
        case ast.Subscript(value=owner, slice=ast.Slice() as cut):
            store_slice(w, w.kept(w.expression(owner)), slice_limits(w, cut), value, target)
        case ast.Subscript():
            owner_value = w.kept(w.expression(target.value))
            index = w.kept(w.expression(target.slice))
            store_subscript(w, owner_value, index, w.kept(value), target)
        case ast.Attribute():
            owner_value = w.kept(w.expression(target.value))
            store_attribute(w, owner_value, target.attr, w.kept(value), target)
        case _:
            raise Refusal("an assignment to {what}; use a loop", what=ast.unparse(target))


def unpack(w: Walker, target: ast.Tuple | ast.List, value: Value) -> None:
    """a, b, *c = value."""
    stars = [i for i, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
    if isinstance(value, Lazy) or value.kind in ("generator", "dict", *SETS, "deque", "range"):
        value = memory.collect(w, value, ("unpacked", target))
    if value.type.kind == "union":
        switch(w, value, lambda one: unpack(w, target, one))
        return
    if value.type is NOTHING:
        return
    if value.type.kind == "constant" or own_method(value.type, "__iter__"):
        value = memory.collect(w, value, ("unpacked", target))
    before = stars[0] if stars else len(target.elts)
    after = len(target.elts) - 1 - before if stars else 0
    if value.kind == "str" and stars:
        value = memory.collect(w, value, ("letters", target))
    if value.kind not in ("list", "str") and not is_tuple(value.type):
        w.fault(TypeError)
        return
    size = memory.length(w, value)
    sign, least = "slt" if stars else "ne", before + after
    if not size.is_known:
        w.fault_if(w.b.op(f"icmp {sign} i64 {size.operand}, {least}"), ValueError)
    elif size.known < least or (size.known > least and not stars):
        w.fault(ValueError)
        return
    items = divided(w, value, before, after, target.elts[before] if stars else None)
    for each, item in zip(target.elts, items, strict=True):
        assign(w, each.value if isinstance(each, ast.Starred) else each, item)


# --- comprehensions ------------------------------------------------------------------------------


def comprehend(
    w: Walker,
    generators: list[ast.comprehension],
    first: Value,
    inner: Callable[[], None],
    any_order: bool = False,
) -> None:
    """The loops of a comprehension around what is done with each item."""

    def level(depth: int, over: Value) -> None:
        generator = generators[depth]
        if generator.is_async:
            raise Refusal("async for; use for")

        def each(item: Value) -> None:
            skip = w.b.label("skip")
            assign(w, generator.target, item)
            for test in generator.ifs:
                found = truth(w, condition(w, test))
                if found.is_known and found.known:
                    continue
                w.b.go_on(found.operand, skip)
            if depth + 1 < len(generators):
                level(depth + 1, source(w, generators[depth + 1].iter))
            else:
                inner()
            w.b.fall(skip)

        iterate(w, over, each, generator.iter, any_order)

    level(0, first)


@expression(ast.ListComp)
def list_comprehension(w: Walker, node: ast.ListComp) -> Value:
    first = source(w, node.generators[0].iter)
    sized = len(node.generators) == 1 and not isinstance(first, Lazy)
    room = memory.known_length(w, first) if sized else None
    found = memory.new_list(w, node, room, on_stack=True)
    comprehend(w, node.generators, first, lambda: memory.append(w, found, w.expression(node.elt)))
    return memory.off_stack(w, found)


@expression(ast.SetComp)
def set_comprehension(w: Walker, node: ast.SetComp) -> Value:
    found = memory.new_container(w, "set", node)
    first = source(w, node.generators[0].iter)
    add = lambda: containers.update_set(w, found, w.expression(node.elt))  # noqa: E731
    comprehend(w, node.generators, first, add, any_order=True)
    return found


@expression(ast.DictComp)
def dict_comprehension(w: Walker, node: ast.DictComp) -> Value:
    found = memory.new_container(w, "dict", node)
    first = source(w, node.generators[0].iter)

    def entry() -> None:
        key = w.expression(node.key)
        containers.set_entry(w, found, key, w.expression(node.value))

    comprehend(w, node.generators, first, entry)
    return found


@expression(ast.GeneratorExp)
def generator_expression(w: Walker, node: ast.GeneratorExp) -> Value:
    made = w.frame.code.kept.get(node)
    if made is not None:
        first = w.kept(w.expression(node.generators[0].iter))
        return (
            NEVER
            if first.type is NOTHING
            else w.call(define_closure(w, made), Arguments([first]), node)
        )
    first = source(w, node.generators[0].iter)
    frame = w.frame

    def produce(body: Body) -> None:
        any_order, w.any_order = w.any_order, False
        with w.inside(frame):
            comprehend(w, node.generators, first, lambda: body(w.expression(node.elt)), any_order)

    size = None
    single = len(node.generators) == 1 and not node.generators[0].ifs
    if single and first.kind in ("list", "vartuple", "tuple", "str"):
        size = lambda: memory.length(w, first)  # noqa: E731
    return Lazy(produce, None, size)


@expression(ast.Yield)
def yield_(w: Walker, node: ast.Yield) -> Value:
    give(w, w.expression(node.value) if node.value else w.constant(None))
    return w.constant(None)


@expression(ast.YieldFrom)
def yield_from(w: Walker, node: ast.YieldFrom) -> Value:
    raise Refusal("the value of `yield from`; yield it instead")


def pass_on(w: Walker, node: ast.YieldFrom) -> None:
    """Yield from, as a statement."""
    w.iterate(w.expression(node.value), lambda item: give(w, item), node)
