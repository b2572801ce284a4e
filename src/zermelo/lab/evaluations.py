"""How good evaluation functions are: by proven values, and in games at equal time."""

from __future__ import annotations

import inspect
import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final, NamedTuple, TypeAlias

from zermelo.game import CHANCE, Game, Value, ZermeloError
from zermelo.lab.chart import Chart, Series
from zermelo.language import _
from zermelo.match import Player, play_match
from zermelo.match.openings import openings, random_game
from zermelo.match.players import deepening_player, estimated
from zermelo.search import NotSolved, usual_algorithm
from zermelo.search.finding import Finding

MOST_TRIES: Final = 30  # random games for each position that is wanted
HARD: Final = 2  # positions of a ply that were not solved: no more of that ply are tried
OPENING: Final = 4  # plies
SURE: Final = 1.96  # standard deviations: 95 %

Rule: TypeAlias = Callable[[Any], Value]  # from a state to an estimate
Solve: TypeAlias = Callable[[Any], Finding[Any, Any]]
Row: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[str], None]


def evaluated(name: str, rule: Rule, game: Game[Any, Any]) -> Game[Any, Any]:
    """The game with the evaluation of that name, which must give finite numbers.

    Its estimates are brought inside the bounds of the game, in the same order: none looks better
    than a win.
    """

    def checked(state: Any) -> Value:
        value = rule(state)
        if not isinstance(value, Value) or not math.isfinite(value):
            wrong = _("{name} gives {value}, which is no finite number, at {position}")
            where = game.format_state(state)
            raise ZermeloError(wrong.format(name=name, value=repr(value)[:80], position=where))
        return value

    return estimated(game, checked)


def rule_of(function: Callable[..., Any], game: Game[Any, Any], name: str) -> Rule:
    """A function evaluate(game, state) or evaluate(state), as one of a state."""
    given = inspect.signature(function).parameters.values()
    needed = [
        each for each in given if each.default is each.empty and each.kind < each.VAR_POSITIONAL
    ]
    if len(needed) not in (1, 2):
        wrong = _("{name} takes {count} arguments; write evaluate(game, state) or evaluate(state)")
        raise ZermeloError(wrong.format(name=name, count=len(needed)))
    return function if len(needed) == 1 else lambda state: function(game, state)


class Solved(NamedTuple):
    """A position with its proven value, and that of every move."""

    state: Any
    value: Value
    moves: dict[Any, Value]


def sample(
    game: Game[Any, Any], start: Any, tries: int, seed: int, solve: Solve
) -> Iterator[Solved]:
    """Different positions of so many random games from `start`, at most one of each.

    Each is one in which a player has a choice. What is not solved is left out.
    """
    dice, seen, hard = random.Random(seed), set[Any](), Counter[int]()
    for _try in range(tries):
        plies = [
            (ply, state)
            for ply, state in enumerate(random_game(game, start, dice))
            if state not in seen and hard[ply] < HARD
            if game.to_move(state) != CHANCE and len(list(game.actions(state))) > 1
        ]
        if not plies:
            continue
        ply, state = dice.choice(plies)
        seen.add(state)
        try:
            known = solve(state)
        except NotSolved:
            hard[ply] += 1
            continue
        if known.proven:
            yield Solved(state, known.value, dict(known.values))


def _same(value: Value, other: Value, exact: bool) -> bool:
    """Whether two values are equal or, unless that is wanted `exact`, have the same winner."""
    if exact:
        return value == other
    return (value > 0) - (value < 0) == (other > 0) - (other < 0)


def instructive(positions: Iterable[Solved], exact: bool) -> list[Solved]:
    """The positions in which some move does not keep the value."""
    return [
        each
        for each in positions
        if not all(_same(value, each.value, exact) for value in each.moves.values())
    ]


def accuracy(
    evaluations: Mapping[str, Game[Any, Any]],
    positions: Sequence[Solved],
    depths: Sequence[int],
    exact: bool,
    tell: Tell,
) -> list[Row]:
    """How often the best move of a search to each depth keeps the value."""
    rows: list[Row] = []
    for (name, game), depth in product(evaluations.items(), depths):
        search, kept = usual_algorithm(game), 0
        for done, position in enumerate(positions):
            share = (len(rows) + done / len(positions)) / (len(evaluations) * len(depths))
            tell(_("accuracy: {share}").format(share=f"{share:.0%}"))
            move = search(game, position.state, depth=depth).action
            kept += _same(position.moves[move], position.value, exact)
        about = {"measure": "accuracy", "evaluation": name, "depth": depth}
        rows.append({**about, "positions": len(positions), "kept": kept})
    return rows


def by_luck(positions: Sequence[Solved], exact: bool) -> float:
    """How often a random move keeps the value."""
    shares = (
        statistics.fmean(_same(value, each.value, exact) for value in each.moves.values())
        for each in positions
    )
    return statistics.fmean(shares)


def matches(
    evaluations: Mapping[str, Game[Any, Any]],
    player: Callable[[Game[Any, Any]], Player],
    games: int,
    seed: int,
    tell: Tell,
) -> list[Row]:
    """Games of each with each other, from the same openings with both colours.

    `player` makes who plays, and then sees the game with the evaluation alone.
    """
    rows, pairs = [], list(combinations(evaluations.items(), 2))
    for number, ((one, game), (other, view)) in enumerate(pairs):
        players = [_seeing(each, player) for each in (game, view)]
        tally: Counter[int] = Counter()
        starts = openings(game, -(-games // 2), OPENING, seed)
        for turn in range(games):
            done, total = number * games + turn, len(pairs) * games
            tell(_("{done} of {total} games").format(done=done, total=total))
            opening, sign = starts[turn // 2], 1 if turn % 2 == 0 else -1
            match = play_match(
                game,
                *players[::sign],
                state=opening.states[-1],
                history=opening.states[:-1],
                seed=seed + turn // 2,
            )
            tally[sign * match.winner] += 1
        about = {"measure": "match", "evaluation": one, "opponent": other}
        rows.append({**about, "won": tally[1], "drawn": tally[0], "lost": tally[-1]})
    return rows


def timed(seconds: float) -> Callable[[Game[Any, Any]], Player]:
    """What makes players who have so long for a move."""
    return lambda game: deepening_player(usual_algorithm(game), seconds)


def _seeing(view: Game[Any, Any], make: Callable[[Game[Any, Any]], Player]) -> Player:
    player = make(view)
    return lambda game, state, history: player(view, state, history)


def scores(name: str, rows: Iterable[Row]) -> tuple[float, int, tuple[float, float]]:
    """The share of points of an evaluation in all its games, their number, and the interval."""
    points, games = 0.0, 0
    for row in rows:
        if name in (row["evaluation"], row["opponent"]):
            games += row["won"] + row["drawn"] + row["lost"]
            points += row["won" if name == row["evaluation"] else "lost"] + row["drawn"] / 2
    share, spread = points / games, SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / games / 4)
    return share, games, (middle - half, middle + half)  # Wilson's


def kept_by_depth(rows: Iterable[Row]) -> tuple[list[int], dict[str, list[float]]]:
    """The depths, and the share of positions in which each evaluation kept the value there."""
    marks = [row for row in rows if row["measure"] == "accuracy"]
    shares: dict[str, list[float]] = {}
    for row in marks:
        shares.setdefault(row["evaluation"], []).append(row["kept"] / row["positions"])
    return sorted({row["depth"] for row in marks}), shares


def charts(title: str, rows: Sequence[Row], luck: float) -> list[Chart]:
    """Accuracy by depth, and points, a panel each."""
    depths, shares = kept_by_depth(rows)
    kept = [Series(name, tuple(zip(depths, each, strict=True))) for name, each in shares.items()]
    kept.append(Series(_("random move"), ((depths[0], luck), (depths[-1], luck)), ""))
    titles = _("Accuracy by depth"), _("Matches at equal time, 95 % interval")
    found = [Chart(titles[0], _("depth"), _("value kept"), tuple(kept), title, percent=True)]
    if played := [row for row in rows if row["measure"] == "match"]:
        told = [scores(name, played) for name in shares]
        points = tuple(
            Series(name, ((place, share),), None, span)
            for place, (name, (share, _games, span)) in enumerate(zip(shares, told, strict=True))
        )
        count = _("{count} games each").format(count=told[0][1])
        found.append(Chart(titles[1], "", _("points"), points, count, percent=True))
    return found
