"""The page with exercises."""

from __future__ import annotations

from typing import Any

from zermelo.language import _, forms
from zermelo.web.texts.shell import conventions


def practise() -> dict[str, Any]:
    return {
        "title": _("Practise"),
        "about": _("Exercises by kind, number and shape: the same for everybody."),
        "level": _("Level"),
        "levels": {
            "values": _("1 · values and pruning"),
            "bounds": _("2 · alpha and beta"),
            "all": _("3 · everything"),
        },
        "view": _("Answer"),
        "views": {"tree": _("on the tree"), "table": _("in a table")},
        "touch": _("Choose a node to fill it in; choose a branch to cross it out."),
        "prune": _("Pruned"),
        "nextNode": _("Next"),
        "getHint": _("Hint"),
        "hinted": _("Look at this next: {item}."),
        "noHint": _("Nothing is missing or wrong."),
        "choices": _("Kind and shape"),
        "yours": _("Your answers"),
        "solved": _("Solution"),
        "clear": _("Clear my answers"),
        "kind": _("Kind"),
        "seed": _("Number"),
        "more": _("More about the shape"),
        "weights": _("Marks, in per cent"),
        "groups": groups(),
        "any": _("any"),
        "another": _("Another exercise"),
        "begin": _("A run of {count}"),
        "progress": _("Exercise {count} of {all}; marks so far: {marks} of {of}"),
        "drawing": _("Drawing of the tree"),
        "inner": _("node"),
        "leaves": _("leaf"),
        "hint": _("Numbers are written 3, -2.5, 7/2, inf or -inf."),
        "check": _("Check"),
        "solution": _("Show the solution"),
        "step": _("Step through it"),
        "next": _("Next exercise"),
        "skip": _("Leave it at that"),
        "finish": _("To the result"),
        "unreadable": _("Some answers cannot be read; nothing is marked yet."),
        "blank": _("Fill in at least half of it: then it is marked. Still empty:"),
        "marks": forms("{marks} of {all} mark", "{marks} of {all} marks"),
        "first": _("The first mistake:"),
        "whole": _("the whole paper: {what}"),
        "charged": _("the whole paper: {what}; charged once, {charge} %"),
        "perfect": _("All is right."),
        "mistakes": _("Everything that is wrong or missing: {count}"),
        "verdicts": _verdicts(),
        "over": _("The run is over"),
        "took": _("Time: {time}"),
        "name": _("Your name"),
        "save": _("Save the score"),
        "saved": _("Saved."),
        "scores": _("Scores"),
        "noScores": _("No score is saved yet."),
        "remove": _("Delete this score"),
        "removed": _("Deleted."),
        "columns": {
            "name": _("Name"),
            "kind": _("Kind"),
            "marks": _("Marks"),
            "time": _("Time"),
            "when": _("When"),
        },
    }


def groups() -> dict[str, str]:
    """What the parts that marks are given for are called."""
    return {
        "values": _("Values and move"),
        "bounds": _("Alpha and beta"),
        "pruning": _("Pruning"),
    }


def teach() -> dict[str, Any]:
    """What is said to teachers, and to students of an assignment."""
    return {
        "title": _("For teachers: an assignment"),
        "about": _(
            "Put exercises together and give your students the link: they need nothing else. The "
            "page holds no solutions; what each student reached is kept here, under the title."
        ),
        "add": _("Add the exercise shown"),
        "added": _("Exercises in the assignment: {count}."),
        "remove": _("Take exercise {count} out"),
        "own": _("a tree of your own"),
        "name": _("Title of the assignment"),
        "usual": _("Assignment"),
        "link": _("Copy the link for students"),
        "copied": _("The link is copied."),
        "onlyHere": _(
            "Students cannot open this link: it works on this computer alone. Start zermelo serve "
            "with --host, open the address that it prints for others, and copy the link there."
        ),
        "paper": _("Sheets as PDF"),
        "solved": _("Solutions as PDF"),
        "results": _("Results as CSV"),
        "broken": _("This link is no assignment: copy it once more, as a whole."),
        "of": _("Exercise {count} of {all}"),
        "handIn": _("Hand in"),
        "blank": _(
            "Nothing is answered in: {which}. What is handed in stays as it is. "
            "Hand in all the same?"
        ),
        "handed": forms("Handed in: {marks} of {all} mark.", "Handed in: {marks} of {all} marks."),
    }


def keys() -> dict[str, str]:
    """What the parts of a shape are called."""
    return {
        "depth": _("Depth"),
        "branching": _("Branches of a node"),
        "cuts": _("Cuts"),
        "deep": _("Deep cuts"),
        "pruned": _("Leaves pruned"),
        "ties": _("Ties"),
        "leaves": _("Leaves from..to"),
        "step": _("Step between values"),
        "root": _("At the root"),
        "levels": _("Kind of every level"),
        "chance": _("Levels of chance"),
        "odds": _("Probabilities"),
        "uneven": _("Leaves at several depths"),
        "cut": _("Cut when"),
        "test": _("Test for a cut"),
        "returns": _("Values"),
        "heuristic": _("heuristic"),
    }


def shapes() -> dict[str, dict[str, str]]:
    yes_no = {"yes": _("yes"), "no": _("no"), "any": _("any")}
    return {
        "ties": yes_no,
        "uneven": yes_no,
        "root": {"max": "MAX", "min": "MIN"},
        "odds": {"mixed": _("mixed"), "equal": _("equal")},
        **conventions(),
    }


def _verdicts() -> dict[str, str]:
    return {
        "right": _("Right."),
        "follow-on": _("Right, given what was written before."),
        "copy": _("Repeated: no marks."),
        "missing": _("Nothing is written."),
        "wrong": _("Not so."),
    }
