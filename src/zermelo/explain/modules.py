"""JavaScript modules as one, for pages that need no other file."""

from __future__ import annotations

import re
from collections.abc import Iterable


def one_module(sources: Iterable[str]) -> str:
    """The modules, each of which imports only from those before it, without comments and indents.

    An import is one line, and no text in backquotes goes over several.
    """
    whole = "".join(sources)
    whole = re.sub(r"^(import .*|\s*//.*|\s*/\*\*.*\*/)\n", "", whole, flags=re.MULTILINE)
    return re.sub(r"^(export |\s+)", "", whole, flags=re.MULTILINE)
