"""A piece, then its target: with the mouse, by dragging, with a finger, and with the keys alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.web.test_touch import fingers
from tests.browser.web.visits import PERSON, PHONE, Visit, Visits, Way
from tests.long import some

FINGER = Way("en", PHONE, "touch")
KEYS = Way("es", PHONE, "keys")
PEOPLE = {"max": PERSON, "min": PERSON}


def begun(visits: Visits, way: Way | None = None, **more: Any) -> Visit:
    """A match of the game whose pieces move, before its first move: a3-a2 a3-b2 c4-c3 c5-c3 ..."""
    visit = visits.open(visits.match("Skirmish", sides=PEOPLE, **more), way)
    expect(visit.one('.playboard [data-may="piece"]')).to_have_count(4)
    return visit


def cell(visit: Visit, name: str) -> Locator:
    return visit.one(f'.playboard [data-cell="{name}"]')


def choosable(visit: Visit) -> dict[str, str]:
    """The cells that can be chosen now, and as what."""
    found = visit.one(".playboard [data-may]")
    return dict(found.evaluate_all("all => all.map(({ dataset }) => [dataset.cell, dataset.may])"))


def middle(visit: Visit, name: str) -> tuple[float, float]:
    box = cell(visit, name).locator(".hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(visit: Visit, *names: str) -> None:
    """Takes a piece along with the mouse."""
    mouse = visit.page.mouse
    mouse.move(*middle(visit, names[0]))
    mouse.down()
    for name in names[1:]:
        mouse.move(*middle(visit, name), steps=4)
    mouse.up()


def played(visit: Visit, *moves: str) -> None:
    expect(visit.one(".moves .move")).to_have_text([*moves])


@pytest.mark.parametrize("way", some([Way(), FINGER], 2), ids=str)
def test_a_piece_is_chosen_and_then_its_target(visits: Visits, way: Way) -> None:
    visit = begun(visits, way)
    assert choosable(visit) == dict.fromkeys(("a3", "c4", "c5", "d5"), "piece")
    visit.use(cell(visit, "a3"))
    assert choosable(visit) == {"a3": "held", "a2": "target", "b2": "target"}
    visit.use(cell(visit, "d5"))  # another piece instead
    assert choosable(visit) == {"d5": "held", "d4": "target"}
    visit.use(cell(visit, "d5"))  # and let go
    assert set(choosable(visit).values()) == {"piece"}
    visit.use(cell(visit, "a3"))
    visit.use(cell(visit, "e1"))  # no target
    assert set(choosable(visit).values()) == {"piece"}
    visit.use(cell(visit, "a3"))
    visit.use(visit.one(".match .status"))  # nor is what is not on the board
    assert set(choosable(visit).values()) == {"piece"}
    visit.use(cell(visit, "a3"))
    visit.use(cell(visit, "b2"))
    played(visit, "a3-b2")
    assert choosable(visit) == dict.fromkeys(("a1", "b1", "c2", "d1"), "piece")


def test_a_route_goes_on_until_one_move_is_left(visits: Visits) -> None:
    visit = begun(visits)
    cell(visit, "c5").click()
    cell(visit, "c3").click()  # one hop, or two: it is held there
    assert choosable(visit) == {"c3": "held", "c1": "target"}
    cell(visit, "c3").click()  # that is all
    played(visit, "c5-c3")
    visit.button("Undo").click()
    expect(visit.one(".moves .undone")).to_have_count(1)
    cell(visit, "c5").click()
    cell(visit, "c3").click()
    cell(visit, "c1").click()  # what shall it be there?
    choices = visit.one(".playboard .which button")
    expect(choices).to_have_text(["c5-c3-c1=Q", "c5-c3-c1=N"])
    expect(choices.first).to_be_focused()
    visit.page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    assert set(choosable(visit).values()) == {"piece"}
    for name in ("c5", "c3", "c1"):
        cell(visit, name).click()
    choices.last.click()
    played(visit, "c5-c3-c1=N")
    expect(visit.one(".match .status")).to_have_text("MAX wins.")


def test_a_piece_is_dragged(visits: Visits) -> None:
    visit = begun(visits)
    x, y = middle(visit, "a3")
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x + 20, y - 20)
    assert choosable(visit) == {"a3": "held", "a2": "target", "b2": "target"}
    expect(visit.one(".ghost.lift")).to_have_count(1)
    visit.page.mouse.move(x, y)
    visit.page.mouse.up()  # back where it was
    assert set(choosable(visit).values()) == {"piece"}
    expect(visit.one(".ghost")).to_have_count(0)
    drag(visit, "a3", "d3")  # it cannot go there
    assert set(choosable(visit).values()) == {"piece"}
    drag(visit, "a3", "b2")
    played(visit, "a3-b2")


def test_a_piece_is_dragged_by_a_finger(visits: Visits) -> None:
    visit = begun(visits, FINGER)
    (x, y), there = middle(visit, "a3"), middle(visit, "a2")
    fingers(visit, [(x, y), (x, y - 10), there])
    played(visit, "a3-a2")
    assert visit.page.evaluate("scrollY") == 0  # the page has not gone along


def test_pieces_move_by_the_keys_alone(visits: Visits) -> None:
    visit = begun(visits, KEYS)
    keys = visit.page.keyboard
    visit.tab_to(visit.one('.playboard [data-may][tabindex="0"]'))
    visit.walk_to(cell(visit, "c5"))
    keys.press("Enter")
    expect(visit.one(".playboard .sr")).to_have_text(
        visit.text("{cell} is chosen. Targets: {targets}.", cell="c5", targets="c3")
    )
    expect(cell(visit, "c5")).to_be_focused()
    expect(cell(visit, "c5")).to_have_attribute("aria-pressed", "true")
    visit.walk_to(cell(visit, "c3"))
    wanted = visit.text("from {from} to {to}", **{"from": "c5", "to": "c3"})
    expect(cell(visit, "c3")).to_have_attribute("aria-label", wanted)
    keys.press("Escape")  # the piece has the focus again
    expect(cell(visit, "c5")).to_be_focused()
    wanted = visit.text("{cell}: a piece with {count} move", cell="c5", count=3)
    expect(cell(visit, "c5")).to_have_attribute("aria-label", wanted)
    keys.press("Enter")
    visit.walk_to(cell(visit, "c3"))
    keys.press(" ")
    visit.walk_to(cell(visit, "c1"))
    keys.press("Enter")
    expect(visit.one(".which button").first).to_be_focused()
    keys.press("Enter")
    played(visit, "c5-c3-c1=Q")


def test_what_moves_are_worth_is_said_of_pieces_and_of_targets(visits: Visits) -> None:
    visit = begun(visits)
    visit.one(".analysis input").click()
    expect(visit.one(".analysis .sentence")).to_have_text("Best play: MAX wins at once.")
    worths = visit.one(".playboard .worth")
    expect(worths).to_have_count(4)
    expect(visit.one(".playboard .worth.best text")).to_have_text(["W1"])
    label = cell(visit, "c5").get_attribute("aria-label")
    assert label == "c5: a piece with 3 moves: MAX wins at once"
    cell(visit, "a3").click()
    expect(worths).to_have_count(2)  # of its two targets
    visit.one(".analysis input").click()
    expect(worths).to_have_count(0)


def test_a_position_that_comes_meanwhile_takes_the_piece_out_of_the_hand(visits: Visits) -> None:
    visit = begun(visits)
    cell(visit, "a3").click()
    id = visit.page.url.rsplit("/", 1)[1]
    visits.ask(f"matches/{id}/moves", {"version": 1, "move": "d5-d4"})
    visit.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    played(visit, "d5-d4")
    assert set(choosable(visit).values()) == {"piece"}
    cell(visit, "c2").click()
    assert choosable(visit)["c2"] == "held"
