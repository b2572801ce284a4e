"""Checks a student's heuristic: on positions of random games, the ends among them."""

from __future__ import annotations

from typing import Any, Final

from zermelo.exercise.luck import Luck
from zermelo.game import Game, choices
from zermelo.games import GAMES
from zermelo.language import _
from zermelo.numbers import number, short
from zermelo.students.cases import Case
from zermelo.students.process import Limits, complaint, not_loaded, run_program
from zermelo.students.program import Program, Verdict, Wrong

GAMES_PLAYED: Final = 100
USUAL: Final = "tictactoe"


def examine_evaluation(program: Program, limits: Limits, game_name: str = USUAL) -> Verdict:
    """A heuristic gives a number, always the same one, and at the end agrees with the utility.

    So it never thinks more of a position than of a won one, nor less than of a lost one. Marks are
    for the ends alone: of any other position a number is all that can be asked. Values are for MAX,
    or, where it asks who moves, for whoever does.
    """
    game = GAMES[game_name].build({})
    states = _positions(game)
    told = [Case(game=game_name, position=game.format_state(state)) for state in states]
    jobs = [case.job() for case in (*told, *told)]
    found = run_program(program.file, program.name, jobs, limits)
    if found[0].get("loading"):
        words = not_loaded(program.file, found[0], limits)
        return Verdict(program.kind, 0, unusable=words)
    wrong: list[Wrong] = []
    values: dict[int, Any] = {}
    for place, (case, one, again) in enumerate(zip(told, found, found[len(told) :], strict=False)):
        what = complaint(one, limits) if "error" in one else None
        if what is None and one["value"] is None:
            what = _("{given} is no number").format(given=one["given"])
        if what is None and one["value"] != again.get("value"):
            what = _("asked twice, it gives another value")
        if what:
            wrong.append(Wrong(case, _where(case, what), one))
        else:
            values[place] = number(one["value"])
    ends = [place for place in values if game.is_terminal(states[place])]
    ways = [values]
    if program.asks:
        ways.append({place: value * game.to_move(states[place]) for place, value in values.items()})
    astray = min(
        ([end for end in ends if not _agrees(game, states[end], way[end], way)] for way in ways),
        key=len,
    )
    for end in sorted(astray, key=lambda end: game.utility(states[end]) == 0):  # draws last
        words = _("the game is over, worth {utility} for MAX, but it gives {value}")
        what = words.format(utility=short(game.utility(states[end])), value=short(values[end]))
        wrong.append(Wrong(told[end], _where(told[end], what), found[end]))
    mistake = None
    if len(set(values.values())) == 1:
        mistake = _("it gives {value} everywhere: it tells no position from another")
        mistake = mistake.format(value=short(next(iter(values.values()))))
    tried = len(ends) + len(told) - len(values)
    return Verdict(program.kind, tried, tuple(wrong), mistake)


def _where(case: Case, what: str) -> str:
    where = _("in {game} at {position}").format(game=case.game, position=case.position)
    return f"{where}: {what}"


def _agrees(game: Game[Any, Any], state: Any, value: Any, values: dict[int, Any]) -> bool:
    """Whether a value at the end is that of a win, a draw, a loss, beside all the others."""
    worth, low, high = game.utility(state), min(values.values()), max(values.values())
    if worth == 0:
        return bool(low < value < high)
    return bool(low < high and value == (high if worth > 0 else low))


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
