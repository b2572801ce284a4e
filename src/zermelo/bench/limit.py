"""The limit: plain alpha-beta over connect four with 5 columns and 4 rows, by hand in C++."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import weakref
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from zermelo.bench.measure import Benchmark, Missing, Work
from zermelo.language import _

NODES: Final = 18_026_614
BUILD: Final = ("g++", "-O3", "-march=native")


def limit_program() -> Work:
    """Builds the program, for as long as it is wanted; it measures itself."""
    if not shutil.which(BUILD[0]):
        raise Missing(
            _("there is no {program} to build the C++ program with").format(program=BUILD[0])
        )
    folder = tempfile.mkdtemp(prefix="zermelo-bench-")
    program = str(Path(folder) / "limit")

    def run() -> float:
        done = subprocess.run([program, "1"], check=True, capture_output=True, text=True)
        words = done.stdout.split()
        assert int(words[3]) == NODES, done.stdout
        return float(words[5])

    weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
    with as_file(files("zermelo.bench") / "connect4_5x4.cpp") as source:
        command = [*BUILD, str(source), "-o", program]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode:
        complaint = (built.stderr.strip() or "no reason given").splitlines()[0]
        raise Missing(_("the C++ program does not build: {reason}").format(reason=complaint))
    return run


LIMIT: Final = Benchmark("C++ 5x4", limit_program, NODES)
