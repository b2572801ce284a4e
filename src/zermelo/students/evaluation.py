"""Checks a student's heuristic: on positions of random games, the ends among them."""

from __future__ import annotations

from typing import Any, Final

from zermelo.exercise.luck import Luck
from zermelo.game import Game, choices
from zermelo.games import GAMES
from zermelo.language import _
from zermelo.numbers import number, short
from zermelo.students.cases import Case
from zermelo.students.process import Limits, complaint, run_program
from zermelo.students.program import Program, Verdict, Wrong

GAMES_PLAYED: Final = 12
USUAL: Final = "tictactoe"


def examine_evaluation(program: Program, limits: Limits, game_name: str = USUAL) -> Verdict:
    """A heuristic gives a number, always the same one, and at the end agrees with the utility.

    So it never thinks more of a position than of a won one, nor less than of a lost one.
    """
    game = GAMES[game_name].build({})
    states = _positions(game)
    told = [Case(game=game_name, position=game.format_state(state)) for state in states]
    jobs = [{**case.job(), "raw": True} for case in (*told, *told)]
    found = run_program(program.file, program.name, jobs, limits)
    if found[0].get("loading"):
        words = _("{file} does not import: {reason}")
        reason = complaint(found[0], limits)
        return Verdict(program.kind, 0, unusable=words.format(file=program.file, reason=reason))
    values = [number(one["value"]) for one in found[: len(told)] if one.get("value") is not None]
    wrong = []
    for case, state, one, again in zip(told, states, found, found[len(told) :], strict=False):
        where = _("in {game} at {position}").format(game=case.game, position=case.position)
        what = complaint(one, limits) if "error" in one else None
        if what is None and one["value"] is None:
            what = _("{given} is no number").format(given=one["given"])
        if what is None and one["value"] != again.get("value"):
            what = _("asked twice, it gives another value")
        if what is None:
            what = _disagrees(game, state, number(one["value"]), values)
        if what:
            wrong.append(Wrong(case, f"{where}: {what}", one))
    return Verdict(program.kind, len(told), tuple(wrong))


def _disagrees(game: Game[Any, Any], state: Any, value: Any, values: list[Any]) -> str | None:
    if not game.is_terminal(state):
        return None
    worth = game.utility(state)
    fits = value == max(values) if worth > 0 else value == min(values) if worth < 0 else True
    if worth == 0:
        fits = min(values) < value < max(values)
    if fits:
        return None
    words = _("the game is over, worth {utility} for MAX, but it gives {value}")
    return words.format(utility=short(worth), value=short(value))


def _positions(game: Game[Any, Any]) -> list[Any]:
    """Positions of some random games, each once."""
    luck, found = Luck(1), dict[Any, None]()
    for _game in range(GAMES_PLAYED):
        state = game.initial()
        found[state] = None
        while not game.is_terminal(state):
            state = game.result(state, luck.pick(list(choices(game, state))))
            found[state] = None
    return list(found)
