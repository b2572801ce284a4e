"""Who is next: quick work first, then whoever has the least under way, then who came first."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from zermelo.web.visitor import visitor

_numbers = itertools.count(1)


@dataclass(eq=False)
class Ticket:
    """A place in the queue; `worker` comes when it is this one's turn."""

    about: Any
    short: bool  # done in a moment, whatever comes
    worker: asyncio.Future[Any]
    visitor: str = field(default_factory=lambda: visitor().key)
    address: str = field(default_factory=lambda: visitor().address)
    number: int = field(default_factory=lambda: next(_numbers))


class Queue:
    """The tickets that wait, and those under way.

    Some processes may be kept for short work alone: somebody's reply of a beginner is never behind
    an explanation. Among the rest, nobody with many requests holds up one with few.
    """

    def __init__(self) -> None:
        self.waiting: list[Ticket] = []
        self.under_way: set[Ticket] = set()

    def __len__(self) -> int:
        return len(self.waiting)

    def count(self, key: str) -> int:
        """How many tickets of one visitor, or of one address, wait."""
        return sum(key in (ticket.visitor, ticket.address) for ticket in self.waiting)

    def take(self, most: int) -> Ticket | None:
        """The ticket whose turn it is, with at most so many long ones at once; it is under way."""
        self.waiting = [ticket for ticket in self.waiting if not ticket.worker.done()]
        long = sum(not ticket.short for ticket in self.under_way)
        running = Counter(ticket.visitor for ticket in self.under_way)
        fit = [ticket for ticket in self.waiting if ticket.short or long < most]
        if not fit:
            return None
        found = min(fit, key=lambda each: (not each.short, running[each.visitor], each.number))
        self.waiting.remove(found)
        self.under_way.add(found)
        return found

    def leave(self, ticket: Ticket) -> None:
        """Somebody does not wait any more, or their work has ended."""
        self.under_way.discard(ticket)
        if ticket in self.waiting:
            self.waiting.remove(ticket)
