"""What only a process shows: Ctrl-C, what a terminal is told, and what a pipe is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long import some
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals here")


def start(*arguments: str, errors: int, cache: Path | None = None) -> subprocess.Popen[str]:
    """`zermelo ARGUMENTS`, with standard output through a pipe."""
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    if cache:
        environment["ZERMELO_CACHE"] = str(cache)
    return subprocess.Popen(
        [sys.executable, "-m", "zermelo", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=environment,
    )


def on_a_terminal(*arguments: str, cache: Path | None = None) -> tuple[str, str]:
    """The output, and what a terminal gets to see besides."""
    ours, theirs = os.openpty()
    process = start(*arguments, errors=theirs, cache=cache)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return out, shown.decode()


def through_a_pipe(*arguments: str, cache: Path | None = None) -> tuple[str, str]:
    """The output and the errors."""
    process = start(*arguments, errors=subprocess.PIPE, cache=cache)
    out, err = process.communicate(timeout=2 * PATIENCE)
    assert process.returncode == 0
    return out, err


def test_a_terminal_is_told_what_is_compiled(tmp_path: Path) -> None:
    command = ("perft", "nim", "2", "--set", "rows=2,1")
    for told in (True, False):  # the second time it is in the cache
        out, shown = on_a_terminal(*command, cache=tmp_path / "terminal")
        assert out.startswith("5 sequences of 2 moves")
        assert ("compiling" in shown) is told
    assert through_a_pipe(*command, cache=tmp_path / "pipe")[1] == ""


def test_a_bar_grows_where_somebody_watches(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("xx./oo./...\n.../.../...\nxo./.o./.xx\n")
    command = ("solve", "tictactoe", "--batch", str(file))
    piped, err = through_a_pipe(*command)
    assert err.startswith("3 positions in")
    assert "\x1b" not in err
    out, shown = on_a_terminal(*command)
    assert out == piped
    assert "3/3" in shown or "0/3" in shown
    assert "3 positions in" in shown


@pytest.mark.parametrize("threads", some(["1", "2"], 1))
def test_ctrl_c_ends_an_analysis_with_the_best_line_so_far(threads: str) -> None:
    command = ("analyse", "connect4", "--time", "300", "--lines", "2", "--threads", threads)
    process = start(*command, errors=subprocess.PIPE)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert first.startswith("depth   1")
    *_, best, second = out.splitlines()
    assert int(best.split()[0]) >= int(second.split()[0])
    assert best.split()[1] in "1234567"
