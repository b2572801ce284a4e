"""How answers are written, read and compared."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from zermelo.exercise import AnswerError, Item
from zermelo.exercise.items import Number, json_of, read_answer, same, text_of
from zermelo.language import speaking

NUMBER = Item("C.beta", "C", "beta")


@pytest.mark.parametrize(
    ("text", "value", "places"),
    [
        ("3", 3, None),
        (" -2 ", -2, None),
        ("−2", -2, None),
        ("+4", 4, None),
        ("2.50", Fraction(5, 2), 2),
        ("-.5", Fraction(-1, 2), 1),
        ("7/3", Fraction(7, 3), None),
        ("-7/3", Fraction(-7, 3), None),
        ("inf", float("inf"), None),
        ("-inf", float("-inf"), None),
        ("∞", float("inf"), None),
        ("−∞", float("-inf"), None),
        ("- ∞", float("-inf"), None),
        ("-Infinity", float("-inf"), None),
        ("infinito", float("inf"), None),
    ],
)
def test_numbers(text: str, value: Any, places: int | None) -> None:
    assert read_answer(NUMBER, text) == Number(value, places)


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_the_decimal_comma_whatever_the_language_of_who_grades(language: str) -> None:
    with speaking(language):
        assert read_answer(NUMBER, "−2,5") == Number(Fraction(-5, 2), 1)


@pytest.mark.parametrize(
    "text", ["x", "1/0", "nan", "1e9", "1e-999999999", "1_000", "3 4 a", "--3"]
)
def test_no_numbers(text: str) -> None:
    with pytest.raises(AnswerError, match=r"^C, beta passed in: ") as error:
        read_answer(NUMBER, text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("raw", [True, {"a": "1"}])
def test_no_answers(raw: Any) -> None:
    with pytest.raises(AnswerError, match="C, beta passed in"):
        read_answer(NUMBER, raw)


@pytest.mark.parametrize("raw", [None, "", "  ", []])
def test_nothing_filled_in(raw: Any) -> None:
    assert read_answer(NUMBER, raw) is None


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("7/3", True),
        ("14/6", True),
        ("2.33", True),
        ("2.3333", True),
        ("2.3", False),
        ("2.34", False),
        ("2.332", False),
        ("2", False),
        ("inf", False),
    ],
)
def test_rounding(text: str, right: bool) -> None:
    given = read_answer(NUMBER, text)
    assert given is not None
    assert same(given, Fraction(7, 3)) == right


def test_exact_decimals_need_no_places() -> None:
    given = read_answer(NUMBER, "0.1")
    assert given is not None
    assert same(given, Fraction(1, 10))
    assert not same(given, Fraction(1, 8))


@pytest.mark.parametrize(
    ("form", "text", "word"),
    [
        ("state", "Pruned", "pruned"),
        ("state", "podado", "pruned"),
        ("state", "evaluated", "searched"),
        ("cut", "MAX", "max"),
        ("cut", "máx", "max"),
        ("cut", "none", "no"),
        ("tells", "fails low", "low"),
    ],
)
def test_words(form: str, text: str, word: str) -> None:
    assert read_answer(Item("x", "", "x", form), text) == word


def test_choices_and_orders() -> None:
    move = Item("A.move", "A", "move", "branch", ("a1", "a2"))
    assert read_answer(move, "A2") == "a2"
    with pytest.raises(AnswerError, match="'a3' is none of a1 a2"):
        read_answer(move, "a3")
    order = Item("A.order", "A", "order", "order", ("a1", "a2", "a3"))
    assert read_answer(order, ["a3", "a1", "a2"]) == ("a3", "a1", "a2")
    assert read_answer(order, "a3 > a1, a2") == ("a3", "a1", "a2")
    for wrong in ("a1 a2", "a1 a1 a2", "a1 a2 a4"):
        with pytest.raises(AnswerError, match="holds each of a1 a2 a3 once"):
            read_answer(order, wrong)


@pytest.mark.parametrize(
    ("answer", "json", "text"),
    [
        (Fraction(3), 3, "3"),
        (Fraction(-5, 2), -2.5, "−2.5"),
        (Fraction(7, 3), "7/3", "7/3"),
        (Fraction(1, 100_000), "1/100000", "1/100000"),
        (float("-inf"), "-inf", "−∞"),
        ("pruned", "pruned", "pruned"),
        ("no", "no", "none"),
        (("a2", "a1"), ["a2", "a1"], "a2 a1"),
    ],
)
def test_written(answer: Any, json: Any, text: str) -> None:
    assert json_of(answer) == json
    assert text_of(answer) == text
