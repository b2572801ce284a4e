"""Nine men's morris: three men in a line are a mill, and a mill takes a man of the other player's.

MAX plays X, MIN plays O. First the players place their men in turn on the empty points; then each
moves a man along a line to the next point, or, with only three left, to any empty point. Whoever
closes a mill takes a man that stands in no mill, or any where all do; one man, though two mills
were closed. The player to move who has fewer than three men, in hand and on the board, or no
move, has lost.

The rules are those of OpenSpiel, and so are the moves: taking is a move of its own by the player
who has just closed the mill. OpenSpiel calls it a draw after 200 turns; here nothing is counted,
and a position that comes back is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.bits import cells, lowest_bit, popcount, trailing_zeros
from zermelo.board import caption, disc, element, hit, shape
from zermelo.game import (
    MAX,
    MIN,
    PLAYER_NAMES,
    Feature,
    Game,
    NotationError,
    Repetition,
    ZermeloError,
)
from zermelo.games.morris_board import LAYOUT, LINES, POINTS, READING, ROWS, place_of, sign_at
from zermelo.language import _, mark

# The bit of each point: eight to a ring, clockwise from the corner on the upper left.
#
#   7   0-----------1-----------2
#       |           |           |
#   6   |   8-------9------10   |
#       |   |       |       |   |
#   5   |   |  16--17--18   |   |
#       |   |   |       |   |   |
#   4   7--15--23      19--11---3
#       |   |   |       |   |   |
#   3   |   |  22--21--20   |   |
#       |   |       |       |   |
#   2   |  14------13------12   |
#       |           |           |
#   1   6-----------5-----------4
#
#       a   b   c   d   e   f   g
#
# Neighbours on a ring are one bit apart, around the ring's eight; from ring to ring, which lines
# join at the odd bits only, it is eight. So a quarter turn is two bits around each ring, and the
# outer and the inner ring can be swapped: sixteen symmetries in all.

BOARD: Final = 0xFFFFFF
MIDDLES: Final = 0xAAAAAA  # of the sides of the rings
CROSS: Final = 0xAA  # the middles on the outer ring
RINGS: Final = 0x010101  # a bit of each

WIN: Final = 1000


class Men(NamedTuple):
    """The men of the player to move and of the other, and how many both have yet to place.

    `taking`: the player has just closed a mill, and takes a man.
    """

    own: int
    other: int
    hand: int
    player: int
    taking: bool


class Morris(Game[Men, int]):
    """Nine men's morris; an action is the set of points that change, as bits.

    That is the point to place a man on or to take one from, or the two that a man moves between.
    `men`: how many each player has. `flying`: with three men left, a man moves to any empty point.
    """

    repetition: Repetition | None = "draw"

    def __init__(self, men: int = 9, flying: bool = True) -> None:
        if type(men) is not int or not 3 <= men <= 9:
            words = _("men must be a whole number from 3 to 9, not {men!r}")
            raise ZermeloError(words.format(men=men))
        if type(flying) is not bool:
            words = _("flying must be True or False, not {flying!r}")
            raise ZermeloError(words.format(flying=flying))
        self.men, self.flying = men, flying

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Men:
        return Men(0, 0, 2 * self.men, MAX, False)

    def to_move(self, state: Men) -> int:
        return state.player

    def actions(self, state: Men) -> Iterator[int]:
        own, empty = state.own, BOARD ^ state.own ^ state.other
        if state.taking:
            free = state.other & ~self.mills(state.other)
            points = free if free else state.other
        elif state.hand and not self.is_beaten(state):
            points = empty
        else:
            points = 0
        while points:
            point = lowest_bit(points)
            yield point
            points ^= point
        men = 0 if state.taking or state.hand or self.is_beaten(state) else own
        flies = self.may_fly(own)
        while men:
            man = lowest_bit(men)
            targets = empty if flies else self.beside(man) & empty
            while targets:
                target = lowest_bit(targets)
                yield man | target
                targets ^= target
            men ^= man

    def result(self, state: Men, action: int) -> Men:
        if state.taking:
            return Men(state.other ^ action, state.own, state.hand, -state.player, False)
        own = state.own ^ action
        hand = state.hand - 1 if state.hand else 0
        if self.mills(own) & action:
            return Men(own, state.other, hand, state.player, True)
        return Men(state.other, own, hand, -state.player, False)

    def is_terminal(self, state: Men) -> bool:
        if state.taking:
            return False
        if state.hand or self.may_fly(state.own):
            return self.is_beaten(state)
        empty = BOARD ^ state.own ^ state.other
        return self.is_beaten(state) or self.beside(state.own) & empty == 0

    def is_beaten(self, state: Men) -> bool:
        """Whether the player to move has too few men for a mill; not asked while one is taken."""
        return popcount(state.own) + (state.hand + 1) // 2 < 3

    def may_fly(self, men: int) -> bool:
        """Whether these men, all placed, move to any empty point."""
        return self.flying and popcount(men) == 3

    def utility(self, state: Men) -> int:
        return -WIN if state.player == MAX else WIN

    def mills(self, men: int) -> int:
        """The men that stand in mills."""
        middles = men & self.after(men) & self.before(men) & MIDDLES
        across = men & men >> 8 & men >> 16 & CROSS
        return middles | self.after(middles) | self.before(middles) | across * RINGS

    def beside(self, points: int) -> int:
        """The neighbours of any of the points along the lines."""
        middles = points & MIDDLES
        across = middles << 8 & BOARD | middles >> 8
        return self.after(points) | self.before(points) | across

    def after(self, points: int) -> int:
        """Each point's next around its ring, clockwise."""
        return points << 1 & 0xFEFEFE | points >> 7 & RINGS

    def before(self, points: int) -> int:
        """The same, anticlockwise."""
        return points >> 1 & 0x7F7F7F | (points & RINGS) << 7

    # --- knowledge -----------------------------------------------------------------------------

    def bounds(self, state: Men) -> tuple[int, int]:
        return -WIN, WIN

    def tier(self, state: Men) -> int:
        """Twice the men placed and those taken, and one more while a man is to be taken."""
        placed = 2 * self.men - state.hand
        taken = placed - popcount(state.own | state.other)
        return 2 * (placed + taken) + (1 if state.taking else 0)

    def is_quiet(self, state: Men) -> bool:
        return not state.taking

    def evaluate(self, state: Men) -> int:
        """Men, above all; points that would close a mill; mills; room to move."""
        own, other = state.own, state.other
        empty = BOARD ^ own ^ other
        men = popcount(own) - popcount(other) + (state.hand & 1)
        if state.taking:  # a man as good as taken; and it is the other who is to place next
            men += 1 - 2 * (state.hand & 1)
        threats = popcount(self.closing(own) & empty) - popcount(self.closing(other) & empty)
        mills = popcount(self.mills(own)) - popcount(self.mills(other))
        room = popcount(self.beside(own) & empty) - popcount(self.beside(other) & empty)
        # Some 800 at most, with nine men to two: no estimate claims what only the end can give.
        estimate = 60 * men + 12 * threats + 4 * mills + 4 * room
        return estimate if state.player == MAX else -estimate

    def features(self, state: Men) -> Iterator[Feature]:
        x, o = (state.own, state.other)[:: state.player]
        empty, left = BOARD ^ x ^ o, (state.hand // 2, (state.hand + 1) // 2)
        yield Feature(mark("men of MAX"), popcount(x) + left[0], 60)
        yield Feature(mark("men of MIN"), popcount(o) + left[1], -60)
        if state.taking:
            yield Feature(mark("a man to be taken"), 1, 60 * state.player)
        for name, points, weight in (
            (mark("points that close a mill of MAX"), self.closing(x) & empty, 12),
            (mark("points that close a mill of MIN"), self.closing(o) & empty, -12),
            (mark("men of MAX in mills"), self.mills(x), 4),
            (mark("men of MIN in mills"), self.mills(o), -4),
            (mark("points beside men of MAX"), self.beside(x) & empty, 4),
            (mark("points beside men of MIN"), self.beside(o) & empty, -4),
        ):
            closing = points if abs(weight) == 12 else 0
            where = tuple((POINTS[point],) for point in cells(closing))
            yield Feature(name, popcount(points), weight, where)

    def order(self, state: Men, action: int) -> int:
        """Mills first; then what makes many threats, leaves few and has room beside it."""
        own, other = state.own, state.other
        mill = 0
        if state.taking:
            other ^= action
        else:
            own ^= action
            mill = 64 if self.mills(own) & action else 0
        empty = BOARD ^ own ^ other
        threats = popcount(self.closing(own) & empty) - popcount(self.closing(other) & empty)
        room = popcount(self.beside(own) & empty) - popcount(self.beside(other) & empty)
        return mill + 4 * threats + room

    def closing(self, men: int) -> int:
        """The points, empty or not, where one more man makes a mill."""
        after, before = self.after(men), self.before(men)
        around = after & before & MIDDLES
        around |= (after & self.after(after) | before & self.before(before)) & ~MIDDLES
        up, down = men << 8, men >> 8
        across = down & men >> 16 & CROSS | up & down & CROSS << 8 | up & men << 16 & CROSS << 16
        return around | across

    def key(self, state: Men) -> int:
        turn = 4 * state.hand + (2 if state.taking else 0) + (1 if state.player == MAX else 0)
        return turn << 48 | state.other << 24 | state.own

    def canonical(self, state: Men) -> Men:
        """The least of the sixteen images; both players' men are turned at once, in one number."""
        image = state.other << 24 | state.own
        least = image
        for _swap in range(2):
            for _reflection in range(2):
                for _turn in range(4):
                    image = image << 2 & 0xFCFCFCFCFCFC | image >> 6 & 0x030303030303
                    least = min(least, image)
                image = self.reflected(image)
            inner, outer = image >> 16 & 0x0000FF0000FF, image & 0x0000FF0000FF
            image = image & 0x00FF0000FF00 | outer << 16 | inner
        return Men(least & BOARD, least >> 24, state.hand, state.player, state.taking)

    def reflected(self, image: int) -> int:
        """About the line from a7 to g1: around each ring, point i goes to 8 - i."""
        image = (image & 0x555555555555) << 1 | image >> 1 & 0x555555555555
        image = (image & 0x333333333333) << 2 | image >> 2 & 0x333333333333
        image = (image & 0x0F0F0F0F0F0F) << 4 | image >> 4 & 0x0F0F0F0F0F0F
        return image << 1 & 0xFEFEFEFEFEFE | image >> 7 & 0x010101010101

    # --- notation ------------------------------------------------------------------------------

    def format_state(self, state: Men) -> str:
        """Rows from the top, x, o and . for an empty point; who is to move; the men yet to place.

        "x../.../.../....../.../.../... o 8-9"; "takes" follows where a man is to be taken.
        """
        signs = self.signs(state)
        points = "".join("/" + signs[i] if i % 3 == 0 and i != 12 else signs[i] for i in range(24))
        side = "x" if state.player == MAX else "o"
        hands = f" {state.hand // 2}-{state.hand - state.hand // 2}" if state.hand else ""
        return f"{points[1:]} {side}{hands}{' takes' if state.taking else ''}"

    def signs(self, state: Men) -> str:
        """The points in reading order."""
        x, o = (state.own, state.other)[:: state.player]
        return "".join("x" if x >> i & 1 else "o" if o >> i & 1 else "." for i in READING)

    def parse_state(self, text: str) -> Men:
        """Also takes - for an empty point, and needs no / between the rows."""
        text = " ".join(text.split())
        found = re.fullmatch(r"([xo./ -]*) ([xo])(?: ([0-9])-([0-9]))?( takes)?", text.lower())
        signs = re.sub("[/ ]", "", found[1]).replace("-", ".") if found else ""
        if not found or len(signs) != 24:
            words = _(
                "'{text}' is no position: write the 24 points as x, o or . from the top, who "
                "is to move, and how many men x and o have yet to place, as in 'x 9-9'"
            )
            raise NotationError(words.format(text=text))
        hands = int(found[3] or 0), int(found[4] or 0)
        x, o = (sum(1 << i for i, s in zip(READING, signs, strict=True) if s == p) for p in "xo")
        if popcount(x) + hands[0] > self.men or popcount(o) + hands[1] > self.men:
            words = _("'{text}' is no position: a player has {men} men at most")
            raise NotationError(words.format(text=text, men=self.men))
        player, taking = (MAX if found[2] == "x" else MIN), bool(found[5])
        own, other = (x, o)[::player]
        left, opposite = hands[::player]
        ahead = 1 if (player == MAX) == taking else 0  # x places first
        in_turn = hands in ((0, 0), (hands[0], hands[0] + ahead))
        enough = popcount(own) + left >= (3 if taking else 2) and popcount(other) + opposite >= 3
        if not (in_turn and enough) or (taking and not (self.mills(own) and other)):
            words = _("'{text}' is no position: no move can have led to it")
            raise NotationError(words.format(text=text))
        return Men(own, other, sum(hands), player, taking)

    def format_action(self, state: Men, action: int) -> str:
        """The point to place a man on, "d2"; from where to where, "d2-d3"; what is taken, "xd2"."""
        return ("x" if state.taking else "") + "-".join(self.route(state, action))

    def route(self, state: Men, action: int) -> tuple[str, ...]:
        """The point to place a man on, or to take one from; or from where to where it moves."""
        parts = (action & state.own, action & ~state.own)
        return tuple(POINTS[trailing_zeros(part)] for part in parts if part)

    def parse_action(self, state: Men, text: str) -> int:
        return super().parse_action(state, text.lower())

    def draw(self, state: Men) -> str:
        signs = iter(self.signs(state).upper().replace(".", "·"))
        lines = []
        for number, row in enumerate(ROWS):
            points = "".join(next(signs) if sign == "·" else sign for sign in row)
            lines.append(f"{' ' if number % 2 else 7 - number // 2:>2} {points}")
        lines.append("   a b c d e f g")
        if state.hand:
            hands = _("to place: X {x}, O {o}")
            lines.append(hands.format(x=state.hand // 2, o=(state.hand + 1) // 2))
        if state.taking:
            lines.append(_("{player} takes a man").format(player=_(PLAYER_NAMES[state.player])))
        elif self.is_terminal(state):
            lines.append(_("{player} wins").format(player=_(PLAYER_NAMES[-state.player])))
        return "\n".join(lines)

    def locate(self, place: str) -> tuple[float, float]:
        return place_of(POINTS.index(place))

    def draw_svg(self, state: Men, last: int | None = None) -> str:
        """Each point is a cell: to place a man on, to move from or to, or to take a man from."""
        x = state.own if state.player == MAX else state.other
        takes = sum(self.actions(state)) if state.taking else 0
        parts = [LINES]
        for i in range(7):
            across, down = LAYOUT.centre((i, i))
            parts.append(caption("label", across, LAYOUT.bottom - 3, 7, "abcdefg"[i]))
            parts.append(caption("label", 9, down, 7, str(7 - i)))
        for index in range(24):
            across, down = place_of(index)
            drawn = [hit(across - 11, down - 11, 22, 22)]
            if (state.own | state.other) >> index & 1:
                drawn.append(disc(across, down, 8, bool(x >> index & 1)))
            else:
                parts.append(shape("circle", "label", cx=across, cy=down, r=2))
            if last and last >> index & 1:
                drawn.append(shape("circle", "mark-last", cx=across, cy=down, r=9.4))
            if takes >> index & 1:
                drawn.append(sign_at(across, down, "×"))
            parts.append(element("g", *drawn, data_cell=POINTS[index]))
        for side, hand in ((MAX, state.hand // 2), (MIN, (state.hand + 1) // 2)):
            places = [97 + side * (8 * man - 80) for man in range(hand)]
            parts += [disc(place, 188, 3.4, side == MAX) for place in places]
        return LAYOUT.picture(f"{self.name}: {self.format_state(state)}", *parts)
