"""The player asks what comes next: predictions by keyboard, right, wrong and no answer at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.pages import Opener, read
from tests.explain.searches import AIMA
from tests.explain.stories import told
from zermelo.explain.story import Story
from zermelo.explain.view import View

STORY = told(AIMA, "alphabeta")
LAST = len(STORY.steps) - 1
CUT = next(n for n, step in enumerate(STORY.steps) if step.name == "cutoff")


def right_answer(page: Page, story: Story) -> None:
    """Answers the question with what the story says comes next."""
    step = story.steps[read(page)["step"] + 1]
    if page.locator(".quiz input").count():
        look = story.after(read(page)["step"] + 1)[step.place or 0]
        names = {"enter": ("alpha_in", "beta_in"), "leave": ("returned",)}.get(step.name)
        if step.name == "best":
            which = step.event.get("which")
            names = (which,) if which else ("value",)
        assert names
        for name, field in zip(names, page.locator(".quiz input").all(), strict=True):
            field.fill(str(look[name]).replace("inf", "∞"))
        page.keyboard.press("Enter")
        return
    question = page.locator(".quiz .question").inner_text()
    offered = page.locator(".quiz .answers button:not(.plain)").all_inner_texts()
    called = [text.split(" ", 1)[1] for text in offered]
    if question == "What happens next?":
        node = STORY_NAMES[step.place or 0]
        wanted = {
            "enter": f"{node} is looked at",
            "leaf": f"{node} is looked at",
            "best": f"{node} has a new best value",
            "cutoff": f"the rest of {node} is cut off",
            "leave": f"{node} returns its value",
        }[step.name]
        (number,) = (n for n, text in enumerate(called, 1) if text.startswith(wanted))
    else:
        assert step.name == "cutoff"
        number = 1 + called.index(STORY_NAMES[step.event["set_by"]])
    page.keyboard.press(str(number))


STORY_NAMES = ["A", "B", "b1", "b2", "b3", "C", "c1", "c2", "c3", "D", "d1", "d2", "d3"]


@pytest.mark.long
def test_all_predictions_right_by_keyboard_alone(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    page.keyboard.press("p")
    before, questions = 0, 0
    while read(page)["step"] < LAST:
        right_answer(page, STORY)
        questions += 1
        assert questions < 100
        now = read(page)["step"]
        if now != before:
            assert "✓" in page.locator(".quiz .feedback").inner_text()
            before = now
    asked = sum(s.name in ("enter", "leaf", "best", "cutoff", "leave") for s in STORY.steps)
    assert f"{asked} of {asked}" in page.locator(".quiz .score").inner_text()


def test_a_wrong_prediction_is_told_and_the_step_shown(opener: Opener) -> None:
    page = opener.open(View(STORY, CUT - 1))
    page.keyboard.press("p")
    offered = page.locator(".quiz .answers button:not(.plain)").all_inner_texts()
    assert any("cut off" in text for text in offered)
    (wrong,) = (n for n, text in enumerate(offered, 1) if "c2 is looked at" in text)
    page.keyboard.press(str(wrong))
    feedback = page.locator(".quiz .feedback").inner_text()
    assert feedback.startswith("✗")
    assert read(page)["words"][0] in feedback
    assert read(page)["step"] == CUT
    assert "0 of 1" in page.locator(".quiz .score").inner_text()


def test_what_is_asked_for_cannot_be_seen_before(opener: Opener) -> None:
    page = opener.open(View(STORY, CUT - 1))
    page.keyboard.press("p")
    for key in ("ArrowRight", "End", "Shift+ArrowRight"):
        page.keyboard.press(key)
        assert read(page)["step"] == CUT - 1
        assert "2 ≤ α" not in page.locator("zermelo-player").inner_text()
    assert page.locator(".ticks i").count() == 0
    assert page.locator(".counter").inner_text() == f"Step {CUT - 1}"
    assert page.locator(".scrubber input").get_attribute("max") == str(CUT - 1)
    assert "in all" not in page.locator(".counts").inner_text()
    assert page.locator(".counts .sizes").count() == 0
    page.locator('.place[data-place="7"]').click()  # which the search will never come to
    assert page.locator(".status").inner_text() == ""
    page.keyboard.press("ArrowLeft")
    assert read(page)["step"] == CUT - 2
    assert page.locator(".quiz").is_hidden()
    page.keyboard.press("ArrowRight")
    assert page.locator(".quiz").is_visible()
    page.get_by_role("button", name="Show me").click()
    assert read(page)["step"] == CUT
    assert page.locator(".quiz input").evaluate("(field) => field === document.activeElement")
    page.keyboard.press("Escape")
    assert page.locator(".quiz").is_hidden()
    assert page.locator(":focus").inner_text() == "Predict"
    page.keyboard.press("End")
    assert read(page)["step"] == LAST
    assert page.locator(".ticks i").count() == 1
    assert page.locator(".counts .sizes").count() == 1


def window_fields(opener: Opener) -> tuple[Page, list[Locator]]:
    """The page that asks for the window of the root, and the fields for it."""
    page = opener.open(View(STORY, 0))
    page.keyboard.press("p")
    (visit,) = page.get_by_role("button", name="A is looked at").all()
    visit.click()
    return page, page.locator(".quiz input").all()


@pytest.mark.parametrize(
    ("answers", "right"),
    [
        (("-inf", "inf"), True),
        (("−∞", "+∞"), True),
        (("3", "12"), False),
        (("-1e300", "1e300"), False),
        (("inf", "-inf"), False),
        (("-inf", "3"), False),
    ],
)
def test_an_infinity_is_only_like_itself(
    answers: tuple[str, str], right: bool, opener: Opener
) -> None:
    page, fields = window_fields(opener)
    for field, answer in zip(fields, answers, strict=True):
        field.fill(answer)
    page.keyboard.press("Enter")
    feedback = page.locator(".quiz .feedback").inner_text()
    assert feedback.startswith("✓" if right else "✗"), feedback
    assert f"{int(right)} of 1" in page.locator(".quiz .score").inner_text()


def test_what_is_no_number_is_no_answer(opener: Opener) -> None:
    page, fields = window_fields(opener)
    for first, second in (("", ""), ("-inf", ""), ("", "inf"), ("-1/0", "1/0"),
                          ("-1e999", "1e999"), ("low", "high")):  # fmt: skip
        fields[0].fill(first)
        fields[1].fill(second)
        wrong = first == "-inf"
        fields[not wrong].focus()
        page.keyboard.press("Enter")
        assert read(page)["step"] == 0
        assert "Numbers are written" in page.locator(".quiz .feedback").inner_text()
        assert page.locator(".quiz .score").text_content() == ""
        assert fields[wrong].evaluate("(field) => field === document.activeElement")
    for field, answer in zip(fields, ("-inf", "inf"), strict=True):
        field.fill(answer)
    page.keyboard.press("Enter")
    assert "1 of 1" in page.locator(".quiz .score").inner_text()
