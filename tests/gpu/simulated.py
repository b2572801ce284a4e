"""What Numba's simulator of CUDA finds: run as a program, with JSON as its output."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.gpu.games import Growing, Hexapawn
from tests.tablebase.games import Dots
from zermelo import Game, ZermeloError, gpu
from zermelo.tablebase import build
from zermelo.tablebase.card import count
from zermelo.tablebase.levels import Limits

FEW = Limits(part=4, chunk=6, most=8, sample=2, table=4)
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


def complaint(game: Game[Any, Any], depth: int) -> str:
    """What perft says where it cannot count."""
    try:
        return str(gpu.perft(game, depth))
    except ZermeloError as error:
        return str(error)


def main() -> None:
    """Prints all that is found."""
    dots, hexapawn, growing = Dots(1, 1), Hexapawn(3, 3), Growing()
    found = {
        "dots": [levels(count(dots)), levels(count(dots, limits=FEW))],
        "plies": [tier["positions"] for tier in count(dots, plies=2)["tiers"]],
        "hexapawn": levels(count(hexapawn)),
        "files": [files(hexapawn, on_gpu) for on_gpu in (False, True)],
        "perft": [gpu.perft(growing, depth) for depth in range(6)],
        "fault": complaint(growing, 8),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
