"""Constants, dicts, sets, strings, and what is kept outside of the state."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, MIN

NEIGHBOURS = [[1], [0, 2], [1, 3], [2]]
LATER = ((1, 2, 3), (2, 3), (3,), ())
WEIGHTS = {0: 3, 1: 4, 2: 4, 3: 3}
WORTH = {MAX: 1, MIN: -1}
PAIRS = {(0, 1): "left", (1, 2): "middle", (2, 3): "right"}
MIDDLE = {1, 2}
STARTS = frozenset([0, 1, 2])
SIGNS = "o.x"


@construct("ragged list as a constant")
class Ragged(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            for j in NEIGHBOURS[i]:
                if i < j and state.cells[i] == state.cells[j]:
                    score += state.cells[i]
        return score


@construct("ragged tuple as a constant")
class RaggedTuple(Row):
    def evaluate(self, state: Line) -> int:
        return sum(state.cells[j] for i in range(self.n) if state.cells[i] for j in LATER[i])


@construct("table made in __init__")
class Table(Row):
    def __init__(self, n: int = 4) -> None:
        self.n = n
        self.pairs = [(i, i + 1) for i in range(n - 1)]

    def utility(self, state: Line) -> int:
        return sum(state.cells[i] for i, j in self.pairs if state.cells[i] == state.cells[j])


@construct("dict indexed")
class DictIndexed(Row):
    def evaluate(self, state: Line) -> int:
        return sum(WEIGHTS[i] * cell for i, cell in enumerate(state.cells))


@construct("dict.get")
class DictGet(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for a, b in zip(state.cells, state.cells[1:]):
            score += WORTH.get(a, 0) if a == b else 0
        return score


@construct("dict.items")
class DictItems(Row):
    def evaluate(self, state: Line) -> int:
        total = 0
        for place, weight in WEIGHTS.items():
            total += weight * state.cells[place]
        return total


@construct("dict.values and dict.keys")
class DictValues(Row):
    def evaluate(self, state: Line) -> int:
        return sum(WEIGHTS.values()) * sum(state.cells[i] for i in WEIGHTS.keys())


@construct("dict with pairs as keys")
class DictOfPairs(Row):
    def utility(self, state: Line) -> int:
        return sum(state.cells[i] for i, j in PAIRS if state.cells[i] == state.cells[j])


@construct("in a dict")
class InDict(Row):
    def is_terminal(self, state: Line) -> bool:
        return all(cell in WORTH for cell in state.cells)


@construct("dict made and filled")
class DictFilled(Row):
    def is_terminal(self, state: Line) -> bool:
        counts: dict[int, int] = {}
        for cell in state.cells:
            counts[cell] = counts.get(cell, 0) + 1
        return 0 not in counts


@construct("Counter")
class Counted(Row):
    def is_terminal(self, state: Line) -> bool:
        return Counter(state.cells)[0] == 0


@construct("defaultdict")
class Defaults(Row):
    def utility(self, state: Line) -> int:
        points: dict[int, int] = defaultdict(int)
        for a, b in zip(state.cells, state.cells[1:]):
            if a == b:
                points[a] += 1
        return points[MAX] - points[MIN]


@construct("deque")
class Queue(Row):
    def evaluate(self, state: Line) -> int:
        queue, steps = deque([0]), 0
        while queue:
            i = queue.popleft()
            steps += 1
            if i + 1 < self.n and state.cells[i] == state.cells[i + 1]:
                queue.append(i + 1)
        return steps


@construct("in a set")
class InSet(Row):
    def evaluate(self, state: Line) -> int:
        return sum(cell for i, cell in enumerate(state.cells) if i in MIDDLE)


@construct("in a frozenset")
class InFrozenset(Row):
    def utility(self, state: Line) -> int:
        cells = state.cells
        return sum(cells[i] for i in range(self.n) if i in STARTS and cells[i] == cells[i + 1])


@construct("set made and filled")
class SetFilled(Row):
    def is_terminal(self, state: Line) -> bool:
        kinds = set()
        for cell in state.cells:
            kinds.add(cell)
        return kinds <= {MAX, MIN}


@construct("difference of sets")
class SetDifference(Row):
    def actions(self, state: Line) -> list[int]:
        taken = {i for i in range(self.n) if state.cells[i]}
        return sorted(set(range(self.n)) - taken)


@construct("in a string")
class InString(Row):
    def is_terminal(self, state: Line) -> bool:
        return all(SIGNS[cell + 1] in "xo" for cell in state.cells)


@construct("string joined and searched")
class StringJoined(Row):
    def utility(self, state: Line) -> int:
        text = "".join(SIGNS[cell + 1] for cell in state.cells)
        alike = [text[i] for i in range(self.n - 1) if text[i : i + 2] in ("xx", "oo")]
        return alike.count("x") - alike.count("o")


@construct("text formatted in a rule")
class Formatted(Row):
    def evaluate(self, state: Line) -> int:
        return (
            len(f"{state.cells[0]}")
            + len("%d" % state.cells[1])
            + int(f"{self.n}{state.player + 1}")
        )


@construct("str.count and str.find")
class StringMethods(Row):
    def is_terminal(self, state: Line) -> bool:
        text = "".join("x.o"[cell + 1] for cell in state.cells)
        return text.count(".") == 0 and text.find(".") == -1


@construct("constant of the class")
class ClassConstant(Row):
    STEP = 1

    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - self.STEP):
            if state.cells[i] == state.cells[i + self.STEP]:
                score += state.cells[i]
        return score


@construct("None for nobody")
class Nobody(Row):
    def owner(self, state: Line, place: int) -> int | None:
        if 0 <= place < self.n:
            return state.cells[place]
        return None

    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            after = self.owner(state, i + 1)
            if after is not None and after == state.cells[i]:
                score += after
        return score


SEEN: dict[tuple[int, ...], int] = {}
CALLS = 0
TRACE: list[int] = []


@construct("global dict that is filled", refused="SEEN outlives the call")
class GlobalDict(Row):
    def utility(self, state: Line) -> int:
        if state.cells not in SEEN:
            SEEN[state.cells] = super().utility(state)
        return SEEN[state.cells]


@construct("global statement", refused="CALLS outlives the call")
class GlobalStatement(Row):
    def evaluate(self, state: Line) -> int:
        global CALLS
        CALLS += 1
        return state.cells[0]


@construct("global list that is read after a change", refused="TRACE outlives the call")
class GlobalList(Row):
    def evaluate(self, state: Line) -> int:
        TRACE.append(state.cells[0])
        return TRACE[-1]


@construct("attribute of the game that is changed", refused="self.calls outlives the call")
class Attribute(Row):
    def __init__(self, n: int = 4) -> None:
        self.n = n
        self.calls = 0

    def evaluate(self, state: Line) -> int:
        self.calls += 1
        return state.cells[0]


@construct("default argument that is changed", refused="the list is the same at every call")
class MutableDefault(Row):
    def note(self, mark: int, notes: list[int] = []) -> int:
        notes.append(mark)
        return notes[-1]

    def evaluate(self, state: Line) -> int:
        return self.note(state.cells[0])


@construct("print", refused="it shows something")
class Prints(Row):
    def evaluate(self, state: Line) -> int:
        print(end="")
        return state.cells[0]
