"""The plain searches at full speed: what the textbook lane finds, count for count."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.rules import CompiledGame, with_room
from zermelo.engine.block import STACK_FLOOR, STATUS, TOO_DEEP, Control
from zermelo.engine.faults import too_deep
from zermelo.engine.kernels.alphabeta import alphabeta_kernel
from zermelo.engine.kernels.minimax import minimax_kernel
from zermelo.engine.kernels.perft import perft_kernel
from zermelo.engine.threads import on_large_stack, stack_floor
from zermelo.engine.top import search
from zermelo.game import INFINITY, Value, ZermeloError
from zermelo.language import _
from zermelo.search.finding import Finding
from zermelo.search.settings import Settings


def alphabeta(
    game: CompiledGame,
    state: Any = None,
    *,
    depth: int | None = None,
    window: tuple[Value, Value] = (-INFINITY, INFINITY),
    all_moves: bool = False,
    control: Control | None = None,
) -> Finding[Any, Any]:
    """What `zermelo.search.alphabeta` finds with its defaults: the same value, nodes, line.

    `control` lets another thread stop it.
    """
    settings = Settings(depth=depth, all_moves=all_moves)
    if window != (-INFINITY, INFINITY):
        settings["window"] = window
    return search("alphabeta", game, alphabeta_kernel, state, control, settings)


def minimax(
    game: CompiledGame,
    state: Any = None,
    *,
    depth: int | None = None,
    all_moves: bool = False,
    control: Control | None = None,
) -> Finding[Any, Any]:
    """What `zermelo.search.minimax` finds: the same value, nodes, line.

    `control` lets another thread stop it.
    """
    settings = Settings(depth=depth, all_moves=all_moves)
    return search("minimax", game, minimax_kernel, state, control, settings)


def perft(
    game: CompiledGame,
    depth: int,
    state: Any = None,
    *,
    control: Control | None = None,
) -> int:
    """How many sequences of `depth` actions begin at a state, by default the initial one.

    None goes on beyond the end of the game. What CHANCE may do counts as actions too.
    """
    return sum(n for _, n in divide(game, depth, state, control=control)) if depth else 1


def divide(
    game: CompiledGame,
    depth: int,
    state: Any = None,
    *,
    control: Control | None = None,
) -> list[tuple[Any, int]]:
    """The same for each action that the sequences begin with."""
    if depth < 1:
        raise ZermeloError(_("depth must be 1 or more, not {depth}").format(depth=depth))
    rules = game.game
    start = rules.initial() if state is None else state
    if rules.is_terminal(start):
        return []
    control = control or Control()

    def counted(game: CompiledGame) -> list[tuple[Any, int]]:
        kernel = game.kernel(perft_kernel)

        def count(action: Any) -> int:
            if depth == 1:
                return 1
            words = game.state.words(rules.result(start, action))
            return int(kernel(control.address, words, depth - 1, context=control.context))

        def work() -> list[tuple[Any, int]]:
            control[STACK_FLOOR] = stack_floor()
            return [(action, count(action)) for action in rules.actions(start)]

        return on_large_stack(work, control.stop)

    counts = with_room(game, counted)
    if control[STATUS] == TOO_DEEP:
        raise too_deep(rules)
    if control[STATUS]:
        raise ZermeloError(_("perft was stopped before it had counted everything"))
    return counts
