"""A game of one's own, written in an editor beside the page that shows it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.web.visits import Visits, eventually
from tests.patience import PATIENCE
from tests.web.process import Server
from tests.web.test_saves import GAME

DRAWN = """
    def draw_svg(self, state, last=None):
        from zermelo.board import caption, picture
        return picture(60, 20, "coins", caption("label", 30, 10, 8, f"coins: {state[0]}"))
"""
GAME = GAME.format(name="Coins").replace("from most import MOST", "MOST = 3") + DRAWN


def saved(file: Path, old: str = "", new: str = "") -> None:
    file.write_text(GAME.replace(old, new) if old else GAME)


def test_the_page_follows_what_is_saved(browser: Browser, tmp_path: Path) -> None:
    expect.set_options(timeout=1000 * PATIENCE)
    file = tmp_path / "coins.py"
    saved(file)
    with Server(tmp_path, "--game", f"{file}:Coins") as server:
        visits = Visits(browser, server.address)
        visits.refused = True  # what a mistake in the file leads to
        try:
            play(visits, file)
            explain(visits, file)
        finally:
            visits.close()
        assert (visits.complaints, visits.strangers) == ([], [])


def play(visits: Visits, file: Path) -> None:
    """A match goes on by the new rules, as far as they know its moves."""
    visit = visits.open(visits.match("Coins", moves="1 2 3 1"))
    board, record = visit.one(".playboard svg"), visit.one(".moves .move")
    visit.page.evaluate("window.same = true")  # until somebody reloads the page
    expect(board).to_contain_text("coins: 2")
    saved(file, '"coins: ', '"money: ')
    expect(board).to_contain_text("money: 2")
    expect(record).to_have_count(4)
    saved(file, "def is_terminal(self, state)", "def is_terminal(self, state")
    told = visit.page.get_by_role("alert")
    expect(told).to_contain_text("coins.py does not import: SyntaxError: invalid syntax (line 12)")
    expect(board).to_contain_text("money: 2")  # what was there
    saved(file, "MOST = 3", "MOST = 1 // 0")
    expect(told).to_contain_text("ZeroDivisionError: integer division or modulo by zero")
    expect(told).to_contain_text("in coins.py, <module> (line 3)")
    saved(file, "MOST = 3", "MOST = 2")
    expect(told).to_have_count(0)
    expect(board).to_contain_text("coins: 6")
    expect(record).to_have_count(2)
    lost = "The rules have changed: they do not allow the last {count} move."
    expect(visit.one(".toast")).to_contain_text(visit.text(lost, count=2))
    saved(file)
    expect(board).to_contain_text("coins: 2")  # nothing was lost
    expect(record).to_have_count(4)
    saved(file, "return picture", "return 1 // 0, picture")
    expect(told).to_contain_text("in coins.py, draw_svg (line 18)")
    saved(file)
    expect(told).to_have_count(0)
    visit.use(visit.button("Undo"))  # it can be played again
    expect(visit.one(".moves .undone")).to_have_count(1)
    assert visit.page.evaluate("window.same")


def explain(visits: Visits, file: Path) -> None:
    """The search that is explained is one of the new rules."""
    visit = visits.open("/explain?game=Coins&parameters={%22start%22:3}&algorithm=minimax&depth=9")
    places = "document.querySelector('zermelo-player').story?.runs[0].places.length"
    eventually(visit.page, lambda: visit.page.evaluate(places) == 8)
    saved(file, "MOST = 3", "MOST = 1")
    eventually(visit.page, lambda: visit.page.evaluate(places) == 4)
    saved(file, "MOST = 3", "MOST =")
    told = visit.page.get_by_role("alert").filter(has_text="SyntaxError")
    expect(told).to_contain_text("(line 3)")
    saved(file)
    expect(told).to_have_count(0)
    eventually(visit.page, lambda: visit.page.evaluate(places) == 8)
