"""A strategy, not a line: one player's answer to every move of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic

from zermelo.door import admit
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    PLAYER_NAMES,
    Action,
    Game,
    State,
    Value,
    ZermeloError,
    handing_on,
)
from zermelo.history import checked, ended_at
from zermelo.language import _
from zermelo.solver.graph import weighted
from zermelo.solver.limits import Limits
from zermelo.solver.state_values import solution, values


class BrokenStrategy(ZermeloError):
    """A strategy that does not keep its promise, and the state that shows it."""


class Strategy(Mapping[State, Action], Generic[State, Action]):
    """For every state that can arise while `player` follows it: what `player` does there.

    `value` is what it promises `player`, as a value for MAX: at least this if `player` is MAX,
    at most this if MIN, whatever the other side does (on average, where chance has a say).
    """

    def __init__(
        self,
        game: Game[State, Action],
        root: State,
        player: int,
        value: Value,
        answers: Mapping[State, Action],
    ) -> None:
        self.game, self.root, self.player, self.value = game, root, player, value
        self._answers = dict(answers)

    def __getitem__(self, state: State) -> Action:
        return self._answers[state]

    def __iter__(self) -> Iterator[State]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def branches(self, state: State) -> list[Action]:
        """What can happen at `state`: the one answer, or every move of the others."""
        if not self.game.is_terminal(state) and self.game.to_move(state) == self.player:
            return [self[state]]
        return [action for action, _ in weighted(self.game, state)]

    def share(self, state: State, action: Action) -> str:
        """How likely CHANCE does this; nothing where a player decides."""
        if self.game.to_move(state) != CHANCE:
            return ""
        weights = dict(self.game.outcomes(state))
        return f" ({Fraction(weights[action], sum(weights.values()))})"

    def lines(self) -> Iterator[str]:
        """The strategy as a tree, one line a move; a position seen before is not unfolded again."""
        seen: set[State] = {self.root}
        stack = [(self.root, iter(self.branches(self.root)), "")]
        game = self.game
        yield f"{game.format_state(self.root)}"
        while stack:
            state, rest, indent = stack[-1]
            action = next(rest, None)
            if action is None:
                stack.pop()
                continue
            child = game.result(state, action)
            mover = _(PLAYER_NAMES[game.to_move(state)])
            line = f"{indent}{mover} {game.format_action(state, action)}{self.share(state, action)}"
            if game.is_terminal(child):
                yield f"{line}  = {game.utility(child)}"
            elif child in seen:
                above = _("as above: {position}").format(position=game.format_state(child))
                yield f"{line}  ({above})"
            else:
                seen.add(child)
                yield f"{line}  {game.format_state(child)}"
                stack.append((child, iter(self.branches(child)), indent + "  "))


def strategy(
    game: Game[State, Action],
    state: State | None = None,
    player: int | None = None,
    tick: Callable[[int], None] | None = None,
    *,
    history: Iterable[State] = (),
    stop: Callable[[], bool] | None = None,
    time: float | None = None,
) -> Strategy[State, Action]:
    """The best strategy from `state` for `player` (default: who is to move; MAX at chance).

    `history` are the positions of the game before, the oldest first.

    Of equally good answers it takes the first; where the game goes round, the first that also
    comes nearer to the end.
    """
    admit(game)
    root = game.initial() if state is None else state
    game = ended_at(game, checked(game, history, root))
    limits = Limits(game, tick, stop, time)
    found = solution(game, root, limits)
    known, choices = found.values, found.choices

    def best(here: State, side: int) -> Action:
        actions = list(game.actions(here))
        if here in choices:
            actions = [each for each in actions if game.result(here, each) == choices[here]]
        return max(actions, key=lambda action: side * known[game.result(here, action)])

    return unfolded(game, root, player, known[root], best, lambda _seen: limits.look(len(known)))


def unfolded(
    game: Game[State, Action],
    root: State,
    player: int | None,
    value: Value,
    best: Callable[[State, int], Action],
    look: Callable[[int], None],
) -> Strategy[State, Action]:
    """The strategy of what is best for a player wherever the others may lead.

    `look` is told how many states were seen.
    """
    if player is None:
        player = MIN if not game.is_terminal(root) and game.to_move(root) == MIN else MAX
    answers: dict[State, Action] = {}
    seen, todo = {root}, [root]
    while todo:
        here = todo.pop()
        look(len(seen))
        actions = [action for action, _ in weighted(game, here)]
        if actions and game.to_move(here) == player:
            answers[here] = best(here, player)
            actions = [answers[here]]
        for child in (game.result(here, action) for action in actions):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return Strategy(game, root, player, value, answers)


def check_strategy(
    plan: Strategy[State, Action],
    tolerance: float = 1e-9,
    tick: Callable[[int], None] | None = None,
    *,
    time: float | None = None,
) -> Value:
    """Plays the strategy against every reply; the value it reaches, or `BrokenStrategy`.

    Where chance has a say both values may err by `tolerance` of the largest (see `values`). After
    `time` seconds it ends with `NotSolved`.
    """
    known = values(_Following(plan), plan.root, tick, time=time, tolerance=tolerance)
    reached = known[plan.root]
    error: Value = 0  # only where chance has a say are values not exact
    if plan.game.has_chance:
        error = 2 * tolerance * max(1.0, max(abs(float(value)) for value in known.values()))
    if plan.player * (reached - plan.value) < -error:
        words = _("the strategy promises {promised} and gets {reached} against the best replies")
        raise BrokenStrategy(words.format(promised=plan.value, reached=reached))
    return reached


@handing_on("name", "has_chance", "to_move", "result", "is_terminal", "utility", "outcomes")
class _Following(Game[State, Action]):
    """The game in which one player is bound to a strategy."""

    def __init__(self, plan: Strategy[State, Action]) -> None:
        self.plan, self.game = plan, plan.game
        self.repetition = plan.game.repetition

    def actions(self, state: State) -> Iterable[Action]:
        game, plan = self.game, self.plan
        legal = list(game.actions(state))
        if game.to_move(state) != plan.player:
            return legal
        if state not in plan:
            words = _("the strategy has no answer at {position}")
            raise BrokenStrategy(words.format(position=game.format_state(state)))
        if plan[state] not in legal:
            words = _("the strategy's answer at {position} is not legal")
            raise BrokenStrategy(words.format(position=game.format_state(state)))
        return [plan[state]]
