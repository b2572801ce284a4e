"""The interface of a game: pure functions of an immutable state.

`MAX` moves first. Every value in Zermelo is for MAX: large is good for MAX, small is good for
MIN, whoever is to move and whoever asks.
"""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeAlias, TypeVar

from zermelo.board import card
from zermelo.display import Display
from zermelo.language import _, mark

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

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
Kind = TypeVar("Kind")


class ZermeloError(Exception):
    """A mistake that a person can mend; the message is one line that says what and where."""


class NotationError(ZermeloError):
    """A text that is no position, or no legal move, of the game."""


class NotationWarning(UserWarning):
    """A text that is read, though it may not mean what its writer meant."""


_notes: ContextVar[list[str] | None] = ContextVar("notes", default=None)


@contextmanager
def collecting_notes() -> Iterator[list[str]]:
    """A list of what would have been warned of, in this thread alone: a server has many."""
    notes: list[str] = []
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)


def warn(message: str) -> None:
    """Tells whoever asked for a text to be read; the commands print it as a note."""
    notes = _notes.get()
    if notes is None:
        warnings.warn(message, NotationWarning, stacklevel=3)
    else:
        notes.append(message)


class MissingRule(ZermeloError):
    """A rule is needed that the game does not give."""


class NoEstimate(MissingRule):
    """A depth limit needs an estimate that the game does not give."""


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


class Game(Display, Generic[State, Action]):
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
        message = _("{game} has no heuristic (evaluate) for a limited depth")
        raise NoEstimate(message.format(game=self.name))

    def features(self, state: State) -> Iterable[Feature]:
        """What `evaluate` counts: its parts, which add up to the estimate exactly."""
        raise self._missing("features")

    def is_quiet(self, state: State) -> bool:
        """Whether `evaluate` may be trusted here (quiescence)."""
        raise self._missing("is_quiet")

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

    def _missing(self, rule: str) -> MissingRule:
        message = _("{game} has no rule {rule}; see zermelo.Game for what it must say")
        return MissingRule(message.format(game=self.name, rule=rule))

    # --- text notation and drawing -------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the game is called in messages."""
        return str(vars(self).get("name") or type(self).__name__.lower())

    if not TYPE_CHECKING:  # or games that only read it would be none

        @name.setter
        def name(self, name: str) -> None:
            vars(self)["name"] = name

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

    def format_state(self, state: State) -> str:
        """The state as one line of text."""
        return str(state)

    def parse_state(self, text: str) -> State:
        """The state that `format_state` wrote, or `NotationError`."""
        message = _("{game} has no notation for positions; give the moves instead")
        raise NotationError(message.format(game=self.name))

    def format_action(self, state: State, action: Action) -> str:
        """The action at `state` as a short text without spaces."""
        parts = action if isinstance(action, tuple) else (action,)
        return ":".join(str(part) for part in parts).replace(" ", "")

    def parse_action(self, state: State, text: str) -> Action:
        """The legal action at `state` that is written `text`, or `NotationError`."""
        choices: dict[str, Action] = {}
        if not self.is_terminal(state):
            choices = {self.format_action(state, a): a for a in self.actions(state)}
        if text not in choices:
            legal = " ".join(choices) or _("none, the game is over")
            message = _("'{text}' is no legal move at {position}; legal: {legal}")
            raise NotationError(
                message.format(text=text, position=self.format_state(state), legal=legal)
            )
        return choices[text]

    def split_moves(self, text: str) -> list[str]:
        """Cuts the text of several moves into the texts of single ones."""
        return text.replace(",", " ").split()

    def format_line(self, state: State, line: Iterable[Action]) -> list[str]:
        """The texts of the actions of a line of play that begins at `state`."""
        texts = []
        for action in line:
            texts.append(self.format_action(state, action))
            state = self.result(state, action)
        return texts

    def draw(self, state: State) -> str:
        """The state as a picture made of text; who is to move is told by whoever shows it."""
        return self.format_state(state)

    def draw_svg(self, state: State, last: Action | None = None) -> str:
        """The state as a picture in SVG, with `last`, the action that led to it, marked.

        The picture is one element that begins with "<svg " and has a viewBox, but neither place
        nor size: whoever shows it adds them. It needs nothing from outside (no script, reference
        or font of its own), and no element has an id, for other pictures may stand on the page. A
        <title> names it; all text is escaped. Elements have a class of `zermelo.board.PAINTS` and
        its light colour, so that the style sheet `zermelo.board.DARK` can paint them anew. What
        stands for a legal action, such as a cell, bears its text as data-action, for a page to
        make it clickable. A game that does not override this shows the text of `draw`.
        """
        return card(f"{self.name}: {self.format_state(state)}", self.draw(state))

    def locate(self, place: str) -> tuple[float, float]:
        """Where a place that `features` names is in the picture of `draw_svg`: its middle."""
        raise self._missing("locate")


class MultiplayerGame(Game[State, Action]):
    """The rules of a game for two to six players, each of whom wants most for themselves.

    As a `Game`, but for two rules: `to_move` gives the number of the player to move, from 0, and
    `utility` (and `evaluate`, where there is one) what each of them gets. Nobody is MAX or MIN,
    and there is no chance. Only `maxn` and `paranoid` search such a game.
    """

    players: tuple[str, ...] = ("A", "B", "C")
    compilable = False

    def to_move(self, state: State) -> int:
        """The number, from 0, of the player who decides at `state`."""
        raise self._missing("to_move")

    def utility(self, state: State) -> Payoffs:  # type: ignore[override]
        """What each player gets at a terminal state: as many finite numbers as players."""
        raise self._missing("utility")

    def evaluate(self, state: State) -> Payoffs:  # type: ignore[override]
        """A heuristic: what each player may expect at a state that is not terminal."""
        message = _("{game} has no heuristic (evaluate) for a limited depth")
        raise NoEstimate(message.format(game=self.name))

    @property
    def has_chance(self) -> bool:
        """Never: every node is some player's."""
        return False

    @property
    def has_heuristic(self) -> bool:
        """Whether there are estimates."""
        return type(self).evaluate is not MultiplayerGame.evaluate


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

    The features of a heuristic go with it: a class that has another `evaluate` than its base has
    none of them until it gives its own.
    """
    kind = type(game)
    if getattr(kind, method) is getattr(Game, method):
        return False
    return method != "features" or issubclass(_giver(kind, method), _giver(kind, "evaluate"))


def _giver(kind: type[Any], method: str) -> type[Any]:
    """The class that a method of a class comes from."""
    return next(each for each in kind.__mro__ if method in vars(each))
