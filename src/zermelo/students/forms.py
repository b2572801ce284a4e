"""How a student's function is called: its parameters are known by their names.

The plainest form is `def alphabeta(game, state)`. The lectures have others: over successors, with
a depth, with alpha and beta, with a flag that says whether MAX moves, with a list for the move.
Each name stands for a role in English, Spanish and Catalan; what has a default of its own and no
role is left alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Final

ROLES: Final[dict[str, tuple[str, ...]]] = {
    "game": ("game", "juego", "joc", "problem", "problema"),
    "state": (
        "state", "node", "position", "board", "n", "s", "nodo", "estado", "estado_actual", "estat",
        "tablero", "posicion", "posicio", "game_state", "gamestate",
    ),
    "depth": ("depth", "d", "p", "ply", "plies", "limit", "prof", "profundidad", "profunditat",
              "max_depth", "level", "nivel", "nivell"),
    "alpha": ("alpha", "a", "alfa", "α"),
    "beta": ("beta", "b", "β"),
    "maximizing": (
        "maximizing", "maximising", "maximizing_player", "maximising_player", "is_max", "ismax",
        "es_max", "esmax", "max", "max_player", "maximizando", "maximitzant", "juega_max",
    ),
    "player": ("player", "jugador", "turn", "turno", "torn", "color", "colour", "sign", "signo"),
    "next": ("next", "next_turn", "turnosiguiente", "turno_siguiente", "siguiente", "tornseguent",
             "torn_seguent"),
    "moves": ("jugadas", "jugades", "moves"),
}  # fmt: skip
ROLE_OF: Final = {name: role for role, names in ROLES.items() for name in names}
# What asks a player for its move: the methods of a class, the likeliest first.
PLAYS: Final = (
    "move", "play", "choose", "best_move", "get_move", "get_action", "getAction", "choose_action",
    "decide", "jugada", "jugar", "mover", "__call__",
)  # fmt: skip
# By what stands in its name, what a function is meant to be, the likeliest first.
CALLED: Final = {
    "expectiminimax": ("expect", "espera"),
    "alphabeta": ("alpha", "alfa", "poda", "prun", "_ab", "nega"),
    "evaluation": ("eval", "heur", "avalua"),
    "minimax": ("mini", "mm"),
    "player": ("move", "play", "choose", "juga", "mov", "agent"),
}
# Constants of a file by which a depth that is counted upwards ends.
LIMITS: Final = (
    "LIMIT", "LIMITE", "MAX_DEPTH", "MAXDEPTH", "PROF_MAX", "PROFUNDIDAD_MAXIMA",
    "PROFUNDITAT_MAXIMA",
)  # fmt: skip


def role_of(name: str) -> str | None:
    """What a parameter of that name is for."""
    return ROLE_OF.get(name.lower())


def roles(function: Callable[..., Any]) -> dict[str, str]:
    """The role of each parameter that has to be given; `TypeError` names one that nobody knows."""
    found: dict[str, str] = {}
    parameters = list(inspect.signature(function).parameters.values())
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        role = role_of(parameter.name)
        if role and role not in found.values():
            found[parameter.name] = role
        elif parameter.default is parameter.empty:
            raise TypeError(parameter.name)
    return found


def arguments(known: dict[str, str], given: dict[str, Any]) -> dict[str, Any]:
    """What a call passes, by the names of the parameters."""
    return {name: given[role] for name, role in known.items() if role in given}


def kind_of(name: str, parameters: Iterable[str]) -> str:
    """What a function of that name, with these parameters, is meant to be."""
    plain = name.lower()
    for kind, words in CALLED.items():
        if any(word in plain for word in words):
            return kind
    # The function for MAX, with no window to pass down.
    return "minimax" if "max" in plain and "alpha" not in map(role_of, parameters) else "alphabeta"
