"""Lecture 000, its minimax, as it is printed."""


def minimax(nodo, jugador):
    max = -10000
    for jugada in range(1, N + 1):
        if esValida(nodo, jugada):
            intento = aplicaJugada(nodo, jugador, jugada)
            max_actual = valorMin(intento, opuesto(jugador))
            if max_actual > max:
                max = max_actual
                mejorJugada = jugada
    nodo = aplicaJugada(nodo, jugador, mejorJugada)
    return nodo


def valorMin(nodo, jugador):
    if terminal(nodo):
        valor_min = utilidad(nodo)
    else:
        valor_min = +100000
        for jugada in range(1, N + 1):
            if esValida(nodo, jugada):
                intento = aplicaJugada(nodo, jugador, jugada)
                valor_min = min(valor_min, valorMax(intento, opuesto(jugador)))
    return valor_min


def valorMax(nodo, jugador):
    if terminal(nodo):
        valor_max = utilidad(nodo)
    else:
        valor_max = -100000
        for jugada in range(1, N + 1):
            if esValida(nodo, jugada):
                intento = aplicaJugada(nodo, jugador, jugada)
                valor_max = max(valor_max, valorMin(intento, opuesto(jugador)))
    return valor_max
