"""Explain: trees and games in the player, with an address that holds everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages import read
from tests.browser.web.visits import PHONE, WAYS, Visit, Visits, Way
from zermelo.explain.story import Witness, story_of
from zermelo.games.tree import read_tree
from zermelo.search import minimax

LATIN = "[[7 2] [5 [1 9]]]"
SIGNS = {
    "svg": b"<svg",
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "tex": b"\\begin{tikzpicture}",
    "frames": b"\\begin{frame}",
    "dot": b"digraph",
    "txt": b"MAX",
    "html": b"<!doctype html>",
    "json": b"{",
}


def ready(visit: Visit) -> None:
    visit.page.wait_for_selector("zermelo-player[data-step]:not([aria-busy])")


def minimax_steps(text: str) -> int:
    """How many steps minimax has on a tree."""
    witness = Witness(game := read_tree(text))
    minimax(game, observer=witness)
    return len(story_of(witness).steps)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_typed_tree_is_searched_and_stepped_through(visits: Visits, way: Way) -> None:
    visits.refused = True  # half a tree, while it is typed
    visit = visits.open("/explain", way)
    ready(visit)
    visit.fill(visit.one("[data-field=tree]"), LATIN)
    expect(visit.one("#tree-status")).to_have_text(
        visit.text("editor.size", nodes=9, leaves=5, height=3)
    )
    visit.page.wait_for_function(
        "() => document.querySelectorAll('zermelo-player .pane .place').length === 9"
    )
    if way.screen is PHONE:
        visit.use(visit.one(".part summary").first)
    visit.choose(visit.one("[data-field=algorithm]").first, "minimax")
    visit.page.wait_for_url("**algorithm=minimax**")
    ready(visit)
    expect(visit.one("zermelo-player input[type=range]")).to_have_attribute(
        "max", str(minimax_steps(LATIN) - 1)
    )
    visit.use(visit.one("zermelo-player .transport button").nth(3))
    expect(visit.one("zermelo-player")).to_have_attribute("data-step", "1")
    visit.use(visit.one("zermelo-player .transport button").last)
    final = read(visit.page)
    assert final["counts"]["leaves"] == "5"
    assert visit.one("zermelo-player").get_attribute("lang") == way.lang


def test_mistakes_are_marked_where_they_are(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/explain", Way("es"))
    ready(visit)
    before = read(visit.page)["code"]
    area = visit.one("[data-field=tree]")
    area.fill("[[3 12]\n [2 x]]")
    expect(visit.one("#tree-status")).to_contain_text("Línea 2, columna 5")
    expect(area).to_have_attribute("aria-invalid", "true")
    expect(visit.one(".editor mark")).to_have_text("x")
    # The mark lies over the letter that is wrong.
    mark, frame = visit.one(".editor mark").bounding_box(), area.bounding_box()
    assert mark is not None
    assert frame is not None
    assert 20 < mark["y"] - frame["y"] < 45
    assert 30 < mark["x"] - frame["x"] < 60
    assert read(visit.page)["code"] == before  # what was shown stays
    area.fill("[[3 12]\n [2 4]]")
    expect(area).to_have_attribute("aria-invalid", "false")
    expect(visit.one(".editor mark")).to_have_count(0)


@pytest.mark.parametrize("way", [Way("en"), Way("ca", PHONE, "keys")], ids=str)
def test_a_position_of_a_game_is_chosen_on_the_board(visits: Visits, way: Way) -> None:
    visit = visits.open("/explain", way)
    ready(visit)
    source = visit.one(".explain [type=radio]")
    if way.hand == "mouse":
        source.last.click()
    else:
        visit.tab_to(source.first)
        visit.page.keyboard.press("ArrowRight")
    visit.choose(visit.one("[data-field=game]"), "nim")
    expect(visit.one(".playboard")).to_have_attribute("data-position", "7-5-3")
    visit.play("1:7")
    visit.play("2:5")
    expect(visit.one(".playboard")).to_have_attribute("data-position", "0-0-3")
    visit.page.wait_for_url("**moves=1%3A7+2%3A5**")
    ready(visit)
    assert read(visit.page)["places"]["0"]["data-status"] == ""
    expect(visit.one("zermelo-player .pane .place[data-place='0'] title").first).to_contain_text(
        "0-0-3"
    )


def test_a_double_click_is_one_move(visits: Visits) -> None:
    visit = visits.open("/explain?game=tictactoe&depth=1")
    visit.one('.playboard [data-action="a1"]').dblclick()
    expect(visit.one(".playboard [data-action]")).to_have_count(8)
    visit.one('.playboard [data-action="b2"]').click()
    expect(visit.one(".playboard [data-action]")).to_have_count(7)
    expect(visit.one(".problem")).to_have_text("")


def test_the_address_holds_everything(visits: Visits) -> None:
    settings = "algorithm=alphabeta&cut=gt&order=right&window=-5,9"
    path = f"/explain?tree=%5B%5B3+12%5D+%5B2+4%5D%5D&{settings}&c.algorithm=minimax#step=3"
    visit = visits.open(path)
    ready(visit)
    player = visit.one("zermelo-player")
    step = int(player.get_attribute("data-step") or 0)
    assert step > 0
    expect(player).to_have_attribute("data-panes", "2")
    assert visit.one("[data-field=tree]").input_value() == "[[3 12] [2 4]]"
    assert visit.one("[data-field=order]").first.input_value() == "right"
    assert visit.one("[data-field=alpha]").first.input_value() == "-5"
    visit.page.keyboard.press("ArrowRight")
    visit.page.wait_for_url("**step=4**")
    words = read(visit.page)["words"]
    again = visits.open(visit.page.url.removeprefix(visits.address.rstrip("/")))
    ready(again)
    expect(again.one("zermelo-player")).to_have_attribute("data-step", str(step + 1))
    assert read(again.page)["words"] == words


def test_a_lecture_sets_all_its_conventions(visits: Visits) -> None:
    visit = visits.open("/explain?tree=%5B%5B5%5D+%5B%5B3+4%5D+9%5D%5D")
    ready(visit)
    lecture = visit.one("[data-field=convention]").first
    assert lecture.input_value() == "002"  # as usual
    lecture.select_option("000")
    visit.page.wait_for_url("**returns=bound**root_depth=1**")
    assert "functions=2" in visit.page.url
    expect(visit.one("zermelo-player")).to_contain_text("minValue(s, p − 1, α, β)")
    visit.one("[data-field=returns]").first.select_option("soft")
    visit.page.wait_for_url(lambda url: "returns" not in url)
    assert lecture.input_value() == ""
    again = visits.open("/explain?tree=%5B%5B5%5D+%5B6%5D%5D&test=first&functions=2")
    ready(again)
    assert again.one("[data-field=convention]").first.input_value() == "001"


def test_two_settings_are_compared(visits: Visits) -> None:
    visit = visits.open("/explain")
    ready(visit)
    visit.one("[data-field=compare]").check()
    expect(visit.one("zermelo-player")).to_have_attribute("data-panes", "2")
    visit.one(".other [data-field=algorithm]").select_option("alphabeta")
    visit.one(".other [data-field=order]").select_option("right")
    expect(visit.one("zermelo-player figcaption").last).to_contain_text("right to left")
    visit.one("[data-field=compare]").uncheck()
    expect(visit.one("zermelo-player")).to_have_attribute("data-panes", "1")


def test_the_switches_of_the_player_work(visits: Visits) -> None:
    big = "[" + "[1 2 3 4 5 6 7 8]" * 8 + "]"  # too large to bring all conventions along
    visit = visits.open(f"/explain?tree={big}")
    ready(visit)
    visit.one("zermelo-player [data-switch=order]").select_option("right")
    visit.page.wait_for_url("**order=right**")
    assert visit.one("[data-field=order]").first.input_value() == "right"


def test_every_format_can_be_taken_away(visits: Visits, tmp_path: Path) -> None:
    visit = visits.open("/explain")
    ready(visit)
    for ending, sign in SIGNS.items():
        with visit.page.expect_download() as waiting:
            visit.one(f"[data-ending={ending}]").click()
        kind = "tex" if ending == "frames" else ending
        assert waiting.value.suggested_filename == f"zermelo.{kind}"
        waiting.value.save_as(file := tmp_path / "file")
        assert sign in file.read_bytes()[:20_000], ending
        if ending == "json":
            json.loads(file.read_bytes())


def test_a_step_is_exported_as_it_is_shown(visits: Visits, tmp_path: Path) -> None:
    visit = visits.open("/explain#step=6")
    ready(visit)
    step = visit.one("zermelo-player").get_attribute("data-step")
    assert step not in (None, "0")
    with visit.page.expect_download() as waiting:
        visit.one("[data-ending=svg]").click()
    waiting.value.save_as(file := tmp_path / "file")
    assert f'data-step="{step}"' in file.read_text()
