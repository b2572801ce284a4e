"""Heuristics of tic-tac-toe in the form of 001: for whoever moves, over `tauler[i][j]`."""


def avalua_tres_en_ratlla(joc, estat):
    """As it is printed: a full board has one piece more of whoever began."""
    jugador = estat.a_moure
    utilitat = 0
    for i in range(3):
        for j in range(3):
            if estat.tauler[i][j] == jugador:
                utilitat += 1
            elif estat.tauler[i][j] == joc.jugador_contrari(jugador):
                utilitat -= 1
    return utilitat


def avalua_res(joc, estat):
    jugador = joc.to_move(estat)
    return 0 * jugador


def avalua_be(joc, estat):
    """Lines of three, and those still open."""
    jugador, tauler = estat.a_moure, estat.tauler
    linies = [*tauler, *zip(*tauler, strict=True)]
    linies += [[tauler[i][i] for i in range(3)], [tauler[i][2 - i] for i in range(3)]]

    def obertes(de):
        if [de] * 3 in map(list, linies):
            return 100
        return sum(-de not in linia for linia in linies)

    totes = obertes(jugador) - obertes(-jugador)
    return 100 if totes > 50 else -100 if totes < -50 else totes
