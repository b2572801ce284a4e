"""The form of 000; the loops forget alfa < beta."""

from math import inf

LIMITE = 4


def poda_ab(nodo, jugador):
    alfa, beta, prof = -inf, +inf, 1
    jugada, mejorJugada = 1, None
    while jugada <= N:
        if esValida(nodo, jugada):
            intento = aplicaJugada(nodo, jugador, jugada)
            v = valorMin_ab(intento, opuesto(jugador), prof + 1, alfa, beta)
            if v > alfa:
                alfa = v
                mejorJugada = jugada
        jugada = jugada + 1
    nodo = aplicaJugada(nodo, jugador, mejorJugada)
    return nodo


def valorMin_ab(nodo, jugador, prof, alfa, beta):
    if terminal(nodo):
        vmin = utilidad(nodo)
    elif prof == LIMITE:
        vmin = heuristica(nodo)
    else:
        jugada = 1
        while jugada <= N:
            if esValida(nodo, jugada):
                intento = aplicaJugada(nodo, jugador, jugada)
                beta = min(beta, valorMax_ab(intento, opuesto(jugador), prof + 1, alfa, beta))
            jugada = jugada + 1
        vmin = beta
    return vmin


def valorMax_ab(nodo, jugador, prof, alfa, beta):
    if terminal(nodo):
        vmax = utilidad(nodo)
    elif prof == LIMITE:
        vmax = heuristica(nodo)
    else:
        jugada = 1
        while jugada <= N:
            if esValida(nodo, jugada):
                intento = aplicaJugada(nodo, jugador, jugada)
                alfa = max(alfa, valorMin_ab(intento, opuesto(jugador), prof + 1, alfa, beta))
            jugada = jugada + 1
        vmax = alfa
    return vmax
