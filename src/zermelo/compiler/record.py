"""What a later process needs of compiled rules, in bytes: types, layouts, exceptions, sites.

A pickle in which classes are named by their place among those of the game's fingerprint, since the
module of a game may have any name. Types are those that inference has found: their cells hold
them, and nobody infers any further. Only files that are our own are read (see `native/cache.py`).
"""

from __future__ import annotations

import builtins
import io
import pickle
from collections.abc import Sequence
from typing import Any, Final

from zermelo.compiler.classes import ClassInfo
from zermelo.compiler.types import Cell, Type, has_cells, interned

UNREADABLE: Final = ("constant", "closure", "generator", "bound")  # types of this process alone
ANEW: Final = ("cls", "type", "defaults", "factories")  # of ClassInfo: read from the class


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
            if root is not value:
                return _itself, (root,)
            fields = {"type": root.type, "constant": root.constant}
            if hasattr(root, "pinned"):
                fields["pinned"] = root.pinned
            arguments = () if type(root) is Cell else (interned("nothing"),)
            return type(root), arguments, (None, fields)
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

    def find_class(self, module: str, name: str) -> Any:
        if not _is_named(module):
            raise pickle.UnpicklingError(module)
        return super().find_class(module, name)


def _is_named(module: str | None) -> bool:
    """Whether what is in a module is found by its name in every process."""
    return module in (builtins.__name__, "copyreg") or f"{module}.".startswith("zermelo.")


def _itself(value: Any) -> Any:
    return value
