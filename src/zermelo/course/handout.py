"""What `zermelo course new` writes: a statement in three languages, a starter, tests, a rubric."""

from __future__ import annotations

from collections.abc import Mapping
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
from zermelo.language import LANGUAGES, _, speaking

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
    texts["README.md"] = _readme()
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
    told = [
        f"# {_('Project: {game}').format(game=about.title)}",
        about.summary,
        _task(rubric),
        f"```text\n{game.draw(game.initial())}\n```",
        f"## {_('What a game can tell you')}",
        _interface(game),
        f"## {_('How to begin')}",
        _beginning(),
        f"## {_('A week')}",
        _week(rubric),
        f"## {_('Limits')}",
        _limits(rubric),
        f"## {_('Marks')}",
        _marks(rubric),
        f"## {_('Handing in')}",
        _("Hand in one file, named after you, such as `ada_lovelace.py`."),
    ]
    return "\n\n".join(told) + "\n"


def _task(rubric: Rubric) -> str:
    if rubric.kind == "evaluate":
        return _(
            "Write `evaluate(game, state)` in `starter.py`: an estimate of the value of a position "
            "that is not terminal. It returns a number: large is good for MAX, small is good for "
            "MIN. An alpha-beta search that looks {depth} plies ahead plays with it."
        ).format(depth=rubric.depth)
    told = _(
        "Write `move(game, state)` in `starter.py`: it returns the action to play at `state`, one "
        "of `game.actions(state)`."
    )
    if rubric.plays == "max":
        return f"{told} " + _(
            "You always play MAX; MIN or chance is your environment. The score is what counts: "
            "the utility at the end of the game."
        )
    return f"{told} " + _(
        "You play MAX in one game and MIN in the next: `game.to_move(state)` says which, 1 for MAX "
        "and -1 for MIN."
    )


def _interface(game: Game[Any, Any]) -> str:
    rows = {
        "game.initial()": _("the position in which the game begins"),
        "game.to_move(state)": _("who moves: 1 MAX, -1 MIN, 0 chance"),
        "game.actions(state)": _("the legal actions"),
        "game.result(state, action)": _("the position after an action; `state` stays as it is"),
        "game.is_terminal(state)": _("whether the game is over"),
        "game.utility(state)": _("the value of a terminal position for MAX"),
        "game.format_state(state)": _("the position as a text"),
        "game.draw(state)": _("the board in lines of text"),
    }
    if provides(game, "parse_state"):
        rows["game.parse_state(text)"] = _("the position that a text describes")
    if game.has_chance:
        rows["game.outcomes(state)"] = _("where chance moves: pairs of an action and its weight")
    if provides(game, "evaluate"):
        rows["game.evaluate(state)"] = _("an estimate to compare yours with")
    if isinstance(game, Pacman):
        rows["state.pacman, state.ghosts, state.food"] = _("cells, each one bit of a number")
        rows["game.distance(cell, cells)"] = _("the steps from a cell to the nearest of some")
        rows["game.step(cell, action)"] = _("the cell that an action leads to")
        rows["game.points(state)"] = _("the score so far")
    head = f"| {_('call')} | {_('what it gives')} |\n|---|---|\n"
    start = game.initial()
    first = _("The first position is `{state!r}`.").format(state=start)
    if not decided_by_chance(game, start):
        actions = [
            f"`{each!r}` = {game.format_action(start, each)}" for each in game.actions(start)
        ]
        first += " " + _("Its actions: {actions}.").format(actions=", ".join(actions))
    return (
        head + "\n".join(f"| `{call}` | {what} |" for call, what in rows.items()) + f"\n\n{first}"
    )


def _beginning() -> str:
    return (
        f"    pip install zermelo\n    python starter.py\n    python test_public.py\n\n"
        f"{_('The starter plays a game; then come the public tests.')} "
        + _("The starter plays by the rules, but not well: that is your work.")
    )


def _week(rubric: Rubric) -> str:
    days = [
        _("Read the starter, run it, and play the game yourself."),
        _("Look one move ahead: try every action and compare what it leads to."),
        _("Write minimax to a fixed depth. Test it on positions whose value you know."),
        _("Add alpha-beta. It must choose moves of the same value, with fewer nodes."),
        _("Write an evaluation for positions at the depth limit."),
        _("Measure the time of each move; search as deep as the limit allows."),
        _("Tidy up, run the public tests once more, hand in."),
    ]
    if rubric.kind == "evaluate":
        days[1:4] = [
            _("List what makes a position good. Count one of these things."),
            _("Give MAX and MIN the same rule with opposite signs."),
            _("Add a second feature and weigh it against the first."),
        ]
        days[4] = _("Find positions that your function misjudges, and ask what it misses.")
    return "\n".join(f"{day}. {what}" for day, what in enumerate(days, 1))


def _limits(rubric: Rubric) -> str:
    return _(
        "Each answer may take {seconds} s, your program {memory} MB. It runs in a process of its "
        "own: it may use Python's standard library and Zermelo's rules, print nothing, and read "
        "or write no files. Where it fails, it loses that game or position with the reason; the "
        "rest counts."
    ).format(seconds=words.number(rubric.seconds), memory=rubric.memory)


def _marks(rubric: Rubric) -> str:
    rows = [
        f"| {words.heading(each, rubric.kind)} | {words.asked(each, rubric)} "
        f"| {words.number(each.points)} |"
        for each in rubric.criteria
    ]
    head = f"| {_('criterion')} | {_('what is asked')} | {_('points')} |\n|---|---|---:|\n"
    return head + "\n".join(rows)


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
    text = files("zermelo.course").joinpath(name).read_text(encoding="utf-8")
    return Template(text).substitute(values)


# --- for the teacher -----------------------------------------------------------------------------


def _readme() -> str:
    told = [
        f"# {_('A project for a class')}",
        _(
            "Give students the statement, `starter.py` and `test_public.py`. Never give them "
            "`teacher/`: its `rubric.toml` has the criteria, their points and the hidden seeds."
        ),
        _(
            "Put what they hand in into `submissions/`: NAME.py, or a folder NAME with starter.py. "
            "A list of students is optional: `teacher/roster.csv`, with the first line "
            "`submission,name`. Then run"
        ),
        "    zermelo course grade .",
        _(
            "It writes `grades.csv`, and a page for each student in `feedback/`. It can be stopped "
            "at any time and goes on where it was; a student is graded again only if the "
            "submission or the rubric has changed."
        ),
    ]
    return "\n\n".join(told) + "\n"
