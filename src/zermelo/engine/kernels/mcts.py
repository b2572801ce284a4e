"""Monte-Carlo tree search at full speed, with what is certain of each value (score-bounded MCTS).

The way from the root to the node at hand lies on the stack of moves, and so do the positions before
the root, above it: one row for each.

    row     0        1        2 ...
            the node PLAYER   the state's key, where positions may come back
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final

from zermelo.compiler.intrinsics import (
    WORD,
    add,
    bits_of,
    load,
    load_float,
    load_shared,
    mark,
    release,
    store,
    store_float,
)
from zermelo.compiler.kernels import Rules, Words
from zermelo.engine.block import (
    BAD_WEIGHT,
    CURRENT,
    MASK,
    MOVES_END,
    MOVES_FULL,
    NO_ACTIONS,
    NODES,
    NOT_FINITE,
    PATH,
    RANDOM,
    RESULTS,
    STATUS,
    TABLE,
)
from zermelo.engine.kernels.leaves import must_end
from zermelo.engine.kernels.moves import history
from zermelo.engine.kernels.nodes import (
    ACTION,
    CHILDREN,
    CHOSEN,
    COUNT,
    END,
    HEAD,
    HIGH,
    LEAST,
    LOW,
    MEAN,
    MOST,
    PLAYER,
    PLAYOUTS,
    RARITY,
    TOP,
    VISITS,
    WEIGHT,
    is_solved,
    later_at,
    least_for,
    most_for,
    node_bytes,
    of_player,
    of_seat,
    sign_of,
    tighten,
)
from zermelo.engine.kernels.outcomes import MOST_WEIGHT
from zermelo.engine.kernels.playouts import (
    FACTOR,
    STEP,
    below,
    moved,
    player_at,
    put_results,
    put_utility,
    random_game,
)
from zermelo.engine.kernels.repetition import position_keys, worth_of_return
from zermelo.game import CHANCE, INFINITY

KEYS: Final = 2 * WORD  # of a row

ONE: Final = 1023 << 52  # the bits of 1.0
LOG: Final = log(2) / (1 << 52)
BIAS: Final = 0.0003  # how soon visits count for more than what random games say of later moves
FRESH: Final = 0.5  # the rarity of a node without visits
SHY: Final = 0.3  # so much of the exploration is left with these
SLOWER: Final = 1 << 22  # bytes of a tree that make its nodes wait for one more random game


def mcts_kernel(game: Rules, block: int, state: Words, exploration: float, stack: int) -> int:
    """Runs simulations from the root until it is solved or the block says stop; how many."""
    done, root = 0, load(block + TABLE) + HEAD
    while not is_solved(game, root) and not must_end(block, 0):
        here = mark()
        simulation(game, block, state, exploration, stack)
        release(here)
        if load_shared(block + STATUS) != 0:
            break
        done += 1
    return done


def simulation(game: Rules, block: int, state: Words, exploration: float, stack: int) -> None:
    """Select, expand, simulate, back up; nothing is counted where the search must stop."""
    tree, here = load(block + TABLE), load(block + CURRENT)
    row, node, grown = stack, tree + HEAD, -1  # the row of a node whose value is known better now
    while True:
        store(row, node)
        if game.repeats:
            game.put_keys(row + KEYS, position_keys(game, state))
        if is_solved(game, node) or row >= load(block + MOVES_END):
            break
        if load(node + CHILDREN) == 0:
            if row > stack and load(node + VISITS) < patience(tree):
                break
            expand(game, block, node, state, row)
            if load_shared(block + STATUS) != 0:
                return
            if tighten(game, node):
                grown = row
            if is_solved(game, node):
                break
        node = select(game, block, node, exploration)
        state = moved(game, state, game.unpack_action(game.get_words(node + ACTION)), here)
        row += row_bytes(game)
    if game.stay_open:
        add(block + MASK, 1)  # the number of this simulation
    if not is_solved(game, node):
        random_game(game, block, state, here, row + row_bytes(game))
        if load_shared(block + STATUS) != 0:
            return
    else:
        for seat in range(game.seats):
            known = load_float(of_seat(game, node, seat) + LOW)
            store_float(block + RESULTS + WORD * seat, known)
    add(block + NODES, 1)
    for seat in range(game.seats):
        value = load_float(block + RESULTS + WORD * seat)
        store_float(tree + LEAST, min(value, load_float(tree + LEAST)))
        store_float(tree + MOST, max(value, load_float(tree + MOST)))
    back_up(game, block, stack, row, grown)


def patience(tree: int) -> int:
    """How many random games a node waits for its children: the more, the larger the tree is."""
    return load(tree + PLAYOUTS) + (load(tree + TOP) - tree) // SLOWER


def back_up(game: Rules, block: int, stack: int, row: int, grown: int) -> None:
    """Counts the results at all nodes of the way; up to `grown` more is certain than before."""
    result = load_float(block + RESULTS)
    while row >= stack:
        node = load(row)
        if game.stay_open:
            count_later(game, block, node, result)
            if row > stack:
                player = load(load(row - row_bytes(game)) + PLAYER)
                store(history(block, load(node + WEIGHT), player), load(block + MASK))
        if row < grown:
            store(node + CHOSEN, 0)
            grown = row if tighten(game, node) else -1
        if game.several and load(node + CHILDREN) != 0:
            take_sure(game, block, node)
        visits = load(node + VISITS) + 1
        store(node + VISITS, visits)
        for seat in range(game.seats):
            here, at = of_seat(game, node, seat), block + RESULTS + WORD * seat
            value = min(max(load_float(at), load_float(here + LOW)), load_float(here + HIGH))
            mean = load_float(here + MEAN)
            store_float(here + MEAN, mean + (value - mean) / visits)
            store_float(at, value)
        store_float(node + RARITY, 1 / sqrt(float(visits)))
        row -= row_bytes(game)


def take_sure(game: Rules, block: int, node: int) -> None:
    """Of several players, who gets less than they are sure of makes that move instead."""
    player = load(node + PLAYER)
    sure = least_for(game, node, player)
    if load_float(block + RESULTS + WORD * player) >= sure:
        return
    first = load(node + CHILDREN)
    for child in range(first, first + load(node + COUNT) * node_bytes(game), node_bytes(game)):
        if least_for(game, child, player) == sure:
            for seat in range(game.seats):
                here, at = of_seat(game, child, seat), block + RESULTS + WORD * seat
                value = min(max(load_float(at), load_float(here + LOW)), load_float(here + HIGH))
                store_float(at, value)
            return


def count_later(game: Rules, block: int, node: int, result: float) -> None:
    """Counts a result for the children whose actions the player has taken from there on."""
    player, child = load(node + PLAYER), load(node + CHILDREN)
    if child == 0:
        return
    end = child + load(node + COUNT) * node_bytes(game)
    while child < end:
        if load(history(block, load(child + WEIGHT), player)) == load(block + MASK):
            at = child + later_at(game)
            times, mean = load(at) + 1, load_float(at + WORD)
            store(at, times)
            store_float(at + WORD, mean + (result - mean) / times)
        child += node_bytes(game)


def row_bytes(game: Rules) -> int:
    """The size of a row."""
    return KEYS + WORD * game.key_words if game.repeats else KEYS


# --- selection -----------------------------------------------------------------------------------


def select(game: Rules, block: int, node: int, exploration: float) -> int:
    """The child with the largest upper confidence bound (UCB1), as the player sees it.

    Of those alone that can be better than what is sure; first come those never tried, any of them.
    Chance takes what is behind its weight.
    """
    tree, chosen = load(block + TABLE), load(node + CHOSEN)
    if chosen != 0 and stays(load(node + VISITS)):
        return chosen
    player, child = load(node + PLAYER), load(node + CHILDREN)
    end = child + load(node + COUNT) * node_bytes(game)
    if game.has_outcomes and player == CHANCE:
        return select_outcome(game, node, child, end)
    span = load_float(tree + MOST) - load_float(tree + LEAST)
    spread = exploration * span * sqrt(logarithm(load(node + VISITS)))
    if game.stay_open:
        spread *= SHY
    found, best, sure = child, -INFINITY, least_for(game, node, player)
    number, fresh = load(block + RANDOM), 0
    while child < end:
        most = most_for(game, child, player)
        if most > sure or (game.several and most == sure and not is_solved(game, child)):
            bound = sign_of(game, player) * expected(game, child, player) + spread * load_float(
                child + RARITY
            )
            if is_unknown(game, child):
                number, fresh, best = number * FACTOR + STEP, fresh + 1, INFINITY
                found = child if below(number, fresh) == 0 else found
            elif bound > best:
                found, best = child, bound
        elif game.several and most == sure and best == -INFINITY:
            found = child  # unless there is something to learn elsewhere
        child += node_bytes(game)
    store(block + RANDOM, number)
    store(node + CHOSEN, found)
    return found


def stays(visits: int) -> bool:
    """Whether the next simulation goes where the last one did: up to 1/64 of all in succession."""
    length = 1 << max((bits_of(float(visits)) - ONE >> 52) - 6, 0)
    return visits & length - 1 != 0


def expected(game: Rules, child: int, player: int) -> float:
    """The mean of a child, and the less it was visited, what came of its action later on."""
    mean, at = load_float(of_player(game, child, player) + MEAN), child + later_at(game)
    if not game.stay_open or load(at) == 0:
        return mean
    visits, times = float(load(child + VISITS)), float(load(at))
    share = times / (times + visits + times * visits * BIAS)
    return mean + share * (load_float(at + WORD) - mean)


def is_unknown(game: Rules, child: int) -> bool:
    """Whether no random game has said anything of a child."""
    if game.stay_open and load(child + later_at(game)) > 0:
        return False
    return load(child + VISITS) == 0


def logarithm(number: int) -> float:
    """The natural one, up to 0.06 too small: straight lines between the powers of 2."""
    return (bits_of(float(max(number, 1))) - ONE) * LOG


def select_outcome(game: Rules, node: int, child: int, end: int) -> int:
    """The outcome that has come up most too seldom, by its weight."""
    visits, found, most = load(node + VISITS) + 1, child, -INFINITY
    while child < end:
        missing = load_float(child + WEIGHT) * visits - load(child + VISITS)
        if missing > most:
            found, most = child, missing
        child += node_bytes(game)
    return found


# --- expansion -----------------------------------------------------------------------------------


def expand(game: Rules, block: int, node: int, state: Any, row: int) -> None:
    """Puts the children of a node into the tree, with what is certain of them already."""
    tree = load(block + TABLE)
    first, player = load(tree + TOP), player_at(game, block, state)
    store(row + WORD, player)
    if game.has_outcomes and player == CHANCE:
        top = put_outcomes(game, block, state, first)
    else:
        top = put_actions(game, block, state, first, row)
    if load_shared(block + STATUS) != 0:
        return
    if top == first:
        store(block + STATUS, NO_ACTIONS)
        return
    store(node + PLAYER, player)
    store(node + CHILDREN, first)
    store(node + COUNT, (top - first) // node_bytes(game))
    store(tree + TOP, top)


def put_actions(game: Rules, block: int, state: Any, top: int, row: int) -> int:
    """The children of a player's node; the new top."""
    end = load(load(block + TABLE) + END)
    for action in game.actions(state):
        if top + node_bytes(game) > end:
            store(block + STATUS, MOVES_FULL)
            return top
        put_child(game, block, top, state, action, row)
        top += node_bytes(game)
    return top


def put_outcomes(game: Rules, block: int, state: Any, first: int) -> int:
    """The children of chance's node, with their probabilities; the new top."""
    end = load(load(block + TABLE) + END)
    top, total = first, 0
    for action, weight in game.outcomes(state):
        if top + node_bytes(game) > end:
            store(block + STATUS, MOVES_FULL)
            return top
        if weight <= 0 or weight > MOST_WEIGHT - total:
            store(block + STATUS, BAD_WEIGHT)
            return top
        put_child(game, block, top, state, action, 0)
        store_float(top + WEIGHT, float(weight))
        total += weight
        top += node_bytes(game)
    while first < top:
        store_float(first + WEIGHT, load_float(first + WEIGHT) / total)
        first += node_bytes(game)
    return top


def put_child(game: Rules, block: int, at: int, state: Any, action: Any, row: int) -> None:
    """A node without visits."""
    child = game.result(state, action)
    low, high, over = -INFINITY, INFINITY, True
    if game.is_terminal(child):
        put_utility(game, block, child)
    elif game.repeats and came_back(game, block, child, row):
        put_results(game, block, float(worth_of_return(game, load(row + WORD))))
    else:
        over = False
    if game.has_bounds and not over:
        least, most = game.bounds(child)
        low, high = float(least), float(most)
        if not low <= high:
            store(block + STATUS, NOT_FINITE)
    store(at + VISITS, 0)
    if game.stay_open:
        store(at + WEIGHT, game.action_hash(action))
        store_float(at + RARITY, FRESH)
        store(at + later_at(game), 0)
        store_float(at + later_at(game) + WORD, 0.0)
    for seat in range(game.seats):
        here = of_seat(game, at, seat)
        if over:
            low = high = load_float(block + RESULTS + WORD * seat)
        store_float(here + MEAN, 0.0)
        store_float(here + LOW, low)
        store_float(here + HIGH, high)
    store(at + CHILDREN, 0)
    store(at + CHOSEN, 0)
    game.put_words(at + ACTION, game.pack_action(action))


def came_back(game: Rules, block: int, child: Any, row: int) -> bool:
    """Whether a position is on the way from the beginning of the game to its parent, in `row`."""
    keys = position_keys(game, child)
    while row >= load(block + PATH):
        if game.get_keys(row + KEYS) == keys:
            return True
        row -= row_bytes(game)
    return False
