"""The process in which a student's program runs: `python -m zermelo.students.child`.

It reads a job from standard input, one JSON object, and writes a line of JSON when the file is
loaded and one for each case:

    {"file": ..., "name": ..., "memory": megabytes,
     "alone": whether each case has a process of its own, as it is after loading the file,
     "cases": [{"tree": ..., "depth": ...}, ...]}
    {"value": 3, "move": "a1", "trace": [["in", 0, "-inf", "inf", null, null], ["leaf", 2], ...]}

`trace` is what happened, in order: a function of the student's file entered with a state and a
window, and what its caller held for one; a leaf looked at; a move made; the function left with a
value. Calls are seen by Python's own profiler, so that the program needs to know nothing of it.
What the program prints is lost. It changes no file, and reads those beside it and those of Python.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
from functools import cache
from numbers import Integral, Rational, Real
from pathlib import Path
from types import FrameType
from typing import Any, Final

from zermelo.child import Inside, error_line
from zermelo.game import CHANCE, INFINITY, MAX, MIN, Game
from zermelo.games import GAMES, Tree, read_tree
from zermelo.numbers import plain
from zermelo.students import forms, source
from zermelo.students.watched import Node, Watched, bare, functions

MOST: Final = 200_000  # things noted in one case
DEEP: Final = 99  # a depth that limits nothing
TOLD: Final = 77  # how a process ends that had one case alone, and told what came of it


class TooMuch(Exception):
    """The program does the same things over and over."""


class Trace:
    """What happens while a student's function runs."""

    def __init__(self, file: str, game: Game[Any, Any]) -> None:
        self.file, self.game = file, game
        self.steps: list[list[Any]] = []
        self._told: list[bool] = []  # of each call under way, whether it was noted

    def note(self, *step: Any) -> None:
        """Something happened."""
        if len(self.steps) >= MOST:
            raise TooMuch
        self.steps.append([step[0], *(self.key(state) for state in step[1:])])

    def key(self, state: Any) -> Any:
        """A state as JSON tells it: of a tree its number, of a game its notation."""
        return state if isinstance(self.game, Tree) else self.game.format_state(state)

    def profile(self, frame: FrameType, event: str, value: Any) -> None:
        """Hears of every call; notes those of the student's functions that have a state."""
        if frame.f_code.co_filename != self.file or event not in ("call", "return"):
            return
        code = frame.f_code
        given = {forms.role_of(name): name for name in code.co_varnames[: code.co_argcount]}
        if "state" not in given:
            return
        if event == "return":
            if self._told and self._told.pop():
                self.steps.append(["out", number_in(value)])
            return
        local = frame.f_locals
        state = bare(local.get(given["state"]))
        self._told.append(self._is_state(state))
        if not self._told[-1]:
            return
        window = [json_number(local.get(given.get(which, ""))) for which in ("alpha", "beta")]
        if len(self.steps) >= MOST:
            raise TooMuch
        self.steps.append(["in", self.key(state), *window, *self._held(frame.f_back)])

    def _is_state(self, state: Any) -> bool:
        """Whether that is a state of the game, and nothing else of the same name."""
        if isinstance(self.game, Tree):
            return type(state) is int and 0 <= state < len(self.game.nodes)
        return type(state) is type(self.game.initial())

    def _held(self, caller: FrameType | None) -> list[Any]:
        """The bounds that the caller holds just now, whatever it passes on."""
        if caller is None or caller.f_code.co_filename != self.file:
            return [None, None]
        # A single letter may be anything: an action, a branch.
        held = {forms.role_of(k): value for k, value in caller.f_locals.items() if len(k) > 1}
        return [json_number(held.get(which)) for which in ("alpha", "beta")]


def json_number(value: Any) -> Any:
    """A number as JSON holds it, NumPy's too; None for what is none."""
    if not _is_number(value) or value != value:
        return None
    if not isinstance(value, Rational):
        return plain(float(value))
    return plain(int(value) if isinstance(value, Integral) else value)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def number_in(value: Any) -> Any:
    """The number in what a function gave back: itself, or one of a pair."""
    parts = value if isinstance(value, tuple | list) else (value,)
    return next((json_number(part) for part in parts if _is_number(part)), None)


def load(path: str, name: str) -> tuple[Any, Any]:
    """The student's module, and the function or class of that name in it."""
    spec = importlib.util.spec_from_file_location("student", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    for known, function in functions().items():
        setattr(module, known, function)
    for constant, value in (("MAX", MAX), ("MIN", MIN), ("CHANCE", CHANCE), ("CHANGE", CHANCE)):
        setattr(module, constant, value)
    sys.modules["student"] = module
    sys.path.append(str(Path(path).parent))
    spec.loader.exec_module(module)
    return module, getattr(module, name)


class Form:
    """What the text of a file says of how its functions are called."""

    def __init__(self, file: str, name: str) -> None:
        module = source.reach(ast.parse(Path(file).read_bytes(), file), name)
        self.file = file
        self.attributes = source.attributes(module)
        self.depth = source.depth(module, name)
        self.numbers_moves = source.takes_for_granted(module, "N")


def play(module: Any, function: Any, case: dict[str, Any], form: Form) -> dict[str, Any]:
    """One case: what the function gives back, and what it did."""
    game = read_tree(case["tree"]) if "tree" in case else _game(case["game"])
    state = game.initial() if "position" not in case else game.parse_state(case["position"])
    trace = Trace(form.file, game)
    watched = Watched(game, trace.note, form.attributes)
    depth = case.get("depth")
    if form.depth.limit:
        plies = DEEP if depth is None else depth
        setattr(module, form.depth.limit, form.depth.first + plies)
    if form.numbers_moves:
        module.N = most_moves(game)
    moves: list[Any] = [None]
    given = {
        "game": watched,
        "state": Node(watched, state),
        "depth": 1 if form.depth.up else DEEP if depth is None else depth,
        "alpha": -INFINITY,
        "beta": INFINITY,
        "maximizing": game.is_terminal(state) or game.to_move(state) == MAX,
        "player": game.to_move(state),
        "next": CHANCE if game.has_chance else -game.to_move(state),
        "moves": moves,
    }
    if isinstance(function, type):
        player = function(**forms.arguments(forms.roles(function), given))
        plays = (getattr(player, name) for name in forms.PLAYS if hasattr(player, name))
        function = next(plays)
    arguments = forms.arguments(forms.roles(function), given)
    sys.setprofile(trace.profile)
    try:
        found = function(**arguments)
    finally:
        sys.setprofile(None)
    if moves[0] is not None:
        found = (found, moves[0])
    return {**answer(watched, state, found), "trace": trace.steps}


@cache
def _game(name: str) -> Game[Any, Any]:
    """A game of the catalogue, the same one for all cases: it studies its boards but once."""
    return GAMES[name].build({})


def most_moves(game: Game[Any, Any]) -> int:
    """The N of lecture 000: how many moves there can be, valid or not."""
    if isinstance(game, Tree):
        return max(len(node.children) for node in game.nodes)
    return len(list(game.actions(game.initial())))


def answer(game: Watched, state: Any, found: Any) -> dict[str, Any]:
    """The value and the move in what was given back, in whatever order.

    A move may also be the state that it leads to; `astray` is one that no move leads to.
    """
    actions = {
        str(action): game.game.result(state, game.plain_action(state, action))
        for action in game.actions(state)
    }
    parts = list(found) if isinstance(found, tuple | list) else [found]
    value = number_in(found)
    move = next(
        (str(part) for part in parts if not _is_number(part) and str(part) in actions), None
    )
    states = [part for part in parts if isinstance(part, Node)]
    if states:
        move = next((name for name, result in actions.items() if states[0] == result), None)
    astray = repr(states[0]) if states and move is None else None
    return {"value": value, "move": move, "given": repr(found)[:80], "astray": astray}


def main() -> None:
    """Does the job."""
    inside = Inside()
    job = inside.hear()
    assert job is not None
    file = str(Path(job["file"]).resolve())
    inside.limit(job["memory"], [Path(file).parent])
    try:
        module, function = load(file, job["name"])
    except BaseException as error:
        inside.tell(error_line(error, file))
        return
    form = Form(file, job["name"])
    inside.tell({"ready": True, "kept": inside.keeps_files})
    for case in job["cases"]:
        if not job["alone"]:
            inside.tell(attempt(module, function, case, form))
        elif os.fork():
            if os.waitstatus_to_exitcode(os.wait()[1]) != TOLD:
                inside.tell({"error": "end"})
        else:
            inside.tell(attempt(module, function, case, form))
            os._exit(TOLD)


def attempt(module: Any, function: Any, case: dict[str, Any], form: Form) -> dict[str, Any]:
    """What a case gives, or what went wrong with it."""
    try:
        return play(module, function, case, form)
    except BaseException as error:
        sys.setprofile(None)
        return error_line(error, form.file)


if __name__ == "__main__":
    main()
