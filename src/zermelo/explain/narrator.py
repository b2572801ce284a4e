"""A search in words: a sentence for each step of its story.

Texts are in the language current when they are made. Values are for MAX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from zermelo.explain.conventions import between, unusual_settings
from zermelo.explain.cuts import Cuts
from zermelo.explain.features import counted
from zermelo.explain.labels import again, whole
from zermelo.explain.naming import brief, enumeration, first_of, title
from zermelo.explain.numbers import at_most, format_value, weighted
from zermelo.explain.place import FRESH, Look, Plain
from zermelo.explain.steps import Step
from zermelo.explain.story import Story
from zermelo.language import _, ngettext
from zermelo.search.record import Event

NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Narrator:
    """Tells a story, in the language current while it tells."""

    def __init__(self, story: Story) -> None:
        self.story, self.steps, self.places = story, story.steps, story.places
        self.settings: dict[str, Any] = story.steps[0].event["settings"]
        self.cuts = Cuts(story)
        self.names = self.cuts.names
        self.name_of = self.names.of
        self.number = 0  # of the step being narrated, after which the places look like this:
        self.looks: list[Look] = []

    def sentences(self) -> list[str]:
        """A sentence for each step."""
        after = islice(self.story.looks(), 1, None)
        return [self.sentence(number, looks) for number, looks in enumerate(after)]

    def sentence(self, number: int, looks: list[Look]) -> str:
        """What happens in step `number`, after which the places look like that."""
        step = self.steps[number]
        tell: Callable[[Step, Look], str] = getattr(self, f"_{step.name}")
        self.number, self.looks = number, looks
        parts = [tell(step, FRESH if step.place is None else looks[step.place])]
        if step.hidden:
            words = ngettext(
                "{count} node searched meanwhile is not shown.",
                "{count} nodes searched meanwhile are not shown.",
                step.hidden,
            )
            parts.append(words.format(count=whole(step.hidden)))
        return joined(parts)

    def _told(
        self, text: str, place: int | None, words: Mapping[str, str] = NONE, **values: Any
    ) -> str:
        """A text about a place, with its name and kind, and with values as people write them."""
        kind = _(self.places[place or 0].kind) if self.places else ""
        shown = {name: format_value(value) for name, value in values.items()}
        return text.format(**{"node": self.name_of(place), "kind": kind, **shown, **words})

    # --- one method a kind of step -------------------------------------------------------------

    def _begin(self, step: Step, look: Look) -> str:
        text = _("{algorithm}: the search begins at {node} ({kind}).")
        if not self.places or self.places[0].kind == "LEAF":
            text = _("{algorithm}: the search begins at {node}.")
        begins = self._told(text, 0, {"algorithm": title(self.story.algorithm)})
        return joined([begins, self._settings()])

    def _settings(self) -> str:
        settings = unusual_settings(self.settings)
        return _("Settings: {settings}.").format(settings="; ".join(settings)) if settings else ""

    def _iteration(self, step: Step, look: Look) -> str:
        return _("A new iteration: depth limit {depth}.").format(depth=step.event["depth"])

    def _enter(self, step: Step, look: Look) -> str:
        alpha, beta = step.event["alpha"], step.event["beta"]
        text = _("Enter {node} ({kind}).")
        if alpha is not None:
            text = _("Enter {node} ({kind}) with α = {alpha}, β = {beta}.")
        return self._told(text, step.place, {"kind": _(step.event["kind"])}, alpha=alpha, beta=beta)

    def _leaf(self, step: Step, look: Look) -> str:
        if look["repeat"]:
            return joined([self._repeated(look["repeat"], step), self._no_better(step)])
        if not step.event["exact"]:
            text = _("The search goes no deeper at {node}: the heuristic gives {value}.")
        elif step.place:
            text = _("Leaf {node} is worth {value}.")
        else:
            text = _("The search begins at a leaf, worth {value}.")
        leaf = self._told(text, step.place, value=step.event["value"])
        return joined([leaf, counted(step.event), self._no_better(step)])

    def _repeated(self, repeat: dict[str, Any], step: Step) -> str:
        text = _("↺ {node} is the position of ply {ply} again: {meaning}, worth {value}.")
        words = {"ply": repeat["ply"], "meaning": again(repeat["rule"])}
        leaf = self._told(text, step.place, words, value=step.event["value"])
        yet = "" if step.event["exact"] else _("Chance may end it yet: that is an estimate.")
        return joined([leaf, yet])

    def _leave(self, step: Step, look: Look) -> str:
        value = step.event["value"]
        parent = self.places[step.place or 0].parent
        texts = []
        if self.settings.get("returns") == "hard" and look["value"] != value:
            text = _("The value {value} lies outside {window}: fail-hard clips it.")
            window = {"window": between(look["alpha_in"], look["beta_in"])}
            texts.append(self._told(text, step.place, window, value=look["value"]))
        if self.settings.get("returns") == "bound" and look["best"] is None and not look["hit"]:
            text = _("Nothing at {node} was better than {name}, so {kind} returns {name}.")
            name = "α" if self.places[step.place or 0].kind == "MAX" else "β"
            texts.append(self._told(text, step.place, {"name": name}))
        if parent is None:
            return joined([*texts, self._outcome(value, look)])
        above = {"parent": self.name_of(parent)}
        text = _("Return {value} from {node} to {parent}.")
        texts.append(self._told(text, step.place, above, value=value))
        if look["cut"]:
            text = _("Its exact value, {value} or less, does not matter.")
            if look["cut"]["side"] == "MAX":
                text = _("Its exact value, {value} or more, does not matter.")
            texts.append(self._told(text, step.place, value=value))
        return joined([*texts, self._no_better(step)])

    def _outcome(self, value: Plain, look: Look) -> str:
        """What the root's value means."""
        alpha, beta = look["alpha_in"], look["beta_in"]
        text = _("The value of {node} is {value}.")
        if alpha is not None and at_most(value, alpha):
            text = _("The search fails low: {value} ≤ α = {alpha}; the true value is not above.")
        elif beta is not None and at_most(beta, value):
            text = _("The search fails high: {value} ≥ β = {beta}; the true value is not below.")
        return self._told(text, 0, value=value, alpha=alpha, beta=beta)

    def _no_better(self, step: Step) -> str:
        """What stays at the parent, where the value just found does not change it."""
        parent = self.places[step.place or 0].parent
        if parent is None or self.number + 1 == len(self.steps):
            return ""
        then, look = self.steps[self.number + 1], self.looks[parent]
        again = then.event.get("why") == "again"
        changed = then.place == parent and (then.name in ("best", "weigh") or again)
        kind, value = self.places[parent].kind, look["value"]
        if changed or then.name == "give_up" or kind == "CHANCE":
            return ""
        words = {"parent": self.name_of(parent)}
        if value is None and self.settings.get("returns") == "bound":
            words["name"], held = ("α", look["alpha"]) if kind == "MAX" else ("β", look["beta"])
            text = _("That is no better for {kind}: {name} stays {value} at {parent}.")
            return self._told(text, parent, words, value=held)
        if value is None:
            return ""
        text = _("That is no better for {kind}: {value} stays the best at {parent}.")
        if value == step.event["value"]:
            text = _("That is no better than {value}: the first best move at {parent} stays.")
        return self._told(text, parent, words, value=value)

    def _best(self, step: Step, look: Look) -> str:
        event = step.event
        kind = self.places[step.place or 0].kind
        before = look["old_value"][-1] if look["old_value"] else None
        which = {"alpha": "α", "beta": "β"}.get(event.get("which", ""), "")
        bound = look["alpha"] if kind == "MAX" else look["beta"]
        stays = bound is not None and (
            at_most(event["value"], bound) if kind == "MAX" else at_most(bound, event["value"])
        )
        if before == event["value"]:
            text = _("{value} comes back at {node} ({kind}) once more: the last best move stays.")
        elif which and before is None:
            text = _(
                "{value} is the best so far at {node} ({kind}): {which} goes from {old} to {new}."
            )
        elif which:
            text = _(
                "{value} is better for {kind} than {before} at {node}: "
                "{which} goes from {old} to {new}."
            )
        elif before is None:
            text = _("{value} is the best so far at {node} ({kind}).")
        else:
            text = _("{value} is better for {kind} than {before}: the best so far at {node}.")
        changes = {"before": before, "old": event.get("old"), "new": event.get("new")}
        text = self._told(text, step.place, {"which": which}, value=event["value"], **changes)
        if which:
            return text
        if not stays:
            far = look["beta"] if kind == "MAX" else look["alpha"]
            ends = (far, event["value"]) if kind == "MAX" else (event["value"], far)
            if self.settings.get("test") != "first" or far is None or not at_most(*ends):
                return text
            keeps = _("The test comes first, and succeeds: {name} stays {bound}.")
            name = "α" if kind == "MAX" else "β"
            return joined([text, keeps.format(name=name, bound=format_value(bound))])
        keeps = _("It does not lower β = {bound}.")
        if kind == "MAX":
            keeps = _("It does not raise α = {bound}.")
        return joined([text, self._told(keeps, step.place, bound=bound)])

    def _cutoff(self, step: Step, look: Look) -> str:
        names, kind = self.cuts.skipped(step), step.event["at"]
        text = _("Cut at {node} ({kind}): {inequality}.")
        if kind == "CHANCE":
            text = _("Cut at {node} ({kind}), whatever its other outcomes are worth: {inequality}.")
        words = {"kind": _(kind), "inequality": self.cuts.inequality(step)}
        cut = self._told(text, step.place, words)
        skipped = ngettext("{names} is pruned.", "{names} are pruned.", len(names))
        return joined([cut, self.cuts.reason(step), skipped.format(names=enumeration(names))])

    def _weigh(self, step: Step, look: Look) -> str:
        event = step.event
        terms = look["terms"]
        every = sum(Fraction(share) for share, value in terms) == 1
        if every:
            text = _("All outcomes of {node} are in: {sum}.")
        elif len(terms) == 1:
            text = _("Outcome {outcome} adds {sum}.")
        else:
            text = _("Outcome {outcome} adds its share: {sum} so far.")
        outcome = self.names.children(step.place, [event["action"]])[0]
        words = {"outcome": outcome, "sum": weighted(terms, total=every or len(terms) > 1)}
        texts = [self._told(text, step.place, words)]
        if not every and event["low"] != "-inf":
            text = _("So {node} is worth from {low} to {high}.")
            texts.append(self._told(text, step.place, low=event["low"], high=event["high"]))
        return joined(texts)

    def _hit(self, step: Step, look: Look) -> str:
        event = step.event
        if event["low"] == event["high"]:
            text = _("The table already knows the value of {node}: {low}.")
        elif look["beta_in"] is not None and at_most(look["beta_in"], event["low"]):
            text = _("The table knows that {node} is worth {low} or more: β = {beta} is reached.")
        else:
            text = _("The table knows that {node} is worth {high} or less: α = {alpha} is reached.")
        known = {"low": event["low"], "high": event["high"]}
        window = {"alpha": look["alpha_in"], "beta": look["beta_in"]}
        texts = [self._told(text, step.place, **known, **window)]
        if step.place is not None and event["source"] != self.places[step.place].text:
            source = brief(event["source"])
            words = _("It was found for the symmetric position “{source}”.")
            texts.append(words.format(source=source))
        if not event["exact"]:
            texts.append(_("It rests on an estimate."))
        return joined(texts)

    def _window(self, step: Step, look: Look) -> str:
        event = step.event
        alpha, beta = event["alpha"], event["beta"]
        values: dict[str, str] = {"window": between(alpha, beta)}
        child = (
            "" if event["action"] is None else self.names.children(step.place, [event["action"]])[0]
        )
        match event["why"], step.place:
            case "test", place if place is None or self.story.algorithm == "mtdf":
                text = _("A pass with the window {window}: is the value {beta} or more?")
                if alpha == "-inf":
                    text = _("A pass with the window {window}.")
            case "test", place:
                kind = self.places[place or 0].kind
                values["best"] = format_value(alpha if kind == "MAX" else beta)
                text = _("Test {child} with {window}: is it better for {kind} than {best}?")
            case "again", None:
                before = self.looks[0]
                values["before"] = between(before["alpha_in"], before["beta_in"])
                values["value"] = format_value(before["returned"])
                text = _("{value} lies outside the window {before}: search again with {window}.")
            case "again", place:
                text = _("The test says that {child} is better: search it again with {window}.")
            case "guess", place:
                text = _("Try the narrow window {window} around the value of the iteration before.")
            case _why, place if (alpha, beta) == ("-inf", "inf"):
                text = _("Outcome {child} is searched with an open window.")
            case _why, place:
                text = _(
                    "For {node} to stay inside its window, "
                    "outcome {child} must lie inside {window}."
                )
        return self._told(text, step.place, {"child": child, **values}, beta=beta)

    def _extend(self, step: Step, look: Look) -> str:
        text = _("At the depth limit {node} is not quiet (static value {value}): search on.")
        text = self._told(text, step.place, value=step.event["value"])
        return joined([text, counted(step.event)])

    def _look(self, step: Step, look: Look) -> str:
        actions, values = zip(*step.event["pairs"], strict=True)
        names = self.names.children(step.place, list(actions))
        pairs = [f"{name} {format_value(v)}" for name, v in zip(names, values, strict=True)]
        words = _("At {node} the heuristic gives the moves, for {player}: {pairs}.")
        player = _(self.places[step.place or 0].kind)
        return self._told(words, step.place, {"pairs": enumeration(pairs), "player": player})

    def _drop(self, step: Step, look: Look) -> str:
        names = self.names.children(step.place, step.event["actions"])
        words = _("At {node} only the moves that look best and worst are kept; left out: {names}.")
        return self._told(words, step.place, {"names": enumeration(names)})

    def _merge(self, step: Step, look: Look) -> str:
        merged, kept = (dict.fromkeys(names) for names in zip(*step.event["pairs"], strict=True))
        text = _("At {node} symmetric moves are searched once: {kept} for {merged} too.")
        both = {"kept": list(kept), "merged": list(merged)}
        named = {which: self.names.children(step.place, moves) for which, moves in both.items()}
        return self._told(text, step.place, {w: enumeration(n) for w, n in named.items()})

    def _answer(self, step: Step, look: Look) -> str:
        event = step.event
        last = all(later.name != "answer" for later in self.steps[self.number + 1 :])
        low, high = self.settings.get("window", ("-inf", "inf"))
        proven = event["proven"] or not last
        if not last:
            text = _("Depth {depth} is complete: value {value}.")
        elif self.steps[self.number - 1].event.get("reason") == "stopped":
            text, proven = _("The best found before the stop: value {value}."), True
        elif at_most(event["value"], low):
            text, proven = _("The answer: value {value} or less."), True
        elif at_most(high, event["value"]):
            text, proven = _("The answer: value {value} or more."), True
        else:
            text = _("The answer: value {value}.")
        text = text.format(depth=event["depth"], value=format_value(event["value"]))
        return joined([text, self._expected(event), "" if proven else self._unproven()])

    def _expected(self, event: Event) -> str:
        line = first_of(event["line"])
        return _("The expected line: {line}.").format(line=line) if line else ""

    def _unproven(self) -> str:
        return _("It is not proven: estimates went into it, or moves were left out.")

    def _give_up(self, step: Step, look: Look) -> str:
        if step.event["reason"] == "stopped":
            return _("The search is stopped; the nodes still open are left.")
        return _("This iteration is given up: {reason}.").format(reason=step.event["reason"])


def joined(texts: Iterable[str]) -> str:
    """Sentences one after the other, without those that say nothing."""
    return " ".join(text for text in texts if text)
