"""Where there is no GPU, or none that helps: one line, and exit 2."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.cli.conftest import Run, run  # noqa: F401
from zermelo.game import ZermeloError
from zermelo.games import Nim, Pig
from zermelo.gpu import open_device
from zermelo.tablebase.card import refuse
from zermelo.tablebase.plan import Plan
from zermelo.tablebase.tiers import Tiers


@pytest.fixture
def no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """CuPy is not installed."""
    monkeypatch.setitem(sys.modules, "cupy", None)
    open_device.cache_clear()


@pytest.fixture
def no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """CuPy is, and finds no card."""

    def count() -> int:
        raise RuntimeError("no CUDA-capable device is detected\nand more of it")

    cupy: Any = ModuleType("cupy")
    cupy.__spec__ = ModuleSpec("cupy", None)
    cupy.cuda = SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=count))
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    open_device.cache_clear()


GPU = [
    ["perft", "nim", "3", "--device", "gpu"],
    ["tablebase", "build", "nim", "--device", "gpu"],
    ["tablebase", "build", "nim", "--device", "gpu", "-o", "FOLDER"],
]


@pytest.mark.parametrize("arguments", GPU, ids=" ".join)
def test_without_the_package(
    arguments: list[str],
    no_package: None,
    run: Run,  # noqa: F811
    tmp_path: Any,
) -> None:
    done = run(*(word.replace("FOLDER", str(tmp_path / "new")) for word in arguments))
    line = 'zermelo: a GPU needs the package cupy: pip install "zermelo[gpu]"\n'
    assert (done.status, done.out, done.err) == (2, "", line)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", GPU, ids=" ".join)
def test_without_a_card(
    arguments: list[str],
    no_card: None,
    run: Run,  # noqa: F811
    tmp_path: Any,
) -> None:
    done = run(*(word.replace("FOLDER", str(tmp_path / "new")) for word in arguments))
    line = "zermelo: no GPU answers: no CUDA-capable device is detected\n"
    assert (done.status, done.out, done.err) == (2, "", line)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["perft", "nim", "3", "--device", "gpv"], "no device 'gpv'; did you mean 'gpu'?"),
        (["tablebase", "build", "nim"], "where should the files go? Name a folder: -o FOLDER"),
        (
            ["tablebase", "build", "nim", "--plies", "3"],
            "--plies counts on a GPU, without files: --device gpu, and no -o",
        ),
        (
            ["tablebase", "build", "nim", "--device", "gpu", "--scheduler", "tcp://127.0.0.1:1"],
            "a cluster has no --device gpu: leave one of the two out",
        ),
    ],
)
def test_what_makes_no_sense(arguments: list[str], line: str, run: Run) -> None:  # noqa: F811
    done = run(*arguments)
    assert (done.status, done.err) == (2, f"zermelo: {line}\n")


PLAN = Plan({}, "", "", 0, 0, False, None, Tiers("tier", (), strict=True), False, 0)


@pytest.mark.parametrize(
    ("game", "plan", "why"),
    [
        (Pig(), PLAN, "chance moves in it"),
        (Nim(), replace(PLAN, real=True), "its values are no whole numbers"),
        (Nim(), replace(PLAN, tiers=Tiers()), "it goes round, or nothing in its states rises"),
    ],
    ids=["chance", "fractions", "round"],
)
def test_a_game_that_a_gpu_does_not_solve(game: Any, plan: Plan, why: str) -> None:
    refuse(PLAN, Nim())
    with pytest.raises(ZermeloError, match=re.escape(why)):
        refuse(plan, game)
