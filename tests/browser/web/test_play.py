"""Play: a match from its first click to its end, verdicts, the record, links, and other people."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import PERSON, PHONE, Visit, Visits, Way, eventually
from tests.long import some
from tests.patience import COMPILING
from zermelo.board import choice, hit, picture

STUDENT = {"kind": "engine", "level": "student"}
ENGINES = {"max": STUDENT, "min": STUDENT}
AGAINST = {"max": PERSON, "min": STUDENT}


def remembering(visits: Visits, name: str, value: Any, path: str, way: Way) -> Visit:
    """A page of a browser that remembers something."""
    visit = visits.open("/practise?seed=7", way)
    visit.page.evaluate(
        "([name, value]) => localStorage.setItem(name, value)", [name, json.dumps(value)]
    )
    visits.go(visit, path)
    return visit


@pytest.mark.parametrize("way", some([Way("ca", PHONE, "keys"), Way("en")], 1), ids=str)
def test_a_game_begins_with_one_click_and_is_kept_from_its_first_move(
    visits: Visits, way: Way
) -> None:
    visit = remembering(visits, "zermelo.sides", AGAINST, "/", way)
    visit.use(visit.one("[data-game=tictactoe] a.primary"))
    side = visit.text("Your move: {side}", side="X")
    expect(visit.one(".match .status")).to_have_text(side)
    assert visit.page.url.endswith("/play?game=tictactoe")
    expect(visit.one(".playboard [data-live] [data-action]")).to_have_count(9)
    seats = visit.one(".seat b").all_text_contents()  # who looks sits at the bottom
    assert seats[1] == f"{visit.text('You')} · X"
    visit.play("b2")
    expect(visit.one(".moves .move")).to_have_count(2)
    visit.page.wait_for_url(re.compile("/play/[0-9a-f]+$"))
    expect(visit.one(".match .status")).to_have_text(side)
    expect(visit.one(".match .detail")).to_contain_text(
        visit.text("looked {count} ply ahead", count=2)
    )
    assert visit.one(".playboard .mark-last").count() == 1
    if way.hand == "keys":  # the focus is on the board again, and the next move needs no Tab
        assert visit.page.evaluate("document.activeElement.dataset.action") is not None
    visit.use(visit.button("Undo"))
    expect(visit.one(".moves .undone")).to_have_count(2)
    assert visit.board() == ".../.../..."
    visit.use(visit.button("Redo"))
    expect(visit.one(".moves .undone")).to_have_count(0)
    # The rules are one click away.
    visit.use(visit.button("Rules"))
    expect(visit.one("dialog p").first).to_contain_text(re.compile("[Tt]hree|tres"))
    visit.page.keyboard.press("Escape")
    visit.expect_steady()


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
    thinking = visit.text("{side} is thinking …", side="O")
    expect(visit.one(".match .status")).to_have_text(thinking)
    text = "compiling the search of tictactoe: about 6 s ..."
    visit.page.evaluate("text => window.hear(JSON.stringify({ text }))", text)
    expect(visit.one(".match .status")).to_have_text(text)
    visit.page.evaluate("() => window.hear(JSON.stringify({ text: '' }))")
    expect(visit.one(".match .status")).to_have_text(thinking)


def test_verdicts_lines_and_the_record(visits: Visits) -> None:
    """Who wins and in how many plies, on the board and in lines that can be looked at."""
    visit = visits.open(visits.match("tictactoe", "b2 b1"))
    visit.one(".analysis input").click()
    sentence = visit.one(".analysis .sentence")
    expect(sentence).to_have_text("Best play: X wins in 5 plies.", timeout=1000 * COMPILING)
    worths = visit.one(".playboard .worth text")
    expect(worths).to_have_text(["W5", "W5", "W5", "W5", "W5", "D", "W5"])
    expect(visit.one(".worth.best")).to_have_count(6)  # a ring, and no colour of its own
    assert set(owners(visit)) == {"MAX", None}
    label = visit.one('.playboard [data-action="b3"]').get_attribute("aria-label")
    assert label == "b3: a draw"
    expect(visit.one(".analysis .facts")).to_contain_text("proven")
    assert "positions" in (visit.one(".analysis .facts").get_attribute("title") or "")
    expect(visit.one(".meter")).to_have_attribute("aria-valuenow", "100")
    assert visit.one(".playboard title").count() == visit.one(".playboard .worth").count()

    # A line is clicked, gone through with the arrow keys, and left; the board stays where it is.
    place = visit.one(".playboard").bounding_box()
    visit.one(".lines button").first.click()
    expect(visit.one(".match .status")).to_have_text(
        visit.text("What may come: after {count} move.", count=3)
    )
    visit.page.keyboard.press("ArrowRight")
    expect(visit.one(".match .status")).to_have_text(
        visit.text("What may come: after {count} move.", count=4)
    )
    expect(visit.one(".playboard [data-live]")).to_have_count(0)
    assert visit.one(".playboard").bounding_box() == place
    visit.button("Back to the game").click()
    expect(visit.one(".playboard")).to_have_attribute("data-position", ".o./.x./...")

    # Another move than before: what was played is kept as a variation.
    visit.play("c1")
    expect(sentence).to_have_text("Every move loses: X wins in 4 plies.")
    expect(visit.one(".worth.best text")).to_have_text("L4")
    visit.button("What is best here?").click()
    expect(visit.one(".said p")).to_contain_text(
        "Every move loses. a3 holds out longest: X wins in 4"
    )
    visit.page.keyboard.press("ArrowLeft")
    expect(visit.one(".match .status")).to_have_text(
        visit.text("After {at} of {count} move.", at=2, count=3)
    )
    visit.play("b3")
    expect(visit.one(".moves .move")).to_have_text(["b2", "b1", "b3?"])
    expect(visit.one(".variations button")).to_contain_text("c1")
    visit.one(".variations button").click()
    expect(visit.one(".playboard")).to_have_attribute("data-position", ".ox/.x./...")
    visit.button("Go on from here").click()
    expect(visit.one(".moves .move")).to_have_text(["b2", "b1", "c1"])
    expect(visit.one(".variations button")).to_contain_text("b3")
    expect(visit.one(".graph")).not_to_have_attribute("data-empty", "")
    visit.one(".analysis input").click()
    expect(visit.one(".playboard .worth")).to_have_count(0)
    expect(visit.one(".meter")).to_be_hidden()
    visit.expect_steady()


def owners(visit: Visit) -> list[str | None]:
    """In whose colour each value on the board is."""
    return [each.get_attribute("data-owner") for each in visit.one(".playboard .worth").all()]


@pytest.mark.parametrize(
    ("way", "scheme"), some([(Way("es", PHONE), "dark"), (Way("en"), "light")], 1)
)
def test_an_estimate_looks_and_sounds_like_one(visits: Visits, way: Way, scheme: str) -> None:
    visit = visits.open(visits.match("connect4", "4 4"), way, color_scheme=scheme)
    visit.one(".analysis input").click()
    visit.page.wait_for_selector(".playboard .worth", timeout=90_000)  # it may have to be compiled
    expect(visit.one(".playboard .worth.estimate")).to_have_count(7)
    assert all(text.startswith("≈") for text in visit.one(".worth text").all_text_contents())
    expect(visit.one(".analysis .facts")).not_to_contain_text(visit.text("proven"))
    unproven = visit.text("Not proven: {what}.", what="@").split("@")[0]
    expect(visit.one(".analysis .sentence")).to_contain_text(unproven)
    expect(visit.one(".lines .estimate")).to_have_count(3)
    spoken = visit.text("an estimate: {what}", what="@").split("@")[0]
    cell = visit.one('.playboard [data-action="4"]').get_attribute("aria-label") or ""
    assert cell.startswith(f"4: {spoken}")
    assert (visit.one(".meter").get_attribute("aria-valuetext") or "").startswith(spoken)
    # An estimate is outlined: as light, or as dark, as the page behind it.
    ground = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    painted = visit.page.evaluate(  # at once, for the next finding draws them anew
        "[...document.querySelectorAll('.worth.estimate rect:not(.halo)')].map((mark) =>"
        " [getComputedStyle(mark).fill, getComputedStyle(mark).strokeDasharray === 'none'])"
    )
    assert painted == [[ground, False]] * 7
    # Looking back, the values stay above the discs.
    visit.page.keyboard.press("ArrowLeft")
    expect(visit.one(".match .status")).to_contain_text("1")
    tops = "() => [...document.querySelectorAll('.worth rect')].map((each) => each.getBBox().y)"
    visit.page.wait_for_selector(".playboard .worth")
    assert max(visit.page.evaluate(tops)) < 34  # in the first row


@pytest.mark.parametrize("lang", some(["ca", "en", "es"], 1))
def test_the_end_says_who_won_and_leads_on(visits: Visits, lang: str) -> None:
    sides = {"max": STUDENT, "min": PERSON}
    visit = visits.open(visits.match("tictactoe", "b2 b1 c1 a1", sides=sides), Way(lang))
    expect(visit.one(".match .status")).to_have_text(visit.text("You lost."))
    assert visit.one(".match .status").get_attribute("data-winner") == "MAX"
    visit.one(".analysis input").click()
    expect(visit.one(".meter")).to_have_attribute("aria-valuenow", "100")
    expect(visit.one(".seat[data-turn]")).to_have_count(0)
    visit.button("Review the game").click()
    expect(visit.one('.moves [data-at="2"] .mark')).to_have_text("?", timeout=1000 * COMPILING)
    expect(visit.button("Review the game")).to_be_enabled(timeout=1000 * COMPILING)
    expect(visit.one(".graph")).to_have_attribute("data-known", "6")
    visit.one('.moves [data-at="2"]').click()
    visit.button("Why {move}?", move="b1").click()
    said = visit.one(".said p")
    expect(said).to_have_count(2)
    expected = {"en": "is not the best", "es": "no es la mejor", "ca": "no és la millor"}
    expect(said.first).to_contain_text(expected[lang])
    visit.button("Back to the game").click()
    visit.button("Rematch").click()
    expect(visit.one(".match .status")).to_have_text(visit.text("Your move: {side}", side="X"))
    visits.go(visit, "/play")
    expect(visit.one(".matches .gamecard").first).to_contain_text(visit.text("You lost."))
    expect(visit.one(".matches svg.game-board").first).to_be_visible()


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
    expect(visit.one(".moves .move")).to_have_text(["c3"])
    # Let go beside the board, nothing is played.
    mouse.move(cell["x"] - 60, cell["y"] + 20)
    mouse.down()
    mouse.move(5, 5)
    mouse.up()
    expect(visit.one(".ghost")).to_have_count(0)
    expect(visit.one(".moves .move")).to_have_count(1)


def test_what_an_author_s_drawing_says_to_be_a_move_and_is_none_is_no_button(
    visits: Visits,
) -> None:
    visit = visits.open("/practise?seed=7", Way("en"))
    clickable = visit.page.evaluate(
        """async (board) => {
          const { Board } = await import("/parts/board.js");
          const shown = new Board(() => {});
          const moves = [{ move: "a1-a2", route: [] }];
          shown.show({ board, title: "ram", position: "x/.", moves }, true);
          const buttons = [...shown.element.querySelectorAll("[role=button], button")];
          return buttons.map((each) => each.ariaLabel ?? each.textContent);
        }""",
        picture(9, 9, "ram", choice("a1", hit(0, 0, 9, 4)), choice("a1-a2", hit(0, 4, 9, 4))),
    )
    assert clickable == ["a1-a2"]


def test_a_double_click_takes_back_one_move(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", "b2 a1 c3"))
    visit.button("Undo").dblclick()
    expect(visit.one(".playboard [data-action]")).to_have_count(7)
    expect(visit.button("Redo")).to_be_enabled()
    expect(visit.one(".toast")).to_have_count(0)


def test_two_engines_play_and_pause(visits: Visits) -> None:
    visit = visits.open(visits.match("tictactoe", sides=ENGINES, position="x../.../..o"))
    expect(visit.one(".moves .move")).to_have_count(1)
    visit.button("Pause").click()
    expect(visit.button("Go on")).to_be_visible()
    held = visit.one(".moves .move").count()
    visit.page.wait_for_timeout(1000)
    assert visit.one(".moves .move").count() - held <= 1  # what was under way may still come
    visit.button("Go on").click()
    expect(visit.one(".match .status[data-over]")).to_be_visible()


def test_moves_that_are_not_on_the_board_are_buttons(visits: Visits) -> None:
    # A user's game that has no drawing of its own.
    visit = visits.open(visits.match("Countdown"), Way(hand="keys"))
    moves = visit.one(".playboard .others button")
    expect(moves).to_have_text(["1", "2"])
    visit.use(moves.last)
    expect(visit.one(".moves .move")).to_have_text(["2"])
    expect(moves.first).to_be_focused()


def test_analysis_stops_when_the_position_changes(visits: Visits) -> None:
    visit = visits.open(visits.match("connect4"))
    visit.one(".analysis input").click()
    visit.page.wait_for_selector(".playboard .worth", timeout=1000 * COMPILING)
    eventually(visit.page, lambda: visits.ask("status")["busy"] == 1)
    visit.one(".analysis input").click()
    eventually(visit.page, lambda: visits.ask("status")["busy"] == 0)


def test_moves_of_chess_are_written_as_people_do(visits: Visits) -> None:
    visit = visits.open(visits.match("chess", "e4 e5 Nf3"))
    moves = visit.one(".moves .move")
    expect(moves).to_have_text(["e4", "e5", "Nf3"])
    expect(visit.button("Why {move}?", move="Nf3")).to_be_visible()
    visit.page.keyboard.press("ArrowLeft")
    expect(visit.button("Why {move}?", move="e5")).to_be_visible()
    visit.one('.playboard [data-cell="b1"]').click()
    visit.one('.playboard [data-cell="c3"]').click()
    expect(moves).to_have_text(["e4", "e5", "Nc3"])
    expect(visit.one(".variations button")).to_have_text("Instead of move 3: Nf3")
    visit.one(".analysis input").click()
    line = visit.one(".analysis .lines li").first
    expect(line).to_contain_text(re.compile("[KQRBN][a-hx]"), timeout=1000 * COMPILING)


def test_of_two_windows_the_slower_one_sees_what_the_other_did(visits: Visits) -> None:
    visits.refused = True
    path = visits.match("tictactoe")
    one = visits.open(path)
    two = visits.open(path)  # another browser: it hears nothing of the first
    one.play("a1")
    expect(one.one(".moves .move")).to_have_count(1)
    two.play("c3")
    expect(two.one(".toast")).to_have_text(
        two.text("This game went on in another window. Here it is as it stands.")
    )
    expect(two.one(".moves .move")).to_have_text(["a1"])
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


def test_two_people_on_two_computers_play_by_a_link(visits: Visits) -> None:
    host = visits.open("/play?game=tictactoe")
    host.button("Share").click()
    host.button("Make a link").click()
    link = host.one("dialog .link input").last
    expect(link).to_have_value(re.compile("seat="))
    path = link.input_value().removeprefix(visits.address.rstrip("/"))
    host.page.keyboard.press("Escape")
    guest = visits.open(path, Way("es"))
    expect(guest.one(".match .status")).to_have_text(guest.text("{side} is to move.", side="X"))
    expect(guest.one(".playboard [data-live]")).to_have_count(0)
    assert guest.one(".seat b").all_text_contents() == [
        f"{guest.text('Your host')} · X",
        f"{guest.text('You')} · O",
    ]
    host.play("b2")
    expect(guest.one(".match .status")).to_have_text(guest.text("Your move: {side}", side="O"))
    guest.play("a1")  # it arrives by itself
    expect(host.one(".moves .move")).to_have_text(["b2", "a1"])
    expect(host.one(".match .status")).to_have_text(host.text("Your move: {side}", side="X"))
    expect(guest.one(".playboard [data-live]")).to_have_count(0)
    guest.page.reload()  # who was invited is known again
    expect(guest.one(".seat b").last).to_have_text(f"{guest.text('You')} · O")


def invited(visits: Visits) -> tuple[str, str]:
    """The addresses of a match in the interface, and of the page of its guest."""
    path = visits.match("tictactoe")
    api = f"api/matches/{path.removeprefix('/play/')}"
    match = visits.client.put(f"{api}/invitations", json={"version": 1, "sides": ["min"]}).json()
    return api, f"{path}?seat={match['invites']['min']}"


def test_who_was_offline_sees_what_was_played_meanwhile(visits: Visits) -> None:
    visits.refused = True
    api, path = invited(visits)
    guest = visits.open(path)
    expect(guest.one(".match .status")).to_be_visible()
    guest.page.context.set_offline(True)
    visits.client.post(f"{api}/moves", json={"version": 2, "move": "b2"})
    guest.page.wait_for_timeout(500)
    guest.page.context.set_offline(False)
    expect(guest.one(".moves .move")).to_have_count(1)


def test_a_stream_that_a_proxy_has_refused_is_asked_for_again(visits: Visits) -> None:
    visits.refused = True
    api, path = invited(visits)
    context = visits.open("/practise?seed=7").page.context
    context.route("**/events", lambda route: route.fulfill(status=502))
    guest = visits.window(context, path, Way())
    expect(guest.one(".match .status")).to_be_visible()
    guest.page.wait_for_timeout(500)  # the browser gives such a stream up for good
    context.unroute("**/events")
    visits.client.post(f"{api}/moves", json={"version": 2, "move": "b2"})
    expect(guest.one(".moves .move")).to_have_count(1)


def test_a_link_holds_the_moves_and_the_board_is_cleared_and_turned_round(visits: Visits) -> None:
    visits.refused = True  # a disc more is no position
    visit = visits.open("/play?game=connect4&moves=4+4+3&parameters=" + '{"width":5,"height":4}')
    expect(visit.one(".moves .move")).to_have_text(["4", "4", "3"])
    assert visit.board().count("/") == 3
    visit.button("Set up").click()
    board = visit.one("dialog .editboard:has(svg)")
    board.click(position={"x": 0.16 * board.evaluate("each => each.clientWidth"), "y": 60})
    text = visit.one("dialog [data-field=position]")
    expect(text).to_have_value(re.compile(r"/x\.xx\.$|/x\.xx"))
    visit.button("Clear the board").click()
    expect(text).to_have_value("...../...../...../.....")
    visit.one("dialog").get_by_role("button", name=visit.text("Play from here")).click()
    expect(visit.one("dialog")).to_have_count(0)
    expect(visit.one(".playboard [data-live] [data-action]")).to_have_count(5)

    visits.go(visit, visits.match("tictactoe", "a1", sides=AGAINST))
    expect(visit.one(".moves .move")).to_have_count(2)  # the engine has moved
    letter = "document.querySelector('.playboard text').getBoundingClientRect().x"  # an a
    before = visit.page.evaluate(letter)
    first = visit.one(".seat").first.get_attribute("data-side")
    visit.page.get_by_role("button", name=visit.text("Turn the board")).click()
    assert visit.page.evaluate(letter) > before
    assert visit.one(".seat").first.get_attribute("data-side") != first
    visit.button("Players").click()
    visit.one("dialog").get_by_role("radio", name=visit.text("Two people")).click()
    visit.one("dialog").get_by_role("button", name=visit.text("Take these")).click()
    expect(visit.one(".match .status")).to_have_text(re.compile("(X|O) is to move"))


def test_a_position_is_put_together_by_mouse(visits: Visits) -> None:
    visits.refused = True  # a board is no position until it has as many of the one as of the other
    visit = visits.open("/play?game=morris")
    board = visit.one("dialog .editboard:has(svg)")
    text = visit.one("dialog [data-field=position]")

    def place(column: float, row: float, frame: int) -> Any:
        scale = board.evaluate("each => each.clientWidth / each.firstChild.viewBox.baseVal.width")
        return {
            "x": (frame + 24 * (column + 0.5)) * scale,
            "y": (frame + 24 * (row + 0.5)) * scale,
        }

    def put(sign: str, column: float, row: float, frame: int = 10) -> None:
        visit.one(f"dialog fieldset:first-of-type [value='{sign}']").check()
        shown = text.input_value()
        board.click(position=place(column, row, frame))
        expect(text).not_to_have_value(shown)

    visit.button("Set up").click()
    put("x", 0, 0, 13)
    put("o", 3, 1, 13)
    put("o", 1, 3, 13)
    expect(text).to_have_value("x../.o./.../.o..../.../.../... x 7-7")
    board.evaluate("each => { each.firstChild.dataset.before = '' }")
    board.hover(position=place(3, 1, 13))
    visit.page.mouse.down()
    text.fill("x../.../.../.o..../.../.../... x 8-8")
    expect(visit.one("dialog [data-before]")).to_have_count(0)
    visit.page.mouse.up()  # a click, though another drawing has come
    expect(text).to_have_value("x../.o./.../.o..../.../.../... x 7-7")
    visit.one("dialog [value=moving]").check()
    expect(text).to_have_value("x../.o./.../.o..../.../.../... x")
    put("x", 6, 6, 13)
    expect(visit.one("dialog .sketch")).to_have_count(1)  # as no position it is sketched
    visit.one("dialog [value=placing]").check()
    visit.one("dialog [value=MIN]").check()
    visit.one("dialog").get_by_role("button", name=visit.text("Play from here")).click()
    expect(visit.one(".match .status")).to_contain_text("Orange")
    assert visit.board() == "x../.o./.../.o..../.../.../..x o 6-7"

    visits.go(visit, "/play?game=pacman")
    visit.button("Set up").click()
    put("P", 0, 2)
    put("1", 2, 1)
    expect(text).to_have_value("P a3 G a2 c2 F b2 moves 0 P")
    put("F", 1, 1)
    expect(text).to_have_value("P a3 G a2 c2 F moves 0 P")
    expect(visit.one("dialog .primary")).to_be_disabled()  # without food it is over


def test_saved_games_are_listed_gone_on_with_and_deleted(visits: Visits) -> None:
    visits.match("grundy")  # without a move: it is not kept
    path = visits.match("grundy", parameters={"n": 9}, moves="9=5+4")
    visit = visits.open("/play", Way("es"))
    row = visit.one(f'[data-match="{path.split("/")[-1]}"]')
    expect(row).to_contain_text(visit.text("moves: {count}", count=1))
    expect(visit.one(".matches .gamecard").first).to_have_attribute(
        "data-match", path.split("/")[-1]
    )
    row.get_by_role("link").click()
    expect(visit.one("h1")).to_be_focused()
    visit.page.go_back()
    expect(row).to_be_visible()
    row.get_by_role("button").click()
    visit.one("dialog").get_by_role("button", name=visit.text("Delete")).click()
    expect(row).to_have_count(0)
    expect(visit.one(".toast")).to_have_text(visit.text("Deleted."))


def test_the_list_names_the_sides_as_the_board_does(visits: Visits) -> None:
    person = {"kind": "person"}
    path = visits.match("tictactoe", sides={"max": person, "min": person}, moves="a1 a2 b1 b2 c1")
    visit = visits.open("/play", Way("ca"))
    row = visit.one(f'[data-match="{path.split("/")[-1]}"]')
    expect(row).to_contain_text(visit.text("{side} wins.", side="X"))


def test_a_match_that_is_not_there_is_told(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/play/0123abcd", Way("ca"))
    expect(visit.one("h1")).to_have_text(visit.text("This page cannot be shown"))
    expect(visit.one(".toast")).to_have_attribute("data-kind", "problem")
    assert re.search(r"\w", visit.one("main p").first.text_content() or "")


@pytest.mark.parametrize(
    ("way", "scheme"), some([(Way("en"), "light"), (Way("ca", PHONE), "dark")], 1)
)
def test_where_a_game_is_solved_the_opponent_may_be_perfect(
    visits: Visits, way: Way, scheme: str
) -> None:
    visit = visits.open("/", way, color_scheme=scheme)
    visit.one("[data-game=mnk]").get_by_role("button").last.click()  # the dialog
    perfect = visit.one("dialog .players [data-field=level]").first.locator("[value=perfect]")
    expect(visit.one("dialog [data-field=level]").first).to_be_visible()
    expect(perfect).to_have_count(0)  # six by six are too many positions
    for name in ("columns", "rows", "in_row"):
        visit.fill(visit.one(f"dialog [data-parameter={name}]"), "3")
    expect(perfect).to_have_count(1)
    title = {"en": "Perfect", "ca": "Perfecte"}[way.lang]
    expect(perfect).to_contain_text(title)
    visit.one("dialog [data-field=level]").first.select_option("perfect")
    visit.one("dialog [type=submit]").click()
    expect(visit.one(".seats, .match").first).to_contain_text(title)
    visit.one(".analysis input").click()
    expect(visit.one(".analysis .facts")).to_contain_text(visit.text("all positions solved"))
    expect(visit.one(".playboard .worth.best")).to_have_count(9)  # an empty board is a draw
    visit.play("a1")
    expect(visit.one(".moves .move")).to_have_text(["a1", "b2"])  # the one answer to a corner
    visit.play("b1")
    expect(visit.one(".moves .move")).to_have_count(4)
    # Elsewhere nothing is solved: who was perfect does their best there.
    visits.go(visit, "/play?game=connect4")
    full = {"en": "Full strength", "ca": "Força màxima"}[way.lang]
    expect(visit.one(".seats, .match").first).to_contain_text(full)
