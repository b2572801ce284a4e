"""LLVM: a module's text to machine code in memory, and kernels, which Python calls.

Machine code runs in a context, which holds the arena, the limit of the stack and the stop flag:

0   top      where the arena's free memory begins
8   end      where it ends
16  stack    the lowest address that the stack may reach
24  stop     not 0: loops of rules end
32  node     the number of the node that is being searched (see `walk/sharing.py`)
64  shared   what rules share at a node
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
import sys
import threading
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm

from zermelo.compiler import LEVEL, SOON
from zermelo.compiler.boundary import read
from zermelo.compiler.errors import CannotCompile, RuleFault, mistake
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.layout import size_of
from zermelo.compiler.program import SITE_BITS, Site
from zermelo.compiler.types import NOTHING, Type

SIGNATURE: Final = ctypes.CFUNCTYPE(
    ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
)
SIZE: Final = 4096
ARENA: Final = 256 << 20  # of address space; memory is taken as it is used
# Of the pages that nobody has used the system need not promise to have any.
KNOWN: Final = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
NO_RESERVE: Final = 0x4000 if KNOWN else 0
FLAGS: Final = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
STACK: Final = 4 << 20  # bytes of stack that rules and searches may use
ENTRY: Final = "entry_kernel"  # the name of a kernel in its code

if platform.machine() == "x86_64":  # Intel's since Skylake decode other branches every time anew
    llvm.set_option("zermelo", "--x86-branches-within-32B-boundaries")

_lock = threading.Lock()
_local = threading.local()


def target_machine(level: int = LEVEL) -> Any:
    """The machine that this process runs on."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=level, jit=True
    )


def optimised(text: str, level: int = LEVEL) -> Any:
    """A module, verified and optimised."""
    machine = target_machine(level)
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise CannotCompile(str(mistake(error))) from error
    module.triple = llvm.get_process_triple()
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level if level == LEVEL else 0)
    options.loop_vectorization = options.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    if level == SOON:
        few = llvm.create_new_module_pass_manager()
        for name in ("sroa", "simplify_cfg", "instruction_combine", "simplify_cfg"):
            getattr(few, f"add_{name}_pass")()
        few.run(module, passes)
    return module


def object_code(text: str, level: int = LEVEL) -> bytes:
    """The object file of a module."""
    with _lock:
        found: bytes = target_machine(level).emit_object(optimised(text, level))
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
            self.entries = {name: SIGNATURE(self.tracker[name]) for name in entries}


class Context:
    """One for each thread that runs machine code."""

    def __init__(self, arena: int = ARENA) -> None:
        self.memory = mmap.mmap(-1, arena + SIZE, FLAGS)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.words = (ctypes.c_int64 * (SIZE // 8)).from_buffer(self.memory)
        self.size = arena

    def stop(self, stop: bool = True) -> None:
        """Ends the loops of rules, from any thread; or lets them go on again."""
        self.words[3] = stop

    def begin(self) -> None:
        """An empty arena; the stack is that of the thread that calls this."""
        here = ctypes.c_char()
        self.words[0] = self.address + SIZE
        self.words[1] = self.address + SIZE + self.size
        self.words[2] = _stack_limit(ctypes.addressof(here))
        self.words[4] += 1


def _stack_limit(near: int) -> int:
    """How far down the stack of this thread may grow."""
    known = getattr(_local, "limit", None)
    if known is None:
        known = _local.limit = _thread_stack() or near - STACK // 8
    found: int = known
    return found


def _thread_stack() -> int | None:
    """The lowest address of this thread's stack, with something to spare."""
    try:
        library = ctypes.CDLL(None)
        attributes = ctypes.create_string_buffer(256)
        address, size = ctypes.c_void_p(), ctypes.c_size_t()
        library.pthread_self.restype = ctypes.c_void_p
        me = ctypes.c_void_p(library.pthread_self())
        if library.pthread_getattr_np(me, attributes) != 0:
            return None
        library.pthread_attr_getstack(attributes, ctypes.byref(address), ctypes.byref(size))
        library.pthread_attr_destroy(attributes)
        # The system lets no stack grow to within 1 MB of what lies below it.
        spare = 2 << 20 if size.value >= 6 << 20 else 256 << 10
        return (address.value or 0) + spare if address.value else None
    except (OSError, AttributeError):
        return None


class Made(NamedTuple):
    """What is kept of a kernel: its object file, and what its results and faults mean."""

    object_file: bytes
    kinds: list[str]  # of its arguments: Words, or a number
    result: Type
    exceptions: list[type[BaseException]]
    sites: list[Site]


class Kernel:
    """A kernel in memory."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.code = Code(made.object_file, [ENTRY])
        self.entry = self.code.entries[ENTRY]
        self.size = max(WORD, size_of(made.result)) if made.result is not NOTHING else WORD

    def __call__(self, *arguments: Any, context: Context | None = None) -> Any:
        parts = []
        for kind, value in zip(self.made.kinds, arguments, strict=True):
            if kind == "Words":
                parts.append(struct.pack(f"<{len(value)}q", *value))
            elif isinstance(value, float):
                parts.append(struct.pack("<d", value))
            else:
                parts.append(struct.pack("<q", value))
        data = b"".join(parts)
        given = ctypes.create_string_buffer(data, len(data) + WORD)
        out = ctypes.create_string_buffer(self.size + WORD)
        context = context or _context()
        context.begin()
        status = self.entry(context.address, ctypes.addressof(out), ctypes.addressof(given))
        if status:
            raise self._fault(status)
        result = self.made.result
        return None if result is NOTHING else read(result, ctypes.addressof(out))

    def _fault(self, status: int) -> RuleFault:
        cause = self.made.exceptions[(status >> SITE_BITS) - 1]
        site = self.made.sites[status & (1 << SITE_BITS) - 1]
        return RuleFault(site.where, site.file, site.line, cause)


def _context() -> Context:
    """The context of this thread."""
    found: Context | None = getattr(_local, "context", None)
    if found is None:
        found = _local.context = Context()
    return found
