"""Starts another process that outlives it."""

import os
import time


def alphabeta(game, state):
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
