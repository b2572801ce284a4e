"""What mistake a program looks like: that of the table which does the very same on every tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.game import MIN
from zermelo.games.tree import Tree
from zermelo.language import mark
from zermelo.misconceptions import (
    NEVER,
    NO_CUTS,
    RIGHT,
    Misconception,
    Observation,
    Variant,
    misconceptions,
    search,
)
from zermelo.numbers import number
from zermelo.students.cases import Case
from zermelo.students.program import Program
from zermelo.students.replay import entered, leaves, same, visits, withheld


class Seen(NamedTuple):
    """What a program did on a tree."""

    tree: Tree
    depth: int | None
    did: Observation


def looks_like(
    program: Program, tried: Sequence[Case], answers: Sequence[dict[str, Any]]
) -> str | None:
    """The likeliest mistake behind what the program gave; None: it is none that is known."""
    if program.kind == "player":
        return None
    pairs = [(case, found) for case, found in zip(tried, answers, strict=False) if case.tree]
    answered = [(case, found) for case, found in pairs if "error" not in found]
    if program.kind in ("minimax", "alphabeta"):
        shown = never_values(program) or _gives_the_move(answered)
        if shown:
            return shown
    seen = [_seen(program, case, found) for case, found in answered if not case.is_leaf]
    seen = [one for one in seen if one.did.value is not None or one.did.move is not None]
    moves = any(one.did.move is not None for one in seen)
    return _likely(program.kind, seen, moves, program.settings.get("chance_depth", 0))


def never_values(program: Program) -> str | None:
    """The mistake of a program that asks for no value: it shows in its text."""
    if program.values:
        return None
    return mark("no leaf is ever valued: test for the end of the game, and give its utility")


def _gives_the_move(answered: Sequence[tuple[Case, dict[str, Any]]]) -> str | None:
    """A program that values a leaf, and gives a move and no value wherever there is one."""
    leaf = [found for case, found in answered if case.is_leaf and found["value"] is not None]
    rest = [found for case, found in answered if not case.is_leaf]
    if not leaf or not rest or any(one["value"] is not None or not one["move"] for one in rest):
        return None
    return mark("it gives the move where the value is wanted: give the value, or (value, action)")


def _seen(program: Program, case: Case, found: dict[str, Any]) -> Seen:
    tree, trace = case.tree, found["trace"]
    assert tree is not None
    windows = []
    for visit in entered(visits(trace)):
        if visit.below:
            alpha, beta = visit.alpha, visit.beta
            for_mover = "nega" in program.name.lower() and tree.nodes[visit.state].kind == MIN
            if for_mover and alpha is not None and beta is not None:
                alpha, beta = -beta, -alpha
            windows.append((visit.state, alpha, beta))
    value = None if found["value"] is None else number(found["value"])
    move = None if found["move"] is None else tree.parse_action(0, found["move"])
    did = Observation(value, move, tuple(leaves(trace)), tuple(windows), withheld(trace))
    return Seen(tree, case.depth, did)


def _variants(kind: str, one: Misconception) -> Iterator[Variant]:
    """The searches that have it: those that cut may compare best or alpha with beta."""
    variant = replace(RIGHT if kind == "alphabeta" else NO_CUTS, **one.changes)
    yield variant
    others = set(one.changes) - {"cut"}
    if kind == "alphabeta" and others and one.changes.get("cut", NEVER) == NEVER:
        for cut in ("ge", "cross"):
            yield replace(variant, cut=(cut, cut))


def _likely(kind: str, seen: Sequence[Seen], moves: bool, chance_depth: int) -> str | None:
    """The misconception that gives the very same on every tree.

    `moves`: whether the program tells its moves. Of those that give the same, the windows tell
    which it is.
    """
    usual = RIGHT if kind == "alphabeta" else NO_CUTS
    found = []
    for one in misconceptions(kind):
        for variant in dict.fromkeys(_variants(kind, one)) if one.programs else ():
            made: list[Observation] = []
            differs = False
            for tree, depth, did in seen:
                made.append(search(tree, variant, depth, chance_depth))
                if not _alike(made[-1], did, kind, moves):
                    break
                right = search(tree, usual, depth, chance_depth)
                differs = differs or not _alike(right, did, kind, moves)
            else:
                found += [(one.words, variant, made)] if differs else []
    windows = [one.did.windows for one in seen]
    close = [each for each in found if [one.windows for one in each[2]] == windows] or found
    kept_back = tuple(any(one.did.withheld[i] for one in seen) for i in (0, 1))
    for words, variant, _made in close:
        if tuple(not handed for handed in variant.hand_down) == kept_back:
            return words
    return close[0][0] if close else None


def _alike(suspect: Observation, other: Observation, kind: str, moves: bool) -> bool:
    alike = not moves or suspect.move == other.move
    if other.value is not None and suspect.value is not None:
        alike = alike and same(other.value, suspect.value)
    return alike and (kind != "alphabeta" or suspect.leaves == other.leaves)
