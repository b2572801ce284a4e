"""The rules of a game with what a kernel needs besides: functions made for its words."""

from __future__ import annotations

import copy
from typing import Any

from zermelo.compiler.memory import WORD, load, store
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.entry import hash_text, narrow_score_of, read_text, write_text
from zermelo.engine.keys import Keys


def kernel_rules(compiled: CompiledGame[Any, Any], keys: Keys | None, wide: bool) -> Any:
    """A copy of the rules that a kernel may be given more attributes on.

    `keys`: by what the table knows states, if not by their words.
    """
    rules: Any = copy.copy(compiled.rules)
    text, size = compiled.translator.text, compiled.state.size
    memory = {"load": load, "store": store}
    rules.keys = keys.function(compiled) if keys else rules.pack
    words = keys.words if keys else size
    rules.entry_bytes = WORD * (words + 1 + wide)
    rules.hash = text(hash_text(words), {})
    rules.read = text(read_text(words, wide), {**memory, "narrow_score_of": narrow_score_of})
    rules.write = text(write_text(words, wide), memory)
    places = range(0, WORD * size, WORD)
    stores = [f"    store(at + {place}, words[{place // WORD}])" for place in places]
    rules.put_words = text("\n".join(["def put_words(at, words):", *stores]), memory)
    loads = " ".join(f"load(at + {place})," for place in places)
    rules.get_words = text(f"def get_words(at):\n    return ({loads})", memory)
    tests = " and ".join(f"load(at + {place}) == words[{place // WORD}]" for place in places)
    rules.same_words = text(f"def same_words(at, words):\n    return {tests}", memory)
    rules.move_words = words_of_move(compiled)
    return rules


def words_of_move(compiled: CompiledGame[Any, Any]) -> int:
    """The words of a child, or of the action that leads there (see `kernels.moves`)."""
    return max(compiled.state.size, 0 if compiled.room is None else compiled.action.size)
