"""The interface of a game: pure functions of an immutable state.

`MAX` moves first. Every value in Zermelo is for MAX: large is good for MAX, small is good for
MIN, whoever is to move and whoever asks.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias, TypeVar

from zermelo.board import seat_colours
from zermelo.display import Display
from zermelo.errors import MissingRule as MissingRule
from zermelo.errors import NoEstimate as NoEstimate
from zermelo.errors import NotationError as NotationError
from zermelo.errors import NotationWarning as NotationWarning
from zermelo.errors import ZermeloError as ZermeloError
from zermelo.errors import collecting_notes as collecting_notes
from zermelo.errors import warn as warn
from zermelo.grid.study import studied
from zermelo.language import _, mark
from zermelo.notation import Action as Action
from zermelo.notation import Notation
from zermelo.notation import State as State

MAX: Final = 1
MIN: Final = -1
CHANCE: Final = 0

Value: TypeAlias = int | float | Fraction

INFINITY: Final = math.inf

# What a position that comes back is worth (see `Game.repetition`).
Repetition: TypeAlias = Literal["draw", "loss", "endless"]
REPETITIONS: Final[tuple[Repetition, ...]] = ("draw", "loss", "endless")

# In notation and in events; for people, look them up.
PLAYER_NAMES: Final[dict[int, str]] = {MAX: mark("MAX"), MIN: mark("MIN"), CHANCE: mark("CHANCE")}

# What each player of a game for several gets, in the order of `MultiplayerGame.players`.
Payoffs: TypeAlias = tuple[Value, ...]
MOST_PLAYERS: Final = 6

# What follows from a board without being written.
BY_BOARD: Final = ("draw", "draw_svg", "locate")

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Feature:
    """A part of a heuristic: what it counts, how many there are, what each is worth to MAX.

    `where` are the things counted, each as the names of its places on the board (see
    `Game.locate`): one for a square, several in a row for a line.
    """

    name: str  # in English; looked up where it is shown
    count: Value
    weight: Value = 1
    where: tuple[tuple[str, ...], ...] = ()

    @property
    def worth(self) -> Value:
        """What the part adds to the estimate."""
        return self.count * self.weight


class Game(Notation[State, Action], Display):
    """The rules of a game for MAX, MIN and, where there are dice, CHANCE.

    Override the first six methods. The ones after them are wanted only where they apply; a search
    that needs one which is missing says so (see `provides`). States are immutable and hashable.
    Keyword parameters of `__init__` are the game's parameters; keep each as an attribute of the
    same name.
    """

    # What it is worth that a position comes back which was there before in the same game. "draw":
    # the game ends, and is worth 0. "loss": it ends, and whoever brought the position back (where
    # dice did, the player before them) gets the worst that `bounds` allow. "endless": it goes on,
    # and to go on for ever is worth 0.
    # None: the game says nothing; where it can go round, nothing that rests on that is proven.
    repetition: Repetition | None = None

    # Whether compiling the rules is worth a try; not, for example, for a tree written by hand.
    compilable = True

    # Who plays. A puzzle, with dice or without, has one player: players = ("MAX",).
    players: tuple[str, ...] = ("MAX", "MIN")

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> State:
        """The state in which the game begins."""
        raise self._missing("initial")

    def to_move(self, state: State) -> int:
        """Who decides at `state`: MAX, MIN or CHANCE. Nothing assumes that players alternate."""
        raise self._missing("to_move")

    def actions(self, state: State) -> Iterable[Action]:
        """The legal actions, always in the same order; none at a terminal state."""
        raise self._missing("actions")

    def result(self, state: State, action: Action) -> State:
        """The state that `action` leads to."""
        raise self._missing("result")

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        raise self._missing("is_terminal")

    def utility(self, state: State) -> Value:
        """The value for MAX of a terminal state: a finite number."""
        raise self._missing("utility")

    # --- wanted only where it applies ----------------------------------------------------------

    def outcomes(self, state: State) -> Iterable[tuple[Action, int]]:
        """At a CHANCE state: every action with its weight, a positive whole number."""
        raise self._missing("outcomes")

    def evaluate(self, state: State) -> Value:
        """A heuristic: a finite estimate, for MAX, of the value of a state that is not terminal."""
        message = _("{game} has no heuristic (evaluate) for a limited depth; mcts needs none")
        raise NoEstimate(message.format(game=self.name))

    def features(self, state: State) -> Iterable[Feature]:
        """What `evaluate` counts: its parts, which add up to the estimate exactly."""
        raise self._missing("features")

    def is_quiet(self, state: State) -> bool:
        """Whether `evaluate` may be trusted here (quiescence)."""
        raise self._missing("is_quiet")

    def forcing(self, state: State) -> Iterable[Action]:
        """The actions worth trying beyond the horizon, such as captures that lose nothing.

        Where a game has them, the engine does not ask `is_quiet`, which is the textbook's: beyond
        its depth a state is worth its estimate, or more if one of these is.
        """
        raise self._missing("forcing")

    def in_check(self, state: State) -> bool:
        """Whether the player to move must answer a threat, so that no estimate counts.

        The engine then tries all actions, beyond the horizon too, and looks a ply deeper.
        """
        raise self._missing("in_check")

    def null_move(self, state: State) -> State | None:
        """The state after the player to move has passed; None where to pass may be best.

        Where to pass never helps, the engine cuts off what is good enough even after it.
        """
        raise self._missing("null_move")

    def canonical(self, state: State) -> State:
        """One representative of all the states symmetric to `state`."""
        raise self._missing("canonical")

    def order(self, state: State, action: Action) -> int:
        """How promising `action` looks for the player to move: higher is tried first."""
        raise self._missing("order")

    def bounds(self, state: State) -> tuple[Value, Value]:
        """What is already certain of the value: (low, high)."""
        raise self._missing("bounds")

    def key(self, state: State) -> int:
        """A whole number that no other state of this game has."""
        raise self._missing("key")

    def from_key(self, key: int) -> State:
        """The state whose `key` this is: with it, tables of billions of states need no more."""
        raise self._missing("from_key")

    def tier(self, state: State) -> int:
        """A number that never falls along a move: no state of a lower tier can come back."""
        raise self._missing("tier")

    def outcome(self, state: State) -> int:
        """Who has won at a terminal state: MAX, MIN, or 0 for nobody."""
        value = self.utility(state)
        return (value > 0) - (value < 0)

    # --- positions that come back ---------------------------------------------------------------

    def uncounted(self, state: State) -> State:
        """The state without a count of moves in it: two that are the same then are one position."""
        return state

    def plies_left(self, state: State) -> int:
        """How many plies may follow before a count of moves ends the game, which is then worth 0.

        With it a tablebase keeps positions without their counts.
        """
        raise self._missing("plies_left")

    @property
    def ends_by_repetition(self) -> bool:
        """Whether a match is over when a position comes back."""
        return self.repetition in ("draw", "loss")

    def repeated(self, mover: int) -> Value:
        """The value for MAX of a position that `mover` has brought back (see `repetition`)."""
        if self.repetition != "loss" or mover == CHANCE:
            return 0
        low, high = self.bounds(self.initial())
        return low if mover == MAX else high

    # --- what follows from the rules -------------------------------------------------------------

    @property
    def has_chance(self) -> bool:
        """Whether CHANCE ever moves."""
        return provides(self, "outcomes")

    @property
    def tells_when(self) -> bool:
        """Whether a value already says how soon the end comes, or it does not matter.

        Otherwise, of two wins, the engine prefers the one that comes sooner.
        """
        return False

    @property
    def has_heuristic(self) -> bool:
        """Whether there are estimates, at least for some states."""
        return provides(self, "evaluate")


class MultiplayerGame(Game[State, Action]):
    """The rules of a game for up to six players, each of whom wants most for themselves.

    As a `Game`, but for two rules: `to_move` gives the number of the player to move, from 0, and
    `utility` (and `evaluate`, where there is one) what each of them gets; `bounds`, where there are
    any, hold for everybody's part. Nobody is MAX or MIN, and there is no chance. `maxn`, `paranoid`
    and the engine search such a game.
    """

    players: tuple[str, ...] = ("A", "B", "C")

    def to_move(self, state: State) -> int:
        """The number, from 0, of the player who decides at `state`."""
        raise self._missing("to_move")

    def utility(self, state: State) -> Payoffs:  # type: ignore[override]
        """What each player gets at a terminal state: as many finite numbers as players."""
        raise self._missing("utility")

    def evaluate(self, state: State) -> Payoffs:  # type: ignore[override]
        """A heuristic: what each player may expect at a state that is not terminal."""
        message = _("{game} has no heuristic (evaluate) for a limited depth; mcts needs none")
        raise NoEstimate(message.format(game=self.name))

    def repeated(self, mover: int) -> Payoffs:  # type: ignore[override]
        """What each gets where a position has come back: nothing."""
        return (0,) * len(self.players)

    def _owner(self, mover: int) -> int:
        """Whose the pieces are that a player moves: their number from 1 on."""
        return mover + 1

    def _colours(self) -> tuple[str, ...]:
        """Those that players are named after, or else by their order."""
        return seat_colours(self.players)

    @property
    def has_chance(self) -> bool:
        """Never: every node is some player's."""
        return False


def handing_on(*rules: str) -> Callable[[type[Kind]], type[Kind]]:
    """Makes these rules of a class those of its attribute `game`, which see none of its own."""

    def handed_on(kind: type[Kind]) -> type[Kind]:
        for rule in rules:
            setattr(kind, rule, property(attrgetter(f"game.{rule}")))
        return kind

    return handed_on


def altered(game: Game[State, Action], rules: dict[str, Any]) -> Game[State, Action]:
    """The game, with other rules in place of its own, which its other rules see too."""
    view, owner = copy.copy(game), type(game)
    view.__class__ = type(owner.__name__, (owner,), rules)
    return view


def decided_by_chance(game: Game[Any, Any], state: Any) -> bool:
    """Whether chance moves at a state that is not terminal."""
    return not isinstance(game, MultiplayerGame) and game.to_move(state) == CHANCE


def choices(game: Game[Any, Any], state: Any) -> Iterable[Any]:
    """What may happen at a state that is not terminal, be it a player's or chance's."""
    if decided_by_chance(game, state):
        return (action for action, _weight in game.outcomes(state))
    return game.actions(state)


def last_player(game: Game[Any, Any], states: Sequence[Any]) -> int:
    """Who moved last along a path, and answers for what comes back; CHANCE if only dice did."""
    movers = map(game.to_move, reversed(states))
    return next((player for player in movers if player != CHANCE), CHANCE)


def provides(game: Game[Any, Any], method: str) -> bool:
    """Whether the game overrides one of the methods that are wanted only where they apply.

    Drawings are there as well where they follow from a board. The features of a heuristic go with
    it: a class that has another `evaluate` than its base has none of them until it gives its own.
    """
    kind = type(game)
    if getattr(kind, method) in (getattr(Game, method), getattr(MultiplayerGame, method)):
        return method in BY_BOARD and studied(game) is not None
    return method != "features" or issubclass(_giver(kind, method), _giver(kind, "evaluate"))


def _giver(kind: type[Any], method: str) -> type[Any]:
    """The class that a method of a class comes from."""
    return next(each for each in kind.__mro__ if method in vars(each))
