"""The types that an operator takes and gives, worked out once for each.

For every + of a program Numba tries some twenty signatures, and puts down of each why it does not
fit: an eighth of the time that a kernel takes to compile. Of numbers the answer is always the same.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any, Final

from zermelo.compiler.maybes import is_maybe
from zermelo.compiler.untyped import BaseFunction, types

OPERATORS: Final = frozenset(
    [
        *(each for name, each in vars(operator).items() if callable(each) and name[0] != "_"),
        *(bool, int),  # each test is a `bool`
    ]
)
NUMBERS: Final = (types.Integer, types.Boolean, types.Float)


def _ours(function: Any, context: Any, args: Any) -> Any:
    """Whether there is a record: Numba's own `bool` asks how long that is, before any of ours."""
    for make in function.templates:
        template = make(context)
        if hasattr(template, "_overload_func"):
            found = template.apply(args, {})
            if found is not None:
                function._impl_keys[found.args] = template.get_impl_key(found)
                return found
    return None


@cache
def install() -> None:
    """Lets Numba remember."""
    worked_out = BaseFunction.get_call_type
    known: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if self.typing_key is bool and len(args) == 1 and is_maybe(args[0]):
            return _ours(self, context, args)
        if kws or self.typing_key not in OPERATORS:
            return worked_out(self, context, args, kws)
        if not all(isinstance(kind, NUMBERS) for kind in args):
            return worked_out(self, context, args, kws)
        if (self, args) not in known:
            known[self, args] = worked_out(self, context, args, kws)
        return known[self, args]

    BaseFunction.get_call_type = get_call_type
