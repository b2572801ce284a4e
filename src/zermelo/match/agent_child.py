"""The process in which an agent plays: `python -m zermelo.match.agent_child`.

It hears of a game and a player, loads both, and then of one position after the other:

    {"game": ..., "file": ... or "player": ..., "seconds": 0.2, "memory": megabytes, ...}
    {"ready": true, "kept": true}
    {"at": ..., "seconds": 0.2}
    {"action": 3}
    {"seed": 7}
    {"ready": true, "kept": true}
    {"estimate": ..., "seconds": 0.2}
    {"value": 0.5}

`game`, `at` and `estimate` are pickled. A seed is a new game, for a player of ours. An action is
its place in the list of the legal ones; one that is not in it is told as {"given": ...}, an error
as {"error": ..., "text": ..., "line": ...}.
"""

from __future__ import annotations

import base64
import builtins
import errno
import importlib
import inspect
import math
import os
import pickle
import random
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final

from zermelo.child import Inside, error_line
from zermelo.files import FromText
from zermelo.game import Game
from zermelo.match.players import Named, estimated, searching_player
from zermelo.search import usual_algorithm

RULES: Final = ("zermelo.game", "zermelo.bits", "zermelo.board")  # what may be imported of ours
LONGEST: Final = 80  # letters of what is told of a program's doings
WRITING: Final = (errno.EFBIG, errno.EROFS)  # what the system says to whoever writes a file


class NoAgent(Exception):
    """A file that defines nothing that could play."""


class Borrowed(ImportError):
    """An import of more than Zermelo's rules."""


def lend_rules_alone(own: str) -> None:
    """From here on no file at or below `own` imports more of Zermelo than `RULES`."""
    statement, function = builtins.__import__, importlib.import_module

    def is_lent(name: str, frame: FrameType) -> bool:
        return name.partition(".")[0] == "zermelo" and frame.f_code.co_filename.startswith(own)

    def refuse(*names: str) -> None:
        for each in names:
            if not each.startswith(RULES):
                raise Borrowed(each)

    def import_statement(
        name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> Any:
        if level == 0 and is_lent(name, sys._getframe(1)):
            names = [name]
            if name == "zermelo" and fromlist:  # constants are those of games
                things = (getattr(statement(name), each, None) for each in fromlist)
                names = [getattr(one, "__module__", getattr(one, "__name__", RULES[0]))
                         for one in things]  # fmt: skip
            refuse(*names)
        return statement(name, globals, locals, fromlist, level)

    def import_module(name: str, package: str | None = None) -> ModuleType:
        if is_lent(name, sys._getframe(1)):
            refuse(name)
        return function(name, package)

    builtins.__import__, importlib.import_module = import_statement, import_module


class Traces:
    """What a program leaves behind that it should not: it prints, into a pipe, or makes files."""

    def __init__(self) -> None:
        self.folder = Path.cwd()
        warnings.simplefilter("ignore")  # what Python has to say of a program is not its printing
        self._pipe, end = os.pipe()
        for side in (self._pipe, end):
            os.set_blocking(side, False)
        for stream in (1, 2):
            os.dup2(end, stream)
        os.close(end)

    def found(self) -> dict[str, Any] | None:
        """What it has left since the last time, as an error."""
        printed = self._drained()
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        text = str(printed + self._drained(), "utf-8", "replace")
        if text:
            return {"error": "printed", "text": repr(text[:LONGEST])}
        return {"error": "files"} if any(self.folder.iterdir()) else None

    def _drained(self) -> bytes:
        found = b""
        with suppress(BlockingIOError):
            while part := os.read(self._pipe, 1 << 16):
                found += part
        return found


def load(path: str, own: str, game: Game[Any, Any], seconds: float, limits: dict[str, int]) -> Any:
    """What plays in a student's file, as a player; `own` is the file, or the folder it is in."""
    lend_rules_alone(own)
    if path != own:
        sys.path.insert(0, own)
    loader = FromText("agent", path)
    module = loader.module()
    loader.exec_module(module)
    move = getattr(module, "move", None)
    if callable(move):
        return move
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == "agent" and hasattr(kind, "move"):
            return kind().move
    evaluate = getattr(module, "evaluate", None)
    if not callable(evaluate):
        raise NoAgent
    # It searches with the student's evaluation, whose order alone counts.
    view = estimated(game, lambda state: number(evaluate(game, state)))
    player = searching_player(usual_algorithm(game), seconds, **limits)
    return lambda game, state, history: player(view, state, history)


def number(value: Any) -> int | float:
    """An estimate, if it is one."""
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"evaluate gives {value!r}, which is no number"[:LONGEST])
    return value


def play(player: Callable[..., Any], game: Game[Any, Any], asked: dict[str, Any]) -> dict[str, Any]:
    """The player's move at a position, or the estimate of a student's file."""
    if "estimate" in asked:
        evaluate = getattr(sys.modules["agent"], "evaluate", None)
        if not callable(evaluate):
            raise NoAgent
        state = pickle.loads(base64.b64decode(asked["estimate"]))
        return {"value": number(evaluate(game, state))}
    state, history = pickle.loads(base64.b64decode(asked["at"]))
    actions = list(game.actions(state))
    texts = [game.format_action(state, action) for action in actions]
    known = inspect.signature(player).parameters
    given = {"history": history, "seconds": asked["seconds"]}
    found = player(game, state, **{name: given[name] for name in given if name in known})
    for choices in (actions, texts):
        with suppress(ValueError):
            return {"action": choices.index(found)}
    return {"given": repr(found)[:LONGEST]}


def attempt(deed: Callable[[], Any], file: str, traces: Traces | None) -> Any:
    """What comes of a part of the program, or what is wrong with it."""
    try:
        found = deed()
    except NoAgent:
        found = {"error": "nothing"}
    except BaseException as error:
        found = error_line(error, file)
        if isinstance(error, OSError) and error.errno in WRITING:
            found["error"] = "files"
    return (traces and traces.found()) or found


def main() -> None:
    """Plays until nobody asks any more."""
    inside = Inside()
    job = inside.hear()
    assert job is not None
    game = pickle.loads(base64.b64decode(job["game"]))()
    file, traces = job.get("file", ""), None
    if file:
        inside.limit(job["memory"], [job["reads"]])
        traces = Traces()
    asked: dict[str, Any] | None = job
    player: Any = None
    while asked:
        if "seed" not in asked:
            inside.tell(attempt(partial(play, player, game, asked), file, traces))
        else:
            player = None  # what it holds is given back before the next one is made
            random.seed(asked["seed"])
            if file:
                loading = partial(load, file, job["reads"], game, job["seconds"], job["limits"])
            else:
                named = Named.read(job["player"])
                loading = partial(named.player, game, job["seconds"], asked["seed"])
            player = attempt(loading, file, traces)
            if isinstance(player, dict):
                inside.tell(player)
                return
            inside.tell({"ready": True, "kept": not file or inside.keeps_files})
        asked = inside.hear()


if __name__ == "__main__":
    main()
