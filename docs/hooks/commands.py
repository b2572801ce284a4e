"""The commands and their options, for the page that says where: from the program's own help."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from zermelo.cli import all_commands, build

HERE = "<!-- commands -->"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Puts the commands where the page wants them."""
    if HERE not in markdown:
        return markdown
    commands = all_commands(build())
    return markdown.replace(HERE, "\n".join(told(name, commands[name]) for name in commands))


def told(name: str, command: Any) -> str:
    """A command: what it is for, and a table of what it takes."""
    context = command.context_class(command, info_name=name)
    lines = [f"## {name}", "", command.help, "", "| option | what it does |", "|---|---|"]
    for parameter in command.get_params(context):
        spelled, what = parameter.get_help_record(context)
        told = " ".join(what.split()).replace("|", "\\|").replace("[", "\\[")
        lines.append(f"| `{spelled.replace(' <str>', '')}` | {told} |")
    return "\n".join([*lines, ""])
