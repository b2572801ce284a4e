"""Sheets: blank ones tell nothing, solved ones everything."""

from __future__ import annotations

import pytest

from tests.exercise.test_marking import SHAPES
from zermelo.exercise import make
from zermelo.exercise.items import text_of
from zermelo.exercise.outputs.drawing import IN_DRAWING, beside, view_of
from zermelo.exercise.sheet import as_text, sheet
from zermelo.explain.labels import labels


@pytest.mark.parametrize(("kind", "shape"), SHAPES)
def test_every_item_has_its_place(kind: str, shape: str) -> None:
    exercise = make(kind, 3, shape)
    page = sheet(exercise)
    cells = [*page.single, *(c for t in page.tables for _name, row in t.rows for c in row if c)]
    assert sorted(cell.item.id for cell in cells) == sorted(i.id for i in exercise.task.items)
    assert all(cell.text is None for cell in cells)
    solved = sheet(exercise, solved=True)
    cells = [*solved.single, *(c for t in solved.tables for _name, row in t.rows for c in row if c)]
    told = {cell.item.id: cell.text for cell in cells if cell.text}
    assert told == {name: text_of(answer) for name, answer in exercise.task.solution.items()}
    text = as_text(solved)
    assert solved.title in text
    assert all(line in text for line in solved.instructions)


@pytest.mark.parametrize(("kind", "shape"), [shape for shape in SHAPES if shape[0] != "mcts"])
def test_a_blank_drawing_tells_nothing(kind: str, shape: str) -> None:
    """Two trees that differ only where alpha-beta never looks, or in what it finds, look alike."""
    page = sheet(make(kind, 3, shape))
    view = view_of(page)
    inner = [number for number, place in enumerate(view.story.places) if place.kind != "LEAF"]
    texts = [labels(view.story.places[number], view.looks[number]) for number in inner]
    shapes = {(view.picture.spots[n].width, view.picture.spots[n].height) for n in inner}
    assert len({frozenset(text) - {"action", "share"} for text in texts}) == 1
    assert len(shapes) <= 2  # a circle is not as wide as a triangle
    assert all(set("".join(filter(None, map(text.get, IN_DRAWING.values())))) <= set("[_, ]↑αβ=")
               for text in texts)  # fmt: skip
    assert "cut" not in {look["status"] for look in view.looks}


def test_a_solved_drawing_is_the_search() -> None:
    page = sheet(make("alphabeta", 3), solved=True)
    view, task = view_of(page), page.exercise.task
    for place, look in zip(view.story.places, view.looks, strict=True):
        name = place.name or place.action
        if name != "A":
            assert (look["status"] == "cut") == (task.solution[f"{name}.state"] == "pruned")


def test_a_reordered_tree_is_drawn_reordered() -> None:
    page = sheet(make("reorder", 3), solved=True)
    first = [place.action for place in view_of(page).story.places if place.parent == 0]
    assert tuple(first) == page.exercise.task.solution["A.order"]


def test_tables_beside_the_drawing() -> None:
    (grid,) = beside(sheet(make("alphabeta", 3, "depth=3 branching=2"), solved=True))
    assert grid[0] == ["", "A", "B", "D", "E", "C", "F", "G"]
    assert [row[0] for row in grid] == ["", "cut", "bound set by"]
    many = beside(sheet(make("alphabeta", 3, "depth=4 branching=2")))
    assert [len(part[0]) for part in many] == [9, 8]
    assert beside(sheet(make("window", 3))) == []
