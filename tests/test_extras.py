"""Without an extra: one line that names the command to install it, and all the rest works."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run  # noqa: F401
from zermelo.bench import load
from zermelo.extras import MESSAGES, MODULES, MissingExtra, want_of_memory
from zermelo.games import read_tree
from zermelo.notebook import show
from zermelo.web.store.database import open_database

ROOT = Path(__file__).parent.parent
TREE = "[[3 12 8] [2 4 6] [14 5 2]]"

Remove = Callable[[str], None]


@pytest.fixture
def remove(monkeypatch: pytest.MonkeyPatch) -> Remove:
    """Takes the modules of an extra away, and what of ours has loaded them."""

    def take(extra: str) -> None:
        for module in MODULES[extra]:
            monkeypatch.setitem(sys.modules, module, None)
        for name in list(sys.modules):
            if re.match(r"zermelo\.(web|explain\.(png|pdf)|exercise\.outputs\.pdf)\b", name):
                monkeypatch.delitem(sys.modules, name)

    return take


def test_the_modules_are_those_of_the_package() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extra, modules in MODULES.items():
        needed = extras["optional-dependencies"][extra]
        names = {re.split(r"-cuda|[\[<>=]", each)[0] for each in needed}
        assert names == set(modules)
        assert f'pip install "zermelo[{extra}]"' in MESSAGES[extra]
    everywhere = ",".join(extra for extra in MODULES if extra != "gpu")
    assert extras["optional-dependencies"]["all"] == [f"zermelo[{everywhere}]"]


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("web", []),
        ("web", ["serve", "--no-browser", "--port", "0"]),
        ("draw", ["explain", "-", "-o", "x.png"]),
        ("draw", ["explain", "-", "-o", "x.pdf"]),
        ("draw", ["exercise", "-o", "x.pdf"]),
    ],
    ids=lambda each: " ".join(each) or "nothing" if isinstance(each, list) else each,
)
@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_a_command_names_the_extra_that_it_needs(
    run: Run,  # noqa: F811
    remove: Remove,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    extra: str,
    arguments: list[str],
    language: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", language)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    remove(extra)
    done = run(*arguments, stdin=TREE)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.endswith(f'{MODULES[extra][0]}: pip install "zermelo[{extra}]"\n')
    assert done.err.startswith("zermelo: ")
    assert (" need" in done.err) == (language == "en")
    assert list(tmp_path.iterdir()) == []


def test_from_python_too(remove: Remove, tmp_path: Path) -> None:
    shown = show(read_tree(TREE))
    remove("draw")
    with pytest.raises(MissingExtra, match="PNG and PDF need the package resvg_py"):
        shown.save(tmp_path / "x.png")
    shown.save(tmp_path / "x.svg")


def test_the_load_asks_for_the_web_app_first(
    remove: Remove, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    remove("web")
    monkeypatch.setattr("sys.argv", ["load"])
    assert load.main() == 2
    assert capsys.readouterr().err.startswith("zermelo: the web app needs the package fastapi")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_another_database_names_what_it_needs(remove: Remove, scheme: str) -> None:
    remove("postgres")
    with pytest.raises(MissingExtra, match="PostgreSQL needs the package psycopg"):
        open_database(f"{scheme}://localhost/zermelo")


def test_what_is_there_is_found_without_loading_it() -> None:
    code = "import sys; from zermelo.extras import require; require('web'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"fastapi", "sqlalchemy", "zermelo.web"} & set(done.stdout.split())


def test_no_thread_for_want_of_memory_is_one_line(
    run: Run,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    done = run("serve", "--no-browser", "--port", "0", "--database", "sqlite://")
    assert (done.status, done.err) == (2, "zermelo: there is not enough memory for this\n")


def test_a_library_that_found_no_memory_is_known_by_what_it_was_told() -> None:
    error = OSError("Could not find/load shared object file")
    assert not want_of_memory(error)
    error.__context__ = OSError("libllvmlite.so: failed to map segment from shared object")
    assert want_of_memory(error)
    assert want_of_memory(MemoryError())
    assert not want_of_memory(RuntimeError("another"))
