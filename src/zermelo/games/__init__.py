"""The games: one file each, with rules, knowledge, notation and a drawing in text."""

from typing import TYPE_CHECKING, Any

from zermelo.games.catalogue import ALL, GAMES, make_game
from zermelo.games.tree import Tree, read_tree, tree_from_json, tree_to_json, write_tree

if TYPE_CHECKING:  # each is loaded when it is wanted
    from zermelo.games.chess import Chess
    from zermelo.games.connect4 import Connect4
    from zermelo.games.draughts import Draughts
    from zermelo.games.grundy import Grundy
    from zermelo.games.last_match import LastMatch
    from zermelo.games.mnk import MNK
    from zermelo.games.morris import Morris
    from zermelo.games.nim import Nim
    from zermelo.games.othello import Othello
    from zermelo.games.pacman import Pacman
    from zermelo.games.pig import Pig

__all__ = [
    "GAMES",
    "MNK",
    "Chess",
    "Connect4",
    "Draughts",
    "Grundy",
    "LastMatch",
    "Morris",
    "Nim",
    "Othello",
    "Pacman",
    "Pig",
    "Tree",
    "make_game",
    "read_tree",
    "tree_from_json",
    "tree_to_json",
    "write_tree",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return next(each.make for each in ALL.values() if str(each.kind).endswith(f":{name}"))
