"""Lecture 004, its minimax, as it is printed: a node of its own, infinities of 100, ties by >=."""


def maximo(estado_actual, jugadas):
    if estado_actual.estado_objetivo():
        return estado_actual.heuristica
    if estado_actual.estado_final():
        return estado_actual.heuristica
    valor_max = -100
    aux = nodo.Nodo([0, 0, 0])
    for sucesor in obtener_sucesores(estado_actual.estado):
        valor = minimo(sucesor, jugadas)
        if valor >= valor_max:
            aux = sucesor
            valor_max = valor
    jugadas[0] = aux.estado
    return valor_max


def minimo(estado_actual, jugadas):
    if estado_actual.estado_objetivo():
        return estado_actual.heuristica * -1
    if estado_actual.estado_final():
        return estado_actual.heuristica * -1
    valor_min = 100
    aux = nodo.Nodo([0, 0, 0])
    for sucesor in obtener_sucesores(estado_actual.estado):
        valor = maximo(sucesor, jugadas)
        if valor <= valor_min:
            aux = sucesor
            valor_min = valor
    jugadas[0] = aux.estado
    return valor_min
