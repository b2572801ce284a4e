"""Lecture 003, its expectiminimax, as it is printed: every level costs one, the last is 1.

Slips mended: the weighted sum is not divided by the number of children; where the game is not over
it takes the heuristic.
"""

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
    return a
