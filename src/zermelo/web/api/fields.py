"""What requests are made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from zermelo.games.catalogue import ALL as GAMES
from zermelo.web.positions import Start
from zermelo.web.registry import as_text
from zermelo.web.settings import Limits

MOST = Limits()

Name: TypeAlias = Annotated[str, StringConstraints(max_length=100)]
Level: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
Text: TypeAlias = Annotated[str, StringConstraints(max_length=MOST.text)]
TreeText: TypeAlias = Annotated[str, StringConstraints(max_length=MOST.body)]
Move: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
Depth: TypeAlias = Annotated[int, Field(ge=0, le=MOST.depth)]
Whole: TypeAlias = Annotated[int, Field(ge=-(10**9), le=10**9)]
Number: TypeAlias = Annotated[float, Field(ge=-1e12, le=1e12)]
PlainValue: TypeAlias = int | float | str | list[int | float | str] | None
Seat: TypeAlias = Annotated[str, Field(pattern="^(max|min|p[1-9])$", examples=["max", "p1"])]
Player: TypeAlias = Annotated[str, Field(examples=["MAX", "MIN", "CHANCE", "P1"])]
Version: TypeAlias = Annotated[
    int, Field(ge=1, le=2**31 - 1, description="The version of the match that you have seen.")
]


class Request(BaseModel):
    """A body: no fields but these, and finite numbers only."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class GamePlace(Request):
    """A game, a position, by default the first one, and moves from there."""

    game: Name = Field(examples=["tictactoe"], description="A name from /api/games.")
    parameters: dict[Name, bool | Whole | Number | Name | list[Whole]] = Field(
        default_factory=dict, max_length=40
    )
    position: Text | None = Field(None, description="A position as the game writes it.")
    moves: Text | Annotated[list[Move], Field(max_length=MOST.moves)] = Field(
        default_factory=list, description="Moves from there: a list, or one text."
    )

    def start(self) -> Start:
        """The position, for the rest of the server."""
        moves = self.moves if isinstance(self.moves, str) else tuple(self.moves)
        texts = ((name, as_text(name, value)) for name, value in self.parameters.items())
        return Start(self.game, tuple(sorted(texts)), None, self.position, moves)


class AskedPlace(GamePlace):
    """The same, and the positions of the game before it, where they are known."""

    history: Annotated[list[Text], Field(max_length=MOST.moves)] = Field(
        default_factory=list, description="The positions before `position`, the oldest first."
    )

    def start(self) -> Start:
        """The same, with those positions."""
        return replace(super().start(), history=tuple(self.history))


class AnyPlace(AskedPlace):
    """The same, or a tree instead of a game."""

    game: Name | None = Field(None, description="A name from /api/games.")  # type: ignore[assignment]
    tree: TreeText | None = Field(
        None, description="A tree as text or JSON, instead of a game.", examples=["[[3 12] [2 4]]"]
    )

    def start(self) -> Start:
        """The same, or the tree; a game has what the convention of a lecture sets of it."""
        return self.start_under(getattr(self, "convention", None))

    def start_under(self, convention: str | None) -> Start:
        """The same under the convention of another lecture."""
        start = super().start()
        said = GAMES[self.game].lectures.get(convention or "", {}) if self.game in GAMES else {}
        parameters = tuple(sorted({**said, **dict(start.parameters)}.items()))
        return replace(start, parameters=parameters, tree=self.tree)


class SearchSettings(Request):
    """How to search; what is left out is as usual."""

    algorithm: Name | None = Field(None, examples=["alphabeta"])
    depth: Depth | None = Field(None, description="Plies to look ahead.")
    order: Name | None = None
    convention: Name | None = Field(
        None, description="That of a lecture, for what is not given here.", examples=["001"]
    )
    cut: Name | None = None
    test: Name | None = None
    returns: Name | None = None
    root_depth: Depth | None = Field(None, description="The depth of the root: 0 or 1.")
    chance_depth: Depth | None = Field(None, description="What a chance level adds to the depth.")
    ties: Name | None = Field(None, description="minimax: which of equal moves is kept.")
    ends: Name | None = Field(None, description="two-successor: how a move that ends looks.")
    functions: Depth | None = Field(None, description="Of the pseudo-code: 1 or 2.")
    window: Annotated[list[Number | Name], Field(min_length=2, max_length=2)] | None = Field(
        None, description="Alpha and beta at the root.", examples=[["-inf", "3"]]
    )
    table: bool | None = None
    symmetry: bool | None = None
    delta: Number | Name | None = None
    guess: Number | Name | None = None
    extension: Depth | None = None
    simulations: Annotated[int, Field(ge=1, le=MOST.nodes)] | None = Field(
        None, description="mcts: how many random games."
    )
    exploration: Number | Name | None = Field(None, description="mcts: the factor in UCB1.")
    seed: Annotated[int, Field(ge=0, le=2**32)] | None = Field(
        None, description="mcts: of its random numbers."
    )
    nodes: Annotated[int, Field(ge=1, le=MOST.nodes)] | None = None

    def settings(self) -> dict[str, Any]:
        """The settings alone."""
        return {name: getattr(self, name) for name in SearchSettings.model_fields}
