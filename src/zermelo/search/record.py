"""A run as a plain list: every event a dictionary of texts, numbers and node numbers.

Each visit of a node has a number of its own, counted from 0, so that a state searched twice is
two visits. Numbers that JSON lacks are texts: "inf", "-inf", "23/3".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from zermelo.game import CHANCE, MAX, MIN, PLAYER_NAMES, Game, Value
from zermelo.search.events import Observer
from zermelo.search.run import INFINITY

Event: TypeAlias = dict[str, Any]
PLAYERS = {name: player for player, name in PLAYER_NAMES.items()}


def plain(value: Value | None) -> int | float | str | None:
    """The value as JSON can hold it."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, float) and value in (INFINITY, -INFINITY):
        return str(value)
    return value


def number(value: int | float | str) -> Value:
    """The value that `plain` made plain."""
    if isinstance(value, str):
        return Fraction(value) if "/" in value else float(value)
    return value


@dataclass
class Frame:
    """A node being searched, and who set the bounds of its window (None: the caller)."""

    node: int
    parent: Frame | None
    state: Any
    kind: int | None
    alpha: Value | None
    beta: Value | None
    alpha_by: int | None = None
    beta_by: int | None = None


class Recorder(Observer):
    """Writes the events down; `tell` hears each one as it happens."""

    def __init__(self, game: Game[Any, Any], tell: Callable[[Event], None] | None = None) -> None:
        self.game = game
        self.events: list[Event] = []
        self._tell = tell or self.events.append
        self._top: Frame | None = None
        self._nodes = 0

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        parent, game = self._top, self.game
        kind = None if game.is_terminal(state) else game.to_move(state)
        frame = self._top = Frame(self._nodes, parent, state, kind, alpha, beta)
        self._nodes += 1
        if parent:
            # A bound that differs from the parent's was chosen by the parent.
            frame.alpha_by = parent.alpha_by if alpha == parent.alpha else parent.node
            frame.beta_by = parent.beta_by if beta == parent.beta else parent.node
        self._tell(
            {
                "event": "enter",
                "node": frame.node,
                "parent": parent.node if parent else None,
                "ply": ply,
                "kind": "LEAF" if kind is None else PLAYER_NAMES[kind],
                "state": game.format_state(state),
                "action": game.format_action(parent.state, action) if parent else None,
                "alpha": plain(alpha),
                "beta": plain(beta),
            }
        )

    def leaf(self, value: Value, exact: bool) -> None:
        self._say("leaf", value=plain(value), exact=exact)
        self._pop()

    def leave(self, value: Value) -> None:
        self._say("leave", value=plain(value))
        self._pop()

    def best(self, ply: int, action: Any, value: Value) -> None:
        self._say("best", action=self._name(action), value=plain(value))

    def bound(self, player: int, value: Value) -> None:
        frame = self._frame()
        if player == MAX:
            self._say("bound", which="alpha", old=plain(frame.alpha), new=plain(value))
            frame.alpha, frame.alpha_by = value, frame.node
        else:
            self._say("bound", which="beta", old=plain(frame.beta), new=plain(value))
            frame.beta, frame.beta_by = value, frame.node

    def cutoff(self, player: int, value: Value, bound: Value, skipped: Iterable[Any]) -> None:
        names = [self._name(action) for action in skipped]
        if not names:
            return
        frame = self._frame()
        setter = frame.beta_by if player == MAX else frame.alpha_by
        self._say(
            "cutoff",
            at="CHANCE" if frame.kind == CHANCE else PLAYER_NAMES[player],
            side=PLAYER_NAMES[player],
            value=plain(value),
            bound=plain(bound),
            set_by=setter,
            reach=self._reach(frame, -player, setter),
            skipped=names,
        )

    def weigh(self, action: Any, weight: int, total: int, value: Value) -> None:
        share = str(Fraction(weight, total))
        self._say("weigh", action=self._name(action), share=share, value=plain(value))

    def hit(self, low: Value, high: Value) -> None:
        self._say("hit", low=plain(low), high=plain(high))

    def research(self, action: Any, alpha: Value, beta: Value) -> None:
        name = self._name(action) if self._top and action is not None else None
        node = self._top.node if self._top else None
        event = {"event": "research", "node": node, "action": name}
        self._tell({**event, "alpha": plain(alpha), "beta": plain(beta)})

    def iteration(self, depth: int) -> None:
        self._top = None  # the last one may have been given up in the middle
        self._tell({"event": "iteration", "depth": depth})

    def stopped(self) -> None:
        self._tell({"event": "stopped"})

    def _frame(self) -> Frame:
        assert self._top is not None, "a node must be entered first"
        return self._top

    def _pop(self) -> None:
        self._top = self._frame().parent

    def _name(self, action: Any) -> str:
        return self.game.format_action(self._frame().state, action)

    def _say(self, event: str, **fields: Any) -> None:
        self._tell({"event": event, "node": self._frame().node, **fields})

    @staticmethod
    def _reach(frame: Frame, kind: int, setter: int | None) -> str:
        """How far above the cut its bound was set.

        Shallow: by the nearest ancestor of the other kind. Deep: by a farther one. Window: by
        the caller of the search.
        """
        if setter is None:
            return "window"
        ancestor = frame.parent
        while ancestor and ancestor.node != setter:
            if ancestor.kind == kind:
                return "deep"
            ancestor = ancestor.parent
        return "shallow"


def replay(events: Iterable[Event], observer: Observer) -> None:
    """Reports a recorded run once more; states and actions are now their texts."""
    for event in events:
        match event["event"]:
            case "enter":
                alpha, beta = (
                    None if event[bound] is None else number(event[bound])
                    for bound in ("alpha", "beta")
                )
                observer.enter(event["ply"], event["state"], event["action"], alpha, beta)
            case "leaf":
                observer.leaf(number(event["value"]), event["exact"])
            case "leave":
                observer.leave(number(event["value"]))
            case "best":
                observer.best(-1, event["action"], number(event["value"]))
            case "bound":
                observer.bound(MAX if event["which"] == "alpha" else MIN, number(event["new"]))
            case "cutoff":
                observer.cutoff(
                    PLAYERS[event["side"]],
                    number(event["value"]),
                    number(event["bound"]),
                    event["skipped"],
                )
            case "weigh":
                share = Fraction(event["share"])
                observer.weigh(
                    event["action"], share.numerator, share.denominator, number(event["value"])
                )
            case "hit":
                observer.hit(number(event["low"]), number(event["high"]))
            case "research":
                observer.research(event["action"], number(event["alpha"]), number(event["beta"]))
            case "iteration":
                observer.iteration(event["depth"])
            case "stopped":
                observer.stopped()
