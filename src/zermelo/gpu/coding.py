"""Sorted keys in little memory: their differences, in one byte each where that will do.

A difference that takes more leaves a zero, which no two keys differ by, and stands in the next
layer, of four bytes each; what is too large for that stands in a third one, of eight. Connect
four takes about one and a half bytes a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

Array = Any
WIDTHS: Final = (np.uint8, np.uint32, np.int64)


@dataclass(frozen=True)
class Coded:
    """Sorted keys, each once."""

    count: int
    first: int
    last: int
    layers: tuple[Array, ...]  # of the card's memory, or of this machine's

    @property
    def bytes(self) -> int:
        """Of memory."""
        return sum(int(layer.nbytes) for layer in self.layers)


def unique(arrays: Any, keys: Array) -> Array:
    """The keys in order, each once; those handed over are sorted in their place."""
    keys.sort()
    new = arrays.empty(len(keys), bool)
    new[:1] = True
    arrays.not_equal(keys[1:], keys[:-1], out=new[1:])
    return keys[new]


def encode(arrays: Any, keys: Array) -> Coded:
    """The code of sorted keys, one or more; `arrays` is the module that they are of."""
    differences, layers = keys[1:] - keys[:-1], []
    for kind in WIDTHS[:-1]:
        wide = differences > np.iinfo(kind).max
        layers.append(arrays.where(wide, 0, differences).astype(kind))
        differences = differences[wide]
    layers.append(differences)
    while len(layers) > 1 and not len(layers[-1]):
        layers.pop()
    return Coded(len(keys), int(keys[0]), int(keys[-1]), tuple(layers))


def decode(arrays: Any, coded: Coded) -> Array:
    """The keys."""
    *narrow, layer = (arrays.asarray(layer) for layer in coded.layers)
    for upper in reversed(narrow):
        whole = upper.astype(np.int64)
        whole[arrays.flatnonzero(upper == 0)] = layer
        layer = whole
    keys = arrays.empty(coded.count, np.int64)
    keys[:1] = coded.first
    keys[1:] = layer
    return arrays.cumsum(keys, out=keys)
