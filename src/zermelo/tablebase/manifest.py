"""The manifest: what is in a folder, with a checksum of every file and one of its own."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy as np

from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.tablebase.machine import values_of
from zermelo.tablebase.plan import FORMAT
from zermelo.tablebase.shelf import BUILD, MANIFEST, Damaged, Shelf, checksum, read_json, write_json
from zermelo.tablebase.tasks import Site

OWN: Final = "checksum"


def write_manifest(site: Site, tiers: list[dict[str, Any]], error: float) -> dict[str, Any]:
    """Writes it, the last of all files; then the folder `build` is no longer wanted."""
    found: dict[str, Any] = {
        "game": site.machine.game.name,
        "versions": versions(),
        "plan": site.plan.as_json(),
        "positions": sum(tier["positions"] for tier in tiers),
        "bytes": sum(part["bytes"] for tier in tiers for part in tier["parts"]),
        "tiers": tiers,
    }
    keys, scores = site.scores(0, 0)
    at = int(keys.searchsorted(site.plan.root))
    if site.machine.real:
        value, distance = float(scores.view(np.float64)[at]), None
        found["error"] = error
    else:
        values, plies = values_of(scores[at : at + 1])
        value, distance = int(values[0]), int(plies[0])
    found |= {"value": value, "distance": None if distance == -1 else distance}
    found[OWN] = own_checksum(found)
    write_json(site.shelf, MANIFEST, found)
    site.shelf.remove(BUILD)
    return found


def versions() -> dict[str, str | None]:
    """Of what the files were made with."""
    found: dict[str, str | None] = {}
    for package in ("zermelo", "numpy", "pyarrow"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def own_checksum(found: dict[str, Any]) -> str:
    """Of all that it says."""
    said = {name: value for name, value in found.items() if name != OWN}
    return checksum(json.dumps(said, sort_keys=True).encode())


def read_manifest(shelf: Shelf) -> dict[str, Any]:
    """The manifest of a folder, if it is what was written."""
    if not shelf.has(MANIFEST):
        if shelf.has(BUILD):
            raise ZermeloError(_("the tablebase is not finished: build it again to go on"))
        raise ZermeloError(
            _("there is no tablebase in the folder: {file} is missing").format(file=MANIFEST)
        )
    found = read_json(shelf, MANIFEST)
    if not isinstance(found, dict) or found.get(OWN) != own_checksum(found):
        raise Damaged(_("{file} is damaged").format(file=MANIFEST))
    try:
        _look_at(found)
    except (LookupError, TypeError, ValueError):
        raise Damaged(_("{file} is damaged").format(file=MANIFEST)) from None
    return found


def _look_at(found: dict[str, Any]) -> None:
    """Raises an error where it does not have all that is asked of it."""
    if found["plan"]["format"] != FORMAT:
        raise ZermeloError(_("the tablebase is of another version: build it again"))
    recipe = found["plan"]["recipe"]
    texts = [found["game"], recipe["module"], recipe["class"], recipe["file"] or ""]
    numbers = [found["positions"], found["bytes"], found["distance"] or 0]
    for tier in found["tiers"]:
        numbers += [tier["tier"], tier["positions"]]
        for part in tier["parts"]:
            texts += [part["file"], part["sha256"]]
            numbers += [part[name] for name in ("part", "positions", "bytes", "first", "last")]
            numbers += [part[name] for name in ("won", "drawn", "lost") if name in part]
    {**recipe["parameters"]}  # which are named
    values = [found["value"], found.get("error", 0)]
    kinds = [(texts, str), (numbers, int), (values, int | float)]
    if not all(isinstance(each, kind) for some, kind in kinds for each in some):
        raise TypeError
    if not all(tier["parts"] for tier in found["tiers"]):
        raise ValueError
