"""What the pages say, in the current language: one file a page."""

from __future__ import annotations

from typing import Any

from zermelo.explain.player.texts import themes
from zermelo.language import SIGNS, _, current
from zermelo.web.texts import explain, lab, play, practise, shell

# The pages look texts up by page and name (`t.play.undo`); gaps are {so} written.


def texts() -> dict[str, Any]:
    """All that the pages say that does not come with an answer of the server."""
    return {
        "signs": SIGNS[current()],
        "nav": {
            "gallery": _("Gallery"),
            "play": _("Play"),
            "explain": _("Explain"),
            "practise": _("Practise"),
            "lab": _("Lab"),
        },
        "shell": shell.shell(),
        "engine": {
            "loading": _("The engine is loading"),
            "warm": _("The engine is ready"),
            "gone": _("The server does not answer"),
        },
        "themes": themes(),
        "gallery": shell.gallery(),
        "choices": shell.choices(),
        "start": play.start(),
        "matches": play.matches(),
        "play": play.play(),
        "share": play.share(),
        "verdict": play.verdicts(),
        "setup": play.setup(),
        "record": play.record(),
        "analysis": play.analysis(),
        "why": play.why(),
        "explain": explain.explain(),
        "examples": explain.examples(),
        "randomTrees": explain.random_trees(),
        "editor": explain.editor(),
        "settings": explain.settings(),
        "practise": {**practise.practise(), "keys": practise.keys(), "shapes": practise.shapes()},
        "teach": practise.teach(),
        "lab": lab.lab(),
    }
