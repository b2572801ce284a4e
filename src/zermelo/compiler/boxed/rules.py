"""The rules of a game as boxed rules: functions that kernels call, with states that are words."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable
from enum import Enum
from typing import Any, Final

from zermelo.compiler import library
from zermelo.compiler.boxed import objects
from zermelo.compiler.boxed.assembly import function_of
from zermelo.compiler.boxed.classes import is_named_tuple
from zermelo.compiler.boxed.errors import raiser, status_word
from zermelo.compiler.boxed.layout import BoxedLayout
from zermelo.compiler.boxed.machine import HEAD
from zermelo.compiler.boxed.objects import CONSTANTS
from zermelo.compiler.boxed.runtime.memory import FIRST
from zermelo.compiler.boxed.scopes import is_users
from zermelo.compiler.boxed.translate import World
from zermelo.compiler.callables import callee
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import FAILS, CannotCompile
from zermelo.compiler.memory import load
from zermelo.compiler.observe import GAMES, observe
from zermelo.compiler.rows import ROOM, Row
from zermelo.compiler.rule_table import NEEDED, OPTIONAL
from zermelo.compiler.untyped import cgutils, intrinsic, ir, types
from zermelo.compiler.widths import Room
from zermelo.game import Game, NoEstimate, ZermeloError, provides
from zermelo.language import _

BUDGET: Final = 400_000  # bytes of the stack for functions that call each other
PREFIX: Final = "zermelo_boxed_"
TRUTHS: Final = ("is_terminal", "is_quiet")
NUMBERS: Final = ("utility", "evaluate")
WHOLE: Final = ("to_move", "order", "key", "tier")
WITH_ACTION: Final = ("result", "order")
BYTES: Final = ir.IntType(8).as_pointer()
INT: Final = ir.IntType(64)

# What is written about a rule: its arguments are addresses of words, as is `out`.
ENTRY: Final = """
def {name}({arguments}):
    m = on_stack(FIRST)
    begin_memory(m, FIRST)
    store(m + STACK_END, m - BUDGET)
    store(m + STICKY, 0)
    try:
        {work}
    except:
        pass
    status = load(m + ERROR) << 48 | load(m + PLACE)
    if load(m + ERROR) == 0:
        status = UNKNOWN << 48 if load(m + STICKY) else 0
    end_memory(m)
    return status
"""
WORK: Final = {
    "state": ["encode_words(m, {given}, out, out + {state_bytes})"],
    "truth": ["store(out, is_true(m, {given}))"],
    "whole": ["store(out, whole_number(m, {given}) >> 1)"],
    "number": ["store(out, number_word(checked_number(m, {given}, {is_float}), {is_float}))"],
    "bounds": [
        "pair = unpacked(m, {given}, 2)",
        "low = checked_number(m, item_at(m, pair, 0), {is_float})",
        "high = checked_number(m, item_at(m, pair, 1), {is_float})",
        "store(out, number_word(low, {is_float}))",
        "store(out + 8, number_word(high, {is_float}))",
    ],
    "actions": [
        "items = items_of(m, {given})",
        "count = length_of(items)",
        "if count > {room}: fail(m, NO_ROOM)",
        "store(out, count)",
        "for i in range(count):",
        "    at = out + 8 + i * {action_bytes}",
        "    encode_words(m, item_at(m, items, i), at, at + {action_bytes})",
    ],
    "outcomes": [
        "items = items_of(m, {given})",
        "count = length_of(items)",
        "if count > {room}: fail(m, NO_ROOM)",
        "store(out, count)",
        "for i in range(count):",
        "    pair = unpacked(m, item_at(m, items, i), 2)",
        "    at = out + 8 + i * ({action_bytes} + 8)",
        "    encode_words(m, item_at(m, pair, 0), at, at + {action_bytes})",
        "    store(at + {action_bytes}, whole_number(m, item_at(m, pair, 1)) >> 1)",
    ],
}


def boxed_rules(game: Game[Any, Any], room: Room) -> BoxedRules:
    """The rules of a game; CannotCompile where they have something that boxed values cannot do."""
    try:
        return BoxedRules(game, room)
    except ZermeloError:
        raise
    except Exception as error:  # of the compiler, not of the author
        what = _(FAILS).format(error=f"{type(error).__name__}: {error}")
        raise CannotCompile(what) from error


class BoxedRules:
    """The layouts of a game's states and actions, and a unit for each of its rules."""

    def __init__(self, game: Game[Any, Any], room: Room) -> None:
        self.game = game
        states, seen = observe(game, GAMES)
        actions = [action for action, _by_chance in seen]
        self.world = World()
        self.number = self._number(states)
        self.room = ROOM * max(room.items, -(-_most_actions(game, states) * 2 // ROOM))
        for value in (*states, *actions):
            self._register(value)
        self._refuse_states(states)
        names = {rule: self._translated(rule) for rule in self.rules()}
        self.world.translate()
        classes = {
            kind: (objects.FIRST_CLASS + i, self.world.fields(kind))
            for i, kind in enumerate(self.world.kinds)
        }
        members = tuple(self.world.members)
        self.state, self.action = (
            BoxedLayout(_size(values, classes, members, room), classes, members)
            for values in (states, actions)
        )
        self.text, self.prefix = self._text(names)

    def rules(self) -> list[str]:
        """The rules that the game has."""
        return [*NEEDED, *(rule for rule in OPTIONAL if provides(self.game, rule))]

    # --- what is known before --------------------------------------------------------------------

    def _number(self, states: list[Any]) -> type:
        """The type of values, found from those of some states."""
        values = []
        for state in states:
            if self.game.is_terminal(state):
                values.append(self.game.utility(state))
            elif provides(self.game, "evaluate"):
                with contextlib.suppress(NoEstimate):  # there is one for some states only
                    values.append(self.game.evaluate(state))
        return float if any(isinstance(value, float) for value in values) else int

    def _register(self, value: Any) -> None:
        """Numbers the classes in a value."""
        kind = type(value)
        if isinstance(value, Enum):
            self.world.class_number(kind)
            return
        if isinstance(value, dict):
            for pair in value.items():
                self._register(pair)
        elif isinstance(value, tuple | list | set | frozenset):
            if is_named_tuple(kind):
                self.world.class_number(kind)
            for each in value:
                self._register(each)
        elif is_users(kind) and not isinstance(value, int | str | float | Enum):
            self.world.class_number(kind)
            for name in self.world.fields(kind):
                if hasattr(value, name):
                    self._register(getattr(value, name))

    def _refuse_states(self, states: list[Any]) -> None:
        """What is equal to itself alone is no state, for nobody could find it again."""
        for value in states:
            try:
                hash(value)
            except TypeError:
                words = _("cannot compile a game whose states have no hash: {value!r}")
                raise CannotCompile(words.format(value=value)) from None
            kind = type(value)
            if is_users(kind) and not isinstance(value, tuple | Enum | int | str):
                own = self.world.own_method(kind, "__eq__")
                if own is None and not dataclasses.is_dataclass(kind):
                    words = _("cannot compile a game whose {name} has no __eq__")
                    raise CannotCompile(words.format(name=kind.__name__))

    def _translated(self, rule: str) -> str:
        """The function of words of a rule."""
        found = callee(getattr(self.game, rule))
        if found is None:
            words = _("cannot compile {name}: it is no method made by def; write it so")
            raise CannotCompile(words.format(name=rule))
        return self.world.function(*found)

    # --- the code --------------------------------------------------------------------------------

    def _text(self, names: dict[str, str]) -> tuple[str, str]:
        """All of it in LLVM's language, and how its names begin."""
        entries = []
        for rule, raw_name in names.items():
            arguments = ["state", *(["action"] if rule in WITH_ACTION else []), "out"]
            given = f"{raw_name}(m, {', '.join(f'decode(m, {each})' for each in arguments[:-1])})"
            work = [line.format(given=given, **self.sizes()) for line in WORK[_work(rule)]]
            text = ENTRY.format(
                name=f"rule_{rule}", arguments=", ".join(arguments), work="\n        ".join(work)
            )
            made = dataclasses.replace(function_of(text, _CONSTANTS), attributes="noinline")
            self.world.functions[made.name] = made
            entries.append(made.name)
        program = self.world.program(entries)
        body = self.world.statics.code("@") + program.text("@")
        prefix = f"{PREFIX}{digest(body)}_"
        text = HEAD + self.world.statics.code(prefix) + "\n" + program.text(prefix)
        for entry in entries:
            text = text.replace(
                f"define internal i64 @{prefix}{entry}(",
                f"define linkonce_odr i64 @{prefix}{entry}(",
            )
        return text, prefix

    def sizes(self) -> dict[str, int]:
        """What is filled into the texts of entries."""
        return {
            "state_bytes": 8 * self.state.size,
            "action_bytes": 8 * self.action.size,
            "room": self.room,
            "is_float": int(self.number is float),
        }

    def units(self, translator: Any) -> dict[str, Any]:
        """The rules for kernels."""
        library.provide(self.prefix, self.text)
        label = f"{self.prefix}leave"
        names = {label: raiser(label, self.world.places)}
        leave = translator.text(f"def leave(status):\n    {label}(status)", names)
        found = {}
        for rule in self.rules():
            arguments = "state, action" if rule in WITH_ACTION else "state"
            label = f"{self.prefix}{rule}"
            lines = [
                f"def {rule}({arguments}):",
                "    status = status_word()",
                f"    found = {label}({arguments}, status)",
                "    if load(status) != 0:",
                "        leave(load(status))",
                "    return found",
            ]
            names = {
                "status_word": status_word,
                "load": load,
                "leave": leave,
                label: self._intrinsic(rule, label),
            }
            found[rule] = translator.text("\n".join(lines), names)
        return found

    def _result_type(self, rule: str) -> Any:
        """The type of what kernels get from a rule."""
        number = types.float64 if self.number is float else types.int64
        action = types.UniTuple(types.int64, self.action.size)
        return {
            "state": types.UniTuple(types.int64, self.state.size),
            "truth": types.boolean,
            "whole": types.int64,
            "number": number,
            "bounds": types.UniTuple(number, 2),
            "actions": Row(action, self.room),
            "outcomes": Row(types.Tuple([action, types.int64]), self.room),
        }[_work(rule)]

    def _intrinsic(self, rule: str, label: str) -> Any:
        """What calls the machine code of a rule."""
        result, entry = self._result_type(rule), f"{self.prefix}rule_{rule}"

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _call(context, builder, result, entry, args)

        def of_state(context: Any, state: Any, status: Any) -> Any:
            return result(state, status), code

        def of_action(context: Any, state: Any, action: Any, status: Any) -> Any:
            return result(state, action, status), code

        made: Any = of_action if rule in WITH_ACTION else of_state
        made.__name__ = label
        return intrinsic(made)


def _call(context: Any, builder: Any, result: Any, entry: str, args: Any) -> Any:
    """The call of an entry: its arguments are put into memory, and so is what it gives."""
    *values, status = args
    given = []
    for value in values:
        with builder.goto_entry_block():
            slot = builder.alloca(value.type)
        builder.store(value, slot)
        given.append(builder.ptrtoint(slot, INT))
    model = context.data_model_manager[result]
    kind = model.get_return_type() if isinstance(result, Row) else context.get_value_type(result)
    if isinstance(result, types.Boolean):
        kind = INT
    with builder.goto_entry_block():
        out = builder.alloca(kind, name="boxed")
    function_type = ir.FunctionType(INT, [INT] * (len(given) + 1))
    function = cgutils.get_or_insert_function(builder.module, function_type, entry)
    found = builder.call(function, [*given, builder.ptrtoint(out, INT)])
    builder.store(found, builder.inttoptr(status, INT.as_pointer()))
    if isinstance(result, Row):
        return builder.bitcast(out, BYTES)
    value = builder.load(out)
    if isinstance(result, types.Boolean):
        return builder.icmp_signed("!=", value, ir.Constant(INT, 0))
    return value


def _work(rule: str) -> str:
    """What is done with what a rule gives."""
    if rule in TRUTHS:
        return "truth"
    if rule in NUMBERS:
        return "number"
    if rule in WHOLE:
        return "whole"
    return {"result": "state", "canonical": "state"}.get(rule, rule)


def _size(
    values: Iterable[Any], classes: dict[Any, Any], members: tuple[Any, ...], room: Room
) -> int:
    """The words for values of which some are known: half as much again, and more each time."""
    layout = BoxedLayout(1, classes, members)
    lengths = {len(layout.encoded(value)) for value in values}
    longest = max(lengths)
    spare = longest // 2 + 8 if len(lengths) > 1 else 0
    return -(-(longest + spare) * room.bits * room.items // 8)


def _most_actions(game: Game[Any, Any], states: list[Any]) -> int:
    """The most actions of any state."""
    return max(len(list(game.actions(each))) for each in states if not game.is_terminal(each))


_CONSTANTS: Final = {**CONSTANTS, "FIRST": FIRST, "BUDGET": BUDGET}
