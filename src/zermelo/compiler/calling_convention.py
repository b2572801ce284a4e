"""How compiled functions call each other: as Numba's do, less what a kernel need not pay for.

Numba gives every call slots of its own for the result and for the exception, and writes zeros into
them before each call. A kernel calls itself for every node of a tree. Here the slot for the result
is left as it is, for nobody reads it after a fault; and the exception is written where the caller's
own would be, for no rule catches one. That is a tenth of the time of minimax over Nim.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from zermelo.compiler.library import OURS
from zermelo.compiler.row_memory import put_returned, storage, value_at
from zermelo.compiler.rows import has_row
from zermelo.compiler.untyped import CPUCallConv, cgutils, cpu_target, ir, types


class Calls(CPUCallConv):  # type: ignore[misc]
    """Numba's convention, the same seen from outside."""

    def get_return_type(self, kind: Any) -> Any:
        """A pointer to where the result goes; a row, or a row in a tuple, lies there itself."""
        if isinstance(kind, types.Optional) and has_row(kind.type):
            raise TypeError("a list or nothing")
        if not has_row(kind):
            return super().get_return_type(kind)
        return storage(self.context.data_model_manager, kind).as_pointer()

    def call_function(
        self, builder: Any, callee: Any, result: Any, kinds: Any, args: Any, attrs: Any = None
    ) -> Any:
        """Calls a function; returns its status and its result."""
        ours = builder.function.name.startswith(OURS)
        if not ours and not has_row(result):
            return super().call_function(builder, callee, result, kinds, args, attrs)
        with builder.goto_entry_block():
            slot = builder.alloca(self.get_return_type(result).pointee)
        if ours:
            exception = self._get_excinfo_argument(builder.function)
        else:
            exception = cgutils.alloca_once(builder, callee.function_type.args[1].pointee)
        given = self._get_arg_packer(kinds).as_arguments(builder, args)
        code = builder.call(callee, [slot, exception, *given], attrs=tuple(attrs or ()))
        status = self._get_return_status(builder, code, builder.load(exception))
        if has_row(result):
            return status, value_at(self.context, builder, result, slot)
        return status, self.context.get_returned_value(builder, result, builder.load(slot))

    def return_value(self, builder: Any, value: Any) -> None:
        """Returns from a function; rows go into the frame of the caller."""
        slot = self._get_return_argument(builder.function)
        if slot.type.pointee == value.type:
            super().return_value(builder, value)
            return
        put_returned(self.context, builder, slot, value)
        self._return_errcode_raw(builder, ir.Constant(ir.IntType(32), 0))


@cache
def install() -> None:
    """Makes it the convention of functions compiled here, and of no others."""
    type(cpu_target.target_context).call_conv = property(Calls)
