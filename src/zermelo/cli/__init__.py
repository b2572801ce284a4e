"""The command line: `zermelo --help`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import zermelo
from zermelo.cli.check import check
from zermelo.cli.engine import analyse, perft, solve
from zermelo.cli.lists import algorithms, games
from zermelo.cli.play import play
from zermelo.cli.search import search
from zermelo.cli.source import blame
from zermelo.cli.strategy import strategy
from zermelo.game import ZermeloError

app = typer.Typer(
    name="zermelo",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (games, algorithms, search, analyse, solve, perft, play, strategy, check):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"zermelo {zermelo.__version__}")
        raise typer.Exit


@app.callback()
def zermelo_(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="And exit.")
    ] = False,
) -> None:
    """Adversarial search: see a game searched, play it, solve it. Values are for MAX."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; a user's mistake is one line on standard error and exit status 2."""
    _prepare_streams()
    try:
        given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
        return int(app(given, prog_name="zermelo", standalone_mode=False) or 0)
    except ZermeloError as error:
        return _fail(str(error))
    except typer.TyperException as error:
        return _fail(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be told.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except MemoryError:
        return _fail("there is not enough memory for this")
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror}")
    except (Exception, SystemExit) as error:
        line = blame(error)
        if line is None:
            raise
        return _fail(line)


def _prepare_streams() -> None:
    """What a terminal cannot show becomes question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(message: str) -> int:
    text = " ".join(message.split())
    if text:
        print(f"zermelo: {text}", file=sys.stderr)
    return 2
