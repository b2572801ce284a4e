"""Perft: the number of move sequences of a length, the first test of any rules."""

from __future__ import annotations

from zermelo.compiled.control import STATUS, Control, launch
from zermelo.compiled.memory import load_shared
from zermelo.compiled.rules import CompiledGame, Rules, Words
from zermelo.game import Action, State, ZermeloError
from zermelo.language import _


def perft(
    game: CompiledGame[State, Action],
    depth: int,
    state: State | None = None,
    *,
    control: Control | None = None,
) -> int:
    """How many sequences of `depth` actions begin at a state, by default the initial one.

    None goes on beyond the end of the game. What CHANCE may do counts as actions too.
    """
    return sum(n for _, n in divide(game, depth, state, control=control)) if depth else 1


def divide(
    game: CompiledGame[State, Action],
    depth: int,
    state: State | None = None,
    *,
    control: Control | None = None,
) -> list[tuple[Action, int]]:
    """The same for each action that the sequences begin with."""
    if depth < 1:
        raise ZermeloError(_("depth must be 1 or more, not {depth}").format(depth=depth))
    rules = game.game
    start = rules.initial() if state is None else state
    if rules.is_terminal(start):
        return []
    kernel = game.kernel(perft_kernel)
    control = control or Control()

    def count(action: Action) -> int:
        if depth == 1:
            return 1
        words = game.state.words(rules.result(start, action), "the state")
        return int(kernel(control.address, words, depth - 1))

    counts = launch(control, lambda: [(action, count(action)) for action in rules.actions(start)])
    if control[STATUS]:
        raise ZermeloError(_("perft was stopped before it had counted everything"))
    return counts


def perft_kernel(game: Rules, block: int, words: Words, depth: int) -> int:
    """The number of sequences of `depth` actions, 1 or more, from a state."""
    state = game.unpack(words)
    total = 0
    if game.is_terminal(state) or load_shared(block + STATUS):
        return total
    if depth == 1:
        for _action in game.actions(state):
            total += 1
        return total
    for action in game.actions(state):
        total += perft_kernel(game, block, game.pack(game.result(state, action)), depth - 1)
    return total
