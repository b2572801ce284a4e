"""Expectiminimax at full speed for games with chance: alpha-beta, Star1, Star2 and a table.

A window at a chance node becomes one for each outcome (Star1): those not yet looked at count with
the lowest and the highest value that the game's `bounds` allow them. Star2 looks first at one move
of each outcome, which bounds its value on one side: often that is enough. What a chance node
reckons with lies on the stack of moves (`outcomes`).

The table has buckets of four entries; one state may have several, searched to different depths. An
entry is believed at its own depth, and, where it rests on no estimate, at any larger one: so every
answer is exactly what expectiminimax finds at that depth.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, add, bits_of, float_of, load, load_shared, store
from zermelo.compiler.kernels import Rules, Words
from zermelo.engine.block import (
    BAD_PLAYER,
    CURRENT,
    GENERATION,
    GUESSES,
    MASK,
    MOVES_END,
    MOVES_FULL,
    NO_ACTIONS,
    NODES,
    NOT_FINITE,
    STATUS,
    TABLE,
)
from zermelo.engine.entry import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_INDEX,
    bound_of,
    depth_of,
    generation_of,
    guessed_of,
    index_of,
    packed,
)
from zermelo.engine.kernels.leaves import must_end
from zermelo.engine.kernels.outcomes import (
    HEAD,
    OUTCOME,
    is_enough,
    is_open,
    list_outcomes,
    lower,
    outcome_bytes,
    promise,
    settle,
    side_to_probe,
    star1_window,
    star2_least,
    star2_window,
)
from zermelo.game import CHANCE, INFINITY, MAX, MIN

ENTRIES: Final = 4  # of a bucket
NOBODY: Final = 2  # what `player_of` says where the rules give no player


def chance_kernel(
    game: Rules, block: int, state: Words, depth: int, alpha: float, beta: float, stack: int
) -> float:
    """The value v for MAX of a state `depth` plies deep, m being its expectiminimax value.

    v <= alpha         m <= v
    alpha < v < beta   m == v
    v >= beta          m >= v
    """
    known, value, player, at, hint = enter(game, block, state, depth, alpha, beta)
    if known:
        return value
    guesses = load(block + GUESSES)
    best, best_index, bound, top = 0.0, NO_INDEX, EXACT, stack
    if player != CHANCE:
        top, first = list_moves(game, block, state, player, depth > 1, stack)
        first = first if hint == NO_INDEX else hint
        low, high = (alpha, beta) if player == MAX else (-beta, -alpha)
        start, best = low, -INFINITY
        turn, count = 0, (top - stack) // (WORD * game.state_words)
        while turn < count and low < high:
            # The first one, those before it, those after it.
            index = first if turn == 0 else turn - 1 if turn <= first else turn
            child = announced(game, block, stack + index * WORD * game.state_words)
            least, most = (low, high) if player == MAX else (-high, -low)
            value = player * chance_kernel(game, block, child, depth - 1, least, most, top)
            if value > best:
                best, best_index = value, index
                low = max(low, value)
            turn += 1
        bound = bound_found(player, best, start, high)
        best = player * best
    else:
        top = list_outcomes(game, block, state, stack)
        side = side_to_probe(game, stack, depth, alpha, beta) if top > stack else 0
        place = stack + HEAD
        while side != 0 and place < top:
            least = star2_least(stack, place, side, alpha, beta)
            probed = game.get_state(place + OUTCOME)
            over = game.is_terminal(probed)
            if not over and is_open(place, side, least):
                child = announced(game, block, one_move(game, block, probed, -side, depth, top))
                low, high = star2_window(place, side, least)
                value = side * chance_kernel(game, block, child, depth - 1, low, high, top)
                lower(stack, place, side, value)
            if not over and is_enough(place, side, least):
                best, bound = promise(stack, side, alpha, beta)
                top = stack  # nothing is left to look at
            place += outcome_bytes(game)
        place = stack + HEAD
        while place < top and bound == EXACT:
            least, most, value, searched = star1_window(game, stack, place, alpha, beta)
            if searched:
                child = announced(game, block, place + OUTCOME)
                value = chance_kernel(game, block, child, depth, least, most, top)
            best, bound = settle(game, stack, place, value, alpha, beta)
            place += outcome_bytes(game)
    if load_shared(block + STATUS):
        return 0.0
    if game.remembers and depth > 0:
        guessed = 1 if load(block + GUESSES) != guesses else 0
        data = packed(depth, bound, guessed, best_index, 0, load(block + GENERATION), 0)
        remember(game, at, game.keys(state), data, best)
    return best


def enter(
    game: Rules, block: int, state: Any, depth: int, alpha: float, beta: float
) -> tuple[bool, float, int, int, int]:
    """What can be said of a state before it is searched.

    Whether that is enough, and the value; who is to move, the bucket in the table and the move to
    begin with.
    """
    add(block + NODES, 1)
    if game.is_terminal(state):
        return True, checked(block, float(game.utility(state))), CHANCE, 0, NO_INDEX
    if must_end(block, 0):
        return True, 0.0, CHANCE, 0, NO_INDEX
    player = player_of(game, block, state)
    if player == NOBODY:
        return True, 0.0, CHANCE, 0, NO_INDEX
    if depth <= 0 and player != CHANCE:  # the limit looks through chance: it has no ply
        add(block + GUESSES, 1)
        return True, estimate(game, block, state), player, 0, NO_INDEX
    at, hint = 0, NO_INDEX
    if game.remembers and depth > 0:
        keys = game.keys(state)
        at = bucket(game, block, keys)
        data, known, hint = look_up(game, at, keys, depth)
        if data != 0 and decides(bound_of(data), known, alpha, beta):
            add(block + GUESSES, guessed_of(data))
            return True, known, player, at, hint
    return False, 0.0, player, at, hint


def announced(game: Rules, block: int, place: int) -> Words:
    """The child that is searched next."""
    store(block + CURRENT, place)
    return game.get_state(place)


def bound_found(player: int, best: float, start: float, high: float) -> int:
    """What the best value, as the player sees it, says of the node's."""
    if best >= high:
        return AT_LEAST if player == MAX else AT_MOST
    if best <= start:
        return AT_MOST if player == MAX else AT_LEAST
    return EXACT


def player_of(game: Rules, block: int, state: Any) -> int:
    """Who is to move: MAX, MIN or CHANCE."""
    player = game.to_move(state)
    if player == MAX or player == MIN or player == CHANCE:  # noqa: SIM109
        return player
    store(block + STATUS, BAD_PLAYER)
    return NOBODY


def checked(block: int, value: float) -> float:
    """A value of the game's, which must be a finite number."""
    if not -INFINITY < value < INFINITY:
        store(block + STATUS, NOT_FINITE)
        return 0.0
    return value


def decides(bound: int, known: float, alpha: float, beta: float) -> bool:
    """Whether what is known of a value answers a window."""
    if bound == EXACT or (bound & AT_LEAST and known >= beta):
        return True
    return bool(bound & AT_MOST) and known <= alpha


def estimate(game: Rules, block: int, state: Any) -> float:
    """What a state looks like; without a heuristic 0: neither good nor bad."""
    if game.is_terminal(state):
        return checked(block, float(game.utility(state)))
    if game.has_evaluate:
        return checked(block, float(game.evaluate(state)))
    return 0.0


def list_moves(
    game: Rules, block: int, state: Any, player: int, look: bool, top: int
) -> tuple[int, int]:
    """Puts the children on the stack: its new top, and which looks best (the first: not asked)."""
    end, stack = load(block + MOVES_END), top
    best, best_index, index = -INFINITY, 0, 0
    for action in game.actions(state):
        if top > end:
            store(block + STATUS, MOVES_FULL)
            return stack, 0
        child = game.result(state, action)
        game.put_state(top, child)
        if look:
            if game.has_order:
                looks = float(game.order(state, action))
            else:
                looks = player * estimate(game, block, child)
            if looks > best:
                best, best_index = looks, index
        top += WORD * game.state_words
        index += 1  # noqa: SIM113 (a plain loop compiles best)
    if top == stack:
        store(block + STATUS, NO_ACTIONS)
    return top, best_index


def one_move(game: Rules, block: int, state: Words, player: int, depth: int, top: int) -> int:
    """Where a child lies: that of the table's move, or the best by its looks."""
    add(block + NODES, 1)
    _top, index = list_moves(game, block, state, player, True, top)
    if game.remembers:
        keys = game.keys(state)
        _data, _known, hint = look_up(game, bucket(game, block, keys), keys, depth)
        index = index if hint == NO_INDEX else hint
    return top + index * WORD * game.state_words


# --- the table -------------------------------------------------------------------------------


def bucket(game: Rules, block: int, keys: Any) -> int:
    """The address of the bucket of a state."""
    slot = game.hash(keys) >> 17 & load(block + MASK)
    return load(block + TABLE) + slot * ENTRIES * game.entry_bytes


def look_up(game: Rules, at: int, keys: Any, depth: int) -> tuple[int, float, int]:
    """The data and the value that may speak for a state at a depth, or 0; an action to try."""
    end = at + ENTRIES * game.entry_bytes
    found, value, newest, hint = 0, 0.0, -1, NO_INDEX
    while at < end:
        data, score = game.read(at, keys)
        if data != 0:
            if depth_of(data) == depth or (depth_of(data) < depth and guessed_of(data) == 0):
                found, value = data, float_of(score)
            if age_of(data) > newest:
                newest, hint = age_of(data), index_of(data)
        at += game.entry_bytes
    return found, value, hint


def age_of(data: int) -> int:
    """What orders entries: the newer and the deeper the larger."""
    return generation_of(data) << 8 | depth_of(data)


def remember(game: Rules, at: int, keys: Any, data: int, value: float) -> None:
    """Writes an entry over the same state's, or the oldest and least deep one of its bucket."""
    end = at + ENTRIES * game.entry_bytes
    place, least = at, 1 << 62
    while at < end:
        old, _score = game.read(at, keys)
        if old != 0 and depth_of(old) == depth_of(data):
            place = at
            break
        age = age_of(load(at))
        if age < least:
            place, least = at, age
        at += game.entry_bytes
    game.write(place, keys, data, bits_of(value))
