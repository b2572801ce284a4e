"""What `zermelo course new` writes: a statement in three languages, a starter, tests, a rubric."""

from __future__ import annotations

import shlex
from collections.abc import Container, Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from zermelo.course import words
from zermelo.course.proposal import rubric_text
from zermelo.course.rubric import Rubric
from zermelo.files import write_whole
from zermelo.game import Game, ZermeloError, decided_by_chance, provides
from zermelo.games import Pacman
from zermelo.games.catalogue import ALL, GameFactory
from zermelo.language import LANGUAGES, _, current, speaking

TEACHER: Final = "teacher"
RUBRIC: Final = f"{TEACHER}/rubric.toml"
ROSTER: Final = f"{TEACHER}/roster.csv"
RESULTS: Final = f"{TEACHER}/results"
SUBMISSIONS: Final = "submissions"
FEEDBACK: Final = "feedback"


def check_new(folder: Path) -> None:
    """Refuses a folder that has something in it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        told = _("{path} is there already; choose another name").format(path=folder)
        raise ZermeloError(told)


def write_project(
    folder: Path, game: Game[Any, Any], rubric: Rubric, own: Path | None = None
) -> list[str]:
    """Writes all files of a project, the rules of a user's `own` game among them; their names."""
    texts = {}
    for language in LANGUAGES:
        name = "statement.md" if language == "en" else f"statement.{language}.md"
        with speaking(language):
            texts[name] = statement(game, rubric)
    texts["starter.py"] = _starter(rubric)
    texts["test_public.py"] = _tests(rubric)
    texts[RUBRIC] = rubric_text(rubric)
    texts["README.md"] = _text(f"readme.{current()}.md")
    check_new(folder)
    try:
        for each in (folder, folder / TEACHER, folder / SUBMISSIONS):
            each.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = _("cannot write {path}: {reason}")
        raise ZermeloError(told.format(path=folder, reason=error.strerror)) from None
    for name, text in texts.items():
        write_whole(folder / name, text.encode())
    if own:
        write_whole(folder / own.name, own.read_bytes())
        texts[own.name] = ""
    return [*texts, f"{SUBMISSIONS}/"]


# --- for students --------------------------------------------------------------------------------


def statement(game: Game[Any, Any], rubric: Rubric) -> str:
    """What students read, in the current language."""
    about = ALL.get(rubric.game) or GameFactory(type(game))
    start = game.initial()
    dice = decided_by_chance(game, start)
    actions = [] if dice else list(game.actions(start))
    given = {"parse_state": provides(game, "parse_state"), "chance": game.has_chance}
    given |= {"evaluation": provides(game, "evaluate"), "pacman": isinstance(game, Pacman)}
    known = {name for name, holds in given.items() if holds}
    known |= {rubric.kind, rubric.plays, "dice" if dice else "no_dice"}
    marks = (
        f"| {words.heading(each, rubric.kind)} | {words.asked(each, rubric)} "
        f"| {words.number(each.points)} |"
        for each in rubric.criteria
    )
    values = {
        "game": about.title,
        "about": about.summary,
        "board": game.draw(start),
        "state": repr(start),
        "text": game.format_state(start),
        "after": "".join(game.format_state(game.result(start, each)) for each in actions[:1]),
        "source": _source(rubric),
        "actions": ", ".join(f"`{each!r}` = {game.format_action(start, each)}" for each in actions),
        "kind": rubric.kind,
        "depth": str(rubric.depth),
        "seconds": words.number(rubric.seconds),
        "limit": f"{rubric.seconds:g}",
        "memory": str(rubric.memory),
        "marks": "\n".join(marks),
    }
    return Template(_text(f"statement.{current()}.md", known)).substitute(values)


def _source(rubric: Rubric) -> str:
    """The game as the command line takes it."""
    given = (part for each in rubric.settings for part in ("--set", each))
    return shlex.join([rubric.game, *given])


def _text(name: str, known: Container[str] = ()) -> str:
    """A file of ours; a line that begins with ?word is there where that word is known."""
    lines = []
    for line in files("zermelo.course").joinpath(name).read_text("utf-8").splitlines():
        while line.startswith("?") and line[1:].partition(" ")[0] in known:
            line = line.partition(" ")[2]
        if not line.startswith("?"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def _starter(rubric: Rubric) -> str:
    move = rubric.kind == "move"
    return _filled(
        f"starter_{rubric.kind}.py.txt",
        {
            "about": _("Write your function here; `python test_public.py` tests it."),
            "returns": _("The action to play at `state`: one of game.actions(state).")
            if move
            else _("An estimate of the value of `state`: large is good for MAX."),
            "better": _("the first one; yours will be better")
            if move
            else _("no position is better than another; yours will know"),
            "value_for_max": _("value for MAX:"),
        },
    )


def _tests(rubric: Rubric) -> str:
    names = ["evaluate"] if rubric.kind == "evaluate" else ["move", rubric.plays]
    said = {
        "of_ten": _("of ten games, it must win at least five more than it loses"),
        "of_five": _("in five games, it must score more than random moves do"),
    }
    tests = "".join(_filled(f"public_{name}.py.txt", said) for name in names)
    file, _colon, name = rubric.game.partition(":")
    if file.endswith(".py"):
        imports = f"from {Path(file).stem} import {name}\nfrom zermelo.games.catalogue import "
        imports, game = f"{imports}GameFactory", f"GameFactory({name}).build({dict(rubric.set)!r})"
    else:
        given = "".join(f", {key}={value!r}" for key, value in rubric.set.items())
        imports = "from zermelo.games.catalogue import make_game"
        game = f"make_game({rubric.game!r}{given})"
    return _filled(
        "public.py.txt",
        {
            "about": _("The public tests: `python test_public.py`, or with YOUR_FILE.py after it."),
            "imports": imports,
            "game": game,
            "seconds": str(rubric.seconds),
            "for_each": _("for each answer"),
            "the_function": _("The student's function."),
            "the_positions": _("Positions of random games."),
            "players": "(1,)" if rubric.plays == "max" else "(1, -1)",
            "tests": tests,
        },
    )


def _filled(name: str, values: Mapping[str, str]) -> str:
    return Template(_text(name)).substitute(values)
