"""An engine over the interpreted rules, for games of any kind."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.game import Action, Game, NoEstimate, State, Value
from zermelo.search import NothingFound, Settings, expectiminimax, table
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.limits import Limits
from zermelo.solver.state_values import solution


class TextbookEngine(Engine[State, Action]):
    """The textbook's alpha-beta and expectiminimax, deeper and deeper."""

    lane = "textbook"

    def __init__(self, game: Game[State, Action], reason: str | None = None) -> None:
        super().__init__(game)
        self.reason = reason
        self._sighted = _sighted(game)
        self._spent = 0  # nodes of the call under way

    def _begin(self, call: Call, solving: bool) -> None:
        self._spent = 0

    def _iteration(
        self,
        call: Call,
        state: State,
        depth: int,
        all_moves: bool,
        before: Finding[State, Action] | None,
    ) -> Finding[State, Action]:
        game = self._sighted
        settings = Settings(stop=call.stop, depth=depth, all_moves=all_moves)
        if call.nodes - self._spent < 1:
            raise Interrupted
        settings["nodes"] = call.nodes - self._spent
        if game.has_chance:
            search, settings["table"] = expectiminimax, True
        else:
            search, settings["order"] = table, "dynamic"
        try:
            result = search(game, state, **settings)
        except NothingFound:
            raise Interrupted from None
        if result.stopped:
            raise Interrupted
        self._spent += result.nodes
        return self._as_ours(call, state, result)

    def _solution(
        self, call: Call, state: State, all_moves: bool, line: bool
    ) -> Finding[State, Action]:
        if self.game.has_chance:
            return self._by_all_values(call, state)
        settings = Settings(stop=call.stop, nodes=call.nodes, all_moves=all_moves)
        try:
            result = table(self.game, state, **settings)
        except NothingFound:
            raise Interrupted from None
        if result.stopped:
            raise Interrupted
        self._spent += result.nodes
        return self._as_ours(call, state, result)

    def _by_all_values(self, call: Call, state: State) -> Finding[State, Action]:
        game = self.game

        def tick(states: int) -> None:
            if states > call.nodes:
                raise Interrupted

        try:
            found = solution(game, state, Limits(game, tick, call.stop))
            children = {action: game.result(state, action) for action in game.actions(state)}
            known = dict(found.values)
            if game.repetition == "draw":  # whoever comes back to the state ends the game
                over = _drawn_at(game, state)
                for child in children.values():
                    known |= solution(over, child, Limits(game, tick, call.stop)).values
        except NotSolved:
            if call.stop():
                raise Interrupted from None
            raise
        value, ahead = found.values[state], found.choices.get(state)
        moves = tuple(MoveValue(action, known[child], True) for action, child in children.items())
        best = [move.action for move in moves if move.value == value]
        best.sort(key=lambda action: children[action] != ahead)  # equal values can mislead
        return self._finding(call, state, value, True, tuple(best[:1]), 0, len(known), moves)

    def _as_ours(
        self, call: Call, state: State, result: Finding[State, Action]
    ) -> Finding[State, Action]:
        return dataclasses.replace(
            result,
            algorithm="engine",
            nodes=self._spent,
            seconds=call.seconds,
            about=(self.game, state),
        )


def _drawn_at(game: Game[State, Action], over: State) -> Game[State, Action]:
    """The game, which is a draw where it comes back to a state."""
    owner = type(game)

    def is_terminal(self: Any, state: Any) -> bool:
        return state == over or owner.is_terminal(self, state)

    def utility(self: Any, state: Any) -> Value:
        return 0 if state == over else owner.utility(self, state)

    view = copy.copy(game)
    members = {"is_terminal": is_terminal, "utility": utility}
    view.__class__ = type(owner.__name__, (owner,), members)
    return view


def _sighted(game: Game[State, Action]) -> Game[State, Action]:
    """The game, with 0 for an estimate where it has none: unknown, neither good nor bad."""
    owner = type(game)

    def evaluate(self: Any, state: Any) -> Value:
        try:
            return owner.evaluate(self, state)
        except NoEstimate:
            return 0

    view = copy.copy(game)
    members = {"evaluate": evaluate, "has_heuristic": True}
    view.__class__ = type(owner.__name__, (owner,), members)
    return view
