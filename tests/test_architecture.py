"""Imports point one way, files are about one thing, and the light parts stay light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import zermelo

PACKAGE = Path(zermelo.__file__).parent
TABLE = Path(__file__).parents[1] / "CONTRIBUTING.md"
FILES = sorted(PACKAGE.rglob("*.py"))
LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 70


# --- what imports what ---------------------------------------------------------------------------


def module_name(file: Path) -> str:
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_name(file): file for file in FILES}


@cache
def syntax() -> dict[str, ast.Module]:
    """The modules' syntax trees."""
    return {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in MODULES.items()}


def imports_of(tree: ast.Module) -> set[str]:
    """The modules of ours that a module imports: at its top, in its functions and for types.

    Those too that it only names in a text, to be loaded when they are used.
    """
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            each = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if name in MODULES else node.module for name in each}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value if node.value.startswith("zermelo.") else "")
    return found & MODULES.keys()


@cache
def imports() -> dict[str, set[str]]:
    """What each module imports."""
    found = {}
    for name, tree in syntax().items():
        found[name] = imports_of(tree) - {name}
    return found


@pytest.mark.parametrize("package", [n for n, f in MODULES.items() if f.name == "__init__.py"])
def test_no_module_is_hidden_behind_a_name_of_its_package(package: str) -> None:
    inside = {name.rpartition(".")[2] for name in MODULES if name.rpartition(".")[0] == package}
    named = {
        alias.asname or alias.name
        for node in syntax()[package].body
        if isinstance(node, ast.ImportFrom) and node.module != package
        for alias in node.names
    } | {node.name for node in syntax()[package].body if isinstance(node, ast.FunctionDef)}
    assert inside & named == set()


def part_of(module: str) -> str:
    """`games` of zermelo.games.nim; what `import zermelo` gives is the part `__init__`."""
    return [*module.split("."), "__init__"][1]


def arrows() -> set[tuple[str, str]]:
    """Which part imports which other; all may import `language`."""
    pairs = {(part_of(a), part_of(b)) for a, others in imports().items() for b in others}
    return {(a, b) for a, b in pairs if a != b and b != "language"}


# --- the table of parts in CONTRIBUTING.md -------------------------------------------------------


def rows() -> dict[str, str]:
    """The parts in the order of the table, and what each says that it imports."""
    text = TABLE.read_text(encoding="utf-8")
    found = re.findall(r"^\| `([^`]+)` \| .+ \| ([^|]+) \|$", text, re.MULTILINE)
    assert len(found) > 10
    return dict(found)


def part_named(path: str) -> str:
    return path.removesuffix("/").removesuffix(".py")


def allowed() -> dict[str, set[str]]:
    """What each part may import."""
    found: dict[str, set[str]] = {}
    for path, cell in rows().items():
        names = {name.strip(" `") for name in cell.split(",")} - {"nothing"}
        found[part_named(path)] = set(found) if names == {"everything above"} else names
    return found


def test_the_table_has_every_part_and_no_other() -> None:
    parts = {
        f"{path.name}/" if path.is_dir() else path.name
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or any(path.rglob("*.py"))
    }
    assert set(rows()) == parts


def test_the_table_lists_the_lowest_first() -> None:
    above: set[str] = set()
    for part, imports in allowed().items():
        assert imports <= above, f"{part} imports what stands below it in the table"
        above.add(part)


def test_parts_import_what_the_table_says() -> None:
    table = {(part, other) for part, imports in allowed().items() for other in imports}
    assert not arrows() - table
    everything = {part_named(path) for path, cell in rows().items() if "everything" in cell}
    unused = {(part, other) for part, other in table - arrows() if part not in everything}
    assert not unused, "the table names more than is imported"


def test_no_circle_of_imports() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_only_the_compiler_imports_llvmlite() -> None:
    for name, file in MODULES.items():
        text = file.read_text(encoding="utf-8")
        assert "numba" not in text.lower(), name
        assert part_of(name) == "compiler" or "import llvmlite" not in text, name


@pytest.mark.parametrize(
    ("module", "others"),
    [
        ("zermelo", {"llvmlite", "numpy", "typer", "rich"}),
        ("zermelo.web.app", {"llvmlite", "numpy"}),
        *(
            (f"zermelo.web.{name}", {"pydantic", "starlette", "sqlalchemy", "llvmlite", "numpy"})
            for name in ("workers.process", "questions")  # a process that searches, or asks rules
        ),
    ],
)
def test_what_a_process_starts_with_is_light(module: str, others: set[str]) -> None:
    code = f"import sys, {module}; print(*{others} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


HEAVY = {"numpy", "rich", "asyncio", "zermelo.bench", "zermelo.gpu", "zermelo.web"}


@pytest.mark.parametrize(
    ("command", "others"),
    [
        ("analyse connect4 --depth 2", HEAVY),
        ("check nim --games 2", HEAVY),
        ("search tictactoe --depth 2 --json", HEAVY | {"llvmlite"}),
    ],
)
def test_a_command_loads_what_it_needs(command: str, others: set[str]) -> None:
    code = (
        "import sys, zermelo.cli as cli\n"
        f"assert cli.main({command.split()}) == 0\n"
        f"print(*{others} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


# --- how long things are -------------------------------------------------------------------------


def test_files_are_about_one_thing() -> None:
    long = {
        file.relative_to(PACKAGE).as_posix()
        for file in FILES
        if len(file.read_text(encoding="utf-8").splitlines()) > LINES_OF_A_FILE
    }
    assert not long


def test_functions_can_be_read_at_a_glance() -> None:
    long = {
        f"{MODULES[name].relative_to(PACKAGE).as_posix()}: {node.name}"
        for name, tree in syntax().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LINES_OF_A_FUNCTION
    }
    assert not long
