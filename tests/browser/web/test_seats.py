"""Seats on the page: three players, engines among themselves, a puzzle, and who begins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import PERSON, PHONE, WAYS, Visit, Visits, Way

BEGINNER = {"kind": "engine", "level": "beginner"}
THREE = {"p1": PERSON, "p2": BEGINNER, "p3": BEGINNER}


def press(visit: Visit, *moves: str) -> None:
    """Plays moves that have no place on the board, each when the one before is played."""
    count = visit.one(".moves .move").count()
    for number, move in enumerate(moves, count + 1):
        visit.one(f'.playboard [data-move="{move}"]').click()
        expect(visit.one(".moves .move")).to_have_count(number)


def test_a_person_plays_against_two_engines(visits: Visits) -> None:
    visit = visits.open('/play?game=lastmatch&parameters={"matches":20}')
    seats = visit.one(".seat")
    expect(seats).to_have_count(3)
    expect(seats.last).to_contain_text("You · A")  # who looks sits at the bottom
    assert [seats.nth(i).get_attribute("data-side") for i in range(3)] == ["P2", "P3", "P1"]
    assert [seats.nth(i).get_attribute("data-owner") for i in range(3)] == [
        "orange",
        "green",
        "blue",
    ]
    expect(visit.one(".match .status")).to_have_text("Your move: A")
    visit.play("1")
    expect(visit.one(".moves .move")).to_have_count(3)  # both engines have moved
    expect(visit.one(".match .status")).to_have_text("Your move: A")
    expect(visit.one(".moves li")).to_have_count(1)  # a column for each player
    visit.button("Undo").click()
    expect(visit.one(".moves .undone")).to_have_count(3)
    visit.button("Change seats").click()
    expect(visit.one('.seat[data-side="P3"]')).to_contain_text("You · C")
    expect(visit.one(".match .status")).to_have_text("Your move: C")  # the engines began again
    visit.expect_steady()


def test_values_of_three_are_what_each_gets(visits: Visits) -> None:
    three = dict.fromkeys(("p1", "p2", "p3"), PERSON)
    visit = visits.open(visits.match("Round", "1 2", sides=three), Way(screen=PHONE))
    visit.one(".analysis input").click()
    sentence = visit.one(".analysis .sentence")
    expect(sentence).to_have_text("Best play: Ann 0, Bob 1, Cat 2.")
    expect(visit.one(".meter")).to_be_hidden()  # nobody is simply ahead
    expect(visit.one(".record .graph")).to_be_hidden()
    expect(visit.one(".lines .badge").first).to_have_attribute("title", re.compile("Ann 0, Bob 1"))
    visit.button("What is best here?").click()
    expect(visit.one(".said")).to_contain_text("the value is Ann 0, Bob 1, Cat 2")
    press(visit, "1", "1", "1")
    expect(visit.one(".match .status")).to_have_text("Ann wins: Ann 2, Bob 1, Cat 0.")
    scores = {"P1": "2", "P2": "1", "P3": "0"}
    for side, score in scores.items():
        expect(visit.one(f'.seat[data-side="{side}"] .score')).to_have_text(score)
    visits.go(visit, "/play")
    card = visit.one(".matches .gamecard").first
    expect(card).to_contain_text("A person – A person – A person")
    expect(card).to_contain_text("Ann wins: Ann 2, Bob 1, Cat 0.")


def test_three_engines_are_watched(visits: Visits) -> None:
    sides = dict.fromkeys(("p1", "p2", "p3"), BEGINNER)
    visit = visits.open(visits.match("lastmatch", sides=sides))
    expect(visit.one(".match .status")).to_contain_text(re.compile("[ABC] wins: A [01], B [01]"))
    expect(visit.one(".seat .score")).to_have_count(3)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_three_people_play_in_three_browsers(visits: Visits, way: Way) -> None:
    people = dict.fromkeys(("p1", "p2", "p3"), PERSON)
    path = visits.match("lastmatch", sides=people)
    host = visits.open(path, way)
    host.use(host.button("Share"))
    links = host.one("dialog .link input[value*=seat]")
    for count in (1, 2):
        host.use(host.button("Make a link"))
        expect(links).to_have_count(count)
    expect(host.button("Make a link")).to_have_count(0)  # the host plays, too
    host.expect_steady()
    tokens = [links.nth(i).input_value().partition("?")[2] for i in range(2)]
    host.page.keyboard.press("Escape")
    bob, cat = (visits.open(f"{path}?{token}") for token in tokens)
    assert names(bob, "P1", "P2", "P3") == ["Your host · A", "You · B", "Another guest · C"]
    for number, mover in enumerate((host, bob, cat, host, bob)):
        for other in (host, bob, cat):
            expect(other.one(".moves .move")).to_have_count(number)
            live = other.one(".playboard [data-live]")
            expect(live).to_have_count(1 if other is mover else 0)
        mover.play("1")
    expect(host.one(".moves .move")).to_have_count(5)  # a change is meant for what its page shows
    host.use(host.button("Share"))
    host.use(host.button("End the invitation: {side}", side="B"))
    expect(links).to_have_count(1)
    host.page.keyboard.press("Escape")
    cat.page.reload()  # who was invited is known again
    cat.play("1")
    expect(host.one(".moves .move")).to_have_count(6)
    bob.button("Share").click()
    expect(bob.button("Leave the seat")).to_have_count(0)  # it was taken from him
    bob.page.keyboard.press("Escape")
    host.use(host.button("Change seats"))
    expect(cat.one('.seat[data-side="P2"]')).to_contain_text("You · B")  # and sits at the bottom
    expect(cat.one(".seat").last).to_have_attribute("data-side", "P2")
    cat.button("Share").click()
    cat.button("Leave the seat").click()
    expect(cat.button("Leave the seat")).to_have_count(0)
    cat.page.keyboard.press("Escape")
    assert names(cat, "P2") == ["Your guest · B"]  # on this computer everybody else is the host
    visits.go(cat, f"{path}?{tokens[1]}")
    assert names(cat, "P2") == ["You · B"]


def names(visit: Visit, *sides: str) -> list[str]:
    """What the players at some seats are called."""
    return [visit.one(f'.seat[data-side="{side}"] b').inner_text() for side in sides]


def test_a_puzzle_is_for_one(visits: Visits) -> None:
    visit = visits.open("/play?game=Ladder", Way("ca"))
    expect(visit.one(".seat")).to_have_count(1)
    expect(visit.button("Swap sides")).to_have_count(0)
    press(visit, "x2", "x2", "+1", "x2")
    expect(visit.one(".seat .score")).to_have_text("1")
    visit.button("Share").click()
    expect(visit.one("dialog [data-field=guest]")).to_have_count(0)  # nobody else plays


def test_the_seats_follow_the_number_of_players(visits: Visits) -> None:
    visit = visits.open("/")
    visit.one("[data-game=lastmatch] button").click()
    dialog = visit.one("dialog")
    expect(dialog.locator(".players legend")).to_have_text(["A", "B", "C"])
    dialog.locator("[data-parameter=count]").fill("4")
    expect(dialog.locator(".players legend")).to_have_text(["A", "B", "C", "D"])
    dialog.get_by_role("button", name="Begin").click()
    expect(visit.one(".seat")).to_have_count(4)


def test_where_nobody_can_choose_who_begins_the_dialog_says_so(visits: Visits) -> None:
    visit = visits.open("/")
    visit.one("[data-game=connect4] button").click()
    said = "{side} begins: so it is in the rules. Whoever wants to begin takes that side."
    expect(visit.one("dialog .begins")).to_have_text(visit.text(said, side="Blue · MAX"))
    visit.page.keyboard.press("Escape")
    visit.one("[data-game=nim] button").click()
    expect(visit.one("dialog [type=radio][value=MIN]")).to_have_count(1)
    expect(visit.one("dialog .begins")).to_be_empty()
