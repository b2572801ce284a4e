"""A position of a game as a picture; a tree as a whole."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from zermelo.board import DARK
from zermelo.game import PLAYER_NAMES, Game
from zermelo.language import _

SCALE: Final = 1.6  # of boards, whose cells are 28 wide
MOST_PLACES: Final = 500  # of a tree that is only looked at


@dataclass(frozen=True)
class Position:
    """A state of a game, and the action that led to it, if it is to be marked."""

    game: Game[Any, Any]
    state: Any
    last: Any = None

    def play(self, moves: str) -> Position:
        """The position after these moves, as the game writes them."""
        found = self
        for text in self.game.split_moves(moves):
            action = self.game.parse_action(found.state, text)
            found = Position(self.game, self.game.result(found.state, action), action)
        return found

    @property
    def caption(self) -> str:
        """The position as the game writes it, and who is to move."""
        game, state = self.game, self.state
        text = game.format_state(state)
        if game.is_terminal(state):
            over = _("over: the value for MAX is {value}")
            return f"{text} · {over.format(value=game.utility(state))}"
        player = _(PLAYER_NAMES[game.to_move(state)])
        return f"{text} · {_('{player} to move').format(player=player)}"

    def __repr__(self) -> str:
        return f"{self.game.draw(self.state)}\n{self.caption}"

    def _repr_svg_(self) -> str:
        return _tree_svg(self) or _board_svg(self)

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), f"{self.game.name}: {self.caption}")


def position(game: Game[Any, Any], text: str | None = None, moves: str = "") -> Position:
    """The position that the game writes as `text` (default: the initial one), after `moves`."""
    state = game.initial() if text is None else game.parse_state(text)
    return Position(game, state).play(moves)


def game_svg(game: Game[Any, Any]) -> str:
    """What a notebook shows of a game: the position it begins with; of a tree, all of it."""
    return Position(game, game.initial())._repr_svg_()


def game_html(game: Game[Any, Any]) -> str:
    """The same with the name of the game below, or the title of the tree."""
    return figure(game_svg(game), getattr(game, "title", None) or game.name)


def figure(svg: str, caption: str) -> str:
    """A picture that nothing else on the page can change, and the text below it."""
    data = base64.b64encode(svg.encode("utf-8", "replace")).decode()
    text = escape(caption)
    return (
        '<figure style="margin:0.5em 0">'
        f'<img src="data:image/svg+xml;base64,{data}" alt="{text}" style="max-width:100%">'
        f"<figcaption>{text}</figcaption></figure>"
    )


def _board_svg(position: Position) -> str:
    """The board with a size of its own, dark on a dark screen."""
    drawing = position.game.draw_svg(position.state, position.last)
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawing)
    width, height = (SCALE * float(length) for length in found.groups()) if found else (160, 160)
    sheet = f"<style>@media (prefers-color-scheme: dark) {{ {DARK} }}</style>"
    sized = drawing.replace("<svg ", f'<svg width="{width:g}" height="{height:g}" ', 1)
    return re.sub(r"(<svg [^>]*>)", lambda begin: begin[0] + sheet, sized, count=1)


def _tree_svg(position: Position) -> str:
    """A tree from the position on, before any search; nothing for another game."""
    from zermelo.games.tree import Tree

    if not isinstance(position.game, Tree):
        return ""
    from zermelo.explain.story import Witness, story_of
    from zermelo.explain.svg import drawing
    from zermelo.explain.view import View

    witness = Witness(position.game)
    witness.begin("minimax", position.state, {})
    witness.enter(0, position.state, None, None, None)
    return drawing(View(story_of(witness, MOST_PLACES), -1, "auto"))
