"""How Python and a running kernel talk: a block of words that both can see.

One layout for all kernels; each uses the words that it needs. The nodes of a plain search are
INNER + LEAVES, those of the others NODES.

    word   0        1      2           3        4            5      6     7        8
           STATUS   NODES  NODE_LIMIT  GUESSES  ROOT_INDEX   TABLE  MASK  HISTORY  KILLERS

    word   9           10    11         12         13      14       15    16           17
           GENERATION  BUSY  MOVES_END  SYMMETRIC  BLOCKS  CURRENT  PATH  STACK_FLOOR  REPEATED

    word   18             19            20     21     22      23       24       25
           HIGHEST_GUESS  LOWEST_GUESS  LIMIT  INNER  LEAVES  CUTOFFS  DEEPEST  ENDLESS

    word   26      27      28 ... 31  32 ...
           RANDOM  PASSED  SWINGS     TRAIL

STATUS is 0 while a search goes on. Anybody may set it, from any thread, to make the kernel stop;
the kernel itself does where it cannot go on. Then every node returns at once, and the value that
comes back means nothing.
"""

from __future__ import annotations

from typing import Final

from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.native.code import Context
from zermelo.engine.memory import address_of, zeros

# The address of each word from the beginning of the block.
STATUS: Final = 0 * WORD
NODES: Final = 1 * WORD
NODE_LIMIT: Final = 2 * WORD
GUESSES: Final = 3 * WORD  # how often a score rested on an estimate
ROOT_INDEX: Final = 4 * WORD  # the best action at the root, by its place; -1: none yet
TABLE: Final = 5 * WORD  # address of the transposition table
MASK: Final = 6 * WORD  # the number of its buckets less one
HISTORY: Final = 7 * WORD  # address: one word for each player and hash of an action
KILLERS: Final = 8 * WORD  # address: two words for each ply
GENERATION: Final = 9 * WORD
BUSY: Final = 10 * WORD  # address: what other threads are searching just now
MOVES_END: Final = 11 * WORD  # address: where the stack of moves has no room for another
SYMMETRIC: Final = 12 * WORD  # in so many plies a canonical state stands for those symmetric to it
BLOCKS: Final = 13 * WORD  # address: those of all threads' blocks, then 0
CURRENT: Final = 14 * WORD  # address: the words of the state entered last
PATH: Final = 15 * WORD  # address: the states from the root to here (see `kernels.repetition`)
STACK_FLOOR: Final = 16 * WORD  # address: how far down the machine's stack may grow
REPEATED: Final = 17 * WORD  # the least ply whose state came back below the node returned from
HIGHEST_GUESS: Final = 18 * WORD  # of all estimates, as scores
LOWEST_GUESS: Final = 19 * WORD
LIMIT: Final = 20 * WORD  # the ply, from the root, at which the heuristic speaks
INNER: Final = 21 * WORD  # states entered that have been searched on
LEAVES: Final = 22 * WORD  # states entered that ended the search there
CUTOFFS: Final = 23 * WORD  # those that skipped something
DEEPEST: Final = 24 * WORD  # the ply of the deepest leaf
ENDLESS: Final = 25 * WORD  # whether the limit is only there to save the machine's stack
RANDOM: Final = 26 * WORD  # the state of the random numbers
PASSED: Final = 27 * WORD  # the ply that a null move led to; -1: none
SWINGS: Final = 28 * WORD  # by depth: how far a search leads from the estimate, as a rule
TRAIL: Final = SWINGS + 4 * WORD  # the buckets of the nodes being searched in the first plies
RESULTS: Final = TRAIL  # of a random game: what each player gets

SHARED_PLIES: Final = 14  # further down, threads do not look at what others do
BLOCK_WORDS: Final = TRAIL // WORD + SHARED_PLIES
APART: Final = 32  # words: more than a line of any cache

# What STATUS says.
GOING: Final = 0
STOPPED: Final = 1  # somebody has told it to
OUT_OF_NODES: Final = 2
TOO_DEEP: Final = 3
NO_HEURISTIC: Final = 4  # the limit is met and the game has no `evaluate`
MOVES_FULL: Final = 5  # the stack of moves
OUT_OF_RANGE: Final = 6  # a value, an estimate or a distance that scores cannot hold
BAD_PLAYER: Final = 7  # `to_move` gives none of MAX, MIN and CHANCE
NO_ACTIONS: Final = 8  # at a state that is not terminal
BAD_WEIGHT: Final = 9  # of an outcome
NOT_FINITE: Final = 10  # a value or an estimate that is no number
OVERTAKEN: Final = 64  # plus the ply above a node that another thread has answered: back to there

MOST_PLIES: Final = 250_000


class Block:
    """The words of one running kernel."""

    def __init__(self) -> None:
        # Far from anything that another thread writes: its counts change with every node.
        self.words = zeros(BLOCK_WORDS + 2 * APART)[APART:-APART]
        self.address = address_of(self.words)
        self.context = Context()

    def halt(self) -> None:
        """Ends the kernel within microseconds; may be called from any thread."""
        self[STATUS] = STOPPED
        self.context.stop()

    def resume(self) -> None:
        """Lets a kernel that was halted run again."""
        self[STATUS] = GOING
        self.context.stop(False)

    def __getitem__(self, address: int) -> int:
        return self.words[address // WORD]

    def __setitem__(self, address: int, value: int) -> None:
        self.words[address // WORD] = value


class Control(Block):
    """The block of a plain search, which ends where the ply meets LIMIT."""

    def clear(self) -> None:
        """Sets the counts to 0."""
        for address in (INNER, LEAVES, CUTOFFS, DEEPEST, GUESSES):
            self[address] = 0

    def start(self, limit: int, endless: bool) -> None:
        """Sets the limit of a kernel that is about to run, unless it was stopped before."""
        self[LIMIT], self[ENDLESS] = limit, endless
        if self[STATUS] != GOING:  # looked at last, so that no `stop` is lost
            self[LIMIT] = -1

    def stop(self) -> None:
        """Ends the kernel, which may look at its limit alone."""
        self.halt()
        self[LIMIT] = -1
