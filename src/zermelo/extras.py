"""The extras of the package, and memory: one line where one of them is missing.

`pip install zermelo` brings rules, searches, the engine and the command line. What a part of the
program needs beyond that it asks for here before it imports it.
"""

from __future__ import annotations

import errno
import os
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
    "gpu": ("cupy",),
}
MESSAGES: Final = {
    "web": mark('the web app needs the package {package}: pip install "zermelo[web]"'),
    "draw": mark('PNG and PDF need the package {package}: pip install "zermelo[draw]"'),
    "notebook": mark('a widget needs the package {package}: pip install "zermelo[notebook]"'),
    "postgres": mark('PostgreSQL needs the package {package}: pip install "zermelo[postgres]"'),
    "tablebase": mark('tablebases need the package {package}: pip install "zermelo[tablebase]"'),
    "cluster": mark('a cluster needs the package {package}: pip install "zermelo[cluster]"'),
    "gpu": mark('a GPU needs the package {package}: pip install "zermelo[gpu]"'),
}


class MissingExtra(ZermeloError):
    """A package that is not installed; the message names the command that installs it."""


def require(extra: str) -> None:
    """Finds the modules of an extra without loading them, or raises `MissingExtra`."""
    for module in MODULES[extra]:
        if find_spec(module) is None:
            raise MissingExtra(_(MESSAGES[extra]).format(package=module))


def machine_memory() -> int | None:
    """Megabytes, where the system tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (ValueError, OSError, AttributeError):
        return None


def want_of_memory(error: BaseException | None) -> str:
    """What people are told where the machine gave no memory, for which Python has several errors.

    Empty where the error means something else.
    """
    if isinstance(error, RuntimeError):
        is_it = str(error) == "can't start new thread"
    elif isinstance(error, OSError | ImportError):
        is_it = getattr(error, "errno", None) == errno.ENOMEM
        is_it = is_it or "failed to map segment" in str(error)  # of a library
        if not is_it and error.__context__:  # libraries tell theirs in other words
            return want_of_memory(error.__context__)
    else:
        is_it = isinstance(error, MemoryError)
    return _("there is not enough memory for this") if is_it else ""
