"""Evaluation functions compared: `zermelo lab evaluate`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Done, Run, run
from zermelo.cli import main
from zermelo.cli.lab.evaluations import EVALUATION_COLUMNS as COLUMNS
from zermelo.cli.lab.shared import write
from zermelo.game import MAX
from zermelo.games import make_game
from zermelo.lab import evaluations
from zermelo.solver import values

__all__ = ["run"]

OWN = """
from zermelo.solver import values
from zermelo.games import MNK

TABLE = values(MNK())

def perfect(state):
    return 1000 * TABLE[state]

def opposite(game, state):
    return -1000 * TABLE[state]

def nothing(state):
    return 0

def word(state):
    return "good"

def crash(state):
    return 1 / 0

def three(one, two, three):
    return 0
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def written(file: Path) -> dict[str, Any]:
    """What is found of three evaluations, a perfect one, its opposite and a constant."""
    names = [f"--evaluate={file}:{name}" for name in ("perfect", "opposite", "nothing")]
    asked = ["lab", "evaluate", "tictactoe", *names, "--depths", "1-2", "--positions", "25"]
    output = file.with_suffix(".json")
    assert main([*asked, "--games", "2", "--time", "0.05", "-o", str(output)]) == 0
    return dict(json.loads(output.read_text(encoding="utf-8")))


def kept(written: dict[str, Any], name: str, depth: int) -> float:
    marks = [row for row in written["rows"] if row["measure"] == "accuracy"]
    (row,) = (row for row in marks if (row["evaluation"], row["depth"]) == (name, depth))
    return float(row["kept"] / row["positions"])


def test_a_perfect_evaluation_is_always_right_and_its_opposite_is_not(
    written: dict[str, Any],
) -> None:
    assert kept(written, "perfect", 1) == kept(written, "perfect", 2) == 1
    # Its opposite sees what ends the game at once, and errs wherever it has to look further.
    assert kept(written, "opposite", 1) < written["random"] + 0.2


def test_matches_are_of_every_pair_with_both_colours(written: dict[str, Any]) -> None:
    played = [row for row in written["rows"] if row["measure"] == "match"]
    pairs = [(row["evaluation"], row["opponent"]) for row in played]
    assert pairs == [("perfect", "opposite"), ("perfect", "nothing"), ("opposite", "nothing")]
    assert all(row["won"] + row["drawn"] + row["lost"] == 2 for row in played)
    assert all(row["lost"] == 0 for row in played[:2])
    points, games, (low, high) = evaluations.scores("perfect", played)
    assert games == 4
    assert 0 <= low <= points <= high <= 1


def test_the_sample_is_solved_and_the_same_by_seed() -> None:
    game = make_game("tictactoe")
    exact = values(game)

    def solve(state: Any) -> Any:
        from zermelo.search import alphabeta

        return alphabeta(game, state, all_moves=True)

    late = game.parse_state("xox/.../...")
    found = list(evaluations.sample(game, late, 300, 3, solve))
    assert len(found) > 5
    assert list(evaluations.sample(game, late, 300, 3, solve)) == found
    for each in found:
        assert each.value == exact[each.state]
        assert each.moves == {
            a: exact[game.result(each.state, a)] for a in game.actions(each.state)
        }
    useful = evaluations.instructive(found, exact=False)
    best = max if game.to_move(useful[0].state) == MAX else min
    assert best(useful[0].moves.values()) == useful[0].value
    assert len(set(useful[0].moves.values())) > 1


def test_files(written: dict[str, Any], tmp_path: Path) -> None:
    rows = written["rows"]
    picture = "title", evaluations.charts("title", rows, written["random"])
    write(tmp_path / "x.svg", picture, (COLUMNS, rows), {})
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert text.count('class="head"') == 2
    write(tmp_path / "x.csv", picture, (COLUMNS, rows), {})
    table = (tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()
    assert [row["measure"] for row in csv.DictReader(table)] == [row["measure"] for row in rows]


def test_a_parameter_of_the_game_names_an_evaluation(run: Run) -> None:
    names = ("--evaluate", "heuristic=lines", "--evaluate", "heuristic=pieces")
    done: Done = run("lab", "evaluate", "tictactoe", *names, "--positions", "8", "--games", "0")
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines()[2:4]] == [
        "heuristic=lines", "heuristic=pieces",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--evaluate", "{file}:word"), "word gives 'good', which is no finite number, at "),
        (("--evaluate", "{file}:crash"), "ZeroDivisionError: division by zero; in own.py, crash"),
        (("--evaluate", "{file}:three"), "takes 3 arguments"),
        (("--evaluate", "{file}:perfekt"), "no function 'perfekt'; did you mean 'perfect'?"),
        (("--evaluate", "own"), "--evaluate takes FILE.py:FUNCTION, NAME=VALUE or game"),
        (("--evaluate", "heuristic=hope"), "heuristic must be"),
        (("--depths", "0-2"), "--depths takes"),
    ],
)
def test_mistakes_are_one_line(
    run: Run, file: Path, words: tuple[str, ...], complaint: str
) -> None:
    given = (word.format(file=file) for word in words)
    done = run("lab", "evaluate", "tictactoe", *given, "--positions", "4", "--games", "0")
    assert done.status == 2
    assert complaint in done.err
    assert done.err.count("\n") == 1
