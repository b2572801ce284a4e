"""Literal game trees: the rules, and the tree as text and as JSON."""

from zermelo.games.tree.as_json import tree_from_json, tree_to_json
from zermelo.games.tree.expectation import Expectation
from zermelo.games.tree.lexer import TreeError
from zermelo.games.tree.nodes import Node, TreeBuilder
from zermelo.games.tree.players import PlayersBuilder, PlayersTree
from zermelo.games.tree.rules import Tree
from zermelo.games.tree.text import read_any_tree, read_tree
from zermelo.games.tree.writing import write_tree

__all__ = [
    "Expectation",
    "Node",
    "PlayersBuilder",
    "PlayersTree",
    "Tree",
    "TreeBuilder",
    "TreeError",
    "read_any_tree",
    "read_tree",
    "tree_from_json",
    "tree_to_json",
    "write_tree",
]
