"""Homework in one file: a minimax that counts down, an alpha-beta that counts up, a limit."""

from math import inf

LIMITE = 3


def minimax(nodo, profundidad, esMax):
    if esTerminal(nodo):
        return utilidad(nodo)
    if profundidad == 0:
        return heuristica(nodo)
    valores = [minimax(hijo, profundidad - 1, not esMax) for hijo in expandir(nodo)]
    return max(valores) if esMax else min(valores)


def alfaBeta(estado, profundidad, esMax, alfa, beta):
    if esTerminal(estado):
        return utilidad(estado)
    mejor = -inf if esMax else inf
    for sucesor in expandir(estado):
        valor = alfaBeta(sucesor, profundidad + 1, not esMax, alfa, beta)
        mejor = max(mejor, valor) if esMax else min(mejor, valor)
        if (mejor >= beta) if esMax else (mejor <= alfa):
            break
        alfa, beta = (max(alfa, mejor), beta) if esMax else (alfa, min(beta, mejor))
    return mejor


def minimax_limitado(nodo, prof, esMax):
    if esTerminal(nodo):
        return utilidad(nodo)
    return hasta(nodo, prof, esMax)


def hasta(nodo, prof, esMax):
    if prof == LIMITE:
        return heuristica(nodo)
    valores = [minimax_limitado(hijo, prof + 1, not esMax) for hijo in expandir(nodo)]
    return max(valores) if esMax else min(valores)


def expectiminimax(nodo, profundidad, turno, turnoSiguiente):
    if esTerminal(nodo):
        return utilidad(nodo)
    if profundidad == 1:
        return heuristica(nodo)
    despues = {MAX: MIN, MIN: MAX}.get(turno, CHANGE)
    valores = [
        (expectiminimax(hijo, profundidad - 1, turnoSiguiente, despues), probabilidad(hijo))
        for hijo in expandir(nodo)
    ]
    if turno == CHANGE:
        return sum(valor * cuanto for valor, cuanto in valores)
    return (max if turno == MAX else min)(valor for valor, _ in valores)
