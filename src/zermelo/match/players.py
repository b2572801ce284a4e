"""Players: the engine, the algorithms of lectures, and two that do not search; by name, too."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Unpack

from zermelo.game import Game, Value, ZermeloError, altered, provides
from zermelo.language import _
from zermelo.match import foreign
from zermelo.match.play import Player
from zermelo.search import Algorithm, NothingFound, Settings
from zermelo.search.sighted import sighted

SHARE: Final = 0.9  # of the time of a move, that a search takes which goes on until it is over
DEEPEST: Final = 100  # plies that are never reached
RANDOM, ORDERED, UCI = "random", "ordered", "uci"
LIMITS: Final = {"depth", "nodes", "time"}  # of a search
OF_ENGINE: Final = ("threads", "memory")  # what an engine is made with


def engine_player(
    seconds: float | None = 1.0,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = 64,
) -> Player:
    """A player that asks the engine, for so long, so deep or so many nodes a move."""
    from zermelo.engine.algorithm import LastEngine  # here: agents start in every game anew

    engine_of = LastEngine(threads=threads, memory=memory, solving=False)

    def player(game: Game[Any, Any], state: Any, history: Iterable[Any] = ()) -> Any:
        limits: dict[str, Any] = {"time": seconds, "depth": depth, "nodes": nodes}
        return engine_of(game).analyse(state, history=history, **limits).action

    return player


def algorithm_player(algorithm: Algorithm, **settings: Unpack[Settings]) -> Player:
    """A player that asks one of the lectures' algorithms, such as `alphabeta` with depth=4."""

    def player(game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        chosen = Settings(**settings)
        chosen["history"] = history
        return algorithm(game, state, **chosen).action

    return player


def random_player(seed: int = 0) -> Player:
    """A player that takes any legal move."""
    dice = random.Random(seed)
    return lambda game, state: dice.choice(list(game.actions(state)))


def ordered_player() -> Player:
    """A player that takes the move that looks best at once: by `order`, else the first."""

    def player(game: Game[Any, Any], state: Any) -> Any:
        actions = list(game.actions(state))
        if not provides(game, "order"):
            return actions[0]
        return max(actions, key=lambda action: game.order(state, action))

    return player


# --- by name -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named:
    """A player of ours by its name, such as `alphabeta:depth=4,order=dynamic`, or `random`.

    A search without a depth goes deeper and deeper until the time of a move is over. Somebody
    else's engine is written `uci:PROGRAM,OPTION=VALUE,...` (see `zermelo.match.foreign`).
    """

    name: str
    settings: dict[str, Any]

    @classmethod
    def read(cls, text: str) -> Named:
        """The player that a text names, or one line that says what is wrong with it."""
        name, _colon, rest = text.partition(":")
        settings: dict[str, Any] = {}
        if name == UCI:
            settings["program"], _comma, rest = rest.partition(",")
        for part in filter(None, rest.split(",")):
            key, equals, value = part.partition("=")
            if not equals:
                words = _("a player is written NAME:setting=value,..., not '{text}'")
                raise ZermeloError(words.format(text=text))
            settings[key.strip()] = value.strip() if name == UCI else _value(value.strip())
        if name not in (RANDOM, ORDERED, UCI):
            name = _algorithm(name).name
        return cls(name, settings)

    def check(self, game: Game[Any, Any]) -> None:
        """Refuses, in one line, a game or a setting that does not suit."""
        if self.name == UCI:
            foreign.check(game, self.settings)
        elif self.name not in (RANDOM, ORDERED):
            algorithm = _algorithm(self.name)
            given = {"depth": 1} if "depth" in algorithm.takes else {}
            given |= self.settings
            if self.name == "engine":
                self._check_numbers()
                given = {name: given[name] for name in given if name not in OF_ENGINE}
            settings = Settings(**given)  # type: ignore[typeddict-item]
            algorithm.check(sighted(game), settings)
        elif self.settings:
            words = _("the player {name} takes no settings")
            raise ZermeloError(words.format(name=self.name))

    def _check_numbers(self) -> None:
        for name, value in self.settings.items():
            whole = isinstance(value, int) or name == "time"
            if type(value) not in (int, float) or not (whole and value > 0):
                words = _("engine: {name} takes a positive number, not '{value}'")
                raise ZermeloError(words.format(name=name, value=value))

    def player(self, game: Game[Any, Any], seconds: float, seed: int = 0) -> Player:
        """The player itself, ready to move: what must be compiled is compiled."""
        if self.name == RANDOM:
            return random_player(seed)
        if self.name == ORDERED:
            return ordered_player()
        if self.name == UCI:
            other = foreign.Foreign(game, self.settings, seconds)
            other.start()
            return other
        if self.name == "engine":
            from zermelo.engine import engine_for

            limits = {"time": seconds, **self.settings}
            made = {name: limits.pop(name) for name in OF_ENGINE if name in limits}
            engine = engine_for(game, **made, solving=False)
            engine.prepare(depth=self.settings.get("depth"))
            return lambda game, state, history=(): (
                engine.analyse(state, history=history, **limits).action
            )
        return searching_player(_algorithm(self.name), seconds, **self.settings)

    def limited(self, limits: dict[str, Any]) -> dict[str, Any]:
        """Those of these limits of a search that apply: none where it has one of its own."""
        if self.name == UCI:
            return foreign.limited(limits, self.settings)
        if self.name in (RANDOM, ORDERED) or LIMITS & self.settings.keys():
            return {}
        takes = _algorithm(self.name).takes
        return {name: limit for name, limit in limits.items() if name in takes}

    @property
    def seconds(self) -> float | None:
        """What it may take for a move, where it has a limit of its own."""
        time = foreign.seconds_of if self.name == UCI else lambda settings: settings.get("time")
        patience = foreign.PATIENCE if LIMITS & self.settings.keys() else None
        return time(self.settings) or patience


def searching_player(algorithm: Algorithm, seconds: float, **settings: Any) -> Player:
    """A player that asks an algorithm once, or, without a limit, deeper and deeper."""
    if not LIMITS & settings.keys():
        return deepening_player(algorithm, seconds, **settings)
    asked = algorithm_player(algorithm, **settings)
    return lambda game, state, history=(): asked(sighted(game), state, history=history)


def deepening_player(algorithm: Algorithm, seconds: float, **settings: Any) -> Player:
    """A player that asks an algorithm for depth 1, 2, 3 and so on until the time is over.

    What a game cannot estimate counts as 0. An algorithm without a depth is asked once.
    """
    depths = range(1, DEEPEST) if "depth" in algorithm.takes else (None,)

    def player(game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        end, view = monotonic() + SHARE * seconds, sighted(game)
        action = next(iter(game.actions(state)))
        for depth in depths:
            limits = {"time": max(end - monotonic(), 0.001), **({"depth": depth} if depth else {})}
            given = {**settings, **limits}
            try:
                found = algorithm(view, state, history=history, **given)
            except NothingFound:
                break
            if depth in (1, None) or not found.stopped:
                action = found.action
            if found.stopped or found.proven:
                break
        return action

    return player


def _algorithm(name: str) -> Any:
    from zermelo.algorithms import algorithm_named

    return algorithm_named(name)


def _value(text: str) -> Any:
    """The value of a setting: a number, a truth, or a word; None where it says none."""
    for read in (int, float):
        with suppress(ValueError):
            return read(text)
    return {"true": True, "false": False, "none": None}.get(text.lower(), text)


def estimated(game: Game[Any, Any], evaluate: Callable[[Any], Value]) -> Game[Any, Any]:
    """The game with another evaluation, its estimates inside the bounds in the same order.

    So none looks better than a win.
    """
    low, high = game.bounds(game.initial()) if provides(game, "bounds") else (0, 0)

    def inside(_game: Game[Any, Any], state: Any) -> float:
        value = float(evaluate(state))
        if low == high:
            return value
        return float(low + high + (high - low) * value / (1 + abs(value))) / 2

    return altered(game, {"evaluate": inside, "has_heuristic": True})
