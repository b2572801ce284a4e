"""A game to begin with: it runs at once, whatever is answered."""

from __future__ import annotations

import importlib.util
import io
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from zermelo import check_game
from zermelo.cli import main

ANSWERS = [("4x5", "--dice"), ("3x3", "--no-dice"), ("no", "--dice"), ("no", "--no-dice")]


def load(path: Path) -> Any:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("grid", "dice"), ANSWERS)
def test_it_runs_and_its_test_passes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grid: str, dice: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"frogs_{grid}_{dice.strip('-').replace('-', '_')}"  # modules are kept by their names
    told = run("new", name, "--grid", grid, dice)
    assert (told.status, told.err) == (0, "")
    source = re.search(r"zermelo check (\S+)", told.out)
    assert source
    assert {path.name for path in tmp_path.iterdir()} == {f"{name}.py", f"test_{name}.py"}
    assert run("check", source[1], "--no-compiled", "--games", "5").status == 0
    move = run("search", source[1], "--depth", "2", "--algorithm", "expectiminimax")
    assert "value" in move.out
    tests = load(tmp_path / f"test_{name}.py")
    found = [test for word, test in vars(tests).items() if word.startswith("test_")]
    assert len(found) >= 3
    for test in found:
        test()
    if grid == "4x5":
        game = getattr(load(tmp_path / f"{name}.py"), source[1].split(":")[1])()
        assert len(game.initial().board) == 20
        assert check_game(game, games=2, states=50) == []


def test_without_a_terminal_nothing_is_asked(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "frogs.py").status == 0
    assert "class Frogs(Game[State, int])" in (tmp_path / "frogs.py").read_text()
    assert "NewGame" not in (tmp_path / "frogs.py").read_text()
    assert "from frogs import Frogs" in (tmp_path / "test_frogs.py").read_text()


@pytest.mark.parametrize("there", [True, False])
def test_pytest_is_suggested_where_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zermelo.cli.new.find_spec", lambda name: there or None)
    assert ("python -m pytest test_frogs.py" in run("new", "frogs").out) == there


class Terminal(io.StringIO):
    """A person who types."""

    def isatty(self) -> bool:
        return True


def test_a_person_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def new(typed: str, *arguments: str) -> int:
        monkeypatch.setattr("sys.stdin", Terminal(typed))
        return main(("new", *arguments))

    assert new("5x4\nyes\n", "frogs") == 0
    text = (tmp_path / "frogs.py").read_text()
    assert "rows: int = 5, columns: int = 4" in text
    assert "CHANCE" in text
    assert new("\n", "toads", "--dice") == 0  # nothing typed: 3x3
    assert "rows: int = 3, columns: int = 3" in (tmp_path / "toads.py").read_text()
    assert new("5x4\n", "newts") == 130  # Ctrl-D
    assert not (tmp_path / "newts.py").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("Frogs!",), "'Frogs!' cannot be the name of a game: use small letters, digits and _"),
        (("while",), "'while' cannot be the name of a game: use small letters, digits and _"),
        (("random",), "'random' is the name of a module of Python's; choose another"),
        (
            ("frogs", "--grid", "3"),
            "'3' is no size of a grid: write 3x3, rows first, up to 26, or no",
        ),
        (("frogs", "--grid", "0x9"), "'0x9' is no size of a grid"),
        (("toads",), "test_toads.py is there already; choose another name"),
    ],
)
def test_mistakes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_toads.py").write_text("mine")
    told = run("new", *arguments)
    assert told.status == 2
    assert line in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["test_toads.py"]
    assert (tmp_path / "test_toads.py").read_text() == "mine"
