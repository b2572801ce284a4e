"""The pages: files that are known by name when the server starts, and no others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from zermelo import board
from zermelo.explain import player
from zermelo.explain.style import colours, shared_sheet

STATIC: Final = Path(__file__).parent / "static"
PLAYER: Final = Path(player.__file__).parent
PAGES: Final = ("play", "explain", "practise", "lab")  # all of them are index.html
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class File(NamedTuple):
    """What a file holds, and the tag by which a browser knows it again."""

    content: bytes
    type: str
    tag: str


def drawings_css() -> str:
    """How drawings of trees and boards are painted, light or dark as the page or the screen is.

    Of no weight, so that a player on the page, which has a look of its own, wins.
    """
    light, dark = colours("light"), f"{colours('dark')}\n{board.DARK}\n"
    whose = "".join(  # of several players: their names stand beside their colours
        f'[data-owner="{colour}"] {{ --whose: light-dark({paint.light}, {paint.dark}); }}\n'
        for colour, paint in ((each, board.PAINTS[name]) for each, (name, _) in board.SEATS.items())
    )
    return f"""{whose}{_nested(":root", light + shared_sheet())}
@media (prefers-color-scheme: dark) {{
{_nested(":root:not([data-theme=light])", dark)}}}
{_nested(":root[data-theme=dark]", dark)}"""


def lean(text: str) -> str:
    """A module or a style sheet without comments of a whole line and without indents.

    Lines keep their numbers. No text in backquotes goes over several lines.
    """
    text = re.sub(r"^[ ]*(//.*|/\*.*\*/)$", "", text, flags=re.MULTILINE)
    return re.sub(r"^ +", "", text, flags=re.MULTILINE)


def _nested(root: str, rules: str) -> str:
    return f":where({root}) {{\n{rules}}}\n"


class Files:
    """All files by their paths. Those on disk are read again when they change."""

    def __init__(self) -> None:
        self.paths: dict[str, Path] = {
            f"/{path.relative_to(STATIC).as_posix()}": path
            for path in STATIC.rglob("*")
            if path.is_file() and path.suffix in TYPES
        }
        self.paths |= {f"/player/{name}.js": PLAYER / f"{name}.js" for name in player.MODULES}
        self.generators: dict[str, Callable[[], str]] = {
            "/player/player.css": player.css,
            "/drawings.css": drawings_css,
        }
        self._cache: dict[str, tuple[float, File]] = {}

    def get(self, path: str) -> File | None:
        """The file at a path; None where there is none."""
        if path == "/" or path.split("/")[1] in PAGES:
            path = "/index.html"
        if path in self.generators:
            return self._load(path, 0, lambda: self.generators[path]().encode())
        file = self.paths.get(path)
        if file is not None:
            with suppress(OSError):
                return self._load(path, file.stat().st_mtime, file.read_bytes)
        return None

    def _load(self, path: str, changed: float, read: Callable[[], bytes]) -> File:
        known = self._cache.get(path)
        if known is None or known[0] != changed:
            content = read()
            if path.endswith((".js", ".css")):
                content = lean(content.decode()).encode()
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            known = changed, File(content, TYPES[Path(path).suffix], tag)
            self._cache[path] = known
        return known[1]

    def response(self, request: Request) -> Response | None:
        """The answer to a request for a file; None where there is none."""
        file = self.get(request.url.path)
        if file is None:
            return None
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        known = request.headers.get("if-none-match", "")
        if file.tag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
            return Response(status_code=304, headers=headers)
        return Response(file.content, headers=headers, media_type=file.type)

    def not_found(self, request: Request) -> Response | None:
        """The page for an address that does not exist, if a person asks: it can say so itself."""
        path, page = request.scope["path"], self.get("/index.html")
        in_api = path == "/api" or path.startswith("/api/")
        person = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if in_api or not person or page is None:
            return None
        headers = {"Cache-Control": "no-store", "Vary": "Accept"}
        return Response(page.content, 404, headers, page.type)
