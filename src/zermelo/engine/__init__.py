"""The engine: analyses and solves positions of any game, in the lane that suits it.

from zermelo.engine import Stop, engine_for

engine = engine_for(game)
engine.analyse(state, time=1)      # deeper and deeper
engine.solve(state)                # to the end of the game
"""

from zermelo.engine.base import Busy, Engine
from zermelo.engine.factory import engine_for
from zermelo.engine.stop import Stop

__all__ = ["Busy", "Engine", "Stop", "engine_for"]
