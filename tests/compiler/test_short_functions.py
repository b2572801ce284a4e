"""Short functions of kernels take the place of their calls; rules are called."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.memory import exchange, load
from zermelo.compiler.translate import Translator
from zermelo.compiler.unit import Unit


def made(source: str, **names: Any) -> Unit:
    return Translator([]).text(source, names)


def called(unit: Unit) -> set[str]:
    return {value.where for value in unit.bindings.values() if isinstance(value, Unit)}


HALF = made("def half(n):\n    return n >> 1")
TWICE = made("def twice(n):\n    return n + n")
NEVER = made("def never(n):\n    return False")
NOTHING = made("def nothing(n):\n    pass")
STEPS = made("def steps(n):\n    m = n + 1\n    return m * n")
TAKES = made("def takes(at):\n    return exchange(at, 0, 1)", exchange=exchange)


def test_an_expression_takes_the_place_of_its_call() -> None:
    unit = made("def user(n):\n    return half(n * 3) * twice(n - 1)", half=HALF, twice=TWICE)
    assert called(unit) == set()
    unit.is_entry = True
    assert unit.dispatcher(7) == (7 * 3 >> 1) * 12


def test_what_is_known_leaves_out_what_is_never_done() -> None:
    text = "def user(n):\n    nothing(n)\n    if never(n):\n        return steps(n)\n    return n"
    unit = made(text, nothing=NOTHING, never=NEVER, steps=STEPS)
    assert called(unit) == set()
    unit.is_entry = True
    assert unit.dispatcher(7) == 7


def test_what_is_more_than_an_expression_is_called() -> None:
    assert called(made("def user(n):\n    return steps(n)", steps=STEPS)) == {"steps"}


def test_nothing_is_done_twice_or_left_out() -> None:
    """An argument that changes something is worked out once, and always."""
    twice = made("def user(at):\n    return twice(takes(at))", twice=TWICE, takes=TAKES)
    assert called(twice) == {"twice"}
    never = made("def user(at):\n    return never(takes(at))", never=NEVER, takes=TAKES)
    assert called(never) == {"never"}
    # To load twice is slow.
    loads = made("def user(at):\n    return twice(load(at))", twice=TWICE, load=load)
    assert called(loads) == {"twice"}
    once = made("def user(at):\n    return half(load(at))", half=HALF, load=load)
    assert called(once) == set()


def rule(n: int) -> int:
    return n + 1


def other_rule(n: int) -> int:
    return rule(n) * 2


def test_a_rule_is_called() -> None:
    """What goes wrong in it is told by its name and line."""
    assert called(Translator([]).unit(other_rule)) == {"rule"}
    assert called(made("def user(n):\n    return rule(n)", rule=rule)) == {"rule"}
