"""The repository itself: nothing left over in it, and what is said twice is said the same."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from zermelo import __version__

ROOT = Path(__file__).parent.parent
LEFT_OVER = re.compile(r".*(\.orig|\.rej|\.bak|~|\.sw[op])")
MARKER = re.compile(rb"^(<{7}|>{7}|\|{7}) ", re.MULTILINE)


def files() -> Iterator[Path]:
    """The files of the repository: those that git knows, or all where there is no git."""
    if (ROOT / ".git").exists():
        command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        names = (ROOT / os.fsdecode(name) for name in done.stdout.split(b"\0") if name)
        yield from (path for path in names if path.exists())
    else:
        made = {".venv", "build", "__pycache__"}
        found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
        yield from (ROOT / path for path in found if not made & set(path.parts))


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def read_yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["engine.py.orig", "rules.py.rej", "game.py.bak", "README.md~"])
def test_left_over_files_are_known_as_such(name: str) -> None:
    assert LEFT_OVER.fullmatch(name)
    hooks = read_yaml(".pre-commit-config.yaml")["repos"][0]["hooks"]
    (hook,) = (each for each in hooks if each["id"] == "left-over-files")
    assert re.search(hook["files"], name)


def test_nothing_is_left_over() -> None:
    found = sorted(files())
    assert ROOT / "pyproject.toml" in found
    assert [path for path in found if LEFT_OVER.fullmatch(path.name)] == []
    assert [path for path in found if MARKER.search(path.read_bytes())] == []


def test_the_version_is_the_same_everywhere() -> None:
    citation = read_yaml("CITATION.cff")
    assert citation["version"] == __version__
    assert citation["license"] == project()["license"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)


def test_every_python_that_we_name_is_tested() -> None:
    prefix = "Programming Language :: Python :: 3."
    named = [text for text in project()["classifiers"] if text.startswith(prefix)]
    matrix = read_yaml(".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert [text.rpartition(" ")[2] for text in named] == matrix["python"]
    assert project()["requires-python"] == f">={matrix['python'][0]}"


def test_templates_are_forms() -> None:
    for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(file.read_text(encoding="utf-8"))
        if file.name != "config.yml":
            assert {"name", "description", "body"} <= set(form)
            ids = [field["id"] for field in form["body"]]
            assert len(set(ids)) == len(ids) >= 2
