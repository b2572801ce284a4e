"""Exercises by seed and shape, the answers to them, and their grading."""

from zermelo.exercise.assignment import Assignment, read_assignment
from zermelo.exercise.document import Paper, form, read_paper, tree_file
from zermelo.exercise.exercise import Exercise, make, own_exercise
from zermelo.exercise.items import AnswerError, Item
from zermelo.exercise.kinds import KINDS, Task, kind_named
from zermelo.exercise.marking import Grade, Mark, grade
from zermelo.exercise.shape import Shape, ShapeError, read_shape

__all__ = [
    "KINDS",
    "AnswerError",
    "Assignment",
    "Exercise",
    "Grade",
    "Item",
    "Mark",
    "Paper",
    "Shape",
    "ShapeError",
    "Task",
    "form",
    "grade",
    "kind_named",
    "make",
    "own_exercise",
    "read_assignment",
    "read_paper",
    "read_shape",
    "tree_file",
]
