"""A tournament: everybody plays everybody, from the same openings, with both colours."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from threading import Event
from typing import Any, Final

from zermelo.game import MAX, MIN, ZermeloError
from zermelo.language import _
from zermelo.match.agent import Agent, AgentFault, GameSource, Limits
from zermelo.match.openings import Opening
from zermelo.match.play import Match, play_match
from zermelo.match.players import Named
from zermelo.match.ratings import Rating, ratings
from zermelo.match.results import Played, Results
from zermelo.match.submission import content, name_of, submissions

MOST_PLIES: Final = 1000  # of a game, which is a draw then
DIGITS: Final = 16  # of a digest
FAULT: Final = "fault"


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a student's file, or a player of ours; `digest` tells its versions apart."""

    name: str
    player: Path | str
    digest: str


@dataclass(frozen=True)
class Pairing:
    """A game that is to be played."""

    max: Entrant
    min: Entrant
    opening: int

    @property
    def key(self) -> tuple[str, str, tuple[str, str], int]:
        """What tells games of a tournament apart, as in `Played`."""
        return self.max.name, self.min.name, (self.max.digest, self.min.digest), self.opening


class Stopped(Exception):
    """The tournament ends before this game does."""


def entrants(folder: Path, ours: Iterable[str]) -> list[Entrant]:
    """The agents in a folder, each a .py file or a folder with one, and those of ours."""
    paths = submissions(folder)
    paths = [path for path in paths if not path.is_dir() or any(path.glob("*.py"))]
    found = [_submitted(path) for path in paths]
    found += [Entrant(text, text, "") for text in ours]
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ZermeloError(_("two agents are called {name}").format(name=name))
    if len(found) < 2:
        words = _("a tournament needs two agents: .py files in {folder}, or --with NAME")
        raise ZermeloError(words.format(folder=folder))
    return found


def _submitted(path: Path) -> Entrant:
    return Entrant(name_of(path), path, hashlib.sha256(content(path)).hexdigest()[:DIGITS])


@dataclass
class Tournament:
    """Who plays what, and how; `run` plays what is not among the results yet."""

    source: GameSource
    entrants: Sequence[Entrant]
    openings: Sequence[Opening]
    seconds: float
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    most_plies: int = MOST_PLIES
    _stop: Event = field(default_factory=Event, repr=False)
    _unloaded: dict[str, AgentFault] = field(default_factory=dict, repr=False)  # found this time

    def check(self) -> None:
        """Refuses players of ours that cannot play this game; compiles what they need."""
        own = [one.player for one in self.entrants if isinstance(one.player, str)]
        for player in own:
            Named.read(player).check(self.source.game)
        for player in own:
            Named.read(player).player(self.source.game, self.seconds)

    def schedule(self) -> list[Pairing]:
        """All games: from each opening every pair plays twice, once with each colour."""
        return [
            Pairing(first, second, opening)
            for opening in range(len(self.openings))
            for one, other in combinations(self.entrants, 2)
            for first, second in ((one, other), (other, one))
        ]

    def counted(self, games: Iterable[Played]) -> list[Played]:
        """The games of this schedule, each once: not those of others, or of other versions."""
        wanted = {pairing.key for pairing in self.schedule()}
        return list({game.key: game for game in games if game.key in wanted}.values())

    def table(self, games: Iterable[Played]) -> list[Rating]:
        """The standings."""
        played = [(game.max, game.min, game.winner) for game in games]
        return ratings([one.name for one in self.entrants], played)

    def run(self, results: Results, processes: int, heard: Callable[[Played], None]) -> None:
        """Plays the games that are missing, several at a time; `heard` hears of each."""
        done = {game.key for game in results.games}
        missing = [pairing for pairing in self.schedule() if pairing.key not in done]
        self._stop.clear()
        with ThreadPoolExecutor(processes) as pool:
            playing: list[Future[Played]] = [pool.submit(self.play, each) for each in missing]
            try:
                for ended in as_completed(playing):
                    results.add(ended.result())
                    heard(ended.result())
            finally:
                self._stop.set()  # or the games under way would be played to their ends
                pool.shutdown(wait=False, cancel_futures=True)

    def play(self, pairing: Pairing) -> Played:
        """Plays one game; whoever commits a fault loses it."""
        game, opening = self.source.game, self.openings[pairing.opening]
        moves = list(game.format_line(opening.states[0], opening.moves))
        begun, fault = len(moves), None

        def heard(state: Any, action: Any) -> None:
            if self._stop.is_set():
                raise Stopped
            moves.append(game.format_action(state, action))

        try:
            match = self._match(pairing, heard)
            won, ending = match.winner, match.ending
        except AgentFault as error:
            won, ending = (MIN if error.agent == pairing.max.name else MAX), FAULT
            fault = {"kind": error.kind, "agent": error.agent, "told": error.told}
            if error.kind == "loading":
                self._unloaded[error.agent] = error
        digests = (pairing.max.digest, pairing.min.digest)
        about = (pairing.max.name, pairing.min.name, digests, pairing.opening)
        return Played(*about, begun, " ".join(moves), won, ending, fault)

    def _match(self, pairing: Pairing, heard: Callable[[Any, Any], None]) -> Match[Any, Any]:
        """A match in which nobody is at fault; who did not load once is not waited for again."""
        for one in (pairing.max, pairing.min):
            if one.name in self._unloaded:
                raise self._unloaded[one.name]
        opening = self.openings[pairing.opening]
        with (
            self._agent(pairing, pairing.max) as first,
            self._agent(pairing, pairing.min) as second,
        ):
            first.ready()
            second.ready()
            return play_match(
                self.source.game,
                first,
                second,
                state=opening.states[-1],
                history=opening.states[:-1],
                seed=self._seed(pairing.opening),
                most_plies=self.most_plies,
                listen=heard,
            )

    def _agent(self, pairing: Pairing, entrant: Entrant) -> Agent:
        seed = self._seed(*pairing.key, entrant.name)
        return Agent(entrant.player, self.source, self.limits, seconds=self.seconds, seed=seed)

    def _seed(self, *about: Any) -> int:
        """A seed of its own for each part, the same every time."""
        return random.Random(f"{self.seed} {about}").getrandbits(32)
