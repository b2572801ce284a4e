"""Imports point one way, and the light parts stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo

PACKAGE = Path(zermelo.__file__).parent

# What each part may import of ours, besides itself and `language`.
ALLOWED = {
    "game": {"board"},
    "board": set(),
    "bits": set(),
    "tuples": set(),
    "names": set(),
    "language": set(),
    "extras": {"game"},
    "check": {"game"},
    "games": {"game", "board", "names", "bits", "tuples"},
    "search": {"game", "names"},
    "compiler": {"game", "bits", "tuples", "check"},
    "engine": {"game", "names", "bits", "search", "compiler", "solve"},
    "explain": {"game", "board", "games", "search", "names", "extras", "language"},
    "exercise": {"game", "games", "search", "explain", "names"},
    "solve": {"game", "search"},
    "bench": {"game", "games", "search", "compiler", "engine", "solve", "extras"},
    "web": {
        "game",
        "games",
        "search",
        "compiler",
        "engine",
        "explain",
        "exercise",
        "names",
        "extras",
    },
}


def parts_imported(file: Path) -> set[str]:
    """The parts of the package that a module imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "zermelo":
                names = [f"zermelo.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("zermelo.")}
    return found


@pytest.mark.parametrize("part", ALLOWED)
def test_imports_point_one_way(part: str) -> None:
    files = [*(PACKAGE / part).rglob("*.py"), *PACKAGE.glob(f"{part}.py")]
    for file in files:
        extra = parts_imported(file) - ALLOWED[part] - {part, "language"}
        assert not extra, f"{file.relative_to(PACKAGE)} must not import {', '.join(extra)}"


def test_every_part_is_listed() -> None:
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    everything = {"__init__", "__main__", "__pycache__", "cli", "locale", "notebook"}
    assert parts - everything <= set(ALLOWED)


def test_only_the_compiled_lane_imports_numba() -> None:
    for file in PACKAGE.rglob("*.py"):
        if "compiler" not in file.parts:
            text = file.read_text(encoding="utf-8")
            assert "import numba" not in text, file
            assert "from numba" not in text, file


def test_importing_zermelo_is_light() -> None:
    code = "import sys, zermelo; print(*{'numba', 'numpy', 'typer', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda f: f.stem)
def test_files_stay_readable(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) < 500
