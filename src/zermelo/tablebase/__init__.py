"""Tablebases: every position of a game with its exact value and its distance to the end.

    from zermelo.tablebase import Tablebase, build

    table = build(Connect4(width=5, height=4), "folder")   # or, later, Tablebase.open("folder")
    table[state]                                           # Entry(value=0, distance=20)
    table.moves(state)                                     # every move, the best first

Values are for MAX. See docs/tablebase.md for what is in the folder.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.rules import CompiledGame
from zermelo.extras import machine_memory, require
from zermelo.files import reason
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.language import _
from zermelo.solver.lookup import Entry, Move, NotInTable
from zermelo.tablebase.builder import OtherGame, Progress, Scheduler, build_on, compile_kernels
from zermelo.tablebase.keys import NoKey
from zermelo.tablebase.machine import Machine
from zermelo.tablebase.plan import PART, TOLERANCE, Plan
from zermelo.tablebase.probe import ChangedRules, Tablebase
from zermelo.tablebase.rounds import GoesRound
from zermelo.tablebase.schedulers import Cluster, Threads, cores
from zermelo.tablebase.shelf import BUILD, MANIFEST, Damaged, Folder, Memory, Shelf
from zermelo.tablebase.verification import Verdict, verify

LEAST_MEMORY: Final = 512  # MB
PROGRAM: Final = 320  # MB of it that Python, the libraries and compiled code take
A_THREAD: Final = 128  # MB that one more takes


def build(
    game: Game[State, Action],
    folder: str | Path | None = None,
    state: State | None = None,
    *,
    symmetry: bool = True,
    threads: int | None = None,
    memory: int | None = None,
    scheduler: Scheduler | str | None = None,
    gpu: bool = False,
    part: int = PART,
    tolerance: float = TOLERANCE,
    report: Callable[[str], None] | None = None,
    tell: Callable[[Progress], None] | None = None,
    check: Callable[[], None] | None = None,
    compiled: CompiledGame | None = None,
) -> Tablebase[State, Action]:
    """The tablebase of all positions that can be reached from `state` (default: the initial one).

    In a folder, where a build that was stopped goes on, or (None) in memory. `symmetry`: symmetric
    positions count once, where the game has `canonical`. `threads`: all cores unless told;
    `memory`: MB, half of the machine's unless told.
    `scheduler`: the address of a Dask cluster. `gpu`: whether a GPU makes the children of
    positions, sorts them and looks them up. `tolerance`: how far values may be off where chance
    goes round. `tell` hears how far it is, and `check` may end it by an error.
    `compiled`: the game, where somebody has compiled it already.
    """
    require("tablebase")
    megabytes = max(half_of_memory(), LEAST_MEMORY) if memory is None else memory
    if megabytes < LEAST_MEMORY:
        words = _("memory must be {least} MB or more, not {memory}")
        raise ZermeloError(words.format(least=LEAST_MEMORY, memory=megabytes))
    fit = None
    if gpu:
        fit, free = _on_card()
        megabytes = min(megabytes, max(free >> 20, LEAST_MEMORY))
    workers = min(threads or cores(), 1 + (megabytes - LEAST_MEMORY) // A_THREAD)
    settings: dict[str, Any] = {"symmetry": symmetry, "part": part, "tolerance": tolerance}
    with _shelf(folder) as shelf, _workers(scheduler, shelf, workers, megabytes) as does:
        manifest = build_on(
            shelf,
            game,
            state,
            does,
            for_arrays(megabytes),
            workers,
            report=report,
            tell=tell,
            check=check,
            fit=fit,
            compiled=compiled,
            **settings,
        )
    return Tablebase(shelf, game, manifest, compiled)


@contextlib.contextmanager
def _shelf(folder: str | Path | None) -> Iterator[Shelf]:
    """Where to build; one build at a time in a folder."""
    if folder is None:
        yield Memory()
        return
    path = Path(folder)
    shelf = Folder(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        ours = shelf.has(MANIFEST) or shelf.has(BUILD)
        if not ours and any(path.iterdir()):
            words = _("{folder} is not empty, and has no tablebase: choose another folder")
            raise ZermeloError(words.format(folder=path))
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        words = _("cannot write {path}: {reason}")
        raise ZermeloError(words.format(path=path, reason=reason(error))) from None
    with _alone(path):
        for left in [*path.glob(".*.part"), *path.glob(f"{BUILD}/.*.part")]:
            left.unlink(missing_ok=True)  # of a build that was killed
        yield shelf


def _workers(
    scheduler: Scheduler | str | None, shelf: Shelf, threads: int, memory: int
) -> contextlib.AbstractContextManager[Scheduler]:
    """Who does the work."""
    if not isinstance(scheduler, str):
        return contextlib.nullcontext(scheduler or Threads(threads))
    if not isinstance(shelf, Folder):
        raise ZermeloError(_("a cluster needs a folder that all its workers see"))
    return contextlib.closing(Cluster(scheduler, shelf.path, for_arrays(memory)))


def _on_card() -> tuple[Callable[[Plan, Machine], Machine], int]:
    """What puts the kernels of a game on a GPU, and the bytes that are free there."""
    from zermelo.gpu import open_device
    from zermelo.tablebase.card import CardMachine, refuse

    where = open_device()

    def fit(plan: Plan, machine: Machine) -> Machine:
        refuse(plan, machine.game)
        return CardMachine(machine, where)

    return fit, where.free()


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Holds a lock of the folder, which goes with the process; not all systems have such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    lock = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ZermeloError(_("another build is at work in {folder}").format(folder=path)) from None
    finally:
        os.close(lock)


def half_of_memory() -> int:
    """Megabytes, by a guess where the system does not tell."""
    return (machine_memory() or 4096) // 2


def for_arrays(megabytes: int) -> int:
    """The bytes for arrays, where the whole process may take so many megabytes."""
    return max(megabytes - PROGRAM, LEAST_MEMORY - PROGRAM) << 20


__all__ = [
    "ChangedRules",
    "Damaged",
    "Entry",
    "GoesRound",
    "Move",
    "NoKey",
    "NotInTable",
    "OtherGame",
    "Progress",
    "Tablebase",
    "Verdict",
    "build",
    "compile_kernels",
    "verify",
]
