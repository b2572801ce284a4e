"""Explain: the drawing is the page, menus hold what is searched, the address everything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.pages import in_sight, read, view_box
from tests.browser.web.visits import PHONE, WAYS, Visit, Visits, Way, eventually
from tests.long import some
from zermelo.explain.story import Witness, story_of
from zermelo.games.tree import read_tree
from zermelo.search import minimax

BOTH_WAYS = "[[[[5 6] [7 4 5]] [[3]]] [[[6] [6 9]] [[7]]] [[[5]] [[9 8] [6]]]]"
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


LARGE: ViewportSize = {"width": 1440, "height": 900}
# At each step: shapes that a pane cuts off, and the scales.
HIDDEN = """async (player, last) => {
  const [cut, scales] = [[], []];
  const box = (element) => element.getBoundingClientRect();
  for (let step = 0; step <= Math.min(last, player.last); step++) {
    player.go(step);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const { element, stage } of player.panes) {
      const room = box(element.querySelector("svg"));
      for (const shape of element.querySelectorAll(".place:not(.out) .shape")) {
        const { left, right, top, bottom } = box(shape);
        if (left < room.left || right > room.right) cut.push(step);
        if (top < room.top || bottom > room.bottom) cut.push(step);
      }
      scales.push(stage.camera.view.scale);
    }
  }
  return { cut, scales };
}"""


# What lies on a tree: the map, the tools and the bar have places of their own, inside the player.
COVERED = """(player) => {
  const box = (element) => element.getBoundingClientRect();
  const [room, covering] = [box(player), []];
  for (const over of player.querySelectorAll(".map, .zooms, .bar")) {
    const { left, right, top, bottom } = box(over);
    if (!(right - left)) continue;
    if (left < room.left - 1 || right > room.right + 1) covering.push(`${over.className} out`);
    for (const tree of player.querySelectorAll(".pane > svg")) {
      const { left: x0, right: x1, top: y0, bottom: y1 } = box(tree);
      const over_it = left < x1 && right > x0 && top < y1 - 0.5 && bottom > y0 + 0.5;
      if (over_it) covering.push(over.className);
    }
    for (const other of player.querySelectorAll(".map, .zooms, .bar")) {
      const { left: x0, right: x1, top: y0, bottom: y1 } = box(other);
      if (other !== over && x1 > x0 && left < x1 && right > x0 && top < y1 && bottom > y0) {
        covering.push(`${over.className} on ${other.className}`);
      }
    }
  }
  return covering;
}"""


def ready(visit: Visit) -> None:
    visit.page.wait_for_selector("zermelo-player[data-step]:not([aria-busy])")


def menu(visit: Visit, name: str) -> None:
    visit.use(visit.one(f"[data-menu={name}]"))
    expect(visit.one(f"[data-panel={name}]")).to_be_visible()


def minimax_steps(text: str) -> int:
    """How many steps minimax has on a tree."""
    witness = Witness(game := read_tree(text))
    minimax(game, observer=witness)
    return len(story_of(witness).steps)


def test_nodes_are_dashed_only_while_the_drawing_is_changed(visits: Visits) -> None:
    for _visit in range(2):
        visit = visits.open("/explain")
        ready(visit)
        shape = visit.one("zermelo-player .pane .place .shape").first
        expect(visit.one("zermelo-player[data-edit]")).to_have_count(0)
        expect(shape).to_have_css("stroke-dasharray", "none")
    menu(visit, "source")
    visit.one("[data-do=edit]").click()
    expect(shape).to_have_css("stroke-dasharray", "4px, 2px")
    visit.one("[data-do=edit]").click()
    expect(shape).to_have_css("stroke-dasharray", "none")


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_typed_tree_is_searched_stepped_through_and_played(visits: Visits, way: Way) -> None:
    visits.refused = True  # half a tree, while it is typed
    visit = visits.open("/explain", way)
    ready(visit)
    stage = visit.one("zermelo-player .pane > svg").bounding_box()
    assert stage is not None
    assert stage["y"] < 330  # the drawing comes first: nothing but the menus is above it
    expect(visit.one(".drawer [data-panel]").first).to_be_hidden()
    expect(visit.one("zermelo-player [data-switch]")).to_have_count(0)  # every setting once
    menu(visit, "source")
    visit.fill(visit.one("[data-field=tree]"), LATIN)
    size = (visit.text("{count} node", count=9), visit.text("{count} leaf", count=5))
    words = ", ".join([*size, visit.text("height {height}", height=3)])
    expect(visit.one("#tree-status")).to_have_text(words)
    expect(visit.one("zermelo-player .pane .place")).to_have_count(9)
    menu(visit, "how")
    visit.choose(visit.one("[data-field=algorithm]").first, "minimax")
    visit.page.wait_for_url("**algorithm=minimax**")
    ready(visit)
    expect(visit.one("[data-menu=how] b")).to_have_text("Minimax")
    last = minimax_steps(LATIN) - 1
    expect(visit.one("zermelo-player input[type=range]")).to_have_attribute("max", str(last))
    visit.use(visit.one("zermelo-player [data-do=forward]"))
    expect(visit.one("zermelo-player")).to_have_attribute("data-step", "1")
    visit.choose(visit.one("zermelo-player .speed"), "8")
    visit.use(visit.one("zermelo-player [data-do=play]"))
    expect(visit.one("zermelo-player [data-do=pause]")).to_be_visible()
    expect(visit.one("zermelo-player")).to_have_attribute("data-step", str(last))
    expect(visit.one("zermelo-player [data-do=play]")).to_be_visible()  # it ends by itself
    assert read(visit.page)["counts"]["leaves"] == "5"
    assert visit.one("zermelo-player").get_attribute("lang") == way.lang
    overflow = "list => [...list.children].every(line => line.scrollHeight < 30)"
    assert visit.one(".listing").evaluate(overflow)  # no line of the pseudo-code is broken


def test_mistakes_are_marked_where_they_are(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/explain", Way("es"))
    ready(visit)
    menu(visit, "source")
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
    # Chance that alpha-beta does not know: what does is one press away.
    area.fill("[chance [2 4] 3]")
    visit.page.get_by_role(
        "button", name=visit.text("Search it with {algorithm}", algorithm="Expectiminimax")
    ).click()
    visit.page.wait_for_url("**algorithm=expectiminimax**")
    expect(visit.one(".problem")).to_have_text("")


@pytest.mark.parametrize("way", some([Way("ca", PHONE, "keys"), Way("en")], 1), ids=str)
def test_a_position_of_a_game_is_chosen_on_the_board_and_played_on(
    visits: Visits, way: Way
) -> None:
    visit = visits.open("/explain", way)
    ready(visit)
    menu(visit, "source")
    source = visit.one(".explain [type=radio]")
    if way.hand == "mouse":
        source.last.click()
    else:
        visit.tab_to(source.first)
        visit.page.keyboard.press("ArrowRight")
    visit.choose(visit.one("[data-field=game]"), "nim")
    expect(visit.one(".playboard")).to_have_attribute("data-position", "7-5-3")
    visit.play("1:7")
    expect(visit.one(".playboard")).not_to_have_attribute("data-position", "7-5-3")
    visit.play("2:5")
    expect(visit.one(".playboard")).to_have_attribute("data-position", "0-0-3")
    visit.page.wait_for_url("**moves=1%3A7+2%3A5**")
    ready(visit)
    assert read(visit.page)["places"]["0"]["data-status"] == ""
    expect(visit.one("zermelo-player .pane .place[data-place='0'] title").first).to_contain_text(
        "0-0-3"
    )
    visit.use(visit.button("Play from here"))
    visit.page.wait_for_url("**/play/*")
    expect(visit.one(".match .playboard")).to_have_attribute("data-position", "0-0-3")


def test_a_double_click_is_one_move(visits: Visits) -> None:
    visit = visits.open("/explain?game=tictactoe&depth=1")
    menu(visit, "source")
    visit.one('.playboard [data-action="a1"]').dblclick()
    expect(visit.one(".playboard [data-action]")).to_have_count(8)
    visit.one('.playboard [data-action="b2"]').click()
    expect(visit.one(".playboard [data-action]")).to_have_count(7)
    expect(visit.one(".problem")).to_have_text("")


def test_the_address_holds_everything_and_two_trees_have_one_scale(visits: Visits) -> None:
    settings = "algorithm=alphabeta&cut=gt&order=right&window=-5,9"
    path = f"/explain?tree=%5B%5B3+12%5D+%5B2+4%5D%5D&{settings}&c.algorithm=minimax#step=3"
    visit = visits.open(path)
    ready(visit)
    player = visit.one("zermelo-player")
    expect(player).to_have_attribute("data-step", "3")
    expect(player).to_have_attribute("data-panes", "2")
    assert view_box(visit.page, 0)[2] == pytest.approx(view_box(visit.page, 1)[2], rel=0.02)
    assert visit.one("[data-field=tree]").input_value() == "[[3 12] [2 4]]"
    assert visit.one("[data-field=order]").first.input_value() == "right"
    assert visit.one("[data-field=alpha]").first.input_value() == "-5"
    visit.page.keyboard.press("Home")
    first, second = read(visit.page)["words"]  # each algorithm is named once
    assert first.count("Alpha-beta") == second.count("Minimax") == 1
    for _step in range(4):
        visit.page.keyboard.press("ArrowRight")
    visit.page.wait_for_url("**step=4**")
    words = read(visit.page)["words"]
    again = visits.open(visit.page.url.removeprefix(visits.address.rstrip("/")))
    ready(again)
    expect(again.one("zermelo-player")).to_have_attribute("data-step", "4")
    assert read(again.page)["words"] == words
    menu(visit, "compare")
    visit.one(".other [data-field=algorithm]").select_option("alphabeta")
    visit.one(".other [data-field=order]").select_option("right")
    expect(visit.one("zermelo-player figcaption").last).to_contain_text("right to left")
    visit.one("[data-field=compare]").uncheck()
    expect(player).to_have_attribute("data-panes", "1")


def test_a_lecture_sets_all_its_conventions(visits: Visits) -> None:
    visit = visits.open("/explain?tree=%5B%5B5%5D+%5B%5B3+4%5D+9%5D%5D")
    ready(visit)
    menu(visit, "how")
    lecture = visit.one("[data-field=convention]").first
    assert lecture.input_value() == "002"  # as usual
    lecture.select_option("000")
    visit.page.wait_for_url("**returns=bound**root_depth=1**")
    assert "functions=2" in visit.page.url
    expect(visit.one("zermelo-player")).to_contain_text("función valorMin_ab(nodo, jugador, prof")
    visit.one("[data-field=returns]").first.select_option("soft")
    visit.page.wait_for_url(lambda url: "returns" not in url and "convention" not in url)
    assert lecture.input_value() == ""
    expect(visit.one("zermelo-player")).to_contain_text("minValue(s, p − 1, α, β)")
    # What another convention changes is said.
    visit.one("[data-field=order]").first.select_option("right")
    expect(visit.one("zermelo-player .status")).to_contain_text("→")
    again = visits.open("/explain?tree=%5B%5B5%5D+%5B6%5D%5D&test=first&functions=2")
    ready(again)
    assert again.one("[data-field=convention]").first.input_value() == "001"


def test_a_lecture_counts_with_its_own_heuristic(visits: Visits) -> None:
    """000 counts 3 lines with X and without O, and 2 the other way: 1."""
    visit = visits.open("/explain?game=tictactoe&moves=b2+a1&algorithm=minimax&depth=1")
    ready(visit)
    value = "document.querySelector('zermelo-player').story.runs[0].value"
    assert visit.page.evaluate(value) == 3
    menu(visit, "how")
    visit.one("[data-field=convention]").first.select_option("000")
    eventually(visit.page, lambda: visit.page.evaluate(value) == 1)


def test_every_format_is_exported_as_it_is_shown(visits: Visits, tmp_path: Path) -> None:
    visit = visits.open("/explain#step=6")
    ready(visit)
    menu(visit, "export")
    for ending, sign in SIGNS.items():
        with visit.page.expect_download() as waiting:
            visit.one(f"[data-ending={ending}]").click()
        kind = "tex" if ending == "frames" else ending
        assert waiting.value.suggested_filename == f"zermelo.{kind}"
        waiting.value.save_as(file := tmp_path / "file")
        assert sign in file.read_bytes()[:20_000], ending
        if ending == "json":
            json.loads(file.read_bytes())
        if ending == "svg":
            assert 'data-step="6"' in file.read_text()


def test_examples_random_trees_and_changes_on_the_drawing(visits: Visits) -> None:
    visit = visits.open("/explain", Way("es"))
    ready(visit)
    menu(visit, "source")
    example = visit.text("003: expectiminimax")
    visit.button("003: expectiminimax").click()
    expect(visit.one("[data-menu=source] b")).to_have_text(example)
    expect(visit.one("[data-menu=how] b")).to_have_text("Expectiminimax")
    visit.page.get_by_role("button", name=visit.text("two levels")).click()
    expect(visit.one("zermelo-player .pane .place")).to_have_count(13)
    area = visit.one("[data-field=tree]")
    area.fill("max A [ [3 12]  min C [ 2 4 ] ]")  # a mere list has its kind too
    expect(visit.one("zermelo-player .pane .place")).to_have_count(7)
    visit.one("[data-do=edit]").click()

    def node(number: int, current: bool = True) -> None:
        expect(visit.one("zermelo-player[data-edit]")).to_have_count(int(current))
        shape = visit.one(f'zermelo-player .pane .place[data-place="{number}"] .shape')
        box = shape.bounding_box()
        assert box is not None
        visit.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    node(2)
    visit.page.route("**/api/explain*", lambda _: None)  # none is answered
    visit.one("[data-edit=value]").fill("-5,5")
    with visit.page.expect_request("**/api/explain*"):
        visit.one("[data-edit=value]").press("Enter")
    expect(area).to_have_value(re.compile(r"-5\.5\b.*12.*2.*4", re.DOTALL))
    node(4, current=False)  # drawn is the tree before: to change that would undo the first
    expect(visit.one("[data-do=grow]")).to_have_count(0)
    visit.page.unroute("**/api/explain*")  # all are
    node(4)
    visit.one("[data-do=grow]").click()
    expect(visit.one("zermelo-player .pane .place")).to_have_count(8)
    node(1)
    visit.one("[data-edit=name]").fill("Left")
    visit.one("[data-edit=name]").press("Enter")
    expect(area).to_have_value(re.compile(r"Left.*-5\.5.*12.*C.*2.*4.*0", re.DOTALL))
    expect(visit.one("zermelo-player .pane .place")).to_have_count(8)
    node(1)
    visit.one("[data-do=remove]").click()
    expect(area).to_have_value(re.compile(r"^[^5]*C[^5]*2[^5]*4[^5]*0[^5]*$"))
    expect(visit.one("zermelo-player .pane .place")).to_have_count(5)


def test_what_replaces_the_tree_can_be_undone(visits: Visits) -> None:
    visit = visits.open("/explain?tree=max+A+[[3 12]+[2 4]]")
    ready(visit)
    menu(visit, "source")
    area, undo, places = (
        visit.one("[data-field=tree]"),
        visit.one("[data-do=undo]"),
        visit.one("zermelo-player .pane .place"),
    )
    expect(undo).to_be_disabled()
    visit.one("[data-do=edit]").click()
    visit.one('zermelo-player .pane .place[data-place="1"] .shape').click()
    visit.one("[data-do=remove]").click()
    expect(places).to_have_count(4)
    visit.button("The tree of 000, 001 and AIMA").click()
    expect(places).to_have_count(13)
    area.press("End")
    area.press_sequentially("  ")  # typed: one step
    undo.click()
    expect(area).to_have_value(re.compile("^title: .*\nmax A"))
    undo.click()
    expect(places).to_have_count(4)
    undo.click()
    expect(places).to_have_count(7)
    expect(area).to_have_value("max A [[3 12] [2 4]]")  # as it was written
    expect(undo).to_be_disabled()
    visit.page.wait_for_url("**tree=max+A+%5B%5B3+12%5D+%5B2+4%5D%5D**")


@pytest.mark.parametrize("lang", some(["ca", "en", "es"], 1))
def test_a_broken_link_is_named_in_one_line(visits: Visits, lang: str) -> None:
    visits.refused = True
    visit = visits.open("/explain?tree=[[3+12]+[2", Way(lang))
    line = visit.one(".output .problem")
    status = visit.one("#tree-status")
    expect(status).not_to_be_empty()
    expect(line).to_have_text(
        visit.text("The tree in this link cannot be read. {what}", what=status.text_content())
    )
    expect(line).to_be_in_viewport(ratio=1)
    visit.fill(visit.one("[data-field=tree]"), LATIN)
    ready(visit)
    expect(line).to_be_empty()
    visit = visits.open("/explain?game=tictactow", Way(lang))
    ready(visit)
    line = visit.one(".output .problem")
    expect(line).to_have_text(
        visit.text(
            "This link asks for the game {game}, which is not here. You see an example.",
            game="tictactow",
        )
    )
    menu(visit, "source")
    visit.fill(visit.one("[data-field=tree]"), LATIN)
    expect(visit.one("zermelo-player .pane .place")).to_have_count(9)
    expect(line).to_be_empty()
    visit = visits.open("/explain?game=nim&parameters={rows:", Way(lang))
    expect(visit.one(".toast")).to_have_text(
        visit.text("The parameters in this link cannot be read: you see the usual ones.")
    )
    ready(visit)


def test_nodes_say_what_is_known_of_them_when_asked(visits: Visits) -> None:
    visit = visits.open("/explain")
    ready(visit)
    known = visit.one('[data-part="interval"]')
    assert known.count() == 0
    menu(visit, "how")
    visit.use(visit.one("[data-field=intervals]"))
    for _time in range(2):
        expect(known.first).to_be_attached()
        visit.one("zermelo-player").evaluate("player => player.go(player.last)")
        assert "= 3" in known.all_text_contents()
        visit.page.reload()  # the address holds it
        ready(visit)


@pytest.mark.parametrize("width", some([390, 1440, 1024], 2))
@pytest.mark.parametrize("beside", some(["&c.algorithm=minimax", ""], 1))
def test_map_and_tools_never_cover_the_tree(visits: Visits, width: int, beside: str) -> None:
    """They stand below it: whatever is drawn, nothing lies on a node or on its labels."""
    screen = Way(screen={**LARGE, "width": width})
    visit = visits.open(f"/explain?game=connect4&depth=2{beside}", screen)
    ready(visit)
    visit.one("zermelo-player").evaluate(HIDDEN, 12)
    visit.page.keyboard.press("+")
    if width > 860:
        expect(visit.one(".map").first).to_be_visible()
    assert visit.one("zermelo-player").evaluate(COVERED) == []


@pytest.mark.parametrize("source", ["tree", "game=tictactoe&depth=2"])
def test_two_searches_are_shown_with_their_outer_nodes(visits: Visits, source: str) -> None:
    path = source if "=" in source else f"tree={BOTH_WAYS.replace(' ', '+')}"
    visit = visits.open(f"/explain?{path}&c.algorithm=minimax&c.order=right", Way(screen=LARGE))
    ready(visit)
    for last in (25, 2):
        found = visit.one("zermelo-player").evaluate(HIDDEN, last)
        assert found["cut"] == []
        assert found["scales"][::2] == pytest.approx(found["scales"][1::2], rel=0.02)
        assert source != "tree" or min(found["scales"]) > 0.45  # and can be read
        visit.page.reload()  # a link to a step is the same
        ready(visit)


def test_a_large_tree_can_be_read_and_shown_on_a_projector(visits: Visits) -> None:
    visit = visits.open("/explain?game=tictactoe&depth=4")
    ready(visit)
    page = visit.page
    boards = page.evaluate(
        """() => [...document.querySelectorAll('.place[aria-level="2"] .game-board')]
          .map((board) => board.getBoundingClientRect().width)"""
    )
    assert len(boards) == 9
    assert min(boards) > 34  # pixels of the screen
    children = visit.one('.place[aria-level="2"]').evaluate_all(
        "list => list.map(({ dataset }) => Number(dataset.place))"
    )
    assert all(in_sight(page, place) for place in children)
    expect(visit.one(".map")).to_be_hidden()  # all is in sight
    page.locator("zermelo-player").evaluate("player => player.go(200)")
    assert in_sight(page, int(visit.one(".place[data-current]").get_attribute("data-place") or 0))
    done = visit.one('.place[aria-level="2"][data-status="done"]').first
    expect(done).to_have_attribute("aria-expanded", "false")  # what is finished is folded
    expect(visit.one(".map")).to_be_visible()
    page.keyboard.press("v")
    box = visit.one("zermelo-player").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1280, "height": 800}
    page.keyboard.press("Escape")
    expect(visit.one("nav")).to_be_visible()
    assert not visit.one("zermelo-player").evaluate("player => player.hasAttribute('data-present')")
