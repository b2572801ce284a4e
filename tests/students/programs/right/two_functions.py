"""Lecture 001, in Catalan: two functions, the test before the update; its slip mended."""


def cerca_alfa_beta(joc, estat):
    return valor(joc, estat, float("-inf"), float("inf"))


def valor_maxim_ab(joc, estat, alfa, beta):
    if joc.es_terminal(estat):
        return joc.utilitat(estat), None
    v, moviment = float("-inf"), None
    for a in joc.accions(estat):
        seguent = joc.resultat(estat, a)
        v2, _ = valor(joc, seguent, alfa, beta)
        if v2 > v:
            v, moviment = v2, a
        if v >= beta:
            return v, moviment
        alfa = max(alfa, v)
    return v, moviment


def valor_minim_ab(joc, estat, alfa, beta):
    if joc.es_terminal(estat):
        return joc.utilitat(estat), None
    v, moviment = float("inf"), None
    for a in joc.accions(estat):
        seguent = joc.resultat(estat, a)
        v2, _ = valor(joc, seguent, alfa, beta)
        if v2 < v:
            v, moviment = v2, a
        if v <= alfa:
            return v, moviment
        beta = min(beta, v)
    return v, moviment


def valor(joc, estat, alfa, beta):
    if joc.jugador(estat) == 1:
        return valor_maxim_ab(joc, estat, alfa, beta)
    return valor_minim_ab(joc, estat, alfa, beta)
