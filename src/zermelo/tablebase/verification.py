"""Looking at a tablebase again: its checksums, and its values worked out anew from the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from zermelo.game import ZermeloError
from zermelo.tablebase import cycles
from zermelo.tablebase.machine import CHUNK
from zermelo.tablebase.probe import Tablebase
from zermelo.tablebase.shelf import MANIFEST
from zermelo.tablebase.tasks import Site

SAMPLE: Final = 1000  # positions of each part


@dataclass
class Verdict:
    """What was looked at, and the files that are not as they must be."""

    files: int = 0
    positions: int = 0
    bad: dict[str, str] = field(default_factory=dict)  # and what is wrong with each


def verify(
    table: Tablebase[Any, Any],
    everything: bool = False,
    memory: int = 1 << 30,
    tell: Callable[[int], None] | None = None,
) -> Verdict:
    """Reads every file, and works out a sample of each again, or all positions.

    A value is right if it follows from those of the children; where moves can stay in a tier, all
    values of the tier are worked out again.
    """
    verdict = Verdict(files=1)
    for tier in sorted(table.tiers, reverse=True):
        for part in table.tiers[tier]:
            verdict.files += 1
            try:
                table.checked(part["file"], part["sha256"])
            except ZermeloError as error:
                verdict.bad[part["file"]] = str(error)
    if not verdict.bad:
        _recompute(table, everything, memory, verdict, tell)
    return verdict


def _recompute(
    table: Tablebase[Any, Any],
    everything: bool,
    memory: int,
    verdict: Verdict,
    tell: Callable[[int], None] | None,
) -> None:
    site = Site(table.shelf, table.plan, table.machine, memory, finished=table.tiers)
    counted = sum(part["positions"] for parts in table.tiers.values() for part in parts)
    if counted != table.positions or table.root not in table:
        verdict.bad[MANIFEST] = MANIFEST
    for tier in sorted(table.tiers, reverse=True):
        if not table.plan.tiers.strict:
            _again(site, tier, table, verdict)
        else:
            for part in table.tiers[tier]:
                _follows(site, tier, part, everything, table, verdict)
        if tell:
            tell(verdict.positions)


def _follows(
    site: Site, tier: int, part: Any, everything: bool, table: Tablebase[Any, Any], verdict: Verdict
) -> None:
    """Whether values of a part follow from those of their children."""
    keys, scores = site.scores(tier, part["part"])
    if len(keys) != part["positions"] or (np.diff(keys) <= 0).any():
        verdict.bad[part["file"]] = part["file"]
    if not everything and len(keys) > SAMPLE:
        chosen = np.random.default_rng(tier).choice(len(keys), SAMPLE, replace=False)
        chosen.sort()
        keys, scores = keys[chosen], scores[chosen]
    begin = 0
    for children in site.machine.expand(np.ascontiguousarray(keys), tier + site.plan.first, CHUNK):
        again = site.machine.combine(children, site.resolve(tier, children))
        there = scores[begin : begin + children.done]
        if not _same(again, there, site, table.error):
            verdict.bad[part["file"]] = part["file"]
        begin += children.done
    verdict.positions += len(keys)


def _again(site: Site, tier: int, table: Tablebase[Any, Any], verdict: Verdict) -> None:
    """Whether the values of a tier in which moves can stay come out the same."""
    pieces, values = cycles.solved(site, tier)
    begin = 0
    for part, piece in zip(table.tiers[tier], pieces, strict=True):
        end = begin + len(piece)
        there = site.scores(tier, part["part"])[1]
        if not _same(values.scores.view(np.int64)[begin:end], there, site, table.error):
            verdict.bad[part["file"]] = part["file"]
        begin = end
        verdict.positions += len(piece)


def _same(again: Any, there: Any, site: Site, error: float) -> bool:
    if len(again) != len(there):
        return False
    if not site.machine.real:
        return bool((again == there).all())
    off = np.abs(again.view(np.float64) - np.ascontiguousarray(there).view(np.float64))
    return bool(off.max(initial=0.0) <= 2 * error + 1e-12)
