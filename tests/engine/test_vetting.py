"""What was checked is not checked again, until the rules or the checker are others."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import cache, search
from zermelo.check import Broken, examine
from zermelo.check.order import Unordered
from zermelo.cli.lanes import compare_lanes
from zermelo.compiler.rules import CompiledGame
from zermelo.engine import engine_for, lanes, vetting
from zermelo.fingerprint import source_digest
from zermelo.game import MAX, MIN, Game
from zermelo.games.nim import Nim
from zermelo.search import SearchWarning, Unsuitable


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
    monkeypatch.setattr(vetting, "differences", lambda *given, **options: ([], {}))
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
    digest_of = source_digest

    def other(*parts: str) -> str:
        return digest_of(*parts) + ("changed" if "check" in parts else "")

    monkeypatch.setattr(vetting, "source_digest", other)
    vet(game, monkeypatch)
    assert len(checks) == 2


DIFFERS = [Broken("result is the same compiled", "1,2", "1, compiled 2")]


@pytest.mark.parametrize("solving", [None, True, False])
def test_rules_that_differ_when_compiled_run_in_python_and_are_no_broken_rule(
    solving: bool | None, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "_vetted", set())
    monkeypatch.setattr(vetting, "differences", lambda *given, **options: (DIFFERS, {}))
    with pytest.warns(
        SearchWarning, match=r"a mistake of Zermelo's: report it at https://"
    ) as said:
        engine = engine_for(Piles((1, 2)), solving=solving)
    assert len(str(said[0].message).splitlines()) == 1
    assert engine.lane == "textbook"
    assert engine.solve().value > 0


def test_check_blames_no_author_for_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "differences", lambda *given: (DIFFERS, {}))
    game = Piles((1, 2))
    found = compare_lanes(game, examine(game, games=2), 0)
    assert "a mistake of Zermelo's" in (found.reason or "")
    assert any("the game works all the same" in line for line in found.lines())


def test_a_rule_in_the_order_of_a_set_runs_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where both lanes happen to agree in this run: in the next they may not."""
    changing = Unordered("result", "piles.py", 7)
    monkeypatch.setattr(vetting, "unordered", lambda game, seconds: changing)
    with pytest.raises(Unsuitable, match=r"sort it \(line 7 of piles.py\)"):
        vetting.refuse_difference(Piles((1, 2)), [])


class Hand:
    """Letters that are left, in a list; hands with the same letters are equal."""

    def __init__(self, letters: list[str], taken: dict[int, list[str]], player: int) -> None:
        self.letters, self.taken, self.player = letters, taken, player

    def all(self) -> Any:
        return tuple(self.letters), tuple(self.taken[MAX]), tuple(self.taken[MIN]), self.player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.all() == other.all()

    def __hash__(self) -> int:
        return hash(self.all())


class Letters(Game[Hand, str]):
    """Both take letters in turn; whoever takes an e has won."""

    def initial(self) -> Hand:
        return Hand(list("abcdef"), {MAX: [], MIN: []}, MAX)

    def to_move(self, state: Hand) -> int:
        return state.player

    def actions(self, state: Hand) -> list[str]:
        return [letter for letter in set(state.letters) if letter != "e" or len(state.letters) < 4]

    def result(self, state: Hand, action: str) -> Hand:
        letters = [letter for letter in state.letters if letter != action]
        taken = {player: held[:] for player, held in state.taken.items()}
        taken[state.player].append(action)
        return Hand(letters, taken, -state.player)

    def is_terminal(self, state: Hand) -> bool:
        return not state.letters or any("e" in held for held in state.taken.values())

    def utility(self, state: Hand) -> int:
        return 1 if "e" in state.taken[MAX] else -1 if "e" in state.taken[MIN] else 0


def test_actions_in_any_order_are_compiled_and_so_are_lists_in_equal_states() -> None:
    """Python's own order changes from run to run, so that none of them is wrong."""
    game = Letters()
    compiled = CompiledGame(game)
    assert compiled.any_order
    assert lanes.differences(compiled, 20, 0, 50) == ([], {})
    vetting.refuse_difference(game, [])
    engine = engine_for(game)
    assert engine.lane == "compiled"
    assert engine.solve().value == search.alphabeta(game).value == -1
    key = compiled.state.key
    assert key(game.initial()) == key(game.initial())
    states = [game.result(game.initial(), letter) for letter in "abcd"]
    assert len(set(map(key, states))) == 4
