"""The two tasks for a tier in which moves can stay: all its positions, and all their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.tablebase.machine import Array, Children
from zermelo.tablebase.rounds import Values, solve_rounds
from zermelo.tablebase.tasks import (
    Record,
    Run,
    Site,
    joined,
    read_run,
    spread_keys,
    write_keys,
    write_runs,
)

BYTES: Final = 64  # of memory that a position takes, besides its children
CHILD_BYTES: Final = 40


def close(site: Site, tier: int, runs: Sequence[Run]) -> list[Record]:
    """Finds all positions of a tier, from those that earlier ones lead to; its parts."""
    machine = site.machine
    keys = machine.unique(np.concatenate([read_run(site, run) for run in runs]))
    new, outside = keys, dict[int, list[Array]]()
    while len(new):
        inside: list[Array] = []
        for target, run in spread_keys(site, tier, new, inside.append).items():
            outside.setdefault(target, []).append(run)
        new = joined(machine, inside) if inside else new[:0]
        places = np.minimum(np.searchsorted(keys, new), len(keys) - 1)
        new = new[keys[places] != new]
        keys = joined(machine, [keys, new])
        _check_memory(site, tier, len(keys) * BYTES)
    write_runs(site, tier, 0, {later: joined(machine, some) for later, some in outside.items()})
    size = site.plan.part
    slices = [keys[begin : begin + size] for begin in range(0, len(keys), size)]
    return [write_keys(site, tier, part, some) for part, some in enumerate(slices)]


def solve(site: Site, tier: int, error: float) -> list[Record]:
    """Writes all parts of a tier with their values."""
    pieces, values = solved(site, tier)
    scores, records, begin = values.scores.view(np.int64), list[Record](), 0
    for record, piece in zip(site.parts(tier), pieces, strict=True):
        end = begin + len(piece)
        part, off = record["part"], error + values.error
        records.append(site.write_part(tier, part, piece, scores[begin:end], off))
        begin = end
    return records


def solved(site: Site, tier: int) -> tuple[list[Array], Values]:
    """The keys of each part of a tier, and the values of all its positions."""
    machine = site.machine
    pieces = [site.keys(tier, record["part"]) for record in site.parts(tier)]
    keys = np.concatenate(pieces)
    some, total = [], 0
    for each in machine.expand(keys, tier + site.plan.first, site.room):
        some.append([np.array(column) for column in each])
        total += len(each.keys)
        _check_memory(site, tier, len(keys) * BYTES + total * CHILD_BYTES)
    columns = [np.concatenate(column) for column in list(zip(*some, strict=True))[1:]]
    children = Children(len(keys), *columns)
    stay = children.tiers == tier + site.plan.first
    links = np.full(total, -1, np.int64)
    inside = np.empty(int(stay.sum()), np.int64)
    own = machine.table([(len(keys), lambda: (keys, np.arange(len(keys))))])
    machine.look_up(children.keys[stay], inside, own)
    links[stay] = inside
    found = site.resolve(tier, children)
    return pieces, solve_rounds(machine, children, links, found, site.plan.tolerance)


def _check_memory(site: Site, tier: int, wanted: int) -> None:
    most = site.memory * 7 // 8
    if wanted > most:
        words = _(
            "tier {tier} of {game} goes round and needs more than {wanted:,} MB of memory: "
            "give --memory, or a rule tier that cuts it into smaller ones"
        )
        game = site.machine.game.name
        raise ZermeloError(words.format(tier=tier, game=game, wanted=wanted >> 20))
