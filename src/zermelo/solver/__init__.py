"""Exact values of all states, and strategies."""

from zermelo.solver.graph import Cyclic, TooLarge
from zermelo.solver.state_values import values
from zermelo.solver.strategies import BrokenStrategy, Strategy, check_strategy, strategy

__all__ = [
    "BrokenStrategy",
    "Cyclic",
    "Strategy",
    "TooLarge",
    "check_strategy",
    "strategy",
    "values",
]
