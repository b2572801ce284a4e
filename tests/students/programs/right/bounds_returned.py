"""Lecture 000: the loop goes on while alpha < beta, and a node gives back its bound."""

LIMITE = 0


def poda_ab(nodo, prof, alfa, beta):
    return valorMax(nodo, prof, alfa, beta) if es_max(nodo) else valorMin(nodo, prof, alfa, beta)


def valorMax(nodo, prof, alfa, beta):
    if terminal(nodo):
        return utilidad(nodo)
    if prof == LIMITE:
        return heuristica(nodo)
    for hijo in sucesores(nodo):
        if alfa < beta:
            alfa = max(alfa, poda_ab(hijo, prof + 1, alfa, beta))
    return alfa


def valorMin(nodo, prof, alfa, beta):
    if terminal(nodo):
        return utilidad(nodo)
    if prof == LIMITE:
        return heuristica(nodo)
    for hijo in sucesores(nodo):
        if alfa < beta:
            beta = min(beta, poda_ab(hijo, prof + 1, alfa, beta))
    return beta
