"""The rules of a game with what a kernel needs besides: functions made for its words."""

from __future__ import annotations

import copy
import warnings
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.memory import WORD, load, store
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.entry import hash_text, narrow_score_of, read_text, write_text
from zermelo.engine.keys import Keys
from zermelo.language import _
from zermelo.search import SearchWarning

SYMMETRIC_PLIES: Final = 8


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


def leave_out(compiled: CompiledGame[Any, Any], reason: CannotCompile) -> list[str]:
    """Leaves out the optional rules that cannot be compiled; raises the reason if there is none."""
    rules, broken = compiled.rules, []
    for rule in ("is_quiet", "canonical", "order", "bounds", "key", "tier"):
        try:
            if getattr(rules, f"has_{rule}"):
                compiled.returned(rule)
        except CannotCompile:
            broken.append(rule)
            setattr(rules, f"has_{rule}", False)
    if not broken:
        raise reason
    words = _("{reason}; the engine goes on without {rules}")
    words = words.format(reason=reason, rules=", ".join(broken))
    warnings.warn(words, SearchWarning, stacklevel=2)
    return broken


def symmetric_plies(compiled: CompiledGame[Any, Any], state: Any) -> int:
    """In how many plies symmetric states count as one: none where the root has no symmetry.

    Otherwise it costs more than it brings, as the same state would be met in both its forms.
    """
    game = compiled.game
    if not compiled.rules.has_canonical or game.repetition == "loss":
        return 0
    actions = list(game.actions(state))
    different = {game.canonical(game.result(state, action)) for action in actions}
    return SYMMETRIC_PLIES if len(different) < len(actions) else 0
