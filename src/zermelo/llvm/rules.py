"""A game compiled: how its states lie in memory, and kernels over its rules."""

from __future__ import annotations

import ctypes
import math
import struct
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from zermelo.game import Game, provides
from zermelo.language import _
from zermelo.llvm.boundary import Memory, Unlike, read, type_of
from zermelo.llvm.errors import CannotCompile, Narrow, Refusal, RuleFault
from zermelo.llvm.kernels import NEEDED, Bound, Stored, function_of, rules_of, words_of
from zermelo.llvm.module import module_text
from zermelo.llvm.native.code import Code, object_code
from zermelo.llvm.native.context import Context
from zermelo.llvm.program import Program, Root, Specialisation
from zermelo.llvm.representation.codes import Packer, Unpacker
from zermelo.llvm.representation.observe import Seen, observe
from zermelo.llvm.representation.packing import Part, packing
from zermelo.llvm.representation.pins import pin_fields, shape
from zermelo.llvm.types import FLOAT, INT, NOTHING, Cell, Pinned, Type, element, members
from zermelo.llvm.values import Value
from zermelo.llvm.walk.functions import new_program

WORD: Final = 8
MOST_ROOM: Final = 3  # tries with more room
SOME: Final = 20  # states that are enough while types are inferred


# The rules as functions, from which inference starts.
def rule_actions(game: Any, state: Any) -> Any:
    return [action for action in game.actions(state)]  # noqa: C416


def rule_outcomes(game: Any, state: Any) -> Any:
    return [pair for pair in game.outcomes(state)]  # noqa: C416


def rule_result(game: Any, state: Any, action: Any) -> Any:
    return game.result(state, action)


def rule_value(game: Any, state: Any) -> Any:
    return game.utility(state)


def rule_estimate(game: Any, state: Any) -> Any:
    return game.evaluate(state)


class Types:
    """The types of a game's states and actions in one program."""

    def __init__(self, game: Game[Any, Any], seen: Seen, program: Program, pin: bool) -> None:
        self.game, self.program = game, program
        self.state: Cell = Cell()
        self.action = Cell()
        if pin:
            pin_fields(seen.states, program)
            whole = shape(seen.states, program)
            self.state = Pinned(whole) if whole is not None else self.state
        self.state.join(type_of(game.initial(), program))
        self.packed: Part | None = None

    @property
    def state_type(self) -> Type:
        return self.state.get()

    @property
    def action_type(self) -> Type:
        return self.action.get()

    def roots(self) -> list[Root]:
        """The rules, for inference."""
        game = Value(_constant(self.program, self.game), "0", self.game)

        def with_state() -> list[Value]:
            return [game, Value(self.state.get(), "0")]

        def with_action() -> list[Value]:
            return [game, Value(self.state.get(), "0"), Value(self.action.get(), "0")]

        found: list[Root] = [(rule_actions, with_state), (rule_result, with_action)]
        if provides(self.game, "outcomes"):
            found.append((rule_outcomes, with_state))
        found.append((rule_value, with_state))
        if provides(self.game, "evaluate"):
            found.append((rule_estimate, with_state))
        return found

    def after(self, roots: list[Root]) -> None:
        """What the rules gave in a round: actions, and more states."""
        for function, arguments in roots:
            result = self.program.specialise(function, arguments()).result.get()
            if function is rule_actions and result.kind == "list":
                self.action.join(element(result))
            elif function is rule_outcomes and result.kind == "list":
                pair = element(result)
                if pair.kind == "tuple":
                    self.action.join(pair.parts[0])
            elif function is rule_result:
                self.state.join(result)


def _constant(program: Program, value: Any) -> Type:
    from zermelo.llvm.types import constant

    known = program.known.get(("type", id(value)))
    if known is None:
        program.kept.append(value)
        known = program.known["type", id(value)] = constant(value)
    found: Type = known
    return found


class Layout:
    """How values lie in memory, and in words for tables (`part`)."""

    def __init__(self, type: Type, values: list[Any], room: int) -> None:
        self.type = type
        self.size = words_of(type)
        try:
            self.part: Part | None = packing(type, values, room)
            self.refusal: Refusal | None = None
        except Refusal as refusal:
            self.part, self.refusal = None, refusal

    def words(self, value: Any, what: str = "") -> Words:
        """The value as it lies in memory."""
        memory = Memory()
        try:
            data = memory.bytes_of(self.type, value)
        except (Unlike, struct.error, AttributeError, TypeError, ValueError) as error:
            raise NarrowValue(str(value)) from error
        data += bytes(-len(data) % WORD)
        return Words(struct.unpack(f"<{len(data) // WORD}q", data), memory)

    def value(self, words: Iterator[int]) -> Any:
        """The value that lies in words, which may point to memory."""
        data = struct.pack(f"<{self.size}q", *(next(words) for _word in range(self.size)))
        buffer = ctypes.create_string_buffer(data, len(data) + WORD)
        return read(self.type, ctypes.addressof(buffer))


class NarrowValue(CannotCompile):
    """A value unlike those that were seen."""


class Words(tuple[int, ...]):
    """The words of a value; holds on to the memory that they point to."""

    memory: Memory

    def __new__(cls, words: tuple[int, ...], memory: Memory) -> Words:
        made = super().__new__(cls, words)
        made.memory = memory
        return made


class Rules:
    """The game as a kernel sees it, and its first argument: known when the kernel is compiled."""

    def __init__(self, **rules: Any) -> None:
        vars(self).update(rules)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class CompiledGame:
    """A game whose rules are machine code; `kernel` compiles a search over them."""

    def __init__(
        self, game: Game[Any, Any], report: Callable[[str], None] | None = None, room: int = 0
    ) -> None:
        self.game, self.report, self.room = game, report or (lambda what: None), room
        for rule in NEEDED:
            if not provides(game, rule):
                raise CannotCompile(str(game._missing(rule)))
        self.seen = observe(game)
        program, types = self._program()
        roots = types.roots()
        self._infer(program, types, roots)
        self.state = Layout(types.state_type, self.seen.states, room)
        self.action = Layout(types.action_type, [*self.seen.actions, *self.seen.rolls], room)
        self.number: type = int
        for function, arguments in roots:
            if function in (rule_value, rule_estimate):
                result = program.specialise(function, arguments()).result.get()
                if any(member is FLOAT for member in members(result)):
                    self.number = float
        self.rules = self._rules()

    def _program(self) -> tuple[Program, Types]:
        program = new_program()
        return program, Types(self.game, self.seen, program, pin=self.room == 0)

    def _infer(self, program: Program, types: Types, roots: list[Root]) -> None:
        try:
            program.infer(roots, lambda: types.after(roots))
        except Refusal as refusal:
            words = _("cannot compile {game}: {what}")
            what = _(refusal.why).format(**refusal.values)
            raise CannotCompile(words.format(game=self.game.name, what=what)) from refusal

    def _rules(self) -> Rules:
        number = self.number.__name__
        rules: Any = Rules(**rules_of(self.game, number))
        infinity = math.inf if self.number is float else (1 << 63) - 1
        rules.lowest, rules.highest = -infinity, infinity
        rules.number, rules.is_float = self.number, self.number is float
        rules.ends_stuck = False
        rules.has_rolls = False
        rules.state_words, rules.action_words = self.state.size, self.action.size
        self.where = Where()
        for what in ("put", "get", "same"):
            setattr(rules, f"{what}_state", Stored(what, self.where, "state"))
            setattr(rules, f"{what}_action", Stored(what, self.where, "action"))
        if self.state.part is not None:
            rules.pack, rules.unpack = Packer(self._part), Unpacker(self._part)
        result: Rules = rules
        return result

    def _part(self, final: bool) -> Part | None:
        """How states lie in words, by the types of the program that is being compiled."""
        types = self.where.types
        if types.state_type is NOTHING:
            return None
        if not final:  # types still grow
            return packing(types.state_type, self.seen.states[:SOME], self.room)
        if types.packed is None:
            types.packed = packing(types.state_type, self.seen.states, self.room)
        return types.packed

    def text(self, source: str, names: dict[str, Any]) -> Any:
        """A function for kernels, made from text."""
        return function_of(source, names)

    def bound(self, function: Any, rules: Any) -> Any:
        """A kernel with its rules, for another kernel to call."""
        return Bound(function, rules)

    # --- kernels ---------------------------------------------------------------------------------

    def kernel(self, function: Any, rules: Any = None) -> Callable[..., Any]:
        """A function whose first parameter, `game`, is the rules, as machine code."""
        rules = rules or self.rules
        program, types = self._program()
        kinds = {"int": INT, "float": FLOAT, "Number": FLOAT if self.number is float else INT}
        named = [kind for name, kind in function.__annotations__.items() if name != "game"]
        first = Value(_constant(program, rules), "0", rules)

        def arguments() -> list[Value]:
            found = [
                Value(kinds[k], "0") if k in kinds else Value(types.state_type, "0")
                for k in named[:-1]
            ]
            return [first, *found]

        roots = types.roots()
        with _lock:
            self.where.types = types
            own: Root = (function, arguments)
            program.infer([*roots, own], lambda: types.after(roots))
            entry = program.specialise(function, arguments())
            text = module_text(program, {"entry_kernel": entry})
            return Kernel(program, entry, text, named[:-1])

    def wider(self, reason: BaseException) -> CompiledGame | None:
        """The game with more room, where that may help."""
        narrow = isinstance(reason, NarrowValue) or getattr(reason, "cause", None) is Narrow
        if not narrow or self.room >= MOST_ROOM:
            return None
        return CompiledGame(self.game, self.report, self.room + 1)


def rule_module(compiled: CompiledGame) -> tuple[Program, str]:
    """The rules alone, as a module: for whoever wants to look at them."""
    program, types = compiled._program()
    roots = types.roots()
    compiled._infer(program, types, roots)
    entries = {}
    for function, arguments in roots:
        entries[f"entry_{function.__name__}"] = program.specialise(function, arguments())
    return program, module_text(program, entries)


class Where:
    """The types of the program that is being compiled."""

    types: Types

    @property
    def state_type(self) -> Type:
        return self.types.state_type

    @property
    def action_type(self) -> Type:
        return self.types.action_type


class Kernel:
    """Machine code of a kernel, to be called from Python."""

    def __init__(
        self, program: Program, entry: Specialisation, text: str, kinds: list[str]
    ) -> None:
        self.program, self.text, self.kinds = program, text, kinds
        self.code = Code(object_code(text), ["entry_kernel"])
        self.entry = self.code.entries["entry_kernel"]
        self.result = entry.result.get()

    def __call__(self, *arguments: Any) -> Any:
        parts = []
        for kind, value in zip(self.kinds, arguments, strict=True):
            if kind == "Words":
                parts.append(struct.pack(f"<{len(value)}q", *value))
            elif isinstance(value, float):
                parts.append(struct.pack("<d", value))
            else:
                parts.append(struct.pack("<q", value))
        data = b"".join(parts)
        given = ctypes.create_string_buffer(data, len(data) + WORD)
        out = (ctypes.c_int64 * 4)()
        context = _context()
        status = self.entry(context.address, ctypes.addressof(out), ctypes.addressof(given))
        if status:
            cause, site = self.program.fault(status)
            raise RuleFault(site.where, site.file, site.line, cause)
        return None if self.result is NOTHING else read(self.result, ctypes.addressof(out))


_local = threading.local()
_lock = threading.RLock()


def _context() -> Context:
    """The context of this thread, with an empty arena."""
    found: Context | None = getattr(_local, "context", None)
    if found is None:
        found = _local.context = Context()
    found.clear()
    return found


def compile(game: Game[Any, Any], *, report: Callable[[str], None] | None = None) -> CompiledGame:
    """The game with its rules compiled; CannotCompile says what is in the way."""
    return CompiledGame(game, report)
