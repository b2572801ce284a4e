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

from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.notebook.position import Position, game_html, game_svg, position

if TYPE_CHECKING:  # `import zermelo` comes through here, and is to stay light
    from zermelo.notebook.recording import Recording
    from zermelo.notebook.widget import Player
    from zermelo.search import Algorithm, Settings

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

    return record(game, state, algorithm, theme, boards, max_nodes, settings)


def widget(
    game: Game[Any, Any] | Position,
    state: Any = None,
    algorithm: str | Algorithm | None = None,
    **settings: Unpack[Settings],
) -> Player:
    """A player that Python hears (`observe`) and steers (`step`, `place`, `settings`)."""
    try:
        from zermelo.notebook.widget import Player
    except ImportError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise ZermeloError(
            _("a widget needs the package anywidget: pip install 'zermelo[notebook]'")
        ) from None
    return Player(game, state, algorithm, settings)


# The rules of games know nothing of drawings, so it is here that they learn to display themselves.
Game._repr_svg_ = game_svg  # type: ignore[attr-defined]
Game._repr_html_ = game_html  # type: ignore[attr-defined]
