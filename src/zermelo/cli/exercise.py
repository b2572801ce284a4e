"""`zermelo exercise`: exercises by seed and shape, on a tree of one's own, or a whole sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from itertools import chain, repeat
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from zermelo import files
from zermelo.cli import options, settings
from zermelo.cli.assignment import file_name, load_assignment, load_names, refuse_beside
from zermelo.cli.engines import note
from zermelo.cli.source import load_tree
from zermelo.exercise import KINDS, Exercise, form, make, own_exercise, tree_file
from zermelo.exercise.assignment import says_nothing
from zermelo.exercise.kinds import kind_named
from zermelo.exercise.shape import with_convention
from zermelo.exercise.sheet import Sheet, as_text, sheet
from zermelo.exercise.weights import Weights, read_weights
from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.names import check_name

MOST: Final = 100  # exercises in one file
# The modules load when they are used; each has `render(sheets) -> bytes`.
RENDERED: Final = {
    ".pdf": "zermelo.exercise.outputs.pdf",
    ".tex": "zermelo.exercise.outputs.tex",
    ".xml": "zermelo.exercise.outputs.moodle",
}
OUTPUTS: Final = (*RENDERED, ".html", ".tree", ".json")
EACH: Final = "{name}"  # in the name of a file: one for each student

Kind: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="|".join(KINDS), help="What is to be done with it. [default: alphabeta]"),
]
Count: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=MOST,
        help="So many, with the next seeds; of SHEET, for .xml, variants. [default: 1]",
    ),
]


Paper: TypeAlias = list[Sheet]  # for one student, or for anybody


@dataclass(frozen=True)
class Wanted:
    """What is asked for: of a sheet, and what is made where there is none."""

    solved: bool
    exam: bool
    kind: str
    seed: int
    shape: str
    count: int
    convention: str | None
    shares: Weights | None

    def paper(
        self,
        exercises: list[Exercise],
        points: Iterable[Fraction | None] = repeat(None),
        student: str = "",
        title: str = "",
    ) -> Paper:
        """The sheets of these exercises; `title` is that of the whole."""
        found = []
        for number, (each, worth) in enumerate(zip(exercises, points, strict=False), 1):
            # In an exam without kind, seed and shape, nor the command that makes it.
            shown = replace(each, own=each.own or self.exam)
            found.append(sheet(shown, self.solved, student, worth, exam=title, number=number))
        return found

    def made(self, source: str | None) -> list[Exercise]:
        """The exercises: on a tree of somebody's own, or by seed."""
        shape = self.shape
        if self.convention:
            keys = kind_named(self.kind).conventional
            shape = with_convention(shape, self.convention, keys)
            if "cut" not in keys and shape.split() == self.shape.split():
                note(says_nothing(self.convention, self.kind))
        if source is None:
            return [make(self.kind, self.seed + i, shape) for i in range(self.count)]
        tree = load_tree(source)
        return [own_exercise(tree, self.kind, shape, variant) for variant in range(self.count)]


def exercise(
    source: Annotated[
        str | None,
        typer.Argument(metavar="SHEET", help="A tree of your own (.tree), or a sheet (.toml)."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Which exercise: any number. [default: 1]")
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help='What the tree is like: "depth=3 branching=2-3 cuts=2 deep=1 ties=no".',
        ),
    ] = None,
    convention: settings.Convention = None,
    weights: settings.Weights = None,
    kind: Kind = None,
    count: Count = None,
    solved: Annotated[bool, typer.Option("--solved", help="With the solution.")] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check/--no-check", help=".html: the page checks answers, so it holds the solution."
        ),
    ] = True,
    exam: Annotated[
        bool, typer.Option("--exam", help="Nothing on it tells how to come by the solution.")
    ] = False,
    students: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A name a line: a variant of SHEET for each."),
    ] = None,
    file: Annotated[
        Path | None,
        options.to_file(
            help="Write .pdf .tex .html .tree .json or .xml (Moodle); {name}: one for each.",
        ),
    ] = None,
) -> None:
    """Make an exercise: a tree of the shape asked for, and what to fill in. `grade` marks it."""
    if students and not (source and source.endswith(".toml")):
        raise ZermeloError(_("--students goes with a sheet (.toml)"))
    ending = file.suffix.lower() if file else ""
    varied = None if ending == ".xml" and not students else count
    _refuse_idle(source, {"--kind": kind, "--shape": shape, "--seed": seed, "--count": varied})
    if file:
        _check_output(file, ending, students is not None)
    wanted = Wanted(
        solved,
        exam,
        kind or "alphabeta",
        1 if seed is None else seed,
        shape or "",
        count or 1,
        convention,
        read_weights(weights) if weights else None,
    )
    papers = _papers(source, students, wanted)
    if file is None:
        for page in chain(*papers):
            print(as_text(page))
        return
    checked = check and not exam
    _write(file, papers, lambda some: _rendered(ending, list(chain(*some)), solved, checked))


def _refuse_idle(source: str | None, given: dict[str, object]) -> None:
    """Refuses options that mean nothing beside a sheet, or a tree of somebody's own."""
    if source and source.endswith(".toml"):
        words = _("{option} does not go with a sheet, which says it of each exercise")
        refuse_beside(given, words)
    elif source:
        made = {option: given[option] for option in ("--seed", "--count")}
        refuse_beside(made, _("{option} does not go with a tree of your own"))


def _write(file: Path, papers: list[Paper], render: Callable[[list[Paper]], bytes]) -> None:
    """One file, or one for each student."""
    if EACH not in str(file):
        files.write_whole(file, render(papers))
        return
    names = [file_name(paper[0].student) for paper in papers]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise ZermeloError(_("two students would share the file '{name}'").format(name=twice))
    for name, paper in zip(names, papers, strict=True):
        path = Path(str(file).replace(EACH, name))
        if path.parent.parent.is_dir():
            path.parent.mkdir(exist_ok=True)
        files.write_whole(path, render([paper]))


def _check_output(file: Path, ending: str, students: bool) -> None:
    check_name(ending, OUTPUTS, _("no output '{name}'"))
    if EACH in str(file) and not students:
        raise ZermeloError(_("{name} in the name of a file goes with --students"))
    if students and ending in (".json", ".html") and EACH not in str(file):
        raise ZermeloError(_("each student has a file: put {name} into its name"))
    if EACH not in str(file):
        files.check_writable(file)
    if ending == ".pdf":
        require("draw")


def _papers(source: str | None, students: Path | None, wanted: Wanted) -> list[Paper]:
    if not source or not source.endswith(".toml"):
        made = wanted.made(source)
        return [wanted.paper([each.under(None, wanted.shares) for each in made])]
    assignment = load_assignment(source, wanted.convention)

    def paper(variant: str, student: str) -> Paper:
        made = assignment.exercises(variant)
        exercises = [each.under(wanted.convention, wanted.shares) for each in made]
        return wanted.paper(exercises, assignment.points(exercises), student, assignment.title)

    if students is None:
        variants = ["", *(f"variant {number}" for number in range(1, wanted.count))]
        return [paper(variant, "") for variant in variants]
    return [paper(name, name) for name in load_names(students)]


def _rendered(ending: str, sheets: Paper, solved: bool, check: bool) -> bytes:
    if ending == ".json":
        exercises = [each.exercise for each in sheets]
        return form(exercises, solved, sheets[0].student).encode()
    if ending == ".tree":
        if len(sheets) > 1:
            raise ZermeloError(_("a .tree file holds one tree: leave --count out"))
        return tree_file(sheets[0].exercise, solved).encode()
    if ending == ".html":
        from zermelo.exercise.outputs import html

        return html.render(sheets, check)
    render: Callable[[Paper], bytes] = import_module(RENDERED[ending]).render
    return render(sheets)
