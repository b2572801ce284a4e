"""Literal game trees: the rules, and the tree as text and as JSON."""

from zermelo.games.tree.as_json import tree_from_json, tree_to_json
from zermelo.games.tree.nodes import Node, TreeBuilder
from zermelo.games.tree.rules import Expectation, Tree
from zermelo.games.tree.text import read_tree, write_tree
from zermelo.games.tree.words import TreeError

__all__ = [
    "Expectation",
    "Node",
    "Tree",
    "TreeBuilder",
    "TreeError",
    "read_tree",
    "tree_from_json",
    "tree_to_json",
    "write_tree",
]
