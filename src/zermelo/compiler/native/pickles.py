"""Machine code kept on disk: the second process that uses a game compiles nothing.

One file of the cache holds what one name stands for. Its name is a digest of everything that the
content depends on (`file_name`), so that nothing ever has to be invalidated: what has changed has
another name.

What is kept of rules is a pickle (`dumps`) in which classes are named by their place among those of
the game's fingerprint, since the module of a game may have any name. Types are those that inference
has found: their cells hold them, and nobody infers any further.
"""

from __future__ import annotations

import builtins
import hashlib
import io
import pickle
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from zermelo.cache import FINISHED
from zermelo.compiler.classes import ClassInfo
from zermelo.compiler.types import Cell, Type, has_cells, interned
from zermelo.fingerprint import source_digest

PARTS: Final = ("bits.py", "tuples.py", "compiler", "engine", "gpu", "tablebase", "search/textbook")
UNREADABLE: Final = ("constant", "closure", "generator", "bound")  # types of this process alone
ANEW: Final = ("cls", "type", "defaults", "factories")  # of ClassInfo: read from the class


@cache
def environment() -> str:
    """Everything besides the rules that machine code depends on; options of LLVM are in PARTS."""
    import llvmlite
    import llvmlite.binding as llvm

    numpy = find_spec("numpy")  # which need not be loaded for that
    text = Path(numpy.origin).with_name("version.py").read_text() if numpy and numpy.origin else ""
    versions = sys.version, llvmlite.__version__, llvm.llvm_version_info, text
    machine = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return repr((source_digest(*PARTS), versions, llvm.get_process_triple(), machine))


def file_name(kind: str, *parts: str) -> str:
    """The name of the file of something that depends on the environment and on these."""
    whole = "\0".join((environment(), kind, *parts))
    return f"{kind}-{hashlib.sha256(whole.encode()).hexdigest()[:40]}{FINISHED}"


# --- contents ------------------------------------------------------------------------------------


def dumps(value: Any, classes: Sequence[type]) -> bytes | None:
    """A value as bytes; None where it holds something that another process cannot have."""
    file = io.BytesIO()
    try:
        _Writer(file, classes).dump(value)
    except Exception:  # whatever a pickle, or the author's own class, cannot do
        return None
    return file.getvalue()


def loads(content: bytes, classes: Sequence[type]) -> Any:
    """The value again; None where the bytes make no sense."""
    try:
        return _Reader(io.BytesIO(content), classes).load()
    except Exception:
        return None


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, classes: Sequence[type]) -> None:
        super().__init__(file, protocol=5)
        self.places = {id(cls): place for place, cls in enumerate(classes)}

    def persistent_id(self, value: Any) -> Any:
        if not isinstance(value, type) or _is_named(value.__module__):
            return None
        if id(value) in self.places:
            return self.places[id(value)]
        if issubclass(value, BaseException):  # it is only ever named
            base = next(cls for cls in value.__mro__ if cls.__module__ == "builtins")
            return value.__name__, value.__module__, base
        raise pickle.PicklingError(value)

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Type):
            if value.kind in UNREADABLE:
                raise pickle.PicklingError(value)
            if has_cells(value):
                fields = {"parts": value.parts, "cells": value.cells, "info": value.info}
                return Type, (value.kind,), (None, fields)
            return interned, (value.kind, value.parts, value.info)
        if isinstance(value, Cell):
            root = value.root()
            fields = {"type": root.type, "constant": root.constant, "limits": root.limits}
            return Cell, (), (None, fields)
        if isinstance(value, ClassInfo):
            known = {name: each for name, each in vars(value).items() if name not in ANEW}
            return ClassInfo, (value.cls,), known
        if callable(value) and hasattr(value, "__qualname__") and not _is_named(value.__module__):
            raise pickle.PicklingError(value)  # a function of the author's
        return NotImplemented


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, classes: Sequence[type]) -> None:
        super().__init__(file)
        self.classes = classes

    def persistent_load(self, name: Any) -> Any:
        if isinstance(name, int):
            return self.classes[name]
        return type(name[0], (name[2],), {"__module__": name[1]})


def _is_named(module: str | None) -> bool:
    """Whether what is in a module is found by its name in every process."""
    return module in (builtins.__name__, "copyreg") or f"{module}.".startswith("zermelo.")
