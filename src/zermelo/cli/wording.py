"""Help and complaints in the user's language, those of Typer too.

Help texts are written in English where the options are, and looked up when the program is built.
"""

from __future__ import annotations

import re
from typing import Any, Final

import typer.core

from zermelo.language import _, mark

# What Typer asks gettext for when it writes help, and what it writes without asking.
HEADINGS: Final = (
    mark("Arguments"),
    mark("Options"),
    mark("Commands"),
    mark("default: {default}"),
    mark("required"),
    mark("[OPTIONS]"),
    mark("COMMAND [ARGS]..."),
    mark("Show this message and exit."),
)
# Typer's complaints, the longer before those that they begin with. The last ones are reasons.
COMPLAINTS: Final = (
    mark("Missing command."),
    mark("Missing argument {name}."),
    mark("Missing option {name}."),
    mark("No such command {name}. Did you mean {nearest}?"),
    mark("No such command {name}."),
    mark("No such option: {name} (Possible options: {names})"),
    mark("No such option: {name}"),
    mark("Option {name} requires an argument."),
    mark("Option {name} requires {count} arguments."),
    mark("Option {name} does not take a value."),
    mark("Got unexpected extra argument(s) ({names})"),
    mark("Invalid value for {name}: {reason}"),
    mark("Input should be a valid integer, unable to parse string as an integer"),
    mark("Input should be a valid number, unable to parse string as a number"),
    mark("Input should be greater than or equal to {least}"),
    mark("Input should be less than or equal to {most}"),
)

vars(typer.core)["_"] = _  # ours knows the words that Typer would look for in gettext


class Used:
    """What has a usage line, which begins in the user's language."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage: "))


class Command(Used, typer.core.TyperCommand):
    """A command."""


class Group(Used, typer.core.TyperGroup):
    """The program, or a command that has others."""


def translate(command: Any) -> None:
    """Puts the help of a command just built, and of those below it, into the current language."""
    command.help = command.help and _(command.help)
    command.options_metavar = _(command.options_metavar)
    below = getattr(command, "commands", {})
    if below:
        command.subcommand_metavar = _(command.subcommand_metavar)
    for each in below.values():
        translate(each)
    for parameter in command.get_params(typer.Context(command)):
        parameter.help = parameter.help and _(parameter.help)
        parameter.metavar = parameter.metavar and _(parameter.metavar)


def complaint(text: str) -> str:
    """What Typer complains about, in the current language."""
    text = re.sub(r"(Did you mean '[^']*'), .*", r"\1?", text)  # the nearest is enough
    for english in COMPLAINTS:
        found = re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(english)), text)
        if found:
            told = {name: complaint(part) for name, part in found.groupdict().items()}
            return _(english).format(**told)
    return text
