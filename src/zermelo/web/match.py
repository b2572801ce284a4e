"""A match: a game being played, with the record of its moves. Pure values; the store keeps them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from zermelo.game import Game, NotationError, decided_by_chance
from zermelo.language import _, ngettext
from zermelo.names import player_code, player_codes
from zermelo.web.levels import algorithm_for, describe, opponent_named
from zermelo.web.positions import Positions, Standing, action_of
from zermelo.web.problems import Problem

MOST_VARIATIONS: Final = 20


@dataclass(frozen=True)
class Side:
    """Who sits at a seat: a person, or an engine of a level or of its own making."""

    kind: str = "person"
    level: str | None = None
    algorithm: str | None = None
    depth: int | None = None
    time: float | None = None

    def title(self, game: Game[Any, Any]) -> str:
        """Who plays, in words."""
        if self.kind == "person":
            return _("A person")
        if self.level is not None:
            return opponent_named(self.level).title
        return describe(algorithm_for(self.algorithm or "", game), self.depth, self.time)


@dataclass(frozen=True)
class Match:
    """A match at one moment; every change makes another, one version on.

    Of the `record` the first `at` moves are played, the others taken back.
    """

    id: str
    game: str
    parameters: dict[str, str]
    start: str | None
    sides: dict[str, Side]  # by the seats of the game
    seed: int  # of the dice: after a move taken back they fall the same again
    record: tuple[str, ...] = ()
    at: int = 0
    version: int = 1
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    updated: datetime = field(default_factory=lambda: datetime.now(UTC))
    owner: str | None = None  # who may change it; None: whoever uses the machine itself
    variations: tuple[tuple[str, ...], ...] = ()  # records that were left for another move
    invites: dict[str, str] = field(default_factory=dict)  # by seats: the tokens of who plays there

    @property
    def played(self) -> tuple[str, ...]:
        """The moves that are played."""
        return self.record[: self.at]


@dataclass(frozen=True)
class Damaged:
    """A match whose row cannot be read; not even, perhaps, when it was changed."""

    id: str
    updated: datetime | None
    problem: str


def seats_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """The seats of a game, one for each player: max and min; of several players p1, p2 ..."""
    return tuple(code.lower() for code in player_codes(game))


class Session:
    """A match being played: its game, the position, and what may be done."""

    def __init__(self, positions: Positions, match: Match) -> None:
        self.positions = positions
        self.game = positions.registry.game(match.game, match.parameters)
        record = positions.legal(self.game, match.start, match.record)
        self.match = replace(match, record=record, at=min(match.at, len(record)))
        self.seats = seats_of(self.game)

    @property
    def sides(self) -> dict[str, Side]:
        """Who sits at each seat; a person where the game had another number of them once."""
        return {seat: self.match.sides.get(seat, Side()) for seat in self.seats}

    def standing(self, at: int | None = None) -> Standing:
        """How it stands after so many moves of the record."""
        moves = self.match.record[: self.match.at if at is None else at]
        return self.positions.standing(self.game, self.match.start, moves)

    def side(self, at: int | None = None) -> str | None:
        """Whose turn it is; None where the game is over or the dice roll."""
        state = self.standing(at).state
        if self.is_over(at) or decided_by_chance(self.game, state):
            return None
        return player_code(self.game, self.game.to_move(state)).lower()

    def is_over(self, at: int | None = None) -> bool:
        """Whether the rules, or a position that came back, have ended it."""
        standing = self.standing(at)
        return standing.brought_back_by is not None or self.game.is_terminal(standing.state)

    # --- what may be done ------------------------------------------------------------------------

    def move(self, text: str, kind: str, seats: Sequence[str] | None = None) -> Match:
        """The match after a move of who is to move, a person at one of the `seats` or an engine."""
        side, state = self.side(), self.standing().state
        if side is None:
            raise Problem("over", _("the game is over: take a move back, or begin a new one"))
        if kind == "person" and seats is not None and side not in seats:
            raise Problem("not-your-turn", _("it is somebody else's turn"))
        if self.sides[side].kind != kind:
            wrong = {
                "person": _("it is the engine's turn"),
                "engine": _("it is a person's turn"),
            }
            raise Problem("not-your-turn", wrong[kind])
        try:
            action = action_of(self.game, state, text)
        except NotationError as error:
            raise Problem("illegal-move", str(error)) from None
        move = self.game.format_action(state, action)
        if self.match.at + 1 > self.positions.limits.moves:
            raise Problem("full", _("the match is too long: begin a new one"))
        return self.roll((*self.match.played, move))

    def roll(self, moves: tuple[str, ...]) -> Match:
        """The match with these moves and what the dice do after them."""
        game = self.game
        here = self.positions.standing(game, self.match.start, moves)
        while (
            here.brought_back_by is None
            and not game.is_terminal(here.state)
            and decided_by_chance(game, here.state)
            and len(moves) < self.positions.limits.moves
        ):
            actions, weights = zip(*game.outcomes(here.state), strict=True)
            dice = random.Random(f"{self.match.seed} {len(moves)}")
            action = dice.choices(actions, weights)[0]
            moves = (*moves, game.format_action(here.state, action))
            here = self.positions.standing(game, self.match.start, moves)
        return self.with_moves(moves)

    def with_moves(self, moves: tuple[str, ...]) -> Match:
        """The match after these moves; what was played before in their place is kept."""
        match, count = self.match, len(moves)
        if match.record[:count] == moves:  # the same again
            return replace(match, at=count)
        kept = [*match.variations]
        if moves[: len(match.record)] != match.record:
            kept.append(match.record)
        kept = [line for line in dict.fromkeys(kept) if moves[: len(line)] != line]
        return replace(match, record=moves, at=count, variations=tuple(kept[-MOST_VARIATIONS:]))

    def undo(self) -> Match:
        """Back to the last turn of a person, or of anybody where no person plays."""
        return self._jump(range(self.match.at - 1, -1, -1), _("there is nothing to take back"))

    def redo(self) -> Match:
        """Forward again to the next turn of a person, or to the end of the record."""
        last = len(self.match.record)
        wrong = _("there is nothing to play again")
        return self._jump(range(self.match.at + 1, last + 1), wrong, last)

    def vary(self, number: int) -> Match:
        """The match with another of its lines as its record, at the move where that leaves this."""
        match = self.match
        if number >= len(match.variations):
            raise Problem("invalid", _("the match has no such variation"))
        lines = list(match.variations)
        line, lines[number] = lines[number], match.record
        pairs = zip(line, match.record, strict=False)
        same = next((at for at, (one, other) in enumerate(pairs) if one != other), len(line))
        at = min(same + 1, len(line))
        return replace(match, record=line, at=at, variations=tuple(lines))

    def go_to(self, at: int) -> Match:
        """At any moment of the record."""
        if at > len(self.match.record):
            count = len(self.match.record)
            words = ngettext("the record has {count} move", "the record has {count} moves", count)
            raise Problem("invalid", words.format(count=count))
        return replace(self.match, at=at)

    def swap(self) -> Match:
        """With everybody one seat on: of two, each in the other's place."""
        first, *others = self.seats
        sides, tokens = self.sides, self.match.invites
        after = dict(zip(self.seats, (*others, first), strict=True))
        invites = {seat: tokens[other] for seat, other in after.items() if other in tokens}
        return replace(
            self.match,
            sides={seat: sides[other] for seat, other in after.items()},
            invites=invites,
        )

    def with_sides(self, sides: dict[str, Side]) -> Match:
        """The same match with others to play it; an engine takes a seat from who was invited."""
        people = {seat for seat, side in sides.items() if side.kind == "person"}
        tokens = self.match.invites.items()
        invites = {seat: token for seat, token in tokens if seat in people}
        return replace(self.match, sides=sides, invites=invites)

    def movers(self) -> list[str]:
        """Who made each move of the record."""
        match, find = self.match, self.positions.after
        states = (
            find(self.game, match.start, match.record[:at]) for at in range(len(match.record))
        )
        return [player_code(self.game, self.game.to_move(state)) for state in states]

    def written(self, line: tuple[str, ...]) -> list[str]:
        """The moves of a line from the beginning, as people write them."""
        game, find, start = self.game, self.positions, self.match.start
        known = len(find.legal(game, start, line))
        moves = [find.standing(game, start, line[: at + 1]).move for at in range(known)]
        return [*moves, *line[known:]]

    @property
    def can_undo(self) -> bool:
        return self._stop(range(self.match.at - 1, -1, -1)) is not None

    @property
    def can_redo(self) -> bool:
        return self.match.at < len(self.match.record)

    def _jump(self, ways: range, wrong: str, last: int | None = None) -> Match:
        stop = self._stop(ways)
        if stop is None and len(ways):
            stop = last
        if stop is None:
            raise Problem("invalid", wrong)
        return replace(self.match, at=stop)

    def _stop(self, ways: range) -> int | None:
        """The first of some moments at which a person is to move; or anybody, without persons."""
        people = {seat for seat, side in self.sides.items() if side.kind == "person"}
        people = people or set(self.seats)
        return next((at for at in ways if self.side(at) in people), None)
