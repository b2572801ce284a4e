"""What the endpoints share: one of each for an app."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from zermelo.web.findings import Findings
from zermelo.web.rules import Rules
from zermelo.web.settings import ServerSettings
from zermelo.web.store.matches import Matches
from zermelo.web.store.scores import Scores
from zermelo.web.workers.pool import Pool


@dataclass(frozen=True)
class Services:
    """The games, what is saved, and the processes that search."""

    settings: ServerSettings
    rules: Rules
    matches: Matches
    scores: Scores
    quick: Pool
    steady: Pool
    findings: Findings = field(default_factory=Findings)

    def abandon(self) -> None:
        """Ends all searches under way: the server is about to end."""
        self.quick.abandon()
        self.steady.abandon()
        self.rules.abandon()
        self.matches.news.end()


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Here: TypeAlias = Annotated[Services, Depends(_services)]
