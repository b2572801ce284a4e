"""Functions that only other compiled functions call are left to those, as LLVM's own language.

Numba optimises each function by itself, makes machine code of it, and optimises it once more within
every function that calls it. A kernel is made of a hundred small ones, of which Python calls one:
to optimise them there, all together and once, saves a fifth of the time and is no slower to run.

So a function that calls itself with other types, of which the one is compiled before the other is
done, is called by its name, and both are put together in the end. Numba would call it through a
pointer, which is set when code is compiled and at nothing when it is loaded from the cache.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakValueDictionary

from zermelo.compiler.untyped import JITCodeLibrary, binding, cgutils, cpu_target

OURS: Final = "_ZN7zermelo8compiler"  # how the names begin of functions that are compiled here
_inner: set[str] = set()  # the names of such functions
_called: dict[str, str] = {}  # those called by name, as LLVM knows them, and their types
_provided: dict[str, str] = {}  # code in LLVM's language, by how the names in it begin
_holders: WeakValueDictionary[str, Library] = WeakValueDictionary()  # who has the code of which


def leave_to_callers(name: str) -> None:
    """Says that Python never calls the function of this name."""
    if not _inner:
        _install()
    _inner.add(name)


def provide(prefix: str, text: str) -> None:
    """Takes code in LLVM's own language, of functions whose names begin so."""
    _provided[prefix] = text


class Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function and of all that it calls."""

    def add_ir_module(self, module: Any) -> None:
        """Takes the code of a function, which must be what others called it as."""
        for function in module.functions:
            if not function.is_declaration and function.name.startswith(OURS):
                _holders[function.name] = self
                if function.name in _called:
                    _called_as(function.name, function.function_type)
        super().add_ir_module(module)

    def _optimize_final_module(self) -> None:
        if self.name not in _inner:
            self._put_together()
            super()._optimize_final_module()

    def _put_together(self) -> None:
        """Adds what is called by name and not there."""
        while missing := [
            function.name
            for function in self._final_module.functions
            if function.is_declaration and function.name in _called
        ]:
            for name in missing:
                module = _holders[name]._get_module_for_linking()
                self._final_module.link_in(module, preserve=True)
        names = [each.name for each in self._final_module.functions if each.is_declaration]
        for prefix in {known for known in _provided for name in names if name.startswith(known)}:
            module = binding.parse_assembly(_provided[prefix])
            self._final_module.link_in(module)

    def _finalize_final_module(self) -> None:
        if self.name not in _inner:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._finalized = True


def _called_as(name: str, kind: Any) -> None:
    """A result is known by its type so far when a circle is closed, and could have another."""
    if _called.setdefault(name, str(kind)) != str(kind):
        raise TypeError("what a function gives that calls itself with other types")


def _install() -> None:
    codegen = cpu_target.target_context.codegen()
    set_environment, by_pointer = codegen.set_env, codegen.insert_unresolved_ref

    def by_name(builder: Any, kind: Any, name: str) -> Any:
        """A function that is being compiled, or was."""
        if not name.startswith(OURS):  # an author's own Numba
            return by_pointer(builder, kind, name)
        _called_as(name, kind)
        return cgutils.get_or_insert_function(builder.module, kind, name)

    def set_env(name: str, environment: Any) -> None:
        """Where there is no machine code, there is no environment to set."""
        if codegen._engine.is_symbol_defined(name):
            set_environment(name, environment)

    codegen._library_class, codegen.set_env = Library, set_env
    codegen.insert_unresolved_ref = by_name
