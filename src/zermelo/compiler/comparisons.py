"""A whole number beside a float, in machine code: compared exactly, as Python does.

Numba makes a float of the whole number first, which rounds beyond 2 ** 53.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.compiler.arithmetic import is_whole, other_code
from zermelo.compiler.faults import intrinsic_at
from zermelo.compiler.maybes import COMPARED, has_maybe
from zermelo.compiler.untyped import ir, types

_INT = ir.IntType(64)
_DOUBLE = ir.DoubleType()
_ZERO = ir.Constant(_DOUBLE, 0.0)
_BEYOND = ir.Constant(_DOUBLE, 2.0**63)
_LOWEST = ir.Constant(_DOUBLE, -(2.0**63))


class _Order(NamedTuple):
    """How a whole number stands to a float; all three are false beside no number at all."""

    less: Any
    equal: Any
    greater: Any


def _order(builder: Any, x: Any, y: Any) -> _Order:
    """By the whole part of the float, and if that is equal by the rest of it."""
    low, high = builder.fcmp_ordered(">=", y, _LOWEST), builder.fcmp_ordered("<", y, _BEYOND)
    inside = builder.and_(low, high)
    near = builder.select(inside, y, _ZERO)
    whole = builder.fptosi(near, _INT)
    rest = builder.fsub(near, builder.sitofp(whole, _DOUBLE))
    same = builder.and_(inside, builder.icmp_signed("==", x, whole))

    def either(sign: str, other_sign: str, beyond: Any) -> Any:
        apart = builder.and_(inside, builder.icmp_signed(sign, x, whole))
        by_rest = builder.and_(same, builder.fcmp_ordered(other_sign, rest, _ZERO))
        return builder.or_(beyond, builder.or_(apart, by_rest))

    return _Order(
        either("<", ">", builder.fcmp_ordered(">=", y, _BEYOND)),
        builder.and_(same, builder.fcmp_ordered("==", rest, _ZERO)),
        either(">", "<", builder.fcmp_ordered("<", y, _LOWEST)),
    )


Answer = Callable[[Any, _Order], Any]

_ANSWERS: Final[dict[type[ast.cmpop], tuple[Any, Answer]]] = {
    ast.Lt: (operator.lt, lambda builder, order: order.less),
    ast.LtE: (operator.le, lambda builder, order: builder.or_(order.less, order.equal)),
    ast.Gt: (operator.gt, lambda builder, order: order.greater),
    ast.GtE: (operator.ge, lambda builder, order: builder.or_(order.greater, order.equal)),
    ast.Eq: (operator.eq, lambda builder, order: order.equal),
    ast.NotEq: (operator.ne, lambda builder, order: builder.not_(order.equal)),
}


def _comparison(function: Any, answer: Answer) -> Any:
    def typed(context: Any, x: Any, y: Any) -> Any:
        first, second = isinstance(x, types.Float), isinstance(y, types.Float)
        if first == second or not is_whole(y if first else x):
            asked = COMPARED.get(function, function) if has_maybe(x) or has_maybe(y) else function
            found = context.resolve_function_type(asked, (x, y), {})
            return found and (found.return_type(x, y), other_code(asked, found))

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            number, real = reversed(args) if first else args
            order = _order(builder, number, real)
            return answer(builder, _Order(*reversed(order)) if first else order)

        kinds = (types.float64, types.int64) if first else (types.int64, types.float64)
        return types.boolean(*kinds), code

    return typed


NAMES: Final = {kind: f"exact_{function.__name__}" for kind, (function, _) in _ANSWERS.items()}
COMPARISONS: Final[dict[str, Any]] = {
    NAMES[kind]: intrinsic_at(NAMES[kind], _comparison(*pair)) for kind, pair in _ANSWERS.items()
}
