"""The lab: measured searches as charts, a table and a file."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import PHONE, WAYS, Visits, Way, eventually
from zermelo.games import Nim
from zermelo.search import alphabeta, minimax


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_searches_are_measured(visits: Visits, way: Way, tmp_path: Path) -> None:
    visit = visits.open("/lab", way)
    visit.choose(visit.one("[data-field=game]"), "nim")
    if way.screen is PHONE:
        visit.use(visit.one(".choices > .more summary").first)
    visit.use(visit.one("[data-algorithm=table]"), "Space")
    visit.fill(visit.one("[data-field=to]"), "3")
    visit.use(visit.button("Measure"))
    expect(visit.one(".rows tbody tr[data-depth]")).to_have_count(6)
    expect(visit.one(".lab [role=status]")).to_have_text(visit.text("Done."))
    expect(visit.one(".chart .series")).to_have_count(2)
    expect(visit.one(".chart .point")).to_have_count(6)
    expect(visit.one(".chart .curve")).to_have_count(3)
    for ending in ("svg", "png"):
        with visit.page.expect_download() as waiting:
            visit.use(visit.button(f"Chart as {ending.upper()}"))
        assert waiting.value.suggested_filename == f"zermelo-nim-leaves.{ending}"
        waiting.value.save_as(tmp_path / f"chart.{ending}")
    drawing = ElementTree.parse(tmp_path / "chart.svg").getroot()
    texts = ["".join(each.itertext()) for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0].startswith("Nim")
    assert f"b3d/4 {visit.text('mean case')}" in texts  # the legend is in the picture
    painted = [each for each in drawing.iter() if each.get("stroke") or each.get("fill")]
    assert len(painted) > 20
    assert not [each for each in drawing.iter() if each.get("class") or "var(" in str(each.attrib)]
    picture = (tmp_path / "chart.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 1280  # also where the screen is narrow
    with visit.page.expect_download() as waiting:
        visit.use(visit.button("Table as CSV"))
    waiting.value.save_as(file := tmp_path / "file.csv")
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    found = {(row["algorithm"], int(row["depth"])): int(row["nodes"]) for row in rows}
    game = Nim()
    assert found == {
        (name, depth): search(game, depth=depth).nodes
        for name, search in (("minimax", minimax), ("alphabeta", alphabeta))
        for depth in (1, 2, 3)
    }


def test_points_are_where_the_numbers_are(visits: Visits) -> None:
    visit = visits.open("/lab")
    visit.one("[data-field=to]").fill("4")
    visit.button("Measure").click()
    expect(visit.one(".rows tbody tr[data-depth]")).to_have_count(12)
    # Of minimax on tic-tac-toe: 9, 72, 504, 3024 leaves, on a scale of powers of ten.
    points = visit.one(".series-0 .point").all()
    places = [point.get_attribute("transform") or "" for point in points]
    heights = [float(place.strip(")").split()[1]) for place in places]
    decade = (heights[0] - heights[3]) / 2.5263  # log10(3024 / 9)
    assert abs((heights[0] - heights[1]) / decade - 0.9031) < 0.01  # log10(72 / 9)
    assert abs((heights[1] - heights[2]) / decade - 0.8451) < 0.01  # log10(504 / 72)
    # Minimax looks at every leaf: it lies on the worst case, and nothing above it.
    worst = visit.one(".curve.worst").first.get_attribute("d") or ""
    curve = [float(point.split()[1]) for point in re.split("[ML]", worst)[1:]]
    assert curve == pytest.approx(heights, abs=0.2)
    visit.one(".results, .lab > .stack").get_by_role("radio", name="time").click()
    expect(visit.one(".chart .curve")).to_have_count(0)
    expect(visit.one(".chart .series")).to_have_count(3)
    visit.page.emulate_media(color_scheme="dark")  # a saved picture is light all the same
    with visit.page.expect_download() as waiting:
        visit.button("Chart as SVG").click()
    assert 'height="100%" fill="rgb(255, 255, 255)"' in waiting.value.path().read_text()


def test_orders_and_deepening_are_series_of_their_own(visits: Visits, tmp_path: Path) -> None:
    asked = {"games": [{"game": "nim"}], "runs": ["alphabeta"], "depths": [1, 2]}
    visit = visits.open(f"/lab?lab={json.dumps(asked)}")
    visit.page.get_by_text(visit.text("Move orders"), exact=True).click()
    visit.one("[data-order=dynamic]").check()
    visit.one("[data-field=deepening]").check()
    visit.button("Measure").click()
    expect(visit.one(".rows tbody tr[data-depth]")).to_have_count(8)
    expect(visit.one(".chart .series")).to_have_count(4)
    last = visit.one(".legend li").nth(3)
    expect(last).to_contain_text(visit.text("by what the search has learned"))
    expect(last).to_contain_text(visit.text("iterative deepening"))
    with visit.page.expect_download() as waiting:
        visit.button("Table as CSV").click()
    rows = list(csv.DictReader(io.StringIO(waiting.value.path().read_text())))
    found = [(row["order"], row["deepening"], row["depth"]) for row in rows]
    assert found[::2] == [
        (order, deepening, "1") for order in ("left", "dynamic") for deepening in ("false", "true")
    ]
    visit.page.reload()  # the address has it all
    expect(visit.one("[data-order=dynamic]")).to_be_checked()
    expect(visit.one("[data-field=deepening]")).to_be_checked()


def test_a_long_run_shows_progress_and_is_cancelled(visits: Visits) -> None:
    games = [{"game": "connect4"}, {"game": "othello"}]
    asked = {"games": games, "runs": ["minimax", "alphabeta"], "depths": [1, 9]}
    visit = visits.open(f"/lab?lab={json.dumps(asked)}", Way("ca", PHONE))
    visit.one(".choices > .more summary").last.click()
    visit.one("[data-field=nodes]").fill("20000000")
    visit.one("[data-field=seconds]").fill("10")
    visit.button("Measure").click()
    expect(visit.one(".rows tbody tr[data-depth]").nth(2)).to_be_visible()
    expect(visit.button("Measure")).to_be_disabled()
    assert visits.ask("status")["busy"] >= 1
    visit.button("Cancel").click()
    expect(visit.one(".lab [role=status]")).to_have_text(
        visit.text("Cancelled. What was measured stays.")
    )
    expect(visit.button("Measure")).to_be_enabled()
    assert visit.one(".rows tbody tr[data-depth]").count() >= 3
    eventually(visit.page, lambda: visits.ask("status")["busy"] == 0)


def test_two_games_and_what_cannot_be_searched(visits: Visits) -> None:
    visit = visits.open("/lab")
    games = visit.one("[data-field=game]")
    games.select_option("pig")
    expect(visit.one("[data-algorithm=minimax]")).to_be_disabled()  # it knows nothing of dice
    expect(visit.one("[data-algorithm=expectiminimax]")).to_be_checked()
    games.select_option("tictactoe")
    visit.one("[data-algorithm=minimax]").check()
    visit.button("Another game").click()
    expect(games.last).to_be_focused()
    games.last.select_option("pig")
    visit.one("[data-field=to]").fill("1")
    visit.button("Measure").click()
    expect(visit.one(".charts figure")).to_have_count(2)
    # Minimax knows nothing of dice: the table says so instead of numbers.
    pig = visit.one(".rows tbody").filter(has_text="Pig").first
    expect(pig).to_contain_text("chance")
    visit.page.reload()
    expect(visit.one("[data-field=game]")).to_have_count(2)


def test_nothing_chosen_is_told(visits: Visits) -> None:
    visit = visits.open("/lab", Way("es"))
    for name in ("minimax", "alphabeta", "table"):  # those usually chosen
        visit.one(f"[data-algorithm={name}]").uncheck()
    visit.button("Measure").click()
    expect(visit.one(".toast")).to_have_text(visit.text("Choose at least one algorithm."))
