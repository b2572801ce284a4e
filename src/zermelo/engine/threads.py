"""Threads that search: with a large stack, whose end kernels know."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import cache
from typing import Any, Final, TypeVar

STACK: Final = 512 << 20  # bytes; taken from the machine only as far as they are used
SMALLEST_STACK: Final = 16 << 20
RESERVE: Final = 4 << 20  # bytes of it that are left to Python, and to rules that call themselves

Returned = TypeVar("Returned")

_lock = threading.Lock()
_size = STACK
_here = threading.local()  # `floor` on threads that were started here


def stack_floor() -> int:
    """The lowest address that a kernel may use of this thread's stack."""
    floor: int = _here.floor
    return floor


def on_large_stack(work: Callable[[], Returned], stop: Callable[[], None]) -> Returned:
    """Does the work on a thread with a large stack, this one if it has one.

    Compiled code lets other threads run, but not the handlers of signals, which only ever run on
    the main thread: so that thread waits here, and Ctrl-C calls `stop`.
    """
    if hasattr(_here, "floor"):
        return work()
    results: list[Returned] = in_parallel([work], stop)
    return results[0]


def in_parallel(jobs: Sequence[Callable[[], Any]], stop: Callable[[], None]) -> list[Any]:
    """Does each job on a thread of its own, with a large stack; an error in one stops all.

    They begin together: to start a thread while another searches takes milliseconds.
    """
    results: list[Any] = []
    failures: list[BaseException] = []
    ready = threading.Barrier(len(jobs))

    def body(job: Callable[[], Any]) -> None:
        try:
            _here.floor = _lowest_address() + RESERVE
            ready.wait()
            results.append(job())
        except BaseException as error:
            failures.append(error)
            stop()

    # Each speaks the language of its caller.
    threads = [
        threading.Thread(target=copy_context().run, args=(body, job), daemon=True) for job in jobs
    ]
    try:
        for thread in threads:
            _start(thread)
    except BaseException:  # no room for another stack
        ready.abort()
        stop()
        raise
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(0.05)
    except BaseException:
        stop()
        for thread in threads:
            thread.join()
        raise
    if failures:
        raise failures[0]
    return results


def _start(thread: threading.Thread) -> None:
    """Starts a thread with a large stack; where there is no room for it, a smaller one."""
    global _size
    with _lock:  # the size that new threads get is a setting of the whole process
        before = threading.stack_size(_size)
        try:
            while True:
                try:
                    thread.start()
                    return
                except RuntimeError:
                    if _size < 2 * SMALLEST_STACK:
                        raise
                    _size //= 2
                    threading.stack_size(_size)
        finally:
            threading.stack_size(before)


@cache
def _system() -> ctypes.CDLL:
    system = ctypes.CDLL(None)
    system.pthread_self.restype = ctypes.c_void_p
    return system


def _lowest_address() -> int:
    """Where the stack of this thread ends, as the system tells it."""
    system = _system()
    thread = ctypes.c_void_p(system.pthread_self())
    if sys.platform == "darwin":
        system.pthread_get_stackaddr_np.restype = ctypes.c_void_p
        system.pthread_get_stacksize_np.restype = ctypes.c_size_t
        top = system.pthread_get_stackaddr_np(thread)
        return int(top) - int(system.pthread_get_stacksize_np(thread))
    attributes = ctypes.create_string_buffer(256)
    lowest, size = ctypes.c_void_p(), ctypes.c_size_t()
    if system.pthread_getattr_np(thread, attributes):
        raise OSError("the system does not tell where the stack of a thread ends")
    system.pthread_attr_getstack(attributes, ctypes.byref(lowest), ctypes.byref(size))
    system.pthread_attr_destroy(attributes)
    return int(lowest.value or 0)
