"""Measurements: every speed as a ratio to something measured beside it, in the same run.

Speeds are never tests: machines are noisy. Everything is run several times, one after the other
in turn, and the best run of each counts.
"""
