"""What is asked of students and what they can do better, in words: one text for all who read it."""

from __future__ import annotations

from typing import Final

from zermelo.course.rubric import Criterion, Rubric
from zermelo.language import _, local, mark, ngettext

HEADINGS: Final = {
    "legal": mark("Legal moves"),
    "number": mark("A number for every position"),
    "random": mark("Against random moves"),
    "other": mark("Against {player}"),
    "forced": mark("Forced wins"),
    "proven": mark("Agreement with proven values"),
}

ADVICE: Final = {
    "loading": mark("Run `python test_public.py YOUR_FILE.py`: it shows the same error."),
    "illegal": mark("Return one of `list(game.actions(state))`, as it is."),
    "time": mark("Search less deep, or return the best move so far before the time is over."),
    "memory": mark("Keep less: a table of positions needs a limit."),
    "files": mark("A program may read and write no files besides its own."),
    "crash": mark("Call your function at this position, and read where it fails."),
    "output-limit": mark("Remove every `print` from what your function calls."),
    "match": mark("Play the moves again, and look for the first one that you would not make."),
    "forced": mark("First look for a move that wins at once, then search {plies} plies deep."),
    "proven": mark("Compare the two positions: what should your function count that it does not?"),
}


def heading(criterion: Criterion, kind: str) -> str:
    """What a criterion is called."""
    name = criterion.test
    if name == "match":
        name = criterion.against if criterion.against in HEADINGS else "other"
    name = "number" if name == "legal" and kind == "evaluate" else name
    return _(HEADINGS[name]).format(player=criterion.against)


def asked(criterion: Criterion, rubric: Rubric) -> str:
    """What students must reach, in a sentence; nothing that is hidden from them."""
    full, nothing = number(criterion.full), number(criterion.nothing)
    if criterion.test == "match":
        if rubric.plays == "max":
            words = ngettext("{count} game as MAX.", "{count} games as MAX.", criterion.games)
            more = _("All points for an average score of {full}, none at {nothing}.")
        else:
            words = ngettext(
                "{count} game, as MAX and as MIN in turn.",
                "{count} games, as MAX and as MIN in turn.",
                criterion.games,
            )
            full, nothing = percent(criterion.full), percent(criterion.nothing)
            more = _("All points for {full} of the score, none at {nothing}; a draw is half.")
        return f"{words.format(count=criterion.games)} {more.format(full=full, nothing=nothing)}"
    words = {
        "legal": _("At {count} hidden positions: a legal move within {seconds} s."),
        "number": _("At {count} hidden positions: a finite number within {seconds} s."),
        "forced": _(
            "At {count} hidden positions you can force a win within {plies} plies: "
            "the move must keep the win."
        ),
        "proven": _(
            "Of {count} hidden positions with proven values, any two of different value must be "
            "in the right order. All points for {full} of the pairs, none at {nothing}."
        ),
    }["number" if criterion.test == "legal" and rubric.kind == "evaluate" else criterion.test]
    return words.format(
        count=criterion.positions,
        plies=criterion.plies,
        seconds=number(rubric.seconds),
        full=percent(criterion.full),
        nothing=percent(criterion.nothing),
    )


def advice(kind: str, plies: int = 0) -> str:
    """What to do about a fault of some kind, or about points that were missed."""
    return _(ADVICE.get(kind, ADVICE["crash"])).format(plies=plies)


def number(value: float) -> str:
    """A number with two decimals at most, as the language writes it."""
    return local(f"{value:.2f}".rstrip("0").rstrip(".")).replace("-", "−")


def percent(share: float) -> str:
    """A share in a hundred."""
    return f"{round(100 * share)} %"
