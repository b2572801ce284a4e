"""Arithmetic that takes several steps; Numba compiles it where it is needed."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.untyped import intrinsic, ir, types

_INT = ir.IntType(64)


def exact_quotient(x: Any, y: Any) -> Any:
    """The quotient rounded once: at least 55 bits of it, the last one set if anything is left."""
    top = types.uint64(abs(x))
    bottom = types.uint64(abs(y))
    zero, one = types.uint64(0), types.uint64(1)
    bits, rest = top // bottom, top % bottom
    scale = 1.0
    while rest != zero and bits < types.uint64(1 << 55):
        rest = rest << one
        bits = bits << one
        if rest >= bottom:
            rest = rest - bottom
            bits = bits | one
        scale *= 0.5
    if rest != zero:
        bits = bits | one
    result = float(bits) * scale
    return -result if (x < 0) != (y < 0) else result


def power(x: Any, y: Any) -> Any:
    """The power x ** y, and whether that leaves 64 bits (0: no)."""
    result, square, beyond = 1, x, 0
    while y:
        if y & 1:
            result, over = product(result, square)
            beyond |= over
        y >>= 1
        if y:
            square, over = product(square, square)
            beyond |= over
    return result, beyond


def _typed_product(context: Any, x: Any, y: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pair = builder.smul_with_overflow(*args)
        over = builder.zext(builder.extract_value(pair, 1), _INT)
        return context.make_tuple(
            builder, signature.return_type, [builder.extract_value(pair, 0), over]
        )

    return types.UniTuple(types.int64, 2)(types.int64, types.int64), code


product: Any = intrinsic(_typed_product)
