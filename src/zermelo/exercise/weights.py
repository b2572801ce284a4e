"""What the parts of an alpha-beta exercise are worth: "values 40, bounds 25, pruning 35"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from zermelo.exercise.items import AnswerError
from zermelo.language import _
from zermelo.names import check_name

GROUPS: Final = {
    "values": ("value", "move"),
    "bounds": ("alpha", "beta", "alpha_held", "beta_held"),
    "pruning": ("state", "cut", "by"),
}
GROUP_OF: Final = {what: group for group, asked in GROUPS.items() for what in asked}


class Weights(NamedTuple):
    """The shares of values, bounds and pruning; only how they compare matters."""

    values: int = 40
    bounds: int = 25
    pruning: int = 35

    @property
    def text(self) -> str:
        """As it is written, and read back."""
        return ", ".join(f"{group} {share}" for group, share in self._asdict().items())


USUAL: Final = Weights()


def read_weights(text: str) -> Weights:
    """The weights in a text; a group that it does not name is worth nothing."""
    shares: dict[str, int] = dict.fromkeys(GROUPS, 0)
    for part in filter(None, re.split(r"[,;]\s*|\s*$", text.strip())):
        found = re.fullmatch(r"(\w+)[\s:=]+([0-9]{1,4})\s*%?", part)
        if not found:
            words = _("weights: '{text}' is no weight: write {example}")
            raise AnswerError(words.format(text=part[:40], example=f"'{USUAL.text}'"))
        check_name(found[1], GROUPS, _("weights: no group '{name}'"), AnswerError)
        shares[found[1]] = int(found[2])
    if not any(shares.values()):
        raise AnswerError(_("weights: all are 0"))
    return Weights(**shares)
