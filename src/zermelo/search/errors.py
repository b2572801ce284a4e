"""What can go wrong at the door of a search, and on the way."""

from __future__ import annotations

from zermelo.game import ZermeloError


class Unsuitable(ZermeloError):
    """The algorithm cannot search this game, or does not take this setting."""


class TooDeep(ZermeloError):
    """The game is longer than a search can follow."""


class NothingFound(ZermeloError):
    """The search was stopped before it could say anything."""


class NotSolved(ZermeloError):
    """A limit was met before the value was proven."""


class SearchWarning(UserWarning):
    """What is asked for is done, but perhaps not as intended."""
