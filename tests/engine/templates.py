"""Rules that read all that varies from the state: a few kernels play thousands of games.

Only `initial` depends on a game's parameters, and it is not compiled. The rest is a hash of the
seed word in the state with the number of the node; small tables lie in the state as tuples. What
may be wrong with a game is in the state too (`fault`), and shows at few nodes only.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, Game, Repetition

PRIME = 2147483647


def mix(seed: int, a: int, b: int) -> int:
    """A number below 2 ** 31 that looks random; nothing on the way leaves 64 bits."""
    x = (seed + a * 7919 + b * 104729) % PRIME
    x = (x ^ x >> 13) * 48271 % PRIME
    x = (x ^ x >> 11) * 69621 % PRIME
    return x ^ x >> 7


class Fault(enum.IntEnum):
    """What is wrong with a game; those up to LAST_OF_RULES are wrong in the rules themselves."""

    NONE = 0
    PLAYER = 1  # `to_move` is 2
    NO_MOVES = 2  # at an inner state
    OVERFLOW = 3  # a number leaves 64 bits
    HUGE = 4  # utilities of many bits
    DIVISION = 5  # by zero
    LAST_OF_RULES = 5
    KEY = 6
    KEY_RARE = 7
    BOUNDS = 8
    BOUNDS_RARE = 9
    CANONICAL = 10
    TIER = 11
    EVALUATE = 12  # outside the bounds
    EVALUATE_HUGE = 13


# Plain numbers: rules compile with them.
PLAYER, NO_MOVES, OVERFLOW, HUGE, DIVISION = 1, 2, 3, 4, 5
KEY, KEY_RARE, BOUNDS, BOUNDS_RARE, CANONICAL, TIER, EVALUATE, EVALUATE_HUGE = range(6, 14)

CYCLIC, TWICE, TWIST = 1, 2, 4  # bits of `shape`


class Node(NamedTuple):
    """A node of a graph, and what the graph is like."""

    seed: int
    graphs: int
    size: int  # a node of that number and more is an end
    width: int  # of a layer, out of which nothing leads back
    spread: int  # most moves
    ends: int  # one in so many nodes is an end; 0: none but the last
    shape: int
    worth: int  # utilities are from -worth to worth
    scale: int  # times this
    fault: int
    node: int
    player: int
    twist: int  # makes no difference: the two are symmetric


class Parameters(NamedTuple):
    """What a graph is like, for `initial`."""

    seed: int
    graphs: int = 6
    size: int = 12
    width: int = 3
    spread: int = 3
    ends: int = 6
    shape: int = 0
    worth: int = 1
    scale: int = 1
    fault: int = 0  # plain: a state holds no Enum


class Layers(Game[Node, int]):
    """Random graphs in layers, acyclic or with cycles inside a layer; MAX first chooses which.

    The choice only makes one game of several, so that one engine can be asked about each.
    """

    def __init__(self, parameters: Parameters, repetition: Repetition | None = None) -> None:
        self.start = Node(*parameters, -1, MAX, 0)
        self.repetition = repetition

    @property
    def name(self) -> str:
        return f"{type(self).__name__}({self.start}, {self.repetition})"

    def initial(self) -> Node:
        return self.start

    def to_move(self, state: Node) -> int:
        if state.fault == PLAYER and state.node > 0 and mix(state.seed, state.node, 11) % 12 == 0:
            return 2
        return state.player

    def actions(self, state: Node) -> Iterable[int]:
        if state.node < 0:
            for action in range(state.graphs):
                yield action
        elif not self.is_terminal(state):
            if state.fault == NO_MOVES and mix(state.seed, state.node, 12) % 12 == 0:
                return
            for action in range(1 + mix(state.seed, state.node, 3) % state.spread):
                yield action

    def result(self, state: Node, action: int) -> Node:
        if state.node < 0:
            seed = state.seed + action
            return state._replace(seed=seed, node=0, player=1 if mix(seed, 0, 2) & 1 else -1)
        chance = mix(state.seed, state.node, 100 + action)
        node = state.node + 1 + chance % state.width
        if state.shape & CYCLIC:
            layer = state.node // state.width + ((chance >> 8) % 3 == 0)
            if state.fault == TIER and (chance >> 12) % 7 == 0:
                layer = max(0, layer - 1)
            node = layer * state.width + chance % state.width
        player, twist = -state.player, state.twist
        if state.shape & TWICE and mix(state.seed, state.node, 4) % 3 == 0:
            player = state.player
        if state.shape & TWIST:
            twist = twist ^ action & 1
        return state._replace(node=node, player=player, twist=twist)

    def is_terminal(self, state: Node) -> bool:
        if state.node >= state.size:
            return True
        return (
            state.ends > 0 and state.node > 0 and mix(state.seed, state.node, 5) % state.ends == 0
        )

    def utility(self, state: Node) -> int:
        value = mix(state.seed, state.node, 6) % (2 * state.worth + 1) - state.worth
        if state.fault == OVERFLOW and mix(state.seed, state.node, 13) % 5 == 0:
            return 1 if (state.node + 3037000500) * 3037000500 * 3 > 0 else -1
        if state.fault == DIVISION and mix(state.seed, state.node, 13) % 5 == 0:
            return value // (state.node - state.node)
        return value * state.scale


class Evaluate(Layers):
    """With an estimate, right in nothing but its range."""

    def evaluate(self, state: Node) -> int:
        estimate = mix(state.seed, state.node, 7) % (2 * state.worth + 1) - state.worth
        if state.fault == EVALUATE:
            return estimate * state.scale * 50
        if state.fault == EVALUATE_HUGE:
            return estimate * state.scale * 1000003 * 1000003
        return estimate * state.scale // 2


class Bounds(Layers):
    """With bounds that are right, unless there is a fault."""

    def bounds(self, state: Node) -> tuple[int, int]:
        high = state.worth * state.scale
        if state.fault == BOUNDS:
            return 0, high
        if state.fault == BOUNDS_RARE and mix(state.seed, state.node, 14) % 6 == 0:
            return high, high
        return -high, high


class Order(Layers):
    """With an order, as good as any."""

    def order(self, state: Node, action: int) -> int:
        return mix(state.seed, state.node, 200 + action) - PRIME // 2


class Key(Layers):
    """With a key of its own."""

    def key(self, state: Node) -> int:
        key = state.seed << 20 | (state.node + 1) << 2 | (state.player > 0) << 1 | state.twist
        if state.fault == KEY:
            return key % 5
        if state.fault == KEY_RARE and mix(state.seed, state.node, 15) % 8 == 0:
            return key >> 3
        return key


class Canonical(Layers):
    """With a symmetry."""

    def canonical(self, state: Node) -> Node:
        if state.fault == CANONICAL and mix(state.seed, state.node, 16) % 4 == 0:
            return state._replace(node=state.node // 2 * 2, twist=0)
        return state._replace(twist=0)


class Tier(Layers):
    """With a tier: the layer."""

    def tier(self, state: Node) -> int:
        return state.node // state.width


class Dice(Layers):
    """With CHANCE at some nodes."""

    def to_move(self, state: Node) -> int:
        if state.node >= 0 and mix(state.seed, state.node, 8) % 3 == 0:
            return CHANCE
        if state.fault == PLAYER and state.node > 0 and mix(state.seed, state.node, 11) % 12 == 0:
            return 2
        return state.player

    def outcomes(self, state: Node) -> Iterable[tuple[int, int]]:
        for action in range(1 + mix(state.seed, state.node, 3) % state.spread):
            yield action, 1 + mix(state.seed, state.node, 300 + action) % 4


HOOKS: dict[str, type[Layers]] = {
    "evaluate": Evaluate,
    "bounds": Bounds,
    "order": Order,
    "key": Key,
    "canonical": Canonical,
    "tier": Tier,
}


@cache
def layers(hooks: tuple[str, ...], dice: bool = False) -> type[Layers]:
    """The class with these hooks, the same each time."""
    bases: list[type[Any]] = [HOOKS[hook] for hook in hooks]
    bases += [Dice] if dice else []
    name = "".join(hook.title() for hook in hooks) + ("Dice" if dice else "Layers")
    return type(name, tuple(bases or [Layers]), {"__doc__": Layers.__doc__})
