"""What a GPU finds, or the processor in its place; run as a program, with JSON as its output."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.compiler.natural import CASES
from tests.gpu.games import Growing, Hexapawn, Hungry
from tests.tablebase.games import Dots
from zermelo import Game, ZermeloError, gpu
from zermelo.tablebase import build
from zermelo.tablebase.card import count
from zermelo.tablebase.levels import Limits

FEW = Limits(part=4, chunk=6, most=8, sample=2, table=4)
# Games with lists in their rules: the position, the depth, and how many sequences there are.
NATURAL = {
    str(case): (case.game, len(case.perft), case.position, case.perft[-1])
    for case in CASES
    if case.game.name in ("kalah", "oware")
    or (str(case) == "draughts-2-0" and os.environ.get("ZERMELO_GPU"))  # it calls itself
}
NAMES = ("positions", "won", "drawn", "lost")


def levels(manifest: dict[str, Any]) -> list[Any]:
    """The value of the root, and the counts of each level."""
    tiers = [tier["parts"] for tier in manifest["tiers"]]
    counts = [[sum(part[name] for part in parts) for name in NAMES] for parts in tiers]
    return [manifest["value"], manifest["distance"], *counts]


def files(game: Game[Any, Any], on_gpu: bool) -> tuple[list[Any], dict[str, str]]:
    """The levels of a tablebase, and a digest of each of its files."""
    with tempfile.TemporaryDirectory() as folder:
        table = build(game, folder, threads=1, gpu=on_gpu, part=12)
        return levels(table.manifest), {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in Path(folder).iterdir()
        }


def complaint(work: Callable[[], object]) -> str:
    """What is said where something cannot be done."""
    try:
        return str(work())
    except ZermeloError as error:
        return str(error)


def findings() -> dict[str, Any]:
    """All that is found."""
    dots, hexapawn, growing = Dots(1, 1), Hexapawn(3, 3), Growing()
    return {
        "dots": [levels(count(dots)), levels(count(dots, limits=FEW))],
        "plies": [tier["positions"] for tier in count(dots, plies=2)["tiers"]],
        "hexapawn": levels(count(hexapawn)),
        "files": [files(hexapawn, on_gpu) for on_gpu in (False, True)],
        "perft": [gpu.perft(growing, depth) for depth in range(6)],
        "natural": {name: gpu.perft(*NATURAL[name][:3]) for name in NATURAL},
        "fault": complaint(lambda: gpu.perft(growing, 8)),
        "memory": complaint(lambda: gpu.perft(Hungry(), 4)),
        "levels": complaint(lambda: count(Hungry())),
    }


if __name__ == "__main__":
    print(json.dumps(findings()))
