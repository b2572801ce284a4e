"""Builds that are killed, disturbed or asked for what cannot be."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zermelo import MAX, Game
from zermelo.game import ZermeloError
from zermelo.games import MNK, Connect4, Nim, Othello
from zermelo.tablebase import (
    ChangedRules,
    Damaged,
    GoesRound,
    NoKey,
    NotInTable,
    OtherGame,
    Tablebase,
    build,
    verify,
)
from zermelo.tablebase.builder import build_on
from zermelo.tablebase.manifest import own_checksum
from zermelo.tablebase.plan import make_plan, wider
from zermelo.tablebase.schedulers import Threads
from zermelo.tablebase.shelf import Folder, checksum, from_parquet, to_parquet
from zermelo.tablebase.tasks import Site

PART = 1 << 15
NIM = Nim(rows=(3, 2, 1))  # which other tests have compiled too
CHILD = f"""
import sys
from zermelo.games import Connect4
from zermelo.tablebase import build
tell = lambda progress: print("a task is done", flush=True)
build(Connect4(5, 4), sys.argv[1], threads=1, part={PART}, tell=tell)
"""


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small one, to be copied."""
    folder = tmp_path_factory.mktemp("small") / "table"
    build(Connect4(4, 4), folder, threads=1)
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build that nothing has disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "table"
    build(Connect4(5, 4), folder, threads=2, part=PART)
    return folder


def kill(folder: Path, moment: float) -> bool:
    """Builds in another process, killed so long after its first task; whether it was at work."""
    command = [sys.executable, "-c", CHILD, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout
        child.stdout.readline()
        time.sleep(moment)
        child.kill()
    return child.returncode != 0


def made(folder: Path) -> dict[str, int]:
    """The files of finished tasks, with the time when each was written."""
    found = [*folder.glob("tier-*"), *folder.glob("build/tier-*"), *folder.glob("build/keys-*")]
    found += [*folder.glob("build/spread-*"), *folder.glob("build/part-*")]
    return {path.name: path.stat().st_mtime_ns for path in found}


def test_killed_at_any_moment_it_goes_on(whole: Path, tmp_path: Path) -> None:
    """Nothing is made twice but the part at hand, and in the end all files are the same."""
    dice, folder = random.Random(int(os.environ.get("SEED", "14"))), tmp_path / "0"
    left = int(os.environ.get("KILLS", "3"))
    while left:
        before = made(folder) if folder.exists() else {}
        if not kill(folder, dice.uniform(0.0, 1.0)):  # it was done before: from the beginning
            assert contents(folder) == contents(whole)
            folder = tmp_path / str(left)
            continue
        left -= 1
        after = made(folder)
        again = [name for name in before if name in after and after[name] != before[name]]
        assert len(again) <= 1
    build(Connect4(5, 4), folder, threads=1, part=PART)
    assert contents(folder) == contents(whole)


def test_threads_and_memory_change_nothing(whole: Path, tmp_path: Path) -> None:
    table = build(Connect4(5, 4), tmp_path / "table", threads=1, memory=512, part=PART)
    assert contents(tmp_path / "table") == contents(whole)
    assert len(table) == 1_974_174


def test_a_level_larger_than_memory_is_done_in_passes(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is held at once is never more than there is room for."""
    folder, table, groups = tmp_path / "table", Site.table, set()

    def watched(site: Site, tier: int, group: Sequence[Any]) -> Any:
        found = table(site, tier, group)
        assert sum(each.bytes for each in site._tables.values()) <= site.for_tables
        groups.add((tier, group[0]["part"]))
        return found

    monkeypatch.setattr(Site, "table", watched)
    build_on(Folder(folder), Connect4(5, 4), None, Threads(1), 16 << 20, 1, part=PART)
    assert contents(folder) == contents(whole)
    assert len(groups) > len({tier for tier, _part in groups}) + 9  # several of most levels


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise")
def test_a_build_takes_no_more_memory_than_it_is_given(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "zermelo", "tablebase", "build", "connect4", "--no-symmetry"]
    size = ["--set", "width=5", "--set", "height=5", "--memory", "1024"]
    process = subprocess.Popen([*command, *size, "-o", str(tmp_path / "table")])
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # which it has not seen itself
    assert process.returncode == 0
    assert usage.ru_maxrss <= 1024 << 10


def test_a_flipped_bit_is_found_by_verify_and_by_a_probe(small: Path, tmp_path: Path) -> None:
    folder, dice = Path(shutil.copytree(small, tmp_path / "table")), random.Random(3)
    table: Tablebase[Any, Any] = Tablebase.open(folder)
    tier, parts = next((tier, parts) for tier, parts in table.tiers.items() if tier == 9)
    key = table.machine.state(parts[0]["first"])
    for file in sorted(folder.iterdir()):
        content = bytearray(file.read_bytes())
        at = dice.randrange(len(content))
        content[at] ^= 1 << dice.randrange(8)
        good = file.read_bytes()
        file.write_bytes(bytes(content))
        try:
            if file.name == "manifest.json":
                with pytest.raises(ZermeloError, match=r"damaged|version"):
                    Tablebase.open(folder)
            else:
                assert list(verify(Tablebase.open(folder)).bad) == [file.name]
            if file.name == parts[0]["file"]:
                with pytest.raises(Damaged, match=f"{file.name} is damaged"):
                    Tablebase.open(folder)[key]
        finally:
            file.write_bytes(good)
    assert verify(Tablebase.open(folder), everything=True).bad == {}
    (folder / parts[0]["file"]).unlink()
    with pytest.raises(Damaged, match="is missing"):
        Tablebase.open(folder)[key]
    assert tier == 9


def test_values_that_do_not_follow_from_the_rules_are_found(small: Path, tmp_path: Path) -> None:
    """A file that is whole, and wrong: somebody has changed a value, and the checksums with it."""
    folder = Path(shutil.copytree(small, tmp_path / "table"))
    table: Tablebase[Any, Any] = Tablebase.open(folder)
    part = table.tiers[6][0]
    columns = {name: column.copy() for name, column in from_parquet(table.content(part)).items()}
    columns["value"][7] += 100
    content = to_parquet(columns)
    (folder / part["file"]).write_bytes(content)
    part["sha256"], part["bytes"] = checksum(content), len(content)
    table.manifest["checksum"] = own_checksum(table.manifest)
    (folder / "manifest.json").write_text(json.dumps(table.manifest))
    assert part["file"] in verify(Tablebase.open(folder)).bad


# --- what cannot be ------------------------------------------------------------------------------


def test_a_folder_of_another_game_is_left_alone(tmp_path: Path) -> None:
    build(NIM, tmp_path / "table", threads=1)
    before = contents(tmp_path / "table")
    others: list[Game[Any, Any]] = [Nim(rows=(3, 1)), MNK()]
    for game in others:
        with pytest.raises(OtherGame, match="another game, other parameters or other rules"):
            build(game, tmp_path / "table")
        with pytest.raises(ChangedRules, match="another game, other parameters or other rules"):
            Tablebase.open(tmp_path / "table", game)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    with pytest.raises(ZermeloError, match="is not empty, and has no tablebase"):
        build(MNK(), tmp_path / "other")
    assert contents(tmp_path / "table") == before


def test_another_version_is_not_read(tmp_path: Path) -> None:
    build(NIM, tmp_path / "table", threads=1)
    file = tmp_path / "table" / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["plan"]["format"] = 0
    manifest["checksum"] = own_checksum(manifest)
    file.write_text(json.dumps(manifest))
    with pytest.raises(ZermeloError, match="of another version"):
        Tablebase.open(tmp_path / "table")


def test_states_that_no_key_holds_are_refused() -> None:
    with pytest.raises(NoKey, match="a key has 63: give the game the rules key and from_key"):
        build(Othello())


class Round(NamedTuple):
    """A place on a ring."""

    place: int
    player: int


class Ring(Game[Round, int]):
    """A game that says nothing of what it is worth to go round."""

    def __init__(self, repetition: Any = None, luck: bool = False) -> None:
        self.repetition = repetition

    def initial(self) -> Round:
        return Round(1, MAX)

    def to_move(self, state: Round) -> int:
        return state.player

    def actions(self, state: Round) -> list[int]:
        return [] if state.place == 0 else [-1, 1]

    def result(self, state: Round, action: int) -> Round:
        return Round((state.place + action) % 5, -state.player)

    def is_terminal(self, state: Round) -> bool:
        return state.place == 0

    def utility(self, state: Round) -> int:
        return state.player


class Endless(Ring):
    """One whose states never come to an end."""

    def result(self, state: Round, action: int) -> Round:
        return Round(state.place + 2 if action == 1 else state.place + 1, -state.player)


def test_what_goes_round_must_say_what_that_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GoesRound, match="does not say what that is worth"):
        build(Ring())
    with pytest.raises(GoesRound, match="depends on the moves before"):
        build(Ring("loss"))
    monkeypatch.setattr("zermelo.tablebase.builder.MOST_TIERS", 300)
    with pytest.raises(ZermeloError, match="a game without end has no table"):
        build(Endless("draw"))
    assert build(Ring("draw"))[Round(1, MAX)] == (0, None)


def test_a_wider_key_is_the_same_work() -> None:
    game = NIM
    plan = make_plan(game)
    larger = wider(plan, game, 0)
    assert larger.fields != plan.fields
    assert larger.same_work(plan)
    assert not make_plan(game, game.parse_state("2-2-1")).same_work(plan)


def test_a_position_that_is_not_there() -> None:
    game = NIM
    table = build(game, state=game.parse_state("2-2-1 min"), threads=1)
    assert len(table) == 14
    with pytest.raises(NotInTable, match="is not in the tablebase, which begins at"):
        table[game.initial()]
    assert game.initial() not in table


def test_changed_rules_are_noticed(tmp_path: Path) -> None:
    text = Path(__file__).parent.joinpath("games.py").read_text()
    file = tmp_path / "own.py"
    run = (
        "import sys; sys.path.insert(0, sys.argv[1]); from own import Dots; "
        "from zermelo.tablebase import *; build(Dots(1, 1), sys.argv[1] + '/table')"
    )

    def outcome(source: str) -> str:
        file.write_text(source)
        command = [sys.executable, "-Bc", run, str(tmp_path)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr

    assert outcome(text) == ""
    assert outcome(text.replace('"""Dots and boxes', '"""Dots, boxes')) == ""
    assert "other rules than dots has now" in outcome(
        text.replace("closed += box", "closed -= box")
    )
