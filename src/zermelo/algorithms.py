"""All algorithms by name: those of the lectures, and the engine like any other of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from zermelo import search
from zermelo.engine.algorithm import ENGINE, EngineAlgorithm
from zermelo.language import _
from zermelo.names import check_name
from zermelo.search import Unsuitable

# `takes`: the settings that it knows. `needs`: the rules that it cannot do without. `chance`: it
# knows chance nodes. `exact`: without limits it finds the value of the game. `several`: it is for
# several players; None: for any number of them.
AnyAlgorithm: TypeAlias = search.Algorithm | EngineAlgorithm


def registry(engine: EngineAlgorithm) -> dict[str, AnyAlgorithm]:
    """The algorithms in the order in which a course meets them, with this engine at the end."""
    return {**search.ALGORITHMS, engine.name: engine}


ALGORITHMS: Final = registry(ENGINE)
ALL: Final[dict[str, AnyAlgorithm]] = {**ALGORITHMS, **search.FOR_SEVERAL}


def algorithm_named(name: str, among: Mapping[str, AnyAlgorithm] = ALGORITHMS) -> AnyAlgorithm:
    """The algorithm of that name, or a line that names the nearest one."""
    name = search.ALIASES.get(name, name)
    check_name(name, among, _("no algorithm '{name}'"), Unsuitable)
    return among[name]
