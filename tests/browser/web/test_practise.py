"""Practise: exercises answered and graded on the page, a run of them, and scores."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import PHONE, WAYS, Visit, Visits, Way
from zermelo.exercise import make
from zermelo.exercise.items import text_of


def answers(kind: str, seed: int, shape: str = "") -> dict[str, str]:
    """The right answers, from the exercise itself."""
    made = make(kind, seed, shape)
    found = {item.id: made.task.solution.get(item.id) for item in made.task.items}
    return {name: text_of(value) for name, value in found.items() if value is not None}


def marks_for(kind: str, seed: int, shape: str, *items: str) -> int:
    """The marks for some items, or for all."""
    task = make(kind, seed, shape).task
    return sum(map(task.weight, items or task.solution))


def write(visit: Visit, item: str, text: str) -> None:
    field = visit.one(f'[data-item="{item}"]')
    if field.evaluate("field => field.tagName") == "SELECT":
        visit.choose(field, text)
    else:
        visit.fill(field, text)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_an_exercise_is_answered_and_graded(visits: Visits, way: Way) -> None:
    visit = visits.open("/practise?kind=minimax&seed=7&shape=depth%3D2+branching%3D2", way)
    right = answers("minimax", 7, "depth=2 branching=2")
    expect(visit.one("[data-item]")).to_have_count(len(right))
    for item, text in right.items():
        write(visit, item, text)
    visit.use(visit.button("practise.check"))
    count = marks_for("minimax", 7, "depth=2 branching=2")
    expect(visit.one(".result .total")).to_have_text(
        visit.text("practise.marks", marks=count, all=count)
    )
    expect(visit.one('[data-verdict="right"]')).to_have_count(len(right))
    write(visit, "B.value", "77")
    visit.use(visit.button("practise.check"))
    expect(visit.one('[data-item="B.value"]')).to_have_attribute("data-verdict", "wrong")
    expect(visit.one(".result .remark")).to_contain_text("77")


def test_what_is_written_stands_in_the_drawing(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta&seed=7")
    visit.one('[data-item="A.value"]').fill("8")
    visit.one('[data-item="A.alpha"]').fill("-inf")
    root = visit.one(".drawing .place").first
    expect(root.locator('[data-part="returned"]')).to_have_text("↑8")
    expect(root.locator('[data-part="passed"]')).to_have_text("[-inf, _____]")
    expect(root).to_have_attribute("data-lit", "")
    leaf = visit.one('.drawing .place[data-kind="LEAF"]').first
    leaf.click()
    expect(visit.one(":focus")).to_have_attribute("data-item", "d1.state")
    visit.one('[data-item="d1.state"]').select_option("pruned")
    expect(leaf).to_have_attribute("data-status", "cut")
    visit.one('[data-item="d1.state"]').select_option("searched")
    expect(leaf).to_have_attribute("data-status", "")


def test_values_of_minimax_stand_in_the_nodes(visits: Visits) -> None:
    visit = visits.open("/practise?kind=minimax&seed=7")
    visit.one('[data-item="B.value"]').fill("8")
    visit.one('[data-item="B.value"]').fill("12")
    value = visit.one('.drawing .place:has(title:text-is("B")) [data-part="value"]')
    expect(value).to_have_text("12")


def test_answers_that_cannot_be_read_are_told_and_nothing_is_marked(visits: Visits) -> None:
    visit = visits.open("/practise?kind=minimax&seed=7", Way("es"))
    visit.one('[data-item="A.value"]').fill("mucho")
    visit.button("practise.check").click()
    expect(visit.one(".result .problem")).to_have_text(visit.text("practise.unreadable"))
    expect(visit.one('[data-item="A.value"]')).to_have_attribute("aria-invalid", "true")
    expect(visit.one("[data-verdict]:is(input, select)")).to_have_count(0)


def test_the_solution_is_shown(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta&seed=7")
    visit.button("practise.solution").click()
    expect(visit.one('[data-item="A.value"]')).to_be_disabled()
    right = answers("alphabeta", 7)
    for item in ("A.value", "A.move", "B.beta", "d1.state"):
        assert visit.one(f'[data-item="{item}"]').input_value() == right[item]
    expect(visit.one(".drawing .place").first).to_have_attribute("data-status", "done")


def test_a_shape_that_no_tree_has_is_told(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/practise?kind=alphabeta&seed=7")
    visit.one("[data-shape=deep]").fill("9")
    visit.one("[data-shape=deep]").press("Enter")
    expect(visit.one(".practise .problem")).not_to_be_empty()
    visit.one("[data-shape=deep]").fill("")
    visit.one("[data-shape=deep]").press("Enter")
    expect(visit.one("[data-item]").first).to_be_visible()


@pytest.mark.parametrize("way", [Way("en"), Way("ca", PHONE, "keys")], ids=str)
def test_a_run_and_its_score(visits: Visits, way: Way) -> None:
    visit = visits.open("/practise?kind=minimax&shape=depth%3D1+branching%3D2", way)
    visit.use(visit.button("practise.begin", count=5))
    marks = out_of = 0
    for count in range(1, 6):
        expect(visit.one(".progress")).to_contain_text(f"{count} ")
        expect(visit.one(".exercise h2")).to_be_focused()
        seed = int(visit.one("[data-field=seed]").input_value())
        right = answers("minimax", seed, "depth=1 branching=2")
        out_of += marks_for("minimax", seed, "depth=1 branching=2")
        lost = ["A.value"] if count == 1 else []
        marks -= marks_for("minimax", seed, "depth=1 branching=2", *lost) if lost else 0
        for item, text in right.items():
            write(visit, item, text if count > 1 or item != "A.value" else "99")
        visit.use(visit.button("practise.check"))
        last = visit.button("practise.finish" if count == 5 else "practise.next")
        expect(last).to_be_focused()
        visit.page.keyboard.press("Enter")
    marks += out_of
    expect(visit.one(".finished .total")).to_have_text(
        visit.text("practise.marks", marks=marks, all=out_of)
    )
    visit.fill(visit.one("[data-field=name]"), "Ada")
    visit.use(visit.button("practise.save"))
    row = visit.one(".practise tbody tr").first
    expect(row).to_contain_text("Ada")
    expect(row).to_contain_text(f"{marks} / {out_of}")
    saved = visits.ask("scores")["scores"][0]
    assert (saved["name"], saved["marks"], saved["out_of"]) == ("Ada", marks, out_of)


def test_a_run_goes_on_when_the_page_is_loaded_again(visits: Visits) -> None:
    visit = visits.open("/practise?kind=minimax&shape=depth%3D1+branching%3D2")
    visit.use(visit.button("practise.begin", count=5))
    expect(visit.one(".exercise h2")).to_be_focused()
    seed = int(visit.one("[data-field=seed]").input_value())
    for item, text in answers("minimax", seed, "depth=1 branching=2").items():
        write(visit, item, text)
    visit.use(visit.button("practise.check"))
    worth = marks_for("minimax", seed, "depth=1 branching=2")
    marks = visit.text("practise.progress", count=1, all=5, marks=worth, of=worth)
    expect(visit.one(".progress")).to_have_text(marks)
    visit.page.reload()
    expect(visit.one(".progress")).to_have_text(marks)
    expect(visit.button("practise.check")).to_be_disabled()  # it is graded already
    visit.use(visit.button("practise.next"))
    expect(visit.button("practise.check")).to_be_enabled()
    second = visit.text("practise.progress", count=2, all=5, marks=worth, of=worth)
    visit.page.reload()
    expect(visit.one(".progress")).to_have_text(second)
    visits.go(visit, "/lab")
    visits.go(visit, "/practise")
    expect(visit.one(".progress")).to_have_text(second)
    assert int(visit.one("[data-field=seed]").input_value()) == seed + 1


def test_the_steps_are_those_of_the_exercise(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta-right&seed=7")
    visit.page.get_by_role("link", name=visit.text("practise.step"), exact=True).click()
    expect(visit.one("zermelo-player")).to_be_visible()
    assert "order=right" in visit.page.url


def test_the_convention_of_a_lecture(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta&seed=7")
    lecture = visit.one('[data-field="convention"]')
    expect(lecture).to_have_value("002")
    visit.choose(lecture, "000")
    expect(visit.one('[data-shape="returns"]')).to_have_value("bound")
    visit.page.wait_for_url("**returns%3Dbound**")
    right = answers("alphabeta", 7, "returns=bound")
    for item, text in right.items():
        write(visit, item, text)
    visit.use(visit.button("practise.check"))
    count = marks_for("alphabeta", 7, "returns=bound")
    total = visit.text("practise.marks", marks=count, all=count)
    expect(visit.one(".result .total")).to_have_text(total)
    step = visit.one(".exercise a.button").get_attribute("href") or ""
    assert "returns=bound" in step
    visit.use(visit.one(".choices details.more summary"))
    visit.choose(visit.one('[data-shape="test"]'), "first")
    expect(lecture).to_have_value("")
    visit.choose(visit.one('[data-field="kind"]'), "expectiminimax")
    expect(visit.one('[data-item="A.value"]')).to_be_visible()
    expect(lecture).to_be_hidden()
