"""What states hold as people keep it: texts, dicts by their items, records, sets; and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, MIN, Game

SIGNS = {MAX: "x", MIN: "o"}
WORTH = {"x": 1, "o": -1, ".": 0}
DIGITS = ["0123", "4567"]


class OnText(Row):
    """Two rows of two cells, each a text."""

    def initial(self) -> Any:
        return ("..", ".."), MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        whole = "".join(state[0])
        return [i for i, cell in enumerate(whole) if cell == "."]

    def result(self, state: Any, action: int) -> Any:
        rows, player = state
        r, c = divmod(action, 2)
        row = rows[r][:c] + SIGNS[player] + rows[r][c + 1 :]
        return rows[:r] + (row,) + rows[r + 1 :], -player

    def is_terminal(self, state: Any) -> bool:
        return all("." not in row for row in state[0])

    def utility(self, state: Any) -> int:
        whole = state[0][0] + state[0][1]
        return sum(WORTH[a] for a, b in zip(whole, whole[1:]) if a == b)


@construct("rows as texts")
class Texts(OnText):
    pass


@construct("text replaced, repeated and compared")
class TextMethods(OnText):
    def is_terminal(self, state: Any) -> bool:
        whole = "".join(state[0]).replace("o", "x")
        return whole == "x" * self.n or whole.startswith("xxxx")

    def utility(self, state: Any) -> int:
        whole = "-".join(state[0]).replace("-", "")
        pairs = [whole[i : i + 2] for i in range(self.n - 1)]
        return pairs.count("xx") - sum(1 for pair in pairs if pair.upper() == "OO")


@construct("texts in order")
class TextOrder(OnText):
    def is_terminal(self, state: Any) -> bool:
        whole = "".join(state[0])
        return min(whole) > "." and sorted([whole, "o.o.", whole[::-1]])[0] <= whole

    def evaluate(self, state: Any) -> int:
        top: str = state[0][0]
        bottom: str = state[0][1]
        return (top < bottom) - (bottom < top) + sum(a >= "o" for a in top + bottom)


@construct("number in a map of texts")
class Numbers(Row):
    def evaluate(self, state: Line) -> int:
        return sum(int(DIGITS[i % 2][i]) * cell for i, cell in enumerate(state.cells))


class Pairs(NamedTuple):
    marks: frozenset[tuple[int, int]]
    player: int


class OnPairs(Game[Pairs, int]):
    """The marks of a row by their places: a dict, kept as the set of its items."""

    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> Pairs:
        return Pairs(frozenset(), MAX)

    def to_move(self, state: Pairs) -> int:
        return state.player

    def free(self, marks: dict[int, int]) -> list[int]:
        return [i for i in range(self.n) if i not in marks]

    def actions(self, state: Pairs) -> list[int]:
        return self.free(dict(state.marks))

    def result(self, state: Pairs, action: int) -> Pairs:
        marks = dict(state.marks)
        marks[action] = state.player
        return Pairs(frozenset(marks.items()), -state.player)

    def is_terminal(self, state: Pairs) -> bool:
        return len(dict(state.marks)) == self.n

    def utility(self, state: Pairs) -> int:
        marks = dict(state.marks)
        return sum(mark for place, mark in marks.items() if marks.get(place + 1) == mark)


@construct("dict handed on, and kept by its items")
class Handed(OnPairs):
    pass


@construct("dict.fromkeys, pop and a dict with another in it")
class Keys(OnPairs):
    def actions(self, state: Pairs) -> list[int]:
        left = dict.fromkeys(range(self.n), True)
        for place, _mark in state.marks:
            left.pop(place)
        return sorted(left)

    def result(self, state: Pairs, action: int) -> Pairs:
        marks = dict(state.marks)
        marks = {**marks, action: state.player}
        return Pairs(frozenset(marks.items()), -state.player)


@dataclass(frozen=True, order=True)
class Mark:
    place: int
    player: int


class Marks(NamedTuple):
    marks: tuple[Mark, ...]
    last: Mark | None


class OnRecords(Game[Marks, Any]):
    """As many records as there are marks, and the last of them, if any."""

    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> Marks:
        return Marks((), None)

    def to_move(self, state: Marks) -> int:
        return MAX if state.last is None else -state.last.player

    def at(self, state: Marks, place: int) -> Mark | None:
        for mark in state.marks:
            if mark.place == place:
                return mark
        return None

    def actions(self, state: Marks) -> list[Any]:
        return [i for i in range(self.n) if self.at(state, i) is None]

    def result(self, state: Marks, action: Any) -> Marks:
        mark = Mark(action, self.to_move(state))
        return Marks(tuple(sorted([*state.marks, mark])), mark)

    def is_terminal(self, state: Marks) -> bool:
        return len(state.marks) == self.n

    def utility(self, state: Marks) -> int:
        pairs = zip(state.marks, state.marks[1:])
        return sum(a.player for a, b in pairs if a.player == b.player)


@construct("records of any number, and one or None")
class Records(OnRecords):
    pass


@construct("action that is a pair or a word")
class PairOrWord(OnRecords):
    def actions(self, state: Marks) -> list[Any]:
        free = [(0, i) for i in range(1, self.n) if self.at(state, i) is None]
        return [*free, "first"] if self.at(state, 0) is None else free

    def result(self, state: Marks, action: Any) -> Marks:
        if action == "first":
            return super().result(state, 0)
        zero, place = action
        return super().result(state, zero + place)


class Hands(NamedTuple):
    hands: tuple[frozenset[Mark], frozenset[Mark]]
    player: int


@construct("sets of records in a tuple")
class SetsOfRecords(Game[Hands, int]):
    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> Hands:
        return Hands((frozenset(), frozenset()), MAX)

    def to_move(self, state: Hands) -> int:
        return state.player

    def actions(self, state: Hands) -> list[int]:
        taken = {mark.place for hand in state.hands for mark in hand}
        return [i for i in range(self.n) if i not in taken]

    def result(self, state: Hands, action: int) -> Hands:
        hands = list(state.hands)
        mine = 0 if state.player == MAX else 1
        hands[mine] = hands[mine] | {Mark(action, state.player)}
        return Hands(tuple(hands), -state.player)  # type: ignore[arg-type]

    def is_terminal(self, state: Hands) -> bool:
        return len(state.hands[0] | state.hands[1]) == self.n

    def utility(self, state: Hands) -> int:
        marks = sorted(state.hands[0] | state.hands[1])
        return sum(a.player for a, b in zip(marks, marks[1:]) if a.player == b.player)


@construct("tuple made of a list, in a plain tuple")
class PlainTuple(Row):
    def initial(self) -> Any:
        return (0, 0), (0, 0), MAX

    def to_move(self, state: Any) -> int:
        return int(state[2])

    def actions(self, state: Any) -> list[int]:
        cells = state[0] + state[1]
        return [i for i, cell in enumerate(cells) if cell == 0]

    def result(self, state: Any, action: int) -> Any:
        left, right = list(state[0]), list(state[1])
        if action < 2:
            left[action] = state[2]
        else:
            right[action - 2] = state[2]
        return tuple(left), tuple(right), -state[2]

    def is_terminal(self, state: Any) -> bool:
        return all(state[0]) and all(state[1])

    def utility(self, state: Any) -> int:
        cells = state[0] + state[1]
        return sum(a for a, b in zip(cells, cells[1:]) if a == b)


@construct("number taken out of a list of lists")
class TakenOut(Row):
    def evaluate(self, state: Line) -> int:
        rows = [list(state.cells[:2]), list(state.cells[2:])]
        hand, rows[0][0] = rows[0][0], 0
        for i in range(2):
            rows[1][i] += hand
            hand -= 1
        return rows[0][0] + rows[1][1] + hand


class Pieces(NamedTuple):
    pieces: tuple[tuple[str, int], ...]  # whose it is, and where; in order
    last: int | None


@construct(
    "pieces of a text and numbers, sorted; a number or None; an action of a word and a number"
)
class TextPieces(Game[Pieces, tuple[str, int]]):
    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> Pieces:
        return Pieces((), None)

    def to_move(self, state: Pieces) -> int:
        return MIN if len(state.pieces) % 2 else MAX

    def actions(self, state: Pieces) -> list[tuple[str, int]]:
        taken = {place for _, place in state.pieces}
        if state.last is not None and len(taken) == self.n - 1:
            wanted = [state.last]  # the one that is left, by way of the one before
            return [("put", place) for place in range(self.n) if place not in taken and wanted]
        return [("put", place) for place in range(self.n) if place not in taken]

    def result(self, state: Pieces, action: tuple[str, int]) -> Pieces:
        where = (action[1],)
        pieces = []
        for owner, place in state.pieces:
            pieces.append((owner, place))
        pieces.append(("max" if self.to_move(state) == MAX else "min", *where))
        return Pieces(tuple(sorted(pieces)), action[1])

    def is_terminal(self, state: Pieces) -> bool:
        return len(state.pieces) == self.n

    def utility(self, state: Pieces) -> int:
        mine = sorted(place for owner, place in state.pieces if owner == "max")
        theirs = sorted(place for owner, place in state.pieces if owner == "min")
        pairs = sum(1 for a, b in zip(mine, mine[1:]) if b - a == 1)
        return pairs - sum(1 for a, b in zip(theirs, theirs[1:]) if b - a == 1)


@construct("a record or None, asked for its truth")
class RecordTruth(OnRecords):
    def is_terminal(self, state: Marks) -> bool:
        found = [self.at(state, i) for i in range(self.n)]
        last = state.last
        return bool(last) and all(found)


class TextRow(NamedTuple):
    row: str
    mover: str


@construct("a letter of the state put into a text")
class LetterPut(Game[TextRow, int]):
    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> TextRow:
        return TextRow("." * self.n, "x")

    def to_move(self, state: TextRow) -> int:
        return MAX if state.mover == "x" else MIN

    def actions(self, state: TextRow) -> list[int]:
        return [i for i, cell in enumerate(state.row) if cell == "."]

    def result(self, state: TextRow, action: int) -> TextRow:
        cells = list(state.row)
        cells[action] = state.mover
        return TextRow("".join(cells), "o" if state.mover == "x" else "x")

    def is_terminal(self, state: TextRow) -> bool:
        return "." not in state.row

    def utility(self, state: TextRow) -> int:
        pairs = list(zip(state.row, state.row[1:]))
        return pairs.count(("x", "x")) - pairs.count(("o", "o"))
