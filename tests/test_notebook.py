"""What notebooks show: games, positions, trees, results, searches; and the lectures' notebook."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from tests.chromium import launched
from zermelo import Game, NotationError, ZermeloError
from zermelo.explain.html import render
from zermelo.games import GAMES, MNK, Connect4, read_tree
from zermelo.games.tree import read_any_tree
from zermelo.language import speaking
from zermelo.notebook import Position, position, show, widget
from zermelo.search import Finding, MoveValue, alphabeta, minimax

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
LECTURES = ROOT / "docs" / "lectures.ipynb"
AIMA = 'title: "AIMA 5.2"\nmax A [ a1: min B [3 12 8]  a2: min C [2 4 6]  a3: min D [14 5 2] ]'
SVG = "{http://www.w3.org/2000/svg}"


def svg_of(shown: Any) -> ElementTree.Element:
    return ElementTree.fromstring(shown._repr_svg_())


def text_of(markup: str | None) -> str:
    assert markup is not None
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


# --- games, positions, trees, results -----------------------------------------------------------


def test_importing_zermelo_loads_no_drawings() -> None:
    code = (
        "import sys, zermelo; from zermelo.games import MNK; assert hasattr(MNK(), '_repr_svg_');"
        "print(*{'zermelo.explain', 'zermelo.notebook', 'IPython', 'anywidget'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", GAMES)
def test_a_game_displays_the_position_it_begins_with(name: str) -> None:
    game = GAMES[name].build({})
    drawing = svg_of(game)
    assert float(drawing.attrib["width"]) > 0
    assert drawing.find(f"{SVG}title") is not None
    assert game.format_state(game.initial()) in (drawing.findtext(f"{SVG}title") or "")
    assert text_of(game._repr_html_()) == game.name


def test_a_game_without_a_drawing_displays_its_text() -> None:
    class Plain(Connect4):
        draw_svg = Game.draw_svg

    assert "·" in "".join(svg_of(Plain()).itertext())


def test_a_tree_displays_itself_before_any_search() -> None:
    drawing = svg_of(read_tree(AIMA))
    places = [group for group in drawing.iter(f"{SVG}g") if group.get("class") == "place"]
    assert [place.get("data-kind") for place in places].count("LEAF") == 9
    assert not any("data-visits" in place.attrib for place in places)
    assert drawing.get("data-step") == "-1"
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"A", "a1", "14"} <= set(texts)


def test_the_title_of_a_tree_is_only_ever_text() -> None:
    tree: Any = read_tree('title: "<script>alert(1)</script>"\n[[1 2] [3]]')
    for shown in (tree._repr_html_(), tree._repr_svg_(), show(tree)._repr_html_()):
        assert "<script>alert" not in shown
    assert "<script>alert(1)</script>" in text_of(tree._repr_html_())


def test_a_position_displays_its_board_and_who_moves() -> None:
    game = MNK()
    here = position(game, "xo./.o./.xx")
    assert here.state == game.parse_state("xo./.o./.xx")
    assert "MIN to move" in text_of(here._repr_html_())
    assert repr(here).startswith(game.draw(here.state))
    after = here.play("c1 a3")
    assert after.state == game.parse_state("xoo/.o./xxx")
    assert "over: the value for MAX is 100" in after.caption
    assert 'class="mark-last"' in after._repr_svg_()
    assert 'class="mark-last"' not in here._repr_svg_()
    assert position(game, moves="b2 a1").state == game.parse_state("o../.x./...")
    with pytest.raises(NotationError):
        here.play("a1")
    with speaking("es"):
        assert "MIN to move" not in here.caption


def test_a_position_of_a_tree_displays_what_is_below_it() -> None:
    drawing = svg_of(position(read_tree(AIMA), "C"))
    kinds = [g.get("data-kind") for g in drawing.iter(f"{SVG}g") if g.get("class") == "place"]
    assert kinds == ["MIN", "LEAF", "LEAF", "LEAF"]


def test_a_result_displays_a_table() -> None:
    tree = read_tree("max [left: [1/3 2] right: [5 7]]")
    result = minimax(tree, all_moves=True)
    rows = re.findall(r"<tr>.*?</tr>", result._repr_html_() or "")
    assert result._repr_svg_() is None
    assert [re.sub(r"\d\.\d{3} s", "...", text) for text in map(text_of, rows)] == [
        "value 5",
        "move right",
        "line right 1",
        "searched 7 nodes, 4 leaves, 0 cutoffs, depth 2, ...",
        "left 1/3",
        "right 5",
    ]
    assert "no: not to the end of the game" in text_of(alphabeta(MNK(), depth=1)._repr_html_())
    assert "no: stopped" in text_of(alphabeta(MNK(), nodes=10_000)._repr_html_())
    outside = text_of(alphabeta(tree, window=(6, 8))._repr_html_())
    assert "or less" in outside
    assert "no: the value lies outside the window" in outside


def test_a_result_alone_writes_actions_as_python_does() -> None:
    bare: Finding[Any, Any] = Finding("x", Fraction(1, 2), True, (1, 2), ((1, 2), "<b>"), 1, 3)
    assert "line 1:2 <b>" in text_of(bare._repr_html_())
    assert "<b>" not in (bare._repr_html_() or "")


def test_a_fraction_that_nobody_reads_is_rounded() -> None:
    for value, text in (
        (Fraction(-23, 3), "value -23/3"),
        (Fraction(10**14, 3 * 10**14 + 1), "value ≈0.3333333333"),
        (Fraction(-(10**400), 3), f"value -1{'0' * 400}/3"),
    ):
        found: Finding[Any, Any] = Finding("x", value, True, None, (), 1, 3)
        assert text in text_of(found._repr_html_())


def test_two_results_are_equal_whatever_they_are_about() -> None:
    assert alphabeta(read_tree("[[1 2] [3]]")) == alphabeta(read_tree('title: "b"\n[[1 2] [3]]'))


def test_what_an_engine_found_displays_a_table() -> None:
    game = Connect4()
    found: Finding[Any, int] = Finding(
        "engine",
        3,
        False,
        3,
        (3, 3, 2),
        depth=9,
        nodes=1234,
        seconds=0.5,
        moves=(MoveValue(2, 3, False), MoveValue(3, -1, True)),
        distance=7,
        about=(game, game.initial()),
    )
    text = text_of(found._repr_html_())
    assert "value 3 in 7" in text
    assert f"line {' '.join(game.format_line(game.initial(), (3, 3, 2)))}" in text
    assert "1,234 nodes, depth 9, 0.500 s" in text
    assert "proven no: not to the end of the game" in text
    moves = [game.format_action(game.initial(), column) for column in (2, 3)]
    assert text.endswith(f"{moves[0]} 3 {moves[1]} -1 proven")


def test_a_long_line_is_shortened() -> None:
    found: Finding[Any, int] = Finding("engine", 3, True, 0, tuple(range(40)), 40, 1234)
    text = text_of(found._repr_html_())
    assert "move 0 line 0 1 2" in text
    assert "28 29 … (40 in all)" in text


# --- searches -----------------------------------------------------------------------------------


def test_a_search_is_a_sequence_of_drawings() -> None:
    run = show(read_tree(AIMA))
    assert run.result == alphabeta(read_tree(AIMA))
    assert len(list(run)) == len(run) == len(run.story.steps)
    assert [svg_of(run[step]).get("data-step") for step in (0, 5, -1)] == [
        "0",
        "5",
        str(len(run) - 1),
    ]
    cuts = [d for d in run if run.story.steps[d.view.step].name == "cutoff"]
    assert [cut.sentence.partition(":")[0] for cut in cuts] == ["Cut at C (MIN)"]
    with pytest.raises(IndexError):
        run[len(run)]
    assert "value 3" in repr(run)
    assert cuts[0].sentence in repr(cuts[0])


def test_settings_reach_the_search() -> None:
    tree = read_tree(AIMA)
    assert show(tree, order="right").result.cutoffs == 0
    assert show(tree, algorithm="minimax").result == minimax(tree)
    assert show(tree, algorithm=minimax).result == minimax(tree)
    assert show(tree, tree.parse_state("B")).result.value == 3
    assert show(Position(tree, tree.parse_state("D"))).result.value == 2
    assert show(read_tree("chance [1 2]")).result.algorithm == "expectiminimax"
    assert len(show(MNK(), depth=3, max_nodes=50).story.places) <= 60
    with pytest.raises(ZermeloError, match="no algorithm 'minmax'"):
        show(tree, algorithm="minmax")
    with pytest.raises(ZermeloError, match="no theme 'blue'"):
        show(tree, theme="blue")


def test_a_paranoid_search_is_told_as_who_moves_sees_it() -> None:
    tree = read_any_tree("players: A B C\nA [B [(1,2,3) (4,5,6)] C [(1,0,0) (2,2,2)]]", "a tree")
    assert "A is MAX" in show(tree, algorithm="paranoid")[0].sentence


@pytest.mark.parametrize("ending", ["svg", "png", "tex", "dot", "txt", "html", "json"])
def test_a_search_is_saved_by_the_ending(ending: str, tmp_path: Path) -> None:
    show(read_tree(AIMA)).save(tmp_path / f"a.{ending}")
    assert (tmp_path / f"a.{ending}").stat().st_size > 500


def test_what_cannot_be_saved_leaves_nothing(tmp_path: Path) -> None:
    run = show(read_tree(AIMA))
    with pytest.raises(ZermeloError, match=r"'\.gif'"):
        run.save(tmp_path / "a.gif")
    with pytest.raises(ZermeloError, match="cannot write"):
        run[3].save(tmp_path / "none" / "a.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_search_is_the_player_in_a_frame_of_its_own() -> None:
    tree = read_tree(AIMA)
    run = show(tree).beside(show(tree, algorithm="minimax"))
    frame = re.fullmatch(r'<iframe srcdoc="([^"]*)" ([^>]*)></iframe>', run._repr_html_())
    assert frame
    assert html.unescape(frame[1]) == render(run[0].view).decode()
    assert 'sandbox="allow-scripts"' in frame[2]
    assert svg_of(run).get("data-step") == str(len(run) - 1)


def test_the_frame_speaks_the_current_language() -> None:
    run = show(read_tree(AIMA))
    with speaking("ca"):
        assert 'lang="ca"' in html.unescape(run._repr_html_())


# --- the widget ---------------------------------------------------------------------------------


def test_python_steers_the_widget() -> None:
    player = widget(read_tree(AIMA))
    heard: list[int] = []
    player.observe(lambda change: heard.append(change["new"]), "step")
    last = len(player.recording) - 1
    assert player.settings == {"algorithm": "alphabeta"}
    player.step = 7
    player.step = 10_000
    assert heard == [7, last]
    player.settings = {"algorithm": "alphabeta", "order": "right", "window": (-float("inf"), 5)}
    assert player.recording.result.cutoffs == 0
    assert player.settings == {"algorithm": "alphabeta", "order": "right", "window": ["-inf", 5]}
    json.dumps(player.document, allow_nan=False)
    assert player.step == len(player.recording) - 1
    assert player.problem == ""


def test_settings_that_cannot_be_leave_the_widget_as_it_was() -> None:
    player = widget(read_tree(AIMA))
    before = player.document
    player.settings = {"algorithm": "minimax", "window": [1, 2]}
    assert player.problem.startswith("minimax takes no 'window'")
    assert player.settings == {"algorithm": "alphabeta"}
    assert player.document == before


def test_without_anywidget_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ZermeloError, match=r'anywidget: pip install "zermelo\[notebook\]"'):
        widget(read_tree(AIMA))


# --- in a browser -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = launched(driver)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(offline=True)
    opened = context.new_page()
    mistakes: list[str] = []
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    yield opened
    context.close()
    assert mistakes == []


def test_two_players_on_a_page_do_not_meet(page: Page, tmp_path: Path) -> None:
    tree = read_tree(AIMA)
    runs = [show(tree)._repr_html_(), show(tree, algorithm="minimax")._repr_html_()]
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{'<hr>'.join(runs)}", encoding="utf-8")
    page.goto(file.as_uri())
    first, second = (page.frame_locator("iframe").nth(n).locator("zermelo-player") for n in (0, 1))
    for player in (first, second):
        player.locator(".counter").get_by_text("Step 0 of").wait_for()
    first.locator(".words").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    first.locator(".counter").get_by_text("Step 2 of").wait_for()
    assert second.get_attribute("data-step") == "0"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert first.get_attribute("data-step") == "2"


WIDGET = """<!doctype html><meta charset="utf-8"><style>%(css)s</style><div id="cell"></div>
<script type="module">
%(module)s
const heard = {};
const told = [];
const model = { values: %(values)s, told, get: (name) => model.values[name],
  set: (name, value) => { model.values[name] = value; told.push([name, value]);
    (heard[`change:${name}`] ?? []).forEach((hear) => hear()); },
  save_changes: () => {}, on: (name, hear) => (heard[name] ??= []).push(hear),
  off: (name, hear) => { heard[name] = heard[name].filter((each) => each !== hear); } };
window.model = model;
window.heard = heard;
window.leave = widget.render({ model, el: document.getElementById("cell") });
</script>"""


def test_the_widget_and_its_model_are_one(page: Page, tmp_path: Path) -> None:
    shown = widget(read_tree(AIMA))
    values = {name: getattr(shown, name) for name in ("document", "step", "place", "settings")}
    module = shown._esm.replace("export default", "const widget =")
    data = json.dumps(values | {"step": 4, "problem": ""}).replace("<", "\\u003c")
    filled = WIDGET % {"css": shown._css, "module": module, "values": data}
    file = tmp_path / "widget.html"
    file.write_text(filled, encoding="utf-8")
    page.goto(file.as_uri())
    player = page.locator("zermelo-player")
    player.locator(".counter").get_by_text("Step 4 of").wait_for()
    assert page.evaluate("model.told") == []

    player.locator(".words").click()
    player.locator("[aria-keyshortcuts='ArrowRight']").click()
    assert page.evaluate("[model.get('step'), model.told]") == [5, [["step", 5]]]
    page.evaluate("model.set('step', 12)")
    player.locator(".counter").get_by_text("Step 12 of").wait_for()

    story = shown.recording.story
    c = next(n for n, place in enumerate(story.places) if place.name == "C")
    page.evaluate("model.told.length = 0")
    player.locator(f"svg .place[data-place='{c}'] .shape").click()
    assert ["place", c] in page.evaluate("model.told")
    assert story.steps[page.evaluate("model.get('step')")].place == c
    page.evaluate("model.set('place', 1)")
    assert story.steps[page.evaluate("model.get('step')")].place == 1

    page.evaluate("model.set('problem', 'no such thing')")
    player.locator(".status").get_by_text("no such thing").wait_for()
    page.evaluate("leave()")
    assert page.evaluate("Object.values(heard).flat().length") == 0


# --- the lectures -------------------------------------------------------------------------------

# What cells of the notebook must say.
SAID = {
    "minimax": "Minimax: value 3",
    "grundy": "value 1",
    "alphabeta": "Alpha-beta pruning: value 3",
    "cut": "Cut at C (MIN): 2 ≤ α = 3",
    "counts": "minimax    value 3, 9 leaves\nalphabeta  value 3, 7 leaves\n",
    "deep": "value 6",
    "knuth": "[199, 10000]",
    "chance": "value 3",
    "heuristic": "1\n",
    "depth2": "value 1 move b2 line b2 a1",
    "nim": "50 1:1\n",
    "exchange": "alphabeta  take, value 1\nquiescence wait, value 0\n",
    "parity": "[0, 4, 1, 3, 1, 3, 1]",
}
NODES = ["549,946", "18,297", "146,120", "7,275", "4,757", "1,044"]
PLAYERS = {"minimax", "grundy", "alphabeta", "deep", "chance", "endgame", "nim-small", "exchange"}


@pytest.fixture(scope="module")
def lectures() -> dict[str, list[Any]]:
    """The outputs of the notebook's cells, executed now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the machinery, not of the notebook
        import nbformat
        from nbclient import NotebookClient

        notebook: Any = nbformat.read(LECTURES, as_version=4)  # type: ignore[no-untyped-call]
        NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


def said(outputs: list[Any]) -> str:
    """What a cell shows, as text. What it prints arrives in pieces, cut anywhere."""
    text = ""
    for output in outputs:
        data = output.get("data", {})
        table = text_of(data["text/html"]) if "<table>" in data.get("text/html", "") else ""
        text += output.get("text", "")
        text += "".join(f"\n{part}\n" for part in (data.get("text/plain", ""), table) if part)
    return text


def test_the_notebook_is_kept_without_outputs() -> None:
    for cell in json.loads(LECTURES.read_text(encoding="utf-8"))["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def test_the_lectures_say_what_they_should(lectures: dict[str, list[Any]]) -> None:
    for name, text in SAID.items():
        assert text in said(lectures[name]), name
    assert re.findall(r"([\d,]+) nodes", said(lectures["tictactoe"])) == NODES


def test_the_lectures_show_players_and_drawings(lectures: dict[str, list[Any]]) -> None:
    kinds = {name: [output.get("data", {}) for output in out] for name, out in lectures.items()}
    for name in PLAYERS:
        assert any("<iframe" in data.get("text/html", "") for data in kinds[name]), name
    for name in ("tree", "cut", "right", "star1", "heuristic", "nim"):
        assert any(data.get("image/svg+xml", "").startswith("<svg") for data in kinds[name]), name
    streams = [o for out in lectures.values() for o in out if o.get("name") == "stderr"]
    assert streams == []
