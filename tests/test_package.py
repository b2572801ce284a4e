"""The package as people install it: a wheel made of the sdist, in an environment with no extra.

Nothing is fetched. What `pip install zermelo` would bring is linked from this environment into a
fresh one: the packages that the wheel names, those that they name, and no other.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from zermelo import __version__
from zermelo.extras import MODULES

ROOT = Path(__file__).parent.parent
TREE = "[[3 12 8] [2 4 6] [14 5 2]]"
NAME = f"zermelo-{__version__}"

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist."""
    pytest.importorskip(
        "hatchling", reason="NO HATCHLING, so wheel and sdist are NOT TESTED: scripts/test has it"
    )
    folder = tmp_path_factory.mktemp("sdist")
    build("sdist", ROOT, folder)
    return folder / f"{NAME}.tar.gz"


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built of nothing but the sdist, as installers do where there is no wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    build("wheel", folder / NAME, folder)
    return folder / f"{NAME}-py3-none-any.whl"


def build(target: str, source: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """`zermelo` as it runs where the wheel alone was installed."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True, with_pip=False)
    python = folder / "bin" / "python"
    (site,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"{NAME}.dist-info/METADATA").decode()
    for package in needed(re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)):
        link(package, site)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    offline = ["--no-index", "--disable-pip-version-check", str(wheel)]
    done = subprocess.run([*pip, *offline], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr  # among others: nothing more would be fetched
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def run(*arguments: str, stdin: str = TREE) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(folder / "bin" / "zermelo"), *arguments],
            cwd=folder,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def needed(requirements: Iterable[str]) -> Iterator[Distribution]:
    """The packages that are named, and those that they name, each once."""
    found: set[str] = set()
    left = [(each, "") for each in requirements]
    while left:
        text, extra = left.pop()
        requirement = Requirement(text)
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        package = distribution(requirement.name)
        if requirement.name not in found:
            found.add(requirement.name)
            yield package
            left += [(each, "") for each in package.requires or ()]
        left += [(each, more) for more in requirement.extras for each in package.requires or ()]


def link(package: Distribution, site: Path) -> None:
    """Puts a package that is installed here into another environment."""
    for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        if not (site / name).exists():
            (site / name).symlink_to(Path(str(package.locate_file(name))))


def files_in(folder: Path) -> set[str]:
    """The files below a folder, but for what Python leaves behind."""
    found = {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {path.relative_to(folder).as_posix() for path in found}


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {f"zermelo/{name}" for name in files_in(ROOT / "src" / "zermelo")}
    for file in ("py.typed", "locale/es.po", "locale/ca.po", "web/static/index.html"):
        assert f"zermelo/{file}" in names


def test_the_sdist_holds_what_the_tests_need(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {member.name.removeprefix(f"{NAME}/") for member in archive if member.isfile()}
    for folder in ("src", "tests", "scripts", "docs", ".ci"):
        assert {f"{folder}/{name}" for name in files_in(ROOT / folder)} <= names
    for file in ("pyproject.toml", "mkdocs.yml", "requirements.lock", "README.md", "LICENSE"):
        assert file in names
    assert not [name for name in names if re.match(r"build/|\.venv/|\.git/|.*\.pyc$", name)]


def test_the_program_works_without_any_extra(program: Program, tmp_path: Path) -> None:
    drawing = tmp_path / "x.svg"
    for arguments, expected in (
        (["--help"], "Usage: zermelo"),
        (["--version"], f"zermelo {__version__}"),
        (["games", "--lang", "ca"], "tictactoe"),
        (["search", "-"], "pruned    4 6"),
        (["explain", "-", "-o", str(drawing)], ""),
        (["exercise", "--seed", "7"], "alpha-beta"),
    ):
        done = program(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert expected in done.stdout
    assert drawing.read_text().startswith("<svg")


def test_without_an_extra_one_line_names_it(program: Program, tmp_path: Path) -> None:
    for extra, arguments in (
        ("web", ["serve", "--no-browser"]),
        ("draw", ["explain", "-", "-o", str(tmp_path / "x.png")]),
        ("draw", ["exercise", "-o", str(tmp_path / "x.pdf")]),
    ):
        done = program(*arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.endswith(f'{MODULES[extra][0]}: pip install "zermelo[{extra}]"\n')


def test_the_engine_needs_no_extra(program: Program) -> None:
    done = program("solve", "nim", "--set", "rows=2,1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"proven": true' in done.stdout
