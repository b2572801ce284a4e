"""A game compiled: what kernels are made of, and how they are made."""

from __future__ import annotations

import contextlib
import json
import math
import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from zermelo.compiler import cache, layout_code
from zermelo.compiler.atom_table import HIGHEST_WORD
from zermelo.compiler.callables import callee
from zermelo.compiler.constants import digest
from zermelo.compiler.durations import RULES, announced
from zermelo.compiler.emptiness import ends_stuck
from zermelo.compiler.errors import (
    FAILS,
    CannotCompile,
    RuleFault,
    cannot,
    explain,
    in_words,
)
from zermelo.compiler.fields import fitted
from zermelo.compiler.layout import Layout, Narrow
from zermelo.compiler.layout_code import type_of
from zermelo.compiler.memory import load, store
from zermelo.compiler.observe import layouts
from zermelo.compiler.records import twin
from zermelo.compiler.rooms import choose_room, known_room, remember_room, wider_rooms
from zermelo.compiler.rows import Row
from zermelo.compiler.rule_table import NEEDED, OPTIONAL, Rules
from zermelo.compiler.source import file_of
from zermelo.compiler.translate import Translator
from zermelo.compiler.translators import split, translator_for
from zermelo.compiler.unit import KERNELS, Form, Unit
from zermelo.compiler.untyped import types
from zermelo.compiler.widths import Room
from zermelo.game import Action, Game, State, ZermeloError, provides
from zermelo.language import _

if TYPE_CHECKING:
    from zermelo.compiler.boxed.layout import BoxedLayout

Found = TypeVar("Found")

NOTHING: Final = (types.NoneType, types.Optional)
ITERABLES: Final = ("actions", "outcomes", "rolls")
BY_CHANCE: Final = ("outcomes", "rolls", "rolled")  # (see `chance_actions`)
OURS: Final = ("zermelo.compiler.", "zermelo.engine.", "zermelo.gpu.", "zermelo.tablebase.")


class CompiledGame(Generic[State, Action]):
    """A game whose rules are machine code; `kernel` compiles a search over them.

    `state` and `action` say how both lie in words; `number` is the type of values, int or float.
    """

    state: Layout | BoxedLayout
    action: Layout | BoxedLayout
    roll: Layout | BoxedLayout  # an action of CHANCE

    def __init__(
        self,
        game: Game[State, Action],
        report: Callable[[str], None] | None = None,
        room: Room | None = None,
    ) -> None:
        self.game = game
        self.report = report or (lambda what: None)
        self.number: type = int
        for rule in NEEDED:
            if not provides(game, rule):
                raise CannotCompile(str(game._missing(rule)))
        if known := room or known_room(game):
            self.prepare(known)
            return
        try:
            choose_room(self)
        except CannotCompile as refusal:
            if not game.compilable:
                raise
            try:
                self.prepare(Room(boxed=True))
            except CannotCompile as error:
                raise refusal from error  # which says more of what is written
        if self.room:
            remember_room(game, self.room)

    def missing(self) -> list[str]:
        """The optional rules that cannot be translated."""
        missing = []
        for rule in OPTIONAL:
            try:
                if provides(self.game, rule):
                    self.unit(rule)
            except CannotCompile:
                missing.append(rule)
        return missing

    def prepare(self, room: Room | None) -> None:
        """Translates the rules; `room`: with rows and boards (see `layout_of`), which is slower."""
        self.room = room
        if room and room.boxed:
            self._prepare_boxed(room)
            return
        found: Any
        found = self.state, self.action, self.roll = layouts(self.game, room)
        self.translator = self.chance = translator_for(self.game, room, found)
        self.rules = Rules(self.game)
        if self.roll is not self.action:
            self.chance = translator_for(self.game, room, (self.state, self.roll, self.roll))
            split(self.game, self.rules, self.translator, self.chance)
        self._work_out_types()
        self._addlayouts()

    def _prepare_boxed(self, room: Room) -> None:
        from zermelo.compiler.boxed.rules import boxed_rules  # which few games need

        found = boxed_rules(self.game, room)
        self.state, self.action, self.roll = found.state, found.action, found.action
        self.translator = self.chance = Translator([])
        self.rules = Rules(self.game)
        vars(self.rules).update(found.units(self.translator))
        self.number = found.number
        self._addlayouts()

    def wider(self, reason: BaseException) -> CompiledGame[State, Action] | None:
        """The game with more room, or values that lie otherwise, where that may help."""
        for room in wider_rooms(self.game, self.room, reason):
            with contextlib.suppress(CannotCompile):
                wider = CompiledGame(self.game, self.report, room)
                # A position that somebody gave may never come again; what play leads to will.
                if not isinstance(reason, Narrow):
                    remember_room(self.game, room)
                return wider
        return None

    def needed(self) -> list[str]:
        """The rules without which nothing can be compiled."""
        found = [*NEEDED, *(r for r in ("outcomes", "evaluate") if provides(self.game, r))]
        return [*found, "rolled", "rolls"] if self.rules.has_rolls else found

    def unit(self, rule: str) -> Unit:
        """One rule, not compiled yet."""
        given = getattr(self.rules, rule)
        if isinstance(given, Unit):
            return given
        found = callee(given)
        if found is None:
            words = _("cannot compile {name}: it is no method made by def; write it so")
            raise CannotCompile(words.format(name=rule))
        function, bound = found
        form: Form = "list" if self.room else "generator"
        translator = self.chance if rule in BY_CHANCE else self.translator
        try:
            return translator.unit(function, bound, form if rule in ITERABLES else "value")
        except ZermeloError:
            raise
        except Exception as error:  # of the compiler, not of the author: the textbook lane plays it
            what = _(FAILS).format(error=f"{type(error).__name__}: {error}")
            line = function.__code__.co_firstlineno
            raise cannot(function.__qualname__, file_of(function), line, what) from error

    # --- kernels -------------------------------------------------------------------------------

    def kernel(
        self, function: Callable[..., Any], rules: Rules | None = None
    ) -> Callable[..., Any]:
        """A function whose first parameter, `game`, is the rules, compiled or from the cache.

        Its annotations give its signature: int, float, Words and Number. Other `rules` than the
        game's own may have more attributes, or fewer rules.
        """
        rules = rules or self.rules
        signature = self._signature(function)
        with _compiling:
            recipe = self._recipe(function, rules)
            known = cache.read_name(recipe) if recipe else None
            name = known or self._translated(function, rules).name
            if recipe and not known:
                cache.write(recipe, name.encode())
            whole = f"{name} {signature}"
            if whole not in _compiled:
                kept = cache.KernelCache(name)
                _compiled[whole] = kept.load(signature) or self._made(
                    function, rules, signature, kept
                )
            return _compiled[whole]

    def _made(
        self, function: Callable[..., Any], rules: Rules, signature: Any, kept: cache.KernelCache
    ) -> Callable[..., Any]:
        """A kernel that is not in the cache, unless another process is just putting it there."""
        with cache.alone(kept.name):
            unit = self._translated(function, rules)
            return kept.load(signature) or self._compiled(unit, signature, kept)

    def _translated(self, function: Callable[..., Any], rules: Rules) -> Unit:
        return self.translator.unit(function, {"game": rules})

    def _recipe(self, function: Callable[..., Any], rules: Rules) -> str | None:
        """The file that tells the name of a kernel by what it is made of, before it is translated.

        Only for our own kernels, whose text is a part of `cache.environment`; what they are given
        is in `rules`. None where one of the rules cannot be translated.
        """
        if not function.__module__.startswith(OURS):
            return None
        parts = []
        for name, value in sorted(vars(rules).items()):
            if name in NEEDED or name in OPTIONAL:
                if name in NEEDED or getattr(rules, f"has_{name}"):
                    try:
                        parts.append(f"{name} {self.unit(name).name}")
                    except CannotCompile:
                        return None
            elif name in BY_CHANCE and rules.has_rolls:
                parts.append(f"{name} {self.unit(name).name}")
            elif name not in ("game", *BY_CHANCE):
                parts.append(f"{name} {value.name if isinstance(value, Unit) else value!r}")
        whole = f"{function.__name__} {' '.join(parts)} {cache.environment()}"
        return f"recipe-{digest(whole)}.bin"

    def _signature(self, function: Callable[..., Any]) -> Any:
        number = types.float64 if self.number is float else types.int64
        words = types.UniTuple(types.int64, self.state.size)
        kinds = {"int": types.int64, "float": types.float64, "Words": words, "Number": number}
        *arguments, result = (
            kinds[kind] for name, kind in function.__annotations__.items() if name != "game"
        )
        return result(*arguments)

    def _compiled(self, unit: Unit, signature: Any, kept: cache.KernelCache) -> Callable[..., Any]:
        unit.is_entry = True
        dispatcher = unit.dispatcher
        dispatcher._cache = kept
        try:
            with announced(self.report, unit.where, self.game):
                dispatcher.compile(signature)
        except Exception as error:
            self.check_rules()
            raise self._complaint(unit, error) from error
        dispatcher.disable_compile()
        entry: Callable[..., Any] = dispatcher
        return entry

    # --- types -----------------------------------------------------------------------------------

    def _work_out_types(self) -> None:
        """Finds the type of values, and which truth values in a state are also given numbers."""
        names = [self.unit(rule).name for rule in self.needed()]
        whole = f"{names} {self.state} {self.action} {self.roll} {cache.environment()}"
        known_as = f"types-{digest(whole)}.bin"
        if self._read_types(known_as):
            return
        with cache.alone(known_as):
            if self._read_types(known_as):  # by another process
                return
            with announced(self.report, RULES, self.game):
                self._infer_types()
                self.check_rules()
            kinds, number = self.state.kinds(), self.number.__name__
            cache.write(known_as, json.dumps([kinds, number]).encode())
            self.state = self.state.with_kinds(iter(kinds))

    def _read_types(self, known_as: str) -> bool:
        with contextlib.suppress(ValueError, TypeError, KeyError, StopIteration, RuntimeError):
            kinds, number = json.loads(cache.read(known_as) or b"")  # or nothing that makes sense
            self.number = {"int": int, "float": float}[number]
            self.state = self.state.with_kinds(iter(kinds))
            return True
        return False

    def _infer_types(self) -> None:
        for _time in range(self.state.size + 1):
            before = self.state
            for rule in ("result", "rolled") if self.rules.has_rolls else ("result",):
                self.state = fitted(self.state.in_code, self.returned(rule), self.unit(rule))
            if self.state == before:
                break
        for rule in ("utility", "evaluate"):
            if not provides(self.game, rule):
                continue
            given = self.returned(rule)
            if isinstance(given, types.Float):
                self.number = float
            elif not isinstance(given, types.Integer | types.Boolean):
                unit = self.unit(rule)
                what = _("it returns {what}; return a number in every case").format(
                    what=_("nothing, at least at times")
                    if isinstance(given, NOTHING)
                    else in_words(str(given))
                )
                raise cannot(unit.where, unit.file, unit.tree.lineno, what)

    def returned(self, rule: str) -> Any:
        """The type of Numba's that a rule returns; this compiles it."""
        unit = self.unit(rule)
        arguments = [type_of(self.state.in_code)]
        if rule in ("result", "order", "rolled"):
            layout = self.roll if rule in BY_CHANCE else self.action
            arguments.append(type_of(layout.in_code))
        try:
            unit.dispatcher.compile(tuple(arguments))
        except Exception as error:
            raise self._complaint(unit, error) from error
        return unit.dispatcher.overloads[tuple(arguments)].signature.return_type

    def check_rules(self) -> None:
        """Compiles every rule that is needed; CannotCompile tells of the first that cannot be."""
        for rule in self.needed():
            given = self.returned(rule)
            if rule in ITERABLES and isinstance(given, types.Generator | Row):
                item = given.item if isinstance(given, Row) else given.yield_type
                pair = rule == "outcomes" and isinstance(item, types.BaseTuple)
                action = next(iter(item)) if pair else item
                layout = self.roll if rule in BY_CHANCE else self.action
                fitted(layout.in_code, action, self.unit(rule))

    def _complaint(self, unit: Unit, error: Exception) -> CannotCompile:
        """What Numba says about a unit, or about another that it calls."""
        text = str(error)
        lines = re.findall(r'File "(.+?)", line (\d+)', text)
        lines += re.findall(r"\bat (\S+) \((\d+)\)", text)
        for file, line in lines:
            place = self.translator.place(file, int(line))
            if place:
                return cannot(place, file, int(line), explain(text))
        if unit.file.startswith(KERNELS):
            words = _(
                "cannot compile {game}: its actions, or the parts of its states, are of several "
                "types; keep one type for each"
            )
            return CannotCompile(words.format(game=self.game.name))
        return cannot(unit.where, unit.file, unit.tree.lineno, explain(text))

    def _addlayouts(self) -> None:
        rules, text = self.rules, self.translator.text
        names: dict[str, Any] = {k.__name__: twin(k) for k in self.translator.classes}
        rules.pack = text(layout_code.pack_text(self.state.in_code), names)
        rules.unpack = text(layout_code.unpack_text(self.state.in_code), names)
        names |= {"load": load, "store": store}
        for name, layout in (("state", self.state), ("action", self.action)):
            setattr(rules, f"put_{name}", text(layout_code.store_text(layout.in_code), names))
            setattr(rules, f"get_{name}", text(layout_code.load_text(layout.in_code), names))
        if rules.has_rolls:
            rules.put_roll = text(layout_code.store_text(self.roll.in_code), names)
            for name in BY_CHANCE:
                setattr(rules, name, self.unit(name))
        rules.ends_stuck = ends_stuck(self.game)
        rules.state_words = self.state.size
        rules.action_words = max(self.action.size, self.roll.size)
        rules.number, rules.is_float = self.number, self.number is float
        infinity = math.inf if self.number is float else HIGHEST_WORD
        rules.lowest, rules.highest = -infinity, infinity


def compile(
    game: Game[State, Action], *, report: Callable[[str], None] | None = None
) -> CompiledGame[State, Action]:
    """The game with its rules compiled; CannotCompile says what is in the way.

    `report` hears, in a line for people, of whatever has to be compiled because the disk cache
    lacks it, and about how long that takes where something is known.
    """
    return CompiledGame(game, report)


def refusal(game: Game[Any, Any]) -> str | None:
    """Why a game is compiled in the slowest way, with boxed values; None where it need not be."""
    made: CompiledGame[Any, Any] = CompiledGame.__new__(CompiledGame)
    made.game, made.report, made.number = game, lambda what: None, int
    try:
        choose_room(made)
    except CannotCompile as error:
        return str(error)
    return None


def with_room(
    compiled: CompiledGame[State, Action], work: Callable[[CompiledGame[State, Action]], Found]
) -> Found:
    """What a work finds, done again with more room in boards as often as they lack it."""
    try:
        return work(compiled)
    except (Narrow, RuleFault) as reason:
        wider = compiled.wider(reason)
        if wider is None:
            raise
        return with_room(wider, work)


_compiled: dict[str, Callable[..., Any]] = {}  # the kernels of this process
_compiling = threading.RLock()
