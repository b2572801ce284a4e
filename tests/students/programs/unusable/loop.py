"""Never ends."""


def alphabeta(game, state):
    while True:
        pass
