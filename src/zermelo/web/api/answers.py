"""What answers are made of."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, Field

from zermelo.web.api.fields import PlainValue, Player, Seat
from zermelo.web.registry import Parameter


class GameParameter(BaseModel):
    """What can be chosen before a game begins."""

    name: str
    label: str
    kind: Literal["boolean", "integer", "number", "numbers", "text", "choice"]
    default: Parameter | None
    required: bool
    min: int | None
    max: int | None
    choices: list[int | str] | None


class PlayerAnswer(BaseModel):
    name: str = Field(description="Such as Black; empty where there are no pieces.")
    piece: str = Field(description="SVG.")
    colour: str | None = Field(None, description="Of several players, such as red.")


Players: TypeAlias = dict[Seat, PlayerAnswer]
Winner: TypeAlias = Player  # or nobody


class GameAnswer(BaseModel):
    """A game of the gallery."""

    name: str
    title: str
    summary: str
    rules: str = Field("", description="In a few sentences.")
    players: Players | None = None
    scale: Literal["verdict", "chances", "points"] = Field(
        "verdict", description="What values are: wins and losses, the chances of MAX, or points."
    )
    hard: int | None = Field(None, description="From 1, easy, to 3.")
    plies: int | None = Field(None, description="How many a game lasts, about.")
    solved: str | None = Field(None, description="What is known of it, in words.")
    flat: bool = Field(False, description="Whether the board can be turned round.")
    user: bool = Field(description="From the command line of the server.")
    chance: bool
    heuristic: bool
    algorithms: list[str] = Field(description="Those that can search it.")
    parameters: list[GameParameter]
    board: str | None = Field(description="SVG of the first position.")
    problem: str | None = Field(None, description="Why it cannot be shown: its rules fail.")
    broken: list[str] = Field([], description="The rules of the interface that it breaks.")
    checked: bool = Field(True, description="Whether that is known yet.")


class GamesAnswer(BaseModel):
    games: list[GameAnswer]


class AlgorithmAnswer(BaseModel):
    """A search algorithm."""

    name: str
    title: str
    summary: str
    takes: list[str]
    needs: list[str] = Field(description="The rules that a game must have.")
    steps: bool = Field(description="Whether it tells its steps, to be explained.")
    chance: bool
    several: bool | None = Field(description="Whether it is for several players; null: as well.")
    exact: bool


class AlgorithmsAnswer(BaseModel):
    algorithms: list[AlgorithmAnswer]
    choices: dict[str, list[str]]
    conventions: dict[str, dict[str, int | str]] = Field(
        description="What lectures choose of all that, by the name of the lecture."
    )


class LevelAnswer(BaseModel):
    name: str
    title: str
    summary: str


class LevelsAnswer(BaseModel):
    levels: list[LevelAnswer]


class StatusAnswer(BaseModel):
    """How the server is."""

    version: str
    engine: Literal["loading", "warm"]
    busy: int = Field(description="Searches under way.")
    waiting: int = Field(description="Searches in line.")
    rules: dict[str, str] = Field(description="Digests of the files of users' games, as loaded.")
    limits: dict[str, int | float]
    token: str | None = Field(description="What others must know to be let in, where it wants one.")


class MoveAnswer(BaseModel):
    move: str
    chance: str | None = Field(description="Its probability, where the dice decide.")
    route: list[str] = Field(description="The cells it goes through, the first to the last.")


class PositionAnswer(BaseModel):
    """A position."""

    game: str
    title: str
    parameters: dict[str, Parameter]
    position: str
    players: Players
    to_move: Player | None
    over: bool
    value: PlainValue = Field(
        description="When the game is over: for MAX; of several players for each."
    )
    outcome: str | None
    winner: Winner | None = Field(description="When the game is over; it may be nobody.")
    moves: list[MoveAnswer]
    played: list[str]
    last: str | None
    text: str
    board: str = Field(description="SVG; what stands for a move has data-action, a cell data-cell.")
    other: str | None = Field(None, description="The first position as the other may begin it.")
    notes: list[str] = Field([], description="What the text of the position may not mean.")


class SideAnswer(BaseModel):
    kind: Literal["person", "engine"]
    level: str | None
    algorithm: str | None
    depth: int | None
    time: float | None
    title: str


class TurnAnswer(BaseModel):
    side: Seat
    kind: Literal["person", "engine"]


class ThoughtAnswer(BaseModel):
    """What the engine thought of its move."""

    move: str
    value: PlainValue
    proven: bool
    distance: int | None
    depth: int | None
    nodes: int
    seconds: float
    line: list[str]
    note: str | None
    algorithm: str | None = None


class MatchSummary(BaseModel):
    """A saved match in the list of them."""

    id: str
    version: int
    game: str
    title: str
    parameters: dict[str, Parameter]
    sides: dict[Seat, SideAnswer] | None
    at: int
    over: bool = False
    outcome: str | None = None
    turn: TurnAnswer | None = None
    updated: datetime | None
    winner: Winner | None = None
    position: str = ""
    board: str | None = Field(None, description="SVG of the position.")
    playable: bool = Field(description="Whether its game is here now.")
    problem: str | None = Field(None, description="Why not, where what was saved is damaged.")


class MatchesAnswer(BaseModel):
    matches: list[MatchSummary]
    next: str | None = Field(description="`before` of the next page.")


class MatchAnswer(BaseModel):
    """A match."""

    id: str
    version: int
    game: str
    title: str
    parameters: dict[str, Parameter]
    sides: dict[Seat, SideAnswer]
    start: str | None
    record: list[str] = Field(description="All moves, those taken back too.")
    at: int = Field(description="How many of them are played.")
    lost: int = Field(0, description="More moves that were saved, which the rules know no more.")
    movers: list[Player] = Field(description="Who made each move.")
    variations: list[list[str]] = Field(description="Records that were left for another move.")
    written: list[list[str]] = Field(description="The record and they, as people write them.")
    guests: list[Seat] = Field(description="The seats of those who were invited.")
    role: Literal["owner", "guest", "watcher"] = Field(description="Yours.")
    seats: list[Seat] = Field(description="Those that you may move for.")
    invites: dict[Seat, str] = Field(description="For the owner: the tokens of those seats.")
    saved: bool = Field(True, description="False of a draft.")
    turn: TurnAnswer | None
    can_undo: bool
    can_redo: bool
    created: datetime
    updated: datetime
    position: PositionAnswer
    thought: ThoughtAnswer | None


class ValueOfMove(BaseModel):
    move: str
    value: PlainValue
    proven: bool


class VerdictOfMove(ValueOfMove):
    """A move with what its value means."""

    winner: Winner | None = Field(description="With best play, where that is proven.")
    distance: int | None = Field(description="Plies to the end, where that is known.")
    chance: float | None = Field(
        None, description="How likely MAX wins by random games, where nothing is proven."
    )


class FindingAnswer(BaseModel):
    """What a search found."""

    algorithm: str
    value: PlainValue = Field(description="For MAX; of several players for each.")
    bound: Literal["exact", "lower", "upper"]
    proven: bool
    distance: int | None = Field(description="Plies to the end, where that is known.")
    move: str | None
    line: list[str]
    moves: list[ValueOfMove] = Field(description="Every legal move, when asked for.")
    depth: int
    nodes: int
    leaves: int = Field(description="0 where they are not counted; so are cutoffs.")
    cutoffs: int
    seconds: float
    stopped: bool
    simulations: int = Field(0, description="Random games that the value rests on.")


class SearchAnswer(FindingAnswer):
    """What a search found, and the leaves of a tree."""

    features: list[Any] = Field([], description="What the heuristic counted, part by part.")
    iterations: list[Any] = Field([], description="Of iterative deepening, each depth.")
    evaluated: list[list[int]] | None
    pruned: list[list[int]] | None
    notes: list[str]


class JudgedMove(BaseModel):
    move: str | None
    value: PlainValue
    proven: bool
    winner: Winner | None
    distance: int | None
    line: list[str]


class WhyAnswer(BaseModel):
    """Why a move is good or bad."""

    best: JudgedMove | None
    played: JudgedMove | None
    same: bool
    words: list[str]


class TreeAnswer(BaseModel):
    """A tree as it was understood."""

    title: str | None
    nodes: int
    leaves: int
    height: int
    chance: bool
    text: str
    json_text: str = Field(serialization_alias="json", validation_alias="json")
    svg: str


class Place(BaseModel):
    """A wrong field of a request."""

    where: str
    what: str


class ProblemDetails(BaseModel):
    """What went wrong."""

    type: str = Field(examples=["urn:zermelo:problem:illegal-move"])
    title: str
    status: int
    detail: str = Field(description="One line in the visitor's language.")
    version: int | None = Field(None, description="stale: the version of the match now.")
    line: int | None = Field(None, description="tree: where the mistake is, from 1.")
    column: int | None = None
    errors: list[Place] | None = Field(None, description="invalid: the wrong fields.")
