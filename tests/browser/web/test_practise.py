"""Practise: exercises answered and graded on the page, a run of them, and scores."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.web.visits import PHONE, WAYS, Visit, Visits, Way
from tests.long import some
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
    return round(sum(task.marks[item] for item in items or task.solution))


def in_table(visit: Visit) -> None:
    """Turns to the table of boxes."""
    table = visit.one(".exercise [value=table]")
    if visit.way.hand != "keys":
        visit.use(table)
    else:
        visit.tab_to(visit.one(".exercise [value=tree]"))
        visit.page.keyboard.press("ArrowRight")
    expect(visit.one(".exercise")).to_have_attribute("data-view", "table")


def within(inner: Locator, outer: Locator) -> bool:
    """Whether one is drawn inside the other."""
    one, other = inner.bounding_box(), outer.bounding_box()
    assert one is not None
    assert other is not None
    across = other["x"] <= one["x"] <= other["x"] + other["width"] - one["width"]
    return across and other["y"] <= one["y"] <= other["y"] + other["height"] - one["height"]


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
    in_table(visit)
    for item, text in right.items():
        write(visit, item, text)
    visit.use(visit.button("Check"))
    count = marks_for("minimax", 7, "depth=2 branching=2")
    expect(visit.one(".result .total")).to_have_text(
        visit.text("{marks} of {all} mark", marks=count, all=count)
    )
    expect(visit.one('[data-verdict="right"]')).to_have_count(len(right))
    expect(visit.one(".result")).not_to_contain_text("null")  # where there is nothing to say
    write(visit, "B.value", "77")
    visit.use(visit.button("Check"))
    expect(visit.one('[data-item="B.value"]')).to_have_attribute("data-verdict", "wrong")
    expect(visit.one(".result .remark")).to_contain_text("77")


@pytest.mark.parametrize("way", some([Way("es", PHONE, "keys"), Way("en")], 1), ids=str)
def test_the_first_level_is_answered_on_the_tree(visits: Visits, way: Way) -> None:
    """Values by a card at the node, pruned branches by a cross; what is written stays."""
    shape = "depth=2 branching=2"
    visit = visits.open(f"/practise?kind=alphabeta&seed=7&level=values&shape={shape}", way)
    places = visit.one(".drawing .place")
    expect(places).to_have_count(7)
    right = {
        item: text
        for item, text in answers("alphabeta", 7, shape).items()
        if item.endswith((".value", ".state", ".move"))
    }
    expect(visit.one("[data-item]").first).to_be_hidden()

    def node(name: str) -> Locator:
        return visit.one(f'.drawing .place:has([data-part]:text-is("{name}"))')

    for item, text in right.items():
        name, what = item.split(".")
        if what == "state" and text == "pruned":
            if way.hand == "mouse" and not name[-1].isdigit():
                number = node(name).get_attribute("data-place")
                visit.one(f'.edge[data-place="{number}"] .target').dispatch_event("click")
            else:
                node(name).focus()
                visit.page.keyboard.press("x")
            expect(node(name)).to_have_attribute("data-status", "cut")
        elif what != "state":
            node(name).focus()
            visit.page.keyboard.press("Enter")
            field = visit.one(f'[data-card="{item}"]')
            if what == "value":
                field.fill(text)
                expect(node(name).locator('[data-part="value"]')).to_have_text(text)
            else:
                field.select_option(text)
            visit.page.keyboard.press("Escape")
            expect(node(name)).to_be_focused()
    written = node("A").get_attribute("aria-label")
    assert right["A.value"] in (written or "")
    visit.page.reload()
    expect(node("A")).to_have_attribute("aria-label", written or "")
    visits.go(visit, "/lab")
    visits.go(visit, "/practise")
    expect(node("A")).to_have_attribute("aria-label", written or "")
    visit.use(visit.button("Check"))
    total = marks_for("alphabeta", 7, shape, *right)
    marks = visit.text("{marks} of {all} mark", marks=total, all=total)
    expect(visit.one(".result .total")).to_have_text(marks)
    expect(node("A")).to_have_attribute("data-mark", "right")


def test_infinities_hints_and_the_solution_beside(visits: Visits) -> None:
    visit = visits.open(
        "/practise?kind=alphabeta&seed=7&level=bounds&shape=depth%3D2+branching%3D2"
    )
    root = visit.one('.drawing .place[data-place="0"]')
    root.locator(".shape").click()
    visit.one(".nodecard .sign").first.click()
    visit.one(".nodecard .sign").last.click()
    expect(root.locator('[data-part="passed"]')).to_have_text("[−∞, ∞]")
    visit.one('[data-card="A.value"]').fill("99")
    expect(root.locator('[data-part="returned"]').first).to_have_text("↑99")
    visit.page.keyboard.press("Enter")  # to the next node
    expect(visit.one('[data-card="B.alpha"]')).to_be_focused()
    visit.page.keyboard.press("Escape")
    visit.button("Hint").click()
    expect(visit.one(".result .remark")).to_contain_text("B, alpha passed in")
    before = visit.one(".result .remark").text_content() or ""
    visit.button("Hint").click()
    expect(visit.one(".result .remark")).not_to_have_text(before)  # now with the reason
    visit.button("Show the solution").click()
    expect(visit.one(".solved .place").first).to_have_attribute("data-status", "done")
    expect(root.locator('[data-part="returned"]').first).to_have_text("↑99")  # not written over
    in_table(visit)
    right = answers("alphabeta", 7, "depth=2 branching=2")
    expect(visit.one('[data-item="A.value"]')).to_have_value("99")
    expect(visit.one('[data-item="A.value"] + .solution')).to_have_text(right["A.value"])


def test_an_assignment_from_the_desk_to_the_results(visits: Visits, tmp_path: Path) -> None:
    teacher = visits.open("/practise?kind=minimax&seed=7&shape=depth%3D1+branching%3D2")
    teacher.one(".desk summary").click()
    teacher.one("[data-do=add]").click()
    visits.go(teacher, "/practise?kind=alphabeta&seed=0&level=values&tree=[[3 12] [2 4]]")
    teacher.one(".desk summary").click()
    teacher.one("[data-do=add]").click()
    expect(teacher.one(".works li")).to_have_count(2)
    teacher.one("[data-field=assignment]").fill("Sheet one")
    with teacher.page.expect_download() as waiting:
        teacher.one("[data-do=paper]").click()
    waiting.value.save_as(file := tmp_path / "file")
    assert file.read_bytes().startswith(b"%PDF")
    assert waiting.value.suggested_filename == "Sheet one.pdf"
    teacher.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    teacher.one("[data-do=link]").click()
    expect(teacher.one(".toast").last).to_have_text(teacher.text("The link is copied."))
    expect(teacher.one(".desk .problem")).to_have_text(
        teacher.text(
            "Students cannot open this link: it works on this computer alone. Start zermelo serve "
            "with --host, open the address that it prints for others, and copy the link there."
        )
    )
    link = teacher.page.evaluate("navigator.clipboard.readText()")
    way = Way("ca", PHONE, "touch")
    student = visits.open(link.removeprefix(visits.address.rstrip("/")), way)
    expect(student.one("h1")).to_have_text("Sheet one")
    expect(student.button("Check")).to_be_hidden()
    expect(student.button("Show the solution")).to_be_hidden()
    student.use(student.one('.drawing .place[data-place="0"] .shape'))
    right = answers("minimax", 7, "depth=1 branching=2")["A.value"]
    student.one('[data-card="A.value"]').fill(right)
    student.page.keyboard.press("Escape")
    in_table(student)
    student.one('[data-item="A.value"]').press("Enter")  # nothing is graded before it is handed in
    expect(student.one(".result > *")).to_have_count(0)
    student.use(student.one(".exercise [value=tree]"))
    student.use(student.button("Next exercise"))
    expect(student.one(".drawing .place")).to_have_count(7)
    student.one("[data-field=name]").fill("Ada")
    student.use(student.one("[data-do=hand-in]"))
    expect(student.one("dialog p")).to_have_text(
        student.text(
            "Nothing is answered in: {which}. What is handed in stays as it is. "
            "Hand in all the same?",
            which=2,
        )
    )
    student.use(student.one("dialog .primary"))
    worth = marks_for("minimax", 7, "depth=1 branching=2", "A.value")
    expect(student.one(".practise b").first).to_contain_text(f" {worth} ")
    expect(student.one(".result .total")).to_be_visible()  # what is wrong is told at once
    student.use(student.one(".practise [aria-pressed=false]").first)
    inside = student.one('.drawing .place[data-place="0"] [data-part="value"]')
    expect(inside).to_have_text(right)  # what was handed in is in its node
    assert within(inside, student.one('.drawing .place[data-place="0"] .shape'))
    student.page.reload()  # the solutions have been shown: that is not forgotten
    expect(student.one(".practise b").first).to_contain_text(f" {worth} ")
    expect(student.one("[data-do=hand-in]")).to_have_count(0)
    with teacher.page.expect_download() as waiting:
        teacher.one("[data-do=results]").click()
    waiting.value.save_as(file)
    assert f"Ada,{worth}," in file.read_text()
    visits.refused = True  # in another browser, by the same name
    again = visits.open(link.removeprefix(visits.address.rstrip("/")), Way("es"))
    again.one("[data-field=name]").fill("Ada")
    again.one("[data-do=hand-in]").click()
    again.one("dialog .primary").click()
    expect(again.one(".toast")).to_contain_text("ya se entregó")
    expect(again.one(".result > *")).to_have_count(0)


def test_answers_that_cannot_be_read_are_told_and_nothing_is_marked(visits: Visits) -> None:
    visit = visits.open("/practise?kind=minimax&seed=7", Way("es"))
    in_table(visit)
    visit.one('[data-item="A.value"]').fill("mucho")
    visit.button("Check").click()
    expect(visit.one(".result .problem")).to_have_text(
        visit.text("Some answers cannot be read; nothing is marked yet.")
    )
    expect(visit.one('[data-item="A.value"]')).to_have_attribute("aria-invalid", "true")
    expect(visit.one("[data-verdict]:is(input, select)")).to_have_count(0)


def test_an_empty_sheet_is_told_what_is_empty_and_no_more(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta&seed=0&level=values&tree=[[3 12] [2 4]]")
    visit.button("Check").click()
    expect(visit.one(".result .problem")).to_have_text(
        visit.text("Fill in at least half of it: then it is marked. Still empty:")
    )
    remarks = visit.one(".result .remarks li")
    expect(remarks).to_have_text(["A: best move, value", "B: value", "C: value"])
    expect(visit.one(".result .total")).to_have_count(0)
    expect(visit.one('.place[data-mark]:not([data-mark=""])')).to_have_count(0)
    expect(visit.one('[data-item="B.value"]')).not_to_have_attribute("title", re.compile("."))


def test_an_exercise_of_a_run_can_be_left_empty(visits: Visits) -> None:
    visit = visits.open("/practise?kind=minimax&shape=depth%3D1+branching%3D2")
    visit.button("A run of {count}", count=5).click()
    expect(visit.one(".exercise h2")).to_be_focused()
    seed = int(visit.one("[data-field=seed]").input_value())
    visit.button("Check").click()
    visit.button("Leave it at that").click()
    worth = marks_for("minimax", seed, "depth=1 branching=2")
    told = visit.text(
        "Exercise {count} of {all}; marks so far: {marks} of {of}",
        count=1,
        all=5,
        marks=0,
        of=worth,
    )
    expect(visit.one(".progress")).to_have_text(told)
    expect(visit.button("Next exercise")).to_be_focused()


def test_a_shape_that_no_tree_has_is_told(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/practise?kind=alphabeta&seed=7")
    visit.one(".shape > summary").click()
    visit.one("[data-shape=deep]").fill("9")
    visit.one("[data-shape=deep]").press("Enter")
    expect(visit.one(".practise .problem")).not_to_be_empty()
    visit.one("[data-shape=deep]").fill("")
    visit.one("[data-shape=deep]").press("Enter")
    expect(visit.one(".drawing .place").first).to_be_visible()


@pytest.mark.parametrize("way", some([Way("en"), Way("ca", PHONE, "keys")], 1), ids=str)
def test_a_run_and_its_score(visits: Visits, way: Way) -> None:
    visit = visits.open("/practise?kind=minimax&shape=depth%3D1+branching%3D2", way)
    in_table(visit)
    visit.use(visit.button("A run of {count}", count=5))
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
        visit.use(visit.button("Check"))
        last = visit.button("To the result" if count == 5 else "Next exercise")
        expect(last).to_be_focused()
        visit.page.keyboard.press("Enter")
    marks += out_of
    expect(visit.one(".finished .total")).to_have_text(
        visit.text("{marks} of {all} mark", marks=marks, all=out_of)
    )
    visit.fill(visit.one("[data-field=name]"), "Ada")
    visit.use(visit.button("Save the score"))
    row = visit.one(".practise tbody tr").first
    expect(row).to_contain_text("Ada")
    expect(row).to_contain_text(f"{marks} / {out_of}")
    saved = visits.ask("scores")["scores"][0]
    assert (saved["name"], saved["marks"], saved["out_of"]) == ("Ada", marks, out_of)


def test_a_run_goes_on_when_the_page_is_loaded_again(visits: Visits) -> None:
    visit = visits.open("/practise?kind=minimax&shape=depth%3D1+branching%3D2")
    in_table(visit)
    visit.use(visit.button("A run of {count}", count=5))
    expect(visit.one(".exercise h2")).to_be_focused()
    seed = int(visit.one("[data-field=seed]").input_value())
    for item, text in answers("minimax", seed, "depth=1 branching=2").items():
        write(visit, item, text)
    visit.use(visit.button("Check"))
    worth = marks_for("minimax", seed, "depth=1 branching=2")
    marks = visit.text(
        "Exercise {count} of {all}; marks so far: {marks} of {of}",
        count=1,
        all=5,
        marks=worth,
        of=worth,
    )
    expect(visit.one(".progress")).to_have_text(marks)
    visit.page.reload()
    expect(visit.one(".progress")).to_have_text(marks)
    expect(visit.button("Check")).to_be_disabled()  # it is graded already
    visit.use(visit.button("Next exercise"))
    expect(visit.button("Check")).to_be_enabled()
    second = visit.text(
        "Exercise {count} of {all}; marks so far: {marks} of {of}",
        count=2,
        all=5,
        marks=worth,
        of=worth,
    )
    visit.page.reload()
    expect(visit.one(".progress")).to_have_text(second)
    visits.go(visit, "/lab")
    visits.go(visit, "/practise")
    expect(visit.one(".progress")).to_have_text(second)
    assert int(visit.one("[data-field=seed]").input_value()) == seed + 1


def test_the_steps_are_those_of_the_exercise(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta-right&seed=7")
    visit.page.get_by_role("link", name=visit.text("Step through it"), exact=True).click()
    expect(visit.one("zermelo-player")).to_be_visible()
    assert "order=right" in visit.page.url


def test_the_convention_of_a_lecture(visits: Visits) -> None:
    visit = visits.open("/practise?kind=alphabeta&seed=7")
    in_table(visit)
    visit.one(".shape > summary").click()
    lecture = visit.one('[data-field="convention"]')
    expect(lecture).to_have_value("002")
    visit.choose(lecture, "000")
    expect(visit.one('[data-shape="returns"]')).to_have_value("bound")
    visit.page.wait_for_url("**returns%3Dbound**")
    right = answers("alphabeta", 7, "returns=bound")
    for item, text in right.items():
        write(visit, item, text)
    visit.use(visit.button("Check"))
    count = marks_for("alphabeta", 7, "returns=bound")
    total = visit.text("{marks} of {all} mark", marks=count, all=count)
    expect(visit.one(".result .total")).to_have_text(total)
    step = visit.one(".exercise a.button").get_attribute("href") or ""
    assert "returns=bound" in step
    visit.use(visit.one(".choices details.more details.more summary"))
    visit.choose(visit.one('[data-shape="test"]'), "first")
    expect(lecture).to_have_value("")
    visit.choose(visit.one('[data-field="kind"]'), "expectiminimax")
    expect(visit.one('[data-item="A.value"]')).to_be_visible()
    expect(lecture).to_be_hidden()


def test_the_weights_of_the_marks_are_set_and_shown(visits: Visits) -> None:
    """They are in the address, and so in a teacher's link; minimax has none."""
    visit = visits.open("/practise?kind=alphabeta&seed=7&shape=depth%3D2+branching%3D2")
    visit.one(".shape > summary").click()
    values = visit.one("[data-weight=values]")
    expect(values).to_have_value("40")
    values.fill("60")
    values.press("Enter")
    shown = visit.one(".instructions li").last
    expect(shown).to_have_text("Marks: values 50 %, bounds 21 %, pruning 29 %.")
    expect(visit.page).to_have_url(re.compile("weights=values\\+60"))
    visit.page.reload()
    expect(values).to_have_value("60")
    visit.one(".shape > summary").click()
    visit.one("[data-field=kind]").select_option("minimax")
    expect(values).to_be_hidden()
    expect(visit.page).not_to_have_url(re.compile("weights"))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (768, 1024), (360, 740)])
def test_the_card_of_a_node_covers_neither_it_nor_its_children(
    visits: Visits, width: int, height: int
) -> None:
    path = "kind=alphabeta&seed=7"
    visit = visits.open(f"/practise?{path}", Way(screen={"width": width, "height": height}))
    parents = visits.ask(f"exercises?{path}")["parents"]
    expect(visit.one(".drawing .place").first).to_be_visible()
    for node in dict.fromkeys(parents.values()):
        visit.one(f'.drawing .place[aria-label^="{node}"]').first.press("Enter")
        card = visit.one(".nodecard")
        expect(card).to_have_attribute("aria-label", visit.text("The node {node}", node=node))
        expect(card).to_be_in_viewport(ratio=1)
        top = card.evaluate("card => card.getBoundingClientRect().top")
        for each in (node, *(child for child, up in parents.items() if up == node)):
            place = visit.one(f'.drawing .place[aria-label^="{each}"] .shape').first
            box = place.bounding_box()
            assert box is not None
            assert box["y"] >= 0, (node, each)
            assert box["y"] + box["height"] <= top, (node, each)
