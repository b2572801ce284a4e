"""The legend below a drawing: what its signs mean, of those that the story has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from zermelo.explain.format import Format
from zermelo.explain.measure import width
from zermelo.explain.story import Story
from zermelo.language import _

SIZE: Final = 11.0  # of its letters
SIGN: Final = 26.0  # the room of a sign
ROW: Final = 20.0
APART: Final = 16.0  # one item from the next
NARROWEST: Final = 340.0  # a row, however narrow the tree


@dataclass(frozen=True)
class Item:
    """A sign and what it means. (x, y) is the middle of the sign's left edge.

    `sign` is a kind of node, "cut", "line" or "current", or, where `sample` is a text, the part of
    `labels.PARTS` that looks like it.
    """

    sign: str
    words: str
    sample: str = ""
    x: float = 0.0
    y: float = 0.0
    size: float = SIZE

    @property
    def room(self) -> float:
        """What the sign takes, up to the words."""
        return self.size / SIZE * (width(self.sample, SIZE) + 8 if self.sample else SIGN)

    def moved(self, x: float, y: float) -> Item:
        """The same so far to the right and down."""
        return replace(self, x=self.x + x, y=self.y + y)

    def scaled(self, by: float) -> Item:
        """The same larger, and farther from the corner."""
        return replace(self, x=by * self.x, y=by * self.y, size=by * self.size)


def legend_of(story: Story, form: Format, wide: float) -> tuple[tuple[Item, ...], float, float]:
    """The items in rows below a drawing as wide as that; how wide and how high they are."""
    room = max(wide, NARROWEST)
    x, y, across = 0.0, ROW / 2, 0.0
    found = []
    for item in _items(story, form):
        long = item.room + width(item.words, SIZE)
        if x and x + long > room:
            x, y = 0.0, y + ROW
        found.append(item.moved(x, y))
        across = max(across, x + long)
        x += long + APART
    return tuple(found), across, y + ROW / 2


def _items(story: Story, form: Format) -> Iterator[Item]:
    kinds = {place.kind for place in story.places}
    happened = {step.name for step in story.steps}
    windows = any(step.event.get("alpha") is not None for step in story.steps)
    names = {"MAX": _("MAX"), "MIN": _("MIN"), "CHANCE": _("CHANCE")}
    for kind in sorted(kinds - {"LEAF", "MORE"}, key=[*names, *sorted(kinds)].index):
        player = next(place.player for place in story.places if place.kind == kind)
        yield Item(kind, names.get(kind) or _("{player} moves").format(player=player))
    if "LEAF" in kinds:
        yield Item("LEAF", _("leaf"))
    if "answer" in happened:
        yield Item("line", _("expected line"))
    if "cutoff" in happened:
        yield Item("cut", _("cut"))
    if windows and "window" in form.labels:
        yield Item("passed", _("passed in"), "[α, β]")
    if windows and "bounds" in form.labels:
        yield Item("alpha", _("held inside"), "α= β=")
    if "leave" in happened and "select" not in happened and "intervals" in form.labels:
        yield Item("interval", _("known so far"), "≤ ≥")
    if "select" in happened and "visits" in form.labels:
        yield Item("simulations", _("visits; in the shape, the mean"), "n=")
    if "select" in happened and "ucb" in form.labels:
        yield Item("ucb", _("UCB1: mean + bonus"), "+ =")
    if "leave" in happened and "returned" in form.labels:
        yield Item("returned", _("returned"), "↑v")
    if "look" in happened and "heuristic" in form.labels:
        yield Item("static", _("heuristic, for who has just moved"), "h=")
    yield Item("current", _("this step"))  # the last: where no place is current it is left out
