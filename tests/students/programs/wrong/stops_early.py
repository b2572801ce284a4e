"""Lecture 003 in minimax: the depth ends at 1, not at 0."""

from math import inf


def mm(n, p, max):
    if terminal(n):
        return utility(n)
    if p <= 1:
        return heuristic(n)
    if max:
        v = -inf
        for s in succ(n):
            w = mm(s, p - 1, False)
            v = w if w > v else v
        return v
    v = inf
    for s in succ(n):
        w = mm(s, p - 1, True)
        v = w if w < v else v
    return v
