"""`zermelo exercise`: exercises by seed and shape, to be filled in or solved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from zermelo import files
from zermelo.cli import settings
from zermelo.exercise import KINDS, Exercise, form, make, tree_file
from zermelo.exercise.kinds import kind_named
from zermelo.exercise.shape import with_convention
from zermelo.exercise.sheet import as_text, sheet
from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.names import instead

MOST: Final = 100  # exercises in one file
OUTPUTS: Final = (".pdf", ".tex", ".html", ".tree", ".json")


def exercise(
    seed: Annotated[int, typer.Option(metavar="N", help="Which exercise: any number.")] = 1,
    shape: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help='What the tree is like: "depth=3 branching=2-3 cuts=2 deep=1 ties=no".',
        ),
    ] = "",
    convention: settings.Convention = None,
    kind: Annotated[
        str, typer.Option(metavar="|".join(KINDS), help="What is to be done with it.")
    ] = "alphabeta",
    count: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST, help="So many, with the next seeds.")
    ] = 1,
    solved: Annotated[bool, typer.Option("--solved", help="With the solution.")] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check/--no-check", help=".html: the page checks answers, so it holds the solution."
        ),
    ] = True,
    file: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write .pdf .tex .html .tree or .json, by the ending.",
        ),
    ] = None,
) -> None:
    """Make an exercise: a tree of the shape asked for, and what to fill in. `grade` marks it."""
    if convention and not kind_named(kind).chance:
        shape = with_convention(shape, convention)
    if file is None:
        for made in _made(kind, seed, shape, count):
            print(as_text(sheet(made, solved)))
        return
    ending = file.suffix.lower()
    if ending not in OUTPUTS:
        raise ZermeloError(
            _("no output '{ending}'{instead}").format(
                ending=ending, instead=instead(ending, OUTPUTS)
            )
        )
    files.check_writable(file)
    if ending == ".pdf":
        require("draw")
    files.write_whole(file, _rendered(ending, _made(kind, seed, shape, count), solved, check))


def _rendered(ending: str, exercises: list[Exercise], solved: bool, check: bool) -> bytes:
    if ending == ".json":
        return form(exercises, solved).encode()
    if ending == ".tree":
        if len(exercises) > 1:
            raise ZermeloError(_("a .tree file holds one tree: leave --count out"))
        return tree_file(exercises[0], solved).encode()
    sheets = [sheet(each, solved) for each in exercises]
    if ending == ".html":
        from zermelo.exercise.outputs import html

        return html.render(sheets, check)
    if ending == ".pdf":
        from zermelo.exercise.outputs import pdf

        return pdf.render(sheets)
    from zermelo.exercise.outputs import tex

    return tex.render(sheets)


def _made(kind: str, seed: int, shape: str, count: int) -> list[Exercise]:
    return [make(kind, seed + i, shape) for i in range(count)]
