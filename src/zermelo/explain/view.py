"""What an output is asked to show: a story after one of its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from zermelo.explain.format import Format
from zermelo.explain.labels import labels, whole
from zermelo.explain.legend import Item
from zermelo.explain.picture import DEFAULT, Picture, picture_of
from zermelo.explain.story import Story
from zermelo.game import ZermeloError
from zermelo.language import _

MOST_NODES: Final = 300_000  # nodes on all slides together
THEMES: Final = ("light", "dark", "auto")  # auto: as the reader's screen is set


@dataclass(frozen=True)
class View:
    """A story after step `step`; texts are in the language current when it is rendered."""

    story: Story
    step: int
    theme: str = "light"
    boards: bool = True  # draw the positions of a game
    others: tuple[Story, ...] = ()  # runs to be set beside this one, where an output can
    frames: bool = False  # every step, for slides, where an output can
    form: Format = DEFAULT
    even: bool = False  # the same room at every node: nothing tells what is to come

    @cached_property
    def looks(self) -> list[dict[str, Any]]:
        """The look of every place."""
        return self.story.after(self.step)

    @cached_property
    def picture(self) -> Picture:
        """Where everything stands in a drawing."""
        return picture_of(self.story, self.boards, self.form, self.even)

    def texts(self, number: int, look: dict[str, Any]) -> dict[str, str]:
        """The texts at a place that looks like this, of the labels that are wanted."""
        place = self.story.places[number]
        return self.form.select(place, labels(place, look))

    @property
    def legend(self) -> tuple[Item, ...]:
        """The legend, if there is to be one."""
        now = self.story.steps[self.step].place if self.step >= 0 else None
        return tuple(i for i in self.picture.legend if now is not None or i.sign != "current")

    def at(self, step: int) -> View:
        """The same after another step; everything stands where it stood."""
        view = replace(self, step=step)
        view.__dict__["picture"] = self.picture
        return view

    def on_paper(self) -> View:
        """The same for what cannot look at the reader's screen."""
        return replace(self, theme="light") if self.theme == "auto" else self


def check_frames(view: View) -> None:
    """Refuses, in one line, more drawings than anybody can look at."""
    story = view.story
    if len(story.places) * len(story.steps) > MOST_NODES:
        raise ZermeloError(
            _(
                "{steps} slides with {nodes} nodes each are too many; "
                "show fewer nodes (--max-nodes) or search less far (--depth)"
            ).format(steps=whole(len(story.steps)), nodes=whole(len(story.places)))
        )
