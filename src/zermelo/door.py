"""What is asked of a game before anything runs it: an author's first mistakes, each in one line.

A class in place of a game, a name of Zermelo's that means something else here, states that can
change, players with other numbers. Any other mistake comes up where it is made.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from zermelo.game import (
    CHANCE,
    INFINITY,
    MOST_PLAYERS,
    PLAYER_NAMES,
    Game,
    MissingRule,
    MultiplayerGame,
    ZermeloError,
    _giver,
    collecting_notes,
    provides,
)
from zermelo.language import _, mark
from zermelo.names import is_for_two, player_codes

USERS: Final = "user_game_"  # and the name of a user's file: the module that it is loaded as
OURS: Final = "zermelo."  # modules of this package, whose games have passed its tests
KINDS: Final = {"str": str, "bool": bool, "int": int}  # by how their types are written in `Game`
ASKED_LATER: Final = ("to_move", "is_terminal", "outcome")  # or told by others, in more words
ATTRIBUTES: Final = {
    "repetition": mark('"draw", "loss", "endless" or None: what a position that comes back means.'),
    "compilable": mark("Whether compiling the rules is worth a try: True or False."),
    "players": mark('Who plays: the names of several players, or ("MAX",) in a puzzle.'),
}
AUTHORS: Final = ("cells", "route")  # Zermelo's where they take what those take, else not
FROZEN: Final = {  # what holds the same and never changes
    "dict": "frozenset(d.items())",
    "list": "tuple(items)",
    "set": "frozenset(items)",
}
MISUSED: Final = (TypeError, AttributeError)  # what a method meant for something else raises
LONGEST: Final = 80  # letters of what was seen
PLAYERS: Final = mark("0 is CHANCE, the dice: the players are MAX (1) and MIN (-1)")


class TwoPlayersOnly(ZermeloError):
    """What is asked for is for two players, and the game has more."""


def admit(game: Game[Any, Any], several: bool = False) -> None:
    """Refuses, in one line, what cannot be run; a game for several players unless `several`."""
    refuse(game, several)
    if type(game).__module__.startswith(OURS):
        return
    for name in clashes(game):
        raise ZermeloError(f"{type(game).__name__}: {meaning(name, type(game))}")
    try:
        _first_states(game)
    except ZermeloError:
        raise
    except Exception:  # comes up again where it is asked for, and is told there
        return


def refuse(game: Game[Any, Any], several: bool = False) -> None:
    """Refuses, in one line, what is no game, or one for more players than two."""
    if isinstance(game, type):
        words = _("{name} is a class, not a game: write {name}()")
        raise ZermeloError(words.format(name=game.__name__))
    if not isinstance(game, Game):
        words = _("{type} is no game; derive its class from zermelo.Game")
        raise ZermeloError(words.format(type=type(game).__name__))
    names = type(game).players  # of the class: a view of a game for several has its names, too
    if not isinstance(game, MultiplayerGame) and _are_names(names) and len(names) > 2:
        words = _(
            "{game}: players names {count}: derive its class from zermelo.MultiplayerGame, where "
            "to_move gives 0, 1, 2 ... and utility what each of them gets"
        )
        raise ZermeloError(words.format(game=game.name, count=len(names)))
    if isinstance(game, MultiplayerGame) and not _are_names(game.players):
        words = _("{game}: players must be a tuple of 1 to {most} different names, not {found!r}")
        raise ZermeloError(words.format(game=game.name, most=MOST_PLAYERS, found=game.players))
    if isinstance(game, MultiplayerGame) and provides(game, "outcomes"):
        words = _(
            "{game}: games for several players have no dice (0, CHANCE, is the first player "
            "there): leave outcomes out, or write the game for MAX and MIN"
        )
        raise ZermeloError(words.format(game=game.name))
    if isinstance(game, MultiplayerGame) and not several:
        words = _(
            "{game} is for several players ({players}), and this for two: `check`, `play`, "
            "`search`, `explain` and `serve` take it, with maxn or paranoid"
        )
        raise TwoPlayersOnly(words.format(game=game.name, players=", ".join(game.players)))


def _first_states(game: Game[Any, Any]) -> None:
    """Looks at where the game begins, and at where its first action leads."""
    state = game.initial()
    check_state(game, "initial", state)
    check_turn(game, state)
    actions = [] if game.is_terminal(state) else list(islice(game.actions(state), 1))
    for action in actions:
        try:
            hash(action)
        except TypeError:
            words = _("{game}: actions: an action never changes: give tuples, not {action!r}")
            name = type(game).__name__
            raise ZermeloError(words.format(game=name, action=action)) from None
        after = game.result(state, action)
        check_state(game, "result", after)
        check_turn(game, after)
    for name, found in _misfits(game, state, actions):
        found = f"{found[:LONGEST]}; {meaning(name, type(game))}"
        raise ZermeloError(f"{type(game).__name__}: {found}")


def _are_names(players: Any) -> bool:
    """Whether these are the names of as many players as there may be, all different."""
    fits = isinstance(players, tuple) and 1 <= len(set(players)) == len(players) <= MOST_PLAYERS
    return fits and all(isinstance(name, str) and name.strip() for name in players)


# --- names ---------------------------------------------------------------------------------------


def reserved(kind: type[Game[Any, Any]] = Game) -> tuple[str, ...]:
    """The names that mean something to Zermelo, as methods or attributes of a game."""
    base = MultiplayerGame if issubclass(kind, MultiplayerGame) else Game
    return tuple(name for name in dir(base) if not name.startswith("_"))


def meaning(name: str, kind: type[Game[Any, Any]] = Game) -> str:
    """What Zermelo means by a name, for an author who may have meant something else."""
    ours = getattr(MultiplayerGame if issubclass(kind, MultiplayerGame) else Game, name)
    use, what = name, ATTRIBUTES.get(name) or (inspect.getdoc(ours) or "").partition("\n")[0]
    if inspect.isfunction(ours):
        use = f"{name}({', '.join(list(inspect.signature(ours).parameters)[1:])})"
    words = _("`{use}` is Zermelo's. {what} Write it so, or call yours something else")
    return words.format(use=use, what=_(what))


def clashes(game: Game[Any, Any]) -> Iterator[str]:
    """The names of Zermelo's that the game uses for what cannot be used so."""
    for name, ours in _own(game):
        if name not in AUTHORS and not _fits(ours, getattr(game, name)):
            yield name


def _own(game: Game[Any, Any]) -> Iterator[tuple[str, Any]]:
    """The names of Zermelo's that the game has something of its own for, and what is ours."""
    kind = type(game)
    base = MultiplayerGame if isinstance(game, MultiplayerGame) else Game
    for name in reserved(kind):
        giver, ours = _giver(kind, name), getattr(base, name)
        inherited = giver.__module__.startswith(OURS) or getattr(kind, name) is ours
        if name in vars(game) or not inherited:
            yield name, ours


def _fits(ours: Any, theirs: Any) -> bool:
    """Whether something can be used as what stands under its name in the class of all games."""
    if isinstance(ours, property):
        return isinstance(theirs, KINDS[inspect.signature(ours.fget).return_annotation])  # type: ignore[arg-type]
    if not inspect.isfunction(ours):
        return not callable(theirs)
    try:
        inspect.signature(theirs).bind(*list(inspect.signature(ours).parameters)[1:])
    except ValueError:  # of what Python knows nothing more
        return True
    except TypeError:
        return False
    return True


def _misfits(game: Game[Any, Any], state: Any, actions: list[Any]) -> Iterator[tuple[str, str]]:
    """The rules that give something else than they shall where the game begins, and what."""
    for name, ours in _own(game):
        if name in ASKED_LATER or not inspect.isfunction(ours):
            continue
        takes, kind = list(inspect.signature(ours).parameters)[1:], ours.__annotations__["return"]
        given = {("state",): [state], ("state", "action"): [state, *actions]}.get(tuple(takes), [])
        if kind not in KINDS or len(given) < len(takes) or not given:
            continue
        try:
            found = getattr(game, name)(*given)
        except MISUSED as error:
            yield name, f"{type(error).__name__}: {error}"
        except Exception:  # comes up again where the rule is needed, and is told there
            continue
        else:
            if not isinstance(found, KINDS[kind]):
                yield name, repr(found)


def winner(game: Game[Any, Any], state: Any) -> int | None:
    """Who has won at a terminal state: what `outcome` says, if that is what it says.

    Of several players it is the number of who gets most; None where nobody alone does.
    """
    if isinstance(game, MultiplayerGame):
        return winner_by(checked_utility(game, state))
    found = game.outcome(state)
    if found not in tuple(PLAYER_NAMES):
        raise ZermeloError(f"{type(game).__name__}: {meaning('outcome')}")
    return found


# --- states and players --------------------------------------------------------------------------


def begun_by_other(game: Game[Any, Any]) -> Any:
    """The first state with the other of two players to move; None where the game has none.

    It has one where states say who is to move, and so does their notation.
    """
    state = game.initial()
    if not is_for_two(game) or "player" not in getattr(state, "_fields", ()):
        return None
    first = game.to_move(state)
    if first == CHANCE or state.player != first or game.is_terminal(state):
        return None
    with suppress(Exception), collecting_notes():  # of a state that rules never led to
        other = game.parse_state(game.format_state(state._replace(player=-first)))
        if not game.is_terminal(other) and game.to_move(other) == -first:
            return other
    return None


def check_state(game: Game[Any, Any], rule: str, state: Any) -> None:
    """Refuses a state that can change."""
    if wrong := unfit(state):
        raise ZermeloError(f"{type(game).__name__}: {rule}: {wrong}")


def unfit(state: Any) -> str | None:
    """Why something is no state; None where it can be one."""
    part = next(_unfit_parts(state), None)
    if part is None:
        return None
    kind = type(part)
    name = f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
    words = _(
        "a state never changes, and holds nothing of NumPy's: use tuples or frozen dataclasses, "
        "not {type}"
    )
    told = words.format(type=name)
    if name in FROZEN:
        told += _("; {code} holds the same").format(code=FROZEN[name])
    return told


def _unfit_parts(thing: Any) -> Iterator[Any]:
    """The innermost parts that make a state none."""
    parts: tuple[Any, ...] = thing if isinstance(thing, tuple) else ()
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        parts = tuple(getattr(thing, each.name, None) for each in dataclasses.fields(thing))
    for part in parts:
        yield from _unfit_parts(part)
    if type(thing).__module__ == "numpy":
        yield thing
        return
    try:
        hash(thing)
    except Exception:
        yield thing


def check_turn(game: Game[Any, Any], state: Any) -> None:
    """Refuses a game that does not say who moves."""
    if not game.is_terminal(state):
        checked_mover(game, state)


def checked_mover(game: Game[Any, Any], state: Any) -> int:
    """Who decides at a state; `MissingRule` where that is nobody."""
    player = game.to_move(state)
    if wrong := wrong_mover(game, player):
        raise _odd(game, state, wrong)
    return player


def wrong_mover(game: Game[Any, Any], player: Any) -> str | None:
    """Why nobody can move who has this number, in a sentence; None: they can."""
    if isinstance(game, MultiplayerGame):
        if player in range(len(game.players)):
            return None
        words = _(
            "{game}: to_move must give the number of a player, from 0 to {last}, not {found!r}"
        )
        return words.format(game=game.name, last=len(game.players) - 1, found=player)
    code, codes = PLAYER_NAMES.get(player), player_codes(game)
    if code in codes or (player == CHANCE and provides(game, "outcomes")):
        return None
    words = _("{game}: to_move must give MAX, MIN or CHANCE, not {found!r}; {players}")
    if len(codes) == 1:
        words = _("{game}: to_move must give MAX or CHANCE, not {found!r}: it is for one player")
    return words.format(game=game.name, found=player, players=_(PLAYERS))


def checked_utility(game: Game[Any, Any], state: Any) -> Any:
    """The value at the end; `MissingRule` where it is no finite number, or of several as many."""
    value = game.utility(state)
    if isinstance(game, MultiplayerGame):
        if is_payoffs(game, value):
            return value
        words = _("{game}: utility must give a tuple of {count} finite numbers, not {found!r}")
        words = words.format(game=game.name, count=len(game.players), found=value)
        raise _odd(game, state, words)
    with suppress(TypeError):
        if -INFINITY < value < INFINITY:
            return value
    words = _("{game}: utility must give a finite number, not {found!r}")
    raise _odd(game, state, words.format(game=game.name, found=value))


def is_payoffs(game: Game[Any, Any], value: Any) -> bool:
    """Whether it says what each of several players gets."""
    with suppress(TypeError):
        finite = all(-INFINITY < each < INFINITY for each in value)
        return finite and isinstance(value, tuple) and len(value) == len(game.players)
    return False


def winner_by(value: Any) -> int | None:
    """Who has won by a value: MAX, MIN, or 0 for nobody; of several players as `winner`."""
    if not isinstance(value, tuple):
        return int(value > 0) - int(value < 0)
    best = [number for number, each in enumerate(value) if each == max(value)]
    return best[0] if len(best) == 1 else None


def _odd(game: Game[Any, Any], state: Any, what: str) -> MissingRule:
    words = _("{what} (at {position})")
    return MissingRule(words.format(what=what, position=game.format_state(state)))
