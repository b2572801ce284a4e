"""Nim: take any number of matches from one row; in the misère game the last match loses.

The lecture's game is misère with rows of 7, 5 and 3. The first player wins it, and only by taking
exactly one match from any one row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Final, NamedTuple

from zermelo.board import caption, choice, heap, hit, picture, plaque, shape
from zermelo.game import MAX, MIN, PLAYER_NAMES, Feature, Game, NotationError, ZermeloError
from zermelo.language import _, mark, ngettext

KNOWN: Final = 45  # what the heuristic gives at least where the nim-sum does not decide
MATCHES_ABREAST: Final = 25  # in a drawing; a longer row goes on below


class Matches(NamedTuple):
    """The matches left in each row, and who is to move."""

    rows: tuple[int, ...]
    player: int


class Nim(Game[Matches, tuple[int, int]]):
    """Nim; an action is (row, count): take `count` matches from `row`, the first row being 0.

    `rows` are the matches at the start. `misere`: whoever takes the last match loses; otherwise
    whoever takes it wins. The utility for MAX is `win` or `-win`. `goal`: the game is over when so
    many matches are left; 1, for the last one can only be taken, is the goal test of the report
    of 2017. `heuristic`: "sound", or "report", the numbers of that report as they stand.
    """

    def __init__(
        self,
        rows: tuple[int, ...] = (7, 5, 3),
        misere: bool = True,
        win: int = 50,
        goal: int = 0,
        heuristic: str = "sound",
    ) -> None:
        if not isinstance(rows, tuple) or not 1 <= len(rows) <= 20:
            words = _("rows must be a tuple of 1 to 20 numbers, not {rows!r}")
            raise ZermeloError(words.format(rows=rows))
        for row in rows:
            if type(row) is not int or not 0 <= row <= 1000:
                words = _("a row must be a whole number from 0 to 1000, not {row!r}")
                raise ZermeloError(words.format(row=row))
        if type(goal) is not int or goal not in (0, 1):
            raise ZermeloError(_("goal must be 0 or 1, not {goal!r}").format(goal=goal))
        if not any(rows):  # the game would be over before it begins
            raise ZermeloError(_("at least one row must have matches"))
        if sum(rows) <= goal:
            raise ZermeloError(_("with goal 1 there must be two matches or more"))
        if heuristic not in ("sound", "report"):
            words = _("heuristic must be sound or report, not '{heuristic}'")
            raise ZermeloError(words.format(heuristic=heuristic))
        if heuristic == "report" and (misere is not True or len(rows) != 3):
            raise ZermeloError(_("the heuristic of the report is for three rows, misère"))
        if type(misere) is not bool:
            words = _("misere must be True or False, not {misere!r}")
            raise ZermeloError(words.format(misere=misere))
        if type(win) is not int or not 1 <= win <= 1_000_000:
            words = _("win must be a whole number from 1 to 1000000, not {win!r}")
            raise ZermeloError(words.format(win=win))
        self.rows, self.misere, self.win = rows, misere, win
        self.goal, self.heuristic = goal, heuristic
        self.radix = max(rows) + 1

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Matches:
        return Matches(self.rows, MAX)

    def to_move(self, state: Matches) -> int:
        return state.player

    def actions(self, state: Matches) -> Iterator[tuple[int, int]]:
        if self.goal and self.is_terminal(state):
            return
        for row, matches in enumerate(state.rows):
            for count in range(matches):
                yield row, count + 1

    def changed(self, rows: tuple[int, ...], row: int, matches: int) -> tuple[int, ...]:
        return (*rows[:row], matches, *rows[row + 1 :])

    def result(self, state: Matches, action: tuple[int, int]) -> Matches:
        row, count = action
        player = MIN if state.player == MAX else MAX
        return Matches(self.changed(state.rows, row, state.rows[row] - count), player)

    def is_terminal(self, state: Matches) -> bool:
        total = 0
        for matches in state.rows:
            total += matches
        return total <= self.goal

    def utility(self, state: Matches) -> int:
        """The last match was taken by who is not to move, or will be by who is."""
        taken = True
        if self.goal:
            for matches in state.rows:
                taken = taken and matches == 0
        max_takes_it = (state.player == MIN) == taken
        return self.win if max_takes_it != self.misere else -self.win

    # --- knowledge -----------------------------------------------------------------------------

    def evaluate(self, state: Matches) -> int:
        """The lecture's heuristic, its numbers those of the player who has just moved.

        | what the move left                                       | the mover's number          |
        |----------------------------------------------------------|-----------------------------|
        | misère: an even number of ones, at most one larger row   | -45, the other wins at once |
        | misère: one match / a larger odd number of ones only     | 50 / 45                     |
        | normal: one row                                          | -45, the other wins at once |
        | otherwise, nim-sum zero                                  | 40 - total, at least 21     |
        | otherwise                                                | total, at most 19           |

        For misère 7-5-3 these are exactly the lecture's numbers. It has three rows, so it names no
        ones or two for "even" and three for "odd", and at most 15 matches, so that it needs
        neither limit; with 20 or more its won positions would rank below its lost ones. (Its -50
        for one match is seen from the other side.) The estimate stays inside (-win, win), for it
        never claims what only the end of the game can give: by default that 50 is 49.
        """
        if self.heuristic == "report":
            return self.report(state)
        estimate = max(1 - self.win, min(self.win - 1, self.number(state)))
        return -estimate if state.player == MAX else estimate

    def number(self, state: Matches) -> int:
        """The mover's number in the table above."""
        ones = larger = total = nim_sum = 0
        for matches in state.rows:
            ones += matches == 1
            larger += matches > 1
            total += matches
            nim_sum ^= matches
        if self.misere and larger <= 1 and ones % 2 == 0:
            return -KNOWN
        if self.misere and larger == 0:
            return 50 if ones == 1 else KNOWN
        if not self.misere and ones + larger == 1:
            return -KNOWN
        return max(40 - total, 21) if nim_sum == 0 else min(total, 19)

    def features(self, state: Matches) -> Iterator[Feature]:
        total, nim_sum = sum(state.rows), reduce(xor, state.rows)
        mover, number = -state.player, self.number(state)
        yield Feature(mark("nim-sum"), nim_sum, 0)
        if self.heuristic == "report":
            yield Feature(mark("the number of the report"), self.report(state))
            return
        if abs(number) >= KNOWN:
            parts = [Feature(mark("an ending that is known"), 1, mover * number)]
        elif nim_sum:
            parts = [Feature(mark("matches left"), total, mover)]
            parts += [Feature(mark("but no more than 19"), 19 - total, mover)] * (total > 19)
        else:
            parts = [
                Feature(mark("the nim-sum is zero"), 1, mover * 40),
                Feature(mark("matches left"), total, -mover),
            ]
            parts += [Feature(mark("but no less than 21"), total - 19, mover)] * (total > 19)
        yield from parts
        worth = mover * sum(part.worth for part in parts)
        limit = max(1 - self.win - worth, 0) + min(self.win - 1 - worth, 0)
        if limit:
            yield Feature(mark("to stay below a win and above a loss"), limit, mover)

    def report(self, state: Matches) -> int:
        """The report's numbers to the letter, taken for the player who has just moved.

        One match left is -50, and none 50: right for who is to move there, and so what the report
        gives its leaves, but seen from there, the wrong way round for who chooses among moves.
        """
        ones = zeros = total = nim_sum = 0
        for matches in state.rows:
            ones += matches == 1
            zeros += matches == 0
            total += matches
            nim_sum ^= matches
        if total <= 1:
            estimate = -50 if total == 1 else 50
        elif zeros == 2 or ones == 2:
            estimate = -45
        elif ones == 3:
            estimate = 45
        else:
            estimate = 40 - total if nim_sum == 0 else total
        most = self.win if total <= self.goal else self.win - 1  # no estimate claims a win
        estimate = max(-most, min(most, estimate))
        return -estimate if state.player == MAX else estimate

    def bounds(self, state: Matches) -> tuple[int, int]:
        return -self.win, self.win

    def order(self, state: Matches, action: tuple[int, int]) -> int:
        """Moves that leave the nim-sum zero, the largest of them first."""
        row, count = action
        nim_sum = state.rows[row] ^ (state.rows[row] - count)
        for matches in state.rows:
            nim_sum ^= matches
        return count if nim_sum == 0 else 0

    def canonical(self, state: Matches) -> Matches:
        """The rows may change places: the longest comes first."""
        rows = state.rows
        for end in range(len(rows) - 1, 0, -1):
            for row in range(end):
                upper, lower = rows[row], rows[row + 1]
                if upper < lower:
                    rows = self.changed(self.changed(rows, row, lower), row + 1, upper)
        return Matches(rows, state.player)

    def key(self, state: Matches) -> int:
        """The rows are the digits of a number, and who is to move is its last bit."""
        number = 0
        for matches in state.rows:
            number = number * self.radix + matches
        return 2 * number + (state.player == MIN)

    # --- notation ------------------------------------------------------------------------------

    def format_state(self, state: Matches) -> str:
        """As "7-5-3", with MAX to move, or "7-5-3 min"."""
        return "-".join(map(str, state.rows)) + (" min" if state.player == MIN else "")

    def parse_state(self, text: str) -> Matches:
        """Takes dashes, commas or spaces between the rows, and "max" or "min" after them."""
        text = " ".join(text.split())
        found = re.fullmatch(
            r"([0-9]{1,9}(?: ?[-, ] ?[0-9]{1,9})*)(?: (max|min))?", text, re.IGNORECASE
        )
        if not found:
            words = _("'{text}' is no position of nim; write it like 7-5-3 or 7-5-3 min")
            raise NotationError(words.format(text=text))
        rows = tuple(int(number) for number in re.findall("[0-9]+", found[1]))
        if len(rows) != len(self.rows):
            words = ngettext(
                "'{text}' must have {wanted} row, not {found}",
                "'{text}' must have {wanted} rows, not {found}",
                len(self.rows),
            )
            raise NotationError(words.format(text=text, wanted=len(self.rows), found=len(rows)))
        if max(rows) > max(self.rows):
            words = _("'{text}' has a row of {row}; this game has none above {most}")
            raise NotationError(words.format(text=text, row=max(rows), most=max(self.rows)))
        return Matches(rows, MIN if (found[2] or "").lower() == "min" else MAX)

    def format_action(self, state: Matches, action: tuple[int, int]) -> str:
        """As "1:3": from the first row take three."""
        row, count = action
        return f"{row + 1}:{count}"

    def draw(self, state: Matches) -> str:
        lines = [f"{row:>2}  {'|' * matches}" for row, matches in enumerate(state.rows, 1)]
        if self.is_terminal(state):
            winner = _(PLAYER_NAMES[MAX if self.utility(state) > 0 else MIN])
            lines.append(_("{player} wins").format(player=winner))
        return "\n".join(line.rstrip() for line in lines)

    def draw_svg(self, state: Matches, last: tuple[int, int] | None = None) -> str:
        """A match stands for taking it and all to the right; those just taken leave an outline."""
        columns = max(5, min(MATCHES_ABREAST, max(self.rows)))
        parts, top = [], 5
        taken_row, taken = last or (0, 0)
        for row, matches in enumerate(state.rows):
            parts.append(caption("label", 7, top + 15, 7, str(row + 1)))
            choices = []
            length = max(matches, self.rows[row])
            for number in range(length):
                line, column = divmod(number, columns)
                x, y = 14 + 12 * column, top + 30 * line
                if number < matches:
                    text = self.format_action(state, (row, matches - number))
                    choices.append(choice(text, hit(x, y, 12, 30), _match(x + 6, y + 3)))
                elif row == taken_row and number < matches + taken:
                    gap = {"x": x + 3.6, "y": y + 3, "width": 4.8, "height": 24, "rx": 2.4}
                    parts.append(shape("rect", "mark-last", **gap, stroke_dasharray="2 1.6"))
                else:
                    parts.append(shape("circle", "line", cx=x + 6, cy=y + 15, r=1))
            parts.append(heap(*choices))
            top += 30 * max(1, -(-length // columns))
        width, height = 20 + 12 * columns, top + 5
        if self.is_terminal(state):
            verdict = self.draw(state).splitlines()[-1]
            max_wins = self.utility(state) > 0
            parts.append(plaque(width / 2, height + 9, width - 12, verdict, max_wins))
            height += 25  # below the matches, for it covers none
        back = shape("rect", "board", width=width, height=height, rx=5)
        return picture(width, height, f"{self.name}: {self.format_state(state)}", back, *parts)


def _match(x: float, top: float) -> str:
    stick = shape("rect", "piece", x=x - 1.6, y=top + 3, width=3.2, height=21, rx=0.8)
    return stick + shape("ellipse", "tip", cx=x, cy=top + 4, rx=2.7, ry=4)
