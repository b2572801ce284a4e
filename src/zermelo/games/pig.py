"""Pig: roll the die as often as you dare; a 1 loses what the turn has gained.

A player rolls until a 1 falls or the player holds. Holding adds the turn's total to the score and
passes the turn; a 1 passes it with nothing. Whoever holds at the goal or above it wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.board import caption, choice, hit, picture, plaque, shape
from zermelo.game import CHANCE, MAX, MIN, PLAYER_NAMES, Game, NotationError, ZermeloError
from zermelo.language import _

HOLD: Final = 0
ROLL: Final = 1

# Where the pips of a die are, from its middle.
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class Turn(NamedTuple):
    """Both scores, what this turn has gained, whose turn it is, and whether the die is rolling."""

    max_score: int
    min_score: int
    turn_total: int
    player: int
    rolling: bool


class Pig(Game[Turn, int]):
    """Pig to `goal` points with a die of so many `faces`.

    An action is `HOLD` or `ROLL` for a player and the face that falls for CHANCE. The utility is 1
    if MAX wins and 0 if MIN does, so that every value is MAX's chance of winning. A game may go on
    for ever (nothing but ones), so a state can come back.
    """

    def __init__(self, goal: int = 100, faces: int = 6) -> None:
        if type(goal) is not int or not 1 <= goal <= 1000:
            words = _("goal must be a whole number from 1 to 1000, not {goal!r}")
            raise ZermeloError(words.format(goal=goal))
        if type(faces) is not int or not 2 <= faces <= 100:
            words = _("faces must be a whole number from 2 to 100, not {faces!r}")
            raise ZermeloError(words.format(faces=faces))
        self.goal, self.faces = goal, faces

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Turn:
        return Turn(0, 0, 0, MAX, False)

    def to_move(self, state: Turn) -> int:
        return CHANCE if state.rolling else state.player

    def score(self, state: Turn) -> int:
        """The score of the player whose turn it is."""
        return state.max_score if state.player == MAX else state.min_score

    def actions(self, state: Turn) -> Iterator[int]:
        """Nobody holds with nothing, or rolls on when holding wins."""
        if state.rolling:
            for face in range(self.faces):
                yield face + 1
        elif not self.is_terminal(state):
            if state.turn_total > 0:
                yield HOLD
            if self.score(state) + state.turn_total < self.goal:
                yield ROLL

    def outcomes(self, state: Turn) -> Iterator[tuple[int, int]]:
        for face in range(self.faces):
            yield face + 1, 1

    def result(self, state: Turn, action: int) -> Turn:
        max_score, min_score, turn_total, player, rolling = state
        if rolling:
            if action == 1:
                return Turn(max_score, min_score, 0, -player, False)
            return Turn(max_score, min_score, turn_total + action, player, False)
        if action == ROLL:
            return Turn(max_score, min_score, turn_total, player, True)
        if player == MAX:
            return Turn(max_score + turn_total, min_score, 0, MIN, False)
        return Turn(max_score, min_score + turn_total, 0, MAX, False)

    def is_terminal(self, state: Turn) -> bool:
        return state.max_score >= self.goal or state.min_score >= self.goal

    def utility(self, state: Turn) -> int:
        return 1 if state.max_score >= self.goal else 0

    def outcome(self, state: Turn) -> int:
        """By the score, for a loss is worth 0."""
        return MAX if state.max_score >= self.goal else MIN

    # --- knowledge -----------------------------------------------------------------------------

    def evaluate(self, state: Turn) -> float:
        """One half, and more or less by the lead on the way to the goal.

        The turn's total counts as scored, but while the die rolls only with its chance to survive;
        having the turn is worth about the `faces` of the die. Never quite 0 or 1.
        """
        gain: float = min(state.turn_total, self.goal - self.score(state))
        if state.rolling:
            gain *= (self.faces - 1) / self.faces
        lead = state.max_score - state.min_score + state.player * (gain + self.faces)
        return 0.5 + lead / (2 * (self.goal + self.faces + 1))

    def bounds(self, state: Turn) -> tuple[int, int]:
        return 0, 1

    def key(self, state: Turn) -> int:
        """Three digits, each below goal + faces, and two bits: whose turn, and rolling."""
        radix = self.goal + self.faces
        number = (state.max_score * radix + state.min_score) * radix + state.turn_total
        return 4 * number + 2 * (state.player == MIN) + state.rolling

    # --- notation ------------------------------------------------------------------------------

    def format_state(self, state: Turn) -> str:
        """As "12 30 max 7": the scores, whose turn, its total; then "roll" while the die rolls."""
        player = PLAYER_NAMES[state.player].lower()
        text = f"{state.max_score} {state.min_score} {player} {state.turn_total}"
        return text + " roll" if state.rolling else text

    def parse_state(self, text: str) -> Turn:
        text = " ".join(text.split())
        found = re.fullmatch(
            r"([0-9]{1,9}) ([0-9]{1,9}) (max|min) ([0-9]{1,9})( roll)?", text, re.IGNORECASE
        )
        if not found:
            words = _("'{text}' is no position of pig; write it like 12 30 max 7 [roll]")
            raise NotationError(words.format(text=text))
        player = MIN if found[3].lower() == "min" else MAX
        state = Turn(int(found[1]), int(found[2]), int(found[4]), player, found[5] is not None)
        mine, other = self.score(state), state.max_score + state.min_score - self.score(state)
        if mine >= self.goal or other >= self.goal + self.faces:
            words = _("'{text}' has a score that nobody can have in a game to {goal}")
            raise NotationError(words.format(text=text, goal=self.goal))
        if mine + state.turn_total >= self.goal + (0 if state.rolling else self.faces):
            words = _("'{text}' has a turn total that goes past the goal of {goal}")
            raise NotationError(words.format(text=text, goal=self.goal))
        if other >= self.goal and (state.turn_total or state.rolling):
            words = _("'{text}' is over, so there can be no turn total and no roll")
            raise NotationError(words.format(text=text))
        return state

    def format_action(self, state: Turn, action: int) -> str:
        """As "hold", "roll", or the face of the die."""
        if state.rolling:
            return str(action)
        return "roll" if action == ROLL else "hold"

    def draw(self, state: Turn) -> str:
        lines = []
        for name, score in (("MAX", state.max_score), ("MIN", state.min_score)):
            bar = "█" * min(30, 30 * score // self.goal)
            points = _("{score} of {goal}").format(score=score, goal=self.goal)
            lines.append(f"{name} {bar:░<30} {points}")
        if self.is_terminal(state):
            winner = _(PLAYER_NAMES[MAX if self.utility(state) else MIN])
            lines.append(_("{player} wins").format(player=winner))
        else:
            lines.append(_("turn total {turn_total}").format(turn_total=state.turn_total))
        return "\n".join(lines)

    def draw_svg(self, state: Turn, last: int | None = None) -> str:
        """The scores as bars, what is at risk as an outline; the die, and the turn's total."""
        parts = [shape("rect", "board", width=168, height=112, rx=5)]
        for player, score, y in ((MAX, state.max_score, 18), (MIN, state.min_score, 40)):
            risk = state.turn_total if player == state.player else 0
            parts.append(_bar(y, player, score / self.goal, (score + risk) / self.goal))
            parts.append(caption("ink", 160, y, 9, f"{score}/{self.goal}", "end"))
            if last == HOLD and player != state.player:
                parts.append(shape("rect", "mark-last", x=28, y=y - 6, width=90, height=12, rx=2))
        if self.is_terminal(state):
            verdict = self.draw(state).splitlines()[-1]
            parts.append(plaque(84, 80, 150, verdict, self.utility(state) > 0))
        elif state.rolling:
            parts += [_die(32, 75, "?"), caption("ink", 112, 75, 24, f"+{state.turn_total}")]
        else:
            rolled = last is not None and last != HOLD
            die = _die(32, 75, str(last) if rolled else "")
            if rolled:
                die += shape("rect", "mark-last", x=14, y=57, width=36, height=36, rx=6)
            total = caption("ink", 112, 75, 24, f"+{state.turn_total}")
            if ROLL in self.actions(state):
                die = choice(
                    "roll", hit(10, 54, 44, 54), die, caption("label", 32, 102, 9, _("roll"))
                )
            if HOLD in self.actions(state):
                below = caption("label", 112, 102, 9, _("hold"))
                total = choice("hold", hit(68, 54, 88, 54), total, below)
            parts += [die, total]
        return picture(168, 112, f"{self.name}: {self.format_state(state)}", *parts)


def _bar(y: float, player: int, score: float, hoped: float) -> str:
    """A player's score, and what it would be if the player held now, as parts of the goal."""
    name = "max" if player == MAX else "min"
    score, hoped = 90 * min(1, score), 90 * min(1, hoped)
    bar = {"y": y - 6, "height": 12, "rx": 2}
    sign = f"M12 {y + 5 * player:g}l5 {-10 * player}l5 {10 * player}z"
    parts = [shape("path", f"piece-{name}", d=sign), shape("rect", "cell", x=28, width=90, **bar)]
    parts.append(shape("rect", f"piece-{name}", x=28, width=score, **bar))
    if hoped > score:
        rest = {"x": 28 + score, "width": hoped - score}
        parts.append(shape("rect", f"sign-{name}", **rest, **bar, stroke_dasharray="2 1.5"))
    return "".join(parts)


def _die(x: float, y: float, face: str) -> str:
    """A die that shows a face, or a text instead of pips."""
    sides = {"x": x - 18, "y": y - 18, "width": 36, "height": 36, "rx": 6}
    parts = [shape("rect", "cell", **sides), shape("rect", "line", **sides)]
    pips = PIPS.get(int(face)) if face.isdecimal() else None
    if pips is None:
        return "".join([*parts, caption("ink", x, y, 18, face)])
    for right, down in pips:
        parts.append(shape("circle", "ink", cx=x + 10 * right, cy=y + 10 * down, r=3.4))
    return "".join(parts)
