"""What a student's program reaches in each criterion of a rubric.

Positions, openings and dice come from the seed of the criterion alone: the same for all students.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations, islice
from typing import Any, Final, TypeAlias

from zermelo.course import words
from zermelo.course.rubric import Criterion, Rubric
from zermelo.engine import engine_for
from zermelo.game import MAX, MIN, PLAYER_NAMES, Game, Value
from zermelo.lab.evaluations import sample as solved
from zermelo.language import _, ngettext
from zermelo.match import Match, Player, algorithm_player, play_match
from zermelo.match.agent import Agent, AgentFault
from zermelo.match.openings import random_game
from zermelo.match.players import Named, estimated
from zermelo.numbers import short
from zermelo.search import usual_algorithm

STOPPING: Final = ("time", "end", "MemoryError")  # faults that cost time, and a new process
FAULTS: Final = 2  # of these in one criterion, after which the program is not asked again
OPENING: Final = 2  # random plies before a match
NODES: Final = 100_000  # for the proof of one value
IN_PYTHON: Final = 5_000  # of them, where the rules are not compiled
SECONDS: Final = 1.0  # for a move of an opponent without a depth
TRIES: Final = 40  # random games for each position wanted

Position: TypeAlias = tuple[Any, tuple[Any, ...]]  # a state and those before it


@dataclass(frozen=True)
class Reached:
    """What a student reached: the points, in words, and the first thing that went wrong.

    `boards`: drawings of the positions where it did, each with a line below.
    """

    points: float
    told: str
    fault: str = ""
    advice: str = ""
    boards: tuple[tuple[str, str], ...] = ()


Score: TypeAlias = tuple[float, str, Reached | None]  # what comes of a test: in words, a fault


class Candidate:
    """A student's program; where a fault has stopped it, it is started again, but not for ever."""

    def __init__(self, game: Game[Any, Any], start: Callable[[], Agent], rubric: Rubric) -> None:
        self.game, self.start, self.rubric = game, start, rubric
        self.agent: Agent | None = None
        self.faults: list[AgentFault] = []
        self.state: Any = None  # that was asked about last

    def begin(self) -> None:
        """Another criterion: faults are forgotten, except that the file does not load."""
        self.faults = [fault for fault in self.faults if fault.kind == "loading"]

    def move(self, game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        """A legal move; a fault otherwise. A program that only evaluates has it searched."""
        if self.rubric.kind == "evaluate":
            return self._searched(state, history)
        return self._ask(state, lambda agent: agent.move(state, history, self.rubric.seconds))

    def value(self, state: Any) -> float:
        """A number; a fault otherwise."""
        found: float = self._ask(state, lambda agent: agent.evaluate(state, self.rubric.seconds))
        return found

    def answer(self, state: Any, history: Sequence[Any]) -> Any:
        """What the student's own function gives."""
        if self.rubric.kind == "evaluate":
            return self.value(state)
        return self.move(self.game, state, history)

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self.agent is not None:
            self.agent.close()
            self.agent = None

    def _searched(self, state: Any, history: Sequence[Any]) -> Any:
        view = estimated(self.game, self.value)
        search = algorithm_player(usual_algorithm(view), depth=self.rubric.depth)
        return search(view, state, history=history)

    def _ask(self, state: Any, question: Callable[[Agent], Any]) -> Any:
        self.state = state
        if self.faults and (self.faults[0].kind == "loading" or len(self.faults) >= FAULTS):
            raise self.faults[0]
        try:
            if self.agent is None:
                self.agent = self.start()
            return question(self.agent)
        except AgentFault as fault:
            if fault.told["error"] in STOPPING or fault.kind == "loading":
                self.faults.append(fault)
                self.close()
            raise


def contest(
    game: Game[Any, Any], criterion: Criterion, plays: str, player: Player
) -> Iterator[tuple[int, Match[Any, Any] | AgentFault]]:
    """The matches of a criterion: on which side the player was, and the match or the fault.

    Two begin at the same opening, one for each side; for a score, the player is always MAX.
    """
    for number in range(criterion.games):
        side = MAX if plays == "max" or number % 2 == 0 else MIN
        rival = Named.read(criterion.against).player(game, SECONDS, criterion.seed + number)
        pair = (player, rival) if side == MAX else (rival, player)
        start = None if plays == "max" else opening(game, criterion.seed + number // 2)
        try:
            yield side, play_match(game, *pair, state=start, seed=criterion.seed + number)
        except AgentFault as fault:
            yield side, fault


def score_of(plays: str, side: int, match: Match[Any, Any] | AgentFault) -> float:
    """What a match is worth: the utility, or 1 for a win and half for a draw."""
    assert isinstance(match, Match)
    return float(match.value) if plays == "max" else (match.winner * side + 1) / 2


# --- positions -----------------------------------------------------------------------------------


def sample(game: Game[Any, Any], plays: str, seed: int, tries: int) -> Iterator[Position]:
    """Positions of random games where the student would move, each once."""
    luck, met = random.Random(seed), set()
    for _try in range(tries):
        path = random_game(game, game.initial(), luck)
        movers = (MAX,) if plays == "max" else (MAX, MIN)
        places = [i for i, state in enumerate(path) if game.to_move(state) in movers]
        if not places:
            continue
        place = luck.choice(places)
        if path[place] not in met:
            met.add(path[place])
            yield path[place], tuple(path[:place]) if game.ends_by_repetition else ()


def opening(game: Game[Any, Any], seed: int) -> Any:
    """Where a match begins: after a few random plies, be it won already for either side."""
    path = random_game(game, game.initial(), random.Random(seed))
    return path[: OPENING + 1][-1]


class Cases:
    """The positions of a rubric's criteria, worked out once for the whole class."""

    def __init__(self, game: Game[Any, Any], rubric: Rubric) -> None:
        self.game, self.rubric = game, rubric
        self.of = cache(self._of)

    def _of(self, criterion: Criterion) -> list[tuple[Position, Any]]:
        """Each position with what is right there: the moves that win, or the proven value."""
        return list(islice(self._worked_out(criterion), criterion.positions))

    def _worked_out(self, criterion: Criterion) -> Iterator[tuple[Position, Any]]:
        game, tries = self.game, TRIES * criterion.positions
        if criterion.test not in ("forced", "proven"):
            positions = sample(game, self.rubric.plays, criterion.seed, tries)
            yield from ((position, None) for position in positions)
            return
        engine = engine_for(game)
        nodes = NODES if engine.lane == "compiled" else IN_PYTHON
        solve = partial(engine.solve, nodes=nodes, all_moves=True, line=False)
        for each in solved(game, game.initial(), tries, criterion.seed, solve):
            mover, position = game.to_move(each.state), (each.state, ())
            winning = {action for action, value in each.moves.items() if value * mover > 0}
            if criterion.test == "proven":
                yield position, each.value
            elif 0 < len(winning) < len(each.moves):
                near = engine.analyse(each.state, depth=criterion.plies)
                if near.proven and near.value * mover > 0:
                    yield position, winning


# --- the tests -----------------------------------------------------------------------------------


def reached(criterion: Criterion, candidate: Candidate, cases: Cases) -> Reached:
    """What a program reaches in a criterion."""
    candidate.begin()
    test = {"match": _match, "proven": _proven}.get(criterion.test, _answers)
    score, told, first = test(criterion, candidate, cases)
    share = criterion.share(score)
    missed = first if first and share < 1 else Reached(0, "")
    return replace(missed, points=round(criterion.points * share, 2), told=told)


def _answers(criterion: Criterion, candidate: Candidate, cases: Cases) -> Score:
    """Legal moves and forced wins: the share of positions that were right."""
    game, right, first, given = candidate.game, 0, None, cases.of(criterion)
    for (state, history), winning in given:
        try:
            action = candidate.answer(state, history)
        except AgentFault as fault:
            first = first or _fault(candidate, fault)
            continue
        if winning is None or action in winning:
            right += 1
        elif first is None:
            best = ", ".join(sorted(game.format_action(state, each) for each in winning))
            told = _("{action} lets the win slip; what wins: {best}")
            told = told.format(action=game.format_action(state, action), best=best)
            board = draw(game, state)
            first = Reached(0, "", told, words.advice("forced", criterion.plies), (board,))
    told = ngettext("{right} of {count} is right", "{right} of {count} are right", len(given))
    return right / max(1, len(given)), told.format(right=right, count=len(given)), first


def _match(criterion: Criterion, candidate: Candidate, cases: Cases) -> Score:
    """The share of the score; against an environment, the average utility."""
    game, plays = candidate.game, cases.rubric.plays
    scores, first, counts = list[float](), None, {1: 0, 0: 0, -1: 0}
    for side, played in contest(game, criterion, plays, candidate.move):
        if isinstance(played, AgentFault):
            counts[-1] += 1
            scores.append(min(0.0, criterion.nothing))
            first = first or _fault(candidate, played)
            continue
        result = played.winner * side
        counts[result] += 1
        scores.append(score_of(plays, side, played))
        if first is None and (scores[-1] < criterion.full if plays == "max" else result < 0):
            first = _lost(played, side, len(scores))
    score = sum(scores) / len(scores)
    told = _("{won} won, {drawn} drawn, {lost} lost")
    told = told.format(won=counts[1], drawn=counts[0], lost=counts[-1])
    if plays == "max":
        told = _("average score {score}: {told}").format(score=words.number(score), told=told)
    return score, told, first


def _proven(criterion: Criterion, candidate: Candidate, cases: Cases) -> Score:
    """The share of pairs of positions that are in the right order; equal estimates are half."""
    valued, first, score, pairs = list[tuple[Any, Value, Value]](), None, 0.0, 0
    for (state, _history), exact in cases.of(criterion):
        try:
            valued.append((state, exact, candidate.value(state)))
        except AgentFault as fault:
            first = first or _fault(candidate, fault)
    for one, other in combinations(valued, 2):
        if one[1] == other[1]:
            continue
        better, worse = (one, other) if one[1] > other[1] else (other, one)
        pairs += 1
        score += 1.0 if better[2] > worse[2] else 0.5 if better[2] == worse[2] else 0.0
        if first is None and better[2] <= worse[2]:
            first = _misjudged(candidate.game, better, worse)
    share = score / max(1, pairs) * len(valued) / max(1, len(cases.of(criterion)))
    told = _("{share} of the pairs in the right order").format(share=words.percent(share))
    return share, told, first


# --- what went wrong -----------------------------------------------------------------------------


def draw(game: Game[Any, Any], state: Any, caption: str = "") -> tuple[str, str]:
    """A drawing of a position, and the line below it: by default whose turn it is, and the text."""
    if not caption:
        turn = _("{player} to move").format(player=_(PLAYER_NAMES[game.to_move(state)]))
        caption = f"{turn}: {game.format_state(state)}"
    return game.draw_svg(state), caption


def _fault(candidate: Candidate, fault: AgentFault) -> Reached:
    boards = () if fault.kind == "loading" else (draw(candidate.game, candidate.state),)
    kind = "files" if fault.told["error"] in ("files", "PermissionError") else fault.kind
    return Reached(0, "", str(fault), words.advice(kind), boards)


def _lost(match: Match[Any, Any], side: int, number: int) -> Reached:
    """A match that was lost, or brought less than it might."""
    game, start = match.game, match.states[0]
    told = _("game {number}, played as {player}, ended with {value} for MAX")
    told = told.format(number=number, player=_(PLAYER_NAMES[side]), value=short(match.value))
    moves = " ".join(game.format_line(start, match.moves))
    line = _("from {position} after {moves}").format(position=game.format_state(start), moves=moves)
    return Reached(0, "", told, words.advice("match"), (draw(game, match.states[-1], line),))


def _misjudged(game: Game[Any, Any], better: Any, worse: Any) -> Reached:
    boards = []
    for state, exact, estimate in (better, worse):
        line = _("proven value {value}, your value {estimate}")
        line = line.format(value=short(exact), estimate=short(estimate))
        boards.append(draw(game, state, line))
    told = _("the first position is worth more to MAX, but your function does not say so")
    return Reached(0, "", told, words.advice("proven"), tuple(boards))
