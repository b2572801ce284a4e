"""Lecture 003, as it is printed: its depth counts upwards, and is never looked at.

Slip mended: what came back is not called `utilidad`, which is the function.
"""

INFINITO = float("inf")


def alfaBeta(estado, profundidad, esMax, alfa, beta):
    if esTerminal(estado):
        return utilidad(estado)
    sucesores = expandir(estado)
    if esMax:
        mejorUtilidad = -INFINITO
        for s in sucesores:
            valor = alfaBeta(s, profundidad + 1, False, alfa, beta)
            mejorUtilidad = max(mejorUtilidad, valor)
            if mejorUtilidad >= beta:
                break
            alfa = max(alfa, mejorUtilidad)
        return mejorUtilidad
    else:
        mejorUtilidad = +INFINITO
        for s in sucesores:
            valor = alfaBeta(s, profundidad + 1, True, alfa, beta)
            mejorUtilidad = min(mejorUtilidad, valor)
            if mejorUtilidad <= alfa:
                break
            beta = min(beta, mejorUtilidad)
        return mejorUtilidad
