"""A function on its way to machine code: its syntax tree, and what the names in it stand for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias

from zermelo.compiler import calling_convention, operators, registration
from zermelo.compiler.constants import digest
from zermelo.compiler.library import leave_to_callers
from zermelo.compiler.pipeline import Pipeline
from zermelo.compiler.source import nodes
from zermelo.compiler.untyped import njit

# Numba's own errors of arithmetic are off, for rules have better ones (see `checks`); an index of
# an array that escapes those is still looked at. Only what Python itself calls needs the code for
# that, which takes as long to compile as the rest.
COMMON: Final = {"error_model": "numpy", "boundscheck": True, "no_cfunc_wrapper": True}
INNER: Final = COMMON | {"no_cpython_wrapper": True}
ENTRY: Final = COMMON | {"nogil": True}

# A function of at most so many nodes of its syntax tree becomes a part of whatever calls it. LLVM
# alone stops doing so where a kernel calls it in several places, at a third of the speed.
SMALL: Final = 400
ITSELF: Final = "itself"  # how a function calls itself, for its name is not known yet

PACKAGE: Final = Path(__file__).parent.parent
MADE: Final = "<zermelo>"  # the file of functions that are made of text
KERNELS: Final = (str(PACKAGE / "compiler"), str(PACKAGE / "engine"))
_shared: dict[str, Any] = {}  # functions of kernels that many games have, by their names

# As it is; as one that yields, or returns the list of what it would yield (see `loops`); as one
# that only tells whether there is anything (see `emptiness`); as one that gives back the list that
# it fills (see `accumulators`).
Form: TypeAlias = Literal["value", "generator", "list", "emptiness", "filled"]
# A function, the values that some of its parameters always have, and its form.
Key: TypeAlias = tuple[Any, tuple[tuple[str, int], ...], Form]


def key_of(function: Any, bound: Mapping[str, Any], form: Form = "value") -> Key:
    """What tells one unit from another."""
    return function, tuple((name, id(value)) for name, value in bound.items()), form


@dataclass
class Unit:
    """One function ready for Numba.

    Its name carries a digest of its text, and every name in the text that is not local carries
    one of what it stands for. So the name alone tells whether machine code is still good, and no
    two functions that differ ever meet under one name, whichever process compiled them.
    """

    tree: ast.FunctionDef
    bindings: dict[str, Any]
    file: str
    where: str
    is_entry: bool = False  # whether Python calls it
    returns: Any = None  # what is known of its result (see `intervals`)
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"{self.tree.name}_{digest(ast.unparse(self.tree))}"

    @cached_property
    def dispatcher(self) -> Any:
        """The function as Numba's, which compiles it for the types that it is called with."""
        if self.is_entry or not self.is_shared:
            return self._dispatcher()
        if self.name not in _shared:
            _shared[self.name] = self._dispatcher()
        return _shared[self.name]

    @cached_property
    def is_shared(self) -> bool:
        """Whether it has nothing of a game, so that one does for all."""
        units = [value for value in self.bindings.values() if isinstance(value, Unit)]
        return self.file.startswith(KERNELS) and all(unit.is_shared for unit in units)

    @property
    def is_ours(self) -> bool:
        """Whether it is a part of a kernel, or made for one, and not of the rules."""
        return self.file == MADE or self.file.startswith(KERNELS)

    def _dispatcher(self) -> Any:
        registration.install()
        calling_convention.install()
        operators.install()
        self.tree.name = self.name
        scope: dict[str, Any] = {"__name__": __package__}
        exec(compile(ast.Module([self.tree], []), self.file, "exec"), scope)
        for name, value in self.bindings.items():
            scope[name] = value.dispatcher if isinstance(value, Unit) else value
        if not self.is_entry and not (self.is_ours and calls_itself(self.tree)):
            leave_to_callers(self.name)
        options = ENTRY if self.is_entry else INNER | {"forceinline": self.is_small()}
        dispatcher = njit(pipeline_class=Pipeline, **options)(scope[self.name])
        scope[ITSELF] = dispatcher
        return dispatcher

    def is_small(self) -> bool:
        """Whether it is better copied than called; what calls itself cannot be."""
        return sum(1 for _node in nodes(self.tree)) <= SMALL and not calls_itself(self.tree)


def calls_itself(tree: ast.AST) -> bool:
    """Whether a function whose names are worked out does."""
    return any(isinstance(node, ast.Name) and node.id == ITSELF for node in nodes(tree))


@dataclass
class Scope:
    """What the names of a function mean, besides its local variables."""

    where: str
    file: str
    names: Mapping[str, Any]  # of the enclosing functions and the module
    bound: Mapping[str, Any]  # parameters that are known already, such as self
    key: Key | None = None
    is_rule: bool = False  # whether it must mean what Python means (see `checks`)
    locals: set[str] = field(default_factory=set)
    lifted: dict[str, Any] = field(default_factory=dict)  # trees, or units of them
    itself: str = ""  # the lifted function that this is
    around: tuple[str, ...] = ()  # and those that it was met in

    def lookup(self, name: str) -> Any:
        """The value of a name that is not local."""
        for names in (self.bound, self.lifted, self.names, vars(builtins)):
            if name in names:
                return names[name]
        raise NameError(name)


class Units(Protocol):
    """What a function that is being rewritten asks for the functions that it calls."""

    @property
    def methods(self) -> dict[str, Any]:
        """The methods and properties of states and actions, by name."""

    @property
    def rows(self) -> bool:
        """Whether there are rows."""

    @property
    def classes(self) -> list[type]:
        """Those of states and actions."""

    @property
    def records(self) -> list[type]:
        """Those, and others that rules may make."""

    @property
    def either(self) -> bool:
        """Whether there are tuples with words in their place at times."""

    @property
    def words(self) -> bool:
        """Whether there are tuples of any length with words in their place at times."""

    @property
    def own(self) -> set[str]:
        """The operators that some of these have by themselves."""

    @property
    def atoms(self) -> Any:
        """The words of texts, None and members of Enums, where these can be compiled."""

    @property
    def boards(self) -> dict[tuple[type, str], Any]:
        """What makes the board of a field of a class."""

    @property
    def optional(self) -> set[tuple[type, str]]:
        """The fields of classes that are records, or None in their place."""

    def unit(
        self, function: Any, bound: Mapping[str, Any] | None = None, form: Form = "value"
    ) -> Unit:
        """A function, with some parameters `bound` to what they always are."""

    def is_open(self, function: Any) -> bool:
        """Whether a function is just being translated."""

    def lifted(self, name: str, scope: Scope) -> Unit:
        """A part of another function."""
