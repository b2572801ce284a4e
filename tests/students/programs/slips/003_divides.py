"""Lecture 003 as it is printed, with its slip: the weighted sum is divided once more."""

from math import inf


def expectiminimax(nodo, profundidad, turno, turnoSiguiente):
    if terminal(nodo):
        return utilidad(nodo)
    if profundidad == 1:
        return heuristica(nodo)
    if turno == MIN:
        a = +inf
        for hijo in hijos(nodo):
            a = min(a, expectiminimax(hijo, profundidad - 1, turnoSiguiente, MAX))
    elif turno == MAX:
        a = -inf
        for hijo in hijos(nodo):
            a = max(a, expectiminimax(hijo, profundidad - 1, turnoSiguiente, MIN))
    else:
        a = 0
        for hijo in hijos(nodo):
            below = expectiminimax(hijo, profundidad - 1, turnoSiguiente, CHANGE)
            a = a + probabilidad(hijo) * below
        a = a / len(hijos(nodo))
    return a
