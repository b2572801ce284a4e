"""The rules of a game as a kernel sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from zermelo.game import Game, provides

Words: TypeAlias = tuple[int, ...]  # a state as a kernel is handed it
Number: TypeAlias = Any  # a value for MAX: int or float, whichever the game has

NEEDED: Final = ("actions", "result", "is_terminal", "utility", "to_move")
OPTIONAL: Final = (
    "outcomes", "evaluate", "is_quiet", "canonical", "order", "bounds", "key", "tier",
)  # fmt: skip


class Rules:
    """The game as a kernel sees it, and its first argument: known when the kernel is compiled.

    It has the rules of the game, and which of the optional ones there are (`has_evaluate`); the
    type of its values (`number`), with a `lowest` and a `highest` that stand for infinity; and
    functions between states or actions and words.
    """

    actions: Any
    number: Any
    is_float: bool
    lowest: Any
    highest: Any
    pack: Any  # the words of a state
    unpack: Any  # the state of words
    put_state: Any  # (address, state): stores the words of a state
    get_state: Any  # (address)
    put_action: Any  # (address, action)
    get_action: Any  # (address)
    ends_stuck: bool  # whether it is over just where there are no actions
    state_words: int  # how many there are of a state
    action_words: int  # or of one of CHANCE, where these are more
    has_rolls: bool  # whether actions of CHANCE are of another shape (see `chance_actions`):
    rolls: Any  # (state): those
    rolled: Any  # (state, roll): what they lead to
    put_roll: Any  # (address, roll)

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        for rule in NEEDED:
            setattr(self, rule, getattr(game, rule))
        for rule in OPTIONAL:
            given = provides(game, rule)
            setattr(self, f"has_{rule}", given)
            if given:
                setattr(self, rule, getattr(game, rule))
        self.has_rolls, self.rolls, self.rolled = False, game.actions, game.result

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
