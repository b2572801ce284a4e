"""Exercises and answers as JSON, and the tree of an exercise as a file of its own.

    {"student": "Ada",
     "exercise": {"kind": "alphabeta", "seed": 7, "shape": "depth=3 ...", "version": 1,
                  "digest": "..."},
     "answers": {"A.value": 3, "B.alpha": "-inf", "c1.state": "pruned", ...}}

Several exercises on one sheet stand in a list, `"exercises": [{"exercise": ..., "answers": ...},
...]`. What is not filled in is null, "" or left out. The tree is not in it: kind, seed and shape
make it anew, and the digest tells whether it is the one that was answered. Where it is known
which exercises were set, those are marked, whatever the file says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.exercise.exercise import VERSION, Exercise, make
from zermelo.exercise.items import AnswerError, Given, Unreadable, json_of, read_answer
from zermelo.exercise.replay import Replay
from zermelo.games.tree import Expectation, Tree, write_tree
from zermelo.games.tree.nodes import value_text
from zermelo.language import _
from zermelo.names import instead


@dataclass(frozen=True)
class Paper:
    """What one student hands in."""

    student: str
    answered: tuple[tuple[Exercise, dict[str, Given]], ...]
    notes: tuple[str, ...] = ()  # what was passed over, and why


def form(exercises: Sequence[Exercise], solved: bool = False, student: str = "") -> str:
    """The JSON to fill in, or filled in with the solution."""
    page: dict[str, Any] = {"student": student}
    parts = [_part(exercise, solved) for exercise in exercises]
    page.update(parts[0] if len(parts) == 1 else {"exercises": parts})
    return json.dumps(page, ensure_ascii=False, indent=1) + "\n"


def _part(exercise: Exercise, solved: bool) -> dict[str, Any]:
    solution = exercise.task.solution if solved else {}
    return {
        "exercise": about(exercise),
        "answers": {
            item.id: json_of(solution[item.id]) if item.id in solution else None
            for item in exercise.task.items
        },
    }


def about(exercise: Exercise) -> dict[str, int | str]:
    """What says which exercise it is; of a tree of somebody's own, the digest alone."""
    if exercise.own:
        return {"kind": exercise.kind, "digest": exercise.digest}
    return {
        "kind": exercise.kind,
        "seed": exercise.seed,
        "shape": exercise.shape.text,
        "version": VERSION,
        "digest": exercise.digest,
    }


def tree_file(exercise: Exercise, solved: bool = False) -> str:
    """The text of the tree; solved, it says what a search must find, and so is its own test."""
    tree, task = exercise.tree, exercise.task
    if task.on_boards:
        raise AnswerError(_("a .tree file has no boards: write .pdf, .html, .json or .xml"))
    if task.given:
        raise AnswerError(_("a .tree file has no visits: write .pdf, .html, .json or .xml"))
    expected: list[Expectation] = []
    if solved:
        tree = task.solved_tree(tree)
        replay = Replay(task.replay.algorithm, tree, **task.replay.settings)
        expected = [Expectation(tuple(_expected(replay).items()))]
    return write_tree(Tree(tree.nodes, exercise.title, None, tuple(expected)))


def _expected(replay: Replay) -> dict[str, str | tuple[str, ...]]:
    tree, result = replay.tree, replay.result
    found: dict[str, str | tuple[str, ...]] = {"algorithm": replay.algorithm.name}
    for name, setting in replay.settings.items():
        found[name] = tuple(map(str, setting)) if name == "window" else str(setting)
    found["value"] = value_text(result.value)
    if result.action is not None:
        found["move"] = tree.format_action(0, result.action)
    pruned = [tree.leaf_label(leaf) for leaf in tree.leaves() if leaf not in replay.visits]
    return {**found, "pruned": tuple(pruned), "cutoffs": str(result.cutoffs)}


def read_paper(text: str, set_for: Callable[[str], Sequence[Exercise]] | None = None) -> Paper:
    """The answers in a text, or `AnswerError` in one line.

    `set_for` gives the exercises that were set for a student, which are those to be marked.
    """
    try:
        # Numbers stay texts: how a number is written tells how far it was rounded.
        page = json.loads(
            text.removeprefix("\ufeff"),
            parse_float=str,
            parse_int=str,
            parse_constant=str,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise AnswerError(
            _("no JSON: {what} at line {line}, column {column}").format(
                what=error.msg, line=error.lineno, column=error.colno
            )
        ) from None
    except RecursionError:
        raise AnswerError(_("no answers: nested too deeply")) from None
    if not isinstance(page, dict):
        raise AnswerError(_('no answers: write {"exercise": ..., "answers": ...}'))
    student = page.get("student")
    parts = page.get("exercises", [page])
    if not isinstance(parts, list) or not parts:
        raise AnswerError(_('no answers: "exercises" is a list of exercises with their answers'))
    name = " ".join(student.split()) if isinstance(student, str) else ""
    notes: list[str] = []
    if set_for is None:
        return Paper(name, tuple(_read_part(part, notes) for part in parts), tuple(notes))
    answered = []
    for number, exercise in enumerate(set_for(name), 1):
        raw = _answers_to(exercise, parts)
        if raw is None:
            notes.append(_("exercise {number}: no answers to it").format(number=number))
        answered.append((exercise, _read_answers(exercise, raw or {}, notes)))
    return Paper(name, tuple(answered), tuple(notes))


def _answers_to(exercise: Exercise, parts: list[Any]) -> dict[str, Any] | None:
    """The answers in a file that are for this very exercise."""
    for part in parts:
        about, raw = _split(part)
        if about.get("digest") == exercise.digest and about.get("kind") == exercise.kind:
            return raw
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise AnswerError(_("'{key}' stands twice: keep one").format(key=key))
        found[key] = value
    return found


def _split(part: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    about = part.get("exercise") if isinstance(part, dict) else None
    raw = part.get("answers") if isinstance(part, dict) else None
    if not isinstance(about, dict) or not isinstance(raw, dict):
        raise AnswerError(_('no answers: write {"exercise": ..., "answers": ...}'))
    return about, raw


def _read_part(part: Any, notes: list[str]) -> tuple[Exercise, dict[str, Given]]:
    about, raw = _split(part)
    exercise = _read_exercise(about)
    return exercise, _read_answers(exercise, raw, notes)


def _read_answers(exercise: Exercise, raw: dict[str, Any], notes: list[str]) -> dict[str, Given]:
    """The answers; one that cannot be read spoils no other."""
    items = {item.id: item for item in exercise.task.items}
    found: dict[str, Given] = {}
    for key, value in raw.items():
        if key not in items:
            unknown = _("this exercise has no item '{name}'")
            notes.append(unknown.format(name=key[:40]) + instead(key, items))
            continue
        try:
            given = read_answer(items[key], value)
        except AnswerError as error:
            given = Unreadable(str(value)[:40], str(error))
        if given is not None:
            found[key] = given
    return found


def _read_exercise(about: dict[str, Any]) -> Exercise:
    kind, seed, shape = about.get("kind"), about.get("seed"), about.get("shape")
    texts = isinstance(kind, str) and isinstance(shape, str) and isinstance(seed, str)
    if about.get("digest") and "seed" not in about:
        raise AnswerError(_("the exercise is on a tree of the teacher's own: give its --sheet"))
    if not texts or not str(seed).isdecimal() or len(str(seed)) > 10:
        raise AnswerError(_("the exercise is not said: kind, seed and shape, as the form had them"))
    if str(about.get("version")) != str(VERSION):
        words = _("these answers are for version {theirs} of the exercises; this is {ours}")
        raise AnswerError(words.format(theirs=about.get("version"), ours=VERSION))
    exercise = make(str(kind), int(str(seed)), str(shape))
    if about.get("digest") != exercise.digest:
        words = _("these answers are for another tree: the digest is {theirs}, not {ours}")
        raise AnswerError(words.format(theirs=about.get("digest"), ours=exercise.digest))
    return exercise
