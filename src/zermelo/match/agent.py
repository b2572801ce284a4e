"""An agent: a student's program that plays, or a player of ours, in a process of its own.

    with Agent(Path("ana.py"), GameSource(Connect4)) as agent:
        action = agent.move(state, history, seconds=0.2)

A student's file has a function `move(game, state)` that gives an action, or a class with such a
method, or a function `evaluate(game, state)` that gives an estimate for MAX, with which alpha-beta
then plays. `move` may have the parameters `history` (the positions before) and `seconds` too. In a
folder the program may import its other files. Of Zermelo it may import the rules alone.
"""

from __future__ import annotations

import base64
import math
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final

from zermelo import child, confined
from zermelo.game import Game
from zermelo.language import _
from zermelo.match.play import AgentFault as AgentFault
from zermelo.match.play import Kind
from zermelo.match.submission import main_file, name_of

ALLOWANCE: Final = 0.25  # seconds that a move may take longer: messages and other processes

KINDS: Final[dict[str, Kind]] = {
    "time": "time",
    "illegal": "illegal",
    "MemoryError": "memory",
    "printed": "output-limit",
}


@dataclass(frozen=True)
class Limits:
    """What an agent may take: megabytes of memory, seconds to load.

    `search` has limits, in place of time, of the search with a student's `evaluate`.
    """

    megabytes: int = 512
    loading: float = child.GRACE
    search: dict[str, int] = field(default_factory=dict)


class GameSource:
    """A game, and how another process makes the same: by calling what can be pickled."""

    def __init__(self, make: Callable[[], Game[Any, Any]]) -> None:
        self.make, self.game = make, make()

    def __reduce__(self) -> tuple[Any, ...]:
        return GameSource, (self.make,)


class Agent(child.Child):
    """A student's file or folder, or a player of ours, in a process of its own from here on."""

    def __init__(
        self,
        player: Path | str,
        source: GameSource,
        limits: Limits | None = None,
        *,
        name: str | None = None,
        seconds: float = 1.0,
        seed: int = 0,
    ) -> None:
        """`player`: a path, or a name of ours; `seconds`: of a move; `seed`: of Python's dice.

        Of all files outside Python a student's program reads its own.
        """
        own = {"player": str(player)}
        self.name = name or (name_of(player) if isinstance(player, Path) else player)
        if isinstance(player, Path):
            path = player.resolve()
            own = {"file": str(main_file(path)), "reads": str(path)}
        self.source, self.limits, self.seconds = source, limits or Limits(), seconds
        job = {
            "game": _packed(source.make),
            **own,
            "seconds": seconds,
            "seed": seed,
            "memory": self.limits.megabytes,
            "limits": self.limits.search,
        }
        super().__init__("zermelo.match.agent_child")
        self.send(job)
        self._ready = False

    def begin(self, seed: int) -> None:
        """Another game, with a new player that knows nothing of the last one: one of ours."""
        self.send({"seed": seed})
        self._ready = False

    def ready(self) -> None:
        """Waits until the agent is loaded; `move` does so too, and does not count that time."""
        if self._ready:
            return
        found = self.hear(self.limits.loading)
        if "error" in found:
            raise self._fault(found, self.limits.loading, "loading")
        if not found.get("kept"):
            confined.warn()
        self._ready = True

    def move(self, state: Any, history: Sequence[Any] = (), seconds: float | None = None) -> Any:
        """The action that the agent takes, or `AgentFault`; after a fault it plays no more."""
        game, seconds = self.source.game, self.seconds if seconds is None else seconds
        actions = list(game.actions(state))
        found = self._answer({"at": _packed((state, tuple(history)))}, seconds)
        place = found.get("action", -1)
        if place not in range(len(actions)):
            position = game.format_state(state)
            found = {"error": "illegal", "given": str(found.get("given")), "position": position}
            raise self._fault(found, seconds)
        return actions[place]

    def evaluate(self, state: Any, seconds: float | None = None) -> float:
        """What the student's `evaluate` gives for a state, or `AgentFault`."""
        seconds = self.seconds if seconds is None else seconds
        value = self._answer({"estimate": _packed(state)}, seconds).get("value")
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise self._fault(child.END, seconds)
        return value

    def _answer(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        self.ready()
        end = monotonic() + seconds + ALLOWANCE
        self.send({**question, "seconds": seconds})
        found = self.hear(end - monotonic())
        if "error" in found:
            raise self._fault(found, seconds)
        return found

    def __call__(self, game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        """The agent as a player of `play_match`."""
        return self.move(state, history)

    def _fault(self, found: dict[str, Any], seconds: float, kind: Kind | None = None) -> AgentFault:
        told = {**found, "seconds": seconds, "megabytes": self.limits.megabytes}
        kind = kind or KINDS.get(str(found["error"]), "crash")
        return AgentFault(reason_of(told), kind, self.name, told)


class Agents:
    """The agents that play; those of ours that have ended a game play the next ones, too.

    A process takes a second to begin. A student's program has a new one for every game.
    """

    def __init__(self, most: int = 2) -> None:
        self._most = most  # that are kept between games
        self._idle: list[Agent] = []
        self._playing: set[Agent] = set()
        self._closed, self._lock = False, Lock()

    @contextmanager
    def taken(
        self, name: str, make: Callable[[], Agent], seed: int, again: bool
    ) -> Iterator[Agent]:
        """An agent for one game, who plays `again` unless it commits a fault."""
        agent, is_well, ended = self._begun(name, make, seed), False, list[Agent]()
        try:
            yield agent
            is_well = again
        finally:
            with self._lock:
                self._playing.discard(agent)
                (self._idle if is_well else ended).append(agent)
                while len(self._idle) > (0 if self._closed else self._most):
                    ended.append(self._idle.pop(0))
            for each in ended:
                each.close()

    def _begun(self, name: str, make: Callable[[], Agent], seed: int) -> Agent:
        with self._lock:
            if self._closed:
                raise CancelledError
            idle = next((each for each in self._idle if each.name == name), None)
            if idle:
                self._idle.remove(idle)
            agent = idle or make()
            self._playing.add(agent)
        if idle:
            agent.begin(seed)
        return agent

    def close(self) -> None:
        """Ends all of them; no game begins any more, and those under way are broken off."""
        with self._lock:
            self._closed = True
            for agent in self._playing:
                agent.stop()
            while self._idle:
                self._idle.pop().close()


def reason_of(told: dict[str, Any]) -> str:
    """Why an agent lost a game, in one line."""
    words = {
        "time": _("no move after {seconds} s"),
        "illegal": _("{given} is no legal move at {position}"),
        "printed": _("it prints, which is not allowed: {text}"),
        "files": _("it writes files, which is not allowed"),
        "Borrowed": _("line {line}: {text} is Zermelo's search; write your own"),
        "nothing": _("it has neither move(game, state) nor evaluate(game, state)"),
    }.get(str(told["error"]))
    if words is None:
        return child.complaint(told, told["seconds"], told["megabytes"])
    return words.format(**{**told, "seconds": f"{told['seconds']:g}"})


def _packed(thing: Any) -> str:
    """Something of ours for the child: it believes us, we never unpack what it says."""
    return base64.b64encode(pickle.dumps(thing)).decode("ascii")
