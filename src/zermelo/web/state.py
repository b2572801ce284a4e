"""What the endpoints share: one of each for an app."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from zermelo.web.findings import Findings
from zermelo.web.places import Places
from zermelo.web.settings import Settings
from zermelo.web.shelf import Shelf
from zermelo.web.store.matches import Matches
from zermelo.web.store.scores import Scores
from zermelo.web.workers.pool import Pool


@dataclass(frozen=True)
class Shared:
    """The games, what is saved, and the processes that search."""

    settings: Settings
    shelf: Shelf
    places: Places
    matches: Matches
    scores: Scores
    quick: Pool
    steady: Pool
    findings: Findings = field(default_factory=Findings)

    def abandon(self) -> None:
        """Ends all searches under way: the server is about to end."""
        self.quick.abandon()
        self.steady.abandon()


async def _shared(request: Request) -> Shared:
    shared: Shared = request.app.state.shared
    return shared


Here: TypeAlias = Annotated[Shared, Depends(_shared)]
