"""What ends a solution before it is found."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from zermelo.game import Game
from zermelo.language import _
from zermelo.search.errors import NotSolved

TELL_EVERY: Final = 1024  # states


class Limits:
    """Seconds, and a function that is asked whether to stop; `tick` is told the states so far."""

    def __init__(
        self,
        game: Game[Any, Any],
        tick: Callable[[int], None] | None = None,
        stop: Callable[[], bool] | None = None,
        time: float | None = None,
    ) -> None:
        self.game, self._tick, self._stop = game, tick, stop
        self._deadline = None if time is None else perf_counter() + time
        self._looks = 0

    def look(self, states: int) -> None:
        """Ends the solution with `NotSolved` if a limit is met; cheap enough for every state."""
        self._looks += 1
        if self._tick and self._looks % TELL_EVERY == 0:
            self._tick(states)
        late = self._deadline is not None and perf_counter() >= self._deadline
        if late or (self._stop and self._stop()):
            words = _("{game} was not solved before the time was over, or it was stopped")
            raise NotSolved(words.format(game=self.game.name))
