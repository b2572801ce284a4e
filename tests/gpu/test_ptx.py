"""Rules as code of a GPU; what a GPU cannot do is refused before LLVM is asked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.compiler.natural import CASES
from tests.gpu.games import Deep, Growing, Kept, Steep
from zermelo import cache
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.native.ptx import ARENA, device_code
from zermelo.compiler.rules import compile
from zermelo.games import Connect4, Othello
from zermelo.gpu.counting import count_two_moves, make_moves, with_keys

NATURAL = {case.game.name: case.game for case in CASES}


def code_of(game: Any, function: Any = make_moves) -> str:
    compiled = compile(game)
    return device_code(compiled, function, with_keys(compiled), "sm_90").decode()


@pytest.mark.parametrize("game", [Growing(), Connect4()], ids=lambda game: game.name)
def test_rules_of_numbers_need_no_memory_and_no_calls(game: Any) -> None:
    code = code_of(game, count_two_moves)
    assert ".entry zermelo_kernel(" in code
    assert ".target sm_90" in code
    assert "call" not in code
    assert ".local" not in code
    assert "ld.b32" not in code  # words are read whole


@pytest.mark.parametrize("name", ["kalah", "reversi", "whist"])
def test_rules_with_lists_have_an_arena_in_each_thread(name: str) -> None:
    sizes = re.findall(r"__local_depot\d+\[(\d+)\]", code_of(NATURAL[name]))
    assert max(map(int, sizes)) >= ARENA
    assert "relaxed" not in code_of(NATURAL[name])


def test_othello() -> None:
    assert ".entry zermelo_kernel(" in code_of(Othello(), count_two_moves)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Deep(), ": Deep.depth calls itself; write a loop"),
        (Kept(), ": the generator Kept.numbers needs a coroutine; return a list there"),
        (Steep(), ", which has no exp; use whole numbers"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_gpu_lacks_is_refused_in_a_line(game: Any, reason: str) -> None:
    with pytest.raises(CannotCompile) as refused:
        code_of(game)
    assert str(refused.value) == f"{game.name} cannot run on a GPU{reason}"


def test_code_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    code = code_of(Growing())
    assert [path.name for path in cache.folder().glob("ptx-*")]
    monkeypatch.setattr("zermelo.compiler.native.ptx._made", None)
    assert code_of(Growing()) == code
