"""The player that steps through a search in a web page: a web component without a framework.

Its modules can be served as they are (`player.js` is the one to load), or as the single module
that `module` puts together, which needs no other file.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from zermelo import board
from zermelo.explain.modules import one_module
from zermelo.explain.style import colours, shared_sheet
from zermelo.language import current, script_texts

# Each imports only from those before it.
MODULES: Final = (
    *("values", "elements", "replay", "sampling"),
    *("camera", "attributes", "folding", "layout", "outline", "stage", "map", "pane"),
    *("compare", "panels", "quiz", "prediction", "conventions"),
    *("theme", "links", "address", "show", "transport", "help", "keys", "unpack", "player"),
)


@cache
def module() -> str:
    """The player as one ES module, without its comments and indents."""
    return one_module(_read(f"{name}.js") for name in MODULES)


def texts() -> dict[str, str | list[str]]:
    """What the player says that does not come from the search, where it is not in English."""
    return script_texts(module()) if current() != "en" else {}


def css(theme: str = "auto") -> str:
    """The style sheet of the player and of the drawings in it.

    `theme` is for a drawing that no player has taken over yet.
    """
    shared = f"zermelo-player:is([data-look], :not([data-look])) {{\n{shared_sheet()}}}\n"
    dark = f"{{ {colours('dark')}\n{board.DARK}\n}}\n"
    drawn = f"zermelo-player:not([data-look]) {dark}"
    screen = f"@media (prefers-color-scheme: dark) {{ {drawn}}}\n"
    still = {"light": "", "dark": drawn, "auto": screen}
    light = f"zermelo-player {{ {colours('light')}}}\n"
    looks = f"{light}{still[theme]}zermelo-player[data-look=dark] {dark}"
    return f"{_read('player.css')}{shared}{looks}"


def _read(name: str) -> str:
    return (resources.files(__name__) / name).read_text(encoding="utf-8")
