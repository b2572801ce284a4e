"""`--watch`: a command again whenever a file is saved, each time in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep, strftime
from typing import Annotated, Final

import typer

from zermelo.cli import streams
from zermelo.cli.source import file_and_class
from zermelo.files import unreadable
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.saved import LOOK, Saved

OPTION: Final = "--watch"
TOLD: Final = (0, 1, 2)  # exit statuses of commands that have said what there is to say

Watch = Annotated[bool, typer.Option(OPTION, help="Again whenever the file is saved.")]


def watched(source: str) -> Path:
    """The file that SOURCE names."""
    file = Path(file_and_class(source)[0] or source)
    if not file.exists() and file.suffix:
        raise unreadable(file, _("no such file"))
    if not file.is_file():
        words = _("--watch takes FILE.py:Class or a tree in a file, not '{text}'")
        raise ZermeloError(words.format(text=source))
    return file


def again(arguments: Sequence[str], file: Path) -> None:
    """Runs `zermelo ARGUMENTS`, less --watch, now and after each save, until Ctrl-C.

    What the file does to its process, or how long it takes, is nothing to the next.
    """
    # -P: what lies in this folder is not for Python itself to import.
    command = [sys.executable, "-P", "-m", "zermelo", *(a for a in arguments if a != OPTION)]
    saved = Saved(file)
    streams.tell(_("watching {file}: Ctrl-C ends it").format(file=file))
    try:
        while True:
            _run(command, saved)
            streams.tell(_("{file} was saved at {time}").format(file=file, time=strftime("%X")))
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # after the ^C
            streams.tell("")
        streams.tell(_("no longer watching {file}").format(file=file))


def _run(command: list[str], saved: Saved) -> None:
    """Runs a command; returns when another save makes its answer, or the wait for it, useless."""
    running = True
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        try:
            while not saved.changed():
                sleep(LOOK)
                if running and (status := process.poll()) is not None:
                    running = False
                    if status not in TOLD:
                        words = _("the process has ended with exit status {status}")
                        streams.tell(words.format(status=status))
        finally:
            process.kill()
