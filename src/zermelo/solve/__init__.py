"""Exact values of all states, and strategies."""

from zermelo.solve.graph import Cyclic, TooLarge
from zermelo.solve.strategy import BrokenStrategy, Strategy, check_strategy, strategy
from zermelo.solve.values import values

__all__ = [
    "BrokenStrategy",
    "Cyclic",
    "Strategy",
    "TooLarge",
    "check_strategy",
    "strategy",
    "values",
]
