"""The command line: `zermelo --help`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import typer
import typer.main

import zermelo
from zermelo import language
from zermelo.cli import streams, wording
from zermelo.cli.options import language_asked
from zermelo.cli.source import blame
from zermelo.extras import want_of_memory
from zermelo.files import reason
from zermelo.game import NotationWarning, ZermeloError
from zermelo.language import _
from zermelo.search import SearchWarning

# The module of each command, in the order of the help; only the one that is called is loaded.
COMMANDS: Final = {
    "games": "lists",
    "algorithms": "lists",
    "search": "search",
    "explain": "explain",
    "exercise": "exercise",
    "grade": "grade",
    "course": "course",
    "analyse": "analyse",
    "solve": "solve",
    "perft": "perft",
    "play": "play",
    "match": "match",
    "uci": "uci",
    "gtp": "gtp",
    "tournament": "tournament",
    "strategy": "strategy",
    "tablebase": "tablebase",
    "new": "new",
    "check": "check",
    "compile": "compile",
    "bench": "bench",
    "lab": "lab",
    "tune": "tune",
    "serve": "serve",
}


def _version(wanted: bool) -> None:
    if wanted:
        print(f"zermelo {zermelo.__version__}")
        raise typer.Exit


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


def build(names: Iterable[str] = tuple(COMMANDS)) -> Any:
    """The program with these commands, its help in the current language; each takes --lang too."""
    app = typer.Typer(
        name="zermelo",
        cls=wording.Group,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(zermelo_)
    for name in names:
        module = import_module(f"zermelo.cli.{COMMANDS[name]}")
        command = getattr(module, name)
        if isinstance(command, typer.Typer):  # with commands of its own
            app.add_typer(command, name=name)
        else:
            app.command(cls=wording.Command)(command)
    program: Any = typer.main.get_command(app)
    lang = copy(next(option for option in program.params if option.name == "lang"))
    lang.expose_value = False  # `main` has heard it already
    for command in all_commands(program).values():
        if not any("--lang" in option.opts for option in command.params):
            command.params.append(lang)
    wording.translate(program)
    return program


def all_commands(program: Any) -> dict[str, Any]:
    """The commands by name, those of a command after it: "tablebase", "tablebase build"."""
    found = {}
    for name, command in program.commands.items():
        found[name] = command
        if hasattr(command, "commands"):
            below = all_commands(command).items()
            found |= {f"{name} {inner}": each for inner, each in below}
    return found


def _called(given: Sequence[str]) -> Iterable[str]:
    """The command that is called; where that is none of ours, all of them."""
    words = iter(given)
    for word in words:
        if word == "--lang":
            next(words, None)
        elif not word.startswith("-"):
            return [word] if word in COMMANDS else COMMANDS
    return COMMANDS


@cache  # for who runs it again in the same process
def _built(names: tuple[str, ...], spoken: str) -> Any:
    """The program with these commands, in the current language."""
    return build(names)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; a user's mistake is one line on standard error and exit status 2."""
    with streams.prepared():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments) or ["serve"]
    before = language.current()
    language.use(language.of_environment())
    try:
        language.use(language_asked(given) or language.current())
        with warnings.catch_warnings():
            warnings.simplefilter("always", SearchWarning)
            warnings.simplefilter("always", NotationWarning)
            warnings.showwarning = _note  # type: ignore[assignment]
            program = _built(tuple(_called(given)), language.current())
            found = program(given, prog_name="zermelo", standalone_mode=False, obj=given)
            status = int(found or 0)
            sys.stdout.flush()  # now, while an error can still be told
            return status
    except ZermeloError as error:
        return _fail(str(error))
    except typer.TyperException as error:
        return _fail(wording.complaint(error.format_message()))
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (Exception, SystemExit) as error:
        if streams.broken(error):
            streams.silence(1)  # nothing more can be told
            return 1
        if missing := want_of_memory(error):
            return _fail(missing)
        if isinstance(error, OSError):
            where = error.filename or (_("output") if error.errno else _("this machine"))
            return _fail(f"{where}: {reason(error)}")
        line = blame(error)
        if line is None:
            raise
        return _fail(line)
    finally:
        language.use(before)


def _note(message: Warning | str, category: type[Warning], *where: Any) -> None:
    """A warning for people: what, not where."""
    streams.tell(_("note: {message}").format(message=" ".join(str(message).split())))


def _fail(message: str) -> int:
    text = " ".join(message.split())
    if text:
        streams.tell(f"zermelo: {text}")
    return 2
