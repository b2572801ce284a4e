"""The extras of the package: what each one brings, and one line where it is missing.

`pip install zermelo` brings rules, searches, the engine and the command line. What a part of the
program needs beyond that it asks for here before it imports it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from zermelo.game import ZermeloError
from zermelo.language import _, mark

# The modules of each extra in pyproject.toml.
MODULES: Final = {
    "web": ("fastapi", "uvicorn", "sqlalchemy", "alembic"),
    "draw": ("resvg_py", "typst"),
    "notebook": ("anywidget",),
    "postgres": ("psycopg",),
    "tablebase": ("pyarrow",),
    "cluster": ("distributed",),
}
MESSAGES: Final = {
    "web": mark('the web app needs the package {package}: pip install "zermelo[web]"'),
    "draw": mark('PNG and PDF need the package {package}: pip install "zermelo[draw]"'),
    "notebook": mark('a widget needs the package {package}: pip install "zermelo[notebook]"'),
    "postgres": mark('PostgreSQL needs the package {package}: pip install "zermelo[postgres]"'),
    "tablebase": mark('tablebases need the package {package}: pip install "zermelo[tablebase]"'),
    "cluster": mark('a cluster needs the package {package}: pip install "zermelo[cluster]"'),
}


class MissingExtra(ZermeloError):
    """A package that is not installed; the message names the command that installs it."""


def require(extra: str) -> None:
    """Finds the modules of an extra without loading them, or raises `MissingExtra`."""
    for module in MODULES[extra]:
        if find_spec(module) is None:
            raise MissingExtra(_(MESSAGES[extra]).format(package=module))
