"""Statements: assignments, branches, loops, return; functions inside functions."""

from __future__ import annotations

import ast

from zermelo.compiler.builder import IN_CONTEXT
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.frames import Loop
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.names import Variable
from zermelo.compiler.tables import statement
from zermelo.compiler.types import NOTHING, SETS, element
from zermelo.compiler.values import NEVER, Arguments, Value
from zermelo.compiler.walk import sequences
from zermelo.compiler.walk.calls import call_method
from zermelo.compiler.walk.comparisons import truth
from zermelo.compiler.walk.containers import extend, update_dict
from zermelo.compiler.walk.conversions import by_member, switch
from zermelo.compiler.walk.expressions import assign, pass_on, source
from zermelo.compiler.walk.invoke import define_closure
from zermelo.compiler.walk.memory import new_container, writable
from zermelo.compiler.walk.numbers import RING, Sum, settle, unlimited
from zermelo.compiler.walk.objects import attribute, store_attribute
from zermelo.compiler.walk.operators import METHODS, binary, combined, condition, loose, sum_of
from zermelo.compiler.walker import Walker, check_stop


@statement(ast.Expr)
def expression_statement(w: Walker, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Constant):
        return
    if isinstance(node.value, ast.YieldFrom):
        pass_on(w, node.value)
        return
    w.expression(node.value)  # a generator that nobody goes through does nothing


@statement(ast.Pass, ast.Global, ast.Nonlocal)
def nothing(w: Walker, node: ast.Pass) -> None:
    if isinstance(node, ast.Global):
        raise Refusal("global; pass the value as an argument")


@statement(ast.Return)
def return_(w: Walker, node: ast.Return) -> None:
    value = w.expression(node.value) if node.value else w.constant(None)
    leave_with(w, value)


def leave_with(w: Walker, value: Value) -> None:
    """Return."""
    if w.b.dead:
        return
    value = w.kept(value)
    if w.frame.returns is not None:
        w.frame.returns(value)
        w.b.dead = True
        return
    specialisation = w.specialisation
    if not w.writing:
        specialisation.result.join(value.type, value.limits)
        w.b.dead = True
        return
    found = w.convert(value, specialisation.result.get())
    if w.gives_back:
        w.b.store("ptr", "%mark", "%context", IN_CONTEXT)
        w.next_node()
    if specialisation.may_fault:
        w.leave("0", found.operand)
    else:
        w.b.emit(f"ret {llvm_type(found.type)} {found.operand}")
    w.b.dead = True


@statement(ast.FunctionDef)
def function(w: Walker, node: ast.FunctionDef) -> None:
    if node.decorator_list:
        names = [ast.unparse(each) for each in node.decorator_list]
        if any(not any(memo in name for memo in ("lru_cache", "cache")) for name in names):
            raise Refusal("a decorator inside a function; define it in the module")
    w.store_variable(w.frame.code.names[node], define_closure(w, node))


# --- assignments ---------------------------------------------------------------------------------


@statement(ast.Assign)
def assignment(w: Walker, node: ast.Assign) -> None:
    value = w.expression(node.value)
    if len(node.targets) > 1:
        value = w.kept(value)
    for target in node.targets:
        assign(w, target, value)


@statement(ast.AnnAssign)
def annotated(w: Walker, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(w, node.target, w.expression(node.value))


@statement(ast.AugAssign)
def augmented(w: Walker, node: ast.AugAssign) -> None:
    """Target op= value: in place where the target can be changed."""
    target = node.target
    match target:
        case ast.Name():
            variable = w.frame.code.names.get(target)
            if variable is None:
                raise Refusal("an assignment to a global variable; keep the value in the state")
            if variable.loose:
                _augment_loose(w, node, variable)
                return
            found = combine(w, node, w.load_variable(variable))
            if found is not None:
                w.store_variable(variable, unlimited(found, node.op))
        case ast.Attribute():
            owner = w.kept(w.expression(target.value))
            found = combine(w, node, attribute(w, owner, target.attr, target))
            if found is not None:
                store_attribute(w, owner, target.attr, found, target)
        case ast.Subscript():
            if isinstance(target.slice, ast.Slice):
                raise Refusal("an augmented assignment to a slice; use a loop")
            owner, index = w.kept(w.expression(target.value)), w.kept(w.expression(target.slice))
            found = combine(w, node, sequences.subscript(w, owner, index, target))
            if found is not None:
                sequences.store_subscript(w, owner, index, found, target)


def _augment_loose(w: Walker, node: ast.AugAssign, variable: Variable) -> None:
    """A variable that may leave 64 bits: `bits |= more << 1`."""
    low = w.load_variable(variable, low=True)
    if low.type.kind in ("int", "bool") and isinstance(node.op, RING):
        old = loose(w, variable, low)
        found = combined(w, type(node.op), old, sum_of(w, node.value), node)
        w.store_variable(variable, unlimited(found.value, node.op), found.beyond)
        return
    changed = combine(w, node, w.load_variable(variable))
    if changed is not None:
        w.store_variable(variable, changed)


def combine(w: Walker, node: ast.AugAssign, old: Value) -> Value | None:
    """The new value, or the old one that was changed in place; None where nothing is known yet."""
    op = type(node.op)
    if op in (ast.BitAnd, ast.BitOr, ast.BitXor) and old.type.kind in ("int", "bool"):
        return settle(w, combined(w, op, Sum(old), sum_of(w, node.value), node))
    value = w.expression(node.value)
    w.frame.line = node.lineno
    if old.type is NOTHING:
        return None
    if old.type.kind == "union":
        value = w.kept(value)
    found = by_member(w, old, (node, "in place"), lambda one: in_place(w, op, one, value, node))
    return None if found.type is NOTHING else found


def in_place(w: Walker, op: type[ast.operator], old: Value, value: Value, node: ast.AST) -> Value:
    """Old op= value, of any types."""
    if method := own_method(old.type, f"__i{METHODS[op]}__"):
        return w.call_function(method, Arguments([old, w.kept(value)]))
    kind = old.type.kind
    if kind == "list" and op is ast.Add:
        extend(w, old, value, node)
        return old
    if kind == "list" and op is ast.Mult:
        times = sequences.whole_index(w, w.kept(value))
        writable(w, old)
        if times.type is not NOTHING and element(old.type) is not NOTHING:
            w.library("list_repeat", old, old, times)
        return old
    if kind == "dict" and op is ast.BitOr and old.type.info is None:
        update_dict(w, old, value, node)
        return old
    if kind == "set" and op in SET_METHODS:

        def change(other: Value) -> None:
            if other.type.kind not in SETS:
                w.fault(TypeError)
            else:
                call_method(w, old, SET_METHODS[op], Arguments([other]), node)

        other = w.kept(value)
        if other.type is NOTHING:
            return NEVER
        switch(w, other, change)
        return old
    return binary(w, op, old, value, node)


SET_METHODS = {
    ast.BitOr: "update", ast.BitAnd: "intersection_update", ast.Sub: "difference_update",
    ast.BitXor: "symmetric_difference_update",
}  # fmt: skip


@statement(ast.Delete)
def delete(w: Walker, node: ast.Delete) -> None:
    for target in node.targets:
        match target:
            case ast.Subscript(value=owner, slice=ast.Slice() as cut):
                none = new_container(w, "list", target)
                sequences.store_slice(
                    w, w.kept(w.expression(owner)), sequences.slice_limits(w, cut), none, target
                )
            case ast.Subscript():
                owner_value = w.kept(w.expression(target.value))
                sequences.delete_subscript(
                    w, owner_value, w.kept(w.expression(target.slice)), target
                )
            case _:
                raise Refusal("del of {what}; give it another value", what=ast.unparse(target))


# --- branches and loops --------------------------------------------------------------------------


@statement(ast.If)
def if_(w: Walker, node: ast.If) -> None:
    test = truth(w, condition(w, node.test))
    if w.b.dead:
        return
    if test.is_known:
        w.statements(node.body if test.known else node.orelse)
        return
    w.branches(test.operand, lambda: w.statements(node.body), lambda: w.statements(node.orelse))


@statement(ast.While)
def while_(w: Walker, node: ast.While) -> None:
    b = w.b
    head, go, other, end = b.label("while"), b.label("do"), b.label("else"), b.label("end")
    b.fall(head)
    check_stop(w)
    test = truth(w, condition(w, node.test))
    if b.dead:
        return
    forever = test.is_known and bool(test.known)
    if test.is_known and not test.known:
        b.fall(other)
        w.statements(node.orelse)
        return
    if forever:
        b.fall(go)
    else:
        b.branch(test.operand, go, other)
        b.start(go)
    w.frame.loops.append(Loop(head, end))
    w.statements(node.body)
    w.frame.loops.pop()
    b.jump(head)
    if not forever:
        b.start(other)
        w.statements(node.orelse)
        b.jump(end)
    b.start(end)


@statement(ast.For)
def for_(w: Walker, node: ast.For) -> None:
    end = w.b.label("end")
    items = source(w, node.iter)
    loops = w.frame.loops

    def each(item: Value) -> None:
        again = w.b.label("next")
        loops.append(Loop(again, end))
        assign(w, node.target, item)
        w.statements(node.body)
        loops.pop()
        w.b.fall(again)

    w.iterate(items, each, node)
    w.statements(node.orelse)
    w.b.fall(end)


@statement(ast.Break, ast.Continue)
def leave_loop(w: Walker, node: ast.Break | ast.Continue) -> None:
    loop = w.frame.loops[-1]
    w.b.jump(loop.end if isinstance(node, ast.Break) else loop.again)


@statement(ast.Assert)
def assert_(w: Walker, node: ast.Assert) -> None:
    test = truth(w, condition(w, node.test))
    if test.type is NOTHING:
        return
    if test.is_known:
        if not test.known:
            w.fault(AssertionError)
        return
    w.fault_if(w.b.op(f"xor i1 {test.operand}, true"), AssertionError, always=True)


@statement(ast.Import, ast.ImportFrom)
def import_(w: Walker, node: ast.Import) -> None:
    raise Refusal("import inside a function; import at the top of the module")
