"""What several processes leave for each other to look up, and what they do without it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.tablebase.test_build import PART, contents, whole  # noqa: F401
from zermelo.games import Connect4
from zermelo.tablebase.builder import Job, build_on
from zermelo.tablebase.fresh import BOOT, Fresh, Held, Mapped, place
from zermelo.tablebase.schedulers import batches
from zermelo.tablebase.shelf import Folder
from zermelo.tablebase.tasks import Site, lead_on, run_name, settle

MEMORY = 1 << 29
SIZES = [3, 1, 2]
KEYS, SCORES = np.arange(6) * 10, np.arange(6) + 100
WHOLE = [[0, 100], [10, 101], [20, 102], [30, 103], [40, 104], [50, 105]]

pytestmark = pytest.mark.skipif(not BOOT.exists(), reason="nothing is shared on this system")


class Turns:
    """Two sites of one folder, as two processes have them, which do jobs by turns."""

    def __init__(self, folder: Path, between: Callable[[int], None]) -> None:
        self.folder, self.between = folder, between
        self.sites: list[Site] = []

    def do(self, site: Site, jobs: Sequence[Job]) -> Iterator[Any]:
        if not self.sites:
            here = Folder(self.folder), site.plan, site.machine, MEMORY
            self.sites = [Site(*here, together=True) for _process in range(2)]
        for i, (function, arguments) in enumerate(jobs):
            mine = self.sites[i % 2]
            yield function(mine, *arguments)
            if function is lead_on:  # files stay on disk while they are open
                assert set(mine.open_runs) == {run_name(*run[:2]) for run in arguments[2]}
        if jobs[0][0] is settle:
            self.between(jobs[0][1][0])


def build(folder: Path, monkeypatch: pytest.MonkeyPatch, between: Callable[[int], None]) -> int:
    """How many parts were read again on the way."""
    read, scores = [0], Site.scores

    def watched(site: Site, tier: int, part: int) -> Any:
        read[0] += 1
        return scores(site, tier, part)

    monkeypatch.setattr(Site, "scores", watched)
    scheduler = Turns(folder, between)
    build_on(Folder(folder), Connect4(5, 4), None, scheduler, MEMORY, 1, part=PART)
    return read[0] - 1  # the root, for the manifest


def test_no_process_decodes_what_another_has_written(
    whole: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there: list[int] = []
    folder = tmp_path / "table"

    def count(_tier: int) -> None:
        there.append(len(list(folder.glob("build/pairs-*"))))

    assert build(folder, monkeypatch, count) == 0
    assert max(there) == 2  # that at hand, and the one before
    assert contents(folder) == contents(whole)


def test_what_is_not_whole_is_read_from_the_parts(
    whole: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "table"

    def damage(tier: int) -> None:
        for file in folder.glob(f"build/pairs-{tier:03}.*"):
            content = file.read_bytes()
            if tier % 3 == 0:
                file.unlink()
            elif tier % 3 == 1:
                file.write_bytes(content[:-1])
            else:  # of the machine before it went down
                file.rename(file.with_suffix(".other"))

    parts = len(list(whole.glob("tier-*"))) - 1  # of all levels but the root's
    assert build(folder, monkeypatch, damage) >= parts
    assert contents(folder) == contents(whole)


def test_a_level_is_there_when_all_its_parts_are(tmp_path: Path) -> None:
    mapped = Mapped(tmp_path, 96)
    for number in (2, 0, 1):
        assert mapped.take(7, 6, 3) is None
        put(mapped, number)
    assert taken(mapped) == WHOLE
    assert mapped.take(7, 6, 2) is None
    held = Held(96)
    put(held, 1)
    assert held.take(7, 6, 3) is None
    for number in (2, 0, 1):
        put(held, number)
    assert taken(held) == WHOLE


def taken(fresh: Fresh) -> Any:
    pairs = fresh.take(7, 6, 3)
    return pairs is not None and pairs.tolist()


def put(fresh: Fresh, number: int) -> None:
    mine = place(SIZES, number)
    some = slice(mine.begin, mine.end)
    fresh.put(7, mine, KEYS[some], SCORES[some])


def test_no_more_than_there_is_room_for(tmp_path: Path) -> None:
    for fresh in (Held(95), Mapped(tmp_path, 95)):
        for number in range(3):
            put(fresh, number)
        assert fresh.take(7, 6, 3) is None
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_full_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Mapped(tmp_path, 96)
    put(fresh, 0)
    assert list(tmp_path.iterdir())

    def full(*_arguments: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fdopen", full)
    put(fresh, 1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("jobs", "threads", "sizes"),
    [
        (1, 2, [1]),
        (8, 1, [4, 2, 1, 1]),
        (32, 2, [8, 6, 5, 4, 3, 2, 1, 1, 1, 1]),
        (3, 16, [1, 1, 1]),
        (40, 1, [8, 8, 8, 8, 4, 2, 1, 1]),
    ],
)
def test_batches_are_smaller_towards_the_end(jobs: int, threads: int, sizes: list[int]) -> None:
    made = batches([(settle, (9, part, 0.0)) for part in range(jobs)], threads)
    assert [len(batch) for batch in made] == sizes
    assert [part for batch in made for _name, (_tier, part, _error) in batch] == list(range(jobs))
