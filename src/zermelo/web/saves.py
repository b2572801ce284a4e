"""Notices when the file of a user's game is saved, and has the game loaded anew."""

from __future__ import annotations

import asyncio

from zermelo.saved import LOOK, Saved
from zermelo.web.rules import Rules
from zermelo.web.settings import ServerSettings
from zermelo.web.workers.pool import Pool


async def notice(settings: ServerSettings, rules: Rules, *pools: Pool) -> None:
    """Looks at all files now and then; processes that may have loaded one are replaced."""
    watched = {name: Saved(file) for name, file in settings.files.items()}
    rules.versions.update({name: saved.digest for name, saved in watched.items()})
    while watched:
        await asyncio.sleep(LOOK)
        for name, saved in watched.items():
            if await asyncio.to_thread(saved.changed):
                rules.renew(name, saved.digest)
                for pool in pools:
                    pool.renew(name)
