"""What Numba's simulator of CUDA finds: run as a program, with JSON as its output."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.gpu.games import Growing, Hexapawn
from zermelo import Game, ZermeloError, gpu
from zermelo.games import Connect4
from zermelo.tablebase import build
from zermelo.tablebase.card import count
from zermelo.tablebase.levels import Limits

FEW = Limits(part=30, chunk=20, most=60, sample=8, table=40)
NAMES = ("positions", "won", "drawn", "lost")


def levels(manifest: dict[str, Any]) -> list[Any]:
    """The value of the root, and the counts of each level."""
    tiers = [tier["parts"] for tier in manifest["tiers"]]
    counts = [[sum(part[name] for part in parts) for name in NAMES] for parts in tiers]
    return [manifest["value"], manifest["distance"], *counts]


def files(game: Game[Any, Any], on_gpu: bool) -> tuple[list[Any], dict[str, str]]:
    """The levels of a tablebase, and a digest of each of its files."""
    with tempfile.TemporaryDirectory() as folder:
        table = build(game, folder, threads=1, gpu=on_gpu, part=20)
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
    connect4, hexapawn, growing = Connect4(width=3, height=3), Hexapawn(3, 3), Growing()
    found = {
        "connect4": [levels(count(connect4)), levels(count(connect4, limits=FEW))],
        "plies": [tier["positions"] for tier in count(connect4, plies=2)["tiers"]],
        "hexapawn": levels(count(hexapawn, limits=FEW)),
        "files": [files(hexapawn, on_gpu) for on_gpu in (False, True)],
        "perft": [gpu.perft(growing, depth) for depth in range(6)],
        "fault": complaint(growing, 8),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
