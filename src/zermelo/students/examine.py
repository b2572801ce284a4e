"""Checks a student's program: on hundreds of trees and on games, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from zermelo.exercise.luck import Luck
from zermelo.exercise.replay import Replay
from zermelo.game import Game, choices
from zermelo.games import GAMES
from zermelo.language import _
from zermelo.numbers import number, short
from zermelo.search import alphabeta
from zermelo.students import forms
from zermelo.students.cases import Case, cases
from zermelo.students.mistakes import looks_like, never_values
from zermelo.students.process import FATAL, Limits, complaint, not_loaded, run_program
from zermelo.students.program import ALGORITHMS, Program, Verdict, Wrong
from zermelo.students.replay import Comparison


def examine(program: Program, count: int, seed: int, limits: Limits) -> Verdict:
    """Tries the program, compares it, and looks for the mistake behind what is wrong."""
    if program.kind == "evaluation":
        return _examine_evaluation(program, limits)
    tried = cases(count, seed, program.wanted)
    found = run_program(program.file, program.name, [case.job() for case in tried], limits)
    unusable = _unusable(program, found, limits)
    if unusable:
        return Verdict(program.kind, 0, unusable=unusable)
    wrong = _wrong(program, tried, found, limits)
    if len(found) == len(tried) and all(one.case.is_leaf for one in wrong):  # nothing to decide
        return Verdict(program.kind, len(tried) - len(wrong))
    mistake = looks_like(program, tried, found)
    if mistake is None and found[-1].get("error") not in FATAL:
        wrong, mistake = _alone(program, tried, wrong, limits)
    return Verdict(program.kind, len(tried), wrong, mistake)


def _wrong(
    program: Program, tried: Sequence[Case], found: Sequence[dict[str, Any]], limits: Limits
) -> tuple[Wrong, ...]:
    """The cases that went wrong; those never tried, because the program had ended, did too."""
    pairs = list(zip(tried, found, strict=False))
    judged = [(case, one, judge(program, case, one, limits)) for case, one in pairs]
    wrong = tuple(
        Wrong(case, _asked(program, case, told), one) for case, one, told in judged if told
    )
    return wrong + wrong[-1:] * (len(tried) - len(pairs))


def _asked(program: Program, case: Case, told: str) -> str:
    """What was wrong, and with which depth."""
    if case.depth is None:
        return told
    names = [name for name in program.parameters if forms.role_of(name) == "depth"]
    name, depth = (names or [""])[0], case.depth
    if program.depth.up or not names:
        name, depth = program.depth.limit, program.depth.first + case.depth
    return _("{what} (asked with {name} = {depth})").format(what=told, name=name, depth=depth)


def _alone(
    program: Program, tried: Sequence[Case], wrong: tuple[Wrong, ...], limits: Limits
) -> tuple[tuple[Wrong, ...], str | None]:
    """What is wrong where each case has a process of its own, and what that looks like.

    A program that is better so keeps something from one search to the next. What is right alone
    counts as right; where all is, the first that was not is told.
    """
    jobs = [case.job() for case in tried]
    found = run_program(program.file, program.name, jobs, limits, alone=True)
    left = _wrong(program, tried, found, limits)
    if len(found) < len(tried) or {one.case for one in wrong} <= {one.case for one in left}:
        return wrong, None
    kept = _(
        "what it keeps in {names} from one search spoils the next: clear it when a search begins"
    )
    if not program.keeps:
        kept = _("asked again it does something else: it keeps something, or draws lots")
    mistake = looks_like(program, tried, found) if left else None
    told = _("{what}; asked about this case alone it is right").format(what=wrong[0].told)
    return left or (replace(wrong[0], told=told),), mistake or kept.format(
        names=", ".join(program.keeps)
    )


def _unusable(program: Program, found: Sequence[dict[str, Any]], limits: Limits) -> str:
    """Why nothing can be made of the program, if so."""
    first = found[0]
    if first.get("loading"):
        return not_loaded(program.file, first, limits)
    if first.get("error") == "TypeError" and first.get("line") is None:
        return _(
            "{name}: nobody knows what the parameter '{parameter}' is for; use game, state, depth, "
            "alpha, beta, maximizing or player"
        ).format(name=program.name, parameter=first.get("text", ""))
    answered = [one for one in found if "error" not in one]
    if not answered:
        advice = never_values(program)
        return complaint(first, limits) + (f"; {_(advice)}" if advice else "")
    if all(one["value"] is None and one["move"] is None and not one["astray"] for one in answered):
        return _gives_nothing(program, answered[0])
    return ""


def _gives_nothing(program: Program, found: dict[str, Any]) -> str:
    words = _("{name} gives {given}: give the value, or (value, action)")
    return words.format(name=program.name, given=found["given"])


def judge(program: Program, case: Case, found: dict[str, Any], limits: Limits) -> str | None:
    """What is wrong with a case, in words; None: nothing."""
    if "error" in found:
        return complaint(found, limits)
    if case.tree is None:
        return _judge_game(program, case, found)
    if found["astray"]:
        told = _("the move leads to {node}, which no move at the root does")
        return told.format(node=found["astray"])
    if found["value"] is None and found["move"] is None and case.tree.nodes[0].children:
        return _gives_nothing(program, found)
    settings = program.settings if case.depth is None else {**program.settings, "depth": case.depth}
    ours = Replay(ALGORITHMS[program.kind], case.tree, **settings)
    if program.kind == "player":
        found = {**found, "value": None}
    return Comparison(ours, found, program.kind == "alphabeta").difference()


def _judge_game(program: Program, case: Case, found: dict[str, Any]) -> str | None:
    game = GAMES[case.game].build({})
    state = game.parse_state(case.position)
    ours = alphabeta(game, state)
    where = _("in {game} at {position}").format(game=case.game, position=case.position)
    if found["value"] is not None and number(found["value"]) != ours.value:
        told = _("{where}: the value is {wanted}, not {given}")
        return told.format(where=where, wanted=ours.value, given=found["value"])
    if found["move"] is not None:
        child = game.result(state, game.parse_action(state, found["move"]))
        if alphabeta(game, child).value != ours.value:
            told = _("{where}: {move} is not a best move")
            return told.format(where=where, move=found["move"])
    return None


# --- evaluations ---------------------------------------------------------------------------------

GAMES_PLAYED: Final = 100
GAME: Final = "tictactoe"


def _examine_evaluation(program: Program, limits: Limits) -> Verdict:
    """A heuristic gives a number, always the same one, and at the end agrees with the utility.

    So it never thinks more of a position than of a won one, nor less than of a lost one. Marks are
    for the ends alone: of any other position a number is all that can be asked. Values are for MAX,
    or, where it asks who moves, for whoever does.
    """
    game = GAMES[GAME].build({})
    states = _positions(game)
    told = [Case(game=GAME, position=game.format_state(state)) for state in states]
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
    luck, found = Luck(1), list[Any]()
    for _game in range(GAMES_PLAYED):
        found.append(game.initial())
        while not game.is_terminal(found[-1]):
            found.append(game.result(found[-1], luck.pick(list(choices(game, found[-1])))))
    return list(dict.fromkeys(found))
