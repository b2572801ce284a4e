"""A Dask cluster on this machine: a real scheduler, real workers, one of them killed on the way."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.dask import cluster  # noqa: F401
from zermelo.cli import main
from zermelo.cli.batch import InOrder
from zermelo.game import ZermeloError
from zermelo.games import Connect4
from zermelo.tablebase import build
from zermelo.tablebase.schedulers import Cluster

PART = 1 << 14


@pytest.mark.filterwarnings("ignore")  # of the packages of Dask
def test_a_cluster_makes_the_same_files_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[str]]],  # noqa: F811
    tmp_path: Path,
) -> None:
    address, workers = cluster
    alone, together = tmp_path / "alone", tmp_path / "together"
    build(Connect4(5, 4), alone, threads=1, part=PART)
    (together).mkdir()
    scheduler = Cluster(address, together, 1 << 28)
    killed = threading.Event()

    def kill() -> None:
        while not list(together.glob("build/keys-013-*")):
            time.sleep(0.02)
        os.kill(workers[0].pid, signal.SIGKILL)
        killed.set()

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        build(Connect4(5, 4), together, scheduler=scheduler, part=PART)
    finally:
        scheduler.close()
    assert killed.is_set()
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    for file in alone.iterdir():
        assert (together / file.name).read_bytes() == file.read_bytes()


@pytest.mark.filterwarnings("ignore")
def test_positions_are_solved_by_a_cluster_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[str]]],  # noqa: F811
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, workers = cluster
    dice, lines = random.Random(8), list[str]()
    game = Connect4(5, 4)
    while len(lines) < 400:
        state, moves = game.initial(), ""
        for _ply in range(dice.randrange(4, 12)):
            if game.is_terminal(state):
                break
            action = dice.choice(list(game.actions(state)))
            moves += game.format_action(state, action)
            state = game.result(state, action)
        lines.append(moves)
    file = tmp_path / "positions.txt"
    file.write_text("# some positions\n" + "\n".join(lines) + "\n")
    rules = tmp_path / "mine.py"
    rules.write_text("from zermelo.games import Connect4\n\nclass Mine(Connect4):\n    pass\n")
    board = ["--set", "width=5", "--set", "height=4"]
    command = ["solve", f"{rules}:Mine", *board, "--batch", str(file)]
    assert main(command) == 0
    alone = capfd.readouterr().out.splitlines()
    assert len(alone) == 400
    told, put = [], InOrder.put

    def kill(self: InOrder, number: int, text: str) -> None:
        told.append(number)
        if len(told) == 40:
            os.kill(workers[0].pid, signal.SIGKILL)
        put(self, number, text)

    monkeypatch.setattr(InOrder, "put", kill)
    assert main([*command, "--scheduler", address]) == 0
    assert capfd.readouterr().out.splitlines() == alone
    assert sorted(told) == list(range(400))
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None


def test_a_scheduler_is_for_many_positions(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "nim", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "give --batch FILE" in capfd.readouterr().err


def test_no_scheduler_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.cluster.TIMEOUT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nowhere", "x://y"):
        with pytest.raises(ZermeloError, match="no scheduler answers at"):
            Cluster(address, tmp_path, 1 << 28)
