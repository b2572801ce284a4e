"""Why a move is good or bad: the line that supports or refutes it, in words."""

from __future__ import annotations

from typing import Any, Final

from zermelo.explain.numbers import format_value
from zermelo.game import Game
from zermelo.history import came_back
from zermelo.language import _, ngettext
from zermelo.names import is_for_two, player_code
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.lookup import finding
from zermelo.web.facts import player_names
from zermelo.web.positions import action_of
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import WhyRequest
from zermelo.web.workers.tasks.agreement import agree, finding_of
from zermelo.web.workers.tasks.analysis import Judged, Player, engine_of, with_plies
from zermelo.web.workers.tasks.verdicts import mover_of

MOST_TOLD: Final = 8  # moves of a line that stand in a sentence


def why(context: Context, request: WhyRequest) -> dict[str, Any]:
    """The best move and the one asked about, with their values, lines and words."""
    game, state, history = context.positions.find(request.start)
    if game.is_terminal(state) or came_back(game, state, history):
        return {"best": None, "played": None, "same": False, "words": [_("The game is over.")]}
    action = None if request.move is None else action_of(game, state, request.move)
    try:
        engine, found = _searched(context, request, game, state, history, action)
    except NotSolved:
        words = [_("The end of the game is too far away to tell.")]
        return {"best": None, "played": None, "same": False, "words": words}
    names, mover = player_names(request.start.game or "", game), mover_of(game, state)
    judged = {move.action: _Judged(names, engine, state, found, move) for move in found.moves}
    if mover is None or not judged:
        move = MoveValue(found.action, found.value, found.proven, found.distance)
        best = _Judged(names, engine, state, found, move)
        words = [best.chance() if mover is None else best.supported(judged)]
        return {"best": best.as_json(), "played": None, "same": False, "words": words}
    best = max(judged.values(), key=lambda each: (each.rank, each.action == found.action))
    played = None if action is None else judged[action]
    if played is None or played is best:
        words, same = [best.supported(judged)], played is not None
    elif played.rank == best.rank:
        words, same = [played.supported(judged)], True
    else:
        words, same = [played.refuted(best), best.better()], played.value == best.value
    shown = None if played is None else played.as_json()
    return {"best": best.as_json(), "played": shown, "same": same, "words": words}


def _searched(
    context: Context,
    request: WhyRequest,
    game: Game[Any, Any],
    state: Any,
    history: tuple[Any, ...],
    action: Any,
) -> tuple[Player, Finding[Any, Any]]:
    """What is known of the position: by a table, by an analysis on the page, else by a search."""
    decided = mover_of(game, state) is not None
    table = context.positions.table(request.start)
    if table and (known := finding(table, state, history)).proven:
        return table, known
    engine = engine_of(context, game)
    if request.known and request.known["moves"] and decided:
        found = finding_of(game, state, request.known)
    else:
        found = engine.analyse(
            state, history=history, time=request.time, all_moves=True, stop=context.token
        )
        found = with_plies(engine, state, history, found, context.token)
    if request.after and found.moves and decided:
        found = agree(found, action, request.after)
    return engine, found


class _Judged(Judged):
    """A move with its line, and the words for it."""

    def __init__(self, names: dict[str, str], *given: Any) -> None:
        super().__init__(*given)
        self.names = names

    def as_json(self) -> dict[str, Any]:
        """What the page shows beside the words."""
        return {**super().as_json(), "line": self.line}

    @property
    def loses(self) -> bool:
        """Whether whoever plays it loses for certain."""
        return self.mover is not None and self.verdict.side == -self.mover != 0

    def chance(self) -> str:
        """A position where nobody chooses."""
        return _("Chance decides here: {what}.").format(what=self._what())

    def supported(self, among: dict[Any, _Judged]) -> str:
        """The best move, and the line that it leads to."""
        equal = sum(each.rank == self.rank for each in among.values())
        lost = len(among) > 1 and all(each.loses for each in among.values())
        if equal <= 1 and lost:
            words = _("Every move loses. {move} holds out longest: {what}. {then}")
        elif equal <= 1:
            words = _("{move} is the best move for {player}: {what}. {then}")
        elif equal < len(among) and lost:
            words = _("Every move loses. None holds out longer than {move}: {what}. {then}")
        elif equal < len(among):
            words = _("{move} is one of the {count} best moves for {player}: {what}. {then}")
        elif lost:
            words = _("Every move loses; so does {move}: {what}. {then}")
        else:
            words = _("All moves are equally good, {move} too: {what}. {then}")
        return self._filled(words, equal)

    def better(self) -> str:
        """The best move, beside a worse one."""
        return self._filled(_("Better is {move}: {what}. {then}"))

    def refuted(self, best: _Judged) -> str:
        """A move that is worse than the best, and the line that shows it."""
        words = _("{move} is not the best: {what}. {then}")
        if self.value == best.value and self.loses:
            words = _("{move} loses sooner than need be: {what}. {then}")
        elif self.value == best.value:
            words = _("{move} wins as well, but later: {what}. {then}")
        return self._filled(words)

    def _filled(self, words: str, count: int = 1) -> str:
        player = "" if self.mover is None else self.names[player_code(self.game, self.mover)]
        move = self.told[0] if self.actions else ""
        then = self._then()
        return words.format(
            move=move, player=player, count=count, what=self._what(), then=then
        ).strip()

    def _what(self) -> str:
        """The verdict; else the value, and what it rests on."""
        winner, plies = self.verdict
        for_two = is_for_two(self.game)
        if winner == "nobody":
            return _("a draw")
        if winner is not None and plies is not None:
            words = ngettext(
                "{player} wins in {count} ply", "{player} wins in {count} plies", plies
            )
            return words.format(player=self.names[winner], count=plies)
        if winner is not None:
            return _("{player} wins").format(player=self.names[winner])
        if self.proven:
            words = _("the value for MAX is {value}") if for_two else _("the value is {value}")
            return words.format(value=_text(self.game, self.value))
        words = ngettext(
            "an estimate of {value} for MAX, {depth} ply ahead",
            "an estimate of {value} for MAX, {depth} plies ahead",
            self.found.depth,
        )
        if not for_two:
            words = ngettext(
                "an estimate of {value}, {depth} ply ahead",
                "an estimate of {value}, {depth} plies ahead",
                self.found.depth,
            )
        return words.format(value=_text(self.game, self.value), depth=self.found.depth)

    def _then(self) -> str:
        rest = self.told[1:]
        if not rest:
            return _("The game is over then.") if self._ends() else ""
        words = _("It goes on {line}.")
        if len(rest) > MOST_TOLD:
            words = _("It goes on {line} …")
        elif self._ends():
            words = _("It goes on {line}, to the end of the game.")
        return words.format(line=" ".join(rest[:MOST_TOLD]))

    def _ends(self) -> bool:
        """Whether the game is over after the line."""
        game, state = self.game, self.state
        for action in self.actions:
            state = game.result(state, action)
        return game.is_terminal(state)


def _text(game: Game[Any, Any], value: Any) -> str:
    """A value in a sentence, or what each player gets: of a decimal, three digits say enough."""
    if isinstance(value, tuple):
        pairs = zip(game.players, value, strict=True)
        return ", ".join(f"{name} {_text(game, each)}" for name, each in pairs)
    return format_value(float(f"{value:.3g}") if isinstance(value, float) else value)
