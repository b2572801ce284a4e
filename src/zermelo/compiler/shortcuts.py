"""What Numba does besides compiling, which nobody here asks for: left out, a tenth of its time."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from llvmlite.binding import ffi
from numba.core import base, compiler_lock, config, errors, ir
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg
from numba.core.typing import context
from numba.np import linalg

WITHOUT_VARIABLES: Final = {str, int, bool, type(None), ir.Loc}


def take() -> None:
    """Leaves out all of it, in this process."""
    _without_colours()
    _without_scipy()
    _without_listeners()
    ir.Inst._rec_list_vars = _list_vars
    PostProcessor.run = _with_lifetimes_when_asked(PostProcessor.run)
    for owner in (base.BaseContext, context.BaseContext):
        owner.refresh = _when_there_is_more(owner.refresh)


class _NoColours:
    """Texts as they are: Numba marks up thousands that nobody sees, in 3 % of its time."""

    code = errmsg = filename = indicate = highlight = reset = staticmethod(str)


def _without_colours() -> None:
    if config.COLOR_SCHEME != "no_color":
        return
    vars(errors)["_termcolor_inst"] = _NoColours()
    for name in ("compiler_machinery", "ir", "typeinfer", "typing.typeof"):
        vars(import_module(f"numba.core.{name}"))["_termcolor"] = _NoColours()


def _without_scipy() -> None:
    """Only products of arrays need SciPy, which takes longer to load than Numba.

    Whether it is there can be told without.
    """
    ensure_blas, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    arraymath: Any = import_module("numba.np.arraymath")
    linalg.ensure_blas = arraymath.ensure_blas = ensure_blas
    arraymath._HAVE_BLAS = find_spec("scipy") is not None


def _without_listeners() -> None:
    """Two locks are taken ten thousand times for a kernel; each time listeners were told."""
    getattr(getattr(ffi.lib, "_lock", None), "_cblist", []).clear()
    compiler_lock._CompilerLock.acquire = lambda self: self._lock.acquire()
    compiler_lock._CompilerLock.release = lambda self: self._lock.release()


def _list_vars(_statement: Any, value: Any) -> list[Any]:
    """The variables in a part of a statement, in order; Numba looks at each part four times."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        value = (value,)
    found = []
    for part in value:
        kind = type(part)
        if kind is ir.Var:
            found.append(part)
        elif kind in WITHOUT_VARIABLES:
            continue
        elif issubclass(kind, ir.Inst):
            found += part.list_vars()
        elif issubclass(kind, list | tuple | dict):
            found += _list_vars(None, part)
    return found


def _with_lifetimes_when_asked(run: Callable[..., None]) -> Callable[..., None]:
    """Has each step leave the lifetimes of variables to whoever asks: the last, for their ends."""

    @wraps(run)
    def look(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            run(self, emit_dels, extend_lifetimes)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.generator_info = None

    return look


def _when_there_is_more(refresh: Callable[[Any], None]) -> Callable[[Any], None]:
    """Has a context look through its registries only after something was registered.

    Numba does so at every call of an overload, dozens of times for a function.
    """

    @wraps(refresh)
    def look(self: Any) -> None:
        if vars(self).get("_registered") != _registered(self):
            refresh(self)
            self._registered = _registered(self)

    return look


def _registered(context: Any) -> int:
    """How much there is in the registries that a context knows."""
    return sum(
        len(getattr(registry, name))
        for registry, loader in context._registries.items()
        for name in loader.registry_items
    )
