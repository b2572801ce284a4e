"""Play: moves, the record, analysis, and several windows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import PERSON, PHONE, WAYS, Visits, Way, eventually
from tests.patience import COMPILING
from zermelo.games import MNK
from zermelo.search import minimax

STUDENT = {"kind": "engine", "level": "student"}
ENGINES = {"max": STUDENT, "min": STUDENT}


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_game_against_the_engine(visits: Visits, way: Way) -> None:
    visit = visits.open(visits.match("tictactoe", sides={"max": PERSON, "min": STUDENT}), way)
    expect(visit.one(".match .status")).to_have_text(visit.text("play.yourMove", side="MAX"))
    expect(visit.one(".playboard [data-live] [data-action]")).to_have_count(9)
    visit.play("b2")
    expect(visit.one(".moves .move")).to_have_count(2)
    expect(visit.one(".match .status")).to_have_text(visit.text("play.yourMove", side="MAX"))
    expect(visit.one(".match .detail")).not_to_be_empty()
    assert visit.one(".playboard .mark-last").count() == 1
    if way.hand == "keys":  # the focus is on the board again, and the next move needs no Tab
        assert visit.page.evaluate("document.activeElement.dataset.action") is not None

    visit.use(visit.button("play.undo"))
    expect(visit.one(".moves .undone")).to_have_count(2)
    assert visit.board() == ".../.../..."
    visit.use(visit.button("play.redo"))
    expect(visit.one(".moves .undone")).to_have_count(0)
    expect(visit.one(".playboard [data-live] [data-action]")).to_have_count(7)


COMPILED_FIRST = """() => {
  const asked = window.fetch;
  window.fetch = (address, options) => {
    if (!String(address).includes("/reply")) return asked(address, options);
    const text = new TextEncoder();
    const body = new ReadableStream({ start(stream) {
      window.hear = (data) => stream.enqueue(text.encode(`event: note\\ndata: ${data}\\n\\n`));
    } });
    return Promise.resolve(new Response(body));
  };
}"""


def test_who_waits_for_the_engine_reads_what_is_compiled(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", sides={"max": PERSON, "min": STUDENT}))
    visit.page.evaluate(COMPILED_FIRST)
    visit.play("b2")
    thinking = visit.text("play.thinking", side="MIN")
    expect(visit.one(".match .status")).to_have_text(thinking)
    text = "compiling the search of tictactoe: about 6 s ..."
    visit.page.evaluate("text => window.hear(JSON.stringify({ text }))", text)
    expect(visit.one(".match .status")).to_have_text(text)
    visit.page.evaluate("() => window.hear(JSON.stringify({ text: '' }))")
    expect(visit.one(".match .status")).to_have_text(thinking)


def test_a_game_to_its_end_between_two_people(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe"), Way("ca", PHONE))
    for count, move in enumerate(("a1", "a2", "b1", "b2", "c1"), 1):
        visit.play(move)
        expect(visit.one(".moves .move")).to_have_count(count)
    expect(visit.one(".match .status")).to_have_text("Guanya MAX.")
    expect(visit.one(".playboard [data-live]")).to_have_count(0)
    assert visit.board() == "xxx/oo./..."


def test_a_piece_is_dragged_to_the_board(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe"))
    piece = visit.one('[data-side="MAX"] .piece').bounding_box()
    cell = visit.one('.playboard [data-action="c3"]').bounding_box()
    assert piece is not None
    assert cell is not None
    mouse = visit.page.mouse
    mouse.move(piece["x"] + 10, piece["y"] + 10)
    mouse.down()
    mouse.move(cell["x"] + 20, cell["y"] + 20, steps=4)
    expect(visit.one(".ghost")).to_be_visible()
    expect(visit.one('.aimed[data-action="c3"]')).to_have_count(1)
    mouse.up()
    expect(visit.one(".moves .move")).to_have_text(["1c3"])
    # Let go beside the board, nothing is played.
    mouse.move(cell["x"] - 60, cell["y"] + 20)
    mouse.down()
    mouse.move(5, 5)
    mouse.up()
    expect(visit.one(".ghost")).to_have_count(0)
    expect(visit.one(".moves .move")).to_have_count(1)


def test_the_record_is_looked_through_and_played_on_from(visits: Visits) -> None:
    visit = visits.open(visits.match("connect4", "4 4 3 3 5"))
    now = visit.board()
    visit.one('.moves [data-at="2"]').click()
    expect(visit.one(".match .status")).to_have_text(visit.text("play.viewing", at=2, count=5))
    expect(visit.one(".playboard [data-live]")).to_have_count(0)
    before = visit.board()
    assert before != now
    visit.page.keyboard.press("ArrowRight")
    expect(visit.one('.moves [data-at="3"]')).to_be_focused()
    visit.page.keyboard.press("Home")
    expect(visit.one(".match .status")).to_have_text(visit.text("play.viewing", at=0, count=5))
    visit.button("play.now").click()
    expect(visit.one(".playboard [data-live]")).to_have_count(1)
    assert visit.board() == now
    visit.one('.moves [data-at="2"]').click()
    visit.button("play.from").click()
    expect(visit.one(".moves .undone")).to_have_count(3)
    visit.play("7")
    expect(visit.one(".moves .move")).to_have_text(["14", "24", "37"])


def test_a_double_click_takes_back_one_move(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", "b2 a1 c3"))
    visit.button("play.undo").dblclick()
    expect(visit.one(".playboard [data-action]")).to_have_count(7)
    expect(visit.button("play.redo")).to_be_enabled()
    expect(visit.one(".toast")).to_have_count(0)


def test_a_record_is_copied_and_pasted_back(visits: Visits) -> None:
    visit = visits.open(
        visits.match("connect4", "4 4 3 3 5"), permissions=["clipboard-read", "clipboard-write"]
    )
    visit.button("record.copy").click()
    expect(visit.one(".toast")).to_have_text(visit.text("shell.copied"))
    copied = visit.page.evaluate("navigator.clipboard.readText()")
    assert copied == "4 4 3 3 5"
    position = visit.board()
    visit.button("play.again").click()
    dialog = visit.one("dialog")
    dialog.locator(".more summary").last.click()
    dialog.locator("[data-field=moves]").fill(copied)
    dialog.get_by_role("button", name=visit.text("start.begin")).click()
    expect(visit.one("dialog")).to_have_count(0)
    expect(visit.one(".moves .move")).to_have_count(5)
    assert visit.board() == position


def test_a_position_is_set_up_by_its_text(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", "a1 b1"))
    visit.button("play.setup").click()
    text = visit.one("dialog [data-field=position]")
    assert text.input_value() == "xo./.../..."
    text.fill("xx./oo./...")
    visit.one("dialog").get_by_role("button", name=visit.text("start.begin")).click()
    expect(visit.one("dialog")).to_have_count(0)
    expect(visit.one(".playboard [data-live] [data-action]")).to_have_count(5)
    assert visit.board() == "xx./oo./..."


def test_sides_are_swapped_and_chosen_anew(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", sides={"max": PERSON, "min": STUDENT}))
    visit.button("play.swap").click()
    expect(visit.one(".moves .move")).to_have_count(1)  # the engine is MAX now, and moves
    expect(visit.one('[data-side="MIN"]')).to_contain_text(visit.text("play.you"))
    visit.button("play.players").click()
    visit.one("dialog").get_by_role("radio", name=visit.text("start.people")).click()
    visit.one("dialog").get_by_role("button", name=visit.text("play.choosePlayers")).click()
    visit.play("a3")
    expect(visit.one(".match .status")).to_have_text(visit.text("play.sideMoves", side="MAX"))


def test_two_engines_play_and_pause(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", sides=ENGINES, position="x../.../..o"))
    expect(visit.one(".moves .move")).to_have_count(1)
    visit.button("play.pause").click()
    expect(visit.button("play.run")).to_be_visible()
    held = visit.one(".moves .move").count()
    visit.page.wait_for_timeout(1000)
    assert visit.one(".moves .move").count() - held <= 1  # what was under way may still come
    visit.button("play.run").click()
    expect(visit.one(".match .status[data-over]")).to_be_visible()


def test_moves_that_are_not_on_the_board_are_buttons(visits: Visits) -> None:
    # A user's game that has no drawing of its own.
    visit = visits.open(visits.match("Countdown"), Way(hand="keys"))
    moves = visit.one(".playboard .others button")
    expect(moves).to_have_text(["1", "2"])
    visit.use(moves.last)
    expect(visit.one(".moves .move")).to_have_text(["12"])
    expect(moves.first).to_be_focused()


@pytest.mark.parametrize("way", [Way("en"), Way("es", PHONE, "keys")], ids=str)
def test_analysis_is_streamed_and_follows_the_position(visits: Visits, way: Way) -> None:
    visit = visits.open(visits.match("tictactoe", "b2 b1"), way)
    visit.use(visit.one(".analysis input"), "Space")
    expect(visit.one(".playboard .worth")).to_have_count(7, timeout=1000 * COMPILING)
    expect(visit.one(".analysis .facts")).to_contain_text(visit.text("analysis.proven"))
    # MAX wins by force: every line is from the solver, the bar is all MAX's.
    expect(visit.one(".lines li")).to_have_count(3)
    expect(visit.one(".lines b [aria-hidden]").first).to_have_text("100")
    said = visit.text("analysis.worth.proven", value=100)
    expect(visit.one(".lines .proven .sr").first).to_have_text(said)
    expect(visit.one(".meter")).to_have_attribute("aria-valuenow", "100")
    expect(visit.one(".worth.best")).not_to_have_count(0)
    visit.play("c2")
    expect(visit.one(".playboard .worth")).to_have_count(6)
    visit.use(visit.one(".analysis input"), "Space")
    expect(visit.one(".playboard .worth")).to_have_count(0)
    expect(visit.one(".meter")).to_be_hidden()


@pytest.mark.parametrize(
    ("way", "scheme"), [(Way("en"), "light"), (Way("es", PHONE), "dark"), (Way("ca"), "dark")]
)
def test_an_estimate_looks_and_sounds_like_one(visits: Visits, way: Way, scheme: str) -> None:
    visit = visits.open(visits.match("connect4", "4 4"), way, color_scheme=scheme)
    visit.one(".analysis input").click()
    visit.page.wait_for_selector(".playboard .worth", timeout=90_000)  # it may have to be compiled
    visit.one(".analysis .facts").wait_for()
    expect(visit.one(".playboard .worth.estimate")).to_have_count(7)
    assert all(text.startswith("≈") for text in visit.one(".worth text").all_text_contents())
    expect(visit.one(".analysis .facts")).not_to_contain_text(visit.text("analysis.proven"))
    expect(visit.one(".analysis .legend")).to_have_text(visit.text("analysis.key"))
    expect(visit.one(".lines .estimate")).to_have_count(3)
    expect(visit.one(".lines .estimate [aria-hidden]").first).to_contain_text("≈")
    spoken = visit.text("analysis.worth.estimate", value="").split(",")[-1].strip()
    expect(visit.one(".lines .estimate .sr").first).to_contain_text(spoken)
    cell = visit.one('.playboard [data-action="4"]').get_attribute("aria-label") or ""
    assert cell.startswith(visit.text("play.moveWorth.estimate", move="4", value=""))
    bar = visit.one(".meter").get_attribute("aria-valuetext") or ""
    before, after = visit.text("analysis.value.estimate", value="@").split("@")
    assert bar.startswith(before)
    assert bar.endswith(after)
    assert bar != visit.text("analysis.waiting")
    # An estimate is outlined: as light, or as dark, as the page behind it.
    ground = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    painted = visit.page.evaluate(  # at once, for the next finding draws them anew
        "[...document.querySelectorAll('.worth.estimate rect')].map((mark) =>"
        " [getComputedStyle(mark).fill, getComputedStyle(mark).strokeDasharray === 'none'])"
    )
    assert painted == [[ground, False]] * 7


AT_ONCE = """() => ({
  labels: Object.fromEntries([...document.querySelectorAll(".playboard [data-action]")]
    .map((each) => [each.dataset.action, each.getAttribute("aria-label")])),
  certain: document.querySelectorAll(".playboard .worth:not(.estimate) text").length,
  legend: document.querySelector(".analysis .legend").textContent,
})"""


@pytest.mark.parametrize("moves", ["a1 c1", "b2 a2", "a1 b2 c3", "b1 a1 c3 b2"])
def test_what_is_called_proven_on_the_page_is_true(visits: Visits, moves: str) -> None:
    game = MNK()
    state = game.initial()
    for move in moves.split():
        state = game.result(state, game.parse_action(state, move))
    truth = {
        game.format_action(state, action): minimax(game, game.result(state, action)).value
        for action in game.actions(state)
    }
    visit = visits.open(visits.match("tictactoe", moves))
    visit.one(".analysis input").click()
    expect(visit.one(".analysis .facts")).to_contain_text(visit.text("analysis.proven"))
    expect(visit.one(".playboard .worth")).to_have_count(len(truth))
    seen = visit.page.evaluate(AT_ONCE)  # the analysis goes on
    certain = 0
    for move, value in truth.items():
        label = seen["labels"][move]
        proven = visit.text("play.moveWorth.proven", move=move, value=str(value).replace("-", "−"))
        certain += label == proven
        estimate = visit.text("play.moveWorth.estimate", move=move, value="")
        assert label == proven or label.startswith(estimate), label
    assert certain
    assert seen["certain"] == certain
    assert seen["legend"] == ("" if certain == len(truth) else visit.text("analysis.key"))


def test_analysis_stops_when_the_position_changes(visits: Visits) -> None:
    visit = visits.open(visits.match("connect4"))
    visit.one(".analysis input").click()
    visit.page.wait_for_selector(".playboard .worth", timeout=1000 * COMPILING)
    eventually(visit.page, lambda: visits.ask("status")["busy"] == 1)
    visit.one(".analysis input").click()
    eventually(visit.page, lambda: visits.ask("status")["busy"] == 0)


@pytest.mark.parametrize("lang", ["en", "es", "ca"])
def test_why_is_answered_in_words(visits: Visits, lang: str) -> None:
    visit = visits.open(visits.match("tictactoe", "b2 b1"), Way(lang))
    visit.button("why.last", move="b1").click()
    said = visit.one(".said p")
    expect(said).to_have_count(2)
    expect(said.first).to_contain_text("b1")
    expected = {"en": "is not the best", "es": "no es la mejor", "ca": "no és el millor"}
    expect(said.first).to_contain_text(expected[lang])
    visit.button("why.best").click()
    expect(visit.one(".said p")).to_have_count(1)


def test_of_two_windows_the_slower_one_sees_what_the_other_did(visits: Visits) -> None:
    visits.refused = True
    path = visits.match("tictactoe")
    one = visits.open(path)
    two = visits.open(path)  # another browser: it hears nothing of the first
    one.play("a1")
    expect(one.one(".moves .move")).to_have_count(1)
    two.play("c3")
    expect(two.one(".toast")).to_have_text(two.text("play.elsewhere"))
    expect(two.one(".moves .move")).to_have_text(["1a1"])
    assert two.board() == "x../.../..."
    two.play("c3")
    expect(two.one(".moves .move")).to_have_count(2)


def test_windows_of_one_browser_keep_in_step(visits: Visits) -> None:
    path = visits.match("tictactoe")
    one = visits.open(path)
    two = visits.window(visits.contexts[0], path, Way())
    two.play("a1")
    expect(one.one(".moves .move")).to_have_count(1)
    assert one.board() == "x../.../..."


def test_saved_games_are_listed_gone_on_with_and_deleted(visits: Visits) -> None:
    path = visits.match("grundy")
    visit = visits.open("/play", Way("es"))
    row = visit.one(f'[data-match="{path.split("/")[-1]}"]')
    expect(row).to_contain_text(visit.text("matches.moves", count=0))
    row.get_by_role("link").click()
    expect(visit.one("h1")).to_be_focused()
    visit.page.go_back()
    expect(row).to_be_visible()
    row.get_by_role("button").click()
    visit.one("dialog").get_by_role("button", name=visit.text("matches.yes")).click()
    expect(row).to_have_count(0)
    expect(visit.one(".toast")).to_have_text(visit.text("matches.removed"))


def test_a_match_that_is_not_there_is_told(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/play/0123abcd", Way("ca"))
    expect(visit.one("h1")).to_have_text(visit.text("shell.failed"))
    expect(visit.one(".toast")).to_have_attribute("data-kind", "problem")
    assert re.search(r"\w", visit.one("main p").text_content() or "")
