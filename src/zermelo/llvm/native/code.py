"""LLVM: a module's text to machine code in memory."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Final

import llvmlite.binding as llvm

ENTRY: Final = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
LEVEL: Final = 2

_lock = threading.Lock()
_machines: list[Any] = []


def target_machine() -> Any:
    """The machine that this process runs on."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=LEVEL, jit=True
    )


def optimised(text: str, level: int = LEVEL) -> Any:
    """A module, verified and optimised."""
    machine = target_machine()
    module = llvm.parse_assembly(text)
    module.verify()
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return module


def object_code(text: str, level: int = LEVEL) -> bytes:
    """The object file of a module."""
    with _lock:
        found: bytes = target_machine().emit_object(optimised(text, level))
        return found


class Code:
    """Machine code in memory: its entries as functions."""

    def __init__(self, object_file: bytes, entries: list[str]) -> None:
        with _lock:
            library = llvm.JITLibraryBuilder().add_object_img(object_file)
            for name in entries:
                library.export_symbol(name)
            self.jit = llvm.create_lljit_compiler(target_machine())
            self.tracker = library.add_current_process().link(self.jit, "zermelo")
            self.entries = {name: ENTRY(self.tracker[name]) for name in entries}
