"""Searches of games for several players in words.

Under max^n a value is what each player gets, and each wants most for themselves. Under paranoid
search who moves at the root is MAX and everybody else MIN: what is told of alpha-beta holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.explain.naming import brief, title
from zermelo.explain.narrator import NONE, Narrator, joined
from zermelo.explain.numbers import format_value
from zermelo.explain.place import Look
from zermelo.explain.steps import Step
from zermelo.explain.story import Story
from zermelo.language import _
from zermelo.search.coalition import Coalition


class ParanoidNarrator(Narrator):
    """Alpha-beta, with a word on who is MAX and who MIN."""

    def _begin(self, step: Step, look: Look) -> str:
        text = _(
            "{player} is MAX. All the others are MIN, as if they played against {player} alone: "
            "a value is what {player} gets."
        )
        game = self.story.game
        assert isinstance(game, Coalition)
        words = text.format(player=brief(game.players[game.me]))
        return joined([super()._begin(step, look), words])


class MaxnNarrator(Narrator):
    """max^n: every sentence is about the player who moves."""

    def __init__(self, story: Story) -> None:
        super().__init__(story)
        self.ties = False  # whether somebody was indifferent and the others were not

    def _player(self, place: int | None) -> str:
        return brief(self.places[place or 0].player)

    def _told(
        self, text: str, place: int | None, words: Mapping[str, str] = NONE, **values: Any
    ) -> str:
        return super()._told(text, place, {"player": self._player(place), **words}, **values)

    def _share(self, place: int | None, payoffs: Any) -> str:
        """What the player who moves at a place gets of these payoffs."""
        return format_value(payoffs[int(self.places[place or 0].kind[1:]) - 1])

    def _begin(self, step: Step, look: Look) -> str:
        text = _("{algorithm}: the search begins at {node}, where {player} moves.")
        if not self.places or self.places[0].kind == "LEAF":
            text = _("{algorithm}: the search begins at {node}.")
        first = self._told(text, 0, {"algorithm": title(self.story.algorithm)})
        rule = _("Each player takes what is most for themselves; of equals, the first.")
        return joined([first, rule, self._settings()])

    def _enter(self, step: Step, look: Look) -> str:
        return self._told(_("Enter {node}: {player} moves."), step.place)

    def _no_better(self, step: Step) -> str:
        parent = self.places[step.place or 0].parent
        if parent is None or self.number + 1 == len(self.steps):
            return ""
        then, payoffs = self.steps[self.number + 1], step.event["value"]
        best = self.looks[parent]["value"]
        if best is None or then.name == "give_up" or (then.name, then.place) == ("best", parent):
            return ""
        mine, kept = self._share(parent, payoffs), self._share(parent, best)
        text = _("{player} gets {mine} by it, no more than {kept}: {best} stays at {parent}.")
        if mine == kept:
            text = _("{player} gets {mine} either way: the first of equals, {best}, stays.")
            self.ties = self.ties or payoffs != best
        words = {"mine": mine, "kept": kept, "parent": self.name_of(parent)}
        return self._told(text, parent, words, best=best)

    def _best(self, step: Step, look: Look) -> str:
        payoffs, before = step.event["value"], look["old_value"]
        text = _("{value} is the best so far at {node}: {player} gets {mine}.")
        if before:
            text = _("{player} prefers {value} at {node}: {mine} is more than {kept}.")
        kept = self._share(step.place, before[-1]) if before else ""
        words = {"mine": self._share(step.place, payoffs), "kept": kept}
        return self._told(text, step.place, words, value=payoffs)

    def _answer(self, step: Step, look: Look) -> str:
        event = step.event
        players = enumerate_payoffs(self.story.game.players, event["value"])
        text = _("The answer: {payoffs}.").format(payoffs=players)
        ties = _(
            "This is one equilibrium: where a player is indifferent, another choice is as "
            "good for them, and may give the others something else."
        )
        unproven = "" if event["proven"] else self._unproven()
        return joined([text, self._expected(event), unproven, ties if self.ties else ""])


def enumerate_payoffs(players: Sequence[str], payoffs: Sequence[Any]) -> str:
    """What each player gets: A 1, B 2, C 6."""
    pairs = zip(players, payoffs, strict=True)
    return ", ".join(f"{brief(name)} {format_value(payoff)}" for name, payoff in pairs)
