"""The page that explains a search."""

from __future__ import annotations

from typing import Any, Final

from zermelo.language import _, forms

AIMA: Final = """max A [
  a1: min B [ 3 12 8 ]
  a2: min C [ 2 4 6 ]
  a3: min D [ 14 5 2 ]
]"""
BOTH_WAYS: Final = "[[[[5 6] [7 4 5]] [[3]]] [[[6] [6 9]] [[7]]] [[[5]] [[9 8] [6]]]]"
DICE: Final = """max [
  chance [ 1/2: min [2 4]  1/2: min [7 4] ]
  chance [ 1/2: min [6 0]  1/2: min [5 -2] ]
]"""
RETURNS: Final = "max A [ min B [5]  min C [ max D [3 4]  9 ] ]"
DEEP: Final = """max A [
  min B [ 5 7 ]
  min C [ max D [ min E [ 4 9 ] 2 ] 8 ]
]"""
AGAIN: Final = "[[8 9 10] [9 7 8] [11 12 13]]"
PAWN: Final = """max [
  take: min (h=1 unquiet) [ recapture: -4  wait: 1 ]
  wait: min (h=0)         [ wait: 0 ]
]"""


def explain() -> dict[str, Any]:
    return {
        "title": _("Explain a search"),
        "menus": _("What is shown"),
        "menu": {
            "source": _("Tree or game"),
            "how": _("Algorithm"),
            "compare": _("Compare"),
            "export": _("Export"),
        },
        "alone": _("with nothing"),
        "source": _("What is searched"),
        "tree": _("A tree"),
        "game": _("A game"),
        "which": _("Game"),
        "back": _("Take back"),
        "play": _("Play from here"),
        "noMoves": _("Click on the board to go on from here."),
        "rules": _("Rules and position"),
        "compare": _("Compare with another search"),
        "intervals": _("Write at each node what is known of it: ≤ 3, ≥ 3"),
        "searching": _("Searching …"),
        "examples": _("Examples"),
        "random": _("At random"),
        "noTree": _("The tree in this link cannot be read. {what}"),
        "noGame": _("This link asks for the game {game}, which is not here. You see an example."),
        "offer": _("Search it with {algorithm}"),
        "endings": {
            "svg": "SVG",
            "png": "PNG",
            "pdf": "PDF",
            "tex": "TikZ",
            "frames": _("TikZ, all steps"),
            "dot": "DOT",
            "txt": _("Text"),
            "html": "HTML",
            "json": "JSON",
        },
    }


def examples() -> list[dict[str, Any]]:
    """The trees of the lectures, by name, and what shows them best."""
    found = [
        (_("The tree of 000, 001 and AIMA"), AIMA, {}),
        (_("000: from the left and from the right"), BOTH_WAYS, {}),
        (_("003: expectiminimax"), DICE, {"algorithm": "expectiminimax"}),
        (_("What a node returns"), RETURNS, {"convention": "000"}),
        (_("A deep cut"), DEEP, {}),
        (_("A second look: principal-variation search"), AGAIN, {"algorithm": "pvs"}),
        (_("A defended pawn: the horizon"), PAWN, {"algorithm": "quiescence", "depth": 1}),
    ]
    return [
        {"name": name, "tree": f'title: "{name}"\n{text}', "settings": settings}
        for name, text, settings in found
    ]


def random_trees() -> list[dict[str, str]]:
    """Shapes of trees by name, as exercises have them."""
    return [
        {"name": _("two levels"), "kind": "alphabeta", "shape": "depth=2 branching=3"},
        {"name": _("three levels, two cuts"), "kind": "alphabeta", "shape": "depth=3 cuts=2"},
        {"name": _("a deep cut"), "kind": "alphabeta", "shape": "depth=4 branching=2 deep=1+"},
        {"name": _("nothing to cut"), "kind": "minimax", "shape": "depth=3 branching=2 cuts=0"},
        {"name": _("leaves at several depths"), "kind": "minimax", "shape": "uneven=yes"},
        {"name": _("with chance"), "kind": "expectiminimax", "shape": "branching=2"},
    ]


def editor() -> dict[str, Any]:
    return {
        **_editing(),
        "label": _("Tree"),
        "tidy": _("Tidy up"),
        "help": _("How to write a tree"),
        "nodes": forms("{count} node", "{count} nodes"),
        "leaves": forms("{count} leaf", "{count} leaves"),
        "height": _("height {height}"),
        "wrong": _("Line {line}, column {column}: {what}"),
        "grammar": """[[3 12 8] [2 4 6] [14 5 2]]

max A [
  a1: min B [ b1: 3  b2: 12 ]
  a2: chance C [ 1/2: 4  1/2: 8 ]
  a3: D = 2
  a4: E (h=5) [ 1 9 ]
]  # ...""",
    }


def _editing() -> dict[str, str]:
    """What is said where a tree is changed on its drawing."""
    return {
        "edit": _("Change it on the drawing"),
        "how": _("Choose a node of the drawing to change it."),
        "node": _("The node {node}"),
        "name": _("Name"),
        "value": _("Value"),
        "kind": _("Who moves"),
        "branch": _("Branch to it"),
        "grow": _("Add a branch"),
        "remove": _("Remove it"),
        "leaf": _("Make it a leaf"),
    }


def settings() -> dict[str, str]:
    return {
        "algorithm": _("Algorithm"),
        "more": _("More settings"),
        "noLimit": _("no limit"),
        "depth": _("Depth"),
        "order": _("Order"),
        "convention": _("As in lecture"),
        "own": _("none of them"),
        "cut": _("Cut when"),
        "test": _("Test for a cut"),
        "returns": _("Values"),
        "root_depth": _("Depth of the root"),
        "chance_depth": _("Depth of a chance level"),
        "ties": _("Of equal moves"),
        "ends": _("How the end of the game looks"),
        "functions": _("Functions of the pseudo-code"),
        "alpha": _("Alpha at the root"),
        "beta": _("Beta at the root"),
        "table": _("Transposition table"),
        "symmetry": _("Symmetric positions count as one"),
        "delta": _("Width of the window"),
        "guess": _("First guess"),
        "extension": _("Plies beyond the depth"),
        "nodes": _("At most so many nodes"),
    }
