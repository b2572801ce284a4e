"""The game that a student's program is given: it answers, and tells what it was asked.

Rules can be called by the names that the lectures use. Of a tree the actions are the names of its
branches, so that no value can be taken for one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from zermelo.game import CHANCE, MAX, MIN, Game, Value

ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "is_terminal": ("terminal", "terminal_test", "es_terminal", "esTerminal", "is_leaf"),
    "utility": ("utilidad", "utilitat"),
    "evaluate": ("heuristic", "heuristica", "evaluar", "evalua", "avalua", "h"),
    "actions": ("acciones", "accions", "moves", "jugadas", "jugades"),
    "result": ("resultado", "resultat", "aplicaJugada", "apply"),
    "to_move": ("jugador", "turno", "torn", "player", "a_qui_toca"),
    "successors": ("succ", "sucesores", "successors_of", "expandir", "expand", "children", "hijos",
                   "fills"),
    "probability": ("probabilidad", "probabilitat"),
    "is_max": ("es_max", "esMax", "juega_max"),
}  # fmt: skip


class Watched(Game[Any, Any]):
    """A game that tells `hear` of every leaf looked at and every move made."""

    def __init__(self, game: Game[Any, Any], hear: Callable[..., None]) -> None:
        self.game, self._hear = game, hear
        for rule, names in ALIASES.items():
            for name in names:
                setattr(self, name, getattr(self, rule))

    def initial(self) -> Any:
        return self.game.initial()

    def to_move(self, state: Any) -> int:
        return self.game.to_move(state)

    def actions(self, state: Any) -> list[str]:
        if self.game.is_terminal(state):
            return []
        if self.game.to_move(state) == CHANCE:
            return [action for action, _weight in self.outcomes(state)]
        return [self.game.format_action(state, action) for action in self.game.actions(state)]

    def result(self, state: Any, action: Any) -> Any:
        found = self.game.result(state, self._plain(state, action))
        self._hear("go", state, found)
        return found

    def _plain(self, state: Any, action: Any) -> Any:
        if self.game.to_move(state) == CHANCE:
            named = {self.game.format_action(state, a): a for a, _w in self.game.outcomes(state)}
            return named[action]
        return self.game.parse_action(state, str(action))

    def is_terminal(self, state: Any) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: Any, player: int = MAX) -> Value:
        """The value of a terminal state: for MAX, or for whom it is asked."""
        found = self.game.utility(state)
        self._hear("leaf", state)
        return -found if player == MIN else found

    def evaluate(self, state: Any, player: int = MAX) -> Value:
        found = self.game.utility(state) if self.is_terminal(state) else self.game.evaluate(state)
        self._hear("leaf", state)
        return -found if player == MIN else found

    def outcomes(self, state: Any) -> list[tuple[str, int]]:
        return [(self.game.format_action(state, a), w) for a, w in self.game.outcomes(state)]

    def probability(self, state: Any, action: Any) -> Fraction:
        """Of an outcome at a chance state."""
        weights = dict(self.outcomes(state))
        return Fraction(weights[str(action)], sum(weights.values()))

    def successors(self, state: Any) -> list[Any]:
        """The states that the actions lead to."""
        return [self.result(state, action) for action in self.actions(state)]

    def is_max(self, state: Any) -> bool:
        """Whether MAX moves."""
        return self.to_move(state) == MAX


class Node:
    """A state that knows its game, for programs over successors."""

    def __init__(self, game: Watched, state: Any, share: Fraction | None = None) -> None:
        self._game, self.state, self.share = game, state, share
        for rule in ("is_terminal", "utility", "evaluate", "to_move", "is_max"):
            for name in (rule, *ALIASES[rule]):
                setattr(self, name, self._asking(getattr(game, rule)))
        for name in ("successors", *ALIASES["successors"]):
            setattr(self, name, self._below)

    def _asking(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *more: rule(self.state, *more)

    def _below(self) -> list[Node]:
        game, state = self._game, self.state
        chance = not game.is_terminal(state) and game.to_move(state) == CHANCE
        return [
            Node(
                game,
                game.game.result(state, game._plain(state, action)),
                game.probability(state, action) if chance else None,
            )
            for action in game.actions(state)
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.state == self.state

    def __hash__(self) -> int:
        return hash(self.state)


def functions() -> dict[str, Callable[..., Any]]:
    """What pseudo-code takes for granted, as functions of a node."""
    found: dict[str, Callable[..., Any]] = {}
    for rule in ("is_terminal", "utility", "evaluate", "to_move", "is_max", "successors"):
        for name in (rule, *ALIASES[rule]):
            found[name] = _of_node(name)
    for name in ("probability", *ALIASES["probability"]):
        found[name] = lambda node: node.share
    return found


def _of_node(name: str) -> Callable[..., Any]:
    return lambda node, *more: getattr(node, name)(*more)
