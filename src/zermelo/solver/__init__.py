"""Exact values of all states, and strategies."""

from zermelo.solver.graph import Cyclic, TooLarge
from zermelo.solver.strategy import BrokenStrategy, Strategy, check_strategy, strategy
from zermelo.solver.values import values

__all__ = [
    "BrokenStrategy",
    "Cyclic",
    "Strategy",
    "TooLarge",
    "check_strategy",
    "strategy",
    "values",
]
