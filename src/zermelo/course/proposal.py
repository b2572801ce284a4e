"""The rubric that a new project begins with, by what the game is like."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean
from typing import Any, Final

from zermelo.course.criteria import Cases, contest, sample, score_of
from zermelo.course.rubric import Criterion, Rubric
from zermelo.game import MIN, Game, provides
from zermelo.language import _
from zermelo.match import Player, engine_player, random_player
from zermelo.search import usual_algorithm

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
    wide = {
        "game": rubric.game,
        "kind": rubric.kind,
        "plays": rubric.plays,
        "seconds": rubric.seconds,
        "memory": rubric.memory,
        **({"depth": rubric.depth} if rubric.kind == "evaluate" else {}),
    }
    notes = {
        "kind": _("students write move(game, state), or evaluate(game, state)"),
        "plays": _("both: MAX and MIN in turn; max: always MAX, for the score"),
        "seconds": _("for each answer"),
        "memory": _("megabytes"),
        "depth": _("plies that a search looks ahead"),
        "seed": _("of its positions, openings and dice; hidden"),
        "full": _("a score that earns all points, as `nothing` earns none"),
    }
    lines = [f"# {head}", "", *(_pair(key, value, notes) for key, value in wide.items())]
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
