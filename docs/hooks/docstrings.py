"""Docstrings and signatures as readers of the site need them (an extension of griffe)."""

from __future__ import annotations

import re
from typing import Any

import griffe

INDENTED = re.compile(r"^(?![ *-])(.+)\n((?: {4}.*\n?)+)", re.MULTILINE)
# What is code already, or else the beginning of what would be taken for a tag.
CODE_OR_TAG = re.compile(r"(`[^`]*`|^ {4}.*$)|<(?=[A-Za-z/!])", re.MULTILINE)


class Reading(griffe.Extension):
    """Makes the text of docstrings Markdown, and tells how an algorithm is called."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Sets off what is indented, and keeps tags from being HTML."""
        if obj.docstring:
            text = INDENTED.sub(r"\1\n\n\2\n", obj.docstring.value)
            obj.docstring.value = CODE_OR_TAG.sub(lambda found: found[1] or "&lt;", text)

    def on_function_instance(self, *, func: griffe.Function, **kwargs: Any) -> None:
        """A function decorated with `@algorithm` is called with a game, not with a run."""
        if any(str(decorator.value).startswith("algorithm(") for decorator in func.decorators):
            kind = griffe.ParameterKind
            func.parameters = griffe.Parameters(
                griffe.Parameter("game", kind=kind.positional_or_keyword),
                griffe.Parameter("state", kind=kind.positional_or_keyword, default="None"),
                griffe.Parameter("settings", kind=kind.var_keyword, default="{}"),
            )
            func.returns = "Finding"
