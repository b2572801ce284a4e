"""The disk cache: files that are whole and our own, or none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from tests.compiler.kernels import perft_kernel
from zermelo import cache
from zermelo.compiler.native import pickles
from zermelo.compiler.rules import compile
from zermelo.fingerprint import source_digest
from zermelo.games import Nim


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "deep" / "cache"))
    return tmp_path / "deep" / "cache" / "zermelo"


def test_what_is_written_can_be_read(folder: Path) -> None:
    assert cache.read("some.bin") is None
    cache.write("some.bin", b"content")
    assert cache.read("some.bin") == b"content"
    assert [path.name for path in folder.iterdir()] == ["some.bin"]


def test_whatever_is_not_whole_is_not_read(folder: Path) -> None:
    cache.write("some.bin", b"content")
    whole = (folder / "some.bin").read_bytes()
    for damaged in (b"", whole[:-1], whole + b"x", b"x" + whole[1:], whole[:20]):
        (folder / "some.bin").write_bytes(damaged)
        assert cache.read("some.bin") is None


def test_old_files_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    for i in range(5):
        cache.write(f"{i}.bin", b"content")
        os.utime(folder / f"{i}.bin", (i, i))
    assert {path.name for path in folder.iterdir()} == {"2.bin", "3.bin", "4.bin"}
    cache.read("2.bin")  # now it is the youngest
    cache.write("5.bin", b"content")
    assert {path.name for path in folder.iterdir()} == {"2.bin", "4.bin", "5.bin"}
    monkeypatch.setattr(cache, "MOST_BYTES", 1000)
    cache.write("6.bin", b"content" * 135)
    assert [path.name for path in folder.iterdir()] == ["6.bin"]


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache.folder() == Path("/somewhere/zermelo")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path.home() / ".cache" / "zermelo"


def test_files_that_are_not_its_own_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 1)
    folder.mkdir(parents=True, mode=0o700)
    theirs = {folder / "notes.txt", folder / "photo.jpg", folder.parent / "old.bin"}
    for path in theirs:
        path.write_text("mine")
        os.utime(path, (0, 0))
    (folder / "linked.bin").symlink_to(folder / "notes.txt")
    for i in range(3):
        cache.write(f"{i}.bin", b"content")
    assert all(path.exists() for path in theirs)
    assert (folder / "linked.bin").is_symlink()
    assert len(list(folder.glob("[0-9].bin"))) == 1


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_what_others_can_write_is_not_loaded(folder: Path, mode: int) -> None:
    cache.write("some.bin", b"content")
    file = folder / "some.bin"
    file.chmod(mode)
    assert cache.read("some.bin") is None
    file.chmod(0o600)
    assert cache.read("some.bin") == b"content"
    folder.chmod(mode)
    with pytest.warns(cache.CacheWarning, match="others can write there"):
        assert cache.read("some.bin") is None
    cache.write("other.bin", b"content")
    assert not (folder / "other.bin").exists()
    cache._warn.cache_clear()


def test_what_is_somebody_else_s_is_not_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write("some.bin", b"content")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.warns(cache.CacheWarning):
        assert cache.read("some.bin") is None
    cache._warn.cache_clear()


def test_what_is_no_file_is_not_read(folder: Path) -> None:
    cache.write("some.bin", b"content")
    (folder / "link.bin").symlink_to(folder / "some.bin")
    os.mkfifo(folder / "pipe.bin")
    (folder / "folder.bin").mkdir()
    for name in ("link.bin", "pipe.bin", "folder.bin"):
        assert cache.read(name) is None


def python(code: str, **environment: str) -> subprocess.Popen[str]:
    """A process with our sources, and the cache of this one."""
    source = {"PYTHONPATH": str(Path(cache.__file__).parents[1])}
    whole = os.environ | source | environment
    command = [sys.executable, "-c", code]
    return subprocess.Popen(command, env=whole, stdout=subprocess.PIPE, text=True)


WAIT = """
import sys
from time import sleep
from zermelo import cache
with cache.alone("name"):
    if cache.read("some.bin") is None:
        print("compiles")
        sleep(0.5)
        cache.write("some.bin", b"content")
"""


def test_one_process_compiles_and_others_wait(folder: Path) -> None:
    processes = [python(WAIT) for _ in range(3)]
    told = [process.communicate(timeout=60)[0] for process in processes]
    assert sorted(told) == ["", "", "compiles\n"]
    assert cache.read("some.bin") == b"content"


def test_a_process_that_ends_early_holds_nobody_up(folder: Path) -> None:
    ends = "from zermelo import cache; import os; cache.alone('name').__enter__()"
    process = python(f"{ends}; os._exit(1)")
    process.communicate(timeout=60)
    assert process.returncode == 1
    with cache.alone("name"):
        cache.write("some.bin", b"content")


def test_where_there_can_be_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "file"))
    with cache.alone("name"):
        cache.write("some.bin", b"content")
    assert cache.read("some.bin") is None


def test_names_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    name = pickles.file_name("kernel", "rules", "search")
    assert name.startswith("kernel-")
    assert name.endswith(".bin")
    assert name == pickles.file_name("kernel", "rules", "search")
    others = {pickles.file_name("types", "rules", "search"), pickles.file_name("kernel", "rules")}
    monkeypatch.setattr(pickles, "environment", lambda: "another processor")
    assert len({name, pickles.file_name("kernel", "rules", "search"), *others}) == 4


def test_what_the_cache_loads() -> None:
    code = """
import sys
from zermelo.compiler.native import pickles
assert not {"llvmlite", "numba", "numpy"} & set(sys.modules)
print(pickles.environment())
assert not {"numba", "numpy"} & set(sys.modules)
"""
    found = [python(code, PYTHONHASHSEED=seed).communicate(timeout=60)[0] for seed in "12"]
    assert found[0] == found[1] != ""
    assert found[0].strip() == pickles.environment()
    assert sys.version in eval(found[0])[1]
    digest = source_digest("compiler")
    assert digest == source_digest("compiler") != source_digest("bits.py")


# --- seen from other processes -------------------------------------------------------------------

# A user's file, and a script that plays it and tells what had to be compiled.
GAME = """
    from typing import NamedTuple
    from zermelo.game import MAX, MIN, Game

    class State(NamedTuple):
        left: int
        player: int

    class Mistake(ValueError):
        pass

    class Take(Game):
        def __init__(self, start=9, prize=PRIZE):
            self.start, self.prize = start, prize

        def initial(self):
            return State(self.start, MAX)

        def to_move(self, state):
            return state.player

        def actions(self, state):
            yield from range(1, min(3, state.left) + 1)

        def result(self, state, action):
            if action > state.left:
                raise Mistake("too many")
            return State(state.left - action, -state.player)

        def is_terminal(self, state):
            return state.left == 0

        def utility(self, state):
            return self.prize if state.player == MIN else -self.prize
"""
SCRIPT = """
    import json, sys
    from importlib.util import module_from_spec, spec_from_file_location
    from zermelo import search
    from zermelo.engine.plain import alphabeta, perft
    from zermelo.compiler import rules
    from zermelo.compiler.rules import compile

    compiled, make = [], rules.object_code
    rules.object_code = lambda *given: compiled.append(1) or make(*given)
    spec = spec_from_file_location("a_name_that_nobody_imports", sys.argv[1])
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    reported, values = [], []
    for arguments in json.loads(sys.argv[2]):
        game = module.Take(**arguments)
        machine = compile(game, report=reported.append)
        found = alphabeta(machine)
        assert found == search.alphabeta(game)
        values.append([found.value, perft(machine, 4)])
    print(json.dumps({"values": values, "compiled": len(compiled), "reported": reported}))
"""


class Machine:
    """A folder with the user's file, the script and the cache."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache" / "zermelo"
        self.write_game(5)
        (folder / "script.py").write_text(textwrap.dedent(SCRIPT))

    def write_game(self, prize: int) -> None:
        (self.folder / "take.py").write_text(textwrap.dedent(GAME).replace("PRIZE", str(prize)))

    def start(self, *arguments: dict[str, Any]) -> subprocess.Popen[str]:
        source = str(Path(cache.__file__).parents[1])
        command = [sys.executable, "script.py", "take.py", json.dumps(arguments or ({},))]
        # Bytecode is told from its source by size and second alone: a quick edit would be missed.
        bare = {"PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1"}
        environment = os.environ | bare | {"ZERMELO_CACHE": str(self.cache.parent)}
        return subprocess.Popen(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True
        )

    def run(self, *arguments: dict[str, Any]) -> Any:
        process = self.start(*arguments)
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        return json.loads(out)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_second_process_compiles_nothing(machine: Machine) -> None:
    first = machine.run()
    assert first["values"] == [[5, 66]]
    assert first["compiled"] > 0
    assert "compiling take ..." in first["reported"]
    assert machine.run() == {"values": [[5, 66]], "compiled": 0, "reported": []}
    # Other code, or another attribute, never meets the old machine code, nor does it replace it.
    machine.write_game(6)
    third = machine.run({}, {"prize": 5}, {"prize": 5, "start": 8})
    assert third["values"] == [[6, 66], [5, 66], [-5, 50]]
    assert machine.run({"prize": 6}, {"start": 8, "prize": 5})["compiled"] == 0


def test_damaged_files_are_compiled_again(machine: Machine) -> None:
    machine.run()
    files = sorted(machine.cache.glob("*.bin"))
    assert len(files) >= 3  # the types and two kernels
    for place, file in enumerate(files):
        content = file.read_bytes()
        damaged = (b"", b"short", content[:-1] + bytes([content[-1] ^ 1]))
        file.write_bytes(damaged[place % 3])
    again = machine.run()
    assert again["values"] == [[5, 66]]
    assert again["compiled"] > 0
    assert machine.run()["compiled"] == 0


def test_a_folder_that_cannot_be_written(machine: Machine) -> None:
    machine.cache.parent.write_text("a file where the folder should be")
    assert machine.run()["values"] == [[5, 66]]


def test_several_processes_at_once(machine: Machine) -> None:
    """What one of them compiles, the others wait for."""
    processes = [machine.start() for _ in range(2)]
    told = [json.loads(process.communicate(timeout=120)[0]) for process in processes]
    assert [each["values"] for each in told] == [[[5, 66]]] * 2
    alone = machine.run()["compiled"]
    assert alone == 0
    assert len(list(machine.cache.glob("*.bin"))) == sum(each["compiled"] for each in told) + 1


class Ordered(Nim):
    """Its `order` is refused, and left out."""

    def order(self, state: Any, action: Any) -> int:
        return len(print(state) or "")


def test_kernels_are_kept_without_a_rule_that_is_refused(folder: Path) -> None:
    compiled = compile(Ordered())
    assert list(compiled.refused) == ["order"]
    compiled.kernel(perft_kernel)
    assert [path.name.split("-")[0] for path in folder.glob("*.bin")] == ["kernel"]
