"""Raw memory for compiled code: addresses are plain numbers, a word is 64 bits.

NumPy arrays handed down a recursion cost two to four times the speed (each is seven words and a
reference count); an address is one word. The functions here work in compiled code only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.untyped import intrinsic, ir, types

WORD: Final = 8  # bytes

_INT = ir.IntType(64)
_DOUBLE = ir.DoubleType()


def _pointer(builder: Any, address: Any, kind: Any = _INT) -> Any:
    return builder.inttoptr(address, kind.as_pointer())


def _load(context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(builder, args[0]))

    return types.int64(types.int64), code


def _load_shared(context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(builder, args[0]), "monotonic", WORD)

    return types.int64(types.int64), code


def _store(context: Any, address: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], _pointer(builder, args[0]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), code


def _load_float(context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(builder, args[0], _DOUBLE))

    return types.float64(types.int64), code


def _store_float(context: Any, address: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], _pointer(builder, args[0], _DOUBLE))
        return context.get_dummy_value()

    return types.void(types.int64, types.float64), code


def _add(context: Any, address: Any, amount: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _pointer(builder, args[0])
        builder.store(builder.add(builder.load(pointer), args[1]), pointer)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), code


def _stack_address(context: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():
            place = builder.alloca(_INT)
        return builder.ptrtoint(place, _INT)

    return types.int64(), code


def _bits_of(context: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], _INT)

    return types.int64(types.float64), code


def _float_of(context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], _DOUBLE)

    return types.float64(types.int64), code


def _exchange(context: Any, address: Any, old: Any, new: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _pointer(builder, args[0])
        pair = builder.cmpxchg(pointer, args[1], args[2], "monotonic", "monotonic")
        return builder.extract_value(pair, 1)

    return types.boolean(types.int64, types.int64, types.int64), code


def _prefetch(context: Any, address: Any) -> Any:
    byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        read, keep, data = (ir.Constant(flag, n) for n in (0, 3, 1))
        builder.call(function, [builder.inttoptr(args[0], byte), read, keep, data])
        return context.get_dummy_value()

    return types.void(types.int64), code


load: Callable[[int], int] = intrinsic(_load)  # the word at an address
load_shared: Callable[[int], int] = intrinsic(_load_shared)  # one that other threads may write
store: Callable[[int, int], None] = intrinsic(_store)
load_float: Callable[[int], float] = intrinsic(_load_float)
store_float: Callable[[int, float], None] = intrinsic(_store_float)
add: Callable[[int, int], None] = intrinsic(_add)  # adds to the word at an address
# Puts a new word in the place of an old one, unless another thread came first; whether it did.
exchange: Callable[[int, int, int], bool] = intrinsic(_exchange)
prefetch: Callable[[int], None] = intrinsic(_prefetch)  # asks for memory that is needed soon
# Where the machine's stack stands, to within the size of one call.
stack_address: Callable[[], int] = intrinsic(_stack_address)
bits_of: Callable[[float], int] = intrinsic(_bits_of)  # a float as the word that holds it
float_of: Callable[[int], float] = intrinsic(_float_of)
