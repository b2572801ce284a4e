"""`zermelo lab`: what searches cost, and how good evaluations are, as tables, charts and files."""

import typer

from zermelo.cli import wording
from zermelo.cli.lab.evaluations import evaluate
from zermelo.cli.lab.searches import search

lab = typer.Typer(
    cls=wording.Group,
    help="Measure searches and evaluations: tables, charts and files.",
    no_args_is_help=True,
)
lab.command(cls=wording.Command)(search)
lab.command(cls=wording.Command)(evaluate)
