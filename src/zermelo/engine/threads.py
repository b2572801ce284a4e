"""Threads that search: with a large stack, whose end kernels know.

They are started once and do one job after another: a stack is large, and what a thread has left of
it to the system comes back late where the machine is busy.
"""

from __future__ import annotations

import ctypes
import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import Any, Final, TypeVar

from zermelo.engine.stop import Stop

STACK: Final = 512 << 20  # bytes; taken from the machine only as far as they are used
SMALLEST_STACK: Final = 16 << 20
RESERVE: Final = 4 << 20  # bytes of it that are left to Python, and to rules that call themselves
IDLE: Final = 10.0  # seconds without a job after which a thread ends

Returned = TypeVar("Returned")
Job = Callable[[], Any]

_lock = threading.Lock()
_size = STACK
_here = threading.local()  # `floor` on threads that were started here
_idle: list[SearchThread] = []


def stack_floor() -> int:
    """The lowest address that a kernel may use of this thread's stack."""
    floor: int = _here.floor
    return floor


def on_large_stack(work: Callable[[], Returned], stop: Callable[[], None]) -> Returned:
    """Does the work on a thread with a large stack.

    Compiled code lets other threads run, but not the handlers of signals, which only ever run on
    the main thread: so that thread waits here, and Ctrl-C calls `stop`.
    """
    results: list[Returned] = in_parallel([work], stop)
    return results[0]


def in_parallel(jobs: Sequence[Job], stop: Callable[[], None]) -> list[Any]:
    """Does each job on a thread of its own, with a large stack; an error in one stops the others.

    They begin together: to wake a thread while another searches takes milliseconds. One alone is
    done on this thread, if that has such a stack.
    """
    if len(jobs) == 1 and hasattr(_here, "floor"):
        return [jobs[0]()]
    results: list[Any] = []
    failures: list[BaseException] = []
    ready, done = threading.Barrier(len(jobs)), threading.Semaphore(0)

    def body(job: Job) -> None:
        try:
            ready.wait()
            results.append(job())
        except BaseException as error:
            failures.append(error)
            if len(jobs) > 1:  # alone, it may begin again with more room: nothing was asked to stop
                stop()

    left = len(jobs)

    def wait() -> None:
        nonlocal left
        while left:
            left -= done.acquire(timeout=0.05)

    threads: list[SearchThread] = []
    try:
        for _job in jobs:
            threads.append(_thread())
    except BaseException:  # no room for another stack
        with _lock:
            _idle.extend(threads)
        raise
    for thread, job in zip(threads, jobs, strict=True):
        # Each speaks the language of its caller.
        thread.hand(partial(copy_context().run, body, job), done.release)
    try:
        wait()
    except BaseException:
        stop()
        wait()
        raise
    if failures:
        raise failures[0]
    return results


def beside(work: Callable[[], Returned], stop: Stop) -> Returned | None:
    """What work on a thread of its own gives; `stop` ends the wait for it, not the work: None."""
    done = threading.Event()
    pool = ThreadPoolExecutor(1, "zermelo-beside")
    future = pool.submit(copy_context().run, work)
    pool.shutdown(wait=False)
    future.add_done_callback(lambda _future: done.set())
    with stop.calling(done.set):
        done.wait()
    return future.result() if future.done() else None


class SearchThread(threading.Thread):
    """A thread that does one job after another."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="zermelo-search")
        self._jobs: queue.SimpleQueue[tuple[Job, Callable[[], None]]] = queue.SimpleQueue()

    def hand(self, job: Job, done: Callable[[], None]) -> None:
        """Has a job done; `done` is called when it is, and the thread is free."""
        self._jobs.put((job, done))

    def run(self) -> None:
        """Waits for jobs, but not for ever."""
        _here.floor = _lowest_address() + RESERVE
        while True:
            try:
                job, done = self._jobs.get(timeout=IDLE)
            except queue.Empty:
                with _lock:
                    if self in _idle:  # otherwise somebody has just chosen it
                        _idle.remove(self)
                        return
                continue
            job()
            with _lock:
                _idle.append(self)
            done()
            del job, done  # nothing of it is held while the thread waits


def _thread() -> SearchThread:
    """A thread that is free; where there is no room for a large stack, one with a smaller."""
    global _size
    with _lock:  # the size that new threads get is a setting of the whole process
        if _idle:
            return _idle.pop()
        before = threading.stack_size(_size)
        try:
            while True:
                thread = SearchThread()
                try:
                    thread.start()
                    return thread
                except RuntimeError:
                    if _size < 2 * SMALLEST_STACK:
                        raise
                    _size //= 2
                    threading.stack_size(_size)
        finally:
            threading.stack_size(before)


def _after_fork() -> None:
    """A child of this process has none of its threads."""
    global _lock
    _lock = threading.Lock()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


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
