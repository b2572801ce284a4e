"""An engine over the interpreted rules, for games of any kind."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Final

from zermelo.engine.all_positions import by_all_values, solve_round
from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.game import Action, Game, State
from zermelo.search import NothingFound, Settings, expectiminimax, table
from zermelo.search.finding import Finding
from zermelo.search.sighted import sighted

SOON: Final = 20_000  # nodes: a second or so


class TextbookEngine(Engine[State, Action]):
    """The textbook's alpha-beta and expectiminimax, deeper and deeper."""

    lane = "textbook"

    def __init__(self, game: Game[State, Action], reason: str | None = None) -> None:
        super().__init__(game)
        self.reason = reason
        self._sighted = sighted(game)
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
        settings = Settings(stop=call.stop, depth=depth, all_moves=all_moves, history=call.history)
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
            return by_all_values(self, call, state)
        search = partial(self._by_search, state=state, all_moves=all_moves)
        return solve_round(self, call, state, all_moves, search, SOON)

    def _by_search(self, call: Call, state: State, all_moves: bool) -> Finding[State, Action]:
        settings = Settings(
            stop=call.stop, nodes=call.nodes, all_moves=all_moves, history=call.history
        )
        try:
            result = table(self.game, state, **settings)
        except NothingFound:
            raise Interrupted from None
        if result.stopped:
            raise Interrupted
        self._spent += result.nodes
        return self._as_ours(call, state, result)

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
