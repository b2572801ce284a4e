"""A run as a plain list: every event a dictionary of texts, numbers and node numbers.

Each visit of a node has a number of its own, counted from 0, so that a state searched twice is
two visits. Numbers are as `zermelo.numbers.plain` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from typing import Any, TypeAlias

from zermelo.game import CHANCE, MAX, MIN, PLAYER_NAMES, Game, MultiplayerGame, Value
from zermelo.names import player_code
from zermelo.numbers import number, plain
from zermelo.search.coalition import original
from zermelo.search.events import Observer
from zermelo.search.features import features_at

Event: TypeAlias = dict[str, Any]
UNTOLD = ("nodes", "time", "stop", "tick", "observer", "history")  # of the settings
PLAYERS = {name: player for player, name in PLAYER_NAMES.items()}
NUMBERS = ("value", "alpha", "beta", "low", "high", "bound", "total")  # made plain


def kind_of(game: Game[Any, Any], state: Any) -> str:
    """Whose node it is: MAX, MIN or CHANCE; of several players P1, P2 ...; a LEAF nobody's."""
    if game.is_terminal(state):
        return "LEAF"
    return player_code(game, game.to_move(state))


def player_of(game: Game[Any, Any], state: Any) -> str:
    """The name of who moves, where there are several players; else, and at a leaf, none."""
    several = original(game)
    if not isinstance(several, MultiplayerGame) or several.is_terminal(state):
        return ""
    return several.players[several.to_move(state)]


@dataclass
class Frame:
    """A node being searched, and where the bounds of its window come from.

    `by` is the node that set a bound (None: the caller of the search), `why` how: "best" by a
    value found there, else as in `Observer.window`.
    """

    node: int
    parent: Frame | None
    state: Any
    kind: int | None
    alpha: Value | None
    beta: Value | None
    alpha_by: int | None = None
    beta_by: int | None = None
    alpha_why: str = "window"
    beta_why: str = "window"


class Recorder(Observer):
    """Writes the events down; `tell` hears each one as it happens."""

    def __init__(self, game: Game[Any, Any], tell: Callable[[Event], None] | None = None) -> None:
        self.game = game
        self.events: list[Event] = []
        self._tell = tell or self.events.append
        self._top: Frame | None = None
        self._root: Any = None
        self._nodes = 0
        self._why = "window"  # of the next node, where its window is not its parent's
        self._grown: dict[tuple[int, str], Frame] = {}  # the tree of Monte-Carlo tree search
        self._way: tuple[int, str] | None = None  # to its node that is entered next

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        parent, game = self._top, self.game
        two = not (game.is_terminal(state) or isinstance(game, MultiplayerGame))
        kind = game.to_move(state) if two else None  # of MAX, MIN or CHANCE
        frame = self._top = Frame(self._nodes, parent, state, kind, alpha, beta)
        self._nodes += 1
        if self._way:
            self._grown[self._way], self._way = frame, None
        if parent and alpha == parent.alpha:
            frame.alpha_by, frame.alpha_why = parent.alpha_by, parent.alpha_why
        elif parent:
            frame.alpha_by, frame.alpha_why = parent.node, self._why
        if parent and beta == parent.beta:
            frame.beta_by, frame.beta_why = parent.beta_by, parent.beta_why
        elif parent:
            frame.beta_by, frame.beta_why = parent.node, self._why
        self._why = "window"
        self._tell(
            {
                "event": "enter",
                "node": frame.node,
                "parent": parent.node if parent else None,
                "ply": ply,
                "kind": kind_of(game, state),
                **({"player": name} if (name := player_of(game, state)) else {}),
                "state": game.format_state(state),
                "action": game.format_action(parent.state, action) if parent else None,
                "alpha": plain(alpha),
                "beta": plain(beta),
                "alpha_by": frame.alpha_by,
                "beta_by": frame.beta_by,
            }
        )

    def leaf(self, value: Value, exact: bool) -> None:
        more = self._payoffs() if exact else self._features(value)
        self._say("leaf", value=plain(value), exact=exact, **more)
        self._pop()

    def _payoffs(self) -> dict[str, Any]:
        """What everybody gets at a leaf, where a value is one player's."""
        several = original(self.game)
        if several is self.game:
            return {}
        return {"payoffs": plain(several.utility(self._frame().state))}

    def leave(self, value: Value) -> None:
        self._say("leave", value=plain(value))
        self._pop()

    def best(self, ply: int, action: Any, value: Value) -> None:
        self._say("best", action=self._name(action), value=plain(value))

    def bound(self, player: int, value: Value) -> None:
        frame = self._frame()
        if player == MAX:
            self._say("bound", which="alpha", old=plain(frame.alpha), new=plain(value))
            frame.alpha, frame.alpha_by, frame.alpha_why = value, frame.node, "best"
        else:
            self._say("bound", which="beta", old=plain(frame.beta), new=plain(value))
            frame.beta, frame.beta_by, frame.beta_why = value, frame.node, "best"

    def cutoff(self, player: int, value: Value, bound: Value, skipped: Iterable[Any]) -> None:
        names = [self._name(action) for action in skipped]
        if not names:
            return
        frame = self._frame()
        by, why = (
            (frame.beta_by, frame.beta_why) if player == MAX else (frame.alpha_by, frame.alpha_why)
        )
        self._say(
            "cutoff",
            at="CHANCE" if frame.kind == CHANCE else PLAYER_NAMES[player],
            side=PLAYER_NAMES[player],
            value=plain(value),
            bound=plain(bound),
            set_by=by,
            reach=self._reach(frame, -player, by) if why == "best" else why,
            skipped=names,
        )

    def weigh(
        self, action: Any, weight: int, total: int, value: Value, low: Value, high: Value
    ) -> None:
        share, range_ = str(Fraction(weight, total)), {"low": plain(low), "high": plain(high)}
        self._say("weigh", action=self._name(action), share=share, value=plain(value), **range_)

    def hit(self, low: Value, high: Value, exact: bool, source: Any) -> None:
        text = self.game.format_state(source)
        self._say("hit", low=plain(low), high=plain(high), exact=exact, source=text)

    def repeat(self, ply: int, value: Value) -> None:
        frame = self._frame()
        first = frame.parent
        while first and first.state != frame.state:
            first = first.parent
        node, rule = first.node if first else None, self.game.repetition
        self._say("repeat", ply=ply, first=node, rule=rule, value=plain(value))

    def window(self, why: str, action: Any, alpha: Value, beta: Value) -> None:
        self._why = why
        node = self._top.node if self._top else None
        name = self._name(action) if self._top and action is not None else None
        event = {"event": "window", "node": node, "why": why, "action": name}
        self._tell({**event, "alpha": plain(alpha), "beta": plain(beta)})

    def extend(self, value: Value) -> None:
        self._say("extend", value=plain(value), **self._features(value))

    def look(self, pairs: Iterable[tuple[Any, Value]]) -> None:
        self._say("look", pairs=[[self._name(action), plain(value)] for action, value in pairs])

    def drop(self, actions: Iterable[Any]) -> None:
        self._say("drop", actions=[self._name(action) for action in actions])

    def merge(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        self._say("merge", pairs=[[self._name(one), self._name(kept)] for one, kept in pairs])

    def select(self, action: Any, bounds: Iterable[tuple[Any, float, float]]) -> None:
        name = self._name(action)
        self._say("select", action=name, bounds=self._bounds(bounds))
        way = self._frame().node, name
        self._way = None if way in self._grown else way
        self._top = self._grown.get(way, self._top)

    def simulate(self, actions: Iterable[Any], value: Value, exact: bool) -> None:
        line = self.game.format_line(self._frame().state, actions)
        self._say("simulate", actions=line, value=plain(value), exact=exact)

    def backpropagate(
        self,
        value: Value,
        visits: int,
        total: Value,
        bounds: Iterable[tuple[Any, float, float]],
    ) -> None:
        counts = {"visits": visits, "total": plain(total), "bounds": self._bounds(bounds)}
        self._say("backpropagate", value=plain(value), **counts)
        if self._frame().parent:
            self._pop()

    def begin(self, algorithm: str, state: Any, settings: Mapping[str, Any]) -> None:
        self._root = state
        told = {name: value for name, value in settings.items() if name not in UNTOLD}
        if "window" in told:
            told["window"] = [plain(bound) for bound in told["window"]]
        text = self.game.format_state(state)
        self._tell({"event": "begin", "algorithm": algorithm, "state": text, "settings": told})

    def iteration(self, depth: int) -> None:
        self._tell({"event": "iteration", "depth": depth})

    def answer(self, value: Value, line: Iterable[Any], depth: int, proven: bool) -> None:
        found = {"value": plain(value), "line": self.game.format_line(self._root, line)}
        self._tell({"event": "answer", **found, "depth": depth, "proven": proven})

    def give_up(self, reason: str) -> None:
        self._top = None
        self._tell({"event": "give_up", "reason": reason})

    def _frame(self) -> Frame:
        assert self._top is not None, "a node must be entered first"
        return self._top

    def _pop(self) -> None:
        self._top = self._frame().parent

    def _name(self, action: Any) -> str:
        return self.game.format_action(self._frame().state, action)

    def _bounds(self, bounds: Iterable[tuple[Any, float, float]]) -> list[list[Any]]:
        """UCB1 of the actions at the current node: name, mean, and what is added."""
        return [[self._name(action), mean, plain(bonus)] for action, mean, bonus in bounds]

    def _features(self, value: Value) -> dict[str, Any]:
        """What the heuristic counts at the current node, where the game tells."""
        parts = features_at(self.game, self._frame().state, value)
        return {"features": parts} if parts else {}

    def _say(self, event: str, **fields: Any) -> None:
        self._tell({"event": event, "node": self._frame().node, **fields})

    @staticmethod
    def _reach(frame: Frame, kind: int, setter: int | None) -> str:
        """How far above the cut its bound was set.

        Shallow: by the nearest ancestor of the other kind. Deep: by a farther one.
        """
        ancestor = frame.parent
        while ancestor and ancestor.node != setter:
            if ancestor.kind == kind:
                return "deep"
            ancestor = ancestor.parent
        return "shallow"


def replay(events: Iterable[Event], observer: Observer) -> None:
    """Reports a recorded run once more; states and actions are now their texts."""
    for event in events:
        kind = event["event"]
        told = {name: number(value) if name in NUMBERS else value for name, value in event.items()}
        match kind:
            case "best":
                told["ply"] = -1
            case "bound":
                told["player"] = MAX if event["which"] == "alpha" else MIN
                told["value"] = number(event["new"])
            case "cutoff":
                told["player"] = PLAYERS[event["side"]]
            case "weigh":
                told["weight"], told["total"] = Fraction(event["share"]).as_integer_ratio()
            case "look":
                told["pairs"] = [(action, number(value)) for action, value in event["pairs"]]
            case "select" | "backpropagate":
                told["bounds"] = [(a, mean, number(bonus)) for a, mean, bonus in event["bounds"]]
        _self, *asked = signature(getattr(Observer, kind)).parameters
        getattr(observer, kind)(*(told[name] for name in asked))
