"""The games of a match or a tournament in a file, a line of JSON each; the first says of what.

Lines are only ever added. Whoever is killed in the middle of one leaves half a line, which is
dropped; a tournament that is begun again goes on after the last whole one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from zermelo import files
from zermelo.game import ZermeloError
from zermelo.language import _

FORMAT: Final = "zermelo tournament 1"


@dataclass(frozen=True)
class Played:
    """A game that is over: who was MAX and who MIN, from which opening, its moves, its result.

    `digests` tell which version of each player it was, `begun` how many of the moves were the
    opening's. `winner` is 1, -1 or 0 as in a `Match`, and so is `ending`, or "fault" where a player
    lost by what it did: `fault` is then its kind, whose it is, and what is told of it.
    """

    max: str
    min: str
    digests: tuple[str, str]
    opening: int
    begun: int
    moves: str
    winner: int
    ending: str
    fault: dict[str, Any] | None = None

    @property
    def key(self) -> tuple[str, str, tuple[str, str], int]:
        """What tells games of a tournament apart."""
        return self.max, self.min, self.digests, self.opening


class Results:
    """The games in a file, and room for more; to be had from `opened`."""

    def __init__(self, file: BinaryIO, path: Path, header: dict[str, Any]) -> None:
        self._file, self.path = file, path
        content = file.read()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].split(b"\n")[:-1]
        if lines:
            self._check(lines[0], header)
        self.games = [self._game(number, line) for number, line in enumerate(lines[1:], 2)]
        file.truncate(whole)
        file.seek(whole)
        if not lines:
            self._add({"format": FORMAT, **header})

    def add(self, game: Played) -> None:
        """Keeps one more game; once this returns, it is on disk."""
        try:
            self._add(asdict(game))
        finally:  # after Ctrl-C, too: what is written already is on disk in the end
            self.games.append(game)

    def _add(self, content: dict[str, Any]) -> None:
        self._file.write(json.dumps(content, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _check(self, line: bytes, header: dict[str, Any]) -> None:
        """Whether these are the games of the same tournament."""
        try:
            found = json.loads(line)
            known = found.pop("format") == FORMAT
        except (ValueError, LookupError, TypeError, AttributeError):
            known = False
        if not known:
            raise self._broken(1, _("no tournament begins so"))
        for name, value in header.items():
            if found.get(name) != value:
                words = _(
                    "{file} has games of another kind ({name} {found}, not {wanted}); "
                    "give another file"
                )
                about = {"name": name, "found": found.get(name), "wanted": value}
                raise ZermeloError(words.format(file=self.path, **about))

    def _game(self, number: int, line: bytes) -> Played:
        try:
            found = json.loads(line)
            game = Played(**{**found, "digests": tuple(found["digests"])})
            texts = (game.max, game.min, game.moves, game.ending, *game.digests)
            if all(isinstance(text, str) for text in texts) and game.winner in (1, 0, -1):
                return game
        except (ValueError, LookupError, TypeError):
            pass
        raise self._broken(number, _("it is no game of a tournament"))

    def _broken(self, number: int, why: str) -> ZermeloError:
        words = _("{file}, line {line}: {reason}; mend or delete it")
        return ZermeloError(words.format(file=self.path, line=number, reason=why))


@contextmanager
def opened(path: Path, header: dict[str, Any]) -> Iterator[Results]:
    """The results in a file, which is made where there is none; nobody else can open it now."""
    files.check_writable(path)
    with files.readable(path):
        stream = path.open("r+b" if path.exists() else "x+b")
    with stream as file:
        _lock(file, path)
        yield Results(file, path, header)


def _lock(file: BinaryIO, path: Path) -> None:
    """Holds a lock of the file, which goes with the process; not all systems have such locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        words = _("another match or tournament is writing to {file}")
        raise ZermeloError(words.format(file=path)) from None
