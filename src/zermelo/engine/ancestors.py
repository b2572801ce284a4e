"""The positions above the one that a kernel begins at, as its path holds them."""

from __future__ import annotations

from array import array
from typing import Any

from zermelo.compiler.rules import CompiledGame
from zermelo.engine.kernels.repetition import NO_TIER
from zermelo.engine.keys import Keys
from zermelo.engine.table import hash_of
from zermelo.game import provides


class Ancestors:
    """States, the oldest first, and for each a row of the path (see `kernels.repetition`)."""

    def __init__(self, compiled: CompiledGame, keys: Keys, states: tuple[Any, ...] = ()) -> None:
        game, layout = compiled.game, compiled.state
        self.states = states
        # Rows know only where the words are.
        self._held = [layout.words(state) for state in states]
        self._words = [array("q", words) for words in self._held]
        self.rows = [(0, 0, NO_TIER, 0)]  # above all of them is none
        for state, words in zip(states, self._words, strict=True):
            tier = game.tier(state) if provides(game, "tier") else 0
            if game.repetition == "endless":  # it goes on: what it comes to has a value of its own
                tier = NO_TIER
            mark, place = hash_of(keys.of(game.uncounted(state))), words.buffer_info()[0]
            self.rows.append((mark, place, tier, game.to_move(state)))
