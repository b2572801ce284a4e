"""What requests about matches hold: who plays, the version meant, and the change."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from zermelo.algorithms import ALL, algorithm_named
from zermelo.language import _
from zermelo.web.api import fields
from zermelo.web.levels import opponent_named
from zermelo.web.match import Side
from zermelo.web.problems import Problem

AT: TypeAlias = Annotated[int, Field(ge=0, le=fields.MOST.moves)]


class SideField(fields.Request):
    """Who sits at a seat: a person, an engine of a level, or one of your own making."""

    kind: Literal["person", "engine"]
    level: fields.Level | None = Field(None, examples=["student"])
    algorithm: fields.Name | None = Field(None, examples=["minimax"])
    depth: Annotated[int, Field(ge=1, le=fields.MOST.depth)] | None = None
    time: Annotated[float, Field(gt=0, le=fields.MOST.seconds)] | None = None

    def side(self) -> Side:
        """The side, if it makes sense."""
        if self.kind == "person":
            return Side()
        if (self.level is None) == (self.algorithm is None):
            raise Problem("invalid", _("an engine has a level or an algorithm, one of the two"))
        if self.level is not None:
            return Side("engine", opponent_named(self.level).name)
        if self.algorithm is not None:
            algorithm_named(self.algorithm, ALL)
        return Side("engine", None, self.algorithm, self.depth, self.time)


class Seated(fields.Request):
    """Who sits where."""

    sides: dict[fields.Seat, SideField] = Field(
        description="Who plays each player of the game, by their codes in small letters."
    )

    def seated(self) -> dict[str, Side]:
        """The players, by their seats."""
        return {seat: field.side() for seat, field in self.sides.items()}


class NewMatch(Seated, fields.GamePlace):
    """A match to begin."""


class Change(fields.Request):
    version: fields.Version


class MoveChange(Change):
    move: fields.Move


class PlaceChange(Change):
    at: AT


class Variation(Change):
    number: Annotated[int, Field(ge=0, le=1000, description="Its place in `variations`.")]


class Invitations(Change):
    """The seats that are given to others: any other invitation is over."""

    sides: Annotated[list[fields.Seat], Field(max_length=9)]


class SidesChange(Seated, Change):
    """Others to play."""
