"""What the processes are asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.engine.algorithm import ENGINE
from zermelo.web.positions import Start

SHALLOW: Final = 2  # plies


@dataclass(frozen=True)
class AnalysisRequest:
    """A position to analyse: how many lines to tell, and whether the value of every move."""

    start: Start
    lines: int
    time: float
    depth: int | None
    all_moves: bool


@dataclass(frozen=True)
class ExerciseRequest:
    """Which exercise; `solved`: with its solution.

    With a `tree` it is on that one, and the seed says which variant, 0 as it is. `final`: the
    answers are, so that what is empty may be told. `weights`: of the marks, where not the usual.
    """

    kind: str
    seed: int
    shape: str
    solved: bool = False
    answers: dict[str, Any] = field(default_factory=dict)
    tree: str | None = None
    level: str = "all"
    final: bool = False
    weights: str = ""


@dataclass(frozen=True)
class PaperRequest:
    """The sheets of an assignment, on paper."""

    exercises: tuple[ExerciseRequest, ...]
    solved: bool


@dataclass(frozen=True)
class ExplainRequest:
    """A position, how to search it, and how to show that.

    `others` are runs to compare with, each with the position as its lecture has the game.
    """

    start: Start
    settings: dict[str, Any]
    others: tuple[tuple[Start, dict[str, Any]], ...]
    places: int
    boards: bool
    theme: str
    step: int | None
    frames: bool = False
    ending: str = ""
    unfold: tuple[tuple[str, ...], ...] = ()
    labels: str | None = None
    merge: bool = False


@dataclass(frozen=True)
class LabRequest:
    """What is to be searched, and the limits of each search."""

    starts: tuple[Start, ...]
    runs: tuple[dict[str, Any], ...]
    depths: tuple[int, ...]


@dataclass(frozen=True)
class SearchRequest:
    """A position, and how to search it."""

    start: Start
    settings: dict[str, Any]


@dataclass(frozen=True)
class ThinkRequest:
    """A position in which to move, and how to find the move."""

    start: Start
    algorithm: str
    depth: int | None
    time: float
    convention: str | None = None

    @property
    def is_short(self) -> bool:
        """Whether that takes but a moment: nothing is compiled, and few positions are seen."""
        return self.algorithm != ENGINE.name and self.depth is not None and self.depth <= SHALLOW


@dataclass(frozen=True)
class WhyRequest:
    """A position, and the move to be judged there.

    `known` is what an analysis of the position has found, `after` one of that after the move.
    """

    start: Start
    move: str | None
    time: float
    known: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
