"""A finger on a screen: taps, a drag, and two fingers that pinch."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.web.visits import PHONE, Visit, Visits, Way, eventually

FINGER = Way("en", PHONE, "touch")
VIEW = "document.querySelector('zermelo-player .pane > svg').getAttribute('viewBox')"


def fingers(visit: Visit, *ways: list[tuple[float, float]]) -> None:
    """Puts a finger down for each way, moves all of them along, rests, and lifts them.

    What is lifted while it moves is a fling, and the next tap only ends that.
    """
    session = visit.page.context.new_cdp_session(visit.page)

    def send(kind: str, points: list[tuple[float, float]]) -> None:
        touched: list[dict[str, Any]] = [
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)
        ]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    first, *rest = zip(*ways, strict=True)
    send("touchStart", list(first))
    for points in rest:
        send("touchMove", list(points))
    visit.page.wait_for_timeout(200)
    send("touchMove", list(rest[-1]))
    send("touchEnd", [])
    session.detach()


def view(visit: Visit) -> list[float]:
    """What of the drawing is in sight: left, top, width, height."""
    return [float(number) for number in visit.page.evaluate(VIEW).split()]


def test_a_drawing_is_moved_by_a_finger_and_zoomed_by_two(visits: Visits) -> None:
    visit = visits.open("/explain", FINGER)
    visit.page.wait_for_selector("zermelo-player[data-step]:not([aria-busy])")
    box = visit.one("zermelo-player .pane > svg").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 0.75 * box["height"]
    before = view(visit)
    fingers(visit, [(x, y), (x - 30, y), (x - 60, y)])
    moved = view(visit)
    assert moved[0] > before[0] + 20
    assert moved[2:] == before[2:]
    apart = [(x - 20, y), (x - 50, y), (x - 80, y)]
    fingers(visit, apart, [(2 * x - across, down) for across, down in apart])
    zoomed = view(visit)
    assert zoomed[2] < 0.5 * moved[2]  # nearer
    visit.use(visit.one('zermelo-player .zooms [aria-keyshortcuts="f"]'))
    eventually(visit.page, lambda: view(visit)[2] > zoomed[2])  # it glides there
    visit.use(visit.one("zermelo-player [data-do=forward]"))
    expect(visit.one("zermelo-player")).to_have_attribute("data-step", "1")
    visit.use(visit.one('zermelo-player .place[data-place="0"] .shape'))  # a tap is no drag
    expect(visit.one("zermelo-player .node")).to_contain_text("A")


def test_an_exercise_is_answered_by_taps(visits: Visits) -> None:
    visit = visits.open(
        "/practise?kind=alphabeta&seed=7&level=values&shape=depth=2 branching=2", FINGER
    )
    visit.use(visit.one('.drawing .place[data-place="0"] .shape'))
    card = visit.one(".nodecard")
    expect(card).to_be_in_viewport(ratio=1)
    visit.one('[data-card="A.value"]').fill("3")
    visit.use(visit.one(".nodecard .primary"))
    expect(visit.one('[data-card="B.value"]')).to_be_focused()
    expect(card).to_be_in_viewport(ratio=1)
    leaf = visit.one('.drawing .place[data-kind="LEAF"]').last
    visit.page.keyboard.press("Escape")
    visit.use(leaf.locator(".shape"))
    expect(leaf).to_have_attribute("data-status", "cut")
    visit.use(leaf.locator(".shape"))
    expect(leaf).not_to_have_attribute("data-status", "cut")


def test_a_game_is_played_and_looked_back_at_by_taps(visits: Visits) -> None:
    visit = visits.open(visits.match("connect4"), FINGER)
    for count, move in enumerate("443", start=1):
        visit.play(move)
        expect(visit.one(".moves .move")).to_have_count(count)
    expect(visit.one(".moves .move")).to_have_text(["4", "4", "3"])
    visit.use(visit.one(".moves .move").first)
    expect(visit.one(".match .status")).to_have_text(
        visit.text("After {at} of {count} move.", at=1, count=3)
    )
    visit.use(visit.button("Back to the game"))
    visit.use(visit.button("Undo"))
    expect(visit.one(".moves .undone")).to_have_count(1)
    assert visit.page.evaluate("scrollX") == 0  # nothing sticks out that a finger would drag along
