"""What authors read when something is not compiled: one line at theirs, a reason and a remedy."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

import zermelo.compiler
from tests.compiler.fuzz import forked
from zermelo.cli.stages import show
from zermelo.games import Nim

REFUSED: Final = {
    'return getattr(b, "x", 3)': "getattr with a default; give the attribute a value in __init__",
    "return keywords(x=a)": "a function with **k; name its parameters",
    "return plain(**{'x': a})": "** in a call; write the arguments out",
    "return list(itertools.starmap(max, [(1, a)]))": "itertools.starmap; use a loop",
    "return list(itertools.zip_longest(b, b))": "itertools.zip_longest; use a loop",
    "return list(itertools.permutations(b))": (
        "permutations without a constant r of at most 4; use loops"
    ),
    "return random.choice(b)": "random.choice; rules are pure functions: dice are outcomes",
    "return random.randint(1, 6)": "random.randint; rules are pure functions: dice are outcomes",
    "return random.random()": "random.random; rules are pure functions: dice are outcomes",
    "return heapq.nsmallest(2, b)": "heapq.nsmallest; use sorted, min or a deque",
    "return list(heapq.merge(b, b))": "heapq.merge; use sorted, min or a deque",
    "return queue.Queue()": "queue.Queue; use tuples, lists or dicts",
    "return Fraction(a, 2) < 1": "fractions.Fraction; use integers or floats",
    "return numpy.int64(a)": "numpy.int64; use tuples, lists or dicts",
    "return datetime.date.today()": (
        "datetime.today; rules see the state alone: read it in __init__"
    ),
    "with open(c) as file:\n        return a": (
        "open; rules see the state alone: read it in __init__"
    ),
    "with LOCK:\n        return a": "with; rules need no contexts: call the functions plainly",
    "return a + ARRAY[0]": "a NumPy array or number; use tuples or lists",
    "return [x for x in ARRAY]": "a NumPy array or number; use tuples or lists",
    "return a + NUMBER": "a NumPy array or number; use tuples or lists",
    "return a < HALF": "the class Fraction; use integers or floats",
    "return QUEUE[0]": "the class deque; use a tuple, a list, a dict or a set",
    "return Called(a)": "the metaclass Meta; use a base class or a decorator",
    "return isinstance(a, Called)": "the metaclass Meta; use a base class or a decorator",
    "return POINT == Point(1)": "__eq__ of a dataclass that can change; use a frozen one",
}
HEAD: Final = """
import datetime, heapq, itertools, queue, random, threading
from abc import ABC
from collections import deque
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol
import numpy

ARRAY, NUMBER, HALF, QUEUE = numpy.array([1, 2]), numpy.int64(3), Fraction(1, 2), deque([1])
LOCK = threading.Lock()

class Meta(type):
    def __call__(cls, *given):
        return 7
class Called(metaclass=Meta):
    pass
@dataclass
class Point:
    x: int
POINT = Point(1)
class Colour(Enum):
    RED = 3
class Shape(Protocol):
    def size(self): ...
class Square(Shape, ABC):
    def size(self):
        return 4
class Row:
    def __len__(self):
        return 2
    def __getitem__(self, place):
        return (5, 6)[place]
    def __eq__(self, other):
        return other == 3
    def __add__(self, other):
        return other + 1
ROW = Row()

def keywords(**k):
    return 1
def plain(x):
    return x
def main(a, b, c):
    """


@pytest.mark.parametrize("body", REFUSED)
def test_a_refusal_says_what_the_author_wrote(body: str) -> None:
    assert forked(f"{HEAD}{body}\n") == ("refused", REFUSED[body])


def test_a_refusal_is_at_the_authors_line(tmp_path: Path) -> None:
    import importlib.util

    from tests.compiler.compiled import compile_function
    from zermelo.compiler.errors import CannotCompile

    file = tmp_path / "dice.py"
    file.write_text("import random\n\ndef main(a):\n    return random.choice(a)\n")
    spec = importlib.util.spec_from_file_location("dice", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(CannotCompile, match=r"^cannot compile main \(line 4 of dice\.py\): "):
        compile_function(module.main, ([1, 2],))


@pytest.mark.parametrize(
    "body",
    ["return Colour(a)", "return Square().size()", "return len(ROW), ROW[a], ROW == a, ROW + a"],
)
def test_what_is_near_it_is_compiled(body: str) -> None:
    assert forked(f"{HEAD}{body}\n")[0] == "equal"


def test_every_refusal_has_a_remedy() -> None:
    folder = Path(str(zermelo.compiler.__file__)).parent
    texts = []
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                match node.args:
                    case [ast.Constant(value=str(text))]:
                        texts.append(text)
                    case _:  # the catalogues could not find it
                        raise AssertionError(f"{file.name}, line {node.lineno}")
    assert len(texts) > 100
    assert [text for text in texts if text.count("; ") != 1 or "\n" in text] == []


def test_the_assembly_of_one_function() -> None:
    whole, part = show(Nim(), "asm"), show(Nim(), "asm", "result")
    assert "entry_rule_result:" in whole
    assert part.splitlines()[0].endswith("entry_rule_result:")
    assert part in whole
    assert "entry_rule_actions" in whole
    assert "entry_rule_actions" not in part
