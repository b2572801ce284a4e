"""The moves of a node, and the order in which they are tried.

They lie on a stack, each level on top of its parent's, in the order of the rules:

    word    0       1                                      2         3 ...        ...
            rank    index, and above it the action's hash  bucket    the child    its keys
            rank    the same                               nothing   the action, if `is_put_off`

The bucket is where the child is in the table, which knows it by its keys. The highest rank is tried
first, and is TRIED from then on: most nodes are answered by one of their first moves, so that to
sort them does not pay.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, prefetch, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import (
    HISTORY,
    KILLERS,
    MASK,
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
PRAISED: Final = 1 << 24  # from here on `order` itself says that a move is good
KILLER: Final = 1 << 50
FORCED: Final = 1 << 23  # the same where a game has forcing moves: these come first
MOST_HISTORY: Final = (1 << 22) - 1
MOST_BONUS: Final = 64
BONUS_SHIFT: Final = 12
TRIED: Final = -(1 << 63)  # the rank of one that has had its turn
MOST_RANK: Final = 1 << 36  # of what `order` or `evaluate` say


def solving(depth: int) -> bool:
    """Whether a node is searched to the end of the game, and no estimate will do."""
    return depth > MAX_PLY


def move_bytes(game: Rules) -> int:
    """The size of a move on the stack."""
    return keys_at(game) + WORD * game.key_words


def keys_at(game: Rules) -> int:
    """Where the keys of a child stand in a move."""
    return CHILD + WORD * game.move_words


def is_put_off(game: Rules, depth: int) -> bool:
    """Whether children are made only when their turn comes.

    They are ranked without being looked at then, by killers and history alone, and the table is not
    asked about them. It pays near the heuristic, where rules are slow.
    """
    return game.put_off > 0 and depth <= game.put_off


def child_of(game: Rules, block: int, state: Any, place: int, depth: int, ply: int) -> Any:
    """The child of a move, which is on the stack then."""
    if is_put_off(game, depth):
        child = game.result(state, game.get_action(place + CHILD))
        if game.has_canonical and ply < load(block + SYMMETRIC):
            child = game.canonical(child)
        if depth > 1:  # or it is a leaf
            prefetch(bucket(game, load(block + TABLE), load(block + MASK), game.keys(child)))
        game.put_state(place + CHILD, child)
    return game.get_state(place + CHILD)


def marked(game: Rules, action: Any, index: int, depth: int) -> int:
    """The index of an action, and its hash where there is a history."""
    return index if solving(depth) else index | game.action_hash(action) << HASH_SHIFT


def index_at(place: int) -> int:
    """The index of the action of a move on the stack."""
    return load(place + INDEX) & (1 << HASH_SHIFT) - 1


def highest(game: Rules, stack: int, top: int) -> int:
    """Of the moves that are left, the first of the highest rank; if there is none, the top."""
    found, most = top, TRIED
    place = stack
    while place < top:
        rank = load(place)
        if rank > most:
            found, most = place, rank
        place += move_bytes(game)
    return found


def ordered(game: Rules, state: Any, action: Any) -> int:
    """What the game itself says of an action's rank."""
    return within(game.order(state, action)) << 24 if game.has_order else 0


def rank_moves(
    game: Rules, block: int, stack: int, top: int, hint: int, ply: int, depth: int, sign: int
) -> int:
    """Says how early each move is tried; which one first.

    The table's comes first, then killers, then what `order` says, or what children look like, and
    then history.
    """
    if solving(depth):  # what `order` says is there already
        place = stack + hint * move_bytes(game)
        if place >= top:
            return highest(game, stack, top)
        store(place, FIRST)
        return place
    found, most = top, TRIED
    blind = depth <= 1 or is_put_off(game, depth)
    killers = load(block + KILLERS) + 2 * WORD * min(ply, MAX_PLY)
    place = stack
    while place < top:
        rank = load(place)
        if index_at(place) == hint:
            rank += FIRST
        else:
            if game.has_evaluate and not game.has_order and not blind:
                rank = sign * within(look(game, place)) << 24
            mark = load(place + INDEX) >> HASH_SHIFT
            rank += load(history(block, mark, sign))
            if mark + 1 == load(killers) or mark + 1 == load(killers + WORD):
                rank += FORCED if game.has_forcing else KILLER
        store(place, rank)
        if rank > most:
            found, most = place, rank
        place += move_bytes(game)
    return found


def look(game: Rules, place: int) -> int:
    """What the child of a move looks like."""
    child = game.get_state(place + CHILD)
    return game.utility(child) if game.is_terminal(child) else game.rough(child)


def within(rank: int) -> int:
    """A rank that leaves room for the others."""
    return min(max(rank, -MOST_RANK), MOST_RANK)


def history(block: int, mark: int, sign: int) -> int:
    """Where it stands how often an action has caused a cutoff."""
    return load(block + HISTORY) + WORD * (mark + (ACTION_HASHES if sign == MAX else 0))


def remember_cut(
    game: Rules, block: int, place: int, stack: int, top: int, ply: int, depth: int, sign: int
) -> None:
    """The action that caused a cutoff is tried earlier from now on, those before it later."""
    rank = load(place) - (FIRST if load(place) >= KILLER << 1 else 0)
    if solving(depth) or (game.has_forcing and rank >= PRAISED):
        return
    mark = load(place + INDEX) >> HASH_SHIFT
    bonus = min(max(depth, 1) * max(depth, 1), MOST_BONUS) << BONUS_SHIFT
    learn(block, mark, sign, bonus)
    other = stack
    while other < top:
        if load(other) == TRIED:
            learn(block, load(other + INDEX) >> HASH_SHIFT, sign, -bonus)
        other += move_bytes(game)
    killers = load(block + KILLERS) + 2 * WORD * min(ply, MAX_PLY)
    if load(killers) != mark + 1:
        store(killers + WORD, load(killers))
        store(killers, mark + 1)


def learn(block: int, mark: int, sign: int, bonus: int) -> None:
    """Moves what is known of an action towards the highest or the lowest number."""
    at = history(block, mark, sign)
    known = load(at)
    store(at, known + bonus - known * abs(bonus) // MOST_HISTORY)


def action_hash_text(words: int) -> str:
    """Source of a function from an action of so many words to a number below ACTION_HASHES."""
    terms = (f"words[{i}] * {factor(i)}" for i in range(words))
    return (
        "def action_hash(action):\n"
        "    words = pack(action)\n"
        f"    h = {' ^ '.join(terms) or 0}\n"
        f"    return h >> 40 & {ACTION_HASHES - 1}"
    )
