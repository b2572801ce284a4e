"""Outputs that end, fill up or are closed; texts that would steer a terminal; Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.patience import PATIENCE
from zermelo.cli.streams import STEERING

STEERS = '["a\x1b[31mb": 3 "c\x9b2J": 12 "d\u202ee": 5]'
FULL = Path("/dev/full")


def start(*arguments: str, **streams: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zermelo", *arguments]
    environment = {**os.environ, "LANGUAGE": "en"}
    return subprocess.Popen(command, text=True, env=environment, **streams)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "--trace"),
        ("search", "--all"),
        ("search", "--json"),
        ("explain",),
        ("perft", "1"),
        ("strategy",),
        ("check",),
        ("play", "--side", "none"),
        ("play",),
    ],
    ids=" ".join,
)
def test_text_of_a_tree_never_steers_a_terminal(
    run: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    file = tmp_path / "steers.tree"
    file.write_text(f'title: "evil \x1b]0;pwned\x07"\nmax {STEERS}\n')
    command, *rest = arguments
    done = run(command, str(file), *rest, stdin="zz\n")
    assert done.out
    assert not STEERING.search(done.out + done.err)
    if "--json" in rest:
        assert done.json["move"] == "c\x9b2J"  # as it is, but written with a backslash


def test_nor_does_an_error(run: Run) -> None:
    assert "no\ufffd[31m.tree" in run("search", "no\x1b[31m.tree").err
    assert not STEERING.search(run("search", "-", stdin="max [\x1b[2J:").err)


def test_a_user_s_game_whose_reader_has_gone_says_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from zermelo.games import Nim\nclass Mine(Nim): pass\n")
    reader, writer = os.pipe()
    with start(
        "search", str(file), "--trace", "--depth", "3", stdout=writer, stderr=subprocess.PIPE
    ) as process:
        os.close(writer)
        os.close(reader)
        assert process.communicate(timeout=PATIENCE)[1] == ""
        assert process.returncode == 1


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_outputs_that_are_full(tmp_path: Path) -> None:
    with FULL.open("w") as full:
        with start("games", stdout=full, stderr=subprocess.PIPE) as process:
            err = process.communicate(timeout=PATIENCE)[1]
            assert (process.returncode, err) == (2, "zermelo: output: No space left on device\n")
        with start("nonsense", stderr=full) as process:
            assert process.wait(PATIENCE) == 2


def test_outputs_that_are_closed() -> None:
    command = f'exec "{sys.executable}" -m zermelo games'
    for closed, status in ((">&-", 2), ("2>&- >/dev/null", 0)):
        done = subprocess.run(
            ["/bin/sh", "-c", f"{command} {closed}"], stderr=subprocess.PIPE, text=True, check=False
        )
        assert done.returncode == status
        assert done.stderr in ("", "zermelo: output: Bad file descriptor\n")


def test_ctrl_c_leaves_a_match_that_nobody_plays() -> None:
    arguments = ("play", "mnk", "--side", "none", "--algorithm", "minimax", "--time", "60")
    with start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        while "to move" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (130, "")


def test_a_ctrl_c_that_would_be_lost_comes_again() -> None:
    script = """
import os, signal, sys, time
from zermelo import __main__
sys.unraisablehook = __main__._unraisable
class Late:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
try:
    Late()
    time.sleep(5)
    print("lost")
except KeyboardInterrupt:
    print("heard")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("heard\n", "")


@pytest.mark.parametrize("game", ["tictactoe", "mnk"])
def test_more_digits_than_python_reads(run: Run, game: str) -> None:
    done = run("search", game, "--moves", "1" * 5000)
    assert done.status == 2
    assert "is no legal move" in done.err


def test_pipes_and_endless_files_are_one_bad_paper(run: Run, tmp_path: Path) -> None:
    sheet, papers = tmp_path / "sheet.toml", tmp_path / "papers"
    sheet.write_text('[[exercise]]\nkind = "minimax"\nseed = 1\n')
    papers.mkdir()
    os.mkfifo(papers / "pipe.json")
    (papers / "endless.json").symlink_to("/dev/zero")
    (papers / "good.json").write_text(json.dumps({"student": "Ada"}))
    done = run("grade", "--batch", str(papers), "--sheet", str(sheet))
    assert done.status == 0
    rows = {row.partition(",")[0]: row for row in done.out.splitlines()}
    assert all("it is no file" in rows[name] for name in ("pipe.json", "endless.json"))


def test_a_terminal_of_no_width_is_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    with start("games", stdout=subprocess.PIPE) as process:
        assert "tictactoe" in process.communicate(timeout=PATIENCE)[0]
