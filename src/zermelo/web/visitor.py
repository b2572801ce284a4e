"""Who asks: known for the length of a request, wherever it is worked on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Visitor:
    """Somebody who asks: from which address, and as whom, where the server tells visitors apart.

    Of an address of IPv6 only the part that is the network's: one machine has all the rest.

    On this machine alone there is one visitor, to whom all belongs. `seat` is the token of an
    invitation to a match: who shows it plays there as a guest.
    """

    address: str = ""
    owner: str | None = None
    seat: str = ""

    @property
    def key(self) -> str:
        """By what the requests of one visitor are counted."""
        return self.owner or self.address

    def owns(self, owner: str | None) -> bool:
        """Whether something is this visitor's to change."""
        return self.owner is None or self.owner == owner


_current: ContextVar[Visitor] = ContextVar("visitor", default=Visitor())  # noqa: B039


def visitor() -> Visitor:
    """Who asks just now."""
    return _current.get()


@contextmanager
def visiting(who: Visitor) -> Iterator[None]:
    """Around the work for a visitor."""
    before = _current.set(who)
    try:
        yield
    finally:
        _current.reset(before)
