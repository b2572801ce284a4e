"""How compiled functions call each other: as Numba's do, less what a kernel need not pay for.

Numba gives every call slots of its own for the result and for the exception, and writes zeros into
them before each call. A kernel calls itself for every node of a tree. Here the slot for the result
is left as it is, for nobody reads it after a fault; and the exception is written where the caller's
own would be, for no rule catches one. That is a tenth of the time of minimax over Nim.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from zermelo.compiler.untyped import CPUCallConv, cpu_target

OURS: Final = "_ZN7zermelo8compiler"  # how the names begin of functions that are compiled here


class Calls(CPUCallConv):  # type: ignore[misc]
    """Numba's convention, the same seen from outside."""

    def call_function(
        self, builder: Any, callee: Any, result: Any, kinds: Any, args: Any, attrs: Any = None
    ) -> Any:
        """Calls a function; returns its status and its result."""
        if not builder.function.name.startswith(OURS):
            return super().call_function(builder, callee, result, kinds, args, attrs)
        with builder.goto_entry_block():
            slot = builder.alloca(self.get_return_type(result).pointee)
        exception = self._get_excinfo_argument(builder.function)
        given = self._get_arg_packer(kinds).as_arguments(builder, args)
        code = builder.call(callee, [slot, exception, *given], attrs=tuple(attrs or ()))
        status = self._get_return_status(builder, code, builder.load(exception))
        return status, self.context.get_returned_value(builder, result, builder.load(slot))


@cache
def install() -> None:
    """Makes it the convention of functions compiled here, and of no others."""
    type(cpu_target.target_context).call_conv = property(Calls)
