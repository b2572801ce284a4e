"""Weights from games: the fit, its derivatives, games that are killed, and `zermelo tune`."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from tests.cli.conftest import Run, run
from tests.patience import PATIENCE
from zermelo.game import MAX, Game
from zermelo.games import make_game
from zermelo.lab.slopes import Dual, estimates, slopes
from zermelo.lab.tuning import Sample, SelfPlay, fit, minimum, sample
from zermelo.match.openings import random_game
from zermelo.weights import filled, numbers_in, reweighted, usual_weights

__all__ = ["run"]

# Each player in turn takes one of the numbers that are left; the larger sum of worths wins.
RACE = '''
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Weights(NamedTuple):
    odd: int = 10
    even: tuple[int, ...] = (10, 10)


class Taken(NamedTuple):
    first: int
    second: int
    player: int


class Race(Game[Taken, int]):
    """Take numbers; an even one is worth its square."""

    def __init__(self, count: int = 7, weights: Weights = Weights()) -> None:
        self.count, self.weights = count, weights

    def initial(self) -> Taken:
        return Taken(0, 0, MAX)

    def to_move(self, state: Taken) -> int:
        return state.player

    def actions(self, state: Taken) -> list[int]:
        return [n for n in range(self.count) if not (state.first | state.second) >> n & 1]

    def result(self, state: Taken, action: int) -> Taken:
        first = state.first | (1 << action if state.player == MAX else 0)
        second = state.second | (1 << action if state.player == MIN else 0)
        return Taken(first, second, -state.player)

    def is_terminal(self, state: Taken) -> bool:
        return not self.actions(state)

    def utility(self, state: Taken) -> int:
        lead = 0
        for n in range(self.count):
            worth = n * n if n % 2 == 0 else 1
            lead += worth * ((state.first >> n & 1) - (state.second >> n & 1))
        return lead

    def evaluate(self, state: Taken) -> int:
        odd, even = self.weights
        total = 0
        for n in range(self.count):
            worth = odd if n % 2 else even[0] if n < 4 else even[1]
            total += worth * ((state.first >> n & 1) - (state.second >> n & 1))
        return total
'''


class Two(NamedTuple):
    """Weights that a test knows."""

    one: float = 1.0
    other: float = 1.0
    idle: float = 7.0


TWO: Final = Two()


class Points(Game[tuple[float, float], int]):
    """No game: positions are two numbers, and the estimate is linear, or not."""

    def __init__(self, bent: bool = False, weights: Two = TWO) -> None:
        self.bent, self.weights = bent, weights

    def evaluate(self, state: tuple[float, float]) -> Any:
        w = self.weights
        if self.bent:
            return w.one * w.one * state[0] - abs(w.other) / 2 * state[1] + 3 / w.idle
        return w.one * state[0] + w.other * state[1]


def drawn(count: int, weights: tuple[float, float]) -> Sample:
    """Positions whose results are drawn as the logistic model has them."""
    dice = np.random.default_rng(5)
    points = dice.normal(size=(count, 2))
    chance = 1 / (1 + np.exp(-points @ np.array(weights)))
    results = (dice.random(count) < chance).astype(float)
    return Sample(
        [tuple(map(float, each)) for each in points], np.arange(count, dtype=np.float64), results
    )


def test_known_weights_are_recovered_up_to_the_factor_of_the_estimate() -> None:
    found = fit(Points(), drawn(20_000, (1.5, -0.5)))
    one, other, idle = np.array(found.weights) * found.factor
    errors = np.array(found.errors) * found.factor
    assert abs(one - 1.5) < 4 * errors[0]
    assert abs(other + 0.5) < 4 * errors[1]
    assert 0.005 < errors[0] < 0.05
    assert idle == pytest.approx(7 * found.factor)
    assert found.errors.idle == 0
    assert found.after < found.before


def test_weights_that_are_right_stay() -> None:
    found = fit(Points(weights=Two(1.5, -0.5)), drawn(20_000, (1.5, -0.5)))
    for new, old, error in zip(found.weights, (1.5, -0.5, 7), found.errors, strict=True):
        assert abs(new - old) <= 4 * error


def test_an_estimate_that_is_not_linear_is_fitted_too() -> None:
    found = fit(Points(True, Two(1.0, 1.0, 7.0)), drawn(5_000, (1.5, -0.5)))
    game = Points(True, found.weights)
    assert found.after < found.before
    model = found.factor * estimates(game, [(1, 0), (0, 1)]) - found.factor * 3 / game.weights.idle
    assert model == pytest.approx([1.5, -0.5], abs=0.2)


def test_the_minimum_is_where_the_loss_is_level() -> None:
    data = drawn(300, (1.0, 2.0))
    rows, zero = np.array(data.states), np.zeros(300)
    at = minimum(rows, zero, data.results, np.zeros(2), np.zeros(2))
    slope = rows.T @ (1 / (1 + np.exp(-rows @ at)) - data.results)
    assert np.abs(slope).max() < 1e-3
    held = minimum(rows, zero, data.results, np.ones(2), np.full(2, 1e9))
    assert held == pytest.approx([1, 1], abs=1e-5)


def test_derivatives_are_those_of_differences() -> None:
    game, states = Points(True, Two(1.3, -0.7, 2.0)), [(1.0, 2.0), (-3.0, 0.5)]
    values, rows = slopes(game, states)
    assert values == pytest.approx(estimates(game, states))
    for place, number in enumerate(game.weights):
        moved = [*game.weights]
        moved[place] = number + 1e-6
        differences = (estimates(reweighted(game, moved), states) - values) / 1e-6
        assert rows[:, place] == pytest.approx(differences, rel=1e-4, abs=1e-4)


def test_duals_calculate_as_numbers_do() -> None:
    slope = np.array([1.0])
    x = Dual(3.0, slope)
    cases: list[tuple[Any, float, float]] = [
        (2 - x, -1, -1), (x - 2, 1, 1), (x * x, 9, 6), (6 / x, 2, -2 / 3), (x // 2, 1.5, 0.5),
        (abs(-x), 3, 1), (max(x, 1), 3, 1), (sum([x, x]), 6, 2), (x / x, 1, 0),
    ]  # fmt: skip
    for found, value, by in cases:
        assert (found.value, found.slope[0]) == pytest.approx((value, by))
    assert min(x, 1) == 1
    assert x <= 3 <= x
    assert x == 3
    assert bool(x)
    assert not x < 3


@pytest.mark.parametrize("name", ["chess", "draughts", "othello", "connect4"])
def test_the_estimates_of_our_games_are_linear_in_their_weights(name: str) -> None:
    """What derivatives foretell of other weights is what these give, but for rounding down."""
    game, dice = make_game(name), random.Random(3)
    states = [s for _ in range(9) for s in random_game(game, game.initial(), dice)[4:60:5]]
    values, rows = slopes(game, states)
    assert np.all(np.abs(values - estimates(game, states)) <= 1)
    numbers = numbers_in(game.weights)  # type: ignore[attr-defined]
    changed = [n + dice.choice((0, 1, 2)) for n in numbers]
    if name != "chess":
        new, new_rows = slopes(reweighted(game, changed), states)
        inside = np.any(rows, axis=1) & np.any(new_rows, axis=1)  # not kept to what is certain
        assert inside.sum() > 20
        foretold = values + rows @ (np.array(changed) - np.array(numbers))
        assert new[inside] == pytest.approx(foretold[inside])
    else:  # whose parts are each rounded down, tables too
        new = estimates(reweighted(game, changed), states)
        foretold = values + rows @ (np.array(changed) - np.array(numbers))
        assert np.abs(new - foretold).max() < 25


# --- games ---------------------------------------------------------------------------------------


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.py"
    path.write_text(RACE)
    return path


def test_a_users_game_is_tuned_from_the_command_line(run: Run, race: Path) -> None:
    folder = race.parent
    weights, kept = folder / "weights.json", folder / "games.jsonl"
    given = [f"{race}:Race", "--number", "200", "--nodes", "5", "--plies", "3"]
    given += ["--games", str(kept)]
    done = run("tune", *given, "-o", str(weights), "--check", "4", "--json")
    assert done.status == 0, done.err
    found = json.loads(weights.read_text())
    assert found == done.json
    assert found["weights"]["even"][1] > found["weights"]["odd"]
    assert found["loss"]["after"] < found["loss"]["before"]
    assert sum(found["check"][how] for how in ("won", "drawn", "lost")) == 4
    again = run("tune", *given)
    assert again.status == 0
    assert "even" in again.out
    begun = ["search", str(race), "--moves", "5", "--depth", "1", "--json"]
    usual, tuned = run(*begun), run(*begun, "--set", f"weights={weights}")
    assert usual.status == tuned.status == 0
    assert usual.json["value"] != tuned.json["value"]


def test_games_killed_and_begun_again_are_the_same_on_any_number_of_processes(
    race: Path, run: Run
) -> None:
    files = [race.parent / f"{name}.jsonl" for name in ("whole", "killed", "several")]
    given = ["tune", str(race), "--number", "40", "--nodes", "5", "--plies", "2", "--json"]
    whole = run(*given, "--games", str(files[0]))
    command = [sys.executable, "-m", "zermelo", *given, "--games", str(files[1])]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    end = monotonic() + PATIENCE * 10
    while process.poll() is None and monotonic() < end and _lines(files[1]) < 4:
        sleep(0.005)
    process.kill()
    process.wait()
    with files[1].open("ab") as half:
        half.write(b'{"max": "", "mi')
    results = [run(*given, "--games", str(file)) for file in files[1:2]]
    results.append(run(*given, "--games", str(files[2]), "--processes", "2"))
    assert whole.status == 0, whole.err
    assert {result.out for result in results} == {whole.out}
    assert {file.read_bytes() for file in files} == {files[0].read_bytes()}


def _lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    plays = [SelfPlay(partial(make_game, "connect4"), 50, 4, seed) for seed in (1, 1, 2)]
    one, same, other = ([play.play(number).moves for number in (5, 6)] for play in plays)
    assert one == same != other


def test_positions_are_quiet_and_come_after_the_opening() -> None:
    play = SelfPlay(partial(make_game, "draughts"), 20, 4, 0)
    played = play.play(0)
    states = play.positions(played, 1000)
    game: Any = play.game
    assert states
    assert all(game.is_quiet(state) for state in states)
    assert not any(game.is_terminal(state) or state == game.initial() for state in states)
    assert len(play.positions(played, 3)) == 3
    assert set(sample(play, [played], 1000).results) == {(played.winner + 1) / 2}


# --- mistakes ------------------------------------------------------------------------------------

ONLY_ENDS = RACE + "\n    def is_quiet(self, state: Taken) -> bool:\n        return False\n"
NO_ESTIMATE = RACE.replace("def evaluate(", "def other(")
WORDS = RACE.replace("odd: int = 10", 'odd: str = "ten"')
NO_WEIGHTS = RACE.replace(", weights: Weights = Weights()", "").replace(
    "count, weights", "count, Weights()"
)
CONSTANT = RACE.replace("return total\n", "return 0 * total\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ONLY_ENDS, "no quiet position"),
        (NO_ESTIMATE, "no heuristic"),
        (WORDS, "the weight odd of race is 'ten'"),
        (CONSTANT, "tell nothing"),
        (NO_WEIGHTS, "no weights to tune"),
    ],
)
def test_a_game_that_cannot_be_tuned_is_told_in_a_line(
    run: Run, race: Path, text: str, said: str
) -> None:
    race.write_text(text)
    kept = str(race.parent / "games.jsonl")
    done = run("tune", str(race), "--number", "10", "--nodes", "5", "--plies", "2", "--games", kept)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_games_that_all_end_the_same_teach_nothing() -> None:
    data = drawn(50, (1, 1))
    same = Sample(data.states, data.games, np.ones(50))
    with pytest.raises(Exception, match="ended the same"):
        fit(Points(), same)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("kings", "JSON object"),
        ("[1, 2]", "JSON object"),
        ('{"kign": 1}', "no weight 'kign'"),
        ('{"king": "many"}', 'the weight king must be a whole number, not "many"'),
        ('{"king": 1.5}', "whole number"),
        ('{"king": true}', "whole number"),
        ('{"king": [1]}', "whole number"),
    ],
)
def test_weights_that_make_no_sense_are_told_in_a_line(
    run: Run, tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "weights.json"
    file.write_text(content)
    done = run("search", "draughts", "--depth", "1", "--set", f"weights={file}")
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_weight_of_many_numbers_needs_as_many() -> None:
    for content in ("[1, 2, 3]", "4", '[1, "2"]'):
        with pytest.raises(Exception, match="must be 2 numbers such as"):
            make_game("chess", weights=f'{{"pawn": {content}}}')
    game: Any = make_game("chess", weights='{"weights": {"pawn": [90, 110]}}')
    assert game.weights.pawn == (90, 110)
    assert game.weights.knight == usual_weights(type(game)).knight
    assert filled(game.weights, numbers_in(game.weights)) == game.weights


def test_no_file_of_weights_is_told_in_a_line(run: Run, tmp_path: Path) -> None:
    done = run("search", "draughts", "--depth", "1", "--set", f"weights={tmp_path}/none.json")
    assert done.status == 2
    assert "No such file" in done.err


def test_games_of_other_settings_are_not_mixed(run: Run, race: Path) -> None:
    kept = str(race.parent / "games.jsonl")
    given = ["tune", str(race), "--number", "20", "--plies", "2", "--games", kept]
    assert run(*given, "--nodes", "5").status == 0
    done = run(*given, "--nodes", "6")
    assert done.status == 2
    assert "nodes 5, not 6" in done.err


def test_a_game_keeps_its_other_parameters_with_new_weights() -> None:
    game: Any = make_game("draughts", variant="spanish")
    other: Any = reweighted(game, [1, 2, 3, 4])
    assert (other.variant, other.weights.king, other.to_move(other.initial())) == (
        "spanish",
        2,
        MAX,
    )
