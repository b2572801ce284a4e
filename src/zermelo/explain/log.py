"""The record of a search as JSON: its events, as `zermelo.search.record` writes them."""

from __future__ import annotations

import json
from typing import Final

from zermelo.explain.view import View

VERSION: Final = 1


def render(view: View) -> bytes:
    """All events, whatever the view's step."""
    found = {"version": VERSION, "game": view.story.game.name, "events": view.story.events}
    return json.dumps(found, ensure_ascii=False).encode(errors="replace") + b"\n"
