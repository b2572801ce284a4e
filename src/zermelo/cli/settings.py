"""The options that say how to search, and what they are as settings."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer

from zermelo.language import _
from zermelo.names import check_name
from zermelo.search import CONVENTIONS, Settings
from zermelo.search.ordering import ORDERINGS
from zermelo.search.settings import CHOICES, read_settings

Name: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        metavar="NAME",
        help="See `zermelo algorithms`. [default: by the game]",
    ),
]
Order: TypeAlias = Annotated[
    str | None, typer.Option(metavar="|".join(ORDERINGS), help="Which moves are tried first.")
]
Cut: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ge|gt", help="Cut when alpha >= beta, or only when >.")
]
Convention: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="|".join(CONVENTIONS), help="The conventions of a lecture, or of AIMA."),
]
Weights: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT", help='Alpha-beta: "values 40, bounds 25, pruning 35" of the marks.'
    ),
]
Test: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="last|first", help="Test for a cut after, or before, the bound changes."),
]
Returns: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(CHOICES["returns"]), help="Values as found, clipped, or the bound itself."
    ),
]
RootDepth: TypeAlias = Annotated[
    int | None, typer.Option(metavar="0|1", help="The depth of the root.")
]
ChanceDepth: TypeAlias = Annotated[
    int | None, typer.Option(metavar="0|1", help="What a chance level adds to the depth.")
]
Ties: TypeAlias = Annotated[
    str | None, typer.Option(metavar="first|last", help="minimax: which of equal moves is kept.")
]
Ends: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(CHOICES["ends"]),
        help="two-successor: by what a move that ends the game looks.",
    ),
]
Functions: TypeAlias = Annotated[
    int | None, typer.Option(metavar="1|2", help="Pseudo-code as one function, or as two.")
]
Window: TypeAlias = Annotated[
    tuple[str, str] | None, typer.Option(metavar="LOW HIGH", help="Alpha and beta at the root.")
]
Nodes: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="Stop after so many nodes.")
]
Table: TypeAlias = Annotated[
    bool | None, typer.Option("--table/--no-table", help="Remember states already searched.")
]
Symmetry: TypeAlias = Annotated[
    bool | None,
    typer.Option("--symmetry/--no-symmetry", help="Search symmetric moves once."),
]
Delta: TypeAlias = Annotated[
    str | None, typer.Option(metavar="D", help="aspiration: half the width of the window.")
]
Guess: TypeAlias = Annotated[str | None, typer.Option(metavar="V", help="mtdf: the first guess.")]
Extension: TypeAlias = Annotated[
    int | None, typer.Option(metavar="PLIES", help="quiescence: plies below the depth.")
]
Simulations: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="mcts: how many random games. [default: 1000]")
]
Exploration: TypeAlias = Annotated[
    str | None, typer.Option(metavar="C", help="mcts: the factor in UCB1. [default: √2]")
]
Seed: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="mcts: of its random numbers. [default: 0]")
]


def settings_of(given: dict[str, Any]) -> Settings:
    """The settings that the options ask for; those that are None are not asked for."""
    if given.get("order") is not None:
        check_name(given["order"], ORDERINGS, _("no order '{name}'"))
    return read_settings(given)
