"""How a drawing is set: which labels it bears, how large its letters are, how close it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.explain.place import Place
from zermelo.language import _
from zermelo.names import check_name

# What people call the parts of `labels.PARTS`. How many nodes are hidden is always told.
LABELS: Final[dict[str, tuple[str, ...]]] = {
    "values": ("value",),  # of inner nodes
    "leaves": ("value", "payoffs"),  # of leaves
    "names": ("player", "name"),
    "moves": ("action",),
    "chances": ("share", "sum", "range"),
    "window": ("passed",),
    "bounds": ("alpha", "beta", "old_alpha", "old_beta"),
    "returned": ("returned",),
    "heuristic": ("static",),
    "intervals": ("interval",),
    "visits": ("simulations", "old_simulations", "old_value"),
    "ucb": ("ucb",),
    "cuts": ("cut",),
    "notes": ("visits", "hit", "repeat", "same"),
}
USUAL: Final = tuple(name for name in LABELS if name not in ("intervals", "ucb"))
FEW: Final = ("values", "leaves", "names", "chances", "visits")  # in a compact drawing
SMALLEST, LARGEST = 0.5, 4.0  # scale of letters


class Spacing(NamedTuple):
    """Lengths between the parts of a drawing."""

    gap: float  # between siblings
    wide_gap: float  # between others of a level
    stub: float  # of a branch, above everything at a place
    margin: float
    lowest_fan: float  # from a level to the next, where branches fan out
    highest_fan: float
    fan: float  # of how far they fan out
    board: float  # the longer side


WIDE: Final = Spacing(12.0, 22.0, 14.0, 16.0, 26.0, 160.0, 0.18, 64.0)
CLOSE: Final = Spacing(5.0, 9.0, 10.0, 6.0, 14.0, 60.0, 0.1, 48.0)


@dataclass(frozen=True)
class Format:
    """Which labels (`LABELS`), the scale of the letters, close together or not, and a legend."""

    labels: tuple[str, ...] = USUAL
    scale: float = 1.0
    compact: bool = False
    legend: bool = False

    def shows(self, place: Place, part: str) -> bool:
        """Whether a part of `labels.PARTS` is shown at a place."""
        if part == "hidden":
            return True
        groups = (name for name in self.labels if part in LABELS[name])
        value = "leaves" if place.kind == "LEAF" else "values"
        return any(part != "value" or name == value for name in groups)

    def select(self, place: Place, texts: dict[str, str]) -> dict[str, str]:
        """Of the texts at a place those that are shown."""
        if len(self.labels) == len(LABELS):
            return texts
        return {part: text for part, text in texts.items() if self.shows(place, part)}

    @property
    def spacing(self) -> Spacing:
        """The lengths, before the letters and all that holds them are scaled."""
        space = CLOSE if self.compact else WIDE
        lengths = {name: length / self.scale for name, length in space._asdict().items()}
        return Spacing(**lengths | {"fan": space.fan})  # which is a ratio


def read_labels(text: str | None, compact: bool) -> tuple[str, ...]:
    """The labels that `--labels` names: some of them, the `usual` ones, `all` or `none`."""
    if text is None:
        return FEW if compact else USUAL
    words = text.replace(",", " ").split()
    names = tuple(dict.fromkeys(n for w in words for n in (USUAL if w == "usual" else (w,))))
    if names in (("all",), ("none",)):
        return tuple(LABELS) if names == ("all",) else ()
    for name in names:
        check_name(name, LABELS, _("no label '{name}'"))
    return names
