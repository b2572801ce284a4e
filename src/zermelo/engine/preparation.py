"""How long it takes to make an engine, before anybody waits for it."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import Game

KINDS: Final = {
    False: ("rules", "probe", "pvs_kernel"),
    True: ("rules", "probe_outcomes", "chance_kernel"),
}


def seconds_to_prepare(game: Game[Any, Any]) -> int | None:
    """About how many seconds compiling takes, by what it took before; None: nobody knows."""
    from zermelo.compiler.durations import expected

    known = [expected(kind, game) for kind in KINDS[game.has_chance]]
    total = sum(seconds or 0 for seconds in known)
    return max(1, round(total)) if total else None
