"""Tournaments that are killed in the middle and begun again: each game is counted once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import monotonic, sleep

from tests.patience import PATIENCE

MOVE = "import random, time\n\ndef move(game, state):\n    actions = list(game.actions(state))\n"
EVALUATE = "def evaluate(game, state):\n"
AGENTS = {
    "first": MOVE + "    return actions[0]\n",
    "crashes": MOVE + "    return 1 / 0\n",
    "overruns": MOVE + "    time.sleep(60)\n",
    "last": MOVE + "    return actions[-1]\n",
    "middle": MOVE + "    return actions[len(actions) // 2]\n",
    "dice": MOVE + "    return random.choice(actions)\n",
    "blind": EVALUATE + "    return 0\n",
    "ours": EVALUATE + "    return game.evaluate(state)\n",
    "giveaway": EVALUATE + "    return -game.evaluate(state)\n",
}


def agents(folder: Path, number: int) -> None:
    """Writes so many agents, two of which crash or overrun."""
    for name, text in list(AGENTS.items())[:number]:
        (folder / f"{name}.py").write_text(text)


def command(folder: Path, *more: str) -> list[str]:
    """The command of a tournament in a folder."""
    return [sys.executable, "-m", "zermelo", "tournament", str(folder), "--openings", "1", *more]


def kill(folder: Path, games: int, *more: str) -> None:
    """Begins the tournament, and kills it when so many games are kept, in the middle of a line."""
    process = subprocess.Popen(command(folder, *more), stdout=subprocess.DEVNULL)
    end, file = monotonic() + PATIENCE * max(games, 1), folder / "games.jsonl"
    while process.poll() is None and monotonic() < end and lines(file) <= games:
        sleep(0.05)
    process.kill()
    process.wait()
    with file.open("ab") as kept:
        kept.write(b'{"max": "first", "mi')


def lines(file: Path) -> int:
    """How many whole lines there are."""
    return file.read_bytes().count(b"\n") if file.exists() else 0


def counts(folder: Path) -> Counter[tuple[str, str, int]]:
    """How often each game is in the file."""
    kept = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    games = [json.loads(line) for line in kept]
    return Counter((game["max"], game["min"], game["opening"]) for game in games)


def soak(folder: Path, kills: int) -> list[str]:
    """Twelve agents, killed again and again: what went wrong."""
    agents(folder, len(AGENTS))
    given = ["--game", "connect4", "--time", "0.2", "--processes", "2", "--json"]
    for text in ("random", "alphabeta:depth=2", "engine:depth=4"):
        given += ["--with", text]
    total = 12 * 11
    for turn in range(1, kills + 1):
        kill(folder, total * turn // (kills + 1), *given)
    done = subprocess.run(command(folder, *given), capture_output=True, text=True, check=False)
    if done.returncode:
        return [done.stderr]
    found, played = json.loads(done.stdout), counts(folder)
    wrong = [f"{game} is kept {count} times" for game, count in played.items() if count != 1]
    wrong += [f"{len(played)} games instead of {total}"] * (len(played) != total)
    for agent in found["agents"]:
        lost = sum(agent["faults"].values())
        print(agent["name"], agent["score"], agent["elo"], agent["faults"])
        wrong += [f"{agent['name']} has played {agent['games']}"] * (agent["games"] != 22)
        if agent["name"] in ("crashes", "overruns"):
            wrong += [f"{agent['name']} has lost {lost} by faults"] * (lost < 20)
    return wrong
