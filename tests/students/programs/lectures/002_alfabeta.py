"""Lecture 002: over successors, with a depth and a flag for MAX."""

from math import inf


def alfabeta(n, p, alfa, beta, max):
    if terminal(n):
        return utilidad(n)
    if p == 0:
        return heuristica(n)
    if max:
        v = -inf
        for s in succ(n):
            w = alfabeta(s, p - 1, alfa, beta, False)
            v = w if w > v else v
            alfa = v if v > alfa else alfa
            if beta <= alfa:
                break
        return v
    v = inf
    for s in succ(n):
        w = alfabeta(s, p - 1, alfa, beta, True)
        v = w if w < v else v
        beta = v if v < beta else beta
        if beta <= alfa:
            break
    return v
