"""How good evaluation functions are: by proven values, and in games at equal time."""

from __future__ import annotations

import inspect
import math
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from zermelo.game import CHANCE, Game, Value, ZermeloError
from zermelo.lab.chart import Chart, Series
from zermelo.language import _
from zermelo.match import play_match
from zermelo.match.openings import openings, random_game
from zermelo.match.players import deepening_player, estimated
from zermelo.search import NotSolved, usual_algorithm
from zermelo.search.finding import Finding

MOST_TRIES: Final = 30  # random games for each position that is wanted
HARD: Final = 2  # positions of a ply that were not solved: no more of that ply are tried
GROUPS: Final = 6  # of plies to the end
OPENING: Final = 4  # plies
SURE: Final = 1.96  # standard deviations: 95 %

Rule: TypeAlias = Callable[[Any], Value]  # from a state to an estimate
Solve: TypeAlias = Callable[[Any], Finding[Any, Any]]
Row: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Evaluation:
    """An evaluation function by name, and the game searched with it.

    Its estimates are brought inside the bounds of the game, in the same order: none looks better
    than a win.
    """

    name: str
    rule: Rule
    game: Game[Any, Any]


def evaluation(name: str, rule: Rule, game: Game[Any, Any]) -> Evaluation:
    """The game with another evaluation, which must give finite numbers."""

    def checked(state: Any) -> Value:
        value = rule(state)
        if not isinstance(value, Value) or not math.isfinite(value):
            wrong = _("{name} gives {value}, which is no finite number, at {position}")
            where = game.format_state(state)
            raise ZermeloError(wrong.format(name=name, value=repr(value)[:80], position=where))
        return value

    return Evaluation(name, checked, estimated(game, checked))


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
    """A position with its proven value, that of every move, and the plies to the end."""

    state: Any
    value: Value
    moves: dict[Any, Value]
    plies: int


def sample(
    game: Game[Any, Any], start: Any, count: int, seed: int, solve: Solve, tell: Tell | None = None
) -> list[Solved]:
    """So many different positions of random games from `start`, or as many as there are.

    Each is one in which a player has a choice. What is not solved is left out.
    """
    dice, found, seen, hard = random.Random(seed), list[Solved](), set[Any](), Counter[int]()
    for _try in range(MOST_TRIES * count):
        if len(found) == count:
            break
        plies = [
            (ply, state)
            for ply, state in enumerate(random_game(game, start, dice))
            if state not in seen and hard[ply] < HARD and _has_choice(game, state)
        ]
        if not plies:
            continue
        ply, state = dice.choice(plies)
        seen.add(state)
        if tell:
            tell(_("{done} of {total} positions").format(done=len(found), total=count))
        try:
            known = solve(state)
        except NotSolved:
            hard[ply] += 1
            continue
        if known.proven:
            distance = len(known.line) if known.distance is None else known.distance
            found.append(Solved(state, known.value, dict(known.values), distance))
    return found


def _has_choice(game: Game[Any, Any], state: Any) -> bool:
    return game.to_move(state) != CHANCE and len(list(game.actions(state))) > 1


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
    evaluations: Sequence[Evaluation],
    positions: Sequence[Solved],
    depths: Sequence[int],
    exact: bool,
    tell: Tell | None = None,
) -> list[Row]:
    """How often the best move of a search to each depth keeps the value, by plies to the end."""
    rows = []
    step = max(-(-max(each.plies for each in positions) // GROUPS), 1)
    for number, (each, depth) in enumerate([(e, d) for e in evaluations for d in depths]):
        search = usual_algorithm(each.game)
        groups: dict[int, list[bool]] = {}
        for done, position in enumerate(positions):
            if tell:
                share = (number + done / len(positions)) / (len(evaluations) * len(depths))
                tell(_("accuracy: {share}").format(share=f"{share:.0%}"))
            move = search(each.game, position.state, depth=depth).action
            kept = _same(position.moves[move], position.value, exact)
            groups.setdefault((max(position.plies, 1) - 1) // step, []).append(kept)
        for group, marks in sorted(groups.items()):
            first, last = group * step + 1, (group + 1) * step
            about = {"measure": "accuracy", "evaluation": each.name, "depth": depth}
            counts = {"positions": len(marks), "kept": sum(marks)}
            rows.append({**about, "plies": f"{first}-{last}" if step > 1 else str(first), **counts})
    return rows


def by_luck(positions: Sequence[Solved], exact: bool) -> float:
    """How often a random move keeps the value."""
    shares = (
        statistics.fmean(_same(value, each.value, exact) for value in each.moves.values())
        for each in positions
    )
    return statistics.fmean(shares)


def correlations(evaluations: Sequence[Evaluation], positions: Sequence[Solved]) -> list[Row]:
    """Spearman's rank correlation of each evaluation with the proven values; None: it has none."""
    values = _ranks([each.value for each in positions])
    rows = []
    for each in evaluations:
        ranks = _ranks([each.rule(position.state) for position in positions])
        try:
            found = round(statistics.correlation(ranks, values), 6)
        except statistics.StatisticsError:  # one of them is always the same
            found = None
        about = {"measure": "correlation", "evaluation": each.name, "positions": len(positions)}
        rows.append({**about, "value": found})
    return rows


def _ranks(values: Sequence[Value]) -> list[float]:
    """The place of each among them; equal ones share the mean of their places."""
    count, ranks, before = Counter(values), {}, 0
    for value in sorted(count):
        ranks[value] = before + (count[value] - 1) / 2
        before += count[value]
    return [ranks[value] for value in values]


def matches(
    evaluations: Sequence[Evaluation], seconds: float, games: int, seed: int, tell: Tell | None
) -> list[Row]:
    """Games of each with each other, from the same openings with both colours, at equal time."""
    rows, pairs = [], list(combinations(evaluations, 2))
    for number, (one, other) in enumerate(pairs):
        players = {each.name: _player(each, seconds) for each in (one, other)}
        tally: Counter[int] = Counter()
        starts = openings(one.game, -(-games // 2), OPENING, seed)
        for turn in range(games):
            if tell:
                done = number * games + turn
                total = len(pairs) * games
                tell(_("{done} of {total} games").format(done=done, total=total))
            opening, sign = starts[turn // 2], 1 if turn % 2 == 0 else -1
            first, second = (one, other)[::sign]
            match = play_match(
                one.game,
                players[first.name],
                players[second.name],
                opening.states[-1],
                history=opening.states[:-1],
                seed=seed + turn // 2,
            )
            tally[sign * match.winner] += 1
        about = {"measure": "match", "evaluation": one.name, "opponent": other.name}
        rows.append({**about, "won": tally[1], "drawn": tally[0], "lost": tally[-1]})
    return rows


def _player(each: Evaluation, seconds: float) -> Callable[..., Any]:
    player = deepening_player(usual_algorithm(each.game), seconds)
    return lambda game, state, history: player(each.game, state, history)


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


def share(rows: Iterable[Row], **about: Any) -> float | None:
    """In how many of the positions that these rows are about the value was kept."""
    own = [row for row in rows if all(row.get(key) == about[key] for key in about)]
    counted = sum(row["positions"] for row in own)
    return sum(row["kept"] for row in own) / counted if counted else None


def charts(title: str, rows: Sequence[Row], luck: float) -> list[Chart]:
    """Accuracy by depth and by plies to the end, correlation, and points, a panel each."""
    kinds = ("accuracy", "correlation", "match")
    marks, known, played = ([r for r in rows if r["measure"] == kind] for kind in kinds)
    names = [row["evaluation"] for row in known]
    depths = sorted({row["depth"] for row in marks})
    counts = {row["plies"]: row["positions"] for row in marks}  # in this order for all
    labels = tuple(f"{plies.replace('-', '–')} ({counts[plies]})" for plies in counts)

    def series(name: str, places: Iterable[tuple[int, dict[str, Any]]]) -> Series:
        found = ((x, share(marks, evaluation=name, **about)) for x, about in places)
        return Series(name, tuple((x, y) for x, y in found if y is not None))

    by_depth = [series(name, ((depth, {"depth": depth}) for depth in depths)) for name in names]
    by_depth.append(Series(_("random move"), ((depths[0], luck), (depths[-1], luck)), ""))
    ends = [{"plies": plies, "depth": depths[-1]} for plies in counts]
    by_plies = [series(name, enumerate(ends)) for name in names]
    ranks = [
        Series(row["evaluation"], () if row["value"] is None else ((0, row["value"]),))
        for row in known
    ]
    whole: Any = {"ends": (0.0, 1.0), "percent": True}
    kept, plies = _("value kept"), _("plies to the end (positions)")
    depth = _("depth {depth}").format(depth=depths[-1])
    count = _("{count} positions").format(count=known[0]["positions"])
    heads = (
        _("Accuracy by depth"),
        _("Accuracy by plies to the end"),
        _("Rank correlation with the value"),
        _("Matches at equal time, 95 % interval"),
    )
    found = [
        Chart(heads[0], _("depth"), kept, tuple(by_depth), title, **whole),
        Chart(heads[1], plies, kept, tuple(by_plies), depth, labels=labels, **whole),
        Chart(heads[2], "", "ρ", tuple(ranks), count, (-1.0, 1.0), bars=True),
    ]
    if played:
        told = [(name, *scores(name, played)) for name in names]
        points = tuple(Series(name, ((0, y),), None, (span,)) for name, y, _games, span in told)
        count = _("{count} games each").format(count=told[0][2])
        found.append(Chart(heads[3], "", _("points"), points, count, bars=True, **whole))
    return found
