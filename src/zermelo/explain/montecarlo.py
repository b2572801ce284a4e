"""Monte-Carlo tree search in words: the four phases of each simulation."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from zermelo.explain.labels import decimals, mean, ucb1, whole
from zermelo.explain.naming import MOST_NAMED, brief, enumeration, first_of, title
from zermelo.explain.narrator import NONE, Narrator, joined
from zermelo.explain.place import Look
from zermelo.explain.steps import Step
from zermelo.game import INFINITY
from zermelo.language import _, ngettext


class MonteCarloNarrator(Narrator):
    """Selection, expansion, simulation and backpropagation, for any number of players."""

    def _told(
        self, text: str, place: int | None, words: Mapping[str, str] = NONE, **values: Any
    ) -> str:
        here = self.places[place or 0]
        mover = {"kind": brief(here.player)} if here.player else {}
        return super()._told(text, place, {**mover, **words}, **values)

    def _begin(self, step: Step, look: Look) -> str:
        begins = _("{algorithm}: the search begins at {node}.")
        begins = self._told(begins, 0, {"algorithm": title(self.story.algorithm)})
        if self.places[0].kind == "LEAF":
            return begins
        rule = _(
            "UCB1 of a child = mean + {c} · √(ln N / n), with N visits of the node and n of the "
            "child; the mean is that of who moves, from 0 (the worst result) to 1 (the best)."
        )
        factor = self.settings.get("exploration", sqrt(2))
        return joined([begins, rule.format(c=decimals(float(factor))), self._settings()])

    def _enter(self, step: Step, look: Look) -> str:
        if not step.place:
            return self._told(_("The tree begins with {node} alone."), 0)
        text = _("Expansion: {node} ({kind}) is added to the tree.")
        if self.places[step.place].kind == "LEAF":
            text = _("Expansion: {node} is added to the tree; the game is over there.")
        return self._told(text, step.place)

    def _select(self, step: Step, look: Look) -> str:
        bounds = step.event["bounds"]
        actions = [action for action, _mean, _bonus in bounds]
        names = dict(zip(actions, self.names.children(step.place, actions), strict=True))
        chosen = step.event["action"]
        words = {"child": names.get(chosen) or self.names.children(step.place, [chosen])[0]}
        if not bounds:
            return self._told(_("Selection: at {node} chance draws {child}."), step.place, words)
        text = _("Selection at {node} ({kind}): {child} has the largest UCB1. {bounds}.")
        sums = [INFINITY if more == "inf" else part + more for _action, part, more in bounds]
        if sums.count(max(sums)) > 1:
            text = _("Selection at {node} ({kind}): of equal UCB1 the first, {child}. {bounds}.")
        if INFINITY in sums:
            text = _("Selection at {node} ({kind}): {child} was never tried, so its UCB1 is ∞.")
        told = [
            f"{names[action]}: {ucb1(part, bonus)}"
            for action, part, bonus in sorted(bounds, key=lambda bound: bound[0] != chosen)
        ]
        listed = "; ".join(told) if len(told) <= MOST_NAMED else enumeration(told)
        return self._told(text, step.place, {**words, "bounds": listed})

    def _simulate(self, step: Step, look: Look) -> str:
        event = step.event
        if look["repeat"]:
            return self._repeated(look["repeat"], step)
        moves = first_of(event["actions"])
        text = _("Simulation: a random game from {node} ({moves}) ends with {value}.")
        if not event["actions"]:
            text = _("Simulation: the game is over at {node}, with {value}.")
        elif not event["exact"]:
            text = _("Simulation: a random game from {node} has no end; it counts as {value}.")
        return self._told(text, step.place, {"moves": moves}, value=event["value"])

    def _backpropagate(self, step: Step, look: Look) -> str:
        text = ngettext(
            "Backpropagation: {value} is counted at {node}: {count} visit, mean {mean}.",
            "Backpropagation: {value} is counted at {node}: {count} visits, mean {mean}.",
            step.event["visits"],
        )
        words = {"count": whole(step.event["visits"]), "mean": mean(look["value"])}
        return self._told(text, step.place, words, value=step.event["value"])

    def _leave(self, step: Step, look: Look) -> str:
        if look["simulations"] is None:  # the game was over before it began
            return super()._leave(step, look)
        line = self.steps[-1].event["line"]
        child = next((c for c in self.places[0].children if self.places[c].action in line[:1]), 0)
        if not child:  # chance decides at the root
            return self._told(_("The mean at {node} is {mean}."), 0, {"mean": mean(look["value"])})
        most, count = (whole(self.looks[place]["simulations"]) for place in (child, 0))
        text = _("{child} has most visits: {most} of {count}.")
        return self._told(text, 0, {"child": self.name_of(child), "most": most, "count": count})

    def _answer(self, step: Step, look: Look) -> str:
        event = step.event
        if event["proven"]:
            return super()._answer(step, look)
        text = _("The answer: value {value}.").format(value=mean(event["value"]))
        estimate = _("It is an estimate, which more simulations bring closer to the value.")
        return joined([text, self._expected(event), estimate])
