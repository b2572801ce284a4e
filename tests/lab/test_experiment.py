"""Experiments: what `zermelo lab search` measures, and the charts of it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run, run
from zermelo.games import make_game
from zermelo.lab.chart import Chart, Series, render
from zermelo.lab.experiment import deepened
from zermelo.search import ALGORITHMS, alphabeta, iterative, minimax

__all__ = ["run"]

EVERYTHING = (
    *("lab", "search", "tictactoe", "--depths", "1-3", "--order", "left", "--order", "dynamic"),
    *("--deepening", "--algorithm", "minimax", "--algorithm", "alphabeta"),
)


def test_every_algorithm_with_every_order_with_and_without_deepening(run: Run) -> None:
    rows = run(*EVERYTHING, "--json").json["rows"]
    assert len(rows) == 2 * 2 * 2 * 3
    game = make_game("tictactoe")
    for row in rows:
        depths = range(1, row["depth"] + 1) if row["deepening"] else [row["depth"]]
        if row["order"] == "left" or not row["deepening"]:  # else one iteration helps the next
            search = ALGORITHMS[row["algorithm"]]
            each = [search(game, depth=depth, order=row["order"]) for depth in depths]
            assert row["leaves"] == sum(one.leaves for one in each), row
            assert row["value"] == each[-1].value


def test_deepening_is_that_of_the_lecture() -> None:
    game = make_game("tictactoe")
    ours = deepened(alphabeta)(game, depth=3, order="dynamic")
    theirs = iterative(game, depth=3, order="dynamic", table=False)
    assert (ours.value, ours.nodes, ours.action) == (theirs.value, theirs.nodes, theirs.action)
    assert deepened(minimax)(game, depth=2).leaves == 9 + 72


def test_the_chart_has_every_count_and_the_formulas(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    done = run(*EVERYTHING, "-o", str(file))
    assert "leaves" in done.out.splitlines()[1]
    spanish = run("--lang", "es", *EVERYTHING).out
    assert max(map(len, (done.out + spanish).splitlines())) <= 80
    text = file.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    for row in run(*EVERYTHING, "--json").json["rows"]:
        assert f"depth {row['depth']}: {row['leaves']:,}</title>" in text
    powers = r'b<tspan dy="-5" font-size="9px">([^<]*)</tspan>'
    assert re.findall(powers, text) == ["d", "3d/4", "d/2"]
    run(*EVERYTHING, "-o", str(file), "--measure", "nodes")
    assert not re.findall(powers, file.read_text(encoding="utf-8"))


def test_other_files(run: Run, tmp_path: Path) -> None:
    asked = ("lab", "search", "nim", "pig", "--algorithm", "expectiminimax", "--depths", "1,2")
    for ending, begins in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("csv", b"game,position")):
        file = tmp_path / f"x.{ending}"
        assert run(*asked, "-o", str(file)).status == 0
        assert file.read_bytes().startswith(begins)
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["game"], row["depth"]) for row in rows] == [
        ("nim", "1"), ("nim", "2"), ("pig", "1"), ("pig", "2"),
    ]  # fmt: skip
    run(*asked, "-o", str(tmp_path / "x.json"))
    written = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert [len(game["leaves"]) for game in written["games"]] == [3, 0]


def test_series_differ_in_shape_and_in_colour_and_texts_are_escaped() -> None:
    series = tuple(Series(f"<{i}>", ((1, 10), (2, 100 + i))) for i in range(30))
    root = ElementTree.fromstring(render("a & b", [Chart("t", "x", "y", series)], ".svg"))
    marks = {(each.get("fill"), each.get("d")) for each in root.iter() if each.get("transform")}
    assert len([mark for mark in marks if all(mark)]) == 30


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("tictactoe", "--depths", "x"), "--depths takes 1-5 or 2,4,6, not 'x'"),
        (("tictactoe", "--depths", "3-1"), "--depths takes 1-5"),
        (("tictactoe", "--order", "best"), "no order 'best'"),
        (("tictactoe", "--algorithm", "alfabeta"), "no algorithm 'alfabeta'"),
        (("tictactoe", "--measure", "joy"), "no measure 'joy'"),
        (("tictactoe", "-o", "x.gif"), "no output '.gif'"),
        (("tictactoe", "nim", "--moves", "1"), "for one game"),
        (("pig", "--algorithm", "minimax"), "chance"),
    ],
)
def test_mistakes_are_one_line(run: Run, words: tuple[str, ...], complaint: str) -> None:
    done = run("lab", "search", *words)
    assert done.status == 2
    assert complaint in done.err
    assert done.err.count("\n") == 1


def test_a_search_that_meets_its_limit_is_noted_and_the_others_go_on(run: Run) -> None:
    done = run("lab", "search", "connect4", "--depths", "1-3", "--nodes", "300")
    assert "minimax, depth 3: stopped" in done.out
    assert re.search(r"^alphabeta +3 ", done.out, re.MULTILINE)
