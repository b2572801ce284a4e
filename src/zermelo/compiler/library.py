"""Functions that only other compiled functions call are left to those, as LLVM's own language.

Numba optimises each function by itself, makes machine code of it, and optimises it once more within
every function that calls it. A kernel is made of a hundred small ones, of which Python calls one:
to optimise them there, all together and once, saves a fifth of the time and is no slower to run.
"""

from __future__ import annotations

from typing import Any

from zermelo.compiler.untyped import JITCodeLibrary, cpu_target

_inner: set[str] = set()  # the names of such functions


def leave_to_callers(name: str) -> None:
    """Says that Python never calls the function of this name."""
    if not _inner:
        _install()
    _inner.add(name)


class Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function and of all that it calls."""

    def _optimize_final_module(self) -> None:
        if self.name not in _inner:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self.name not in _inner:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._finalized = True


def _install() -> None:
    codegen = cpu_target.target_context.codegen()
    set_environment = codegen.set_env

    def set_env(name: str, environment: Any) -> None:
        """Where there is no machine code, there is no environment to set."""
        if codegen._engine.is_symbol_defined(name):
            set_environment(name, environment)

    codegen._library_class, codegen.set_env = Library, set_env
