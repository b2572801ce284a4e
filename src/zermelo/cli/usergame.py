"""A user's game for the web app: whether it loads is tried in a process of its own.

The server never runs a user's file itself: one that never ends, or ends the process, would take
the server with it.
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final

from zermelo import confined, language
from zermelo.cli import source
from zermelo.game import ZermeloError
from zermelo.language import _

if TYPE_CHECKING:
    from zermelo.web.settings import Loader

SECONDS: Final = 30  # for a file to load


def user_game(given: str) -> tuple[str, Loader]:
    """The name of the game in FILE.py:Class, and what loads it in another process.

    A mistake of the user's is an error; a file that does not come to an end is shown in the
    gallery as one that fails, if it says which class is meant.
    """
    path, name = source.file_and_class(given)
    if not path:
        raise ZermeloError(_("--game takes FILE.py:Class, not '{text}'").format(text=given))
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_try, args=(theirs, path, name, language.current()), daemon=True)
    process.start()
    theirs.close()
    found, wrong = name, ""
    try:
        if ours.poll(SECONDS):
            found, wrong = str(ours.recv_bytes(), "utf-8").split("\n", 1)
    except (EOFError, OSError):  # the file has ended the process
        pass
    finally:
        confined.end(process)
        process.join()
        ours.close()
    if wrong:
        raise ZermeloError(wrong)
    if not found:
        wrong = _("{file} does not load; give FILE.py:Class to see it in the gallery even so")
        raise ZermeloError(wrong.format(file=path))
    return found, partial(source.load_class, path, found)


def _try(connection: Connection, path: str, name: str, tongue: str) -> None:
    confined.confine()
    confined.silence()  # errors go through the connection
    language.use(tongue)
    try:
        told = f"{source.load_class(path, name).__name__}\n"
    except ZermeloError as error:
        told = f"\n{error}"
    with suppress(OSError):  # nobody listens any more
        connection.send_bytes(told.encode("utf-8", "replace"))
