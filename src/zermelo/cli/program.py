"""`zermelo check FILE.py:function`: a student's own program, or a folder of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from zermelo import files
from zermelo.cli import console, options, running, source
from zermelo.game import ZermeloError
from zermelo.games import Tree
from zermelo.language import _, ngettext
from zermelo.numbers import number
from zermelo.students.process import Limits, Unusable, complaint, run_program
from zermelo.students.program import KINDS, Program, Verdict, read_program

if TYPE_CHECKING:
    from zermelo.explain.view import View

As: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="|".join(KINDS), help="A program: what it is. [default: by its name]"
    ),
]
Trees: TypeAlias = Annotated[
    int, typer.Option(metavar="N", min=1, max=2000, help="A program: on so many trees.")
]
Memory: TypeAlias = Annotated[
    int, typer.Option(metavar="MB", min=64, help="A program: at most so much memory.")
]
OnTree: TypeAlias = Annotated[
    str | None,
    typer.Option("--tree", metavar="FILE", help="A program: show what it does on this tree."),
]
Output: TypeAlias = Annotated[
    Path | None,
    options.to_file(
        help="A program: draw its search of --tree, or of the first tree that went wrong."
    ),
]


@dataclass(frozen=True)
class Question:
    """What is asked of a program: what it is, on how many trees, and what is shown of it."""

    kind: str | None
    trees: int
    seed: int
    limits: Limits
    settings: dict[str, str | None]  # of the search to compare with
    tree: str | None
    file: Path | None
    json: bool


def check_programs(sources: list[tuple[str, str]], batch: bool, asked: Question) -> int:
    """Checks the programs, tells of each, and gives the worst status."""
    verdicts = []
    with running.progress() as tell:
        for file, name in sources:
            tell(Path(file).name)
            verdicts.append(_verdict(file, name, asked, batch))
    if asked.json:
        told = [
            {"file": Path(file).name, **verdict.as_json()}
            for (file, _name), verdict in zip(sources, verdicts, strict=True)
        ]
        console.print_json(told if batch else verdicts[0].as_json())
        return max(verdict.status for verdict in verdicts)
    for (file, _name), verdict in zip(sources, verdicts, strict=True):
        lines = _in_words(verdict, batch)
        for line in lines:
            print(console.clean(f"{Path(file).name}: {line}" if batch else line))
        if verdict.wrong and not batch and verdict.wrong[0].case.tree:
            print(verdict.wrong[0].case.tree.draw(0))
    return max(verdict.status for verdict in verdicts)


def _verdict(file: str, name: str, asked: Question, batch: bool) -> Verdict:
    from zermelo.students.examine import examine  # here, as games are checked more often

    if asked.file:
        from zermelo.explain.outputs import output  # here, as few programs are drawn

        output(asked.file.suffix.lower())  # which refuses an ending that nobody knows
    settings = {key: value for key, value in asked.settings.items() if value is not None}
    try:
        program = read_program(file, name, asked.kind, **settings)
    except Unusable as error:
        if not batch:
            raise
        return Verdict("", 0, unusable=str(error))
    found = examine(program, asked.trees, asked.seed, asked.limits)
    if found.unusable and not batch and not asked.json:
        raise Unusable(f"{file}:{name}: {found.unusable}")
    if asked.file or asked.tree:
        draw_program(program, found, asked.tree, asked.file, asked.limits)
    return found


def _in_words(verdict: Verdict, batch: bool) -> list[str]:
    """What to say of a program: in a batch in one line."""
    if verdict.unusable:
        return [_("unusable: {reason}").format(reason=verdict.unusable)]
    if not verdict.wrong:
        words = ngettext(
            "ok: right in {count} case", "ok: right in all {count} cases", verdict.tried
        )
        return [words.format(count=verdict.tried)]
    words = ngettext(
        "wrong in {wrong} of {count} case; marks {marks} %",
        "wrong in {wrong} of {count} cases; marks {marks} %",
        verdict.tried,
    )
    lines = [
        words.format(wrong=len(verdict.wrong), count=verdict.tried, marks=verdict.marks),
        _("first difference: {what}").format(what=verdict.wrong[0].told),
    ]
    if verdict.mistake:
        lines.append(_("it looks like this: {what}").format(what=_(verdict.mistake)))
    return ["; ".join(lines)] if batch else lines


def draw_program(
    program: Program, verdict: Verdict, tree_file: str | None, file: Path | None, limits: Limits
) -> None:
    """Draws what the program does on a tree, as our own searches are drawn."""
    from zermelo.explain import terminal  # here, as few programs are drawn
    from zermelo.explain.outputs import output
    from zermelo.students.cases import Case

    if file:
        files.check_writable(file)
    if tree_file:
        tree = source.load_tree(tree_file)
        (found,) = run_program(program.file, program.name, [Case(tree).job()], limits)
    else:
        drawn = [(one.case.tree, one.found) for one in verdict.wrong if one.case.tree]
        if not drawn:
            raise ZermeloError(_("nothing went wrong on a tree: give one to draw with --tree"))
        tree, found = drawn[0]
    if "error" in found:
        raise ZermeloError(complaint(found, limits))
    if not found["trace"]:
        raise ZermeloError(_("{name} asked nothing of the game").format(name=program.name))
    view = _view(program, tree, found, file.suffix.lower() if file else "")
    if file:
        files.write_whole(file, output(file.suffix.lower())(view))
    else:
        terminal.show(view)


def _view(program: Program, tree: Tree, found: dict[str, Any], ending: str) -> View:
    from zermelo.explain.story import Witness, story_of
    from zermelo.explain.view import View
    from zermelo.students.replay import Teller

    witness = Witness(tree)
    line = () if found["move"] is None else (tree.parse_action(0, found["move"]),)
    value = 0 if found["value"] is None else number(found["value"])
    Teller(tree, witness).tell(program.kind, found["trace"], value, line)
    story = story_of(witness)
    page = ending == ".html"
    return View(story, 0 if page else len(story.steps) - 1, "auto" if page else "light")
