"""What was checked is not checked again, until the rules or the checker are others."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.compiler import cache
from zermelo.compiler.rules import CompiledGame
from zermelo.engine import vetting
from zermelo.games.nim import Nim


class Piles(Nim):
    """Nim, but not the one that comes with the package, which is never checked here."""


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that were checked; the cache has machine code, but no such marks."""
    names: list[str] = []
    marks: dict[str, bytes] = {}
    read, write = cache.read, cache.write

    def read_mark(name: str) -> bytes | None:
        return marks.get(name) if name.startswith("checked-") else read(name)

    def write_mark(name: str, content: bytes) -> None:
        if name.startswith("checked-"):
            marks[name] = content
        else:
            write(name, content)

    monkeypatch.setattr(cache, "read", read_mark)
    monkeypatch.setattr(cache, "write", write_mark)

    def check_game(game: Any, **options: Any) -> list[Any]:
        names.append(game.name)
        return []

    monkeypatch.setattr(vetting, "check_game", check_game)
    monkeypatch.setattr(vetting, "compare_compiled", lambda compiled, **options: [])
    return names


def vet(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As another process would, which knows only what is on disk."""
    monkeypatch.setattr(vetting, "_vetted", set())
    vetting.vet(game, CompiledGame(game))


def test_what_was_checked_is_checked_once(
    checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Piles((1, 2))
    for _time in range(3):
        vet(game, monkeypatch)
    assert len(checks) == 1
    vet(Piles((1, 3)), monkeypatch)
    assert len(checks) == 2


def test_it_is_checked_again_when_the_checker_changes(
    checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Piles((1, 2))
    vet(game, monkeypatch)
    digest_of = cache.source_digest

    def other(*parts: str) -> str:
        return digest_of(*parts) + ("changed" if "check" in parts else "")

    monkeypatch.setattr(cache, "source_digest", other)
    vet(game, monkeypatch)
    assert len(checks) == 2
