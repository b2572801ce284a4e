"""What a recorded search says of the tree of an exercise.

Solutions, and the counts that a shape asks for, are read from the events of the real search;
nothing here searches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.game import Value
from zermelo.games.tree import Tree
from zermelo.numbers import number
from zermelo.search import Algorithm
from zermelo.search.record import Event, Recorder


class Counts:
    """What the search of a tree did, in numbers.

    `deep` are those of the `cuts` whose bound was set above the nearest node of the other kind.
    `ties`: how often two branches of a player's node came back with its value, or the value of a
    cut was its bound.
    """

    def __init__(self, algorithm: Algorithm, tree: Tree, **settings: Any) -> None:
        self.cuts = self.deep = self.ties = 0
        self._below: list[list[Any]] = [[]]  # the values that came back, of each node open now
        self._decides: list[bool] = []
        recorder = Recorder(_Nameless(tree.nodes), self._hear)
        self.leaves = algorithm(tree, observer=recorder, **settings).leaves
        self.pruned = len(tree.leaves()) - self.leaves

    def _hear(self, event: Event) -> None:
        match event["event"]:
            case "enter":
                self._below.append([])
                self._decides.append(event["kind"] != "CHANCE")
            case "leaf" | "leave":
                value, values, decides = event["value"], self._below.pop(), self._decides.pop()
                self.ties += decides and values.count(value) > 1
                self._below[-1].append(value)
            case "cutoff":
                self.cuts += 1
                self.deep += event["reach"] == "deep"
                self.ties += event["value"] == event["bound"]


class _Nameless(Tree):
    """A tree whose nodes need not be told apart: names take most of the time of recording."""

    def format_state(self, state: int) -> str:
        return ""

    def format_action(self, state: int, action: int) -> str:
        return ""


@dataclass
class Visit:
    """What the search did at one node: bounds passed in and held, the value returned, the cut."""

    state: int
    alpha: Value | None
    beta: Value | None
    alpha_by: int | None  # the node that set the bound; None: it is the root's window
    beta_by: int | None
    alpha_held: Value | None
    beta_held: Value | None
    value: Value = 0
    best: str | None = None  # the branch that the value comes from
    cut: Event | None = None
    children: list[int] = field(default_factory=list)  # in the order searched


class Replay:
    """A search of a tree, node by node: `visits` in the order in which they were entered."""

    def __init__(self, algorithm: Any, tree: Tree, **settings: Any) -> None:
        recorder = Recorder(tree)
        self.algorithm, self.tree, self.settings = algorithm, tree, settings
        self.result = algorithm(tree, observer=recorder, **settings)
        self.events = recorder.events
        self.visits: dict[int, Visit] = {}
        self.left: list[int] = []  # the inner nodes, in the order in which they were left
        self._states: list[int] = []  # by the number of the visit
        for event in self.events:
            self._hear(event)

    @property
    def leaves(self) -> int:
        """How many leaves were looked at."""
        return int(self.result.leaves)

    def setter(self, visit: Visit) -> int | None:
        """The node whose bound made the cut; None where it is the root's window."""
        assert visit.cut is not None
        by = visit.cut["set_by"]
        return None if by is None else self._states[by]

    def _hear(self, event: Event) -> None:
        match event["event"]:
            case "enter":
                self._enter(event)
            case "leaf":
                self.at(event).value = number(event["value"])
            case "leave":
                visit = self.at(event)
                visit.value = number(event["value"])
                self.left.append(visit.state)
            case "best":
                self.at(event).best = event["action"]
            case "bound":
                setattr(self.at(event), f"{event['which']}_held", number(event["new"]))
            case "cutoff":
                self.at(event).cut = event

    def _enter(self, event: Event) -> None:
        state = 0
        if event["parent"] is not None:
            above = self._states[event["parent"]]
            state = self.tree.result(above, self.tree.parse_action(above, event["action"]))
            self.visits[above].children.append(state)
        alpha, beta = number(event["alpha"]), number(event["beta"])
        by = [None if event[k] is None else self._states[event[k]] for k in ("alpha_by", "beta_by")]
        self._states.append(state)
        self.visits[state] = Visit(state, alpha, beta, by[0], by[1], alpha, beta)

    def at(self, event: Event) -> Visit:
        """The visit that an event is about."""
        return self.visits[self._states[event["node"]]]
