"""The page that explains a search."""

from __future__ import annotations

from typing import Any

from zermelo.language import _


def explain() -> dict[str, Any]:
    return {
        "title": _("Explain a search"),
        "about": _("Step by step, both ways. The address of this page holds all of it."),
        "source": _("What is searched"),
        "tree": _("A tree"),
        "game": _("A game"),
        "which": _("Game"),
        "back": _("Take back"),
        "noMoves": _("Click on the board to go on from here."),
        "rules": _("Rules and position"),
        "how": _("How it is searched"),
        "compare": _("Compare with another search"),
        "searching": _("Searching …"),
        "export": _("Take it away"),
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


def editor() -> dict[str, str]:
    return {
        "label": _("Tree"),
        "tidy": _("Tidy up"),
        "help": _("How to write a tree"),
        "size": _("nodes: {nodes}, leaves: {leaves}, height: {height}"),
        "wrong": _("Line {line}, column {column}: {what}"),
        "grammar": """[[3 12 8] [2 4 6] [14 5 2]]

max A [
  a1: min B [ b1: 3  b2: 12 ]
  a2: chance C [ 1/2: 4  1/2: 8 ]
  a3: D = 2
  a4: E (h=5) [ 1 9 ]
]  # ...""",
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
