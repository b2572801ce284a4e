"""The rules of a game with what a kernel needs besides: functions made for its words."""

from __future__ import annotations

import copy
import warnings
from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, store
from zermelo.compiler.kernels import function_of
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.entry import hash_text, narrow_score_of, read_text, write_text
from zermelo.engine.kernels.moves import MOST_PUT_OFF
from zermelo.engine.keys import Keys
from zermelo.language import _
from zermelo.search import SearchWarning

SYMMETRIC_PLIES: Final = 8


def kernel_rules(compiled: CompiledGame, keys: Keys | None, wide: bool) -> Any:
    """A copy of the rules that a kernel may be given more attributes on.

    `keys`: by what the table knows states, if not by their words.
    """
    rules: Any = copy.copy(compiled.rules)
    memory = {"load": load, "store": store}
    rules.keys = keys.function(compiled) if keys else rules.pack_state
    words = keys.words if keys else compiled.state.keys.size
    rules.entry_bytes = WORD * (words + 1 + wide)
    rules.hash = function_of(hash_text(words), {})
    rules.read = function_of(read_text(words, wide), {**memory, "narrow_score_of": narrow_score_of})
    rules.write = function_of(write_text(words, wide), memory)
    rules.put_keys, rules.get_keys = word_functions(words)
    rules.move_words, rules.key_words = words_of_move(compiled), words
    return rules


def word_functions(words: int) -> tuple[Any, Any]:
    """Functions that put so many words into memory, and get them from there."""
    memory = {"load": load, "store": store}
    puts = [f"    store(at + {WORD * i}, words[{i}])" for i in range(words)]
    gets = " ".join(f"load(at + {WORD * i})," for i in range(words))
    put = "\n".join(["def put_words(at, words):", *(puts or ["    pass"])])
    get = f"def get_words(at):\n    return ({gets})"
    return function_of(put, memory), function_of(get, memory)


def words_of_move(compiled: CompiledGame) -> int:
    """The words of a child, or of the action that leads there (see `kernels.moves`)."""
    return max(compiled.state.size, compiled.action.size)


def warn_of_refused(compiled: CompiledGame) -> None:
    """Says which optional rules the engine goes on without, as they cannot be compiled."""
    for rule, reason in compiled.refused.items():
        words = _("{reason}; the engine goes on without {rules}")
        warnings.warn(words.format(reason=reason, rules=rule), SearchWarning, stacklevel=3)


def put_off_depth(compiled: CompiledGame) -> int:
    """Up to which depth children are made when their turn comes (`kernels.moves.is_put_off`).

    It pays where rules are slow, as they are where states are more than a few numbers; and where
    to ask whether a child is over is to look for its moves, to look at all of them first costs more
    than their order brings. 0: never.
    """
    if compiled.is_plain:
        return 0
    return MOST_PUT_OFF if compiled.shares else 1


def symmetric_plies(compiled: CompiledGame, state: Any) -> int:
    """In how many plies symmetric states count as one: none where the root has no symmetry.

    Otherwise it costs more than it brings, as the same state would be met in both its forms.
    """
    game = compiled.game
    if not compiled.rules.has_canonical or game.repetition == "loss":
        return 0
    actions = list(game.actions(state))
    different = {game.canonical(game.result(state, action)) for action in actions}
    return SYMMETRIC_PLIES if len(different) < len(actions) else 0
