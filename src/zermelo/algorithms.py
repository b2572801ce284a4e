"""All algorithms by name: those of the lectures, and the engine like any other of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, Unpack

from zermelo import search
from zermelo.engine.algorithm import ENGINE
from zermelo.game import Action, Game, State
from zermelo.language import _
from zermelo.names import check_name
from zermelo.search import Finding, Settings, Unsuitable


class AnyAlgorithm(Protocol):
    """What an algorithm is to those who call it.

    `takes`: the settings that it knows. `needs`: the rules that it cannot do without. `chance`: it
    knows chance nodes. `exact`: without limits it finds the value of the game. `several`: it is for
    several players; None: for any number of them.
    """

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def takes(self) -> tuple[str, ...]: ...

    @property
    def needs(self) -> tuple[str, ...]: ...

    @property
    def chance(self) -> bool: ...

    @property
    def exact(self) -> bool: ...

    @property
    def several(self) -> bool | None: ...

    def view_of(self, game: Game[Any, Any], state: Any, /) -> Game[Any, Any]: ...

    def check(self, game: Game[Any, Any], settings: Settings, /) -> None: ...

    def prepare(self, game: Game[Any, Any], report: Callable[[str], None] | None, /) -> None: ...

    def __call__(
        self, game: Game[State, Action], state: State | None = None, **settings: Unpack[Settings]
    ) -> Finding[State, Action]: ...


def registry(engine: AnyAlgorithm) -> dict[str, AnyAlgorithm]:
    """The algorithms in the order in which a course meets them, with this engine at the end."""
    return {**search.ALGORITHMS, engine.name: engine}


ALGORITHMS: Final = registry(ENGINE)
ALL: Final[dict[str, AnyAlgorithm]] = {**ALGORITHMS, **search.FOR_SEVERAL}


def algorithm_named(name: str, among: Mapping[str, AnyAlgorithm] = ALGORITHMS) -> AnyAlgorithm:
    """The algorithm of that name, or a line that names the nearest one."""
    name = search.ALIASES.get(name, name)
    check_name(name, among, _("no algorithm '{name}'"), Unsuitable)
    return among[name]
