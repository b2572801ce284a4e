"""The command line: `zermelo --help`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from copy import copy
from typing import Annotated, Any

import typer
import typer.main

import zermelo
from zermelo import language
from zermelo.cli import wording
from zermelo.cli.bench import bench
from zermelo.cli.check import check
from zermelo.cli.engine import analyse, perft, solve
from zermelo.cli.exercise import exercise
from zermelo.cli.explain import explain
from zermelo.cli.grade import grade
from zermelo.cli.lists import algorithms, games
from zermelo.cli.options import language_asked
from zermelo.cli.play import play
from zermelo.cli.report import reason
from zermelo.cli.search import search
from zermelo.cli.serve import serve
from zermelo.cli.source import blame
from zermelo.cli.strategy import strategy
from zermelo.game import ZermeloError
from zermelo.language import _

app = typer.Typer(
    name="zermelo",
    cls=wording.Group,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    games,
    algorithms,
    search,
    explain,
    exercise,
    grade,
    analyse,
    solve,
    perft,
    play,
    strategy,
    check,
    bench,
    serve,
):
    app.command(cls=wording.Command)(command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"zermelo {zermelo.__version__}")
        raise typer.Exit


@app.callback()
def zermelo_(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="And exit.")
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(language.LANGUAGES),
            help="The language of all texts. [default: the environment's]",
        ),
    ] = None,
) -> None:
    """Adversarial search: see a game searched, play it, solve it. Values are for MAX."""


def build() -> Any:
    """The program, its help in the current language; every command takes --lang too."""
    program: Any = typer.main.get_command(app)
    lang = copy(next(option for option in program.params if option.name == "lang"))
    lang.expose_value = False  # `main` has heard it already
    for command in program.commands.values():
        if not any("--lang" in option.opts for option in command.params):
            command.params.append(lang)
    wording.translate(program)
    return program


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; a user's mistake is one line on standard error and exit status 2."""
    _prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments) or ["serve"]
    before = language.current()
    language.use(language.of_environment())
    try:
        language.use(language_asked(given) or language.current())
        return int(build()(given, prog_name="zermelo", standalone_mode=False) or 0)
    except ZermeloError as error:
        return _fail(str(error))
    except typer.TyperException as error:
        return _fail(wording.complaint(error.format_message()))
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be told.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except MemoryError:
        return _fail(_("there is not enough memory for this"))
    except OSError as error:
        return _fail(f"{error.filename or _('output')}: {reason(error)}")
    except (Exception, SystemExit) as error:
        line = blame(error)
        if line is None:
            raise
        return _fail(line)
    finally:
        language.use(before)


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
