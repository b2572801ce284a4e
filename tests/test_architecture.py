"""Imports point one way, and the light parts stay light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import zermelo

PACKAGE = Path(zermelo.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

# What each part may import of ours, besides itself and `language`.
ALLOWED: dict[str, set[str]] = {
    "__init__": {"game", "check"},
    "game": {"board", "display"},
    "board": set(),
    "display": set(),
    "files": {"game"},
    "numbers": {"game"},
    "bits": set(),
    "tuples": set(),
    "names": set(),
    "language": set(),
    "extras": {"game"},
    "check": {"game"},
    "games": {"game", "board", "names", "bits", "tuples"},
    "search": {"game", "display", "names", "numbers"},
    "compiler": {"game", "bits", "tuples", "check"},
    "engine": {"game", "names", "bits", "search", "compiler", "solver"},
    "algorithms": {"game", "names", "search", "engine"},
    "explain": {"game", "board", "games", "search", "names", "numbers", "extras"},
    "report": {"game", "search", "numbers"},
    "exercise": {"game", "games", "search", "explain", "names", "numbers"},
    "solver": {"game", "search", "numbers"},
    "bench": {"game", "games", "search", "compiler", "engine", "solver", "extras"},
    "web": {
        *("game", "games", "search", "compiler", "engine", "explain", "exercise", "report"),
        *("algorithms", "names", "numbers", "extras"),
    },
}

# What is loaded by name and only when it is called for, and so points no import the other way.
BY_NAME = {"display": {"notebook"}}


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


def modules() -> dict[str, Path]:
    """The modules of the package by name."""
    names = {
        file: ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts) for file in FILES
    }
    return {name.removesuffix(".__init__"): file for file, name in names.items()}


def modules_imported(file: Path, known: dict[str, Path]) -> set[str]:
    """The modules of the package that a module imports, in its functions too, but not for types."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            each = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in known else node.module for name in each}
        waiting += ast.iter_child_nodes(node)
    return found & set(known)


def test_imports_make_no_circle() -> None:
    known = modules()
    graph = {name: modules_imported(file, known) - {name} for name, file in known.items()}
    assert len(graph["zermelo.cli.solve"]) > 5
    TopologicalSorter(graph).prepare()  # which names the circle that it finds


def parts_named(file: Path) -> set[str]:
    """The parts whose modules stand in a module as texts, to be loaded by name."""
    texts = (
        node.value
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    found = (re.fullmatch(r"zermelo\.(\w+)[\w.:]*", text) for text in texts)
    return {match[1] for match in found if match}


def test_what_is_loaded_by_name_is_listed() -> None:
    for file in PACKAGE.rglob("*.py"):
        part = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if part not in ("cli", "web", "notebook"):
            extra = parts_named(file) - BY_NAME.get(part, set()) - {part}
            assert not extra, f"{file.relative_to(PACKAGE)} names {', '.join(extra)}"


def test_importing_a_game_or_a_finding_loads_no_notebook() -> None:
    code = (
        "import sys, zermelo.games, zermelo.search;"
        "print(*(name for name in sys.modules if name.startswith('zermelo.notebook')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_every_part_is_listed() -> None:
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    everything = {"__main__", "__pycache__", "cli", "locale", "notebook"}
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


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_files_stay_readable(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) < 500
