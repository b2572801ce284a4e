"""Any number of players: one, as in a puzzle, and three, in the checker, in matches and in play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import zermelo as z
from tests import players
from tests.cli.conftest import Run, run  # noqa: F401
from zermelo.engine import engine_for
from zermelo.game import Game, ZermeloError, provides
from zermelo.games import LastMatch, Nim
from zermelo.match import engine_player, random_player
from zermelo.names import is_for_two, player_code, player_codes
from zermelo.search import alphabeta, expectiminimax, maxn

FILE = Path(players.__file__)


def test_a_code_for_each_player() -> None:
    assert player_codes(LastMatch(count=5)) == ("P1", "P2", "P3", "P4", "P5")
    assert player_codes(Nim()) == ("MAX", "MIN")
    assert player_codes(players.Ladder()) == ("MAX",)
    assert [is_for_two(game) for game in (LastMatch(count=2), Nim(), players.Seven())] == [
        *(False, True, False)
    ]
    assert player_code(LastMatch(), 0) == "P1"  # though 0 is CHANCE elsewhere


def test_an_author_may_keep_another_attribute_of_that_name() -> None:
    game = Nim()
    game.players = 2  # type: ignore[assignment]
    assert is_for_two(game)
    assert alphabeta(game, depth=1).action is not None


# --- the checker ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        LastMatch(),
        LastMatch(matches=5, count=6),
        players.Round(),
        players.Ladder(),
        players.Seven(),
    ],
)
def test_games_that_keep_the_rules(game: Game[Any, Any]) -> None:
    assert z.check_game(game, games=10) == []


@pytest.mark.parametrize(
    ("kind", "rule", "detail"),
    [
        ("Fourth", "to_move gives one of the players", "from 0 to 2, not "),
        ("Payoffs", "utility is a tuple of 3 numbers, one for each player", "(1, 0, 0, 0)"),
        ("Haunted", "to_move gives one of the players", "it is for one player"),
    ],
)
def test_players_that_the_game_has_not(kind: str, rule: str, detail: str) -> None:
    broken = z.check_game(getattr(players, kind)(), games=10)
    assert [each.rule for each in broken] == [rule]
    assert detail in broken[0].detail


def test_bounds_hold_for_everybody() -> None:
    class Bounded(players.Round):
        def bounds(self, state: int) -> tuple[int, int]:
            return 0, 1

    broken = z.check_game(Bounded(), games=5)
    assert [(each.rule, each.detail) for each in broken] == [
        ("utility stays within bounds", "2 outside 0 to 1")
    ]


def test_a_rule_that_is_missing_is_named() -> None:
    class Mute(players.Round):
        to_move = z.MultiplayerGame.to_move
        utility = z.MultiplayerGame.utility

    assert not provides(Mute(), "to_move")
    assert not provides(Mute(), "evaluate")
    assert {each.rule for each in z.check_game(Mute(), games=5)} == {"the game has all six rules"}


# --- the engine ----------------------------------------------------------------------------------


def test_the_engine_deepens_max_n() -> None:
    game, heard = LastMatch(), list[int]()
    engine = engine_for(game)
    found = engine.analyse(time=5, all_moves=True, listen=lambda each: heard.append(each.depth))
    assert (found.value, found.proven) == (maxn(game).value, True)
    assert heard == [1, 2, 3, 4, 5, 6, 7]
    assert {move.action: move.value for move in found.moves} == maxn(game, all_moves=True).values
    assert engine.solve().value == (1, 0, 0)
    short = engine.analyse(nodes=1)  # less than a ply: any move is better than none
    told: Any = (short.action, short.value, short.proven)
    assert told == (1, (0, 0, 0), False)
    assert z.best_move(game, depth=7) == 2


def test_a_puzzle_is_searched_like_any_game() -> None:
    assert z.solve(players.Ladder()).value == alphabeta(players.Ladder()).value == 1
    truth = best_total(0)
    assert expectiminimax(players.Seven()).value == z.solve(players.Seven()).value == truth


def best_total(total: int) -> Fraction:
    """What a total is worth, by its own recursion."""
    if total > 7:
        return Fraction(0)
    return max(
        Fraction(total), sum((best_total(total + face) for face in (1, 2, 3)), Fraction()) / 3
    )


# --- matches -------------------------------------------------------------------------------------


def test_a_match_of_three() -> None:
    heard = []
    match = z.play_match(
        LastMatch(),
        *(engine_player(depth=7), random_player(1), engine_player(depth=7)),
        listen=lambda state, action: heard.append(state.player),
    )
    assert heard == [number % 3 for number in range(len(heard))]
    assert match.value == LastMatch().utility(match.states[-1])
    assert (match.value[match.winner], sum(match.value)) == (1, 1)
    short = z.play_match(LastMatch(), *map(random_player, range(3)), most_plies=1)
    assert (short.value, short.winner, short.ending) == ((0, 0, 0), None, "length")


def test_a_match_against_nobody() -> None:
    match = z.play_match(players.Ladder(), engine_player(depth=5))
    assert (match.value, match.moves) == (1, ("+1", "x2", "+1", "x2"))
    assert z.play_match(players.Seven(), random_player(1), seed=3).value in range(8)


@pytest.mark.parametrize(
    ("game", "count", "wrong"),
    [
        (LastMatch(), 2, "lastmatch is played by A, B, C: give one player for each, not 2"),
        (Nim(), 3, "nim is played by MAX, MIN: give one player for each, not 3"),
        (players.Ladder(), 2, "ladder is played by MAX: give one player for each, not 2"),
        (players.Fourth(), 3, "from 0 to 2, not 3 (at 3)"),
        (players.Payoffs(), 3, "a tuple of 3 finite numbers, not (1, 0, 0, 0)"),
        (players.Haunted(), 1, "must give MAX or CHANCE, not -1"),
    ],
)
def test_matches_that_cannot_be(game: Game[Any, Any], count: int, wrong: str) -> None:
    with pytest.raises(ZermeloError) as error:
        z.play_match(game, *map(random_player, range(count)))
    assert wrong in str(error.value)


def test_a_tournament_is_for_two(run: Run, tmp_path: Path) -> None:  # noqa: F811
    given = ("tournament", str(tmp_path), "--with", "random", "--with", "ordered", "--game")
    done = run(*given, f"{FILE}:Ladder")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "ladder is played by MAX: a match is for two" in done.err
    assert "lastmatch is for several players" in run(*given, "lastmatch").err


# --- on the terminal -----------------------------------------------------------------------------


def test_checks_and_plays_on_the_terminal(run: Run) -> None:  # noqa: F811
    checked = run("check", "lastmatch").out.splitlines()
    assert checked[0] == "ok: 100 random games of lastmatch break no rule"
    assert checked[1].startswith("compiled: the same in every rule")
    done = run("play", f"{FILE}:Ladder", stdin="hint\nx2\nundo\n+1\nx2\n+1\nx2\n")
    told = done.out.splitlines()
    assert told[:3] == ["Rung(number=1, left=5)", "MAX to move", "type a move, or help"]
    assert told[-1] == "over: the value for MAX is 1"
    assert not any("wins" in line for line in told)
    dice = run("play", f"{FILE}:Seven", "--side", "none", "--seed", "1", "--depth", "3")
    assert "CHANCE plays" in dice.out
    assert dice.out.splitlines()[-1].startswith("over: the value for MAX is ")


@pytest.mark.parametrize("level", ["beginner", "casual", "club"])
def test_levels_of_several_players(run: Run, level: str) -> None:  # noqa: F811
    done = run("play", "lastmatch", "--set", "matches=5", "--side", "none", "--level", level)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] in [
        *("over: A 1, B 0, C 0", "over: A 0, B 1, C 0", "over: A 0, B 0, C 1")
    ]


@pytest.mark.parametrize(
    ("kind", "given", "wrong"),
    [
        ("Fourth", ("search",), "from 0 to 2, not 3 (at 3)"),
        ("Fourth", ("search", "--algorithm", "paranoid"), "from 0 to 2, not 3 (at 3)"),
        (
            "Fourth",
            ("search", "--algorithm", "engine"),
            "at 4: fourth: to_move must give the number",
        ),
        ("Fourth", ("play", "--side", "all"), "from 0 to 2, not 3 (at 3)"),
        ("Payoffs", ("search",), "a tuple of 3 finite numbers, not (1, 0, 0, 0)"),
        ("Payoffs", ("play", "--side", "all"), "a tuple of 3 finite numbers"),
        ("Dicey", ("check",), "dicey: games for several players have no dice"),
        ("Dicey", ("search",), "dicey: games for several players have no dice"),
        ("Dicey", ("play", "--side", "all"), "dicey: games for several players have no dice"),
        ("Twins", ("check",), "players must be a tuple of 1 to 6 different names"),
        ("Twins", ("play",), "players must be a tuple of 1 to 6 different names"),
        ("Haunted", ("play", "--side", "all"), "must give MAX or CHANCE, not -1"),
        ("Ladder", ("play", "--first", "me"), "ladder is for one player: leave out --first"),
        ("Ladder", ("play", "--side", "min"), "no side 'min'; there is max, all, none"),
        ("Round", ("play", "--level", "perfect"), "round is for several players"),
    ],
)
def test_one_line_on_the_terminal(run: Run, kind: str, given: tuple[str, ...], wrong: str) -> None:  # noqa: F811
    command, *more = given
    done = run(
        command, f"{FILE}:{kind}", *more, stdin="1\n" * 6 if kind != "Haunted" else "x2\n" * 3
    )
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert wrong in done.err
