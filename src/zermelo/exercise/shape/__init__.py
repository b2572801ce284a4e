"""The shape of an exercise: what it says, how it is written, what contradicts itself."""

from zermelo.exercise.shape.shape import CHOICES, COUNTED, KEYS, Shape, ShapeError, Span
from zermelo.exercise.shape.text import read_shape

__all__ = ["CHOICES", "COUNTED", "KEYS", "Shape", "ShapeError", "Span", "read_shape"]
