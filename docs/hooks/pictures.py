"""The two pictures of the README, which the build makes: a drawing, and the web app at work.

The drawing is made anew by every build. A browser's picture differs from machine to machine, so
that of the app is made where `ZERMELO_PICTURES=1 python -m mkdocs build` asks for it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from zermelo.cli import main

TREE = """title: "AIMA 5.2"
max A [
  a1: min B [ b1: 3   b2: 12  b3: 8 ]
  a2: min C [ c1: 2   c2: 4   c3: 6 ]
  a3: min D [ d1: 14  d2: 5   d3: 2 ]
]
"""
SECONDS = 20  # that the analysis in the picture lasts


def on_pre_build(config: MkDocsConfig) -> None:
    """Makes the pictures where the pages look for them, once for all languages."""
    if config.plugins["i18n"].building:  # type: ignore[attr-defined]
        return
    assets = Path(config.docs_dir) / "assets"
    with tempfile.TemporaryDirectory() as folder:
        tree, drawing = Path(folder, "aima.tree"), Path(folder, "tree.svg")
        tree.write_text(TREE, encoding="utf-8")
        words = ["explain", str(tree), "-o", str(drawing), "--theme", "light", "--lang", "en"]
        if main(words) != 0:
            raise PluginError("the drawing of the README failed")
        if drawing.read_bytes() != (assets / "tree.svg").read_bytes():
            shutil.copyfile(drawing, assets / "tree.svg")
        if os.environ.get("ZERMELO_PICTURES") == "1":
            picture_of_the_app(Path(folder), assets / "app.png")


def picture_of_the_app(folder: Path, picture: Path) -> None:
    """An analysis of connect four, as a visitor sees it."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "LANGUAGE": "en"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        address = next(word for word in told.split() if word.startswith("http://")).rstrip("/")
        person = {"kind": "person"}
        match = {"game": "connect4", "sides": {"max": person, "min": person}, "moves": "4 4 3 5"}
        request = urllib.request.Request(
            f"{address}/api/matches",
            json.dumps(match).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            made = json.load(answer)
        with sync_playwright() as tool:
            options = ["--no-sandbox"] if os.geteuid() == 0 else []
            path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = tool.chromium.launch(executable_path=path, args=options)
            page = browser.new_page(viewport={"width": 1185, "height": 760}, color_scheme="light")
            page.goto(f"{address}/play/{made['id']}")
            page.locator(".analysis input").check()
            page.wait_for_timeout(1000 * SECONDS)
            page.screenshot(path=picture)
            browser.close()
        server.terminate()
