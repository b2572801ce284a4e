"""What the page of a match says: of positions, of what values rest on, of one and several."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import Visit, Visits, Way, eventually
from tests.long import some
from tests.patience import COMPILING


def evaluated(visit: Visit, module: str, expression: str) -> Any:
    """What an expression gives that uses the names of a module of the page, and its texts."""
    return visit.page.evaluate(
        f"""async () => {{
          const module = await import("/parts/{module}.js");
          const {{ fill, t }} = await import("/parts/texts.js");
          return {expression};
        }}"""
    )


@pytest.mark.parametrize("lang", some(["ca", "en", "es"], 3))
def test_the_board_is_called_by_words(visits: Visits, lang: str) -> None:
    visit = visits.open(visits.match("tictactoe", "b2 b1"), Way(lang))
    board, title = visit.one(".playboard svg"), visit.one("h1").text_content()
    turn, last = (
        visit.text("{side} is to move.", side="X"),
        visit.text("Last move: {move}.", move="b1"),
    )
    keys = visit.text("Arrow keys choose a move, Enter plays it.")
    expect(board).to_have_attribute("aria-label", f"{title}. {turn} {last} {keys}")
    visit.page.keyboard.press("Home")
    start = f"{title}. {turn} {visit.text('No move yet.')}"
    expect(board).to_have_attribute("aria-label", re.compile(re.escape(start)))
    visits.go(visit, visits.match("tictactoe", "a1 b1 a2 b2 a3"))
    won, last = visit.text("{side} wins.", side="X"), visit.text("Last move: {move}.", move="a3")
    expect(board).to_have_attribute("aria-label", f"{title}. {won} {last}")


def test_the_editor_names_the_players_as_its_buttons_do(visits: Visits) -> None:
    visit = visits.open(visits.match("connect4"))
    visits.refused = True  # what is no position is asked about, too
    visit.button("Set up").click()
    label = "The position as text: x Blue, o Orange, . Nothing"
    expect(visit.page.get_by_label(label)).to_be_visible()
    drawing = visit.one("dialog svg.game-board")
    expect(drawing).to_have_attribute("aria-label", "Connect four")
    visit.one('dialog input[value="o"]').check()
    visit.one("dialog .editboard").click()
    problem = visit.one("dialog .problem")
    expect(problem).to_contain_text("the first has as many discs as the second, or one more")
    assert re.search(r"\b[xo]\b", (problem.text_content() or "").rpartition("'")[2]) is None


def test_what_is_known_of_the_usual_rules_is_not_said_of_others(visits: Visits) -> None:
    visit = visits.open("/play?game=connect4")
    for parameters, said in (({}, 1), ({"width": 5, "height": 4}, 0)):
        visits.go(visit, visits.match("connect4", parameters=parameters))
        visit.button("Rules").click()
        expect(visit.one("dialog p").first).to_contain_text("Four in a row")
        expect(visit.one("dialog").get_by_text("solved: whoever begins wins")).to_have_count(said)
    visits.go(visit, "/")
    expect(visit.one("[data-game=pacman] .facts")).to_contain_text(visit.text("not solved"))


@pytest.mark.parametrize("lang", some(["en", "ca", "es"], 3))
def test_what_proves_a_value_is_said_and_not_how_far_was_looked(visits: Visits, lang: str) -> None:
    visit = visits.open(visits.match("tictactoe"), Way(lang))
    visit.one(".analysis input").click()
    facts = visit.one(".analysis .facts")
    solved = visit.text("all positions solved")
    expect(facts).to_have_text(f"{solved} · {visit.text('proven')}")
    reach = "[...['engine', 'tablebase', 'solved'].map((algorithm) => module.reach("
    reach += "{ proven: true, algorithm, depth: 2 })), module.reach({ depth: 1 })]"
    assert evaluated(visit, "worth", reach) == [
        visit.text("solved by search"),
        visit.text("from the tablebase"),
        solved,
        visit.text("looked {count} ply ahead", count=1),
    ]


@pytest.mark.parametrize("lang", some(["en", "ca", "es"], 3))
def test_one_is_not_several(visits: Visits, lang: str) -> None:
    visit = visits.open(visits.match("tictactoe", "b2"), Way(lang))
    visit.page.keyboard.press("Home")
    words = {
        "en": ("After 0 of 1 move.", ["1 point", "2 points"]),
        "es": ("Tras 0 de 1 jugada.", ["1 punto", "2 puntos"]),
        "ca": ("Després de 0 de 1 jugada.", ["1 punt", "2 punts"]),
    }
    expect(visit.one(".match .status")).to_have_text(words[lang][0])
    points = "[1, 2].map((count) => fill(t('{count} point', '{count} points'), { count }))"
    assert evaluated(visit, "worth", points) == words[lang][1]


def test_why_says_what_the_analysis_beside_it_says(visits: Visits) -> None:
    """As deep as the analysis is, and again when that has gone deeper."""
    visit = visits.open(visits.match("connect4", "4 4"))
    visit.one(".analysis input").click()
    visit.page.wait_for_selector(".playboard .worth", timeout=1000 * COMPILING)
    visit.button("What is best here?").click()

    def depths() -> list[str]:
        texts = visit.one(".analysis .facts, .said p").all_text_contents()
        return [
            found[1] for text in texts if (found := re.search(r"(\d+) pl(?:y|ies) ahead", text))
        ]

    eventually(visit.page, lambda: len(depths()) == 2 and len(set(depths())) == 1)
    first = depths()[0]
    eventually(visit.page, lambda: depths()[0] != first and len(set(depths())) == 1)
    best = visit.one(".lines .mono").first.text_content() or ""
    assert re.match(rf"{best[0]} is |All moves", visit.one(".said p").first.text_content() or "")
