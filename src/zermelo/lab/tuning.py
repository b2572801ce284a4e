"""Weights of a heuristic from the results of games that the engine plays with itself.

How likely MAX is to win is taken to be the logistic function of the estimate, times a factor. The
weights that make the results of the games most likely at their quiet positions are found by
Newton's method. They are drawn to the old ones, by as much as one game may say of a weight that is
likely to be off by its own size; so what the games say nothing of stays as it is. Positions that
the old estimate calls decided are left out: what more they are worth wins no game. Every fifth game
is kept apart, to measure.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from multiprocessing import get_context
from typing import Any, Final

import numpy as np

from zermelo.door import admit
from zermelo.game import CHANCE, Game, ZermeloError, choices, provides
from zermelo.lab.evaluations import Row, Tell, matches
from zermelo.lab.slopes import Numbers, estimates, slopes
from zermelo.language import _
from zermelo.match import engine_player, play_match
from zermelo.match.openings import openings
from zermelo.match.results import Played
from zermelo.weights import PARAMETER, filled, numbers_in, reweighted, usual_weights

APART: Final = 5  # of so many games one is not fitted
MEMORY: Final = 8  # MB, for the table of each game
LONGEST: Final = 500  # plies of a game
ROUNDS: Final = 10  # of estimates that are not linear in the weights
NEWTON: Final = 50
OPEN: Final = 2.0  # in size at most, what the logistic function is of where both may still win
SMALL: Final = 1e-6
LINEAR: Final = 0.01  # of the spread of estimates, that may be missed where slopes stay as they are
NEW: Final = "new"


@dataclass(frozen=True)
class SelfPlay:
    """How the engine plays with itself: so many nodes a move, after so many random plies.

    Each game depends on the seed and its number alone.
    """

    make: Callable[[], Game[Any, Any]]
    nodes: int
    plies: int
    seed: int

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The game, made once in each process."""
        return self.make()

    def dice(self, *about: Any) -> random.Random:
        """Random numbers of their own for each purpose."""
        return random.Random(f"{self.seed} {about}")

    def play(self, number: int) -> Played:
        """One game."""
        game, seed = self.game, self.dice(number).getrandbits(32)
        opening = openings(game, 2, self.plies, seed)[1]
        player = engine_player(None, nodes=self.nodes, memory=MEMORY)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it was said once
            match = play_match(
                game, player, player,
                state=opening.states[-1], history=opening.states[:-1],
                seed=seed, most_plies=LONGEST,
            )  # fmt: skip
        line = game.format_line(opening.states[0], (*opening.moves, *match.moves))
        about = ("", "", ("", ""), number, len(opening.moves), " ".join(line))
        return Played(*about, match.winner, match.ending)

    def games(self, numbers: Iterable[int], processes: int) -> Iterator[Played]:
        """The games of these numbers, in their order."""
        if processes == 1:
            yield from map(self.play, numbers)
            return
        bare = replace(self)  # without the game
        with ProcessPoolExecutor(processes, get_context("spawn"), _prepare, (bare,)) as pool:
            try:
                yield from pool.map(_play, numbers)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def positions(self, played: Played, most: int) -> list[Any]:
        """The quiet positions of a game after its opening, at most so many of them."""
        game = self.game
        state, states = game.initial(), []
        has_quiet = provides(game, "is_quiet")
        for place, text in enumerate(played.moves.split()):
            if place >= played.begun and (not has_quiet or game.is_quiet(state)):
                states.append(state)
            if game.to_move(state) == CHANCE:
                written = ((game.format_action(state, each), each) for each in choices(game, state))
                action = next(each for name, each in written if name == text)
            else:
                action = game.parse_action(state, text)
            state = game.result(state, action)
        chosen = self.dice("positions", played.opening)
        return states if len(states) <= most else chosen.sample(states, most)


_ours: list[SelfPlay] = []  # what a process plays


def _prepare(play: SelfPlay) -> None:
    _ours.append(play)


def _play(number: int) -> Played:
    return _ours[0].play(number)


def check(game: Game[Any, Any]) -> None:
    """Refuses, in one line, a game without weights to fit."""
    admit(game)
    if not game.has_heuristic:
        words = _("{game} has no heuristic (evaluate), so there is nothing to tune")
        raise ZermeloError(words.format(game=game.name))
    usual = usual_weights(type(game))
    if usual is None or not hasattr(game, PARAMETER):
        words = _(
            "{game} has no weights to tune: give its __init__ a parameter weights, a NamedTuple "
            "of numbers as its default, and keep it as self.weights"
        )
        raise ZermeloError(words.format(game=game.name))
    for name, value in game.weights._asdict().items():
        for number in value if isinstance(value, tuple) else (value,):
            if type(number) not in (int, float):
                words = _("the weight {name} of {game} is {value}: no number, nor a tuple of them")
                about = {"game": game.name, "value": repr(value)[:80]}
                raise ZermeloError(words.format(name=name, **about))


# --- the fit -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """Positions, the game that each is of, and for each how that ended: 1, 0.5 or 0 for MAX."""

    states: Sequence[Any]
    games: Numbers
    results: Numbers

    def part(self, apart: bool) -> Sample:
        """The positions of the games that are kept apart, or of the others."""
        return self.only((self.games % APART == APART - 1) == apart)

    def only(self, chosen: Any) -> Sample:
        """Those of the positions for which `chosen` is true."""
        states = [self.states[int(i)] for i in np.flatnonzero(chosen)]
        return Sample(states, self.games[chosen], self.results[chosen])


@dataclass(frozen=True)
class Tuned:
    """The weights, by what the errors are that games leave, and the loss before and after.

    `factor` is that of an estimate; the losses are means of the positions kept apart.
    """

    weights: Any
    errors: Any
    factor: float
    before: float
    after: float
    positions: int


def sample(play: SelfPlay, games: Iterable[Played], most: int) -> Sample:
    """The quiet positions of the games, at most so many of each."""
    states: list[Any] = []
    about: list[tuple[int, float]] = []
    for played in games:
        found = play.positions(played, most)
        states += found
        about += [(played.opening, (played.winner + 1) / 2)] * len(found)
    numbers = np.array(about, dtype=float).reshape(-1, 2)
    return Sample(states, numbers[:, 0], numbers[:, 1])


def fit(game: Game[Any, Any], found: Sample) -> Tuned:
    """The weights under which the results are most likely."""
    fitted, apart = found.part(False), found.part(True)
    _check_enough(fitted, apart)
    usual: Any = game.weights  # type: ignore[attr-defined]
    values = estimates(game, fitted.states)
    factor = _factor(values, fitted.results)
    if factor * np.std(values) < SMALL:
        words = _("the estimates of {game} tell nothing of how its games end: mend evaluate first")
        raise ZermeloError(words.format(game=game.name))
    fitted = fitted.only(np.abs(factor * values) < OPEN)
    apart = apart.only(np.abs(factor * estimates(game, apart.states)) < OPEN)
    _check_enough(fitted, apart)
    factor = _factor(estimates(game, fitted.states), fitted.results)
    numbers = numbers_in(usual)
    old, whole = np.array(numbers, dtype=float), np.array([type(n) is int for n in numbers])
    size = np.where(old == 0, np.abs(old).mean() or 1.0, np.abs(old))
    pull = len(values) / len(np.unique(fitted.games)) / size**2  # positions of a game count as one
    weights = best = at = old
    least = np.inf
    values, rows = slopes(game, fitted.states)
    for _round in range(ROUNDS):
        there, told = reweighted(game, _plain(weights, whole)), values + rows @ (weights - at)
        values, at = estimates(there, fitted.states), weights
        if np.std(values - told) > LINEAR * np.std(values):
            values, rows = slopes(there, fitted.states)
        loss = _loss(factor * values, fitted.results) + _drawn(weights, old, pull, len(values))
        if loss > least:  # too far for estimates that are not linear
            weights = _rounded((weights + best) / 2, whole)
            continue
        best, least = weights, loss
        offset = factor * (values - rows @ weights)
        new = minimum(factor * rows, offset, fitted.results, old, pull)
        weights = _rounded(new, whole)
        if np.all(np.abs(weights - best) <= SMALL * size):
            break
    errors = _errors(factor * rows, factor * values, fitted, pull)
    new_game = reweighted(game, _plain(best, whole))
    before, after = (
        _loss(factor * estimates(each, apart.states), apart.results) for each in (game, new_game)
    )
    shown = filled(usual, [float(f"{error:.3g}") for error in errors])
    about = (factor, before, after, len(found.states))
    return Tuned(filled(usual, _plain(best, whole)), shown, *about)


def _check_enough(fitted: Sample, apart: Sample) -> None:
    if not fitted.states or not apart.states:
        words = _("no quiet position in enough games: there is nothing to learn from; play more")
        raise ZermeloError(words)
    if np.ptp(fitted.results) == 0:
        words = _("all games ended the same: there is nothing to learn from; give more --plies")
        raise ZermeloError(words)


def _factor(values: Numbers, results: Numbers) -> float:
    """The factor of estimates under which the results are most likely."""
    return float(minimum(values[:, None], 0 * values, results, np.zeros(1), np.zeros(1))[0])


def _rounded(weights: Numbers, whole: Any) -> Numbers:
    return np.where(whole, np.rint(weights), weights)


def _plain(weights: Numbers, whole: Any) -> list[Any]:
    """The weights as Python's numbers."""
    return [int(w) if is_whole else float(w) for w, is_whole in zip(weights, whole, strict=True)]


def _chance(logits: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-np.clip(logits, -500, 500)))


def _loss(logits: Numbers, results: Numbers) -> float:
    """The mean logistic loss."""
    return float(np.mean(np.logaddexp(0, logits) - results * logits))


def _drawn(weights: Numbers, old: Numbers, pull: Numbers, count: int) -> float:
    """What being away from the old weights adds to the mean loss."""
    return float(np.sum(pull * (weights - old) ** 2) / 2 / count)


def minimum(
    rows: Numbers, offset: Numbers, results: Numbers, start: Numbers, pull: Numbers
) -> Numbers:
    """Where the logistic loss of offset + rows @ weights is least, drawn to `start` by `pull`.

    The loss is convex: Newton's method, with half the step wherever it would rise.
    """

    def loss(at: Numbers) -> float:
        logits = offset + rows @ at
        return _loss(logits, results) + _drawn(at, start, pull, len(results))

    weights, least = start.astype(float), loss(start)
    for _round in range(NEWTON):
        chance = _chance(offset + rows @ weights)
        slope = rows.T @ (chance - results) + pull * (weights - start)
        step = np.linalg.lstsq(_curvature(rows, chance, pull), slope, rcond=None)[0]
        share = 1.0
        while (new := loss(weights - share * step)) > least and share > SMALL:
            share /= 2
        if not new < least:
            break
        weights, least = weights - share * step, new
    return weights


def _curvature(rows: Numbers, chance: Numbers, pull: Numbers) -> Numbers:
    curvature: Numbers = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(pull)
    return curvature


def _errors(rows: Numbers, logits: Numbers, fitted: Sample, pull: Numbers) -> Numbers:
    """Standard errors; positions of one game are no independent observations."""
    chance = _chance(logits)
    slope = rows * (chance - fitted.results)[:, None]
    _numbers, place = np.unique(fitted.games, return_inverse=True)
    sums = np.zeros((place.max() + 1, rows.shape[1]))
    np.add.at(sums, place, slope)
    inverse = np.linalg.pinv(_curvature(rows, chance, pull))
    return np.sqrt(np.maximum(0, np.diag(inverse @ (sums.T @ sums) @ inverse)))


def compare(
    old: Game[Any, Any], new: Game[Any, Any], nodes: int, games: int, seed: int, tell: Tell
) -> Row:
    """Games of the new weights with the old ones at equal nodes: won, drawn, lost."""
    both = {NEW: new, "old": old}
    return matches(both, lambda game: engine_player(None, nodes=nodes), games, seed, tell)[0]
