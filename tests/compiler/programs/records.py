"""Dataclasses, NamedTuples and Enums."""

from __future__ import annotations

import dataclasses
import enum
from collections import namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, StrEnum, auto
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.compiler.programs import COUNT, PAIRS, ROWS, SMALL, calls, over


@dataclass(frozen=True)
class Move:
    start: int
    end: int = 0

    @property
    def length(self) -> int:
        return abs(self.end - self.start)

    def turned(self) -> Move:
        return Move(self.end, self.start)


@dataclass(order=True)
class Score:
    points: int
    name: str = field(default="x", compare=False)
    seen: list[int] = field(default_factory=list, compare=False)


@dataclass
class State:
    board: list[int]
    player: int = 1
    history: tuple[int, ...] = ()
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.total = sum(self.board)


@dataclass
class BigState(State):
    extra: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.extra[0] = self.total


@dataclass(eq=False)
class Token:
    n: int


@dataclass(frozen=True, order=True, slots=True)
class Slotted:
    a: int
    b: tuple[int, ...] = ()


@over(SMALL, SMALL)
def frozen(a: int, b: int) -> Any:
    move = Move(a, b)
    return (
        move,
        move.length,
        move.turned(),
        move == Move(a, b),
        hash(move) == hash(Move(a, b)),
        {move: 1}[Move(a, b)],
    )


@over(SMALL)
def frozen_is_not_changed(a: int) -> Any:
    move = Move(a)
    move.end = 5
    return move


@over(PAIRS)
def in_sets(pairs: list[Any]) -> Any:
    moves = {Move(a, b) for a, b in pairs}
    return (
        list(moves),
        len(moves),
        Move(1, 1) in moves,
        sorted(moves, key=lambda m: (m.start, m.end)),
    )


@over(PAIRS)
def ordered(pairs: list[Any]) -> Any:
    scores = [Score(a, str(b)) for a, b in pairs]
    return (
        sorted(scores),
        min(scores),
        max(scores),
        sorted(scores, reverse=True),
        scores[0] < scores[-1],
    )


@over(SMALL, SMALL)
def not_compared(a: int, b: int) -> Any:
    return (
        Score(a, "p") == Score(a, "q"),
        Score(a) <= Score(b),
        Score(a) > Score(b),
        Score(a) != Score(b, "z"),
    )


@over(SMALL)
def not_frozen_has_no_hash(a: int) -> Any:
    return {Score(a): 1}


@over(SMALL)
def factories(a: int) -> Any:
    one, two = Score(a), Score(a, seen=[9])
    one.seen.append(a)
    return one, two, Score(1)


@over(ROWS)
def after_init(items: list[int]) -> Any:
    state = State(items)
    big = BigState(items, 2, extra={5: 5})
    items.append(50)
    return state, big, isinstance(big, State), state == State(items), State([1]) == State([1])


@over(ROWS)
def replaced(items: list[int]) -> Any:
    state = State(items)
    state.total = 77
    other = replace(state, player=2)
    other.board.append(1)
    return state, other, other.board is state.board


@over(SMALL)
def replaced_frozen(a: int) -> Any:
    move = replace(Move(a, 1), end=a + 1)
    return move, replace(move), replace(move) is move, replace(Slotted(a), b=(1, a))


@over(SMALL)
def identity(a: int) -> Any:
    one, two = Token(a), Token(a)
    return one == two, one == one, one in [two], len({one, two}), one != two


@over(PAIRS)
def slotted(pairs: list[Any]) -> Any:
    found = sorted(Slotted(a, (b,)) for a, b in pairs)
    return found, list(set(found)), Slotted(1) < Slotted(1, (0,))


@over(SMALL)
def records_as_text(a: int) -> Any:
    return str(Move(a, 1)), repr(Score(a)), f"{Move(a)}"


@over(SMALL)
def fields(a: int) -> Any:
    return dataclasses.astuple(Move(a, 1)), dataclasses.asdict(Move(a, 1))


@over(SMALL, SMALL)
def matched(a: int, b: int) -> Any:
    match Move(a, b):
        case Move(0, 0):
            return "none"
        case Move(start=0, end=e):
            return "from zero", e
        case Move(s, e) if s == e:
            return "same", s
        case Move(length=1):
            return "short"
        case Move() as move:
            return move


@over(st.builds(Move, SMALL, SMALL))
def given_record(move: Any) -> Any:
    return move.start, move.turned(), replace(move, start=3), move == Move(1, 2)


@over(st.builds(State, ROWS))
def given_state(state: Any) -> Any:
    state.board.append(5)
    state.player = 3 - state.player
    return state, state.total, state.history


# --- NamedTuples ------------------------------------------------------------------------------------


class Point(NamedTuple):
    x: int
    y: int = 0

    def plus(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    @property
    def size(self) -> int:
        return abs(self.x) + abs(self.y)


class Other(NamedTuple):
    x: int
    y: int


Plain = namedtuple("Plain", "a b")


@over(SMALL, SMALL)
def points(a: int, b: int) -> Any:
    p = Point(a, b)
    x, y = p
    return (
        p,
        p.x,
        p[1],
        x + y,
        p.plus(Point(1)),
        p.size,
        p._replace(y=5),
        len(p),
        p + (3,),
        p * 2,
        p[:1],
        tuple(p),
    )


@over(SMALL, SMALL)
def points_compared(a: int, b: int) -> Any:
    p = Point(a, b)
    return (
        p == (a, b),
        p == Other(a, b),
        p < Point(b, a),
        {p: 1}.get((a, b)),
        p in {(a, b)},
        hash(p) == hash((a, b)),
        isinstance(p, tuple),
        Plain(a, b),
    )


@over(PAIRS)
def points_in_sets(pairs: list[Any]) -> Any:
    found = {Point(a, b) for a, b in pairs}
    return (
        list(found),
        sorted(found),
        list({Point(b, a): a for a, b in pairs}),
        [*map(lambda p: Point(*p), pairs)],
    )


@over(SMALL)
def points_as_text(a: int) -> Any:
    return str(Point(a)), repr([Point(a, 1)]), f"{Point(a)}"


@over(SMALL, SMALL)
def points_matched(a: int, b: int) -> Any:
    match Point(a, b):
        case (0, 0):
            return "origin"
        case Point(x=0, y=y):
            return "on the axis", y
        case Point(x, 0):
            return "other axis", x
        case (x, y) if x > y:
            return x - y
        case [*items]:
            return items


@over(PAIRS)
def made_from(pairs: list[Any]) -> Any:
    return [Point._make(p) for p in pairs]


@over(PAIRS)
def made_by_names(pairs: list[Any]) -> Any:
    return Point._fields, [Point(y=a, x=b) for a, b in pairs]


# --- Enums --------------------------------------------------------------------------------------------


class Colour(Enum):
    RED = 1
    GREEN = "g"
    BLUE = (1, 2)
    CRIMSON = 1

    @property
    def other(self) -> Colour:
        return Colour.GREEN if self is Colour.RED else Colour.RED

    def describe(self) -> Any:
        return self.name, self.value

    @classmethod
    def first(cls) -> Colour:
        return cls.RED


class Piece(IntEnum):
    NONE = 0
    MAN = 1
    KING = 3

    def is_king(self) -> bool:
        return self == Piece.KING


class Direction(Enum):
    UP = auto()
    DOWN = auto()

    def opposite(self) -> Direction:
        return Direction(3 - self.value)


class Side(enum.Flag):
    LEFT = 1
    RIGHT = 2


COLOURS = st.sampled_from(list(Colour))
PIECES = st.sampled_from(list(Piece))


@over(COLOURS, COLOURS)
def colours(a: Any, b: Any) -> Any:
    return (
        a is b,
        a == b,
        a.other,
        a.describe(),
        a != b,
        a == 1,
        a in (Colour.RED, Colour.BLUE),
        {a: 1}.get(b),
    )


@calls(1, "g", (1, 2), 5, True, None)
def by_value(value: Any) -> Any:
    return Colour(value)


@calls("RED", "CRIMSON", "BLUE", "PINK")
def by_name(name: str) -> Any:
    return Colour[name], Colour[name].value


@over(COUNT)
def members(n: int) -> Any:
    return (
        list(Colour),
        [c.name for c in Colour],
        len(Colour),
        Colour.first(),
        Colour.CRIMSON is Colour.RED,
        list(Piece),
    )


@over(COLOURS)
def colours_as_text(a: Any) -> Any:
    return str(a), f"{a}", a.name


@over(COLOURS)
def colour_as_repr(a: Any) -> Any:
    return repr(a)


@over(PIECES, PIECES)
def pieces(a: Any, b: Any) -> Any:
    return (
        a + b,
        a < b,
        a == 1,
        a * 2,
        int(a),
        bool(a),
        a.is_king(),
        -a,
        max(a, b),
        sorted([a, b]),
        [5, 6, 7, 8][a],
        sum([a, b]),
    )


@over(PIECES)
def piece_kinds(a: Any) -> Any:
    return (
        {a: "x"}.get(1),
        a in {0, 3},
        isinstance(a, int),
        a is Piece.MAN,
        (a,) == (1,),
        a / 2,
        a // 2,
        a & 1,
    )


@over(PIECES)
def piece_as_text(a: Any) -> Any:
    return str(a), a.name, f"{a}", "%d" % a


@over(COUNT)
def pieces_by_value(n: int) -> Any:
    return Piece(n), Piece(n).name


@over(PIECES)
def pieces_matched(a: Any) -> Any:
    match a:
        case Piece.NONE:
            return "none"
        case Piece.KING:
            return "king"
        case 1:
            return "man"


@over(COUNT)
def directions(n: int) -> Any:
    d = list(Direction)[n % 2]
    table = {Direction.UP: -1, Direction.DOWN: 1}
    return (
        d.opposite(),
        table[d],
        d.opposite().opposite() is d,
        table,
        {d, Direction.UP},
        Direction.UP in table,
    )


@over(COLOURS, COLOURS)
def colours_not_ordered(a: Any, b: Any) -> Any:
    return a < b


@over(COUNT)
def flags(n: int) -> Any:
    both = Side.LEFT | Side.RIGHT
    return Side.LEFT in both, both & Side.LEFT == Side.LEFT, both.value


@over(st.lists(PIECES, max_size=8))
def pieces_counted(items: Any) -> Any:
    count: dict[Any, int] = {}
    for p in items:
        count[p] = count.get(p, 0) + 1
    return (
        count,
        items.count(Piece.MAN),
        items.count(1),
        Piece.KING in items,
        3 in items,
        list(set(items)),
    )


class Suit(str, Enum):
    CLUBS = "c"
    HEARTS = "hh"
    NO = ""

    def longer(self) -> str:
        return self + "!" * len(self)


class Word(StrEnum):
    LEFT = auto()
    RIGHT = auto()


BY_SUIT = {Suit.CLUBS: 1, "hh": 2, Suit.NO: 3, "left": 4}


@calls(Suit.CLUBS, Suit.HEARTS, Suit.NO, Word.LEFT, "c", "hh", "", "left", 1, None)
def members_that_are_texts(x: Any) -> Any:
    return (
        x == Suit.CLUBS,
        Suit.HEARTS == x,
        x != Word.LEFT,
        x in (Suit.HEARTS, "left"),
        BY_SUIT.get(x),
        {Suit.CLUBS: 1, Word.LEFT: 2}.get(x),
        x in {Suit.NO, "hh"},
        bool(x),
        isinstance(x, str),
        isinstance(x, Suit),
        x is Suit.CLUBS,
    )


@calls(Suit.CLUBS, Suit.HEARTS, Suit.NO, Word.RIGHT, "hh")
def texts_of_members(x: Any) -> Any:
    return (
        x + "-",
        "-" + x,
        x * 2,
        len(x),
        list(x),
        x < "d",
        x >= Suit.CLUBS,
        sorted(["d", Suit.HEARTS, x, "a"]),
        x.upper(),
        x.count("h"),
        "h" in x,
        x in "chh",
        Suit("hh").longer(),
        str(Suit.CLUBS),
        str(Word.LEFT),
        max(x, "b"),
    )


@calls(Suit.CLUBS, Suit.HEARTS, "hh")
def members_handed_to_texts(x: Any) -> Any:
    return "".join([x, "a"]), "hhh".replace(x, "b"), x[:1], "c".startswith(x), f"{x.value}"


@calls(Suit.CLUBS, "c", Word.LEFT)
def matched_members(x: Any) -> Any:
    match x:
        case Suit.CLUBS:
            return "clubs"
        case "left":
            return "left"
    return "none"
