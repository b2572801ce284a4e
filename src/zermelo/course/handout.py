"""What `zermelo course new` writes: a statement in three languages, a starter, tests, a rubric."""

from __future__ import annotations

import random
import shlex
from collections.abc import Container, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from string import Template
from typing import Any, Final

from zermelo.course import words
from zermelo.course.criteria import Cases, contest, sample, score_of
from zermelo.course.rubric import Criterion, Rubric
from zermelo.files import write_whole
from zermelo.game import MIN, Game, ZermeloError, decided_by_chance, provides
from zermelo.games import Pacman
from zermelo.games.catalogue import ALL, GameFactory
from zermelo.language import LANGUAGES, _, current, speaking
from zermelo.match import Player, engine_player, random_player
from zermelo.search import usual_algorithm

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
    texts |= _programs(rubric)
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
    has = {"parse_state": provides(game, "parse_state"), "chance": game.has_chance}
    has |= {"evaluation": provides(game, "evaluate"), "pacman": isinstance(game, Pacman)}
    known = {name for name, holds in has.items() if holds}
    known |= {rubric.kind, rubric.plays, "dice" if dice else "no_dice"}
    given = (part for each in rubric.settings for part in ("--set", each))
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
        "source": shlex.join([rubric.game, *given]),
        "actions": ", ".join(f"`{each!r}` = {game.format_action(start, each)}" for each in actions),
        "kind": rubric.kind,
        "depth": str(rubric.depth),
        "seconds": words.number(rubric.seconds),
        "limit": f"{rubric.seconds:g}",
        "memory": str(rubric.memory),
        "marks": "\n".join(marks),
    }
    return _text(f"statement.{current()}.md", known, values)


def _programs(rubric: Rubric) -> dict[str, str]:
    """What students begin with, and the public tests."""
    file, _colon, name = rubric.game.partition(":")
    if file.endswith(".py"):
        imports = f"from {Path(file).stem} import {name}\nfrom zermelo.games.catalogue import "
        imports, game = f"{imports}GameFactory", f"GameFactory({name}).build({dict(rubric.set)!r})"
    else:
        given = "".join(f", {key}={value!r}" for key, value in rubric.set.items())
        imports = "from zermelo.games.catalogue import make_game"
        game = f"make_game({rubric.game!r}{given})"
    values = {
        "write": _("Write your function here; `python test_public.py` tests it."),
        "action": _("The action to play at `state`: one of game.actions(state)."),
        "estimate": _("An estimate of the value of `state`: large is good for MAX."),
        "first": _("the first one; yours will be better"),
        "none": _("no position is better than another; yours will know"),
        "value_for_max": _("value for MAX:"),
        "about": _("The public tests: `python test_public.py`, or with YOUR_FILE.py after it."),
        "imports": imports,
        "game": game,
        "seconds": str(rubric.seconds),
        "for_each": _("for each answer"),
        "the_function": _("The student's function."),
        "the_positions": _("Positions of random games."),
        "players": "(1,)" if rubric.plays == "max" else "(1, -1)",
        "of_ten": _("of ten games, it must win at least five more than it loses"),
        "of_five": _("in five games, it must score more than random moves do"),
    }
    known = {rubric.kind, rubric.plays}
    return {
        "starter.py": _text("starter.py.txt", known, values),
        "test_public.py": _text("public.py.txt", known, values),
    }


def _text(name: str, known: Container[str] = (), values: Mapping[str, str] | None = None) -> str:
    """A file of ours with the values put in; a line ?word is there where that word is known."""
    lines = []
    for line in files("zermelo.course").joinpath(name).read_text("utf-8").splitlines():
        while line.startswith("?") and line[1:].partition(" ")[0] in known:
            line = line.partition(" ")[2]
        if not line.startswith("?"):
            lines.append(line)
    return Template("\n".join(lines) + "\n").substitute(values or {})


# --- the rubric, by what the game is like --------------------------------------------------------

FEWEST: Final = 3  # positions, without which a criterion is left out
REFERENCE: Final = 4  # plies that the search looks ahead whose score earns all points
ENOUGH: Final = 0.9  # of its score, beyond that of random moves
LEAST: Final = 1.0  # by which the scores for all points and for none differ
GAMES: Final = 20  # random games in which MIN is looked for


def propose(
    game: Game[Any, Any], source: str, set_: Mapping[str, str], kind: str, seed: int
) -> Rubric:
    """Criteria for 100 points, each with a seed of its own."""
    luck = random.Random(seed)
    seconds = 1.0 if kind == "move" else 0.1

    def hidden() -> int:
        return luck.randrange(10**6)

    plays = "max" if for_score(game) else "both"
    rubric = Rubric(source, (), kind, plays, seconds, set=set_)
    search = f"{usual_algorithm(game).name}:depth={rubric.depth}"
    criteria = [Criterion("legal", 20, hidden(), positions=20)]
    if plays == "max":
        matches = [Criterion("match", 40, hidden())]
        if _min_moves(game):
            games = 10 if game.has_chance else 1  # or each would be the same
            matches.append(Criterion("match", 30, hidden(), games=games, against=search))
    elif kind == "evaluate":  # any search wins against weaker players
        matches = [Criterion("match", 30, hidden(), against=search, nothing=0.2, full=0.6)]
    else:
        matches = [Criterion("match", 20, hidden(), nothing=0.5, full=0.9)]
        matches.append(Criterion("match", 30, hidden(), games=6, against=search, full=0.5))
    criteria += [measured(game, each, rubric) for each in matches]
    if plays == "both":
        proof = Criterion("forced", 20, hidden(), positions=10)
        if kind == "evaluate":
            proof = Criterion("proven", 50, hidden(), positions=40, nothing=0.5, full=0.8)
        if len(Cases(game, rubric).of(replace(proof, positions=FEWEST))) == FEWEST:
            criteria.append(proof)
    return replace(rubric, criteria=_to_a_hundred(criteria))


def for_score(game: Game[Any, Any]) -> bool:
    """Whether MAX plays for a score, against MIN or chance as its environment.

    That is where MIN never moves, or where what can be lost is not what can be won.
    """
    if not provides(game, "bounds") or not _min_moves(game):
        return not _min_moves(game)
    low, high = game.bounds(game.initial())
    return low < 0 < high and low + high != 0


def measured(game: Game[Any, Any], criterion: Criterion, rubric: Rubric) -> Criterion:
    """The criterion where what random moves score is nothing, and most of the engine's score all.

    Only of a game for a score: elsewhere a share of the points says enough.
    """
    if rubric.plays == "both":
        return criterion

    def score(player: Player) -> float:
        played = list(contest(game, criterion, rubric.plays, player))
        return fmean(score_of(rubric.plays, *each) for each in played)

    nothing, best = score(random_player(criterion.seed)), score(engine_player(None, REFERENCE))
    full = nothing + max(LEAST, ENOUGH * (best - nothing))
    return replace(criterion, nothing=round(nothing, 2), full=round(full, 2))


def _min_moves(game: Game[Any, Any]) -> bool:
    return any(game.to_move(state) == MIN for state, _history in sample(game, "both", 1, GAMES))


def _to_a_hundred(criteria: list[Criterion]) -> tuple[Criterion, ...]:
    """The last match takes what a criterion that was left out would have been worth."""
    rest = 100 - sum(each.points for each in criteria)
    last = max(i for i, each in enumerate(criteria) if each.test == "match")
    criteria[last] = replace(criteria[last], points=criteria[last].points + rest)
    return tuple(criteria)


def rubric_text(rubric: Rubric) -> str:
    """The rubric as a file for a teacher to change."""
    head = _("The rubric: change points, seeds and limits as you like. Keep it from students.")
    wide = ["game", "kind", "plays", "seconds", "memory"]
    wide += ["depth"] if rubric.kind == "evaluate" else []
    notes = {
        "kind": _("students write move(game, state), or evaluate(game, state)"),
        "plays": _("both: MAX and MIN in turn; max: always MAX, for the score"),
        "seconds": _("for each answer"),
        "memory": _("megabytes"),
        "depth": _("plies that a search looks ahead"),
        "seed": _("of its positions, openings and dice; hidden"),
        "full": _("a score that earns all points, as `nothing` earns none"),
    }
    lines = [f"# {head}", "", *(_pair(key, getattr(rubric, key), notes) for key in wide)]
    if rubric.set:
        lines += ["", "[set]", *(_pair(key, value, {}) for key, value in rubric.set.items())]
    used = {
        "legal": ("positions",),
        "match": ("against", "games", "nothing", "full"),
        "forced": ("positions", "plies"),
        "proven": ("positions", "nothing", "full"),
    }
    for each in rubric.criteria:
        keys = ["test", *used[each.test], "seed", "points"]
        lines += ["", "[[criterion]]", *(_pair(key, getattr(each, key), notes) for key in keys)]
    return "\n".join(lines) + "\n"


def _pair(key: str, value: Any, notes: dict[str, str]) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        value = f'"{escaped}"'
    line = f"{key} = {value}"
    return f"{line:24} # {notes.pop(key)}" if key in notes else line  # said once
