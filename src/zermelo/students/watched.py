"""The game that a student's program is given: it answers, and tells what it was asked.

Rules can be called by the names that the lectures use. Of a tree the actions are the names of its
branches, so that no value can be taken for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Final

from zermelo.game import CHANCE, MAX, MIN, Game, Value
from zermelo.language import _
from zermelo.names import instead

ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "is_terminal": ("terminal", "terminal_test", "es_terminal", "esTerminal", "is_leaf",
                    "estado_final", "estado_objetivo"),
    "utility": ("utilidad", "utilitat"),
    "evaluate": ("heuristic", "heuristica", "evaluar", "evalua", "avalua", "h"),
    "actions": ("acciones", "accions", "moves", "jugadas", "jugades"),
    "result": ("resultado", "resultat", "aplicaJugada", "apply"),
    "to_move": ("jugador", "turno", "torn", "player", "a_qui_toca", "a_moure", "a_mover"),
    "successors": ("succ", "sucesores", "successors_of", "expandir", "expand", "children", "hijos",
                   "fills", "obtener_sucesores"),
    "probability": ("probabilidad", "probabilitat"),
    "is_max": ("es_max", "esMax", "juega_max"),
    "opponent": ("jugador_contrari", "jugador_contrario", "opuesto", "oposat", "rival"),
}  # fmt: skip
RULE_OF: Final = {name: rule for rule, names in ALIASES.items() for name in (rule, *names)}
BOARDS: Final = ("tauler", "tablero", "board", "grid")  # of a state: rows of cells
# The rules that a node answers to, and that pseudo-code has as functions of a node.
OF_NODE: Final = (
    "is_terminal", "utility", "evaluate", "to_move", "is_max", "successors", "actions", "result",
)  # fmt: skip


class Watched(Game[Any, Any]):
    """A game that tells `hear` of every leaf looked at and every move made.

    `attributes` are the rules that the program writes without brackets: `estat.a_moure`.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        hear: Callable[..., None],
        attributes: Collection[str] = (),
    ) -> None:
        self.game, self._hear, self.attributes = game, hear, attributes
        for rule, names in ALIASES.items():
            for name in names:
                setattr(self, name, getattr(self, rule))

    def __getattr__(self, name: str) -> Any:
        """Asked only for what there is not."""
        text = _("a game has no '{name}'{instead}")
        raise AttributeError(text.format(name=name, instead=instead(name, ALIASES)))

    def initial(self) -> Any:
        return self.game.initial()

    def to_move(self, state: Any) -> int:
        return self.game.to_move(bare(state))

    def actions(self, state: Any) -> list[str]:
        state = bare(state)
        if self.game.is_terminal(state):
            return []
        if self.game.to_move(state) == CHANCE:
            return [action for action, _weight in self.outcomes(state)]
        return [self.game.format_action(state, action) for action in self.game.actions(state)]

    def result(self, state: Any, action: Any) -> Any:
        found = self.game.result(bare(state), self.plain_action(bare(state), action))
        self._hear("go", bare(state), found)
        if not isinstance(state, Node):
            return found
        chance = self.to_move(state) == CHANCE
        return Node(
            self, found, self.probability(state, action) if chance else None, after=state.mover
        )

    def plain_action(self, state: Any, action: Any) -> Any:
        """The action of the game, of a bare state, that has this name."""
        if self.game.to_move(state) == CHANCE:
            named = {self.game.format_action(state, a): a for a, _w in self.game.outcomes(state)}
            return named[action]
        return self.game.parse_action(state, str(action))

    def is_terminal(self, state: Any) -> bool:
        return self.game.is_terminal(bare(state))

    def utility(self, state: Any, player: int = MAX) -> Value:
        """The value of a terminal state: for MAX, or for whom it is asked."""
        found = self.game.utility(bare(state))
        self._hear("leaf", bare(state))
        return -found if player == MIN else found

    def evaluate(self, state: Any, player: int = MAX) -> Value:
        state = bare(state)
        found = self.game.utility(state) if self.is_terminal(state) else self.game.evaluate(state)
        self._hear("leaf", state)
        return -found if player == MIN else found

    def outcomes(self, state: Any) -> list[tuple[str, int]]:
        state = bare(state)
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

    def opponent(self, player: int) -> int:
        """The other player."""
        return -player


class Node:
    """A state that knows its game: programs over successors have nothing else."""

    def __init__(
        self, game: Watched, state: Any, share: Fraction | None = None, after: int = MIN
    ) -> None:
        self.game, self.state, self.share = game, state, share
        over = game.is_terminal(state)
        self.mover = -after if over else game.to_move(state)  # where it is over: who would move

    def __getattr__(self, name: str) -> Any:
        """A rule of the game by any of its names; without brackets, what it gives."""
        if RULE_OF.get(name) not in OF_NODE:
            state = object.__getattribute__(self, "state")
            return (
                self.rows() if name in BOARDS and not hasattr(state, name) else getattr(state, name)
            )
        rule = getattr(self.game, RULE_OF[name])
        if name not in self.game.attributes:
            return lambda *more: rule(self, *more)
        if RULE_OF[name] == "evaluate":  # 004 keeps it for whoever moves
            return rule(self, self.mover)
        return rule(self)

    def rows(self) -> list[list[int]]:
        """The board of 001, `tauler[i][j]`: whose each cell is, 0 for nobody's."""
        text = self.game.game.format_state(self.state).split()[0]
        return [[{"x": MAX, "o": MIN}.get(cell, 0) for cell in row] for row in text.split("/")]

    @property
    def estado(self) -> Node:
        """Itself: the nodes of 004 hold a state."""
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(self.state)

    def __getitem__(self, place: Any) -> Any:
        return self.state[place]

    def __eq__(self, other: object) -> bool:
        return bool(self.state == bare(other))

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return self.game.game.format_state(self.state)

    def __deepcopy__(self, memo: Any) -> Node:
        return self


def bare(state: Any) -> Any:
    """A state as the game knows it."""
    return state.state if isinstance(state, Node) else state


def functions() -> dict[str, Any]:
    """What pseudo-code takes for granted, as functions of a node."""
    found: dict[str, Any] = {
        name: _of_node(rule) for name, rule in RULE_OF.items() if rule in OF_NODE
    }
    for name in ("probability", *ALIASES["probability"]):
        found[name] = lambda node: node.share
    # 000 numbers its moves from 1 to N, and asks of each whether it is one.
    found["esValida"] = lambda node, move: 1 <= move <= len(node.game.actions(node))
    found["aplicaJugada"] = lambda node, player, move: node.game.successors(node)[move - 1]
    found["opuesto"] = lambda player: -player
    # 004 begins with a node of its own, of rows without a match.
    found["nodo"] = SimpleNamespace(Nodo=lambda rows: SimpleNamespace(estado=rows))
    return found


def _of_node(rule: str) -> Callable[..., Any]:
    return lambda node, *more: getattr(node.game, rule)(node, *more)
