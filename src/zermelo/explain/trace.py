"""A search as text, one line a step, indented as the search nests."""

from __future__ import annotations

from typing import Any, Final

from zermelo.explain.features import part_texts
from zermelo.explain.labels import again, ucb1
from zermelo.language import _, mark
from zermelo.numbers import ends, in_full
from zermelo.search.record import Event

# What events call things, looked up below.
WORDS: Final = (mark("alpha"), mark("beta"), mark("stopped"))


class Trace:
    """Turns events, given one after the other, into lines."""

    def __init__(self) -> None:
        self._depth: dict[int | None, int] = {None: -1}
        self._names: dict[int, str] = {}
        self._branch = ""
        self._repeated: int | None = None  # the node that was on the path before

    def line(self, event: Event) -> str | None:
        """The line for one event; None where it shares the line of the next, a leaf's value."""
        node, kind = event.get("node"), event["event"]
        if kind == "enter":
            self._depth[node] = self._depth[event["parent"]] + 1
            self._names[event["node"]] = event["state"]
            self._branch = "" if event["action"] is None else f"{event['action']}: "
            if event["kind"] == "LEAF":
                return None
        if kind == "repeat":
            self._repeated = node
        elif kind == "leaf" and self._repeated == node:
            return None  # said with the repetition
        if kind in ("begin", "answer"):
            return None  # said before and after the trace
        inside = "node" in event and kind != "enter" and (kind != "leaf" or not event["exact"])
        text: str = getattr(self, f"_{kind}")(event)
        return "  " * (self._depth.get(node, 0) + inside) + text

    def _enter(self, event: Event) -> str:
        window = (
            ""
            if event["alpha"] is None
            else f"  [{ends(in_full(event['alpha']), in_full(event['beta']))}]"
        )
        words = [_(event["kind"]), event["player"]] if "player" in event else [_(event["kind"])]
        if event["alpha"] is None:  # under max^n nobody is MAX or MIN
            words = words[-1:]
        return f"{self._branch}{' '.join((*words, event['state']))}{window}"

    def _leaf(self, event: Event) -> str:
        if event["exact"]:
            payoffs = f"  {in_full(event['payoffs'])}" if "payoffs" in event else ""
            return f"{self._branch}{in_full(event['value'])}{payoffs}"
        return _("estimate {value}").format(value=_value(event)) + _counted(event)

    def _leave(self, event: Event) -> str:
        return _("returns {value}").format(value=_value(event))

    def _best(self, event: Event) -> str:
        words = _("best so far {action}, {value}")
        return words.format(action=event["action"], value=_value(event))

    def _bound(self, event: Event) -> str:
        return f"{_(event['which'])}: {in_full(event['old'])} -> {in_full(event['new'])}"

    def _cutoff(self, event: Event) -> str:
        sign, bound = (">=", "beta") if event["side"] == "MAX" else ("<=", "alpha")
        setter = self._names.get(event["set_by"], _("the caller"))
        by = {
            "window": _("of the window"),
            "test": _("of the test at {node}"),
            "share": _("of the share at {node}"),
        }.get(event["reach"], _("set by {node}, {reach}"))
        return _("cut at {player}: {compared} ({by}); skipped: {skipped}").format(
            player=_(event["at"]),
            compared=f"{in_full(event['value'])} {sign} {_(bound)} {in_full(event['bound'])}",
            by=by.format(node=setter, reach=_(event["reach"])),
            skipped=" ".join(event["skipped"]),
        )

    def _weigh(self, event: Event) -> str:
        text = _("{action} counts {share} x {value}")
        if event["low"] != "-inf":
            text = _("{action} counts {share} x {value}, so {low} to {high}")
        return text.format(**event)

    def _hit(self, event: Event) -> str:
        return _("known from the table: {low} to {high}").format(**event)

    def _repeat(self, event: Event) -> str:
        words = _("↺ position of ply {ply} again, {meaning}: {value}")
        return words.format(meaning=again(event["rule"]), ply=event["ply"], value=event["value"])

    def _window(self, event: Event) -> str:
        text = {
            "test": _("test {action} with {window}"),
            "again": _("again {action} with {window}"),
            "guess": _("try {action} with {window}"),
            "share": _("share {action} with {window}"),
        }[event["why"]]
        window = f"[{ends(in_full(event['alpha']), in_full(event['beta']))}]"
        line = text.format(action=event["action"] or "", window=window)
        return " ".join(line.split())  # the root has no action

    def _extend(self, event: Event) -> str:
        text = _("not quiet, estimate {value}: search on").format(value=event["value"])
        return text + _counted(event)

    def _look(self, event: Event) -> str:
        pairs = ", ".join(f"{action} {in_full(value)}" for action, value in event["pairs"])
        return _("by the heuristic: {pairs}").format(pairs=pairs)

    def _drop(self, event: Event) -> str:
        return _("left out: {actions}").format(actions=" ".join(event["actions"]))

    def _merge(self, event: Event) -> str:
        pairs = " ".join(f"{action}={kept}" for action, kept in event["pairs"])
        return _("symmetric: {pairs}").format(pairs=pairs)

    def _select(self, event: Event) -> str:
        if not event["bounds"]:
            return _("chance draws {action}").format(action=event["action"])
        bounds = ", ".join(
            f"{action} {ucb1(mean, bonus)}" for action, mean, bonus in event["bounds"]
        )
        return _("select {action} by UCB1: {bounds}").format(action=event["action"], bounds=bounds)

    def _simulate(self, event: Event) -> str:
        words = _("random game {actions}: {value}") if event["actions"] else _("result {value}")
        return words.format(actions=" ".join(event["actions"]), value=_value(event))

    def _backpropagate(self, event: Event) -> str:
        words = _("counts {value}: visits {visits}, total {total}")
        total = in_full(event["total"])
        return words.format(value=_value(event), visits=event["visits"], total=total)

    def _iteration(self, event: Event) -> str:
        return _("--- depth {depth} ---").format(depth=event["depth"])

    def _give_up(self, event: Event) -> str:
        return _("given up: {reason}").format(reason=_(event["reason"]))


def _value(event: Event) -> Any:
    """A value to be put into a text, which writes numbers as its language does."""
    value = event["value"]
    return in_full(value) if isinstance(value, list) else value


def _counted(event: Event) -> str:
    """What the heuristic counted, where it tells."""
    return f" = {'; '.join(part_texts(event['features']))}" if "features" in event else ""
