"""Lecture 002, its minimax, as it is printed."""

from math import inf


def mm(n, p, max):
    if terminal(n):
        return utilidad(n)
    if p == 0:
        return heuristica(n)
    if max:
        v = -inf
        for s in succ(n):
            w = mm(s, p - 1, False)
            v = w if w > v else v  # `max` is the flag here
    else:
        v = inf
        for s in succ(n):
            v = min(v, mm(s, p - 1, True))
    return v
