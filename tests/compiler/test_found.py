"""What random programs once found: each is compiled now and gives what Python gives."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Final

import pytest

from tests.compiler.fuzz import forked
from zermelo.compiler.rules import compile
from zermelo.engine import plain
from zermelo.engine.lanes import compare
from zermelo.search.perft import perft

FOUND: Final = {
    "a tuple that is always empty": """
def nothing(b):
    return tuple(~x for x in [y for y in []])
def main(a, b, c):
    if a == 3:
        return 4
    try:
        nothing(b)
    except Exception:
        a += 1
    return a, b, nothing(b)
""",
    "a list is empty while its sort asks for keys": """
def main(a, b, c):
    log = []
    def key(x):
        log.append(len(b))
        if x == 9:
            raise KeyError
        if x == 40:
            b.append(1)
        return -x
    try:
        b.sort(key=key)
    except KeyError:
        a = 1000
    d = [3, 1, 2, a]
    try:
        d.sort(key=lambda x: d.append(x) or x)
    except ValueError:
        d.append(0)
    return a, b, log, d
""",
    "strings joined of which each is of a union": """
def main(a, b, c):
    found = ",".join([x for x in b if x > 1000])
    word = c if a < 50 else 7
    try:
        found += "-".join([word, word, c])
    except TypeError:
        found += "!"
    return found
""",
    "a string of a union in a string": """
def main(a, b, c):
    word = c if a < 50 else None
    try:
        return word in c, word in "xabc"
    except TypeError:
        return "type"
""",
    "keys without a hash": """
def main(a, b, c):
    table, found = {1: 2}, []
    try:
        found.append(b in {1, 2})
    except TypeError:
        found.append(False)
    try:
        found.append(table.get(b, 5) == 5)
    except TypeError:
        found.append(False)
    try:
        return found, table[b]
    except TypeError:
        return found, "type"
""",
    "the union of a set with itself": """
def main(a, b, c):
    frozen, items = frozenset(b), set(b)
    return list(frozen | frozen), list(items | items), list(items | frozen), list(items | set(b))
""",
    "lists of constants, changed and compared": """
def pair(n):
    return [n, 2] if n else [1, 2]
def main(a, b, c):
    x, y, z = [1, 2], [1, 2], [1, 2]
    y.append(a)
    p, q = pair(0), pair(0)
    q[0] = 5
    return x, y, z, x is z, p, q, [3, 4] is [3, 4], sum(sum(t) for t in [(1, 2), (3, 4)])
""",
    "* of a list that is always empty": """
def total(*items, start=0):
    return start + sum(items)
def main(a, b, c):
    return total(*b), total(*[]), total(a, *[x for x in []]), total(*tuple(b), start=a)
""",
    "a tuple or string of unknown length as arguments": """
def joined(first, second, third):
    return first + second * 2 + third
def main(a, b, c):
    try:
        letters = joined(*("xyz" if a > 1 else c))
    except TypeError:
        letters = "no"
    try:
        return letters, joined(a, *b), joined(*b)
    except TypeError:
        return letters, 0, 0
""",
    "a string that begins with one of several": """
def main(a, b, c):
    return c.startswith(("a", "1")), c.endswith(("c", "z", "")), c.startswith("ab")
""",
    "stars in lists and tuples, of what changes meanwhile": """
def more(xs):
    xs.append(len(xs))
    return xs[0] if xs[0:1] else 0
def main(a, b, c):
    found = [*b, more(b), *b, *(x for x in b), more(b)]
    row = (*b[:1], a, *b[2:])
    return found, row, (*c, a), [*c, *{3: 4}, *range(2), *(b or "z")], (*row, *row, more(b))
""",
    "replace of some": """
def main(a, b, c):
    c += "abacada"
    return [c.replace("a", "xy", n) for n in (-1, 0, 1, 2, a)], c.replace("ad", "", 1)
""",
    "combinations of a number that is not constant": """
from itertools import combinations
def main(a, b, c):
    try:
        return [list(combinations(b, n)) for n in range(4)], len(list(combinations(c, a)))
    except ValueError:
        return [], -1
""",
    "a defaultdict and a Counter of the module": """
from collections import Counter, defaultdict
STEPS = defaultdict(list)
for place in range(5):
    STEPS[place].append(place * 2)
    STEPS[place].append(place + 7)
LETTERS = Counter("abacus")
def main(a, b, c):
    return sum(STEPS[abs(a) % 5]), [LETTERS[letter] for letter in c], len(STEPS), 3 in STEPS
""",
    "islice takes no item too many": """
from itertools import islice
def main(a, b, c):
    items = (x for x in [1, 2, 3, 4, *b])
    return list(islice(items, 2)), next(items), list(islice(items, 0)), list(items)
""",
    "what strings are padded with and stripped of": """
def main(a, b, c):
    try:
        c = c.rjust(9, "ab")
    except TypeError:
        c += " "
    return c.strip(None), c.ljust(8, "."), c.rjust(2), c.rfind("b")
""",
    "a list times a number, whose items are of more types elsewhere": """
class Circle:
    def __init__(self, size):
        self.size = size
    def area(self):
        return 3 * self.size + 1
class Square(Circle):
    def area(self):
        return self.size * self.size + 2
def main(a, b, c):
    try:
        found = [Square(a)] * len(b)
        found[1].area()
    except IndexError:
        found = [Square(2), Circle(7)]
    return [each.area() for each in found]
""",
    "a copy of a dict that stands where one with other keys may be": """
def main(a, b, c):
    other = a if len(c) < 99 else (0, 0)
    found = {a: 10}.copy() if b == b else {value: key for key, value in {-5: other}.items()}
    return list(found.items()), other
""",
}


@pytest.mark.parametrize("name", FOUND)
def test_as_in_python(name: str) -> None:
    assert forked(FOUND[name]) == ("equal", "")


@pytest.mark.parametrize("size", [59, 61, 62])
@pytest.mark.parametrize("items", ["[0, a]", "c", "(a, a)"])
def test_more_items_than_there_is_memory_for(items: str, size: int) -> None:
    """Their size in bytes leaves 64 bits: it is no small number, but left to Python."""
    source = f"def main(a, b, c):\n    return len({items} * (a * 0 + (1 << {size})))\n"
    assert forked(source.replace("c *", "'abc' *"))[0] == "limit"


SLOTS = """
from zermelo import MAX, Game

class Heap:
    __slots__ = ("__size",)
    def __init__(self, size):
        self.__size = size
    @property
    def size(self):
        return self.__size

class State(Heap):
    __slots__ = ("player",)
    def __init__(self, size, player):
        super().__init__(size)
        self.player = player
    def __eq__(self, other):
        return isinstance(other, State) and (self.size, self.player) == (other.size, other.player)
    def __hash__(self):
        return hash((self.size, self.player))

class Heaps(Game):
    def initial(self):
        return State(6, MAX)
    def to_move(self, state):
        return state.player
    def actions(self, state):
        return [count for count in (1, 2, 3) if count <= state.size]
    def result(self, state, action):
        return State(state.size - action, -state.player)
    def is_terminal(self, state):
        return state.size == 0
    def utility(self, state):
        return -state.player
"""


def test_states_with_slots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slotted.py").write_text(SLOTS)
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("slotted").Heaps()
    assert compare(game, games=20) == []
    counts = [plain.perft(compile(game), depth) for depth in range(1, 6)]
    assert counts == [perft(game, depth) for depth in range(1, 6)]
