"""Where a request begins: a game or a tree, a position, and moves from there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, Game, NotationError, ZermeloError, choices, decided_by_chance
from zermelo.games.tree import Tree, TreeError, read_tree, tree_from_json
from zermelo.history import came_back, checked
from zermelo.language import _
from zermelo.solver.lookup import Lookup
from zermelo.web.cache import Cache
from zermelo.web.registry import GameRegistry
from zermelo.web.settings import Limits
from zermelo.web.tables import Tables

CACHE_SIZE: Final = 2_000  # states


@dataclass(frozen=True)
class Start:
    """A position as a client writes it; it travels to the processes that search."""

    game: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    tree: str | None = None
    position: str | None = None
    moves: str | tuple[str, ...] = ()
    history: tuple[str, ...] = ()  # positions before that one, the oldest first


class Standing(NamedTuple):
    """A state of a match; where repetition ends it, also those before, and who brought it back."""

    state: Any
    history: tuple[Any, ...] = ()
    brought_back_by: int | None = None
    player: int = CHANCE  # who moved last, dice apart; they answer for what comes back
    move: str = ""  # that led here, as people write it


class Positions:
    """Finds the states of positions, and caches those that moves have led to."""

    def __init__(self, registry: GameRegistry) -> None:
        self.registry, self.limits = registry, registry.setup.limits
        self.tables = Tables(registry.setup.tablebases)
        self._cache: Cache[Any, Standing] = Cache(CACHE_SIZE)

    def game(self, start: Start) -> Game[Any, Any]:
        """The game, or the tree, of a position."""
        if start.tree is not None and start.game is None:
            return tree_of(start.tree, self.limits)
        if start.game is None or start.tree is not None:
            raise ZermeloError(_("give a game or a tree, one of the two"))
        return self.registry.game(start.game, dict(start.parameters))

    def find(self, start: Start) -> tuple[Game[Any, Any], Any, tuple[Any, ...]]:
        """The game and the state of a position, and the states before it that can come back."""
        game = self.game(start)
        here = self.standing(game, start.position, self.split(game, start.moves))
        before = map(game.parse_state, start.history)
        return game, here.state, checked(game, (*before, *here.history), here.state)

    def table(self, start: Start) -> Lookup[Any, Any] | None:
        """The table that has a position; None: there is none, and it must be searched."""
        game, state, _history = self.find(start)
        return self.tables.find(game, self.after(game, start.position, ()), state)

    def split(self, game: Game[Any, Any], moves: str | Sequence[str]) -> tuple[str, ...]:
        """The texts of single moves."""
        texts = tuple(game.split_moves(moves)) if isinstance(moves, str) else tuple(moves)
        if len(texts) > self.limits.moves:
            raise NotationError(_("too many moves: at most {most}").format(most=self.limits.moves))
        return texts

    def after(self, game: Game[Any, Any], position: str | None, moves: tuple[str, ...]) -> Any:
        """The state after moves from a position, by default the initial one."""
        return self.standing(game, position, moves).state

    def standing(
        self, game: Game[Any, Any], position: str | None, moves: tuple[str, ...]
    ) -> Standing:
        """How a match stands after moves from a position, by default the initial one."""
        done, here = 0, None
        for known in (len(moves), len(moves) - 1):  # the position before is known as a rule
            here = self._cache.get((game, position, moves[:known])) if known > 0 else None
            if here is not None:
                done = known
                break
        if here is None:
            state = game.initial() if position is None else game.parse_state(position)
            here = Standing(state)
        for number, text in enumerate(moves[done:], done + 1):
            try:
                here = _moved(game, here, text)
            except NotationError as error:
                where = _("move {place}").format(place=number)
                raise NotationError(f"{where}: {error}") from None
        if not isinstance(game, Tree):
            self._cache.put((game, position, moves), here)
        return here

    def legal(
        self, game: Game[Any, Any], position: str | None, moves: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The moves as far as the rules know them: those of a user's game may be others now."""
        with suppress(NotationError):
            self.standing(game, position, moves)
            return moves
        for count in range(len(moves)):
            try:
                self.standing(game, position, moves[: count + 1])
            except NotationError:
                return moves[:count]
        return moves

    def normalise(
        self, game: Game[Any, Any], position: str | None, moves: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The moves as the game itself writes them."""
        self.after(game, position, moves)  # complains of a move that is none
        state, texts = self.after(game, position, ()), []
        for text in moves:
            action = action_of(game, state, text)
            texts.append(game.format_action(state, action))
            state = game.result(state, action)
        return tuple(texts)


def _moved(game: Game[Any, Any], here: Standing, text: str) -> Standing:
    if here.brought_back_by is not None:
        raise NotationError(_("the game is over: the position was there before"))
    action = action_of(game, here.state, text)
    state, move = (
        game.result(here.state, action),
        text_of(game.notate(here.state, action), "notate"),
    )
    if not game.ends_by_repetition:
        return Standing(state, move=move)
    rolled = decided_by_chance(game, here.state)
    player = here.player if rolled else game.to_move(here.state)
    history = (*here.history, here.state)
    back = came_back(game, state, history) and not game.is_terminal(state)
    return Standing(state, history, player if back else None, player, move)


def tree_of(text: str, limits: Limits, name: str = "tree") -> Tree:
    """The tree in a text, be it the trees' own notation or JSON; not larger than allowed."""
    is_json = text.lstrip("\ufeff \t\r\n").startswith("{")
    tree = tree_from_json(text, name) if is_json else read_tree(text, name)
    if len(tree.nodes) > limits.tree_nodes or tree.height > limits.tree_levels:
        raise TreeError(
            name,
            0,
            0,
            _("too large: at most {nodes} nodes and {levels} levels").format(
                nodes=limits.tree_nodes, levels=limits.tree_levels
            ),
        )
    return tree


def action_of(game: Game[Any, Any], state: Any, text: str) -> Any:
    """The action that a text names, chance's too; or `NotationError`."""
    if game.is_terminal(state) or not decided_by_chance(game, state):
        return game.parse_action(state, text)
    named = {game.format_action(state, action): action for action in choices(game, state)}
    if text not in named:
        message = _("'{text}' is no legal move at {position}; legal: {legal}")
        raise NotationError(
            message.format(text=text, position=game.format_state(state), legal=" ".join(named))
        )
    return named[text]


def text_of(value: Any, rule: str) -> str:
    """What a rule of that name gave, which must be a text."""
    if not isinstance(value, str):
        raise ZermeloError(_("{rule} must give a text").format(rule=rule))
    return value


def moves_of(game: Game[Any, Any], state: Any) -> list[dict[str, Any]]:
    """The legal moves as texts, with the cells they go through; chance's with probabilities."""
    if game.is_terminal(state):
        return []
    if not decided_by_chance(game, state):
        return [
            {
                "move": text_of(game.format_action(state, action), "format_action"),
                "chance": None,
                "route": [text_of(name, "route") for name in game.route(state, action)],
            }
            for action in game.actions(state)
        ]
    outcomes = list(game.outcomes(state))
    total = sum(weight for _action, weight in outcomes)
    return [
        {
            "move": game.format_action(state, action),
            "chance": str(Fraction(weight, total)),
            "route": [],
        }
        for action, weight in outcomes
    ]
