"""The alpha-beta of each lecture, typed in from its text with its own names, and a log of it.

Each goes over a `Tree`; where a slip is mended the comment begins with "Slip". What a call was
given, held when it returned, and returned is read from its frame, so that the code stays bare.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from types import FrameType
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Value
from zermelo.games import Tree

# --- 000: poda_ab, valorMin_ab, valorMax_ab ------------------------------------------------------


class Cadiz:
    """Jugadas are numbered from 1 to N; the depth, prof, from 1 to LIMITE."""

    def __init__(self, arbol: Tree, limite: int | None = None) -> None:
        self.arbol, self.limite = arbol, limite

    def poda_ab(self, nodo: int) -> int | None:
        alfa: Value = -inf
        beta, prof = inf, 1
        mejor_jugada = None
        jugada = 1  # Slip: jugada has no first value, in any of the three.
        while jugada <= len(self.arbol.actions(nodo)):
            intento = self.arbol.result(nodo, jugada - 1)
            v = self.valor_min_ab(intento, prof + 1, alfa, beta)
            if v > alfa:
                alfa = v
                mejor_jugada = jugada - 1
            jugada = jugada + 1
        return mejor_jugada

    def valor_min_ab(self, nodo: int, prof: int, alfa: Value, beta: Value) -> Value:
        if self.arbol.is_terminal(nodo):
            vmin = self.arbol.utility(nodo)
        elif prof == self.limite:
            vmin = self.arbol.evaluate(nodo)
        else:
            jugada, n = 1, len(self.arbol.actions(nodo))
            # Slip: "jugada < N" leaves the last move out, here and below.
            while jugada <= n and alfa < beta:
                intento = self.arbol.result(nodo, jugada - 1)
                beta = min(beta, self.valor_max_ab(intento, prof + 1, alfa, beta))
                jugada = jugada + 1
            vmin = beta
        return vmin

    def valor_max_ab(self, nodo: int, prof: int, alfa: Value, beta: Value) -> Value:
        if self.arbol.is_terminal(nodo):
            vmax = self.arbol.utility(nodo)
        elif prof == self.limite:
            vmax = self.arbol.evaluate(nodo)
        else:
            jugada, n = 1, len(self.arbol.actions(nodo))
            while jugada <= n and alfa < beta:
                intento = self.arbol.result(nodo, jugada - 1)
                alfa = max(alfa, self.valor_min_ab(intento, prof + 1, alfa, beta))
                jugada = jugada + 1
            vmax = alfa
        return vmax


# --- 001: valor_maxim_ab, valor_minim_ab ---------------------------------------------------------


def valor_maxim_ab(joc: Tree, estat: int, alfa: Value, beta: Value) -> tuple[Value, Any]:
    if joc.is_terminal(estat):
        return joc.utility(estat), None
    v: Value = -inf
    moviment = None
    for a in joc.actions(estat):
        v2, _ = valor_minim_ab(joc, joc.result(estat, a), alfa, beta)
        if v2 > v:
            v, moviment = v2, a
        if v >= beta:
            return v, moviment
        alfa = max(alfa, v)  # Slip: this stands outside the loop.
    return v, moviment


def valor_minim_ab(joc: Tree, estat: int, alfa: Value, beta: Value) -> tuple[Value, Any]:
    if joc.is_terminal(estat):
        return joc.utility(estat), None
    v: Value = inf
    moviment = None
    for a in joc.actions(estat):
        v2, _ = valor_maxim_ab(joc, joc.result(estat, a), alfa, beta)
        if v2 < v:
            v, moviment = v2, a
        if v <= alfa:
            return v, moviment
        beta = min(beta, v)
    return v, moviment


# --- 002: alpha-beta with a depth p and a flag for MAX; no slips ---------------------------------


def ab(t: Tree, n: int, p: float, alfa: Value, beta: Value, es_max: bool) -> Value:
    if t.is_terminal(n):
        return t.utility(n)
    if p == 0:
        return t.evaluate(n)
    v: Value
    if es_max:
        v = -inf
        for s in (t.result(n, a) for a in t.actions(n)):
            v = max(v, ab(t, s, p - 1, alfa, beta, False))
            alfa = max(alfa, v)
            if beta <= alfa:
                break
    else:
        v = inf
        for s in (t.result(n, a) for a in t.actions(n)):
            v = min(v, ab(t, s, p - 1, alfa, beta, True))
            beta = min(beta, v)
            if beta <= alfa:
                break
    return v


# --- 003: alfaBeta, whose depth is never looked at, and expectiminimax ---------------------------


def alfa_beta(t: Tree, estado: int, es_max: bool, alfa: Value, beta: Value) -> Value:
    if t.is_terminal(estado):
        return t.utility(estado)
    sucesores = [t.result(estado, a) for a in t.actions(estado)]
    mejor: Value
    if es_max:
        mejor = -inf
        for s in sucesores:
            utilidad = alfa_beta(t, s, False, alfa, beta)
            mejor = max(mejor, utilidad)
            if mejor >= beta:
                break
            alfa = max(alfa, mejor)
        return mejor
    mejor = inf
    for s in sucesores:
        utilidad = alfa_beta(t, s, True, alfa, beta)
        mejor = min(mejor, utilidad)
        if mejor <= alfa:
            break
        beta = min(beta, mejor)
    return mejor


def expectiminimax(t: Tree, nodo: int, profundidad: float, turno: int, siguiente: int) -> Value:
    if t.is_terminal(nodo):
        return t.utility(nodo)
    if profundidad == 1:
        return t.evaluate(nodo)  # Slip: utilidad, which only a terminal node has.
    hijos = [t.result(nodo, a) for a in t.actions(nodo)]
    alfa: Value
    if turno == MIN:
        alfa = inf
        for hijo in hijos:
            alfa = min(alfa, expectiminimax(t, hijo, profundidad - 1, siguiente, MAX))
    elif turno == MAX:
        alfa = -inf
        for hijo in hijos:
            alfa = max(alfa, expectiminimax(t, hijo, profundidad - 1, siguiente, MIN))
    else:
        alfa = 0
        for hijo, probabilidad in zip(hijos, t.nodes[nodo].probabilities, strict=True):
            alfa = alfa + probabilidad * expectiminimax(t, hijo, profundidad - 1, siguiente, CHANCE)
        # Slip: alfa is divided by the number of children here.
    return alfa


# --- 004: maximo, minimo -------------------------------------------------------------------------


def maximo(t: Tree, actual: int, alfa: Value, beta: Value, jugadas: list[Any]) -> Value:
    if t.is_terminal(actual):
        return t.utility(actual)
    for jugada in t.actions(actual):
        valor = minimo(t, t.result(actual, jugada), alfa, beta, [None])
        if valor > alfa:
            alfa = valor
            jugadas[0] = jugada  # Slip: it is kept whether it is better or not.
        if valor >= beta:
            return alfa
    return alfa


def minimo(t: Tree, actual: int, alfa: Value, beta: Value, jugadas: list[Any]) -> Value:
    if t.is_terminal(actual):
        return t.utility(actual)
    for jugada in t.actions(actual):
        # Slip: one list is shared by all levels, so that a reply can stand for the move.
        valor = maximo(t, t.result(actual, jugada), alfa, beta, [None])
        if valor < beta:
            beta = valor
            jugadas[0] = jugada
        if valor <= alfa:
            return beta
    return beta


def minimax_maximo(t: Tree, actual: int, jugadas: list[Any]) -> Value:
    """Its minimax; what it calls 100 is infinite here, for the trees have larger values."""
    if t.is_terminal(actual):
        return t.utility(actual)
    valor_max: Value = -inf
    aux = None
    for jugada in t.actions(actual):
        valor = minimax_minimo(t, t.result(actual, jugada), jugadas)
        if valor >= valor_max:
            aux = jugada
            valor_max = valor
    jugadas[0] = aux
    return valor_max


def minimax_minimo(t: Tree, actual: int, jugadas: list[Any]) -> Value:
    if t.is_terminal(actual):
        return t.utility(actual)
    valor_min: Value = inf
    aux = None
    for jugada in t.actions(actual):
        valor = minimax_maximo(t, t.result(actual, jugada), jugadas)
        if valor <= valor_min:
            aux = jugada
            valor_min = valor
    jugadas[0] = aux
    return valor_min


# --- AIMA, third edition, figure 5.7 -------------------------------------------------------------


def max_value(t: Tree, state: int, alpha: Value, beta: Value) -> Value:
    if t.is_terminal(state):
        return t.utility(state)
    v: Value = -inf
    for a in t.actions(state):
        v = max(v, min_value(t, t.result(state, a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(t: Tree, state: int, alpha: Value, beta: Value) -> Value:
    if t.is_terminal(state):
        return t.utility(state)
    v: Value = inf
    for a in t.actions(state):
        v = min(v, max_value(t, t.result(state, a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


# --- the log -------------------------------------------------------------------------------------


@dataclass
class Call:
    """A node as a search went through it; a leaf holds what it was given."""

    node: int
    alpha: Value
    beta: Value
    alpha_held: Value = 0
    beta_held: Value = 0
    value: Value = 0


class Lecture(NamedTuple):
    """How to begin, and what the code calls a node, alpha and beta."""

    begin: Callable[[Tree], Any]
    node: str
    alpha: str = "alfa"
    beta: str = "beta"


def _first_move(tree: Tree) -> Any:
    jugadas: list[Any] = [None]
    maximo(tree, 0, -inf, inf, jugadas)
    return jugadas[0]


# Each gives the move at the root, where the lecture's code does.
LECTURES: Final = {
    "000": Lecture(lambda tree: Cadiz(tree).poda_ab(0), "nodo"),
    "001": Lecture(lambda tree: valor_maxim_ab(tree, 0, -inf, inf)[1], "estat"),
    "002": Lecture(lambda tree: (ab(tree, 0, inf, -inf, inf, True), None)[1], "n"),
    "003": Lecture(lambda tree: (alfa_beta(tree, 0, True, -inf, inf), None)[1], "estado"),
    "004": Lecture(_first_move, "actual"),
    "aima": Lecture(lambda tree: (max_value(tree, 0, -inf, inf), None)[1], "state", "alpha"),
}
LIMITED: Final = {
    "000": lambda limit: Lecture(lambda tree: Cadiz(tree, limit).poda_ab(0), "nodo"),
    "002": lambda limit: Lecture(lambda tree: (ab(tree, 0, limit, -inf, inf, True), None)[1], "n"),
}


def log_of(lecture: Lecture, tree: Tree) -> tuple[list[Call], Any]:
    """Every call that searched a node, in the order in which they began; and the root's move."""
    calls: list[Call] = []
    open_calls: list[Call] = []

    def listen(frame: FrameType, event: str, given: Any) -> None:
        code, names = frame.f_code, frame.f_locals
        arguments = code.co_varnames[: code.co_argcount]
        if code.co_filename != __file__ or lecture.node not in arguments:
            return
        if event == "call":
            # The first function of 000 makes its own window.
            window = names.get(lecture.alpha, -inf), names.get(lecture.beta, inf)
            open_calls.append(Call(names[lecture.node], *window))
            calls.append(open_calls[-1])
        elif event == "return":
            call = open_calls.pop()
            call.alpha_held, call.beta_held = names[lecture.alpha], names[lecture.beta]
            call.value = given[0] if isinstance(given, tuple) else given

    before = sys.getprofile()
    sys.setprofile(listen)
    try:
        move = lecture.begin(tree)
    finally:
        sys.setprofile(before)
    if lecture.node == "nodo":  # 000 returns the move, and its alpha is the value
        calls[0].value = calls[0].alpha_held
    return calls, move
