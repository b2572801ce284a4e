"""Lecture 004 as it is printed, with its slip: the move is the last one looked at."""


def maximo(estado_actual, alfa, beta, jugadas):
    if estado_actual.estado_objetivo():
        return estado_actual.heuristica
    if estado_actual.estado_final():
        return estado_actual.heuristica
    for sucesor in obtener_sucesores(estado_actual.estado):
        valor = minimo(sucesor, alfa, beta, jugadas)
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
        valor = maximo(sucesor, alfa, beta, jugadas)
        if valor < beta:
            beta = valor
        jugadas[0] = sucesor.estado
        if valor <= alfa:
            return beta
    return beta
