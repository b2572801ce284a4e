"""The types of a game's states and actions, inferred from its rules."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.boundary import type_of
from zermelo.compiler.kernels import NEEDED, OPTIONAL, SPARED, function_of
from zermelo.compiler.program import Root, Specialisation
from zermelo.compiler.representation.observe import Seen, limits_of, pin_fields, shape
from zermelo.compiler.representation.packing import Part, packing
from zermelo.compiler.types import INT, NOTHING, Cell, Pinned, Type, element, members
from zermelo.compiler.values import Value
from zermelo.compiler.walk.functions import module_text, new_program
from zermelo.compiler.walk.sharing import can_be_shared
from zermelo.compiler.walker import is_plain
from zermelo.game import Game, provides

LISTED: Final = ("actions", "outcomes", "forcing")  # rules of which a list is made
OF_ACTIONS: Final = ("result", "order")


def _rule(name: str) -> Any:
    """A rule as a function, from which inference starts."""
    given = "state, action" if name in OF_ACTIONS else "state"
    called = f"game.{name}({given})"
    found = f"[each for each in {called}]" if name in LISTED else called
    function = function_of(f"def rule_{name}(game, {given}):\n    return {found}\n", {})
    function.hint = "probe"
    return function


RULES: Final = {name: _rule(name) for name in (*NEEDED, *OPTIONAL)}


class Types:
    """The types of a game's states and actions, and the program that they were inferred in."""

    def __init__(self, game: Game[Any, Any], seen: Seen, room: int, bits: bool) -> None:
        self.game, self.seen, self.room = game, seen, room
        self.program = program = new_program()
        program.may_use_bits = bits
        self.state: Cell = Cell()
        self.action = Cell()
        if room == 0:
            pin_fields(seen.states, program)
            whole = shape(seen.states, program)
            self.state = Pinned(whole) if whole is not None else self.state
        if limits := limits_of(self.values("action"), room):
            self.action = Pinned(INT, limits)
        self.state.join(type_of(game.initial(), program))
        self._packed: dict[str, Part] = {}

    @property
    def state_type(self) -> Type:
        return self.state.get()

    @property
    def action_type(self) -> Type:
        return self.action.get()

    def part(self, which: str) -> Part | None:
        """How states or actions lie in words, once the types of the rules stand still."""
        type = self.state_type if which == "state" else self.action_type
        if which not in self._packed and type is not NOTHING:
            self._packed[which] = packing(type, self.values(which), self.room)
        return self._packed.get(which)

    def values(self, which: str) -> list[Any]:
        """The states or actions that were seen."""
        return self.seen.states if which == "state" else [*self.seen.actions, *self.seen.rolls]

    def has_floats(self) -> bool:
        """Whether values may be floats."""
        rules = ["utility", *(["evaluate"] if provides(self.game, "evaluate") else [])]
        roots = map(self.root, rules)
        results = [self.program.specialise(rule, given()).result.get() for rule, given in roots]
        return any(member.kind == "float" for result in results for member in members(result))

    def is_plain(self) -> bool:
        """Whether states point to no memory."""
        return is_plain(self.state_type)

    def shares(self) -> bool:
        """Whether several rules ask for the moves at a state."""
        found = filter(can_be_shared, self.program.specialisations.values())
        return any(each.result.get().kind == "list" for each in found)

    def root(self, rule: str) -> Root:
        """A rule of the game and a state, and perhaps an action, for inference."""
        game = self.known(self.game)

        def arguments() -> list[Value]:
            found = [game, Value(self.state.get(), "0")]
            action = Value(self.action.get(), "0", limits=self.action.limits)
            return [*found, action] if rule in OF_ACTIONS else found

        return RULES[rule], arguments

    def known(self, value: Any) -> Value:
        """A value that is known when a program is compiled."""
        return Value(self.program.type_of_known(value), "0", value)

    def module_text(self, entries: dict[str, Specialisation]) -> str:
        """The text of a module with an entry for each of these."""
        return module_text(self.program, entries)

    def infer(self, roots: list[Root]) -> None:
        """Walks the functions until their types stand still."""
        self.program.infer(roots, lambda: self._after(roots))

    def roots(self) -> list[Root]:
        """The rules without which nothing goes, or that are never left out."""
        found = [rule for rule in OPTIONAL if rule not in SPARED and provides(self.game, rule)]
        return [self.root(rule) for rule in (*NEEDED, *found)]

    def _after(self, roots: list[Root]) -> None:
        """What the rules gave in a round: actions, and more states."""
        for function, arguments in roots:
            rule = function.__name__.removeprefix("rule_")
            if rule not in RULES or RULES[rule] is not function:
                continue
            result = self.program.specialise(function, arguments()).result.get()
            if rule in ("actions", "forcing") and result.kind == "list":
                self.action.join(element(result))
            elif rule == "outcomes" and element(result).kind == "tuple":
                self.action.join(element(result).parts[0])
            elif rule in ("result", "canonical"):
                self.state.join(result)
