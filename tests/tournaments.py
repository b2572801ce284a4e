"""Tournaments that are killed in the middle and begun again: each game is counted once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import monotonic, sleep
from typing import Any

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
    killed(command(folder, *more), folder / "games.jsonl", games)


def killed(command: list[str], file: Path, games: int) -> None:
    """Runs a command that keeps games in a file, and kills it likewise."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_for(process, file, games)
    process.kill()
    process.wait()
    with file.open("ab") as kept:
        kept.write(b'{"max": "first", "mi')


def wait_for(process: subprocess.Popen[Any], file: Path, games: int) -> None:
    """Waits until so many games are kept."""
    end = monotonic() + PATIENCE * max(games, 1)
    while process.poll() is None and monotonic() < end and lines(file) <= games:
        sleep(0.05)


def lines(file: Path) -> int:
    """How many whole lines there are."""
    return file.read_bytes().count(b"\n") if file.exists() else 0


def counts(file: Path) -> Counter[tuple[str, str, int]]:
    """How often each game is in the file."""
    kept = file.read_text(encoding="utf-8").splitlines()[1:]
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
    found, played = json.loads(done.stdout), counts(folder / "games.jsonl")
    wrong = [f"{game} is kept {count} times" for game, count in played.items() if count != 1]
    wrong += [f"{len(played)} games instead of {total}"] * (len(played) != total)
    for agent in found["agents"]:
        lost = sum(agent["faults"].values())
        print(agent["name"], agent["score"], agent["elo"], agent["faults"])
        wrong += [f"{agent['name']} has played {agent['games']}"] * (agent["games"] != 22)
        if agent["name"] in ("crashes", "overruns"):
            wrong += [f"{agent['name']} has lost {lost} by faults"] * (lost < 20)
    return wrong


def soak_match(folder: Path, games: int, kills: int) -> list[str]:
    """A match of short games, killed again and again: what went wrong."""
    file = folder / "games.jsonl"
    given = [sys.executable, "-m", "zermelo", "match", "alphabeta", "random", "--json"]
    given += ["--game", "tictactoe", "--depth", "1", "--jobs", "2", "--results", str(file)]
    given += ["--games", str(games)]
    for turn in range(1, kills + 1):
        killed(given, file, games * turn // (kills + 1))
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    if done.returncode:
        return [done.stderr]
    found, played = json.loads(done.stdout), counts(file)
    print(found["match"])
    wrong = [f"{game} is kept {count} times" for game, count in played.items() if count != 1]
    wrong += [f"{len(played)} games instead of {games}"] * (len(played) != games)
    wrong += [f"{found['games']} games are counted"] * (found["games"] != games)
    return wrong + ["pairs are missing"] * (2 * sum(found["match"]["pairs"]) != games)
