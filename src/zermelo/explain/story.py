"""A recorded search made ready to be shown: the places of its tree, and what each step changes.

A *place* is a node of the drawing: a way of moves from the root. A search may visit it several
times. A *step* is what a viewer sees happen at once; it carries the fields that change, so that
every view, still or moving, in Python or in a browser, only applies changes:

    look of every place after step n  =  the changes of steps 0 to n, one after the other

A tree written by hand is there as a whole from the beginning. Of a game the places are those that
the search entered, and those that it cut off or left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from zermelo.explain.folding import fold
from zermelo.explain.place import FRESH, Look, Place
from zermelo.explain.placetree import PlaceTree, visible_places
from zermelo.explain.steps import Step, StepBuilder
from zermelo.game import Game, Value, ZermeloError
from zermelo.language import _, local
from zermelo.search.record import Event, Recorder

MAX_PLACES: Final = 2_000  # shown unless more are asked for
MOST_TOLD: Final = 20_000  # events that tell what the heuristic counts
MOST_EVENTS: Final = 2_000_000  # about a gigabyte


@dataclass(frozen=True)
class Story:
    """A run to be shown. `places` are in preorder, the root first."""

    game: Game[Any, Any]
    places: tuple[Place, ...]
    steps: tuple[Step, ...]
    events: list[Event]  # as they were recorded: their nodes are numbers of visits
    merge: bool = False  # without the symmetric moves that were left out

    @property
    def algorithm(self) -> str:
        return str(self.steps[0].event["algorithm"])

    def looks(self) -> Iterator[list[Look]]:
        """The look of every place before the first step, then after each: one list that changes."""
        looks = [dict(FRESH) for _place in self.places]
        yield looks
        for step in self.steps:
            for place, name, value in step.changes:
                looks[place][name] = value
            yield looks

    def after(self, step: int) -> list[Look]:
        """The look of every place after step `step`, from 0; -1: before the first."""
        return next(islice(self.looks(), step + 1, None))


class Witness(Recorder):
    """A recorder that also records the states, by the number of their visit; not without end."""

    def __init__(self, game: Game[Any, Any], most: int | None = None) -> None:
        super().__init__(game, self._record)
        self.states: list[Any] = []
        self.most = most or MOST_EVENTS

    def _record(self, event: Event) -> None:
        if len(self.events) >= self.most:
            what = _("a search of more than {most} events is too long to show")
            todo = _("look less far ahead, or stop sooner (depth, nodes)")
            raise ZermeloError(f"{what.format(most=local(f'{self.most:,}'))}; {todo}")
        self.events.append(event)

    def _features(self, value: Value) -> dict[str, Any]:
        """Of a long search what is counted is found out only for the places that are shown."""
        return {} if len(self.events) > MOST_TOLD else super()._features(value)

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        self.states.append(state)
        super().enter(ply, state, action, alpha, beta)


def story_of(
    witness: Witness,
    max_places: int = MAX_PLACES,
    unfold: Iterable[Sequence[str]] = (),
    merge: bool = False,
) -> Story:
    """The story of what the witness saw, with at most about `max_places` places shown.

    `unfold` are ways of moves that are shown whatever else has room. `merge`: without the symmetric
    moves that were searched once.
    """
    tree = PlaceTree(witness.game, witness.events, witness.states, merge)
    first = tree.principal_variation().union(*map(tree.way, unfold))
    visible, hidden = fold(tree.children, first, max_places)
    places, number = visible_places(tree, visible, hidden)
    steps = tuple(StepBuilder(tree, places, number).steps(witness.events))
    return Story(witness.game, places, steps, witness.events, merge)
