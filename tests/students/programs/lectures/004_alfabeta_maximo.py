"""Lecture 004, as it is printed: a node holds its heuristic, which is for whoever moves there.

Slips mended: the move that is kept is the best, not the last, and each level has a list of its own.
"""


def maximo(estado_actual, alfa, beta, jugadas):
    if estado_actual.estado_objetivo():
        return estado_actual.heuristica
    if estado_actual.estado_final():
        return estado_actual.heuristica
    for sucesor in obtener_sucesores(estado_actual.estado):
        valor = minimo(sucesor, alfa, beta, [None])
        if valor > alfa:
            alfa = valor
            jugadas[0] = sucesor.estado
        if valor >= beta:
            return alfa
    return alfa


def minimo(estado_actual, alfa, beta, jugadas):
    if estado_actual.estado_objetivo():
        return estado_actual.heuristica * -1
    if estado_actual.estado_final():
        return estado_actual.heuristica * -1
    for sucesor in obtener_sucesores(estado_actual.estado):
        valor = maximo(sucesor, alfa, beta, [None])
        if valor < beta:
            beta = valor
            jugadas[0] = sucesor.estado
        if valor <= alfa:
            return beta
    return beta
