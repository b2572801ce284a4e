"""What the heuristic counted where a search rests on an estimate."""

from __future__ import annotations

from typing import Any

from zermelo.search.features import Parts, features_at
from zermelo.search.finding import Finding


def counted_at_end(finding: Finding[Any, Any]) -> Parts:
    """The parts of the estimate at the end of the expected line, if the value is that one."""
    if finding.proven or finding.about is None:
        return []
    game, state = finding.about
    for action in finding.line:
        state = game.result(state, action)
    return features_at(game, state, finding.value)
