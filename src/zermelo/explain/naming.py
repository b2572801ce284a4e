"""What algorithms and places are called in a text, in the current language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from zermelo.explain.labels import whole
from zermelo.explain.measure import one_line
from zermelo.explain.place import Place
from zermelo.explain.story import Story
from zermelo.games.tree import Tree
from zermelo.language import _, ngettext
from zermelo.search import ALGORITHMS, FOR_SEVERAL
from zermelo.search.coalition import original

MOST_NAMED: Final = 6  # of things in a row; the others are counted
MOST_STEPS: Final = 5  # of a way from the root that are written out
MOST_LETTERS: Final = 40  # of a name


def title(algorithm: str) -> str:
    """What a course calls an algorithm."""
    known = {**ALGORITHMS, **FOR_SEVERAL}
    return known[algorithm].title if algorithm in known else algorithm


def enumeration(names: Sequence[str]) -> str:
    """Things in a row: a, b and c; of many the first ones."""
    if len(names) > MOST_NAMED:
        rest = len(names) - MOST_NAMED + 1
        more = ngettext("{count} more", "{count} more", rest).format(count=whole(rest))
        names = [*names[: MOST_NAMED - 1], more]
    if len(names) < 2:
        return "".join(names)
    return _("{these} and {last}").format(these=", ".join(names[:-1]), last=names[-1])


def brief(text: str) -> str:
    """A name as one short line."""
    return one_line(text, MOST_LETTERS)


def first_of(moves: Sequence[str]) -> str:
    """Moves in a row; of many the first ones."""
    more = ["…"] if len(moves) > MOST_NAMED else []
    return ", ".join([*map(brief, moves[:MOST_NAMED]), *more])


class Names:
    """What the places of a story are called: by name or label where only one has it.

    Else by the way from the nearest place that has such a name, or from the root: #1›2.
    """

    def __init__(self, story: Story) -> None:
        self.places = story.places
        self.written = isinstance(original(story.game), Tree)
        texts = Counter(place.name for place in self.places if place.name)
        texts.update(place.action for place in self.places if place.action != place.name)
        # Of each place, which is told after the one above it: the first step of its way, the last
        # ones, and how many there are.
        self._ways: list[tuple[str, tuple[str, ...], int]] = []
        for place in self.places:
            own = self._own(place, texts)
            above = ("", (), 0) if own or not place.parent else self._ways[place.parent]
            first, last, length = above
            step = own or brief(place.name or place.action)
            self._ways.append((first or step, (*last, step)[-MOST_STEPS:], length + 1))

    def _own(self, place: Place, texts: Counter[str]) -> str:
        for text in (place.name, place.action) if self.written else ():
            if text and texts[text] == 1 and not text.lstrip("#").isdecimal():
                return brief(text)
        return ""

    def of(self, number: int | None) -> str:
        """What a place is called."""
        if not number:  # 0 is the root
            return brief(self.places[0].name if self.places else "") or _("the root")
        first, last, length = self._ways[number]
        way = last if length <= MOST_STEPS else (first, "…", *last[2 - MOST_STEPS :])
        mark = "#" if first.isdecimal() else ""  # lest it be taken for a value
        return mark + "›".join(way)

    def children(self, parent: int | None, actions: Iterable[str]) -> list[str]:
        """What the children by these actions are called, visible or not."""
        below = {self.places[c].action: c for c in self.places[parent or 0].children}
        return [
            self.of(below[action]) if self.written and action in below else brief(action)
            for action in actions
        ]
