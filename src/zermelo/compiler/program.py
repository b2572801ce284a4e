"""A program: functions specialised by the types of their arguments, inferred, then written.

Inference walks every function with the pen up until no cell changes; then each is walked once
more with the pen down, which writes LLVM's language. There is no second definition of anything.
"""

from __future__ import annotations

import platform
import types as python_types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from zermelo.compiler.classes import ClassInfo
from zermelo.compiler.errors import LIMITS, CannotCompile, Refusal, refused
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.source import Code, code_of
from zermelo.compiler.types import Cell, Type, constant, has_cells, interned, key

if TYPE_CHECKING:
    from zermelo.compiler.values import Value

MOST_ROUNDS: Final = 60
MOST_SPECIALISATIONS: Final = 4000
SHARED: Final = 64  # where in the context results are shared (see `walk/sharing.py`)
SITE_BITS: Final = 20  # of a status: the class of the exception above, where it was raised below


class Specialisation:
    """A function for arguments of certain types."""

    def __init__(
        self,
        name: str,
        code: Code,
        which: python_types.FunctionType | Closure,
        parameters: list[Type],
    ) -> None:
        self.name, self.code, self.parameters = name, code, parameters
        self.owner = which if isinstance(which, Closure) else None
        self.function = function = None if isinstance(which, Closure) else which
        self.result = Cell()
        self.given = [Cell() for _type in parameters]  # limits of what callers pass
        self.slots: dict[Any, Cell] = {}
        self.closures: dict[Any, Closure] = {}
        self.may_fault = False
        self.allocates = False  # takes memory of the arena by itself
        self.recursive = False
        self.is_library = function is not None and str(function.__module__).startswith(LIBRARY)
        self.is_kernel = function is not None and is_kernel(function)
        self.is_probe = getattr(function, "hint", "") == "probe"  # where inference of a rule begins
        self.generator_type: Type | None = None
        self.visits: set[Specialisation] = set()  # what its walk leads to
        self.stood = -1  # when it stood still: how much had been stirred
        self.callers: set[Specialisation] = set()

    @property
    def root_function(self) -> python_types.FunctionType:
        """The function whose globals are meant: its own, or those of the one around it."""
        found = self
        while found.owner is not None:
            found = found.owner.specialisation
        assert found.function is not None
        return found.function

    @property
    def askers(self) -> list[Specialisation]:
        """Other functions that call it."""
        return [each for each in self.callers if each is not self and not each.is_probe]

    def below(self) -> set[Specialisation]:
        """The function, and all that it calls."""
        found, todo = {self}, [self]
        while todo:
            new = todo.pop().visits - found
            found |= new
            todo += new
        return found

    @property
    def value_llvm(self) -> str:
        return llvm_type(self.result.get())

    @property
    def result_llvm(self) -> str:
        return f"{{{self.value_llvm}, i32}}" if self.may_fault else self.value_llvm

    @property
    def convention(self) -> str:
        """The calling convention: a recursive function, often a leaf, saves no registers."""
        return NO_REGISTERS if self.recursive and not self.code.is_generator else ""


class Closure:
    """A function that was defined inside a call: its code, and the frame it can see."""

    def __init__(self, code: Code, specialisation: Specialisation, path: tuple[Any, ...]) -> None:
        self.code, self.specialisation, self.path = code, specialisation, path
        self.number = f"{specialisation.name} {len(specialisation.closures)}"
        self.type: Type = interned("closure", (), self)
        self.defaults: dict[str, Cell] = {}


NO_REGISTERS: Final = "preserve_nonecc " if platform.machine() == "x86_64" else ""
LIBRARY: Final = "zermelo.compiler.library."
OURS: Final = tuple(f"zermelo.{part}." for part in ("compiler", "engine", "tablebase", "gpu"))


def is_kernel(function: Any) -> bool:
    """Whether a function is ours: compiled without checks, its memory given back at its end."""
    module = getattr(function, "__module__", "") or ""
    return module.startswith(OURS) or getattr(function, "is_kernel", False)


Root = tuple[Any, "Callable[[], list[Value]]"]  # a function, and its arguments


class Site:
    """Where a fault comes from: the function and its line."""

    def __init__(self, where: str, file: str, line: int) -> None:
        self.where, self.file, self.line = where, file, line


class Program:
    """All specialisations, classes and constants of what is compiled together."""

    def __init__(self) -> None:
        self.specialisations: dict[Any, Specialisation] = {}
        self.classes: dict[type, ClassInfo] = {}
        self.exceptions: list[type[BaseException]] = list(LIMITS)
        self.sites: list[Site] = [Site("", "", 0)]
        self.site_numbers: dict[Any, int] = {}
        self.globals: dict[tuple[str, str], str] = {}
        self.global_lines: list[str] = []
        self.constants: dict[int, Type] = {}  # of containers, by identity
        self.kept: list[Any] = []  # so that identities stay unique
        self.known: dict[Any, Any] = {}  # results of calls that were simply made in Python
        self.active: list[Specialisation] = []
        self.widened: set[Any] = set()  # parameters whose tuples grow from call to call
        self.visited: set[Specialisation] = set()
        self.inferred: set[Specialisation] = set()
        self.wanted: list[Specialisation] = []
        self.written: set[Specialisation] = set()
        self.walk: Callable[[Specialisation, bool], str] | None = None
        self.settled = False  # inference stood still: what has no type by now is empty
        self.waiting = False  # for the type of something that may be empty
        self.shared: dict[Specialisation, int] = {}  # their places in the context; -1: not shared
        self.shared_end = SHARED
        self.may_use_bits = self.uses_bits = False  # for sets of small ints (see `walk/bits.py`)
        self.any_order = False  # whether it goes through a set whose order Python leaves open
        self.allocates = False  # whether anything that is written takes memory of the arena

    # --- functions -------------------------------------------------------------------------------

    def specialise(
        self, which: python_types.FunctionType | Closure, arguments: list[Value]
    ) -> Specialisation:
        """A function for arguments of these types."""
        limited: list[bool] = []  # of rules, which need fewer checks then
        if not is_kernel(which):
            limited = [each.limits is not None and not each.is_known for each in arguments]
        name = which, tuple(key(each.type) for each in arguments), *limited
        found = self.specialisations.get(name)
        if found is None:
            if len(self.specialisations) > MOST_SPECIALISATIONS:
                raise Refusal("a function for arguments of too many types; use fewer types")
            code = which.code if isinstance(which, Closure) else code_of(which)
            label = "".join(c if c.isalnum() else "_" for c in code.name)
            fresh: dict[int, Cell] = {}
            parameters = [copied(each.type, fresh) for each in arguments]
            label = f"f{len(self.specialisations)}_{label}"
            found = Specialisation(label, code, which, parameters)
            self.specialisations[name] = found
        if not found.is_library:
            for cell, each in zip(found.given, arguments, strict=True):
                cell.widen(each.limits)
        return found

    def infer(self, roots: list[Root], after: Callable[[], None] | None = None) -> None:
        """Walks with the pen up until nothing changes; `after` each round more may be known."""
        self.settled, self.active = False, []
        for _round in range(MOST_ROUNDS):
            before = Cell.changes
            self.waiting = False
            self.visited = set()
            for function, arguments in roots:
                try:
                    self.visit(self.specialise(function, arguments()))
                except RecursionError:
                    raise _nested(function) from None
            if after is not None:
                after()
            if Cell.changes == before and (self.settled or not self.waiting):
                self.settled, self.inferred = True, set(self.visited)
                Cell.eras += 1
                for each in self.visited:
                    each.stood = Cell.stirred
                return
            self.settled = self.settled or Cell.changes == before
        why = Refusal("types that grow without end; use a class, or fewer nested tuples")
        raise _refused(roots[0][0], why)

    def visit(self, specialisation: Specialisation) -> None:
        """Infers the types of a function, once in each round, unless it has stood still since."""
        if self.active:
            self.active[-1].visits.add(specialisation)
        if specialisation in self.visited:
            if specialisation in self.active and not specialisation.recursive:
                for each in self.active[self.active.index(specialisation) :]:
                    each.recursive = True
            return
        self.visited.add(specialisation)
        self.active.append(specialisation)
        if specialisation.stood == Cell.stirred:
            for each in specialisation.visits:
                self.visit(each)
        else:
            assert self.walk is not None
            specialisation.visits.clear()
            self.walk(specialisation, False)
        self.active.pop()

    def want(self, specialisation: Specialisation) -> None:
        """Sees to it that a function is written."""
        if specialisation not in self.written:
            self.written.add(specialisation)
            self.wanted.append(specialisation)

    def infer_late(self, specialisation: Specialisation) -> None:
        """A function that only the written code needs, such as a conversion."""
        if specialisation in self.inferred:
            return
        while True:
            before = Cell.changes
            self.visited = set()
            self.visit(specialisation)
            if Cell.changes == before:
                break
        self.inferred |= self.visited
        Cell.changes += 1  # so that all is written again, with what is known now

    def write(self, roots: list[Specialisation]) -> list[str]:
        """The text of all functions that the roots need."""
        assert self.walk is not None
        self.allocates = any(each.allocates for root in roots for each in root.below())
        for _attempt in range(MOST_ROUNDS):
            before = Cell.changes
            self.wanted, self.written, found = [], set(), []
            self.shared, self.shared_end = {}, SHARED
            for root in roots:
                self.want(root)
            try:
                while self.wanted:
                    found.append(self.walk(self.wanted.pop(), True))
            except RecursionError:
                raise _nested(roots[0].root_function) from None
            if Cell.changes == before:
                return found
        why = Refusal("types that keep changing; give each variable one type")
        raise _refused(roots[0].root_function, why)

    # --- classes, constants, faults --------------------------------------------------------------

    def type_of_known(self, value: Any) -> Type:
        """The type of an object that exists when compiling only; one for each object."""
        name: Any = ("type", id(value))
        if isinstance(value, python_types.MethodType):  # a new object each time it is asked for
            name = ("method", id(value.__self__), value.__func__)
        if name not in self.known:
            self.kept.append(value)
            self.known[name] = constant(value)
        found: Type = self.known[name]
        return found

    def class_info(self, cls: type) -> ClassInfo:
        if cls not in self.classes:
            self.classes[cls] = ClassInfo(cls)
        return self.classes[cls]

    def constant_data(self, llvm: str, text: str) -> str:
        """The name of a constant in memory."""
        known = self.globals.get((llvm, text))
        if known is None:
            known = self.globals[llvm, text] = f"@g{len(self.globals)}"
            self.global_lines.append(f"{known} = internal unnamed_addr constant {llvm} {text}")
        return known

    def exception(self, cls: type[BaseException]) -> int:
        """The number of an exception's class, from 1."""
        if cls not in self.exceptions:
            self.exceptions.append(cls)
            Cell.changes += 1
        return self.exceptions.index(cls) + 1

    def site(self, where: str, file: str, line: int) -> int:
        name = where, file, line
        if name not in self.site_numbers:
            self.site_numbers[name] = len(self.sites)
            self.sites.append(Site(*name))
        return self.site_numbers[name]


def _refused(function: Any, why: Refusal) -> CannotCompile:
    """What is wrong with a whole program, at its first function."""
    code = function.__code__
    return refused(code.co_qualname, code.co_filename, code.co_firstlineno, why)


def _nested(function: Any) -> CannotCompile:
    why = Refusal("calls nested with ever new types; begin with a list that is not empty")
    return _refused(function, why)


def copied(type: Type, fresh: dict[int, Cell]) -> Type:
    """The type with cells of its own; cells that are empty, or of one list, stay one."""
    if not has_cells(type) or type.kind == "generator":
        return type
    cells = []
    for cell in type.cells:
        root = cell.root()
        if root.type.kind == "nothing":
            cells.append(root)
            continue
        if id(root) not in fresh:
            fresh[id(root)] = made = Cell()
            made.constant = root.constant
            made.type = copied(root.type, fresh)
        cells.append(fresh[id(root)])
    return Type(type.kind, tuple(copied(p, fresh) for p in type.parts), tuple(cells), type.info)


def flow_back(parameter: Type, argument: Type, caller: Specialisation) -> None:
    """What a function put into a container that it was given is in the caller's."""
    if parameter.kind != argument.kind or parameter is argument:
        return
    for one, other in zip(parameter.parts, argument.parts, strict=False):
        flow_back(one, other, caller)
    for mine, theirs in zip(parameter.cells, argument.cells, strict=False):
        if mine.root() is not theirs.root():
            if mine.root().constant and not theirs.root().constant:
                theirs.root().constant = True
                Cell.changes += 1
            if mine.root().mutators:
                theirs.root().mutators.add(caller)
            flow_back(mine.get(), theirs.get(), caller)
            theirs.join(mine.get())
