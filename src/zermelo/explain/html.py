"""A search as one HTML page with the player: it needs no other file and no network."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from html import escape
from typing import Final

from zermelo.explain import player
from zermelo.explain.player.document import document
from zermelo.explain.view import View
from zermelo.language import _

__all__ = ["document", "render", "script_hash"]

PACKED: Final = 60_000  # signs: longer documents are packed

PAGE: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript><p>{still}</p></noscript>
<zermelo-player linked>
{drawing}
<script type="application/json"{packed}>{document}</script>
</zermelo-player>
<script type="module">{module}</script>
</body>
</html>
"""


def render(view: View) -> bytes:
    """The page; without scripts it shows the drawing after the view's step."""
    content = document(view)
    drawing = content["runs"][0].pop("svg")
    style, module = player.css(view.theme), player.module()
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str)
    packed = len(data) > PACKED
    policy = (
        f"default-src 'none'; script-src {script_hash(module)}; style-src {script_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    page = PAGE.format(
        lang=content["lang"],
        policy=policy,
        title=escape(content["title"]),
        still=escape(_("The steps need a browser that runs scripts; this is a still picture.")),
        style=style,
        drawing=drawing,
        packed=" data-packed" if packed else "",
        document=_pack(data) if packed else data.replace("<", "\\u003c"),
        module=module,
    )
    return page.encode("utf-8", "replace")


def _pack(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), mtime=0)).decode()


def script_hash(text: str) -> str:
    """What lets an inline script or style of just this text run."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
