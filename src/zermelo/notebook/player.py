"""The player as a widget, which Python hears and steers; needs the package anywidget."""

from __future__ import annotations

from importlib import resources
from typing import Any, Final

import anywidget
import traitlets

from zermelo.explain import player
from zermelo.explain.player.document import document
from zermelo.game import Game, ZermeloError
from zermelo.notebook.positions import Position
from zermelo.notebook.recording import record
from zermelo.search import Algorithm, Settings
from zermelo.search.settings import read_settings

_SCRIPT: Final = (resources.files(__package__) / "widget.js").read_text(encoding="utf-8")


class Player(anywidget.AnyWidget):
    """A search in the player, heard with `observe` and steered by setting what follows.

    `step`: the step shown, from 0. `place`: the node of the drawing chosen last, a number in
    `recording.story.places`; set, it goes to the next visit of that node. `settings`: the algorithm
    and its settings; set, they search anew, or `problem` says why not. `recording` is the search.
    """

    _esm = f"{player.module()}\n{_SCRIPT}"
    _css = player.css("auto")

    document = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0, min=0).tag(sync=True)
    place = traitlets.Int(None, allow_none=True).tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        game: Game[Any, Any] | Position,
        state: Any = None,
        algorithm: str | Algorithm | None = None,
        settings: Settings | None = None,
    ) -> None:
        self._game, self._state = game, state
        self.recording = record(game, state, algorithm, settings or Settings())
        super().__init__(document=document(self.recording[0].view), settings=self._settings())
        self.observe(self._rerun, "settings")

    def _settings(self) -> dict[str, Any]:
        """The settings of the search shown, as a page can hold them."""
        story = self.recording.story
        return {"algorithm": story.algorithm, **story.steps[0].event["settings"]}

    @traitlets.validate("step")
    def _within(self, proposal: dict[str, Any]) -> int:
        return min(int(proposal["value"]), len(self.recording) - 1)

    def _rerun(self, change: dict[str, Any]) -> None:
        """Searches with the settings set; if that cannot be, all stays as it was."""
        if change["new"] == self._settings():
            return
        wanted = {"algorithm": self.recording.story.algorithm, **change["new"]}
        problem = ""
        try:
            name, given = wanted.pop("algorithm"), read_settings(wanted)
            self.recording = record(self._game, self._state, name, given)
        except ZermeloError as error:
            problem = str(error)
        with self.hold_sync():
            self.problem, self.settings = problem, self._settings()
            if not problem:
                self.document = document(self.recording[-1].view)
                self.step, self.place = len(self.recording) - 1, None
