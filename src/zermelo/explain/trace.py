"""A search as text, one line a step, indented as the search nests."""

from __future__ import annotations

from zermelo.search.record import Event


class Trace:
    """Turns events, told one after the other, into lines."""

    def __init__(self) -> None:
        self._depth: dict[int | None, int] = {None: -1}
        self._names: dict[int, str] = {}
        self._branch = ""

    def line(self, event: Event) -> str | None:
        """The line for one event; None where it shares the line of the next, a leaf's value."""
        node, kind = event.get("node"), event["event"]
        if kind == "enter":
            self._depth[node] = self._depth[event["parent"]] + 1
            self._names[event["node"]] = event["state"]
            self._branch = "" if event["action"] is None else f"{event['action']}: "
            if event["kind"] == "LEAF":
                return None
        if kind in ("begin", "answer"):
            return None  # said before and after the trace
        inside = "node" in event and kind != "enter" and (kind != "leaf" or not event["exact"])
        words: str = getattr(self, f"_{kind}")(event)
        return "  " * (self._depth.get(node, 0) + inside) + words

    def _enter(self, event: Event) -> str:
        window = "" if event["alpha"] is None else f"  [{event['alpha']}, {event['beta']}]"
        return f"{self._branch}{event['kind']} {event['state']}{window}"

    def _leaf(self, event: Event) -> str:
        return f"{self._branch}{event['value']}" if event["exact"] else f"estimate {event['value']}"

    def _leave(self, event: Event) -> str:
        return f"returns {event['value']}"

    def _best(self, event: Event) -> str:
        return f"best so far {event['action']}, {event['value']}"

    def _bound(self, event: Event) -> str:
        return f"{event['which']}: {event['old']} -> {event['new']}"

    def _cutoff(self, event: Event) -> str:
        sign, bound = (">=", "beta") if event["side"] == "MAX" else ("<=", "alpha")
        setter = self._names.get(event["set_by"], "the caller")
        by = {
            "window": "of the window",
            "test": f"of the test at {setter}",
            "share": f"of the share at {setter}",
        }.get(event["reach"], f"set by {setter}, {event['reach']}")
        return (
            f"cut at {event['at']}: {event['value']} {sign} {bound} {event['bound']}"
            f" ({by}); skipped: {' '.join(event['skipped'])}"
        )

    def _weigh(self, event: Event) -> str:
        known = "" if event["low"] == "-inf" else f", so {event['low']} to {event['high']}"
        return f"{event['action']} counts {event['share']} x {event['value']}{known}"

    def _hit(self, event: Event) -> str:
        return f"known from the table: {event['low']} to {event['high']}"

    def _window(self, event: Event) -> str:
        what = {"test": "test", "again": "again", "guess": "try", "share": "share"}[event["why"]]
        child = "" if event["action"] is None else f" {event['action']}"
        return f"{what}{child} with [{event['alpha']}, {event['beta']}]"

    def _extend(self, event: Event) -> str:
        return f"not quiet, estimate {event['value']}: search on"

    def _drop(self, event: Event) -> str:
        return f"left out: {' '.join(event['actions'])}"

    def _iteration(self, event: Event) -> str:
        return f"--- depth {event['depth']} ---"

    def _give_up(self, event: Event) -> str:
        return f"given up: {event['reason']}"
