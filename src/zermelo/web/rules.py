"""Asks the rules of games: those of the catalogue here, a user's in a process of their own.

A user's rules may do anything: loop, end their process, take all memory, raise. Each of their games
has a process that is ended when it takes too long, so that no other game hears of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from zermelo.language import _, current
from zermelo.saved import LOOK, Saved
from zermelo.web import questions
from zermelo.web.api.answers import GameAnswer
from zermelo.web.match import Match
from zermelo.web.positions import Positions, Start
from zermelo.web.problems import Problem
from zermelo.web.registry import GameRegistry
from zermelo.web.settings import ServerSettings
from zermelo.web.workers.pool import Pool

AGAIN: Final = 30.0  # seconds after which a game that failed is tried once more
AT_ONCE: Final = 4  # games that are looked at together: many processes that start take long, all
ATTEMPTS: Final = 10  # at a game whose process has not begun
PATIENCE: Final = 3  # times as long as one may take, the gallery waits for all

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class RulesPool(Pool):
    """The process of a user's game, or of one after the other, and the queue before it."""

    def __init__(self, settings: ServerSettings, game: str = "") -> None:
        setup = replace(settings.setup, address_space=settings.setup.rules_space)
        super().__init__(replace(settings, setup=setup), 1, engine=False)
        self.game = game

    def renew(self, game: str) -> None:
        """Replaces the process, which may hang; what was under way is asked of the new one."""
        super().renew(game)
        for worker in self.workers:
            if worker.stale:
                worker.end()

    def too_long(self) -> Problem:
        return Problem("too-long", _("the rules of {game} take too long").format(game=self.game))

    def crashed(self) -> Problem:
        words = _("the rules of {game} have ended their process")
        return Problem("server", words.format(game=self.game))


class Rules:
    """All that the server wants to know of a game."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.registry = GameRegistry(settings.setup, loads=False)
        self.positions = Positions(self.registry)
        self.pools = {name: RulesPool(settings, name) for name in settings.setup.games}
        self.versions: dict[str, str] = {}  # of the users' games, by the digests of their files
        self._cards: dict[tuple[str, str], tuple[float, dict[str, Any]]] = {}
        self._looking: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._checks = RulesPool(settings)  # beside the games, which are played meanwhile
        self._check_turn = asyncio.Lock()
        self._checking: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def ask(
        self,
        about: Match | Start | str,
        question: Callable[Concatenate[Positions, Given], Answer],
        *given: Given.args,
        **_none: Given.kwargs,
    ) -> Answer:
        """The answer to a question about a match, a position or a game of that name."""
        name = about if isinstance(about, str) else about.game
        if name in self.pools:
            answer: Answer = await self.pools[name].run(
                "rules", (question, given), self.settings.rules_seconds
            )
            return answer
        parameters = {} if isinstance(about, str) else dict(about.parameters)
        if name is not None and self.registry.is_quick(name, parameters):
            return question(self.positions, *given, **_none)  # sooner than a thread begins
        return await asyncio.to_thread(question, self.positions, *given, **_none)

    def renew(self, name: str, version: str) -> None:
        """Forgets all of a user's game whose file was saved."""
        self.versions[name] = version
        self._cards = {key: card for key, card in self._cards.items() if key[0] != name}
        for key in [key for key in self._looking if key[0] == name]:
            self._looking.pop(key).cancel()
        self.pools[name].renew(name)
        self._checks.renew(name)

    async def watch(self, *pools: Pool) -> None:
        """Looks at all files now and then; processes that may have loaded one are replaced."""
        watched = {name: Saved(file) for name, file in self.settings.files.items()}
        self.versions.update({name: saved.digest for name, saved in watched.items()})
        while watched:
            await asyncio.sleep(LOOK)
            for name, saved in watched.items():
                if await asyncio.to_thread(saved.changed):
                    self.renew(name, saved.digest)
                    for pool in pools:
                        pool.renew(name)

    async def cards(self) -> list[dict[str, Any]]:
        """All games as the gallery shows them; one that cannot be shown says why."""
        await asyncio.gather(*(self._look(name) for name in self.pools))
        found = []
        for name in self.registry.names:
            if name in self.pools:
                late = _("the rules of {game} have not answered yet: try again in a moment")
                known = self._cards.get((name, current()))
                found.append(known[1] if known else _grey(name, late.format(game=name)))
            else:
                found.append(await self.ask(name, questions.describe, name))
        return found

    async def _look(self, name: str) -> None:
        """Sees to it that there is a card of a user's game; one that failed is tried again."""
        key = (name, current())
        since, card = self._cards.get(key, (0.0, None))
        if card is not None and (not card["problem"] or monotonic() < since + AGAIN):
            return
        if key not in self._looking:
            task = asyncio.get_running_loop().create_task(self._describe(key))
            self._looking[key] = task
            task.add_done_callback(lambda done: self._looked(key, done))
        if card is None:  # a card that failed before is shown meanwhile
            await asyncio.wait({self._looking[key]}, timeout=PATIENCE * self.settings.rules_seconds)

    def _looked(self, key: tuple[str, str], done: asyncio.Task[None]) -> None:
        if self._looking.get(key) is done:
            del self._looking[key]

    async def _describe(self, key: tuple[str, str]) -> None:
        name = key[0]
        try:
            async with self._turn:
                work = (questions.describe, (name,))
                found = await _patiently(self.pools[name], work, self.settings.rules_seconds)
                card = {**found, "problem": None, "checked": False}
            GameAnswer.model_validate(card)
            task = asyncio.get_running_loop().create_task(self._check(name, card))
            self._checking.add(task)
            task.add_done_callback(self._checking.discard)
        except (Problem, ValueError) as error:
            wrong = _("the rules of {game} give something that cannot be shown")
            told = error.detail if isinstance(error, Problem) else wrong.format(game=name)
            card = _grey(name, told)
        self._cards[key] = monotonic(), card

    async def _check(self, name: str, card: dict[str, Any]) -> None:
        """Looks, while the card is shown, whether the game breaks rules."""
        seconds = self.settings.rules_seconds + questions.CHECKING
        try:
            async with self._check_turn:
                self._checks.game = name
                work = (questions.broken, (name,))
                card["broken"] = await _patiently(self._checks, work, seconds)
        except Problem as problem:
            card["broken"] = [problem.detail]
        card["checked"] = True

    def abandon(self) -> None:
        """Ends what is under way: the server is about to end."""
        for pool in (*self.pools.values(), self._checks):
            pool.abandon()

    async def close(self) -> None:
        """Ends all processes."""
        for task in (*self._looking.values(), *self._checking):
            task.cancel()
        for pool in (*self.pools.values(), self._checks):
            await pool.close()


async def _patiently(pool: Pool, work: tuple[Any, tuple[str]], seconds: float) -> Any:
    """The answer; a process that has not begun in time is only slow: it is waited for again."""
    for attempt in range(ATTEMPTS):
        try:
            return await pool.run("rules", work, seconds)
        except Problem as problem:
            if problem.kind != "busy" or attempt == ATTEMPTS - 1 or not pool.size:
                raise
    raise AssertionError("the last attempt has an answer or a problem")


def _grey(name: str, problem: str) -> dict[str, Any]:
    """The card of a game that cannot be shown."""
    return {
        "name": name,
        "title": name,
        "summary": "",
        "user": True,
        "chance": False,
        "heuristic": False,
        "algorithms": [],
        "parameters": [],
        "board": None,
        "problem": problem,
    }
