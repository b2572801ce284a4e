"""The tree of Monte-Carlo search: its nodes, and what is certain of their values.

It is one block of words: a head, then the children of each node side by side.

    head    0    1    2         3      4
            TOP  END  PLAYOUTS  LEAST  MOST

    node    0       1     2    3     4         5      6       7       8       9       10 ...
            VISITS  MEAN  LOW  HIGH  CHILDREN  COUNT  PLAYER  WEIGHT  RARITY  CHOSEN  the action

CHILDREN is the address of the first of COUNT children, 0 while there are none; PLAYER decides at
the node; WEIGHT is the outcome's that leads there. MEAN is that of the results of VISITS random
games, for MAX, and RARITY is 1 / sqrt(VISITS): selection reads both for all children of a node on
the way, and only the nodes of the way change. CHOSEN is the child selected last, 0 where selection
must look at all of them. The value lies from LOW to HIGH for certain: these come from the ends of
games and from `bounds`, and go up the tree like the values of minimax. A node where they meet is
solved.

In a game for several players MEAN, LOW and HIGH are those of the first; the others' come in threes
at the end of the node (`of_seat`). A node is solved there when all of them are certain, whichever
of moves that are worth the same to them the players choose.

Where actions stay open until they are taken (`game.stay_open`), a random game says something of all
moves made in it, not of the first alone (rapid action value estimation, RAVE). There WEIGHT is the
hash of the action, by which `history` has the last simulation that it came in, and two words more
follow: how many simulations through the parent had the player take the action at some time, and the
mean of their results.
"""

from __future__ import annotations

from typing import Final

from zermelo.compiler.intrinsics import WORD, load, load_float, store_float
from zermelo.compiler.kernels import Rules
from zermelo.game import CHANCE, INFINITY, MAX

TOP: Final = 0 * WORD  # address: where the next children will lie
END: Final = 1 * WORD
PLAYOUTS: Final = 2 * WORD  # how many random games a node of a small tree waits for its children
LEAST: Final = 3 * WORD  # of all results
MOST: Final = 4 * WORD
HEAD: Final = 5 * WORD

VISITS: Final = 0 * WORD
MEAN: Final = 1 * WORD
LOW: Final = 2 * WORD
HIGH: Final = 3 * WORD
CHILDREN: Final = 4 * WORD
COUNT: Final = 5 * WORD
PLAYER: Final = 6 * WORD
WEIGHT: Final = 7 * WORD
RARITY: Final = 8 * WORD
CHOSEN: Final = 9 * WORD
ACTION: Final = 10 * WORD
THREE: Final = 3 * WORD  # MEAN, LOW and HIGH


def node_bytes(game: Rules) -> int:
    """The size of a node."""
    return later_at(game) + (2 * WORD if game.stay_open else 0) + THREE * (game.seats - 1)


def later_at(game: Rules) -> int:
    """Where in a node it stands how often its action came at some time; the mean comes next."""
    return ACTION + WORD * game.packed_words


def of_seat(game: Rules, node: int, seat: int) -> int:
    """From where MEAN, LOW and HIGH of a player are counted; MAX and MIN share those of seat 0."""
    return node if seat == 0 else node + node_bytes(game) - THREE * (game.seats - seat) - MEAN


def of_player(game: Rules, node: int, player: int) -> int:
    """The same for who decides somewhere."""
    return of_seat(game, node, player) if game.several else node


def sign_of(game: Rules, player: int) -> int:
    """-1 for MIN, to whom what is good for MAX is bad; otherwise 1."""
    return 1 if game.several else player


def is_solved(game: Rules, node: int) -> bool:
    """Whether the value is certain."""
    for seat in range(game.seats):
        here = of_seat(game, node, seat)
        if load_float(here + LOW) != load_float(here + HIGH):
            return False
    return True


def least_for(game: Rules, node: int, player: int) -> float:
    """What a player gets at least, as that player counts."""
    here = of_player(game, node, player)
    return load_float(here + LOW) if sign_of(game, player) > 0 else -load_float(here + HIGH)


def most_for(game: Rules, node: int, player: int) -> float:
    """What a player gets at most."""
    here = of_player(game, node, player)
    return load_float(here + HIGH) if sign_of(game, player) > 0 else -load_float(here + LOW)


def tighten(game: Rules, node: int) -> bool:
    """Works out what is certain of a node from its children; whether that is more than before."""
    player, child = load(node + PLAYER), load(node + CHILDREN)
    end = child + load(node + COUNT) * node_bytes(game)
    if game.several:
        return tighten_all(game, node, player, end)
    low, high = load_float(child + LOW), load_float(child + HIGH)
    if game.has_outcomes and player == CHANCE:
        low = high = 0.0
        while child < end:
            low += load_float(child + WEIGHT) * load_float(child + LOW)
            high += load_float(child + WEIGHT) * load_float(child + HIGH)
            child += node_bytes(game)
    while child < end:
        if player == MAX:
            low = max(low, load_float(child + LOW))
            high = max(high, load_float(child + HIGH))
        else:
            low = min(low, load_float(child + LOW))
            high = min(high, load_float(child + HIGH))
        child += node_bytes(game)
    return narrow(node, low, high)


def tighten_all(game: Rules, node: int, player: int, end: int) -> bool:
    """The same with several players: what each gets by any child that who moves may choose.

    That is one that may be worth as much to who moves as another is sure to be.
    """
    first, sure, better = load(node + CHILDREN), -INFINITY, False
    for child in range(first, end, node_bytes(game)):
        sure = max(sure, least_for(game, child, player))
    for seat in range(game.seats):
        low, high = INFINITY, -INFINITY
        for child in range(first, end, node_bytes(game)):
            if most_for(game, child, player) >= sure:
                here = of_seat(game, child, seat)
                low, high = min(low, load_float(here + LOW)), max(high, load_float(here + HIGH))
        low = sure if seat == player else low
        better = narrow(of_seat(game, node, seat), low, high) or better
    return better


def narrow(node: int, low: float, high: float) -> bool:
    """Notes what is certain of a value; whether that is more than before."""
    better = low > load_float(node + LOW) or high < load_float(node + HIGH)
    store_float(node + LOW, max(low, load_float(node + LOW)))
    store_float(node + HIGH, min(high, load_float(node + HIGH)))
    return better
