"""`zermelo uci`: the engine for chess programs."""

from __future__ import annotations

from zermelo.cli import engines, options, talking
from zermelo.engine.limits import MOST_MEMORY
from zermelo.extras import machine_memory
from zermelo.protocols.uci import Uci


def uci(game_name: talking.GameName = "chess", set_: options.Set = None) -> None:
    """Play in a chess program, which talks to this command (Universal Chess Interface)."""
    game = talking.game_for_two(game_name, set_ or [])
    memory = min(MOST_MEMORY, machine_memory() or MOST_MEMORY)
    make = lambda game, threads, memory: engines.make(game, threads, memory, solving=False)  # noqa: E731
    talking.talk(lambda write: Uci(game, make, memory, write))
