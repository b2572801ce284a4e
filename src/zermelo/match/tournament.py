"""A tournament: everybody plays everybody, from the same openings, with both colours."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from threading import Lock
from typing import Any, Final

from zermelo.cluster import on_workers
from zermelo.game import MAX, MIN, ZermeloError
from zermelo.language import _
from zermelo.match.agent import Agent, AgentFault, Agents, GameSource, Limits
from zermelo.match.openings import Opening
from zermelo.match.play import Match, play_match
from zermelo.match.players import Named
from zermelo.match.ratings import Rating, ratings
from zermelo.match.results import Played, Results
from zermelo.match.submission import content, name_of, submissions

MOST_PLIES: Final = 1000  # of a game, which is a draw then
DIGITS: Final = 16  # of a digest
FAULT: Final = "fault"
LOADING: Final = 60.0  # seconds until a player of ours is ready: all is compiled by then


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a student's file, or a player of ours; `digest` tells its versions apart."""

    name: str
    player: Path | str
    digest: str

    @property
    def seconds(self) -> float | None:
        """What it takes for a move, if that is said of it alone."""
        return None if isinstance(self.player, Path) else Named.read(self.player).seconds


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


def entrants(folder: Path, ours: Iterable[str]) -> list[Entrant]:
    """The agents in a folder, each a .py file or a folder with one, and those of ours."""
    paths = submissions(folder)
    paths = [path for path in paths if not path.is_dir() or any(path.glob("*.py"))]
    found = [submitted(path) for path in paths]
    found += [Entrant(text, text, "") for text in ours]
    check_names(found)
    if len(found) < 2:
        words = _("a tournament needs two agents: .py files in {folder}, or --with NAME")
        raise ZermeloError(words.format(folder=folder))
    return found


def check_names(found: Sequence[Entrant]) -> None:
    """Refuses two of the same name."""
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ZermeloError(_("two agents are called {name}").format(name=name))


def submitted(path: Path) -> Entrant:
    """The agent in a user's file or folder."""
    digest = hashlib.sha256(content(path)).hexdigest()[:DIGITS]
    return Entrant(name_of(path), path.absolute(), digest)


@dataclass
class Tournament:
    """Who plays what, and how; `run` plays what is not among the results yet."""

    source: GameSource
    entrants: Sequence[Entrant]
    openings: Sequence[Opening]
    seconds: float
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    agents: Agents = field(default_factory=Agents, repr=False)
    _unloaded: dict[str, AgentFault] = field(default_factory=dict, repr=False)  # found this time

    def check(self) -> None:
        """Refuses players of ours that cannot play this game; compiles what they need."""
        own = [one.player for one in self.entrants if isinstance(one.player, str)]
        for player in own:
            Named.read(player).check(self.source.game)
        for player in own:
            try:
                Named.read(player).player(self.source.game, self.seconds)
            except AgentFault as fault:
                raise ZermeloError(f"{player}: {fault}") from None

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

    def run(
        self,
        results: Results,
        processes: int,
        heard: Callable[[Played], bool | None],
        scheduler: str | None = None,
    ) -> None:
        """Plays the games that are missing, several at a time, or on a cluster of Dask.

        `heard` hears of each; if it says True, that was the last.
        """
        done = {game.key for game in results.games}
        missing = [pairing for pairing in self.schedule() if pairing.key not in done]
        games = self._there(missing, scheduler) if scheduler else self._here(missing, processes)
        with closing(games):
            for game in games:
                results.add(game)
                if heard(game):
                    break

    def _here(self, missing: Sequence[Pairing], processes: int) -> Generator[Played]:
        """The games, as they end, played by processes of this machine."""
        self.agents = Agents(2 * processes)
        with ThreadPoolExecutor(processes) as pool:
            playing = [
                pool.submit(self.play, each, self.openings[each.opening]) for each in missing
            ]
            try:
                for ended in as_completed(playing):
                    yield ended.result()
            finally:  # or the games under way would be played to their ends
                pool.shutdown(wait=False, cancel_futures=True)
                self.agents.close()

    def _there(self, missing: Sequence[Pairing], scheduler: str) -> Generator[Played]:
        """The games, as they end, played by the workers of a cluster."""
        openings = [pickle.dumps(opening) for opening in self.openings]  # each game is told its own
        about = (self.source, self.entrants, (), self.seconds, self.seed, self.limits)
        packed = pickle.dumps(about)
        calls = [(packed, each, openings[each.opening]) for each in missing]
        with closing(on_workers(scheduler, play_at, calls)) as found:
            for _number, game in found:
                yield game

    def play(self, pairing: Pairing, opening: Opening) -> Played:
        """Plays one game; whoever commits a fault loses it."""
        game = self.source.game
        moves = list(game.format_line(opening.states[0], opening.moves))
        begun, fault = len(moves), None

        def heard(state: Any, action: Any) -> None:
            moves.append(game.format_action(state, action))

        try:
            match = self._match(pairing, opening, heard)
            won, ending = match.winner, match.ending
        except AgentFault as error:
            loser = pairing.max if error.agent == pairing.max.name else pairing.min
            won, ending = (MIN if loser is pairing.max else MAX), FAULT
            fault = {"kind": error.kind, "agent": error.agent, "told": error.told}
            if error.kind == "loading" and isinstance(loser.player, Path):
                self._unloaded[error.agent] = error
        return Played(*pairing.key, begun, " ".join(moves), won, ending, fault)

    def _match(
        self, pairing: Pairing, opening: Opening, heard: Callable[[Any, Any], None]
    ) -> Match[Any, Any]:
        """A match in which nobody is at fault; who did not load once is not waited for again."""
        for one in (pairing.max, pairing.min):
            if one.name in self._unloaded:
                raise self._unloaded[one.name]
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
                most_plies=MOST_PLIES,
                listen=heard,
            )

    def _agent(self, pairing: Pairing, entrant: Entrant) -> AbstractContextManager[Agent]:
        seed, seconds = self._seed(*pairing.key, entrant.name), entrant.seconds or self.seconds
        ours = isinstance(entrant.player, str)

        def make() -> Agent:
            limits = replace(self.limits, loading=LOADING) if ours else self.limits
            about = (entrant.player, self.source, limits)
            return Agent(*about, name=entrant.name, seconds=seconds, seed=seed)

        return self.agents.taken(entrant.name, make, seed, again=ours)

    def _seed(self, *about: Any) -> int:
        """A seed of its own for each part, the same every time."""
        return random.Random(f"{self.seed} {about}").getrandbits(32)


# --- on a cluster --------------------------------------------------------------------------------

_events: dict[bytes, Tournament] = {}  # the last one that this process has played a game of
_making: Final = Lock()


def play_at(packed: bytes, pairing: Pairing, opening: bytes) -> Played:
    """One game of a tournament where this process is: a worker of a cluster."""
    with _making:
        if packed not in _events:
            while _events:
                _events.popitem()[1].agents.close()
            event = Tournament(*pickle.loads(packed))
            event.check()  # what must be compiled is, before any clock runs
            _events[packed] = event
        event = _events[packed]
    return event.play(pairing, pickle.loads(opening))
