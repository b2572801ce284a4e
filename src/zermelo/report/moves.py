"""The moves of a finding, as the game writes them, and what counts where its line ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.search.features import Parts, features_at
from zermelo.search.finding import Finding, MoveValue


def line_texts(finding: Finding[Any, Any], line: Iterable[Any]) -> list[str]:
    """The actions of a line that begins at the state searched."""
    if finding.about is None:
        return [_bare(action) for action in line]
    game, state = finding.about
    return game.format_line(state, line)


def move_text(finding: Finding[Any, Any], action: Any) -> str:
    """An action at the state searched."""
    return line_texts(finding, (action,))[0]


def ranked(finding: Finding[Any, Any]) -> list[MoveValue[Any]]:
    """The moves, the best for the player to move first; of equals, what is certain."""
    assert finding.about is not None
    game, state = finding.about
    sign = 1 if game.is_terminal(state) else game.to_move(state)

    def rank(move: MoveValue[Any]) -> Any:
        return sign * move.value, move.proven, move.action == finding.action

    return sorted(finding.moves, key=rank, reverse=True)


def counted_at_end(finding: Finding[Any, Any]) -> Parts:
    """The parts of the estimate at the end of the expected line, if the value is that one."""
    if finding.proven or finding.about is None:
        return []
    game, state = finding.about
    for action in finding.line:
        state = game.result(state, action)
    return features_at(game, state, finding.value)


def _bare(action: Any) -> str:
    """An action of a finding that is about no game."""
    return ":".join(map(str, action)) if isinstance(action, tuple) else str(action)
