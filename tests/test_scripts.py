"""The two commands of the README, as far as a test can run them: from anywhere, with arguments."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(
    not (ROOT / ".venv" / "installed-program").exists(),
    reason="scripts/test makes the environment; without it this would install things",
)
def test_the_program_runs_from_any_folder_with_its_arguments(tmp_path: Path) -> None:
    (tmp_path / "small.tree").write_text("[[3 12 8] [2 4 6] [14 5 2]]")
    command = [str(ROOT / "scripts" / "zermelo"), "search", "small.tree", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["value"] == 3


def test_scripts_are_sound_bash() -> None:
    for script in (*(ROOT / "scripts").iterdir(), ROOT / ".ci" / "run"):
        subprocess.run(["bash", "-n", str(script)], check=True)


@pytest.mark.parametrize("failing", ["", "pytest", "mypy"])
def test_the_test_script_fails_where_a_part_of_it_fails_and_only_there(
    tmp_path: Path, failing: str
) -> None:
    """On a copy whose Python does nothing; the environment is a stub, too."""
    for folder in ("scripts", "bin"):
        (tmp_path / folder).mkdir()
    shutil.copy(ROOT / "scripts" / "test", tmp_path / "scripts")
    (tmp_path / "scripts" / "environment").write_text("")
    stub = tmp_path / "bin" / "python"
    stub.write_text(f'#!/bin/sh\n[ "$2" != "{failing}" ]\n')
    for name in ("apt-get", "chromium", "dot", "initdb"):  # nothing is installed
        (tmp_path / "bin" / name).symlink_to(stub)
    stub.chmod(0o755)
    surroundings = os.environ | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    script = str(tmp_path / "scripts" / "test")
    done = subprocess.run([script], env=surroundings, capture_output=True, check=False)
    assert (done.returncode == 0) == (not failing), done.stderr
