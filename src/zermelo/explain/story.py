"""A recorded search made ready to be shown: the places of its tree, and what each step changes.

A *place* is a node of the drawing: a way of moves from the root. A search may visit it several
times. A *step* is what a viewer sees happen at once; it carries the fields that change, so that
every view, still or moving, in Python or in a browser, only applies changes:

    look of every place after step n  =  the changes of steps 0 to n, one after the other

A tree written by hand is there as a whole from the beginning. Of a game the places are those that
the search entered, and those that it cut off or left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

from zermelo.explain.folding import unfolded
from zermelo.game import CHANCE, PLAYER_NAMES, Game, Value, ZermeloError
from zermelo.games.tree import Tree
from zermelo.language import _
from zermelo.search.record import Event, Recorder, plain

Plain: TypeAlias = int | float | str | None
Change: TypeAlias = tuple[int, str, Any]  # place, field, value

MAX_PLACES: Final = 2_000  # shown unless more are asked for
MOST_EVENTS: Final = 2_000_000  # about a gigabyte

# The fields of a place that steps change, and what they are before the first step.
FRESH: Final[dict[str, Any]] = {
    "status": "",  # "open", "done", "cut" (skipped by a cutoff), "dropped" (left out), "left"
    "visits": 0,
    "alpha_in": None,  # passed in
    "beta_in": None,
    "alpha_by": None,  # the place that set the bound held now; None: the caller of the search
    "beta_by": None,
    "alpha": None,  # held inside
    "beta": None,
    "old_alpha": (),  # what was held inside before
    "old_beta": (),
    "value": None,  # the best so far, inside
    "old_value": (),
    "best": None,  # the child it came from
    "low": None,  # what a CHANCE place is worth at least, and at most
    "high": None,
    "terms": (),  # at a CHANCE place: (share, value) of the outcomes seen
    "returned": None,
    "estimate": None,  # whether a heuristic gave the value of this leaf
    "static": None,  # what the heuristic said where the search went on
    "cut": None,  # {at, side, value, bound, set_by, reach, skipped}
    "hit": None,  # {low, high, source, exact}: the table answered
    "repeat": None,  # {ply, first, rule}: the position of that place again
    "line": False,  # on the line that the search expects
    "barred": False,  # a cutoff skipped the branch to this very place
}


@dataclass
class Place:
    """A node of the drawing; what never changes of it."""

    parent: int | None
    action: str  # the branch that leads here, as the game writes it
    state: Any
    kind: str  # "MAX", "MIN", "CHANCE", "LEAF"; "MORE" stands for siblings that are not shown
    text: str  # the state as the game writes it
    name: str = ""  # what a node of a written tree is called
    share: str = ""  # the probability of the branch, below CHANCE
    written: Plain = None  # the value of a written leaf, known before any search
    static: Plain = None  # the static value written at an inner node
    label: str = ""  # what the branch is called in a written tree, with all its blanks
    children: list[int] = field(default_factory=list)
    hidden: int = 0  # nodes below that are not shown


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


@dataclass(frozen=True)
class Story:
    """A run to be shown. `places` are in preorder, the root first."""

    game: Game[Any, Any]
    places: tuple[Place, ...]
    steps: tuple[Step, ...]
    events: list[Event]  # as they were recorded: their nodes are numbers of visits

    @property
    def algorithm(self) -> str:
        return str(self.steps[0].event["algorithm"])

    def after(self, step: int) -> list[dict[str, Any]]:
        """The look of every place after step `step`, from 0; -1: before the first."""
        looks = [dict(FRESH) for _ in self.places]
        for done in self.steps[: step + 1]:
            for place, name, value in done.changes:
                looks[place][name] = value
        return looks


class Witness(Recorder):
    """A recorder that also keeps the states, by the number of their visit; not without end."""

    def __init__(self, game: Game[Any, Any], most: int | None = None) -> None:
        super().__init__(game, self._keep)
        self.states: list[Any] = []
        self.most = most or MOST_EVENTS

    def _keep(self, event: Event) -> None:
        if len(self.events) >= self.most:
            what = _("a search of more than {most} events is too long to show")
            todo = _("look less far ahead, or stop sooner (depth, nodes)")
            raise ZermeloError(f"{what.format(most=f'{self.most:,}')}; {todo}")
        self.events.append(event)

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        self.states.append(state)
        super().enter(ply, state, action, alpha, beta)


def story_of(witness: Witness, max_places: int = MAX_PLACES) -> Story:
    """The story of what the witness saw, with at most about `max_places` places shown."""
    ground = _Ground(witness)
    shown, hidden = unfolded(ground.children, ground.line(), max_places)
    places, number = _numbered(ground, shown, hidden)
    steps = tuple(_Telling(ground, places, number).steps(witness.events))
    return Story(witness.game, places, steps, witness.events)


class _Ground:
    """Every place there is, before any is hidden: `places` in the order in which they came up."""

    def __init__(self, witness: Witness) -> None:
        self.game, self.events = witness.game, witness.events
        self.places: list[Place] = []
        self.visits: list[int] = []  # the place of each visit
        self._at: dict[tuple[int | None, str], int] = {}
        self._actions: dict[int, dict[str, Any]] = {}
        root = witness.states[0] if witness.states else None
        if isinstance(self.game, Tree) and root is not None:
            self._write_out(self.game, root)
        for event in self.events:
            if event["event"] == "enter":
                up = None if event["parent"] is None else self.visits[event["parent"]]
                state = witness.states[event["node"]]
                self.visits.append(self._place(up, event["action"] or "", state))
            elif event["event"] in ("cutoff", "drop"):
                up = self.visits[event["node"]]
                for action in event.get("skipped") or event.get("actions") or ():
                    self._place(up, action)
        self.children = [self._in_order(place) for place in range(len(self.places))]

    def at(self, parent: int | None, action: str) -> int:
        """The place by `action` from `parent`."""
        return self._at[parent, action]

    def line(self) -> set[int]:
        """The places on the line that the search answered with."""
        found: set[int] = set()
        answers = [event for event in self.events if event["event"] == "answer"]
        place: int | None = None
        for action in ["", *(answers[-1]["line"] if answers else ())]:
            place = self._at.get((place, action))
            if place is None:
                break
            found.add(place)
        return found

    def _place(self, parent: int | None, action: str, state: Any = None) -> int:
        """The place by `action` from `parent`, made if it is not there yet."""
        number = self._at.get((parent, action))
        if number is not None:
            return number
        game = self.game
        if state is None:
            assert parent is not None
            above = self.places[parent].state
            state = game.result(above, self._named(parent)[action])
        kind = "LEAF" if game.is_terminal(state) else PLAYER_NAMES[game.to_move(state)]
        share = self._shares(parent).get(action, "") if parent is not None else ""
        place = Place(parent, action, state, kind, game.format_state(state), share=share)
        return self._add(place)

    def _add(self, place: Place) -> int:
        number = self._at[place.parent, place.action] = len(self.places)
        self.places.append(place)
        if place.parent is not None:
            self.places[place.parent].children.append(number)
        return number

    def _write_out(self, tree: Tree, root: int) -> None:
        stack: list[tuple[int, int | None, str, str, str]] = [(root, None, "", "", "")]
        while stack:
            state, parent, action, share, label = stack.pop()
            node = tree.nodes[state]
            kind = "LEAF" if node.kind is None else PLAYER_NAMES[node.kind]
            text, name = tree.format_state(state), node.name or ""
            written, static = plain(node.value), plain(node.static)
            number = self._add(
                Place(parent, action, state, kind, text, name, share, written, static, label)
            )
            odds = [str(p) for p in node.probabilities] or [""] * len(node.children)
            for place in reversed(range(len(node.children))):
                action, label = tree.format_action(state, place), node.labels[place] or ""
                stack.append((node.children[place], number, action, odds[place], label))

    def _named(self, place: int) -> dict[str, Any]:
        """The legal actions at a place by their texts, in the game's order."""
        if place not in self._actions:
            game, state = self.game, self.places[place].state
            self._actions[place] = {game.format_action(state, a): a for a in self._legal(state)}
        return self._actions[place]

    def _legal(self, state: Any) -> Iterable[Any]:
        if self.game.to_move(state) == CHANCE:
            return [action for action, _ in self.game.outcomes(state)]
        return self.game.actions(state)

    def _shares(self, place: int) -> dict[str, str]:
        game, state = self.game, self.places[place].state
        if self.places[place].kind != "CHANCE":
            return {}
        outcomes = list(game.outcomes(state))
        total = sum(weight for _, weight in outcomes)
        return {game.format_action(state, a): str(Fraction(w, total)) for a, w in outcomes}

    def _in_order(self, place: int) -> list[int]:
        children = self.places[place].children
        if len(children) < 2 or isinstance(self.game, Tree):
            return children
        rank = {action: i for i, action in enumerate(self._named(place))}
        return sorted(children, key=lambda child: rank[self.places[child].action])


def _numbered(
    ground: _Ground, shown: set[int], hidden: dict[int, int]
) -> tuple[tuple[Place, ...], dict[int, int]]:
    """The places shown, in preorder, and where each of them was before.

    `hidden` says how many nodes below a shown place are not shown. Where only some of its
    children are, one place more stands for the others.
    """
    places: list[Place] = []
    number: dict[int, int] = {}
    stack: list[tuple[int, int | None]] = [(0, None)] if ground.places else []
    while stack:
        old, parent = stack.pop()
        if parent is not None:
            places[parent].children.append(len(places))
        if old < 0:  # the rest of a parent's children
            places.append(Place(parent, "", None, "MORE", "", hidden=hidden[~old]))
            continue
        place = ground.places[old]
        number[old] = len(places)
        kept = [child for child in ground.children[old] if child in shown]
        more = bool(kept) and old in hidden
        places.append(
            replace(place, parent=parent, children=[], hidden=0 if more else hidden.get(old, 0))
        )
        below = [(child, number[old]) for child in kept]
        stack += reversed([*below, (~old, number[old])] if more else below)
    return tuple(places), number


class _Telling:
    """Turns events into steps, and keeps the look of every place shown meanwhile."""

    def __init__(self, ground: _Ground, places: tuple[Place, ...], number: dict[int, int]) -> None:
        self.ground, self.places, self.number = ground, places, number
        self.looks = [dict(FRESH) for _ in places]
        self.changes: dict[tuple[int, str], Any] = {}
        self.nodes = self.leaves = self.cutoffs = self.told = 0

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
            place = self.shown(event.get("node"))
            if place is None and event.get("node") is not None:
                continue
            if place is not None and self.folded(place) and name not in ("enter", "leaf", "leave"):
                continue
            yield self.step(name, place, event)

    def step(self, name: str, place: int | None, event: Event) -> Step:
        changes = tuple((place, name, value) for (place, name), value in self.changes.items())
        self.changes.clear()
        hidden = self.nodes - self.told - (name in ("enter", "leaf"))
        self.told = self.nodes
        told = {
            key: self.shown(value) if key in ("node", "parent", "set_by") else value
            for key, value in event.items()
        }
        counts = self.nodes, self.leaves, self.cutoffs
        return Step(name, place, told, changes, *counts, max(hidden, 0))

    def shown(self, visit: int | None) -> int | None:
        """The place of a visit, if it is shown."""
        return None if visit is None else self.number.get(self.ground.visits[visit])

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
        """What an event changes."""
        visit = event.get("node")
        place = self.shown(visit)
        look = FRESH if place is None else self.looks[place]
        match event["event"]:
            case "enter":
                self.nodes += 1
                if place is not None:
                    self.clear(place)
                window = {"alpha": event["alpha"], "beta": event["beta"]}
                by = {key: self.shown(event[key]) for key in ("alpha_by", "beta_by")}
                passed = {"alpha_in": event["alpha"], "beta_in": event["beta"]}
                visits = look["visits"] + 1
                self.set(place, status="open", visits=visits, **passed, **window, **by)
            case "leaf":
                self.leaves += 1
                value = event["value"]
                estimate = not event["exact"]
                self.set(place, status="done", value=value, returned=value, estimate=estimate)
            case "leave":
                self.set(place, status="done", returned=event["value"])
                if look["value"] is None:
                    self.set(place, value=event["value"])
            case "best":
                old = look["old_value"]
                if look["value"] is not None:
                    old = (*old, look["value"])
                child = self.child(visit, event["action"])
                self.set(place, value=event["value"], old_value=old, best=child)
            case "bound":
                which = event["which"]
                old = (*look[f"old_{which}"], look[which])
                self.set(place, **{which: event["new"], f"old_{which}": old, f"{which}_by": place})
            case "cutoff":
                self.cutoffs += 1
                skipped = [self.child(visit, action) for action in event["skipped"]]
                for child in skipped:
                    self.mark(child, "cut")
                    self.set(child, barred=True)
                card = {key: event[key] for key in ("at", "side", "value", "bound", "reach")}
                seen = [child for child in skipped if child is not None]
                setter = self.shown(event["set_by"])
                self.set(place, cut={**card, "set_by": setter, "skipped": seen})
            case "weigh":
                terms = (*look["terms"], (event["share"], event["value"]))
                self.set(place, terms=terms, low=event["low"], high=event["high"])
            case "hit":
                keys = ("low", "high", "source", "exact")
                self.set(place, hit={key: event[key] for key in keys})
            case "repeat":
                first = self.shown(event["first"])
                again = {"ply": event["ply"], "first": first, "rule": event["rule"]}
                self.set(place, repeat=again)
            case "extend":
                self.set(place, static=event["value"])
            case "drop":
                for action in event["actions"]:
                    self.mark(self.child(visit, action), "dropped")
            case "iteration":
                if self.places:
                    self.clear(0)
            case "answer":
                self.line(event["line"])
            case "give_up":
                for number, look in enumerate(self.looks):
                    if look["status"] == "open":
                        self.set(number, status="left")

    def child(self, visit: int | None, action: str) -> int | None:
        assert visit is not None
        return self.number.get(self.ground.at(self.ground.visits[visit], action))

    def below(self, place: int) -> Iterator[int]:
        """The place and all below it: in preorder they follow one another."""
        stack = [place]
        while stack:
            place = stack.pop()
            yield place
            stack += self.places[place].children

    def clear(self, place: int) -> None:
        """Forgets what was seen from here on down, but for the number of visits."""
        if self.looks[place]["status"]:
            for number in self.below(place):
                self.set(number, **{**FRESH, "visits": self.looks[number]["visits"]})

    def mark(self, place: int | None, status: str) -> None:
        if place is not None:
            for number in self.below(place):
                self.set(number, status=status)

    def line(self, actions: list[str]) -> None:
        for number, look in enumerate(self.looks):
            if look["line"]:
                self.set(number, line=False)
        place: int | None = 0 if self.places else None
        for action in ["", *actions]:
            if action and place is not None:
                children = self.places[place].children
                place = next((c for c in children if self.places[c].action == action), None)
            if place is None:
                return
            self.set(place, line=True)
