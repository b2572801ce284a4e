"""The engines of a process, and what is told while one is made."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from zermelo.engine.textbook import TextbookEngine
from zermelo.games import Nim
from zermelo.search import SearchWarning
from zermelo.web.settings import Setup
from zermelo.web.workers import engines

COMPILING = "compiling nim ..."


def test_what_is_compiled_is_told_once_and_so_is_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(game: Any, report: Any, **_: Any) -> Any:
        report(COMPILING)
        report("compiling something else")  # which is a part of the same
        warnings.warn("in the way", SearchWarning, stacklevel=2)
        return TextbookEngine(game)

    monkeypatch.setattr(engines, "engine_for", make)
    kept, told, game = engines.Engines(Setup()), list[str](), Nim()
    engine = kept.engine(game, told.append)
    assert told == ["Preparing Nim …", "", "note: in the way"]
    assert kept.engine(game, told.append) is engine
    assert len(told) == 3


def test_where_nothing_is_compiled_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "engine_for", lambda game, **_: TextbookEngine(game))
    told: list[str] = []
    engines.Engines(Setup()).engine(Nim(), told.append)
    assert told == []
