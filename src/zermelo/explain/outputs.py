"""The files a search can be shown in, by their endings."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from zermelo.explain.view import View
from zermelo.language import _
from zermelo.names import check_name

# The modules load when they are used; each has `render(view) -> bytes`.
OUTPUTS: Final = {
    ".svg": "zermelo.explain.beside",
    ".png": "zermelo.explain.png",
    ".pdf": "zermelo.explain.pdf",
    ".tex": "zermelo.explain.tikz",
    ".dot": "zermelo.explain.dot",
    ".txt": "zermelo.explain.terminal",
    ".html": "zermelo.explain.html",
    ".json": "zermelo.explain.log",
    ".tree": "zermelo.explain.treefile",
}


def output(ending: str) -> Callable[[View], bytes]:
    """The function that renders a view to a file of that ending."""
    check_name(ending, OUTPUTS, _("no output '{name}'"))
    render: Callable[[View], bytes] = import_module(OUTPUTS[ending]).render
    return render
