"""`zermelo course`: a project for a class, and the marks for it."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli import options, running, source, wording
from zermelo.cli.grade import csv_text
from zermelo.door import admit
from zermelo.files import check_writable, write_whole
from zermelo.game import ZermeloError
from zermelo.games.catalogue import ALL
from zermelo.language import _, ngettext
from zermelo.names import check_name

course = typer.Typer(
    cls=wording.Group,
    help="Set a project for a class, and grade what students hand in.",
    no_args_is_help=True,
)


@course.command(cls=wording.Command)
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go.")],
    game: Annotated[
        str, typer.Option(metavar="SOURCE", help="The subject: a game's name, or FILE.py:Class.")
    ] = "connect4",
    set_: options.Set = None,
    kind: Annotated[
        str, typer.Option(metavar="move|evaluate", help="Which function students write.")
    ] = "move",
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Where hidden seeds come from. [default: any]"),
    ] = None,
) -> None:
    """Write a project: statement, starter, public tests, and a rubric with hidden seeds."""
    from zermelo.course import handout
    from zermelo.course.rubric import KINDS

    check_name(kind, KINDS, _("no kind of project '{name}'"))
    handout.check_new(folder)
    subject = source.load(game, set_ or ())
    path, _name = source.file_and_class(game)
    if not path and game not in ALL:
        told = _("a project is about a game: a name, or FILE.py:Class, not '{text}'")
        raise ZermeloError(told.format(text=game))
    own = Path(path) if path else None
    named = f"{own.name}:{type(subject).__name__}" if own else game
    given = source.parameters(set_ or ())
    hidden = secrets.randbelow(10**9) if seed is None else seed
    rubric = handout.propose(subject, named, given, kind, hidden)
    written = handout.write_project(folder, subject, rubric, own)
    print(_("{folder} is written:").format(folder=folder))
    for name in written:
        print(f"    {name}")
    print(_("Now read {file}.").format(file=folder / "README.md"))


@course.command(cls=wording.Command)
def grade(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The project, with its submissions.")
    ],
) -> None:
    """Grade what is in FOLDER/submissions: grades.csv, and a page for each student.

    If it is stopped, run it again: it goes on where it was.
    """
    from zermelo.course import handout, marking
    from zermelo.course.rubric import blamed, read_rubric
    from zermelo.match.agent import GameSource

    rubric = read_rubric(folder / handout.RUBRIC)
    try:
        own = bool(source.file_and_class(rubric.game)[0])
        game = str(folder / rubric.game) if own else rubric.game
        subject = GameSource(source.recipe(game, rubric.settings))
        admit(subject.game)
    except ZermeloError as error:
        raise blamed(folder / handout.RUBRIC, 0, "game", str(error)) from None
    csv = folder / "grades.csv"
    check_writable(csv)
    with running.progress(quiet=0) as tell:
        results, known = marking.grade(folder, rubric, subject, source.digest(game), tell)
    write_whole(csv, csv_text(marking.table(rubric, results)).encode())
    told = ngettext(
        "{count} student, {known} graded before: {file}, {pages}",
        "{count} students, {known} graded before: {file}, {pages}",
        len(results),
    )
    pages = folder / handout.FEEDBACK
    print(told.format(count=len(results), known=known, file=csv, pages=pages))
