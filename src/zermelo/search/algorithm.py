"""A search algorithm as something to call: the checks at the door, the run, the finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, Unpack

from zermelo.door import admit, check_state, check_turn
from zermelo.game import (
    INFINITY,
    MAX,
    Action,
    Game,
    MissingRule,
    MultiplayerGame,
    State,
    Value,
    decided_by_chance,
    provides,
)
from zermelo.language import _
from zermelo.search.coalition import original
from zermelo.search.conventions import convention
from zermelo.search.errors import NothingFound, TooDeep, Unsuitable
from zermelo.search.finding import Finding
from zermelo.search.path import naming_circles
from zermelo.search.recursion import deep_recursion
from zermelo.search.run import Line, Run, flatten
from zermelo.search.settings import ALWAYS_TAKEN, CHOICES, Settings, check_values
from zermelo.search.tally import Stopped

# The settings of algorithms for several players, where nobody is MAX or MIN.
SEVERAL: Final = (
    *("depth", "root_depth", "order", "all_moves"),
    *("nodes", "time", "stop", "tick", "observer", "history"),
)

# What no command line and no request sets by name.
INTERNAL: Final = ("plays", "stop", "tick", "observer", "history")


@dataclass(frozen=True)
class Algorithm:
    """A search algorithm: call it with a game, a state (default: the initial one), settings."""

    name: str
    heading: str
    body: Callable[[Run[Any, Any]], tuple[Value, Line]]
    takes: tuple[str, ...]
    needs: tuple[str, ...]
    chance: bool
    exact: bool
    windowed: bool
    inherent: Mapping[str, str] = field(hash=False)
    several: bool | None = False
    view: Callable[[Game[Any, Any], Any], Game[Any, Any]] | None = None

    @property
    def title(self) -> str:
        """What a course calls the algorithm."""
        return _(self.heading)

    @property
    def summary(self) -> str:
        """The first line of the algorithm's docstring."""
        return _((self.body.__doc__ or "").partition("\n")[0])

    def __call__(
        self,
        game: Game[State, Action],
        state: State | None = None,
        **settings: Unpack[Settings],
    ) -> Finding[State, Action]:
        began = perf_counter()
        settings = self.in_full(settings)
        self.check(game, settings)
        game = self.view_of(game, game.initial() if state is None else state)
        run = Run(game, state, settings, self.windowed)
        check_state(game, "state", run.state)
        check_turn(game, run.state)
        run.watch.begin(self.name, run.state, settings)
        stopped = False
        with naming_circles(game, run.state, TooDeep), deep_recursion():
            try:
                value, line = self.body(run)
            except Stopped:
                value, line, stopped = *self._early_answer(run), True
        tally = run.tally
        depth, proven, moves = tally.deepest, not tally.guesses and not stopped, run.moves
        bound = "exact" if isinstance(value, tuple) else _bound(value, *run.window)
        if run.answer:
            moves, depth, proven = run.answer[2:]
        elif stopped and not isinstance(value, tuple):
            # The moves not searched may be better still for who moves.
            bound = "lower" if game.to_move(run.state) == MAX else "upper"
        proven = proven and bound == "exact"
        numbers = value if isinstance(value, tuple) else (value,)
        if not all(-INFINITY < number < INFINITY for number in numbers):
            words = _("{game} gives no finite value here; `zermelo check` names the broken rule")
            raise MissingRule(words.format(game=game.name))
        actions = tuple(flatten(line))
        run.watch.answer(value, actions, depth, proven)
        return Finding(
            algorithm=self.name,
            value=value,
            proven=proven,
            action=actions[0] if actions else None,
            line=actions,
            depth=depth,
            nodes=tally.nodes,
            leaves=tally.leaves,
            cutoffs=tally.cutoffs,
            seconds=perf_counter() - began,
            moves=tuple(moves),
            bound=bound,
            stopped=stopped,
            iterations=tuple(run.iterations),
            about=(game, run.state),
        )

    def _early_answer(self, run: Run[Any, Any]) -> tuple[Value, Line]:
        """The last complete iteration, else the best of the root's actions searched so far."""
        run.watch.give_up("stopped")
        if run.answer:
            return run.answer[:2]
        if run.tally.root_best is None or decided_by_chance(run.game, run.state):
            words = _("{algorithm} was stopped before its first move; allow it more, or take mcts")
            raise NothingFound(words.format(algorithm=self.name))
        action, value = run.tally.root_best
        return value, (action, None)

    def prepare(self, game: Game[Any, Any], report: Callable[[str], None] | None) -> None:
        """Nothing: the rules run as they are."""

    def view_of(self, game: Game[Any, Any], state: Any) -> Game[Any, Any]:
        """The game as the algorithm looks at it from `state`; nearly always the game itself."""
        return self.view(game, state) if self.view else game

    def in_full(self, settings: Settings) -> Settings:
        """The settings with what their convention says, but for what means nothing here.

        Where the algorithm cannot follow the convention it says so.
        """
        if settings.get("convention") is None:
            return settings
        found = {}
        for key, value in convention(settings["convention"]).items():
            windows = self.windowed and key in ("cut", "test", "returns")
            matters = windows or (self.chance and key == "chance_depth")
            if key in self.takes:
                found[key] = value
            elif matters and value != CHOICES[key][0]:
                raise Unsuitable(
                    _("{algorithm} takes no '{key}', which convention {name} sets").format(
                        algorithm=self.name, key=key, name=settings["convention"]
                    )
                )
        return Settings(**{**found, **settings})  # type: ignore[typeddict-item]

    def check(self, game: Game[Any, Any], settings: Settings) -> None:
        """Refuses, in one line, a game or a setting that does not suit."""
        settings = self.in_full(settings)
        admit(game, self.several is not False)
        if self.several and not isinstance(original(game), MultiplayerGame):
            words = _("{algorithm} is for several players; {game} has two: use alphabeta")
            raise Unsuitable(words.format(algorithm=self.name, game=game.name))
        if game.has_chance and not self.chance:
            words = _(
                "{algorithm} cannot search {game}, where chance has a say; use "
                "expectiminimax or star1"
            )
            raise Unsuitable(words.format(algorithm=self.name, game=game.name))
        for method in self.needs:
            if not provides(game, method):
                words = _("{algorithm} needs a rule that {game} lacks: {method}")
                raise Unsuitable(words.format(algorithm=self.name, game=game.name, method=method))
        has_table = "table" in (*self.takes, *self.inherent)
        if settings.get("symmetry") and game.repetition is not None and not has_table:
            words = _("positions of {game} come back: only a table can treat symmetric ones as one")
            raise Unsuitable(words.format(game=game.name))
        for name, value in settings.items():
            if name in self.inherent:
                if not value:
                    raise Unsuitable(
                        _("{algorithm} without its {name} is {other}: use {other}").format(
                            algorithm=self.name, name=name, other=self.inherent[name]
                        )
                    )
            elif name not in self.takes:
                known = (s for s in self.takes if s not in INTERNAL)
                raise Unsuitable(
                    _("{algorithm} takes no '{name}'; it takes {known}").format(
                        algorithm=self.name, name=name, known=", ".join(known)
                    )
                )
        check_values(game, settings)


def algorithm(
    title: str,
    *,
    takes: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    chance: bool = False,
    exact: bool = True,
    windowed: bool = True,
    inherent: Mapping[str, str] = MappingProxyType({}),
    common: tuple[str, ...] = ALWAYS_TAKEN,
    several: bool | None = False,
    view: Callable[[Game[Any, Any], Any], Game[Any, Any]] | None = None,
) -> Callable[[Callable[[Run[Any, Any]], tuple[Value, Line]]], Algorithm]:
    """Makes an `Algorithm` of a function that searches one run, named after the function.

    `title`: what a course calls it. `takes`: settings beyond the common ones. `needs`: rules that
    the game must give. `chance`: it knows chance nodes. `exact`: without limits it finds the value
    of the game. `windowed`: its nodes have windows. `inherent`: settings that may be on, for it
    does that anyway, but not off, and which algorithm it would be then. `common`: the settings
    that nearly all take. `several`: it is for games of several players; None: for any number of
    them. `view`: what it makes of such a game, from a state.
    """

    def wrap(body: Callable[[Run[Any, Any]], tuple[Value, Line]]) -> Algorithm:
        name = body.__name__.replace("_", "-")
        of_game = needs, chance, exact, windowed, inherent, several, view
        return Algorithm(name, title, body, common + takes, *of_game)

    return wrap


def _bound(value: Value, low: Value, high: Value) -> str:
    """How a value that was found with a window relates to the value asked for."""
    return "upper" if value <= low else "lower" if value >= high else "exact"
