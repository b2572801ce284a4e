"""Games, positions, trees and searches in a notebook.

    import zermelo                      # from now on games and trees display themselves
    from zermelo.notebook import position, show, widget

    tree                                # the last line of a cell: the drawing of the tree
    position(game, "xo./.o./.xx")       # a position of a game
    show(tree)                          # a search, in the player that steps both ways
    show(tree)[5]                       # the drawing after step 5
    show(game, depth=2, algorithm="minimax").save("game.pdf")
    widget(tree)                        # a player that Python hears and steers

What is shown speaks the language chosen with `zermelo.language.use`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from zermelo import display
from zermelo.extras import require
from zermelo.game import Game
from zermelo.notebook.positions import Position, game_html, game_svg, position
from zermelo.report.html import finding_html
from zermelo.search import Algorithm, Settings
from zermelo.search.finding import Finding

if TYPE_CHECKING:  # drawings load when something is drawn
    from zermelo.notebook.player import Player
    from zermelo.notebook.recording import Recording

__all__ = ["Position", "position", "show", "widget"]


def show(
    game: Game[Any, Any] | Position,
    state: Any = None,
    algorithm: str | Algorithm | None = None,
    *,
    theme: str = "auto",
    boards: bool = True,
    max_nodes: int | None = None,
    **settings: Unpack[Settings],
) -> Recording:
    """Searches, and gives what can be looked at, stepped through and saved.

    `state` is the position to search (default: the initial one), `algorithm` its name or itself
    (default: what a course would use first); `settings` are those of a search. `theme` is light,
    dark or, as the reader's screen is set, auto; about `max_nodes` nodes are shown.
    """
    from zermelo.notebook.recording import record

    return record(game, state, algorithm, settings, theme, boards, max_nodes)


def widget(
    game: Game[Any, Any] | Position,
    state: Any = None,
    algorithm: str | Algorithm | None = None,
    **settings: Unpack[Settings],
) -> Player:
    """A player that Python hears (`observe`) and steers (`step`, `place`, `settings`)."""
    require("notebook")
    from zermelo.notebook.player import Player

    return Player(game, state, algorithm, settings)


display.enter(Game, "svg", game_svg)
display.enter(Game, "html", game_html)
display.enter(Finding, "html", finding_html)
