"""Steps: what a viewer sees happen at once, made of the events of a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from zermelo import numbers
from zermelo.explain.features import marks_on_board
from zermelo.explain.intervals import Intervals
from zermelo.explain.place import FRESH, Look, Place
from zermelo.explain.placetree import PlaceTree
from zermelo.game import provides
from zermelo.search.features import features_at
from zermelo.search.growing import mean_of
from zermelo.search.record import Event

Change: TypeAlias = tuple[int, str, Any]  # place, field, value


@dataclass(frozen=True)
class Step:
    """What happens at once: an event, or two that belong together, and what it changes.

    `event` holds the fields of the recorded event; the nodes in it are places. `nodes`, `leaves`
    and `cutoffs` are the counts after the step, `hidden` those nodes of it that are not shown.
    """

    name: str
    place: int | None
    event: Event
    changes: tuple[Change, ...]
    nodes: int
    leaves: int
    cutoffs: int
    hidden: int = 0


class StepBuilder:
    """Turns events into steps, and keeps track of the look of every visible place."""

    def __init__(self, tree: PlaceTree, places: tuple[Place, ...], number: dict[int, int]) -> None:
        self.tree, self.places, self.number = tree, places, number
        self.looks = [dict(FRESH) for _ in places]
        self.changes: dict[tuple[int, str], Any] = {}
        self.nodes = self.leaves = self.cutoffs = self.reported = 0
        self.intervals = Intervals(tree)
        self.sampled = any(event["event"] == "select" for event in tree.events)
        self.passed: set[int] = set()  # places by which the simulation under way came

    def steps(self, events: list[Event]) -> Iterator[Step]:
        """The steps; events of places that are not shown go with the next step that is."""
        i = 0
        while i < len(events):
            event = events[i]
            i += 1
            name, later = event["event"], events[i]["event"] if i < len(events) else ""
            self.apply(event)
            at_once = later in ("leaf", "repeat") or (event.get("kind"), later) == ("LEAF", "hit")
            if name == "repeat" or (name == "enter" and at_once):
                continue  # a leaf is entered and valued at once
            if name == "best" and later == "bound":
                self.apply(events[i])
                event = {**event, **events[i], "event": "best", "action": event["action"]}
                i += 1
            place = self.visible(event.get("node"))
            if place is None and event.get("node") is not None:
                continue
            if place is not None and self.folded(place) and name not in ("enter", "leaf", "leave"):
                continue
            yield self.step(name, place, event)

    def step(self, name: str, place: int | None, event: Event) -> Step:
        changes = tuple((place, name, value) for (place, name), value in self.changes.items())
        self.changes.clear()
        own = len(event["actions"]) if name == "simulate" else name in ("enter", "leaf")
        hidden = self.nodes - self.reported - own
        self.reported = self.nodes
        fields = {
            key: self.visible(value) if key in ("node", "parent", "set_by") else value
            for key, value in event.items()
        }
        if place is not None and (name == "extend" or (name == "leaf" and not event["exact"])):
            self.count(place, fields)
        counts = self.nodes, self.leaves, self.cutoffs
        return Step(name, place, fields, changes, *counts, max(hidden, 0))

    def count(self, place: int, event: Event) -> None:
        """Notes what the heuristic counts at a place where it speaks."""
        here, game = self.places[place], self.tree.game
        if not here.features and provides(game, "features"):
            found = event.get("features")
            here.features = found or features_at(game, here.state, numbers.number(event["value"]))
            here.marks = marks_on_board(game, here.features)
        if here.features:
            event["features"] = here.features

    def visible(self, visit: int | None) -> int | None:
        """The place of a visit, if it is visible."""
        return None if visit is None else self.number.get(self.tree.visits[visit])

    def folded(self, place: int) -> bool:
        return bool(self.places[place].hidden) and not self.places[place].children

    def set(self, place: int | None, **fields: Any) -> None:
        if place is None:
            return
        look = self.looks[place]
        for name, value in fields.items():
            if look[name] != value:
                look[name] = self.changes[place, name] = value

    def apply(self, event: Event) -> None:
        """What an event changes; an event without a method here changes no place."""
        change = getattr(self, f"_{event['event']}", None)
        if change:
            change(event, self.visible(event.get("node")))
        if self.sampled:
            return  # random games prove nothing
        for place in self.intervals.apply(event):
            seen = self.number.get(place)
            if seen is not None and self.places[seen].kind in ("MAX", "MIN"):
                low, high = map(numbers.plain, self.intervals.known[place])
                known = self.looks[seen]["estimate"] is None and (low, high) != ("-inf", "inf")
                self.set(seen, low=low if known else None, high=high if known else None)

    # --- one method a kind of event --------------------------------------------------------------

    def _enter(self, event: Event, place: int | None) -> None:
        self.nodes += 1
        if place is None:
            return
        self.clear(place)
        window = {"alpha": event["alpha"], "beta": event["beta"]}
        by = {key: self.visible(event[key]) for key in ("alpha_by", "beta_by")}
        passed = {"alpha_in": event["alpha"], "beta_in": event["beta"]}
        visits = self.looks[place]["visits"] + 1
        self.set(place, status="open", visits=visits, **passed, **window, **by)

    def _leaf(self, event: Event, place: int | None) -> None:
        self.leaves += 1
        value, estimate = event["value"], not event["exact"]
        self.set(place, status="done", value=value, returned=value, estimate=estimate)
        if estimate:
            self.set(place, static=None)  # which may be for another player

    def _leave(self, event: Event, place: int | None) -> None:
        self.end_simulation()
        value = _whole(event["value"]) if self.sampled else event["value"]
        self.set(place, status="done", returned=value)
        if self.look(place)["value"] is None:
            self.set(place, value=event["value"])

    def _best(self, event: Event, place: int | None) -> None:
        look = self.look(place)
        old = look["old_value"]
        if look["value"] is not None:
            old = (*old, look["value"])
        child = self.child(event["node"], event["action"])
        self.set(place, value=event["value"], old_value=old, best=child)

    def _bound(self, event: Event, place: int | None) -> None:
        look, which = self.look(place), event["which"]
        old = (*look[f"old_{which}"], look[which])
        self.set(place, **{which: event["new"], f"old_{which}": old, f"{which}_by": place})

    def _cutoff(self, event: Event, place: int | None) -> None:
        self.cutoffs += 1
        skipped = [self.child(event["node"], action) for action in event["skipped"]]
        for child in skipped:
            self.mark(child, "cut")
            self.set(child, barred=True)
        card = {key: event[key] for key in ("at", "side", "value", "bound", "reach")}
        visible = [child for child in skipped if child is not None]
        setter = self.visible(event["set_by"])
        self.set(place, cut={**card, "set_by": setter, "skipped": visible})

    def _weigh(self, event: Event, place: int | None) -> None:
        child = self.tree.at(self.tree.visits[event["node"]], event["action"])
        share = event["share"] if child is None else self.tree.places[child].share
        terms = (*self.look(place)["terms"], (share, event["value"]))
        self.set(place, terms=terms, low=event["low"], high=event["high"])

    def _hit(self, event: Event, place: int | None) -> None:
        self.set(place, hit={key: event[key] for key in ("low", "high", "source", "exact")})

    def _repeat(self, event: Event, place: int | None) -> None:
        first = self.visible(event["first"])
        self.set(place, repeat={"ply": event["ply"], "first": first, "rule": event["rule"]})

    def _extend(self, event: Event, place: int | None) -> None:
        self.set(place, static=event["value"])

    def _look(self, event: Event, place: int | None) -> None:
        for action, value in event["pairs"]:
            self.set(self.child(event["node"], action), static=value)

    def _drop(self, event: Event, place: int | None) -> None:
        for action in event["actions"]:
            self.mark(self.child(event["node"], action), "dropped")

    def _merge(self, event: Event, place: int | None) -> None:
        for action, kept in event["pairs"]:
            child = self.child(event["node"], action)
            self.mark(child, "dropped")
            self.set(child, same=kept)

    def _select(self, event: Event, place: int | None) -> None:
        if not event["node"]:  # a simulation begins at the root
            self.end_simulation()
        self.put_bounds(event)
        self.mark_trail(self.child(event["node"], event["action"]), "selected")

    def _simulate(self, event: Event, place: int | None) -> None:
        self.nodes += len(event["actions"])
        self.leaves += 1
        at: int | None = self.tree.visits[event["node"]]
        for action in event["actions"]:  # of a written tree; of a game they are no places
            at = self.tree.at(at, action)
            self.mark_trail(None if at is None else self.number.get(at), "sampled")

    def _backpropagate(self, event: Event, place: int | None) -> None:
        look = self.look(place)
        old = () if look["value"] is None else (look["value"],)
        mean = _whole(numbers.plain(mean_of(numbers.number(event["total"]), event["visits"])))
        counts = {"simulations": event["visits"], "old_simulations": look["simulations"]}
        self.set(place, status="done", value=mean, old_value=old, **counts)
        if place is not None:
            self.passed.add(place)
        self.put_bounds(event)

    def _iteration(self, event: Event, place: int | None) -> None:
        if self.places:
            self.clear(0)

    def _answer(self, event: Event, place: int | None) -> None:
        self.mark_line(event["line"])

    def _give_up(self, event: Event, place: int | None) -> None:
        for number, look in enumerate(self.looks):
            if look["status"] == "open":
                self.set(number, status="left")

    # --- places ----------------------------------------------------------------------------------

    def look(self, place: int | None) -> Look:
        """The look of a place; of one that is not visible, that of a fresh one."""
        return FRESH if place is None else self.looks[place]

    def child(self, visit: int | None, action: str) -> int | None:
        assert visit is not None
        place = self.tree.at(self.tree.visits[visit], action)
        return None if place is None else self.number.get(place)

    def below(self, place: int) -> Iterator[int]:
        """The place and all below it: in preorder they follow one another."""
        stack = [place]
        while stack:
            place = stack.pop()
            yield place
            stack += self.places[place].children

    def put_bounds(self, event: Event) -> None:
        """Writes UCB1 at the children of a node."""
        for action, *bound in event["bounds"]:
            self.set(self.child(event["node"], action), ucb=bound)

    def mark_trail(self, place: int | None, how: str) -> None:
        """The simulation goes on to a place."""
        if place is not None:
            self.set(place, trail=how)
            self.passed.add(place)

    def end_simulation(self) -> None:
        """Forgets what was written for one simulation alone."""
        for place in sorted(self.passed):
            self.set(place, trail=None, old_value=(), old_simulations=None)
        self.passed.clear()

    def clear(self, place: int) -> None:
        """Forgets what was found from here on down, but for the number of visits."""
        if self.looks[place]["status"]:
            for number in self.below(place):
                self.set(number, **{**FRESH, "visits": self.looks[number]["visits"]})

    def mark(self, place: int | None, status: str) -> None:
        if place is not None:
            for number in self.below(place):
                self.set(number, status=status)

    def mark_line(self, actions: list[str]) -> None:
        """Marks the places of the principal variation, and no others."""
        line = {self.number.get(place) for place in self.tree.way(actions)}
        for number in range(len(self.looks)):
            self.set(number, line=number in line)


def _whole(value: Any) -> Any:
    """A mean as any other value is written: 12, not 12.0."""
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
