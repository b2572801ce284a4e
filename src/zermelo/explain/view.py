"""What an output is asked to show: a story after one of its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from zermelo.explain.picture import Picture, picture_of
from zermelo.explain.story import Story

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

    @cached_property
    def looks(self) -> list[dict[str, Any]]:
        """The look of every place."""
        return self.story.after(self.step)

    @cached_property
    def picture(self) -> Picture:
        """Where everything stands in a drawing."""
        return picture_of(self.story, self.boards)

    def at(self, step: int) -> View:
        """The same after another step; everything stands where it stood."""
        view = replace(self, step=step)
        view.__dict__["picture"] = self.picture
        return view

    def on_paper(self) -> View:
        """The same for what cannot look at the reader's screen."""
        return replace(self, theme="light") if self.theme == "auto" else self
