"""The commands besides `search`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from zermelo.cli.thinker import Thinker
from zermelo.engine import pace
from zermelo.games.catalogue import ALL as GAMES
from zermelo.search import ALGORITHMS, FOR_SEVERAL
from zermelo.search.finding import Finding, MoveValue


def test_games_and_algorithms_list_everything(run: Run) -> None:
    games, algorithms = run("games"), run("algorithms")
    assert all(name in games.out for name in GAMES)
    assert all(name in algorithms.out for name in ALGORITHMS)
    assert set(run("games", "--json").json) == set(GAMES)
    assert run("games", "--json").json["nim"]["parameters"]["rows"] == [7, 5, 3]
    assert set(run("algorithms", "--json").json) == {*ALGORITHMS, *FOR_SEVERAL, "engine"}


def test_help_and_version(run: Run) -> None:
    assert run("--version").out.startswith("zermelo ")
    assert "search" in run("--help").out
    assert "--window" in run("search", "--help").out


def test_strategy(run: Run) -> None:
    done = run("strategy", "grundy")
    assert "MAX 6=4+2  4+2 min" in done.out
    assert "MAX gets at least 1: 2 answers, checked against every reply" in done.out
    found = run("strategy", "nim", "--player", "min", "--json").json
    assert (found["player"], found["value"]) == ("min", 50)
    assert found["answers"]["6-5-3 min"]


def test_check_of_a_game(run: Run, tmp_path: Path) -> None:
    told = run("check", "tictactoe", "--games", "5").out.splitlines()
    assert told[0].startswith("ok: 5 random games")
    compiled = r"compiled: the same in every rule; [\d,.]+ times the pace of the textbook lane "
    assert re.fullmatch(compiled + r"\([\d.]+ M positions/s beside [\d,]+\)", told[1])
    text = tmp_path / "text.py"
    text.write_text(
        "from zermelo.games import Nim\n"
        "class Text(Nim):\n"
        "    def evaluate(self, state): return len(str(state))\n"
    )
    done = run("check", f"{text}:Text", "--set", "rows=2,1", "--games", "5")
    assert done.status == 0
    assert "not compiled: cannot compile Text.evaluate (line 3 of text.py)" in done.out
    works = r"the game works all the same, in the textbook lane: [\d,]+ positions/s"
    assert re.fullmatch(works, done.out.splitlines()[-1])
    file = tmp_path / "broken.py"
    file.write_text(
        "from zermelo.games import Nim\n"
        "class Broken(Nim):\n"
        "    def utility(self, state): return 51\n"
    )
    done = run("check", f"{file}:Broken")
    assert done.status == 1
    assert "utility stays within bounds" in done.out
    assert run("check", f"{file}:Broken", "--json").json["ok"] is False


RANKED = """
from zermelo.games import Nim
class Ranked(Nim):
    def order(self, state, action):
        return len(repr(object()))
"""


def test_check_of_a_game_with_a_rule_that_the_engine_does_without(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ranked.py"
    file.write_text(RANKED)
    command = ("check", f"{file}:Ranked", "--set", "rows=2,1", "--games", "2")
    done = run(*command)
    assert done.status == 0
    _ok, compiled, advice = done.out.splitlines()
    but = "compiled: the same in every rule but order, which cannot be compiled; "
    assert compiled.startswith(but)
    assert advice.startswith("faster: cannot compile Ranked.order (line 5 of ranked.py): ")
    assert advice.endswith("; the engine goes on without order")
    found = run(*command, "--json").json
    assert (found["ok"], found["not_compiled"]) == (True, None)
    assert list(found["without"]) == ["order"]
    assert [each["rule"] for each in found["faster"]] == ["order"]
    speed = found["positions_per_second"]
    assert speed["compiled"] > speed["textbook"] > 0
    assert {"actions", "result", "is_terminal"} <= set(found["nanoseconds"])


ROUND = """
import time
from zermelo import MAX, Game
class Round(Game):
    def initial(self): return 0
    def to_move(self, state): return MAX
    def actions(self, state): return [1, 2]
    def result(self, state, action): return (state + action) % 5
    def is_terminal(self, state): return False
    def utility(self, state): return 0
class Slow(Round):
    def result(self, state, action):
        time.sleep(0.02)
        return state + action
"""


def test_check_of_a_game_that_goes_round_or_is_slow(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.py"
    file.write_text(ROUND)
    done = run("check", f"{file}:Round", "--games", "2", "--no-compiled")
    assert done.status == 0
    assert "advice: the game can come back to" in done.out
    circle, endless = run("check", f"{file}:Round", "--games", "2", "--json").json["advice"]
    assert 'repetition = "draw", "loss" or "endless"' in circle
    assert "no game came to its end" in endless
    done = run("check", f"{file}:Slow", "--time", "0.5", "--no-compiled")
    assert done.status == 0
    told, endless = done.out.splitlines()
    assert told.endswith("break no rule; then the time was over")
    assert "no game came to its end" in endless


TREE = """
title: "AIMA 5.2"
expect: value 3, move a1, pruned [4 6], nodes 11, proven
expect: order right, pruned [], evaluated [2 5 14 6 4 2 8 12 3]
expect: cut >, returns soft, line [a1 b1], leaves 7, cutoffs 1, depth 2
expect: algorithm minimax, nodes 13
expect: limit 1, value 9, proven no
expect: window [-inf 3], value 3
max A [ a1: B (h=9) [b1: 3 12 8]  a2: C (h=0) [2 4 6]  a3: D (h=1) [14 5 2] ]
"""


def test_check_of_a_tree_that_keeps_its_word(run: Run) -> None:
    done = run("check", "-", stdin=TREE)
    assert (done.status, done.out) == (0, "ok: 13 nodes, 6 expect: lines met\n")


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("value 3, move a1", "value 4, move a2", "value is 3, not 4\nline 3: move is a1, not a2"),
        ("pruned [4 6]", "pruned [6]", "line 3: pruned is [4 6], not [6]"),
        ("algorithm minimax", "algorithm minmax", "did you mean 'minimax'?"),
        ("limit 1", "limit 0", "node 'A' has no static value"),
    ],
)  # fmt: skip
def test_check_of_a_tree_that_does_not(run: Run, right: str, wrong: str, message: str) -> None:
    done = run("check", "-", stdin=TREE.replace(right, wrong))
    assert done.status == 1
    assert message in done.out


def test_check_of_a_chance_tree(run: Run) -> None:
    text = "expect: value 5/2\nexpect: value 2.5, algorithm star1\nmax [chance [1/2: 1 0.5: 4] 2]"
    assert run("check", "-", stdin=text).status == 0
    assert run("check", "-", stdin="[1 2]").out == "ok: 3 nodes, no expect: lines\n"


PLAIN = ("--algorithm", "iterative")  # the engine would be compiled for every game here


def play(run: Run, *arguments: str, lines: list[str]) -> list[str]:
    given = arguments if "--algorithm" in arguments or "pig" in arguments else (*arguments, *PLAIN)
    done = run("play", *given, stdin="\n".join(lines) + "\n")
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


def test_play_to_the_end(run: Run) -> None:
    told = play(run, "nim", "--set", "rows=2,1", lines=["1:2"])
    assert "MIN plays 2:1 (value 50)" in told
    assert told[-2:] == ["MAX wins.", "over: the value for MAX is 50"]


def test_play_until_a_position_comes_back(run: Run) -> None:
    start = ["--position", "x.o/.../.../....../.../x.x/o.o x", "--side", "both"]
    shown = play(run, "morris", *start, lines=["a7-d7", "g7-g4", "d7-a7", "g4-g7", "a7-d7"])
    assert shown[-2:] == [
        "The position was there before. A draw.",
        "over: the value for MAX is 0",
    ]


def test_play_the_other_side_and_both(run: Run) -> None:
    told = play(run, "nim", "--set", "rows=2,1", "--side", "min", lines=["2:1"])
    assert "MAX plays 1:2 (value 50)" in told
    both = play(run, "nim", "--set", "rows=2,1", "--side", "both", lines=["1:1", "1:1", "2:1"])
    assert both[-2:] == ["MIN wins.", "over: the value for MAX is -50"]
    nobody = play(run, "grundy", "--side", "none", lines=[])
    assert nobody[-1] == "over: the value for MAX is 1"


def test_hint_moves_undo_quit(run: Run) -> None:
    lines = [
        "hint",
        "moves",
        "undo",
        "1:1",
        "undo",
        "help",
        "board",
        "",
        "hnt",
        "9:9",
        "quit",
        "1:1",
    ]
    told = play(run, "nim", "--set", "rows=3,1", lines=lines)
    text = "\n".join(told)
    assert "1:3, value 50; expected: 1:3 2:1" in text
    assert "  1:3    50" in text
    assert "nothing to take back" in text
    assert "did you mean 'hint'?" in text
    assert "'9:9' is no legal move at 3-1" in text
    assert text.count("MAX plays 1:1") == 1


def test_hint_and_moves_agree(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two searches of a position may come to different values, when time ends them."""
    asked: list[Any] = []

    def think(self: Thinker, state: Any, history: Any, all_moves: bool = False) -> Any:
        asked.append(state)
        moves = tuple(
            MoveValue(action, len(asked) * place, False)
            for place, action in enumerate(self.game.actions(state))
        )
        best = moves[-1].action
        return Finding("engine", moves[-1].value, False, best, (best,), 1, 1, moves=moves)

    monkeypatch.setattr(Thinker, "think", think)
    lines = ["hint", "moves", "1:1", "moves", "hint", "undo", "hint"]
    told = "\n".join(play(run, "nim", "--side", "both", lines=lines))
    hints = re.findall(r"(\S+), value (\S+); expected", told)
    listed = re.findall(r"^  (\S+) +(\S+)$", told, re.MULTILINE)
    assert len(hints) == 3
    assert set(hints[:2]) <= set(listed)
    assert len(asked) == 3


def test_end_of_input_ends_the_game(run: Run) -> None:
    assert run("play", "tictactoe", stdin="").status == 0


def test_dice_are_rolled_by_their_seed(run: Run) -> None:
    def one_game() -> list[str]:
        return play(run, "pig", "--set", "goal=5", "--side", "none", "--seed", "4", lines=[])

    assert one_game() == one_game()
    assert any(line.startswith("CHANCE plays") for line in one_game())


def test_with_a_time_and_dice_the_search_deepens(run: Run) -> None:
    """And is not dropped because the end was too far away."""
    done = run(
        "play", "pig", "--set", "goal=5", "--side", "none", "--time", "1", "--moves", "roll 6"
    )
    assert "MAX plays hold (value 1)" in done.out


def test_playing_on_a_tree(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.tree"
    file.write_text("max [a: min [x: 1 y: 5] b: min [x: 2 y: 7]]")
    told = play(run, str(file), "--algorithm", "alphabeta", lines=["b"])
    assert told[-1] == "over: the value for MAX is 2"
    assert not any("wins" in line for line in told)


def test_a_game_too_long_to_see_through_is_still_played(run: Run) -> None:
    told = play(run, "grundy", "--set", "n=60", "--time", "0.05", "--side", "min", lines=["quit"])
    assert any("too far from the end to see" in line for line in told)


def test_the_space_between_thousands_is_no_control_sign(run: Run) -> None:
    asked = ("search", "tictactoe", "--algorithm", "minimax", "--depth", "5", "--lang", "es")
    assert "18\xa0730 nodos" in run(*asked).out


LONG = """
from typing import NamedTuple
from zermelo import Game

class Place(NamedTuple):
    seen: frozenset
    player: int
    over: bool

class Long(Game):
    def initial(self): return Place(frozenset(), 1, False)
    def to_move(self, s): return s.player
    def actions(self, s): return range(0 if s.over else 60)
    def result(self, s, a): return Place(s.seen | {f"{len(s.seen)}-{a}"}, -s.player, a > 30)
    def is_terminal(self, s): return s.over
    def utility(self, s): return -s.player
"""


def test_check_makes_room_for_states_unlike_those_tried(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long_game(game: Any) -> list[Any]:
        states = [game.initial()]
        for _ply in range(30):
            states.append(game.result(states[-1], 0))
        return states

    monkeypatch.setattr(pace, "open_states", long_game)
    (tmp_path / "long.py").write_text(LONG)
    done = run("check", str(tmp_path / "long.py"))
    assert done.status == 0
    assert "\ncompiled: the same in every rule" in done.out
    assert "faster: make the state smaller" in done.out
