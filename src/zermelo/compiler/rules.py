"""A game compiled: how its states lie in memory, and kernels over its rules.

What is made is kept on disk, by the fingerprint of the game and of the kernel: a process that finds
it there neither plays games to see what states look like, nor infers types, nor asks LLVM.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from zermelo import cache
from zermelo.compiler import LEVEL
from zermelo.compiler.errors import CannotCompile, Narrow, Refusal, RuleFault
from zermelo.compiler.kernels import NEEDED, SPARED, Rules, Stored, rules_of
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.native.code import ENTRY, Kernel, Made, object_code
from zermelo.compiler.native.pickles import dumps, file_name, loads
from zermelo.compiler.program import Program, Root, Specialisation
from zermelo.compiler.representation.observe import Seen, observe
from zermelo.compiler.state_layout import Layout, NarrowValue
from zermelo.compiler.types import FLOAT, INT
from zermelo.compiler.values import Value
from zermelo.fingerprint import fingerprint
from zermelo.game import Game, provides
from zermelo.language import _

if TYPE_CHECKING:
    from zermelo.compiler.rule_types import Types

MOST_ROOM = 3  # tries with more room
Found = TypeVar("Found")

_lock = threading.RLock()  # inference counts changes of all programs together
_kernels: dict[str, Kernel] = {}  # of this process, by the names of their files


class About(NamedTuple):
    """What inference finds out about a game."""

    state: Layout
    action: Layout
    number: type  # of its values: int or float
    is_plain: bool  # whether its states are numbers alone, and point to no memory
    shares: bool  # whether several rules ask for its moves
    any_order: bool  # whether a rule goes through a set whose order changes from run to run
    refused: dict[str, str]  # optional rules that are left out, and why


class CompiledGame:
    """A game whose rules are machine code; `kernel` compiles a search over them."""

    def __init__(
        self, game: Game[Any, Any], report: Callable[[str], None] | None = None, room: int = 0
    ) -> None:
        self.game, self.report, self.room = game, report or (lambda what: None), room
        for rule in NEEDED:
            if not provides(game, rule):
                raise CannotCompile(str(game._missing(rule)))
        self.print = fingerprint((game, game.initial()))
        self._types: Types | None = None
        self._may_use_bits = True  # unless rules need more of a set than that
        self._kernels: dict[Any, Kernel] = {}
        self.refused: dict[str, str] = {}
        name = self.print and file_name("rules", self.print.digest, str(room))
        about = self.kept(name, About, self._about)
        self.state, self.action, self.number = about.state, about.action, about.number
        self.is_plain, self.shares, self.refused = about.is_plain, about.shares, about.refused
        self.any_order = about.any_order
        self.rules = self._rules()

    @cached_property
    def seen(self) -> Seen:
        """States and actions of some random games."""
        return observe(self.game)

    def kept(self, name: str | None, cls: type[Found], make: Callable[[], Found]) -> Found:
        """What the file of that name has, or what is made and put there now."""
        if self.print is None or name is None:
            return make()
        classes = self.print.classes

        def kept() -> Found | None:
            found = loads(cache.read(name) or b"", classes)
            return found if isinstance(found, cls) else None

        found = kept()
        if found is None:
            with cache.alone(name):
                found = kept()  # by another process, meanwhile
                if found is None:
                    found = make()
                    content = dumps(found, classes)
                    in_one_language = isinstance(found, About) and found.refused
                    if content is not None and not in_one_language:
                        cache.write(name, content)
        return found

    # --- types -----------------------------------------------------------------------------------

    def _about(self) -> About:
        with _lock:
            types = self.types()
        state, action = Layout.of(types, "state"), Layout.of(types, "action")
        number = float if types.has_floats() else int
        found = types.is_plain(), types.shares(), types.program.any_order
        return About(state, action, number, *found, self.refused)

    def types(self) -> Types:
        """The types of the rules; without the optional ones that are refused."""
        from zermelo.compiler.rule_types import Types  # here, as it loads the front end

        while self._types is None:
            types = Types(self.game, self.seen, self.room, self._may_use_bits)
            try:
                types.infer(types.roots())
            except (CannotCompile, Refusal) as refusal:
                if types.program.uses_bits:
                    self._may_use_bits = False
                    continue
                if isinstance(refusal, CannotCompile):
                    raise
                words = _("cannot compile {game}: {what}")
                raise CannotCompile(words.format(game=self.game.name, what=refusal)) from refusal
            if self._infer_optional(types):
                self._types = types
        return self._types

    def _infer_optional(self, types: Types) -> bool:
        """Whether all optional rules have types; one that has none is refused."""
        for rule in SPARED:
            if provides(self.game, rule) and rule not in self.refused:
                try:
                    types.infer([types.root(rule)])
                except (CannotCompile, Refusal) as reason:
                    if types.program.uses_bits:
                        self._may_use_bits = False
                    else:
                        self.refused[rule] = str(reason)
                    return False
        return True

    def leave_out(self, rule: str, reason: str) -> None:
        """Goes on without an optional rule."""
        self.refused[rule], self._types = reason, None
        self._kernels.clear()
        self.rules = self._rules()

    def _rules(self) -> Rules:
        rules = Rules(**rules_of(self.game, self.number))
        for rule in self.refused:
            setattr(rules, f"has_{rule}", False)
        infinity = math.inf if self.number is float else (1 << 63) - 1
        rules.lowest, rules.highest = -infinity, infinity
        rules.number, rules.is_float = self.number, self.number is float
        rules.state_words, rules.action_words = self.state.size, self.action.size
        for which in ("state", "action"):
            for what in ("put", "get", "same", "pack", "unpack"):
                setattr(rules, f"{what}_{which}", Stored(what, self.types, which))
        return rules

    # --- kernels ---------------------------------------------------------------------------------

    def kernel(self, function: Any, rules: Rules | None = None, level: int = LEVEL) -> Kernel:
        """A function whose first parameter, `game`, is the rules, as machine code.

        Its annotations give the types of the others: int, float, Number, and Words for a state.
        Other `rules` than the game's own may have more attributes, or fewer rules. What does not
        run for long is compiled sooner at a lower `level`, unless it is kept at the usual one.
        """
        rules = rules or self.rules
        with _lock:
            which = function, rules, level
            if which not in self._kernels:
                self._kernels[which] = self._kernel(*which)
            return self._kernels[which]

    def _kernel(self, function: Any, rules: Rules, level: int) -> Kernel:
        name = self.file_name("kernel", function, rules)
        if name is None:
            return Kernel(self._made(function, rules, level))
        if level != LEVEL and name not in _kernels and cache.read(name) is None:
            name = f"level{level}-{name}"
        if name not in _kernels:
            made = self.kept(name, Made, lambda: self._made(function, rules, level))
            _kernels[name] = Kernel(made)
        return _kernels[name]

    def file_name(self, kind: str, function: Any, rules: Rules, *parts: str) -> str | None:
        """The name of the file of what is made of a kernel; None: it is not kept."""
        own = fingerprint((function, rules), given=(self.game,)) if self.print else None
        if self.print is None or own is None:
            return None
        return file_name(kind, self.print.digest, str(self.room), own.digest, *parts)

    def _made(self, function: Any, rules: Rules, level: int) -> Made:
        write = lambda types, entry: types.module_text({ENTRY: entry})  # noqa: E731
        program, entry, text = self.written(function, rules, write)
        made = object_code(text, level), _kinds(function), entry.result.get()
        return Made(*made, [*program.exceptions], [*program.sites])

    def written(
        self, function: Any, rules: Rules, write: Callable[[Types, Specialisation], str]
    ) -> tuple[Program, Specialisation, str]:
        """The program of a kernel, its function in there, and the text that is written of them."""
        self.report(_("compiling {game} ...").format(game=self.game.name))
        with _lock:
            types = self.types()
            root = self._root(function, rules, types)
            try:
                types.infer([root])
                entry = types.program.specialise(root[0], root[1]())
                text = write(types, entry)
                if llvm_type(types.state_type) != llvm_type(self.state.type):
                    words = _("cannot compile {game}: its states are of too many types")
                    raise CannotCompile(words.format(game=self.game.name))
            except BaseException:
                self._types = None  # half inferred
                raise
            return types.program, entry, text

    def _root(self, function: Any, rules: Rules, types: Types) -> Root:
        """Where the inference of a kernel begins."""
        kinds = {"int": INT, "float": FLOAT, "Number": FLOAT if self.number is float else INT}
        first = types.known(rules)

        def arguments() -> list[Value]:
            named = (kinds.get(kind, types.state_type) for kind in _kinds(function))
            return [first, *(Value(kind, "0") for kind in named)]

        return function, arguments

    def wider(self, reason: BaseException) -> CompiledGame | None:
        """The game with more room, where that may help."""
        narrow = isinstance(reason, NarrowValue) or getattr(reason, "cause", None) is Narrow
        if not narrow or self.room >= MOST_ROOM:
            return None
        return CompiledGame(self.game, self.report, self.room + 1)


def _kinds(function: Any) -> list[str]:
    """The types of a kernel's arguments behind the rules, as they are written."""
    return [kind for name, kind in function.__annotations__.items() if name != "game"][:-1]


def with_room(compiled: CompiledGame, work: Callable[[CompiledGame], Found]) -> Found:
    """What a work finds, done again with more room as often as values lack it."""
    try:
        return work(compiled)
    except (NarrowValue, RuleFault) as reason:
        wider = compiled.wider(reason)
        if wider is None:
            raise
        return with_room(wider, work)


def compile(game: Game[Any, Any], *, report: Callable[[str], None] | None = None) -> CompiledGame:
    """The game with its rules compiled; CannotCompile says what is in the way.

    `report` hears, in a line for people, of whatever has to be compiled.
    """
    return CompiledGame(game, report)
