"""Tests of the engine, in which threads help each other even where a search is brief."""

from zermelo.engine import machine

machine.BRIEF = 0  # type: ignore[misc]
