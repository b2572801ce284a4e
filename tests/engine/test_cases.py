"""Every game on which an engine once said something false: right, or refused in one line."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests import batches
from tests.engine.case_list import CASES
from tests.long import some

FOLDER = Path(__file__).parent / "cases"
PATIENCE = 120.0  # for one case, its compilation included


FILES = list(dict.fromkeys(case.file for case in CASES))


# What takes long to compile is asked in full by `scripts/soak cases`.
SHORT = ("slowmix", "threads")
LONG = ("big", "bigv", "bools", "deep", "gomoku", "hugeeval", "pursuit", "rare", "stackover")


@pytest.mark.parametrize(
    "file", some([file for file in FILES if file not in LONG], lambda file: file in SHORT)
)
def test_right_or_refused(file: str) -> None:
    places = [place for place, case in enumerate(CASES) if case.file == file]
    assert places == list(range(places[0], places[-1] + 1))
    seeds = range(places[0], places[-1] + 1)
    found = batches.outcomes(["-m", "tests.engine.case_list"], seeds, PATIENCE)
    failures = {CASES[outcome.seed].title: outcome.failures for outcome in found}
    assert len(failures) == len(places)
    assert {title: wrong for title, wrong in failures.items() if wrong} == {}


# --- through the command line ---------------------------------------------------------------------

# The command, and the value that may be called proven (None: none may).
COMMANDS: list[tuple[str, Any]] = [
    ("solve deep.py:Deep --set n=4125 --json", -1),
    ("solve deep.py:Deep --set n=200000 --json", 1),
    ("solve big.py:Big --set scale=50000000 --json", 3_700_000_000),
    ("solve bools.py:RareOverflow --json", 1),
    ("solve wrong.py:Player01 --json", None),
    ("solve pursuit.py:Pursuit --json", None),
    ("analyse pursuit.py:Pursuit --time 2 --json", None),
    ("analyse pursuit.py:Line --time 2 --json", -1),
    ("solve stackover.py:Coins --set coins=405 --set cells=25 --json", 1),
    ("analyse hugeeval.py:HugeEval --depth 6 --json", None),
    ("analyse gomoku.py:Gomoku --set n=6 --depth 2 --json", None),
    ("solve rare.py:Rare --set d=6 --set big=4000000000 --json", 4_000_000_000),
    ("solve rare.py:Rare --set d=6 --set big=4611686018427387904 --json", 1 << 62),
    ("analyse bigv.py:BigE --depth 4 --json", None),
    ("play racee.py:Race --side none --time 0.2 --seed 1", ...),
    ("play pursuit.py:Pursuit --side none --time 0.2", ...),
]


def is_quick(command: tuple[str, Any]) -> bool:
    """Whether every run of the tests has it."""
    return "wrong.py" in command[0]


@pytest.mark.parametrize(
    ("command", "truth"), some(COMMANDS, is_quick), ids=[each[0] for each in COMMANDS]
)
def test_the_command_line_says_nothing_false(command: str, truth: Any) -> None:
    verb, source, *rest = command.split()
    arguments = [sys.executable, "-m", "zermelo", verb, str(FOLDER / source), *rest]
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        patience = PATIENCE if truth is not ... else 8.0  # what goes round may go on for ever
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(patience)
        ended = child.poll() is not None
        child.kill()
        out, _ = child.communicate()
        errors.seek(0)
        err = errors.read()
    assert "Traceback" not in err
    assert ended or truth is ..., f"no answer in {patience:.0f} s"
    if not ended:
        return
    assert child.returncode in (0, 2), err[-500:]
    if child.returncode == 2:
        assert len(err.strip().splitlines()) == 1
    elif truth is not ...:
        found = json.loads(out.splitlines()[-1])
        assert not found["proven"] or (truth is not None and found["value"] == truth)


def test_a_strategy_that_goes_round_for_ever_is_not_called_checked() -> None:
    arguments = [sys.executable, "-m", "zermelo", "strategy", str(FOLDER / "dither.py:Dither")]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode in (0, 2), done.stderr[-500:]
    assert "Traceback" not in done.stderr
    assert "at least 0" not in done.stdout
