"""Star1: alpha-beta that can also cut at chance nodes, when the range of values is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import CHANCE, INFINITY, MAX, MIN, Value
from zermelo.language import _, mark
from zermelo.numbers import mean, ratio
from zermelo.search.algorithm import algorithm
from zermelo.search.errors import Unsuitable
from zermelo.search.following import following
from zermelo.search.run import Line, Run, Search


@algorithm(mark("Star1"), takes=("window", "chance_depth"), needs=("bounds",), chance=True)
def star1(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Expectiminimax that skips what cannot matter, by the game's bounds on each state.

    The bound contract of alphabeta, fail-soft, for the expectiminimax value. At a chance node
    the outcomes not yet seen count with their lowest and highest possible value: the node is cut
    when even the highest sum stays at or below alpha, or the lowest reaches beta.
    """
    if INFINITY in (abs(bound) for bound in run.game.bounds(run.state)):
        words = _("star1 needs finite bounds on the values of {game}")
        raise Unsuitable(words.format(game=run.game.name))
    return run.root(following(run, star1_search), *run.window)


def star1_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of Star1, for players' nodes; `chance_search` is for the others."""
    game, watch, order, limit = run.game, run.watch, run.order, run.limit

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        watch.enter(ply, state, action, alpha, beta)
        if game.is_terminal(state):
            return run.leaf(game.utility(state), True)
        player = game.to_move(state)
        best: Value
        line: Line = None
        if player == CHANCE and not (run.chance_depth and ply >= limit):
            best = chance(ply, state, alpha, beta)
            watch.leave(best)
            return best, None
        if ply >= limit:
            return run.leaf(game.evaluate(state), False)
        actions = iter(order.moves(state, ply))
        if player == MAX:
            best = -INFINITY
            for action in actions:
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v > best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                    if v > alpha:
                        alpha = v
                        watch.bound(MAX, v)
                if alpha >= beta:
                    order.cutoff(state, ply, action)
                    watch.cutoff(MAX, alpha, beta, actions)
                    break
        else:
            best = INFINITY
            for action in actions:
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v < best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                    if v < beta:
                        beta = v
                        watch.bound(MIN, v)
                if alpha >= beta:
                    order.cutoff(state, ply, action)
                    watch.cutoff(MIN, beta, alpha, actions)
                    break
        watch.leave(best)
        return best, line

    descend = recurse or value
    chance = chance_search(run, descend)
    return value


def chance_search(run: Run[Any, Any], descend: Search) -> Callable[[int, Any, Value, Value], Value]:
    """What a chance node is worth: a window becomes one for each outcome."""
    game, watch = run.game, run.watch

    def chance(ply: int, state: Any, alpha: Value, beta: Value) -> Value:
        """The sums low and high bound the node's value times its total weight throughout."""
        outcomes = [(a, weight, game.result(state, a)) for a, weight in game.outcomes(state)]
        ranges = [game.bounds(child) for _, _, child in outcomes]
        total = sum(weight for _, weight, _ in outcomes)
        low: Value = sum(w * r[0] for (_, w, _), r in zip(outcomes, ranges, strict=True))
        high: Value = sum(w * r[1] for (_, w, _), r in zip(outcomes, ranges, strict=True))
        if not -INFINITY < high - low < INFINITY:
            return unshared(ply, outcomes, total)
        for i, ((action, weight, child), (floor, ceiling)) in enumerate(
            zip(outcomes, ranges, strict=True)
        ):
            # What this outcome must be worth for the node to leave the window.
            alpha_here = ratio(total * alpha - (high - weight * ceiling), weight)
            beta_here = ratio(total * beta - (low - weight * floor), weight)
            watch.window("share", action, alpha_here, beta_here)
            v, _ = descend(ply + run.chance_depth, child, action, alpha_here, beta_here)
            # A value outside its window is a bound on one side only.
            low += weight * ((v if v > alpha_here else floor) - floor)
            high += weight * ((v if v < beta_here else ceiling) - ceiling)
            watch.weigh(action, weight, total, v, ratio(low, total), ratio(high, total))
            rest = (a for a, _, _ in outcomes[i + 1 :])
            # With floats the sums may be a little off; what the windows say is what counts.
            if v <= alpha_here or high <= total * alpha:
                worth = min(ratio(high, total), alpha)
                watch.cutoff(MIN, worth, alpha, rest)
                return worth
            if v >= beta_here or low >= total * beta:
                worth = max(ratio(low, total), beta)
                watch.cutoff(MAX, worth, beta, rest)
                return worth
        return ratio(low, total)

    def unshared(ply: int, outcomes: list[tuple[Any, int, Any]], total: int) -> Value:
        """The same where the sums leave the range of floats: no outcome is skipped."""
        parts = []
        for action, weight, child in outcomes:
            watch.window("share", action, -INFINITY, INFINITY)
            v, _ = descend(ply + run.chance_depth, child, action, -INFINITY, INFINITY)
            watch.weigh(action, weight, total, v, -INFINITY, INFINITY)
            parts.append((weight, v))
        return mean(parts)

    return chance
