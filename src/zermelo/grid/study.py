"""What the positions of one game show: where its board is, what stands there, how moves go.

A game that says nothing of its board is watched for some random moves. What holds in all the
positions seen is taken to hold in all others; where there is doubt, there is no board.
"""

from __future__ import annotations

import inspect
import random
import threading
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from zermelo.grid.forms import Board, Cells, NoGrid, is_cell, read, sizes
from zermelo.grid.layout import Cell, Layout
from zermelo.grid.meaning import EMPTY, Meaning, token
from zermelo.grid.parts import Path, beside, boards, part
from zermelo.grid.pieces import Piece
from zermelo.grid.routes import Reader, Reading, Route, agrees, reader, seen, takers
from zermelo.grid.text import StateText, is_turn, words

WATCHED: Final = 40  # moves
LONGEST: Final = 30  # letters of what is said beside a board
KEPT: Final = 1000  # routes
MAN: Final = Piece("@", "disc")
MEN: Final = (Piece("x", "disc", 1), Piece("o", "disc", -1))
RULES: Final = {"cells": 1, "route": 2, "format_action": 2, "format_state": 1}  # what they take
OURS: Final = "Notation"  # the class of the rules that a game has by default


class Move(NamedTuple):
    """A move that was watched, from state to state or from board to board.

    `mover`: whose pieces it moved.
    """

    before: Any
    mover: int
    action: Any
    after: Any


class Study:
    """The board of a game: its `layout`, what stands on it, how its moves and states are written.

    `where` in states the board is, `men` that other parts of states put on it, and `reader`, what
    actions say of cells.
    """

    def __init__(self, game: Any) -> None:
        self.game, self.told = weakref.proxy(game), sizes(game)
        self.own = {name for name in ("cells", "route", "format_action") if declares(game, name)}
        first = game.initial()
        self.declared = "cells" in self.own
        places: list[Path] = [()] if self.declared else boards(first, self.told)
        self.moves = list(_watched(game, first)) if places else []
        self.states = [first, *(move.after for move in self.moves)]
        self.where, self.layout = _only([*self._boards(places)])
        there = {frozenset(self.raw(state)[1]) for state in self.states}
        self.shape = there.pop() if len(there) == 1 else frozenset(self.layout.cells())
        self.men: tuple[Path, ...] = ()
        self.recent: dict[tuple[Any, Any], Route] = {}
        self._understand()
        if self.reader is None and not self.declared:
            self._add_men()
        if not self._is_sure():
            raise NoGrid
        self._number_rows()

    def _boards(self, places: list[Path]) -> Iterator[tuple[Path, Layout]]:
        """The places where all states have a board, of one size."""
        for self.where in places:
            with suppress(Exception):  # something else than a board, in some state
                layouts = {self.raw(state)[0] for state in self.states}
                if len(layouts) == 1:
                    yield self.where, layouts.pop()

    def _understand(self) -> None:
        """Finds out what values mean, and how actions say where they go."""
        boards = [self.cells(state) for state in self.states]
        self.changes = [
            move._replace(before=self.cells(move.before), after=after)
            for move, after in zip(self.moves, boards[1:], strict=True)
        ]
        self.owners = dict(self._owners())
        values = (value for cells in boards for value in cells.values())
        self.meaning = Meaning(values, boards[0].values(), self.owners, moving=False)
        layouts = (self.layout, self.layout._replace(upwards=not self.layout.upwards))
        ways = takers(self.layout, self.raw(self.states[0])[1])
        readers = [(reader(take, each), each) for each in layouts for take in ways]
        none: tuple[Reader | None, Layout] = (None, self.layout)
        played, rolled = (
            [c for c in self.changes if bool(c.mover) is each] for each in (True, False)
        )
        self.reader: Reader | None
        self.reader, self.layout = next((r for r in readers if _explains(r[0], played)), none)
        self.is_read = self.reader is not None and (
            2 * sum(map(self._is_whole, played)) > len(played)
        )
        self.has_dice = bool(rolled) and not (self.reader and _explains(self.reader, rolled))
        self.meaning.moving = any(len(route) > 1 for route in self._routes())

    def _is_sure(self) -> bool:
        """Whether it must be a board: the game says so, or most moves go somewhere on it."""
        guessed = not self.declared and None in self.told
        return not guessed or 2 * sum(map(bool, self._routes())) > len(self.moves)

    # --- what stands where -----------------------------------------------------------------------

    def raw(self, state: Any) -> tuple[Layout, Cells]:
        """The layout, and what the author says of cells."""
        value = self.game.cells(state) if self.declared else part(state, self.where)
        return read(value, self.told)

    def cells(self, state: Any) -> Cells:
        """What stands on each cell, the men of other parts of the state too.

        Cells that no state has are none: the board need not be a rectangle.
        """
        layout, found = self.raw(state)
        if layout[:3] != self.layout[:3]:
            raise NoGrid
        cells = {cell: found.get(cell) for cell in layout.cells() if cell in self.shape}
        for path in self.men:
            there = part(state, path)
            for number, cell in enumerate([there] if is_cell(there) else there):
                cells[cell] = MEN[number] if len(there) == 2 and there is not cell else MAN
        return cells

    def pieces(self, state: Any) -> dict[Cell, Piece | None]:
        """What stands on each cell, as it is drawn."""
        return {cell: self.meaning.piece(value) for cell, value in self.cells(state).items()}

    def _add_men(self) -> None:
        """Puts men on the board that parts of states place there, if that explains the moves."""
        self.men = tuple(
            path
            for path in beside(self.states[0], self.where)
            if all(self._are_cells(part(state, path)) for state in self.states)
        )
        self._understand()
        if self.reader is None:
            self.men = ()
            self._understand()

    def _are_cells(self, value: Any) -> bool:
        cells = [value] if is_cell(value) else value
        return (
            isinstance(cells, tuple | list)
            and 0 < len(cells) <= len(MEN)
            and all(is_cell(cell) and self.layout.has(*cell) for cell in cells)
        )

    # --- how moves go ----------------------------------------------------------------------------

    def _owners(self) -> Iterator[tuple[Any, int]]:
        """Whose moves put what where, if nearly always one player's."""
        votes: dict[Any, Counter[int]] = {}
        first = set(map(token, self.cells(self.states[0]).values()))
        none = first if first in ({None}, {-1}) else EMPTY  # there 0 is a player
        for change in self.changes:
            for cell, value in change.after.items():
                if value != change.before[cell] and token(value) not in none:
                    votes.setdefault(value, Counter())[change.mover] += 1
        for value, counts in votes.items():
            owner, most = counts.most_common(1)[0]
            if owner and 10 * most >= 9 * counts.total():
                yield value, owner

    def _is_whole(self, change: Move) -> bool:
        """Whether an action that moves something says from where and to where."""
        assert self.reader
        return len(self.reader(change.action).route) > 1 or len(self._seen(change)) < 2

    def _routes(self) -> Iterator[Any]:
        """The cells that the moves which were watched went through."""
        if "route" in self.own:
            return (self.game.route(move.before, move.action) for move in self.moves)
        if self.reader and self.is_read:
            read_action = self.reader
            return (
                read_action(move.action).route if move.mover or not self.has_dice else ()
                for move in self.moves
            )
        return map(self._seen, self.changes)

    def _seen(self, change: Move) -> Route:
        """The cells that a move went through, by what it changed."""
        own = [value for value, owner in self.owners.items() if owner == change.mover]
        return seen(change.before, change.after, self.meaning.is_empty, own)

    def route(self, state: Any, action: Any) -> Route:
        """The cells that an action goes through."""
        if self.reader and self.is_read:
            found = self.reading(state, action)
            return found.route if found else ()
        after = self.game.result(state, action)
        mover = self.game._owner(self.game.to_move(state))
        if len(self.recent) > KEPT:
            self.recent.clear()
        route = self._seen(Move(self.cells(state), mover, action, self.cells(after)))
        self.recent[after, action] = route
        return route

    def reading(self, state: Any, action: Any) -> Reading | None:
        """What an action says of cells, and besides; None where it says nothing of them."""
        if self.reader is None or (self.has_dice and self._rolls(state)):
            return None
        found = self.reader(action)
        return found if found.route else None

    def _rolls(self, state: Any) -> bool:
        """Whether dice decide at a state, which say nothing of cells."""
        return not self.game.is_terminal(state) and not self.game._owner(self.game.to_move(state))

    def marked(self, state: Any, last: Any) -> Route:
        """The cells that the action which led to a state went through, as far as they are known."""
        if "route" in self.own:
            names = self.game.route(state, last)
            return tuple(filter(None, map(self.layout.find, names)))
        if self.has_dice and not self.game.is_terminal(state) and not self._rolls(state):
            return ()  # a roll led here
        told = self.reader(last).route if self.reader else ()
        return told if self.is_read else self.recent.get((state, last), told)

    def _number_rows(self) -> None:
        """Numbers the rows as the author's own notation does; from the bottom where it is chess."""
        value = self.game.cells(self.states[0]) if self.declared else None
        if isinstance(value, Board) and value.upwards is not None:
            return
        votes = {True: int(self.meaning.chess), False: 0}
        told = self.moves if "format_action" in self.own else []
        with suppress(Exception):
            for move, route in zip(told, self._routes(), strict=False):
                text = str(self.game.format_action(move.before, move.action)).lower()
                for upwards in votes:
                    layout = self.layout._replace(upwards=upwards)
                    votes[upwards] += bool(route) and all(layout.name(c) in text for c in route)
        self.layout = self.layout._replace(upwards=votes[True] > votes[False])

    @cached_property
    def turn(self) -> set[Path]:
        """The parts of states that say whose turn it is."""
        turns = [0 if self.game.is_terminal(s) else self.game.to_move(s) for s in self.states]
        paths = beside(self.states[0], self.where)
        return {path for path in paths if is_turn([part(s, path) for s in self.states], turns)}

    @property
    def is_checkered(self) -> bool:
        """Whether the squares are of two colours: where pieces move, unless the game says."""
        return self.meaning.moving and not self.layout.hexagonal

    def besides(self, state: Any) -> str:
        """What a state says beside its board, as far as a short line can."""
        said = []
        for path in () if self.declared else beside(state, self.where):
            value = part(state, path)
            text = words(value)
            known = path in self.men or path in self.turn or not value or len(text) > LONGEST
            if isinstance(path[-1], str) and not known:
                said.append(f"{path[-1]} {text}")
        return ", ".join(said)

    @cached_property
    def text(self) -> StateText | None:
        """How states are written, if they can be read again."""
        if self.declared:
            return None
        try:
            return StateText(self.where, self.states, self.turn, self.meaning.piece, self.told)
        except Exception:  # of a state that rules do not make
            return None


def _explains(read_action: Reader, changes: list[Move]) -> bool:
    """Whether what was watched agrees with this way of reading actions."""
    told = 0
    for change in changes:
        route = read_action(change.action).route
        if route and not agrees(route, change.before, change.after):
            return False
        told += bool(route)
    return 2 * told > len(changes)


def _only(found: list[Any]) -> Any:
    if len(found) != 1:
        raise NoGrid
    return found[0]


def declares(game: Any, rule: str) -> bool:
    """Whether a game has such a rule of its own; what takes other things is another of it."""
    giver = next(kind for kind in type(game).__mro__ if rule in vars(kind))
    if giver.__name__ == OURS or not callable(getattr(game, rule)):
        return False
    try:
        inspect.signature(getattr(game, rule)).bind(*range(RULES[rule]))
    except (TypeError, ValueError):
        return False
    return True


def _watched(game: Any, first: Any) -> Iterator[Move]:
    """Random moves, of some games where they are short, always the same."""
    state, dice = first, random.Random(0)
    for _move in range(WATCHED):
        state = first if game.is_terminal(state) else state
        action = dice.choice(list(game.actions(state)))
        after = game.result(state, action)
        yield Move(state, game._owner(game.to_move(state)), action, after)
        state = after


_lock = threading.RLock()
_studies: dict[int, tuple[weakref.ref[Any], Study | None]] = {}
_begun: set[int] = set()  # whose own rules may ask for their board meanwhile


def _forget(key: int, _gone: Any, studies: dict[int, Any] = _studies) -> None:
    studies.pop(key, None)


def studied(game: Any) -> Study | None:
    """What is known of the board of a game; None where it has none."""
    key = id(game)
    known = _studies.get(key)
    if known is not None and known[0]() is game:
        return known[1]
    with _lock:
        if key in _begun:
            return None
        _begun.add(key)
        try:
            found: Study | None = Study(game)
        except Exception:  # whatever an author's rules may raise comes up where they are asked
            found = None
        finally:
            _begun.discard(key)
        _studies[key] = weakref.ref(game, partial(_forget, key)), found
    return found
