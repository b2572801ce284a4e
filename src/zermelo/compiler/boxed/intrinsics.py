"""What functions of words are made of besides calls of each other: memory, floats, bits.

Each writes the code of one such call; `words` says what they mean.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from zermelo.compiler.boxed.assembly import BYTE, POINTER, Assembly
from zermelo.compiler.boxed.objects import ERROR

_FLOATS: Final = {
    "float_add": "fadd", "float_sub": "fsub", "float_mul": "fmul", "float_div": "fdiv",
}  # fmt: skip

FLOAT_TESTS: Final = {"float_less": "olt", "float_same": "oeq"}

OVERFLOWS: Final = {"add_leaves": "sadd", "sub_leaves": "ssub", "mul_leaves": "smul"}

_ROUNDED: Final = {"float_floor": "floor", "float_root": "sqrt", "float_even": "rint"}

LIBRARY: Final = ("exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "atan")  # of C
LIBRARY_OF_TWO: Final = ("pow", "hypot", "fmod")

POINTERS: Final = "p0.p0" if BYTE == "ptr" else "p0i8.p0i8"


def _load(emitter: Assembly, address: ast.expr) -> str:
    at = emitter.address(emitter.value(address))
    return emitter.new(f"load i64, {POINTER} {at}")


def _store(emitter: Assembly, address: ast.expr, word: ast.expr) -> str:
    at, found = emitter.value(address), emitter.value(word)
    emitter.emit(f"store i64 {found}, {POINTER} {emitter.address(at)}")
    return "0"


def _byte_at(emitter: Assembly, address: ast.expr) -> str:
    at = emitter.new(f"inttoptr i64 {emitter.value(address)} to {BYTE}")
    return emitter.new(f"zext i8 {emitter.new(f'load i8, {BYTE} {at}')} to i64")


def _put_byte(emitter: Assembly, address: ast.expr, byte: ast.expr) -> str:
    at = emitter.new(f"inttoptr i64 {emitter.value(address)} to {BYTE}")
    small = emitter.new(f"trunc i64 {emitter.value(byte)} to i8")
    emitter.emit(f"store i8 {small}, {BYTE} {at}")
    return "0"


def _copy(emitter: Assembly, to: ast.expr, source: ast.expr, size: ast.expr) -> str:
    """Copies bytes; the places may overlap."""
    ends = [emitter.new(f"inttoptr i64 {emitter.value(each)} to {BYTE}") for each in (to, source)]
    count = emitter.value(size)
    given = f"{BYTE} {ends[0]}, {BYTE} {ends[1]}, i64 {count}, i1 false"
    emitter.emit(f"call void @llvm.memmove.{POINTERS}.i64({given})")
    return "0"


def _fail(emitter: Assembly, memory: ast.expr, kind: ast.expr) -> str:
    """Fails, with a kind of error."""
    at = emitter.address(emitter.value(memory), ERROR)
    emitter.emit(f"store i64 {emitter.value(kind)}, {POINTER} {at}")
    emitter.check("0")
    return "0"


def _malloc(emitter: Assembly, size: ast.expr) -> str:
    found = emitter.new(f"call {BYTE} @malloc(i64 {emitter.value(size)})")
    return emitter.new(f"ptrtoint {BYTE} {found} to i64")


def _free(emitter: Assembly, address: ast.expr) -> str:
    at = emitter.new(f"inttoptr i64 {emitter.value(address)} to {BYTE}")
    emitter.emit(f"call void @free({BYTE} {at})")
    return "0"


def _on_stack(emitter: Assembly, size: ast.expr) -> str:
    """So many bytes, a constant, in the frame of the function."""
    assert isinstance(size, ast.Name)
    count = emitter.function.constants[size.id] // 8
    emitter.room = f"  %room = alloca [{count} x i64], align 16\n"
    kind = "ptr" if POINTER == "ptr" else f"[{count} x i64]*"
    return emitter.new(f"ptrtoint {kind} %room to i64")


def _stack_address(emitter: Assembly) -> str:
    emitter.room = "  %here = alloca i64\n"
    return emitter.new(f"ptrtoint {POINTER} %here to i64")


def _float(sign: str) -> Callable[..., str]:
    """An operation of two floats."""

    def emit(emitter: Assembly, left: ast.expr, right: ast.expr) -> str:
        a, b = emitter.double(left), emitter.double(right)
        return emitter.word(emitter.new(f"{sign} double {a}, {b}"))

    return emit


def _rounded(how: str) -> Callable[..., str]:
    """One of LLVM's own functions of a float."""

    def emit(emitter: Assembly, value: ast.expr) -> str:
        found = emitter.double(value)
        return emitter.word(emitter.new(f"call double @llvm.{how}.f64(double {found})"))

    return emit


def _of_library(function: str) -> Callable[..., str]:
    """A function of the library of C."""

    def emit(emitter: Assembly, value: ast.expr) -> str:
        found = emitter.double(value)
        return emitter.word(emitter.new(f"call double @{function}(double {found}) nobuiltin"))

    return emit


def _of_two(function: str) -> Callable[..., str]:
    """A function of two floats, of the library of C."""

    def emit(emitter: Assembly, left: ast.expr, right: ast.expr) -> str:
        a, b = emitter.double(left), emitter.double(right)
        called = f"call double @{function}(double {a}, double {b}) nobuiltin"
        return emitter.word(emitter.new(called))

    return emit


def _flag(emitter: Assembly, *arguments: ast.expr, name: str) -> str:
    """A test as a word."""
    flag = emitter.flag(ast.Call(ast.Name(name), list(arguments), []))
    return emitter.new(f"zext i1 {flag} to i64")


def _as_value(name: str) -> Callable[..., str]:
    """A test, by its name."""
    return lambda emitter, *arguments: _flag(emitter, *arguments, name=name)


def _to_float(emitter: Assembly, number: ast.expr) -> str:
    return emitter.word(emitter.new(f"sitofp i64 {emitter.value(number)} to double"))


def _to_int(emitter: Assembly, number: ast.expr) -> str:
    return emitter.new(f"fptosi double {emitter.double(number)} to i64")


def _logical_shift(emitter: Assembly, number: ast.expr, by: ast.expr) -> str:
    return emitter.new(f"lshr i64 {emitter.value(number)}, {emitter.value(by)}")


def _times_high(emitter: Assembly, left: ast.expr, right: ast.expr) -> str:
    """The upper word of a product of two that have no sign."""
    wide = [emitter.new(f"zext i64 {emitter.value(each)} to i128") for each in (left, right)]
    product = emitter.new(f"mul i128 {wide[0]}, {wide[1]}")
    upper = emitter.new(f"lshr i128 {product}, 64")
    return emitter.new(f"trunc i128 {upper} to i64")


def _unchecked(emitter: Assembly, call: ast.expr) -> str:
    """What a call gives, 0 where it has failed."""
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    given = ", ".join(f"i64 {emitter.value(each)}" for each in call.args)
    return emitter.new(f"call i64 @{emitter.prefix}{call.func.id}({given})")


def _bits_set(emitter: Assembly, word: ast.expr) -> str:
    return emitter.new(f"call i64 @llvm.ctpop.i64(i64 {emitter.value(word)})")


def _leading(emitter: Assembly, word: ast.expr) -> str:
    return emitter.new(f"call i64 @llvm.ctlz.i64(i64 {emitter.value(word)}, i1 false)")


INTRINSICS: Final[dict[str, Callable[..., str]]] = {
    "load": _load,
    "store": _store,
    "byte_at": _byte_at,
    "put_byte": _put_byte,
    "copy_bytes": _copy,
    "fail": _fail,
    "malloc": _malloc,
    "free": _free,
    "on_stack": _on_stack,
    "stack_address": _stack_address,
    "float_of": _to_float,
    "int_of": _to_int,
    "logical_shift": _logical_shift,
    "times_high": _times_high,
    "unchecked": _unchecked,
    "bits_set": _bits_set,
    "leading_noughts": _leading,
    **{name: _float(sign) for name, sign in _FLOATS.items()},
    **{name: _rounded(how) for name, how in _ROUNDED.items()},
    **{f"float_{name}": _of_library(name) for name in LIBRARY},
    **{f"float_{name}": _of_two(name) for name in LIBRARY_OF_TWO},
    **{name: _as_value(name) for name in (*FLOAT_TESTS, *OVERFLOWS)},
    "range": lambda emitter, *limits: "0",
}
