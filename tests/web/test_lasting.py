"""Kill -9 in the middle of 40 matches: every move that was acknowledged is there afterwards."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx

from tests.patience import PATIENCE
from tests.web.process import Server

MATCHES = 40
ENOUGH = 100  # moves acknowledged before the end comes
PEOPLE = {"max": {"kind": "person"}, "min": {"kind": "person"}}


class Witness:
    """What the server has acknowledged."""

    def __init__(self) -> None:
        self.records: dict[str, list[str]] = {}
        self.asked: dict[str, str] = {}  # the move under way, which may be there or not
        self.moves = 0


async def play(client: httpx.AsyncClient, seen: Witness, dice: random.Random) -> None:
    """Plays one match at random until the server is gone."""
    body: dict[str, Any] = {"game": "connect4", "sides": PEOPLE}
    match = (await client.post("/api/matches", json=body)).json()
    seen.records[match["id"]] = []
    while match["turn"]:
        move = dice.choice(match["position"]["moves"])["move"]
        seen.asked[match["id"]] = move
        body = {"move": move, "version": match["version"]}
        match = (await client.post(f"/api/matches/{match['id']}/moves", json=body)).json()
        seen.records[match["id"]].append(move)
        seen.moves += 1


async def come_and_play(address: str, seen: Witness, dice: random.Random) -> None:
    """With a client of one's own: for each request one works the longer the more share it."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, verify=False) as client:
        await play(client, seen, dice)


async def play_until_killed(server: Server) -> Witness:
    seen = Witness()

    async def killer() -> None:
        while seen.moves < ENOUGH:
            await asyncio.sleep(0.005)
        server.kill()

    games = [come_and_play(server.address, seen, random.Random(seed)) for seed in range(MATCHES)]
    await asyncio.gather(killer(), *games, return_exceptions=True)
    return seen


def test_every_acknowledged_move_is_there_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        seen = asyncio.run(play_until_killed(server))
        assert len(seen.records) == MATCHES
        assert seen.moves >= ENOUGH
        server.start()
        with server.client() as client:
            for id, record in seen.records.items():
                match = client.get(f"/api/matches/{id}").json()
                assert match["record"] in (record, [*record, seen.asked.get(id)])
                assert match["version"] == len(match["record"]) + 1
            body = {"move": match["position"]["moves"][0]["move"], "version": match["version"]}
            assert client.post(f"/api/matches/{match['id']}/moves", json=body).status_code == 200
