"""How long compiling took, kept for whoever waits the next time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.compiler import cache, durations
from zermelo.compiler.durations import announced, announcement, expected
from zermelo.games import Nim, Pig
from zermelo.language import speaking


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The moments that will be read, one after the other."""
    moments: list[float] = []
    later: Iterator[float] = iter(lambda: moments.pop(0), None)
    monkeypatch.setattr(durations, "perf_counter", lambda: next(later))
    return moments


def compiled(kind: str, game: Nim | Pig, clock: list[float], seconds: float) -> str:
    told: list[str] = []
    clock += [100, 100 + seconds]
    with announced(told.append, kind, game):
        assert len(told) == 1  # beforehand
    return told[0]


def test_the_second_time_it_is_said_how_long_it_takes(clock: list[float]) -> None:
    assert compiled("pvs_kernel", Nim(), clock, 5.6) == "compiling the search of nim ..."
    assert compiled("pvs_kernel", Nim(), clock, 8) == "compiling the search of nim: about 6 s ..."
    assert expected("pvs_kernel", Nim()) == 8
    assert expected("rules", Nim()) is None
    assert compiled("rules", Nim(), clock, 0.2) == "compiling the rules of nim ..."
    assert announcement("rules", Nim()) == "compiling the rules of nim: about 1 s ..."
    with speaking("es"):
        assert announcement("rules", Nim()) == "compilando las reglas de nim: unos 1 s ..."


def test_a_game_that_is_new_takes_as_long_as_others(clock: list[float]) -> None:
    compiled("probe", Nim(), clock, 3)
    assert expected("probe", Pig()) == 3
    compiled("probe", Pig(), clock, 5)
    assert expected("probe", Pig()) == 5


def test_what_could_not_be_compiled_is_not_counted(clock: list[float]) -> None:
    clock += [0, 1]
    with pytest.raises(ZeroDivisionError), announced(print, "rules", Nim()):
        raise ZeroDivisionError
    assert expected("rules", Nim()) is None


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"7", b'{"rules": 3}', b'{"rules": {"nim": "long"}}', b"\xff"]
)
def test_a_file_that_makes_no_sense_means_that_nothing_is_known(
    content: bytes, clock: list[float]
) -> None:
    cache.write(durations.FILE, content)
    assert expected("rules", Nim()) is None
    compiled("rules", Nim(), clock, 4)
    assert expected("rules", Nim()) == 4


def test_a_damaged_file_means_that_nothing_is_known(folder: Path, clock: list[float]) -> None:
    compiled("rules", Nim(), clock, 4)
    file = folder / "zermelo" / durations.FILE
    file.write_bytes(b"x" + file.read_bytes())
    assert announcement("rules", Nim()) == "compiling the rules of nim ..."


def test_only_the_latest_games_are_kept(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durations, "MOST_GAMES", 1)
    compiled("rules", Nim(), clock, 4)
    compiled("rules", Pig(), clock, 6)
    found = json.loads(cache.read(durations.FILE) or b"")
    assert found == {"rules": {"pig": 6.0}}
