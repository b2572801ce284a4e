"""The moves of a node, in the order in which they are tried.

They lie on a stack, each level on top of its parent's:

    word    0       1                                     2         3 ...
            rank    index, and above it the action's hash  bucket    the words of the child
            rank    the same                               nothing   the action's, if `is_put_off`

The bucket is where the child is in the table.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.layout import Layout
from zermelo.compiler.layout_code import leaves
from zermelo.compiler.memory import WORD, load, prefetch, store
from zermelo.compiler.rule_table import Rules
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.block import (
    HISTORY,
    KILLERS,
    MASK,
    MOVES_END,
    MOVES_FULL,
    NO_ACTIONS,
    STATUS,
    SYMMETRIC,
    TABLE,
)
from zermelo.engine.entry import factor
from zermelo.engine.table import bucket
from zermelo.game import MAX

INDEX: Final = 1 * WORD
HASH_SHIFT: Final = 32
BUCKET: Final = 2 * WORD
CHILD: Final = 3 * WORD

SHARED_DEPTH: Final = 4  # where threads know moves by the buckets of their children (`sharing`)
MOST_PUT_OFF: Final = SHARED_DEPTH - 1
MAX_PLY: Final = 1000  # no analysis goes deeper, and killers are told apart so far
TO_THE_END: Final = 1 << 40  # the depth of a solution: it never comes to an end before the game
ACTION_HASHES: Final = 4096
FIRST: Final = 1 << 62  # the rank of the table's move
KILLER: Final = 1 << 50
MOST_HISTORY: Final = (1 << 23) - 1
MOST_RANK: Final = 1 << 36  # of what `order` or `evaluate` say


def solving(depth: int) -> bool:
    """Whether a node is searched to the end of the game, and no estimate will do."""
    return depth > MAX_PLY


def move_bytes(game: Rules) -> int:
    """The size of a move on the stack."""
    return CHILD + WORD * game.move_words


def is_put_off(game: Rules, depth: int) -> bool:
    """Whether children are made only when their turn comes.

    They are ranked without being looked at then, by killers and history alone, and the table is not
    asked about them. It pays near the heuristic, where rules are slow.
    """
    return game.put_off > 0 and depth <= game.put_off


def put_off_depth(compiled: CompiledGame[Any, Any]) -> int:
    """Up to which depth that pays; 0: never.

    Rules with lists are slow; and where to ask whether a child is over is to look for its moves, to
    estimate all of them first costs more than their order brings.
    """
    if compiled.room is None:
        return 0
    return MOST_PUT_OFF if compiled.rules.ends_stuck else 1


def child_of(game: Rules, block: int, state: Any, place: int, depth: int, ply: int) -> Any:
    """The words of the child of a move, which are on the stack then."""
    if is_put_off(game, depth):
        child = game.result(state, game.get_action(place + CHILD))
        if game.has_canonical and ply < load(block + SYMMETRIC):
            child = game.canonical(child)
        if depth > 1:  # or it is a leaf
            prefetch(bucket(game, load(block + TABLE), load(block + MASK), game.keys(child)))
        game.put_words(place + CHILD, game.pack(child))
    return game.get_words(place + CHILD)


def list_moves(
    game: Rules, block: int, state: Any, stack: int, hint: int, depth: int, ply: int, sign: int
) -> int:
    """Puts the moves on the stack, sorted; its new top, or the old one where there is a fault."""
    top, index = stack, 0
    end = load(block + MOVES_END)
    for action in game.actions(state):
        if top > end:
            store(block + STATUS, MOVES_FULL)
            return stack
        if is_put_off(game, depth):
            rank = rank_of(game, block, state, action, state, index, hint, ply, depth, sign)
            place = placed(game, stack, top, rank, marked(game, action, index, depth))
            game.put_action(place + CHILD, action)
        else:
            child = game.result(state, action)
            if game.has_canonical and ply < load(block + SYMMETRIC):
                child = game.canonical(child)
            child_at = bucket(game, load(block + TABLE), load(block + MASK), game.keys(child))
            prefetch(child_at)
            rank = rank_of(game, block, state, action, child, index, hint, ply, depth, sign)
            place = placed(game, stack, top, rank, marked(game, action, index, depth))
            store(place + BUCKET, child_at)
            game.put_words(place + CHILD, game.pack(child))
        top += move_bytes(game)
        index += 1  # noqa: SIM113 (a plain loop compiles best)
    if top == stack and not game.ends_stuck:
        store(block + STATUS, NO_ACTIONS)
    return top


def marked(game: Rules, action: Any, index: int, depth: int) -> int:
    """The index of an action, and its hash where there is a history."""
    return index if solving(depth) else index | game.action_hash(action) << HASH_SHIFT


def index_at(place: int) -> int:
    """The index of the action of a move on the stack."""
    return load(place + INDEX) & (1 << HASH_SHIFT) - 1


def placed(game: Rules, stack: int, top: int, rank: int, index: int) -> int:
    """Makes place for a move behind those of its rank or a higher one."""
    place = top
    while place > stack and load(place - move_bytes(game)) < rank:
        game.copy(place, place - move_bytes(game))
        place -= move_bytes(game)
    store(place, rank)
    store(place + INDEX, index)
    return place


def rank_of(
    game: Rules,
    block: int,
    state: Any,
    action: Any,
    child: Any,
    index: int,
    hint: int,
    ply: int,
    depth: int,
    sign: int,
) -> int:
    """How early an action is tried: the table's first, then killers, `order`, and history."""
    if index == hint:
        return FIRST
    rank = 0
    if game.has_order:
        rank = within(game.order(state, action)) << 24
    elif game.has_evaluate and depth > 1 and not (is_put_off(game, depth) or solving(depth)):
        looks = game.utility(child) if game.is_terminal(child) else game.evaluate(child)
        rank = sign * within(looks) << 24
    if not solving(depth):
        mark = game.action_hash(action)
        rank += load(history(block, mark, sign))
        killers = load(block + KILLERS) + 2 * WORD * min(ply, MAX_PLY)
        if mark + 1 == load(killers) or mark + 1 == load(killers + WORD):
            rank += KILLER
    return rank


def within(rank: int) -> int:
    """A rank that leaves room for the others."""
    return min(max(rank, -MOST_RANK), MOST_RANK)


def history(block: int, mark: int, sign: int) -> int:
    """Where it stands how often an action has caused a cutoff."""
    return load(block + HISTORY) + WORD * (mark + (ACTION_HASHES if sign == MAX else 0))


def remember_cut(block: int, place: int, ply: int, depth: int, sign: int) -> None:
    """The action that caused a cutoff is tried earlier from now on."""
    if solving(depth):
        return
    mark = load(place + INDEX) >> HASH_SHIFT
    at = history(block, mark, sign)
    store(at, min(load(at) + max(depth, 1) * max(depth, 1), MOST_HISTORY))
    killers = load(block + KILLERS) + 2 * WORD * min(ply, MAX_PLY)
    if load(killers) != mark + 1:
        store(killers + WORD, load(killers))
        store(killers, mark + 1)


def action_hash_text(action: Layout) -> str:
    """Source of a function from an action to a number below ACTION_HASHES."""
    terms = (f"{leaf} * {factor(i)}" for i, leaf in enumerate(leaves(action, "action")))
    return (
        "def action_hash(action):\n"
        f"    h = {' ^ '.join(terms)}\n"
        f"    return h >> 40 & {ACTION_HASHES - 1}"
    )
