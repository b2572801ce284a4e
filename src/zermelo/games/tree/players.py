"""Literal trees for several players: kinds are players, and leaves say what each of them gets.

    players: A B C

    A [
      B [ C [(1, 2, 6) (4, 2, 3)]  C [(6, 1, 2) (7, 4, 1)] ]
      B [ C [(5, 1, 1) (1, 5, 2)]  C [(7, 7, 1) (5, 4, 5)] ]
    ]

Where no player is written they take turns. There is no chance, and there are no static values.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import MOST_PLAYERS, MultiplayerGame, ZermeloError
from zermelo.games.tree.expectation import Expectation
from zermelo.games.tree.lexer import KINDS, keyword
from zermelo.games.tree.nodes import Node, TreeBuilder, exact
from zermelo.games.tree.rules import Tree
from zermelo.language import _, ngettext


class PlayersTree(Tree, MultiplayerGame[int, int]):  # type: ignore[misc]
    """A tree whose inner nodes are of the kinds 0, 1, ...: the number of the player who moves."""

    def __init__(
        self,
        nodes: tuple[Node, ...],
        players: tuple[str, ...],
        title: str | None = None,
        expectations: tuple[Expectation, ...] = (),
    ) -> None:
        super().__init__(nodes, title, expectations=expectations)
        self.players = players

    @property
    def name(self) -> str:
        return "tree"

    outcomes = MultiplayerGame.outcomes  # type: ignore[assignment]  # there are none
    bounds = MultiplayerGame.bounds  # values are no numbers
    has_chance = False
    has_heuristic = False

    def _content(self) -> tuple[object, ...]:
        return *super()._content(), self.players

    def kind_name(self, kind: int) -> str:
        return self.players[kind]

    def default_kinds(self) -> list[int]:
        kinds = [0] * len(self.nodes)
        for node in self.nodes:
            for child in node.children:
                kinds[child] = ((node.kind or 0) + 1) % len(self.players)
        return kinds


class PlayersBuilder(TreeBuilder):
    """Takes a tree for these players node by node; who is not told takes turns."""

    _has_chance = False

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(root=0)
        self.players = check_players(players)

    def _kind_below(self, kind: int, default: int) -> int:
        return (kind + 1) % len(self.players)

    def _who(self, kind: int) -> str:
        return self.players[kind]

    def _exact(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, tuple) or len(value) != len(self.players):
            given = len(value) if isinstance(value, tuple) else 1
            raise ZermeloError(
                ngettext(
                    "{given} payoff for {count} players ({names}): write one for each",
                    "{given} payoffs for {count} players ({names}): write one for each",
                    given,
                ).format(given=given, count=len(self.players), names=", ".join(self.players))
            )
        return tuple(exact(each) for each in value)


def check_players(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of players, if they can be told apart; else an error that says what to write."""
    if not 2 <= len(names) <= MOST_PLAYERS:
        words = _("a game is for 2 to {most} players: write for instance players: A B C")
        raise ZermeloError(words.format(most=MOST_PLAYERS))
    if len({*names}) < len(names):
        raise ZermeloError(_("two players have the same name: rename one of them"))
    for name in names:
        if keyword(name) in KINDS or not name.strip():
            raise ZermeloError(_("'{name}' is no name for a player").format(name=name))
    return names
