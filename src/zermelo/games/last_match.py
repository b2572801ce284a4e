"""Last match: several players around one pile, and only who takes the last match gets anything.

With two players it is Nim with one row. With three, somebody who cannot win may still choose
which of the others does: equal payoffs, and so several equilibria.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.board import caption, choice, hit, picture, shape
from zermelo.game import MOST_PLAYERS, MultiplayerGame, NotationError, Payoffs, ZermeloError
from zermelo.language import _
from zermelo.names import LETTERS


class Pile(NamedTuple):
    """The matches left, and the number of the player to move, from 0."""

    matches: int
    player: int


class LastMatch(MultiplayerGame[Pile, int]):
    """Take 1 to `most` matches; whoever of `count` players takes the last one gets 1."""

    def __init__(self, matches: int = 7, most: int = 3, count: int = 3) -> None:
        if not 1 <= matches <= 60 or most < 1 or not 2 <= count <= MOST_PLAYERS:
            words = _("there are 1 to 60 matches, 1 or more to take, and 2 to {most} players")
            raise ZermeloError(words.format(most=MOST_PLAYERS))
        self.matches, self.most, self.count = matches, most, count
        self.players = tuple(LETTERS[:count])

    def initial(self) -> Pile:
        return Pile(self.matches, 0)

    def to_move(self, state: Pile) -> int:
        return state.player

    def actions(self, state: Pile) -> range:
        return range(1, min(self.most, state.matches) + 1)

    def result(self, state: Pile, action: int) -> Pile:
        return Pile(state.matches - action, (state.player + 1) % self.count)

    def is_terminal(self, state: Pile) -> bool:
        return state.matches == 0

    def utility(self, state: Pile) -> Payoffs:  # type: ignore[override]
        last = (state.player - 1) % self.count
        return tuple(int(player == last) for player in range(self.count))

    # --- notation ------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return "lastmatch"

    def format_state(self, state: Pile) -> str:
        """The matches left and who is to move: 7A."""
        return f"{state.matches}{self.players[state.player]}"

    def parse_state(self, text: str) -> Pile:
        """The position that `format_state` wrote."""
        number, player = text[:-1], text[-1:].upper()
        is_count = number.isdecimal() and len(number) < 4 and int(number) <= self.matches
        if is_count and player in self.players:
            return Pile(int(number), self.players.index(player))
        words = _("'{text}' is no position: write 0 to {most} matches and who moves, such as 5B")
        raise NotationError(words.format(text=text, most=self.matches))

    def draw(self, state: Pile) -> str:
        return " ".join("|" * state.matches) or "-"

    def draw_svg(self, state: Pile, last: int | None = None) -> str:
        """The matches in a row, those already taken as gaps; the last of a move stands for it."""
        width = 12 + 9 * max(self.matches, 4)
        parts = [shape("rect", "board", width=width, height=46, rx=5)]
        for place in range(state.matches):
            x = 10 + 9 * place
            match = shape("rect", "piece", x=x, y=12, width=3, height=20, rx=1)
            tip = shape("circle", "tip", cx=x + 1.5, cy=12, r=2.4)
            taken = state.matches - place
            drawn = (hit(x - 3, 8, 9, 28), match, tip)
            is_move = taken in self.actions(state)
            parts.append(choice(str(taken), *drawn) if is_move else match + tip)
        parts.append(caption("label", width / 2, 40, 7, self.format_state(state)))
        return picture(width, 46, f"{self.name}: {self.format_state(state)}", *parts)
