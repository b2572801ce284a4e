"""The limits by hand in C++: alpha-beta over connect four 5x4, and sequences of chess moves."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from zermelo.bench.measure import Benchmark, Missing, Work
from zermelo.language import _

NODES: Final = 18_026_614
CHESS_DEPTH: Final = 5
CHESS_COUNT: Final = 4_865_609  # published
BUILD: Final = ("g++", "-O3", "-march=native")


def limit_program() -> Work:
    """Alpha-beta over connect four; the program measures itself."""
    return built("connect4_5x4.cpp", (), ("1",), nodes=NODES)


def chess_moves(
    position: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    depth: int = CHESS_DEPTH,
    count: int = CHESS_COUNT,
) -> Work:
    """The same for the sequences of moves from a position of chess."""
    return built("chess_perft.cpp", ("-std=c++17",), (str(depth), position), nodes=count)


def built(name: str, flags: Sequence[str], given: Sequence[str], **expected: int) -> Work:
    """Builds a program of this package, for as long as it is wanted.

    It is run with what is `given`, and prints names and numbers in turn: what is `expected`, and
    the seconds that it took.
    """
    if not shutil.which(BUILD[0]):
        words = _("there is no {program} to build the C++ program with")
        raise Missing(words.format(program=BUILD[0]))
    folder = tempfile.mkdtemp(prefix="zermelo-bench-")
    program = str(Path(folder) / "program")

    def run() -> float:
        done = subprocess.run([program, *given], check=True, capture_output=True, text=True)
        words = done.stdout.split()
        told = dict(zip(words[::2], words[1::2], strict=True))
        assert all(int(told[what]) == count for what, count in expected.items()), told
        return float(told["seconds"])

    weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
    with as_file(files("zermelo.bench") / name) as source:
        command = [*BUILD, *flags, str(source), "-o", program]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        complaint = (made.stderr.strip() or "no reason given").splitlines()[0]
        raise Missing(_("the C++ program does not build: {reason}").format(reason=complaint))
    return run


LIMIT: Final = Benchmark("C++ 5x4", limit_program, NODES)
CHESS_LIMIT: Final = Benchmark("C++ chess", chess_moves, CHESS_COUNT)
