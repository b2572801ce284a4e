"""The tree of a search as a file of its own, so that a game's tree can be shown and set as any.

A leaf is worth what the search found there, its utility or the heuristic's estimate. Successors
that the search left out, symmetric ones say, are not in it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from zermelo.explain.place import Look, Place
from zermelo.explain.svg import title
from zermelo.explain.view import View
from zermelo.game import Game, MultiplayerGame, ZermeloError
from zermelo.games.tree import PlayersBuilder, PlayersTree, Tree, TreeBuilder, write_tree
from zermelo.language import _
from zermelo.numbers import number
from zermelo.search.coalition import Coalition
from zermelo.search.record import PLAYERS


def render(view: View) -> bytes:
    """The tree after the whole search, whatever the view's step."""
    story = view.story
    looks = story.after(len(story.steps) - 1)
    several = story.game if isinstance(story.game, MultiplayerGame) else None
    builder = PlayersBuilder(several.players) if several else TreeBuilder()

    def add(at: int) -> None:
        place, look = story.places[at], looks[at]
        label = place.label or place.action or None
        share = Fraction(place.share) if place.share else None
        if place.hidden or place.kind == "MORE":
            raise ZermeloError(_("some nodes are not shown: raise --max-nodes, or look less far"))
        if place.kind == "LEAF" or look["estimate"]:
            value = _value(story.game, place, look)
            builder.leaf(value, place.name or None, label=label, probability=share)
            return
        children = [child for child in place.children if looks[child]["status"] != "dropped"]
        if not children:
            raise _no_value()
        static = None if place.static is None else number(place.static)
        kind = int(place.kind[1:]) - 1 if several else PLAYERS[place.kind]
        builder.open(
            kind,
            place.name or None,
            static,
            quiet=place.quiet,
            label=label,
            probability=share,
        )
        for child in children:
            add(child)
        builder.close()

    add(0)
    if several:
        tree: Tree = PlayersTree(builder.nodes(), several.players, title(story))
    else:
        tree = Tree(builder.nodes(), title(story))
    return write_tree(tree).encode()


def _value(game: Game[Any, Any], place: Place, look: Look) -> Any:
    found = place.written if look["value"] is None else look["value"]
    if isinstance(found, list) and isinstance(game, Coalition):
        found = found[game.me]
    if found is None:
        raise _no_value()
    return number(found)


def _no_value() -> ZermeloError:
    return ZermeloError(_("what was cut off has no value to write: use --algorithm minimax"))
