"""`zermelo play`: who is who, games for several players, and the agent of the Nim report."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from zermelo.cli.roles import Roles
from zermelo.cli.thinker import Thinker
from zermelo.games import MNK, Connect4, Grundy, Nim, Pig
from zermelo.games.nim import Matches
from zermelo.match import algorithm_player, play_match
from zermelo.search import two_successor, two_successor_ab

SMALL = ("nim", "--set", "rows=2,1", "--algorithm", "alphabeta")


def play(run: Run, *arguments: str, lines: str = "") -> list[str]:
    done = run("play", *arguments, stdin=lines.replace(" ", "\n") + "\n")
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


# --- who begins, and who is MAX ------------------------------------------------------------------


def test_the_machine_is_max_and_a_person_begins(run: Run) -> None:
    """As in the lectures, in which MAX is the machine, whoever begins."""
    told = play(run, *SMALL, "--side", "min", "--first", "me", lines="1:1 2:1")
    assert told[0] == "you play MIN, the engine MAX; MIN begins"
    assert "MAX plays 1:1 (value 50)" in told
    assert told[-3:] == ["MAX wins", "MAX wins.", "over: the value for MAX is 50"]


@pytest.mark.parametrize(
    ("side", "first", "told"),
    [
        ("max", "me", "you play MAX, the engine MIN; MAX begins"),
        ("max", "engine", "you play MAX, the engine MIN; MIN begins"),
        ("min", "engine", "you play MIN, the engine MAX; MAX begins"),
        ("min", "min", "you play MIN, the engine MAX; MIN begins"),
    ],
)
def test_all_four_ways(run: Run, side: str, first: str, told: str) -> None:
    shown = play(run, *SMALL, "--side", side, "--first", first, lines="quit")
    assert shown[0] == told
    engine = "MIN" if side == "max" else "MAX"
    assert any(line.startswith(f"{engine} plays") for line in shown) == (first == "engine")


def test_hints_and_moves_are_told_for_who_is_max(run: Run) -> None:
    told = play(run, *SMALL, "--side", "min", "--first", "me", lines="moves hint 9:9 quit")
    text = "\n".join(told)
    assert "  1:1    50" in text
    assert "1:2, value -50; expected: 1:2 2:1" in text
    assert "no legal move at 2-1 min;" in text


def test_moves_are_told_as_people_write_them(run: Run) -> None:
    given = ("chess", "--algorithm", "alphabeta", "--depth", "1")
    told = play(run, *given, lines="Nf3 g8f6 moves hint quit")
    assert "MAX> MAX plays Nf3" in told
    assert [line for line in told if re.match(r"MIN plays N?[a-h][1-8] ", line)]  # no d7d6
    assert "legal: Na3 Nc3 Rg1 " in " ".join(told)
    assert [line for line in told if line.startswith("  Nc3 ")]


def test_nobody_and_both(run: Run) -> None:
    told = play(run, *SMALL, "--side", "none", "--first", "min")
    assert "MIN plays 1:2 (value -50)" in told
    assert told[-2:] == ["MIN wins.", "over: the value for MAX is -50"]
    both = play(run, *SMALL, "--side", "both", "--first", "min", lines="1:2 2:1")
    assert both[-2:] == ["MIN wins.", "over: the value for MAX is -50"]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (("--side", "none", "--first", "me"), "--first me needs one person"),
        (("--first", "engin"), "no player 'engin' to begin; did you mean 'engine'?"),
        (("--side", "mx"), "no side 'mx'; did you mean 'max'?"),
        (("--first", "me", "--position", "3-2-1"), "a position says who is to move"),
    ],
)
def test_nobody_of_that_name(run: Run, given: tuple[str, ...], wrong: str) -> None:
    done = run("play", "nim", *given)
    assert done.status == 2
    assert wrong in done.err


def test_max_stays_the_crosses_where_the_game_lets_min_begin(run: Run) -> None:
    """As in the lectures' figures; the moves before belong to such a game too."""
    given = ("tictactoe", "--side", "min", "--first", "me", "--algorithm", "alphabeta")
    told = play(run, *given, "--depth", "1", lines="b2 quit")
    assert told[0] == "you play MIN, the engine MAX; MIN begins"
    assert "  2 · O ·" in told
    assert any("X" in line for line in told)
    later = play(run, *given, "--moves", "b2 a1", lines="quit")
    assert later[0] == told[0]
    assert later[2:4] == ["  1 X · ·", "  2 · O ·"]


def test_else_max_and_min_change_names(run: Run) -> None:
    """Who begins has the X here, and every number and name is told for who is MAX."""
    board = ("connect4", "--set", "width=4", "--set", "height=4", "--algorithm", "alphabeta")
    start = ("--moves", "112233", "--depth", "3", "--side", "min", "--first", "me")
    told = play(run, *board, *start, lines="moves 4")
    assert told[0] == "you play MIN, the engine MAX; MIN begins"
    assert any(line.startswith("  4      -") for line in told)
    assert told[-3:-1] == ["MIN wins", "MIN wins."]
    assert told[-1].startswith("over: the value for MAX is -")


def test_values_of_who_is_called_max() -> None:
    """Chances add up to one; what is unknown stays so; a board in words is told anew too."""
    roles = Roles(Connect4(), "min", "me")
    assert (roles.people, roles.swapped, roles.value(50)) == ((1,), True, -50)
    assert roles.text("7-5-3 min: MAX wins") == "7-5-3 max: MIN wins"
    roles.game = Pig()
    assert (roles.value(1), roles.value(0.25)) == (0, 0.75)
    roles.game = Grundy()
    assert (roles.value(1), str(roles.value(0, proven=False))) == (-1, "0")
    for game in (Pig(), Grundy(), Nim(), MNK()):
        roles = Roles(game, "min", "me")
        assert (roles.people, roles.swapped, game.to_move(roles.initial)) == ((-1,), False, -1)
        assert not Roles(game, "min", "engine").swapped


# --- several players -----------------------------------------------------------------------------


def test_several_players_with_max_n(run: Run) -> None:
    told = play(run, "lastmatch", "--set", "matches=4", lines="moves hint help 2")
    assert "  moves  all legal moves with their values" in told
    assert told[0] == "you play A, the engine B, C; A begins"
    assert "  3      (0, 1, 0)" in told
    assert "B plays 2 (value (0, 1, 0))" in told
    assert told[-1] == "over: A 0, B 1, C 0"


def test_several_players_that_fear_each_other(run: Run) -> None:
    given = ("lastmatch", "--set", "matches=5", "--algorithm", "paranoid")
    told = play(run, *given, "--side", "b", lines="moves undo 1")
    assert told[0] == "you play B, the engine A, C; A begins"
    assert "A plays 1 (value 0)" in told
    assert "  2      0" in told
    assert told[-1] == "over: A 0, B 0, C 1"
    everybody = play(run, *given, "--side", "all", lines="1 1 3")
    assert everybody[-1] == "over: A 0, B 0, C 1"


def test_several_players_far_from_the_end(run: Run) -> None:
    """What lies beyond the horizon is unknown, and nothing stops."""
    given = ("lastmatch", "--set", "matches=9", "--side", "none", "--depth", "3")
    told = play(run, *given, "--seed", "1")
    assert "(value unknown)" in told[2]
    assert told[-1].startswith("over: A ")


def test_a_tree_for_several_players(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "three.tree"
    file.write_text("players: Ann Bob Cat\nAnn [l: Bob [(1, 0, 2)] r: Cat [(0, 5, 5) (3, 1, 1)]]")
    told = play(run, str(file), lines="r")
    assert "Cat plays 1 (value (0, 5, 5))" in told
    assert told[-1] == "over: Ann 0, Bob 5, Cat 5"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (("--side", "D"), "no side 'D'; there is A, B, C, all, none"),
        (("--first", "me"), "who begins among several players is in the rules"),
        (("--algorithm", "minimax"), "with maxn or paranoid"),
    ],
)
def test_what_several_players_have_not(run: Run, given: tuple[str, ...], wrong: str) -> None:
    done = run("play", "lastmatch", *given)
    assert done.status == 2
    assert wrong in done.err


def test_all_moves_of_several_players(run: Run) -> None:
    moves = run("search", "lastmatch", "--all-moves", "--json").json["moves"]
    assert [move["value"] for move in moves] == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    fearing = run("search", "lastmatch", "--algorithm", "paranoid", "--all-moves", "--json").json
    assert [move["value"] for move in fearing["moves"]] == [0, 0, 0]


# --- the agent of the Nim report -----------------------------------------------------------------

REPORT = Nim(goal=1, heuristic="report")


def heuristic(rows: list[int]) -> int:
    """The number of the report for what a move leaves."""
    ones, zeros, total = rows.count(1), rows.count(0), sum(rows)
    if total <= 1:
        return -50 if total else 50
    if zeros == 2 or ones == 2:
        return -45
    if ones == 3:
        return 45
    return total if rows[0] ^ rows[1] ^ rows[2] else 40 - total


def successors(rows: list[int]) -> list[list[int]]:
    """Of all, the best-looking and the worst-looking one, in this order."""
    found = [
        [*rows[:row], left, *rows[row + 1 :]]
        for row in range(3)
        for left in range(rows[row] - 1, -1, -1)
    ]
    best, worst = max(found, key=heuristic), min(found, key=heuristic)
    if len(found) == 2 and best == worst:
        return found
    return [best] if best == worst else [best, worst]


def printed_minimax(rows: list[int], sign: int, moves: list[Any]) -> int:
    """The report's minimax, line by line; `sign` is 1 in its maximo, -1 in its minimo."""
    if sum(rows) <= 1:
        return sign * heuristic(rows)
    best, chosen = -100 * sign, [0, 0, 0]
    for successor in successors(rows):
        value = printed_minimax(successor, -sign, moves)
        if sign * value >= sign * best:
            chosen, best = successor, value
    moves[0] = chosen
    return best


def printed_alphabeta(rows: list[int], sign: int, alpha: int, beta: int, moves: list[Any]) -> int:
    """Its alpha-beta, which writes down each successor that it looks at as its move."""
    if sum(rows) <= 1:
        return sign * heuristic(rows)
    for successor in successors(rows):
        value = printed_alphabeta(successor, -sign, alpha, beta, moves)
        if sign == 1:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        moves[0] = successor
        if value >= beta if sign == 1 else value <= alpha:
            break
    return alpha if sign == 1 else beta


@pytest.mark.parametrize("name", [None, "two-successor-ab"])
def test_the_agent_plays_what_its_code_plays(name: str | None) -> None:
    """From every position, with its slips: the last of equal moves, or the last looked at."""
    thinker = Thinker(REPORT, name, None, None, convention="004")
    for rows in product(range(8), range(6), range(4)):
        state, moves = Matches(rows, 1), [None]
        if sum(rows) < 2:
            continue
        if name is None:
            value = printed_minimax(list(rows), 1, moves)
        else:
            value = printed_alphabeta(list(rows), 1, -100, 100, moves)
        found = thinker.think(state, ())
        assert found is not None
        assert found.action is not None
        assert found.value == value
        assert list(REPORT.result(state, found.action).rows) == moves[0]


def test_the_agent_in_a_match(run: Run) -> None:
    told = play(run, "nim", "--convention", "004", "--side", "min", lines="1:6 2:3")
    assert told[:2] == [
        "you play MIN, the engine MAX; MAX begins",
        "the engine: Two-successor search, convention 004",
    ]
    assert [line.split()[2] for line in told if line.startswith("MAX plays")] == [
        "1:1",
        "2:2",
        "3:2",
    ]
    assert told[-1] == "over: the value for MAX is 50"
    level = play(run, "nim", "--level", "report", "--side", "none")
    assert level[0] == "the engine: Two-successor search, convention 004"
    assert level[-1] == "over: the value for MAX is 50"


def test_the_agent_in_a_match_of_two_players() -> None:
    """Its minimax beats its alpha-beta, which throws a won game away."""
    minimax = algorithm_player(two_successor, convention="004")
    printed = algorithm_player(two_successor_ab, convention="004", plays="last")
    assert play_match(REPORT, minimax, printed).winner == 1
    assert play_match(REPORT, printed, minimax).winner == -1


def test_no_convention_for_that(run: Run) -> None:
    for given, wrong in {
        ("nim", "--convention", "005"): "no convention '005'; did you mean '004'?",
        ("nim", "--convention", "004", "--level", "club"): "leave out --algorithm, --convention",
        ("nim", "--set", "rows=3,2", "--convention", "004"): "is for three rows",
        ("lastmatch", "--convention", "004"): "maxn takes no 'convention'",
    }.items():
        done = run("play", *given)
        assert done.status == 2
        assert wrong in done.err
