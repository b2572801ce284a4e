"""The shape of an exercise: what it says, how it is written, what contradicts itself."""

from zermelo.exercise.shape.shape import (
    CHOICES,
    CONVENTIONAL,
    COUNTED,
    KEYS,
    Shape,
    ShapeError,
    Span,
)
from zermelo.exercise.shape.text import read_shape, with_convention, with_usual

__all__ = [
    "CHOICES",
    "CONVENTIONAL",
    "COUNTED",
    "KEYS",
    "Shape",
    "ShapeError",
    "Span",
    "read_shape",
    "with_convention",
    "with_usual",
]
