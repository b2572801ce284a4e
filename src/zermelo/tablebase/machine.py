"""The kernels of one game, called with arrays."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from zermelo.bits import lowest_bit, popcount, shift_left, trailing_zeros
from zermelo.compiler.errors import RuleFault
from zermelo.compiler.kernels import function_of
from zermelo.compiler.rules import CompiledGame
from zermelo.game import ZermeloError, provides
from zermelo.language import _, mark
from zermelo.tablebase.block import (
    BAD_KEY,
    BAD_PLAYER,
    BAD_WEIGHT,
    COUNT,
    DISORDER,
    FIELD,
    NEVER,
    NO_ACTIONS,
    NO_INVERSE,
    NOT_WHOLE,
    PLACE,
    ROOM,
    STATUS,
    T_HIGH,
    T_LOW,
    T_SHIFT,
    TIER,
    TOO_WIDE,
    UNIT,
    UNIT_BITS,
    USED,
    Block,
)
from zermelo.tablebase.fresh import fill
from zermelo.tablebase.kernels import (
    DIGIT,
    combine_kernel,
    expand_kernel,
    index_kernel,
    look_up_kernel,
    sort_kernel,
    state_kernel,
    unique_kernel,
)
from zermelo.tablebase.keys import Fields, is_counted, representative
from zermelo.tablebase.tiers import Tiers

Array = Any
Part: TypeAlias = tuple[int, Callable[[], tuple[Array, Array]]]  # its size, and its keys and scores
CHUNK: Final = 1 << 16  # children that are looked up together: they stay in the fast memory
MOST_MOVES: Final = 64  # of a position, where there is room; one with more makes more
BUCKET: Final = 2  # keys, on average, in a bucket of an index

KERNELS: Final[tuple[Callable[..., int], ...]] = (
    expand_kernel,
    sort_kernel,
    unique_kernel,
    index_kernel,
    look_up_kernel,
    combine_kernel,
)

FAULTS: Final = {
    BAD_KEY: mark("key must give whole numbers that are not negative"),
    BAD_PLAYER: mark("to_move must give MAX, MIN or, where there are outcomes, CHANCE"),
    NO_ACTIONS: mark("actions gives none, but is_terminal says that the game goes on"),
    BAD_WEIGHT: mark("outcomes must give positive whole numbers as weights"),
    NO_INVERSE: mark("from_key does not give back the state whose key it is handed"),
    DISORDER: mark("tier falls along a move"),
}


class TooWide(Exception):
    """A word of a state has no place in its key; `word` says which."""

    def __init__(self, word: int) -> None:
        self.word = word


class NotWhole(Exception):
    """A value is no whole number."""


class Disorder(Exception):
    """Tiers that were found, not told, are broken by a move."""


class Broken(ZermeloError):
    """The rules do what the interface does not allow."""


class Children(NamedTuple):
    """The children of some positions: of each position its head and end, of each child its key."""

    done: int  # positions
    heads: Array
    ends: Array
    keys: Array
    tiers: Array
    weights: Array

    def block(self, **arrays: Array) -> Block:
        """What a kernel is handed that goes through them; `arrays`: what else it needs."""
        block = Block()
        block.point(heads=self.heads, ends=self.ends, weights=self.weights, **arrays)
        block[COUNT], block[USED] = self.done, len(self.keys)
        return block


@dataclass
class Table:
    """Sorted keys, each beside its score, and an index of where those with some bits begin."""

    pairs: Array
    index: Array
    shift: int

    @property
    def bytes(self) -> int:
        """Of memory."""
        return int(self.pairs.nbytes + self.index.nbytes)

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last key."""
        return int(self.pairs[0, 0]), int(self.pairs[-1, 0])


class Machine:
    """What one game needs to be solved: keys to and from states, and the kernels.

    One machine does for several threads.
    """

    chunk = CHUNK

    def __init__(
        self,
        compiled: CompiledGame,
        symmetric: bool,
        fields: Fields | None,
        tiers: Tiers,
        real: bool,
    ) -> None:
        self.compiled, self.game = compiled, compiled.game
        self.symmetric, self.fields, self.tiers = symmetric, fields, tiers
        self.real = real  # whether values are any numbers, and there are no distances
        self._kernels: dict[Any, Callable[..., int]] = {}
        self.rules = self._rules()

    def _rules(self) -> Any:
        rules: Any = copy.copy(self.compiled.rules)
        for rule in ("evaluate", "is_quiet", "order", "bounds"):  # nothing rests on these here
            setattr(rules, f"has_{rule}", False)
        names: dict[str, Any] = {"popcount": popcount, "unpack": rules.unpack_state}
        names |= {each.__name__: each for each in (lowest_bit, shift_left, trailing_zeros)}
        for name in ("tier", "key", "canonical", "uncounted"):
            if getattr(rules, f"has_{name}"):
                names[name] = getattr(rules, name)
        if provides(self.game, "from_key"):
            names["from_key"] = self.game.from_key
        text = function_of
        rules.symmetric, rules.real, rules.by_key = self.symmetric, self.real, self.fields is None
        if is_counted(self.game):
            inner = "canonical(uncounted(state))" if self.symmetric else "uncounted(state)"
            rules.symmetric = True
            rules.canonical = text(f"def representative(state):\n    return {inner}", names)
        if self.fields is None:
            rules.encode = text("def encode(state, words):\n    return key(state)", names)
            rules.decode = text("def decode(key):\n    return from_key(key)", names)
            rules.misfit = text("def misfit(words):\n    return -1", names)
        else:
            rules.encode = text(self.fields.encode_text(), names)
            rules.decode = text(self.fields.decode_text(), names)
            rules.misfit = text(self.fields.misfit_text(), names)
        rules.level = text(self.tiers.text(), names)
        rules.strict, rules.unit_steps = self.tiers.strict, self.tiers.unit
        return rules

    def kernel(self, function: Callable[..., int]) -> Callable[..., int]:
        """A kernel, compiled when it is first wanted."""
        if function not in self._kernels:
            self._kernels[function] = self.compiled.kernel(function, self.rules)
        return self._kernels[function]

    # --- states and keys -------------------------------------------------------------------------

    def canonical(self, state: Any) -> Any:
        """The state that stands for all that are symmetric to it, whatever their counts."""
        return representative(self.game, state, self.symmetric)

    def key(self, state: Any) -> int:
        """The key of a state that is canonical."""
        if self.fields is None:
            return self.game.key(state)
        return self.fields.key(self.compiled.state.key(state))

    def state(self, key: int) -> Any:
        """The state with a key."""
        if self.fields is None:
            return self.game.from_key(key)
        return self.kernel(state_kernel)(key)

    def tier(self, state: Any) -> int:
        """The tier of a state."""
        return self.tiers.of(self.game, state, self.compiled.state.key(state))

    # --- arrays ----------------------------------------------------------------------------------

    def expand(self, keys: Array, tier: int, room: int) -> Iterator[Children]:
        """The children of sorted positions of one tier, as many positions at a time as fit.

        What it gives lies in the same memory each time.
        """
        block, kernel, children = Block(), self.kernel(expand_kernel), np.empty(0, np.int64)
        room = min(room, max(len(keys) * MOST_MOVES, 1 << 10))
        heads, ends = np.empty((2, min(room, len(keys))), np.int64)
        while len(keys):
            if room > len(children):
                children = np.empty(room, np.int64)
                tiers = children if self.tiers.unit else np.empty(room, np.int64)
                weights = np.empty(room, np.int64) if self.game.has_chance else children
                block.point(heads=heads, ends=ends)
                block.point(children=children, tiers=tiers, weights=weights)
            block.point(keys=keys)
            block[COUNT], block[TIER] = min(len(keys), len(heads)), tier
            block[ROOM] = room
            try:
                done = kernel(block.address)
            except RuleFault as error:
                raise Broken(f"{self.game.name}: {error}") from error
            if block[STATUS]:
                raise self._fault(block, keys)
            if done == 0:
                room *= 2
                continue
            used = block[USED]
            yield Children(
                done, heads[:done], ends[:done], children[:used], tiers[:used], weights[:used]
            )
            keys = keys[done:]

    def _fault(self, block: Block, keys: Array) -> Exception:
        status = block[STATUS]
        if status == TOO_WIDE:
            return TooWide(block[FIELD])
        if status == NOT_WHOLE:
            return NotWhole()
        if status == DISORDER and self.tiers.kind != "tier":
            return Disorder()
        position = self.game.format_state(self.state(int(keys[block[PLACE]])))
        words = _("{game}: {what} (at {position}); `zermelo check` looks for such things")
        what = _(FAULTS[status])
        return Broken(words.format(game=self.game.name, what=what, position=position))

    def unique(self, keys: Array) -> Array:
        """The keys, each once and in order; the array that is handed over is used up."""
        if not len(keys):
            return keys
        bits = max(int(keys.max()).bit_length(), 1)
        other = np.empty_like(keys)
        counts = np.empty(-(-bits // DIGIT) << DIGIT, np.int64)
        arrays = (array.ctypes.data for array in (keys, other, counts))
        if self.kernel(sort_kernel)(*arrays, len(keys), bits):
            keys = other
        return keys[: self.kernel(unique_kernel)(keys.ctypes.data, len(keys))]

    def table(self, parts: Sequence[Part], threads: int = 1, pairs: Array = None) -> Table:
        """Positions and their scores, of one part after another, ready to be looked up.

        `pairs`: all of them, where they lie side by side already.
        """
        ends = list(accumulate((size for size, _read in parts), initial=0))
        at_once = partial(_at_once, min(threads, len(parts)))
        if pairs is None:
            room = pairs = np.empty((ends[-1], 2), np.int64)
            at_once(lambda i: fill(room[ends[i] : ends[i + 1]], *parts[i][1]()), range(len(parts)))
        low, high = int(pairs[0, 0]), int(pairs[-1, 0])
        wanted = max(len(pairs) // BUCKET, 1)
        shift = max((high - low).bit_length() - wanted.bit_length(), 0)
        buckets = (high - low >> shift) + 1
        table = Table(pairs, np.empty(buckets + 1, np.int64), shift)
        block, kernel = self._pointed(Block(), table), self.kernel(index_kernel)
        at_once(
            lambda i: kernel(block.address, *ends[i : i + 2], len(pairs), buckets),
            range(len(parts)),
        )
        return table

    def look_up(self, children: Array, found: Array, table: Table) -> None:
        """Puts the scores of the children that lie in a table's range."""
        block = self._pointed(Block(), table)
        block.point(children=children, found=found)
        block[USED] = len(children)
        if self.kernel(look_up_kernel)(block.address):
            raise Broken(_("{game}: its rules are not always the same").format(game=self.game.name))

    def _pointed(self, block: Block, table: Table) -> Block:
        block.point(t_pairs=table.pairs, t_index=table.index)
        block[T_SHIFT] = table.shift
        block[T_LOW], block[T_HIGH] = table.ends
        return block

    def combine(self, children: Children, found: Array) -> Array:
        """The scores of positions by those of their children."""
        scores = np.empty(children.done, np.int64)
        block = children.block(found=found, scores=scores)
        self.kernel(combine_kernel)(block.address)
        return scores


def _at_once(threads: int, do: Callable[[int], object], numbers: Iterable[int]) -> None:
    """Calls a function with each number, on so many threads."""
    if threads == 1:
        for number in numbers:
            do(number)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _done in pool.map(do, numbers):
            pass


def values_of(scores: Array) -> tuple[Array, Array]:
    """The values of scores, and the plies to the end; -1 where it never comes."""
    values = scores + (scores > NEVER) * (UNIT - 1) >> UNIT_BITS
    plies = np.abs((values << UNIT_BITS) - scores)
    plies[scores == NEVER] = -1
    return values, plies


def scores_of(values: Array, plies: Array) -> Array:
    """The scores that hold values and plies; the inverse of `values_of`."""
    plies = np.where(plies < 0, NEVER, plies)
    return (values << UNIT_BITS) + plies * (1 - 2 * (values > 0))
