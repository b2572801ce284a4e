"""Folders that somebody has tampered with: one line each, and nobody waits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, run  # noqa: F401
from zermelo.cli import main
from zermelo.tablebase.manifest import OWN, own_checksum
from zermelo.tablebase.shelf import MANIFEST

PART = "tier-003-000.parquet"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tablebase of Nim."""
    made = tmp_path_factory.mktemp("tablebase") / "nim"
    arguments = ["nim", "--set", "rows=3,2,1", "-o", str(made), "--threads", "1", "--json"]
    assert main(["tablebase", "build", *arguments]) == 0
    return made


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "nim"))


def refused(run: Run, folder: Path) -> None:  # noqa: F811
    """Every command tells it in one line, or need not know."""
    bad = 0
    for command in ("info", "probe", "verify"):
        done = run("tablebase", command, str(folder))
        assert done.status in (0, 2), done.err
        assert done.err.count("\n") == (done.status == 2)
        assert "Traceback" not in done.err
        bad += done.status == 2
    assert bad


@pytest.mark.parametrize("name", [MANIFEST, PART])
def test_a_pipe_in_place_of_a_file(name: str, folder: Path, run: Run) -> None:  # noqa: F811
    (folder / name).unlink()
    os.mkfifo(folder / name)
    refused(run, folder)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[]", "3", "", "\x00"])
def test_a_manifest_that_is_none(text: str, folder: Path, run: Run) -> None:  # noqa: F811
    (folder / MANIFEST).write_text(text)
    refused(run, folder)


def _put(*path: Any, value: Any = 5) -> Callable[[Any], None]:
    def change(found: Any) -> None:
        for step in path[:-1]:
            found = found[step]
        found[path[-1]] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _put("plan"),
        _put("plan", value={}),
        _put("tiers"),
        _put("tiers", 0, "parts", value=[]),
        _put("tiers", 0, "parts", 0, "first", value="x"),
        _put("positions", value="x"),
        _put("plan", "recipe", value={}),
        _put("plan", "recipe", "module"),
        _put("plan", "recipe", "module", value="os.path"),
        _put("plan", "recipe", "class", value="Nobody"),
        _put("plan", "recipe", "parameters"),
        _put("plan", "recipe", "parameters", "nobody"),
    ],
)
def test_a_manifest_of_another_make(
    change: Callable[[Any], None],
    folder: Path,
    run: Run,  # noqa: F811
) -> None:
    found = json.loads((folder / MANIFEST).read_text())
    change(found)
    found[OWN] = own_checksum(found)
    (folder / MANIFEST).write_text(json.dumps(found))
    refused(run, folder)


def test_a_build_that_finds_its_files_damaged(
    monkeypatch: pytest.MonkeyPatch,
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    """As after a machine went down; each is named."""
    write, left = Path.write_bytes, 12

    def stop(path: Path, content: bytes) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return write(path, content)

    build = ["tablebase", "build", "nim", "--set", "rows=3,2,1", "-o", str(tmp_path / "x")]
    monkeypatch.setattr(Path, "write_bytes", stop)
    assert run(*build, "--threads", "1").status == 2
    left = 1000
    files = [path for path in (tmp_path / "x").rglob("*-*.*") if path.suffix != ".part"]
    assert {path.suffix for path in files} >= {".json", ".npy", ".parquet"}
    for path in files:
        path.write_bytes(b"")
    done = run(*build, "--threads", "1")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "is damaged" in done.err


def test_a_game_without_notation(run: Run, tmp_path: Path) -> None:  # noqa: F811
    """Its root is known without, and a file beside it is found."""
    (tmp_path / "one_step.py").write_text("def step(action):\n    return action\n")
    (tmp_path / "pile.py").write_text(PILE)
    made = str(tmp_path / "table")
    assert run("tablebase", "build", str(tmp_path / "pile.py"), "-o", made).status == 0
    done = run("tablebase", "probe", made, "--json")
    assert (done.json["value"], done.json["distance"]) == (1, 3)


def test_no_file_is_run_because_a_folder_names_it(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Neither one beside it nor a module that is installed; only the one that is asked for."""
    trace = tmp_path / "trace"
    for module in ("evil", "user_game_evil"):
        text = f"from pathlib import Path\nPath({str(trace)!r}).touch()\n"
        (tmp_path / f"{module}.py").write_text(text + "from zermelo.games.nim import Nim\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        file = str(tmp_path / f"{module}.py")
        found = json.loads((folder / MANIFEST).read_text())
        found["plan"]["recipe"].update(module=module, file=file)
        found[OWN] = own_checksum(found)
        (folder / MANIFEST).write_text(json.dumps(found))
        refused(run, folder)
        assert f"give --game {file}:Nim" in run("tablebase", "verify", str(folder)).err
        assert not trace.exists()
    done = run("tablebase", "probe", str(folder), "--game", f"{file}:Nim", "--json")
    assert done.json["value"] == -50
    assert trace.exists()
    assert "--game takes" in run("tablebase", "verify", str(folder), "--game", "nim").err


PILE = """
from typing import NamedTuple

import one_step
from zermelo import MAX, Game


class Pile(NamedTuple):
    coins: int
    player: int


class Coins(Game[Pile, int]):
    def initial(self):
        return Pile(5, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return range(1, min(3, state.coins) + 1)

    def result(self, state, action):
        return Pile(state.coins - one_step.step(action), -state.player)

    def is_terminal(self, state):
        return state.coins == 0

    def utility(self, state):
        return -state.player
"""


def test_a_disk_that_is_full_is_called_so(tmp_path: Path) -> None:
    """Of an array, too: NumPy only says how many items it has written."""
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "import numpy; from zermelo.game import ZermeloError\n"
        "from zermelo.tablebase.shelf import Folder\n"
        "shelf = Folder(Path(sys.argv[1]))\n"
        "shelf.write_array('few.npy', numpy.arange(3))\n"
        "print(shelf.read_array('few.npy').tolist())\n"
        "try: shelf.write_array('many.npy', numpy.arange(100_000))\n"
        "except ZermeloError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    path = tmp_path / "many.npy"
    assert done.stdout.splitlines() == ["[0, 1, 2]", f"cannot write {path}: File too large"]
    assert [each.name for each in tmp_path.iterdir()] == ["few.npy"]
