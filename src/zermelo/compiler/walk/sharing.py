"""What several rules ask about one state is computed once at each node.

A function of the game and a state alone, such as the moves that both `is_terminal` and `actions`
ask for, leaves its result in the context, with the state and the number of the node. Whoever asks
again at that node gets the same object, so nobody may change it: `Cell.mutators` knows who does.

    place   0      8          8 + state
            node   the state  the result
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from zermelo.compiler.builder import IN_CONTEXT
from zermelo.compiler.layout import llvm_type, size_of, structure
from zermelo.compiler.program import Specialisation
from zermelo.compiler.types import Type, element
from zermelo.compiler.values import Value
from zermelo.compiler.walker import NODE, SHARED_END, Walker

LOOPS: Final = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


def is_shared(w: Walker, callee: Specialisation) -> bool:
    """Whether the result of a function is kept for whoever asks next at the node."""
    known = w.program.shared.get(callee)
    if known is None:
        known = w.program.shared[callee] = _place(w, callee) if can_be_shared(callee) else -1
    return known >= 0


def _place(w: Walker, callee: Specialisation) -> int:
    """Where in the context; -1: there is no room."""
    needed = 8 + size_of(callee.parameters[1]) + size_of(callee.result.get())
    place = w.program.shared_end
    if place + needed + 16 > SHARED_END:
        return -1
    w.program.shared_end = place + -(-needed // 8) * 8 + 8
    return place


def can_be_shared(callee: Specialisation) -> bool:
    """Whether several rules ask a function about one state, and nobody changes its result."""
    types = callee.parameters
    if len(types) != 2 or types[0].kind != "constant" or not _is_state(types[1]):
        return False
    askers = len(callee.askers)
    if not any(each.is_kernel for each in callee.askers):  # a search will ask for it too
        askers += len(callee.callers) > askers
    if askers < 2 or callee.recursive or callee.is_library or callee.is_kernel:
        return False
    below = callee.below()
    if not any(isinstance(n, LOOPS) for each in below for n in ast.walk(each.code.node)):
        return False
    return _unchanged(callee.result.get(), below)


def _is_state(type: Type) -> bool:
    return type.kind in ("record", "tuple") and size_of(type) <= 256


def _unchanged(type: Type, below: set[Specialisation]) -> bool:
    """Whether nobody changes a value of the type after the function has returned it."""
    if type.kind == "list":
        return type.cells[0].root().mutators <= below and _unchanged(element(type), below)
    if type.kind in ("dict", "set", "deque", "object", "generator", "closure", "bound"):
        return False
    inner = structure(type) or type.parts
    return all(_unchanged(part, below) for part in inner)


def once(w: Walker, callee: Specialisation, state: Value, call: Callable[[], str]) -> str:
    """The result for a state: what was kept at this node, or computed and kept."""
    b, base = w.b, w.program.shared[callee]
    state_llvm, llvm = llvm_type(state.type), llvm_type(callee.result.get())
    result_at = base + 8 + -(-size_of(state.type) // 8) * 8
    node = b.load("i64", w.context_place(NODE), IN_CONTEXT)
    same = b.op(f"icmp eq i64 {node}, {b.load('i64', w.context_place(base), IN_CONTEXT)}")
    known, ask, end = b.label("known"), b.label("ask"), b.label("asked")
    place = b.alloca(llvm)
    look = b.label("look")
    b.branch(same, look, ask)
    b.start(look)
    kept = b.load(state_llvm, w.context_place(base + 8))
    test = "true"
    pairs = zip(_scalars(w, kept, state.type), _scalars(w, state.operand, state.type), strict=True)
    for (kind, mine), (_kind, theirs) in pairs:
        compare = "fcmp oeq" if kind == "double" else "icmp eq"
        one = b.op(f"{compare} {kind} {mine}, {theirs}")
        test = one if test == "true" else b.op(f"and i1 {test}, {one}")
    b.branch(test, known, ask)
    b.start(known)
    b.store(llvm, b.load(llvm, w.context_place(result_at)), place)
    b.jump(end)
    b.start(ask)
    found = call()
    b.store(llvm, found, place)
    b.store(llvm, found, w.context_place(result_at))
    b.store(state_llvm, state.operand, w.context_place(base + 8))
    b.store("i64", node, w.context_place(base), IN_CONTEXT)
    b.jump(end)
    b.start(end)
    return b.load(llvm, place)


def _scalars(w: Walker, operand: str, type: Type) -> list[tuple[str, str]]:
    """The words that a value is made of; pointers are words."""
    if type.kind in ("str", "vartuple"):
        return [(k, w.b.extract("{ptr, i64}", operand, i)) for i, k in enumerate(("ptr", "i64"))]
    if type.kind == "range":
        return [("i64", w.b.extract("{i64, i64, i64}", operand, i)) for i in range(3)]
    inner = structure(type)
    if inner is None:
        return [(llvm_type(type), operand)]
    found = []
    for place, part in enumerate(inner):
        found += _scalars(w, w.b.extract(llvm_type(type), operand, place), part)
    return found
