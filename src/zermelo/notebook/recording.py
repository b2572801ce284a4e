"""A recorded search, to be looked at, stepped through and saved."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any, Final

from zermelo.explain import html, naming, svg
from zermelo.explain.narrators import sentence
from zermelo.explain.outputs import output
from zermelo.explain.story import MAX_PLACES, Story, Witness, story_of
from zermelo.explain.view import THEMES, View
from zermelo.files import check_writable, write_whole
from zermelo.game import Game
from zermelo.language import _
from zermelo.names import check_name
from zermelo.notebook.positions import Position
from zermelo.search import Algorithm, Settings, algorithm_named, usual_algorithm
from zermelo.search.finding import Finding

HEIGHT: Final = "42rem"  # of the player in a cell


def record(
    game: Game[Any, Any] | Position,
    state: Any,
    algorithm: str | Algorithm | None,
    settings: Settings,
    theme: str = "auto",
    boards: bool = True,
    max_nodes: int | None = None,
) -> Recording:
    """Searches and records what happened; see `zermelo.notebook.show`."""
    check_name(theme, THEMES, _("no theme '{name}'"))
    if isinstance(game, Position):
        state = game.state if state is None else state
        game = game.game
    if isinstance(algorithm, str):
        algorithm = algorithm_named(algorithm)
    search = algorithm or usual_algorithm(game)
    witness = Witness(search.view_of(game, game.initial() if state is None else state))
    options = Settings(**settings)
    options["observer"] = witness
    result = search(game, state, **options)
    story = story_of(witness, max_nodes or MAX_PLACES)
    return Recording(story, result, theme, boards)


@dataclass(frozen=True)
class Drawing:
    """A search after one of its steps, as a picture."""

    view: View

    @property
    def sentence(self) -> str:
        """What happens in this step, in a sentence."""
        return sentence(self.view.story, self.view.step)

    def save(self, file: str | PathLike[str]) -> None:
        """Writes a file of the kind that its ending names, as `zermelo explain -o` does."""
        path = Path(file)
        render = output(path.suffix.lower())
        check_writable(path)
        write_whole(path, render(self.view))

    def __repr__(self) -> str:
        return f"<Drawing of {_title(self.view.story)}, step {self.view.step}: {self.sentence}>"

    def _repr_svg_(self) -> str:
        return svg.drawing(self.view)


@dataclass(frozen=True)
class Recording:
    """A search. In a notebook it is the player; its items are drawings, one after each step."""

    story: Story
    result: Finding[Any, Any]
    theme: str = "auto"
    boards: bool = True
    others: tuple[Story, ...] = ()

    def __len__(self) -> int:
        """How many steps there are."""
        return len(self.story.steps)

    def __getitem__(self, step: int) -> Drawing:
        """The drawing after a step, from 0; -1 is the last."""
        at = range(len(self))[operator.index(step)]
        return Drawing(View(self.story, at, self.theme, self.boards, self.others))

    def __iter__(self) -> Iterator[Drawing]:
        return (self[step] for step in range(len(self)))

    def beside(self, *others: Recording) -> Recording:
        """The same with other searches to be set beside it in the player."""
        return replace(self, others=(*self.others, *(other.story for other in others)))

    def save(self, file: str | PathLike[str]) -> None:
        """Writes it after the last step; an .html file is the player, from the first one."""
        step = 0 if Path(file).suffix.lower() == ".html" else -1
        self[step].save(file)

    def __repr__(self) -> str:
        value = self.result.value
        return f"<Recording: {_title(self.story)}: value {value}, {len(self)} steps>"

    def _repr_svg_(self) -> str:
        return self[-1]._repr_svg_()

    def _repr_html_(self) -> str:
        """The player in a frame of its own: several on a page do not meet."""
        page, title = escape(html.render(self[0].view).decode()), escape(_title(self.story))
        # No allow-same-origin: the frame reaches nothing of the page around it.
        return (
            f'<iframe srcdoc="{page}" title="{title}" sandbox="allow-scripts" '
            f'style="width:100%;height:{HEIGHT};border:1px solid #8884"></iframe>'
        )


def _title(story: Story) -> str:
    return f"{svg.title(story)}, {naming.title(story.algorithm)}"
