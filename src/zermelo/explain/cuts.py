"""Cuts in words: what is compared, who set the bound, what is skipped, and a card of it all.

Texts are in the language current when they are made. Values are for MAX.
"""

from __future__ import annotations

from typing import Any

from zermelo.explain.labels import reach
from zermelo.explain.naming import Names, enumeration
from zermelo.explain.numbers import format_value
from zermelo.explain.steps import Step
from zermelo.explain.story import Story
from zermelo.language import _


class Cuts:
    """The cuts of a story; each method takes a step that is one."""

    def __init__(self, story: Story) -> None:
        self.steps = story.steps
        self.settings: dict[str, Any] = story.steps[0].event["settings"]
        self.names = Names(story)
        self.name_of = self.names.of

    def cards(self) -> list[dict[str, str] | None]:
        """For each step the card of the cut, if it is one."""
        return [self.card(number) for number in range(len(self.steps))]

    def card(self, number: int) -> dict[str, str] | None:
        """The card of the cut in step `number`, if it is one, as short texts.

        `title`, `where` (at MAX or at MIN), `name` (what a course calls it), `kind` (shallow,
        deep, ...), `because` (the inequality), `set_by`, `why` and `skipped`.
        """
        step = self.steps[number]
        if step.name != "cutoff":
            return None
        event, node = step.event, self.name_of(step.place)
        return {
            "title": _("Cut at {node}").format(node=node),
            "where": _("at {kind}").format(kind=_(event["at"])),
            "name": _("beta cut") if event["side"] == "MAX" else _("alpha cut"),
            "kind": reach(event["reach"]),
            "because": self.inequality(step),
            "set_by": self.setter(step),
            "why": self.reason(step),
            "skipped": enumeration(self.skipped(step)),
        }

    def inequality(self, step: Step) -> str:
        """What is compared: 12 ≥ β = 3."""
        strict = self.settings.get("cut") == "gt"
        sign, name = (">" if strict else "≥", "β")
        if step.event["side"] == "MIN":
            sign, name = ("<" if strict else "≤", "α")
        value, bound = format_value(step.event["value"]), format_value(step.event["bound"])
        return f"{value} {sign} {name} = {bound}"

    def setter(self, step: Step) -> str:
        """What set the bound."""
        if step.event["set_by"] is None:
            return _("the window of the search")
        return self.name_of(step.event["set_by"])

    def reason(self, step: Step) -> str:
        """Why nothing is lost."""
        event = step.event
        text = {
            "window": _("The window of the search asks for no more."),
            "test": _("That answers the test at {by}."),
            "share": _("That is enough at {by}, a chance node."),
        }.get(event["reach"])
        if text is None:
            text = (
                _("MIN is already sure of {bound} at {by}, so play will not come here.")
                if event["side"] == "MAX"
                else _("MAX is already sure of {bound} at {by}, so play will not come here.")
            )
        return text.format(bound=format_value(event["bound"]), by=self.setter(step))

    def skipped(self, step: Step) -> list[str]:
        """The names of the children that are skipped."""
        return self.names.children(step.place, step.event["skipped"])
