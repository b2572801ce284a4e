"""Functions of words to LLVM's language: what boxed rules, and their runtime, are made of.

A function of words is written as Python, and means less: every value is a word of 64 bits, `+` and
its like go round, `//` and `%` cut towards nought, comparisons are signed, and the only memory is
what `load` and `store` reach. Assignments, `if`, `while`, `for i in range(...)`, `return`, calls.

A function may fail: `return fail(m, KIND)`. It gives 0 then, which is no value of a function that
can fail, and whoever calls one leaves as well, or goes on in the handler of the `try` around the
call. So there are no exceptions in machine code, only a test behind each call.

A function that yields keeps its variables in an object, and goes on where it stopped:

    word   0     1                        2           3 ...
           head  which `yield` it was at  its number  its variables

What is called makes that object; `resume` goes on, and gives 0 at the end.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Final

from zermelo.compiler.boxed.assembly import BYTE, RESUME, Function
from zermelo.compiler.boxed.emitter import Emitter
from zermelo.compiler.boxed.intrinsics import INTRINSICS, LIBRARY, LIBRARY_OF_TWO, POINTERS

__all__ = ["HEAD", "Function", "Program"]

# What the text of a program begins with.
_OF_LIBRARY: Final = "\n".join(f"declare double @{name}(double)" for name in LIBRARY)
_OF_TWO: Final = "\n".join(f"declare double @{name}(double, double)" for name in LIBRARY_OF_TWO)
HEAD: Final = f"""
declare {{i64, i1}} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.smul.with.overflow.i64(i64, i64)
declare void @llvm.memmove.{POINTERS}.i64({BYTE}, {BYTE}, i64, i1)
declare double @llvm.floor.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.rint.f64(double)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
{_OF_LIBRARY}
{_OF_TWO}
declare {BYTE} @malloc(i64)
declare void @free({BYTE})
!0 = !{{!"branch_weights", i32 1, i32 2000}}
"""


class Program:
    """The functions of words that a game needs."""

    def __init__(self, find: Callable[[str], Function]) -> None:
        self.find = find
        self.functions: dict[str, Function] = {}
        self.fails: dict[str, bool] = {}

    def reach(self, entries: Iterable[str]) -> None:
        """Takes in what these call, and finds which of all may fail."""
        left, calls = list(entries), dict[str, set[str]]()
        while left:
            name = left.pop().removeprefix(RESUME)
            if name not in calls:
                function = self.functions[name] = self.find(name)
                called = [each for part in function.body for each in _calls(part)]
                calls[name] = {each for each, is_checked in called if is_checked}
                left += {each for each, _ in called} - INTRINSICS.keys()
                left += ["alloc"] if function.yields else []
        self.fails = {name: "fail" in called for name, called in calls.items()}
        self.fails |= {name: True for name, each in self.functions.items() if each.yields}
        while found := [
            name
            for name, called in calls.items()
            if not self.fails[name] and any(self.fails.get(each) for each in called)
        ]:
            self.fails |= dict.fromkeys(found, True)

    def text(self, prefix: str) -> str:
        """All of it in LLVM's language; the functions' names begin with a prefix."""
        return "\n".join(
            Emitter(each, prefix, self.fails).text() for each in self.functions.values()
        )


def _calls(tree: ast.AST) -> Iterable[tuple[str, bool]]:
    """What a function calls, and whether it fails where that does: not so in `unchecked`."""
    unchecked = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, id(node) not in unchecked
            if node.func.id == "unchecked":
                unchecked.add(id(node.args[0]))
