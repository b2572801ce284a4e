"""Python's arithmetic in machine code: an operation that cannot give what Python gives is a fault.

Compiled numbers have 64 bits; Python's have as many as they need. Each function below does what
the operator does, and where the result has no place in 64 bits, or Python itself would raise, it
leaves the compiled code with a `RuleFault`: a branch that the processor never expects to take.
Floats and tuples keep the operator as Numba has it.

The last argument of each is a number that stands for a place in the rules (see `faults`).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.compiler.atom_table import LOWEST_WORD
from zermelo.compiler.atoms import ATOM, is_below
from zermelo.compiler.errors import (
    BEYOND_64_BITS,
    BY_ZERO,
    NEGATIVE_POWER,
    NEGATIVE_SHIFT,
    NO_INTEGER,
    NO_NUMBER,
    NO_POWER,
)
from zermelo.compiler.faults import Emitter, intrinsic_at
from zermelo.compiler.longhand import exact_quotient, power
from zermelo.compiler.untyped import ir, types

_INT = ir.IntType(64)
_DOUBLE = ir.DoubleType()
_LOWEST = ir.Constant(_INT, LOWEST_WORD)
_ZERO = ir.Constant(_INT, 0)
_ONE = ir.Constant(_INT, 1)
_MINUS_ONE = ir.Constant(_INT, -1)
_LAST_BIT = ir.Constant(_INT, 63)
EXACT: Final = 1 << 53  # floats hold every whole number up to here


Code = Callable[..., Any]  # (emitter, *values): the value


# --- whole numbers -------------------------------------------------------------------------------


def _add(to: Emitter, x: Any, y: Any) -> Any:
    return to.fitting(to.builder.sadd_with_overflow(x, y))


def _sub(to: Emitter, x: Any, y: Any) -> Any:
    return to.fitting(to.builder.ssub_with_overflow(x, y))


def _mul(to: Emitter, x: Any, y: Any) -> Any:
    return to.product(x, y)


def _neg(to: Emitter, x: Any) -> Any:
    return to.fitting(to.builder.ssub_with_overflow(_ZERO, x))


def _pos(to: Emitter, x: Any) -> Any:
    return x


def _invert(to: Emitter, x: Any) -> Any:
    return to.builder.not_(x)


def _abs(to: Emitter, x: Any) -> Any:
    to.fault_if(to.is_("==", x, _LOWEST), BEYOND_64_BITS)
    return to.builder.select(to.is_("<", x, _ZERO), to.builder.neg(x), x)


def _lshift(to: Emitter, x: Any, distance: Any) -> Any:
    """Nothing is lost where shifting back gives the same; 0 may be shifted however far."""
    build = to.builder
    to.fault_if(to.is_("<", distance, _ZERO), NEGATIVE_SHIFT)
    far = to.is_(">", distance, _LAST_BIT)
    near = build.select(far, _LAST_BIT, distance)
    shifted = build.shl(x, near)
    lost = to.is_("!=", build.ashr(shifted, near), x)
    nonzero = to.is_("!=", x, _ZERO)
    to.fault_if(build.or_(lost, build.and_(far, nonzero)), BEYOND_64_BITS)
    return shifted


def _wrapping_lshift(to: Emitter, x: Any, distance: Any) -> Any:
    to.fault_if(to.is_("<", distance, _ZERO), NEGATIVE_SHIFT)
    far = to.is_(">", distance, _LAST_BIT)
    shifted = to.builder.shl(x, to.builder.and_(distance, _LAST_BIT))
    return to.builder.select(far, _ZERO, shifted)


def _masked(code: Code) -> Code:
    """What `code` gives (a number, and whether it lost bits) & mask.

    Lost bits matter only where the mask is negative: then it has ones there.
    """

    def masked(to: Emitter, x: Any, y: Any, mask: Any) -> Any:
        number, lost = code(to, x, y)
        negative = to.is_("<", mask, _ZERO)
        to.fault_if(to.builder.and_(negative, lost), BEYOND_64_BITS)
        return to.builder.and_(number, mask)

    return masked


def _lossy_add(to: Emitter, x: Any, y: Any) -> tuple[Any, Any]:
    pair = to.builder.sadd_with_overflow(x, y)
    return to.builder.extract_value(pair, 0), to.builder.extract_value(pair, 1)


def _lossy_sub(to: Emitter, x: Any, y: Any) -> tuple[Any, Any]:
    pair = to.builder.ssub_with_overflow(x, y)
    return to.builder.extract_value(pair, 0), to.builder.extract_value(pair, 1)


def _lossy_lshift(to: Emitter, x: Any, distance: Any) -> tuple[Any, Any]:
    shifted = _wrapping_lshift(to, x, distance)
    far = to.is_(">", distance, _LAST_BIT)
    near = to.builder.select(far, _LAST_BIT, distance)
    return shifted, to.is_("!=", to.builder.ashr(shifted, near), x)


def _any_lshift(to: Emitter, x: Any, distance: Any, mask: Any) -> Any:
    """Whether x << distance & mask is not 0; a negative mask has ones beyond 64 bits too."""
    build = to.builder
    low = build.and_(_wrapping_lshift(to, x, distance), mask)
    far = to.is_(">", distance, _LAST_BIT)
    back = build.and_(build.sub(_LAST_BIT, distance), _LAST_BIT)
    high = build.select(far, x, build.ashr(build.ashr(x, back), _ONE))
    beyond = build.and_(to.is_("<", mask, _ZERO), to.is_("!=", high, _ZERO))
    return build.or_(to.is_("!=", low, _ZERO), beyond)


def _rshift(to: Emitter, x: Any, distance: Any) -> Any:
    to.fault_if(to.is_("<", distance, _ZERO), NEGATIVE_SHIFT)
    far = to.is_(">", distance, _LAST_BIT)
    return to.builder.ashr(x, to.builder.select(far, _LAST_BIT, distance))


def _quotient(to: Emitter, x: Any, y: Any) -> tuple[Any, Any]:
    """Rounded down, as Python has it, and what remains; y is neither 0 nor -1."""
    build = to.builder
    quotient, rest = build.sdiv(x, y), build.srem(x, y)
    unlike = to.is_("<", build.xor(rest, y), _ZERO)
    lower = build.and_(to.is_("!=", rest, _ZERO), unlike)
    quotient = build.select(lower, build.sub(quotient, _ONE), quotient)
    return quotient, build.select(lower, build.add(rest, y), rest)


def _floordiv(to: Emitter, x: Any, y: Any) -> Any:
    to.fault_if(to.is_("==", y, _ZERO), BY_ZERO)
    lowest, minus = to.is_("==", x, _LOWEST), to.is_("==", y, _MINUS_ONE)
    to.fault_if(to.builder.and_(lowest, minus), BEYOND_64_BITS)
    return _quotient(to, x, y)[0]


def _mod(to: Emitter, x: Any, y: Any) -> Any:
    to.fault_if(to.is_("==", y, _ZERO), BY_ZERO)
    # The processor stops at the lowest number modulo -1; modulo 1 gives 0 just so.
    y = to.builder.select(to.is_("==", y, _MINUS_ONE), _ONE, y)
    return _quotient(to, x, y)[1]


def _turned(to: Emitter, x: Any, y: Any) -> Any:
    """The same for `(x + 1) % y`: most often a round is not full yet, or just, without division."""
    build = to.builder
    near = build.select(to.is_(">=", x, y), build.sub(x, y), x)
    near = build.select(to.is_("<", x, _ZERO), build.add(x, y), near)
    inside = build.and_(to.is_(">", y, _ZERO), build.icmp_unsigned("<", near, y))
    with build.if_else(inside, likely=True) as (quick, slow):
        with quick:
            quick_end = build.block
        with slow:
            rest = _mod(to, x, y)
            slow_end = build.block
    result = build.phi(_INT)
    result.add_incoming(near, quick_end)
    result.add_incoming(rest, slow_end)
    return result


def _divmod(to: Emitter, x: Any, y: Any) -> Any:
    kind = types.UniTuple(types.int64, 2)
    return to.context.make_tuple(to.builder, kind, [_floordiv(to, x, y), _mod(to, x, y)])


def _truediv(to: Emitter, x: Any, y: Any) -> Any:
    """Both as floats, unless one is too large to be one: then bit by bit."""
    build = to.builder
    to.fault_if(to.is_("==", y, _ZERO), BY_ZERO)
    slow = build.or_(_is_large(to, x), _is_large(to, y))
    with build.if_else(slow, likely=False) as (large, small):
        with large:
            kinds = types.float64(types.int64, types.int64)
            exact = to.context.compile_internal(build, exact_quotient, kinds, [x, y])
            large_end = build.block
        with small:
            plain = build.fdiv(build.sitofp(x, _DOUBLE), build.sitofp(y, _DOUBLE))
            small_end = build.block
    result = build.phi(_DOUBLE)
    result.add_incoming(exact, large_end)
    result.add_incoming(plain, small_end)
    return result


def _is_large(to: Emitter, x: Any) -> Any:
    moved = to.builder.add(x, ir.Constant(_INT, EXACT))
    return to.builder.icmp_unsigned(">", moved, ir.Constant(_INT, 2 * EXACT))


def _power(to: Emitter, x: Any, y: Any) -> Any:
    """By squaring; a base of 0, 1 or -1 has powers however high."""
    build = to.builder
    to.fault_if(to.is_("<", y, _ZERO), NEGATIVE_POWER)
    kinds = types.UniTuple(types.int64, 2)(types.int64, types.int64)
    pair = to.context.compile_internal(build, power, kinds, [x, y])
    to.fault_if(to.is_("!=", build.extract_value(pair, 1), _ZERO), BEYOND_64_BITS)
    return build.extract_value(pair, 0)


# --- floats --------------------------------------------------------------------------------------


def _no_zero(to: Emitter, x: Any, y: Any) -> None:
    to.fault_if(to.builder.fcmp_ordered("==", y, ir.Constant(_DOUBLE, 0.0)), BY_ZERO)


def _a_number(to: Emitter, x: Any, y: Any, result: Any) -> None:
    """Python raises, or gives a complex number, where a power of finite numbers is none."""
    finite = to.builder.and_(_is_finite(to, x), _is_finite(to, y))
    to.fault_if(to.builder.and_(finite, to.builder.not_(_is_finite(to, result))), NO_POWER)


def _is_finite(to: Emitter, x: Any) -> Any:
    return to.builder.fcmp_ordered("==", to.builder.fsub(x, x), ir.Constant(_DOUBLE, 0.0))


def _in_64_bits(to: Emitter, x: Any) -> None:
    low = to.builder.fcmp_ordered(">=", x, ir.Constant(_DOUBLE, -(2.0**63)))
    high = to.builder.fcmp_ordered("<", x, ir.Constant(_DOUBLE, 2.0**63))
    to.fault_if(to.builder.not_(to.builder.and_(low, high)), NO_INTEGER)


def _truncated(to: Emitter, x: Any) -> Any:
    _in_64_bits(to, x)
    return to.builder.fptosi(x, _INT)


# --- how Numba comes to know them ----------------------------------------------------------------


class Operation(NamedTuple):
    """A function of compiled code: what it is for whole numbers, and for everything else."""

    code: Code
    other: Any  # the function of Python's
    result: Any = types.int64
    before: Code | None = None  # what is looked at first where there are floats
    after: Code | None = None


OPERATIONS: Final[dict[str, Operation]] = {
    "add": Operation(_add, operator.add),
    "sub": Operation(_sub, operator.sub),
    "mul": Operation(_mul, operator.mul),
    "lshift": Operation(_lshift, operator.lshift),
    "wrapping_lshift": Operation(_wrapping_lshift, operator.lshift),
    "masked_add": Operation(_masked(_lossy_add), None),
    "masked_sub": Operation(_masked(_lossy_sub), None),
    "masked_lshift": Operation(_masked(_lossy_lshift), None),
    "any_lshift": Operation(_any_lshift, None, types.boolean),
    "rshift": Operation(_rshift, operator.rshift),
    "floordiv": Operation(_floordiv, operator.floordiv, before=_no_zero),
    "mod": Operation(_mod, operator.mod, before=_no_zero),
    "turned": Operation(_turned, operator.mod, before=_no_zero),
    "divmod": Operation(_divmod, divmod, types.UniTuple(types.int64, 2), before=_no_zero),
    "truediv": Operation(_truediv, operator.truediv, types.float64, before=_no_zero),
    "pow": Operation(_power, operator.pow, after=_a_number),
    "neg": Operation(_neg, operator.neg),
    "pos": Operation(_pos, operator.pos),
    "invert": Operation(_invert, operator.invert),
    "abs": Operation(_abs, abs),
    "int": Operation(_pos, None, before=_truncated),
    "round": Operation(_pos, round, before=_in_64_bits),
    "floor": Operation(_pos, math.floor, before=_in_64_bits),
    "ceil": Operation(_pos, math.ceil, before=_in_64_bits),
    "trunc": Operation(_pos, math.trunc, before=_in_64_bits),
    # `total += 1`, which changes a list in place.
    "iadd": Operation(_add, operator.iadd),
    "imul": Operation(_mul, operator.imul),
}


def is_whole(*kinds: Any) -> bool:
    """Whether these are types of Python's whole numbers and truth values, compiled.

    An atom can be one; where it is none, to make a number of it is a fault.
    """
    return all(types.unliteral(kind) in (types.int64, types.boolean, ATOM) for kind in kinds)


def _typed(operation: Operation, context: Any, *kinds: Any) -> Any:
    *values, place = kinds
    if not isinstance(place, types.IntegerLiteral):
        return None
    if not is_whole(*values):
        return _typed_other(operation, context, values, place)

    given = [ATOM if kind == ATOM else types.int64 for kind in values]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        for kind, value in zip(given, args, strict=False):
            if kind == ATOM:
                to.fault_if(is_below(builder, value), NO_NUMBER)
        return operation.code(to, *args[:-1])

    return operation.result(*given, place), code


def _typed_other(operation: Operation, context: Any, values: list[Any], place: Any) -> Any:
    floats = all(isinstance(kind, types.Float) or is_whole(kind) for kind in values)
    if operation.other is None:  # int(x), which Numba has as a type and not as a function
        found = types.int64(types.float64) if floats and len(values) == 1 else None
    else:
        found = context.resolve_function_type(operation.other, tuple(values), {})
    if found is None:
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        pairs = list(zip(args, signature.args, found.args, strict=False))
        given = [context.cast(builder, value, old, new) for value, old, new in pairs]
        doubles = [
            context.cast(builder, value, old, types.float64) for value, old, _ in pairs if floats
        ]
        early = operation.before(to, *doubles) if floats and operation.before else None
        if operation.other is None:
            return early
        result = implementation(context, operation.other, found)(builder, given)
        if floats and operation.after:
            real = context.cast(builder, result, found.return_type, types.float64)
            operation.after(to, *doubles, real)
        return result

    return found.return_type(*values, place), code


def implementation(context: Any, function: Any, found: Any) -> Any:
    kind = context.typing_context.resolve_value_type(function)
    return context.get_function(kind, found)


def other_code(function: Any, found: Any) -> Any:
    """The code of a function as Numba has it, for the signature that it found."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pairs = zip(args, signature.args, found.args, strict=False)
        given = [context.cast(builder, value, old, new) for value, old, new in pairs]
        return implementation(context, function, found)(builder, given)

    return code


def _intrinsic(name: str, operation: Operation) -> Any:
    """The operation for Numba, which wants to see as many parameters as there are."""

    def one(context: Any, x: Any, place: Any) -> Any:
        return _typed(operation, context, x, place)

    def two(context: Any, x: Any, y: Any, place: Any) -> Any:
        return _typed(operation, context, x, y, place)

    def three(context: Any, x: Any, y: Any, mask: Any, place: Any) -> Any:
        return _typed(operation, context, x, y, mask, place)

    typed = one if name in _UNARY else three if name in _MASKED else two
    return intrinsic_at(f"checked_{name}", typed)


_MASKED: Final = ("masked_add", "masked_sub", "masked_lshift", "any_lshift")
_UNARY: Final = ("neg", "pos", "invert", "abs", "int", "round", "floor", "ceil", "trunc")

CHECKED: Final[dict[str, Any]] = {
    f"checked_{name}": _intrinsic(name, operation) for name, operation in OPERATIONS.items()
}
