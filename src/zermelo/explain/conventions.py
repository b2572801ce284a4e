"""The settings and the windows of a search in words."""

from __future__ import annotations

from typing import Any

from zermelo.explain.numbers import format_value
from zermelo.explain.place import Plain
from zermelo.language import _, ngettext
from zermelo.numbers import ends


def unusual_settings(given: dict[str, Any]) -> list[str]:
    """The settings of a run that are not the usual ones, as short texts."""
    low, high = given.get("window", (None, None))
    texts = {
        "depth": _("depth limit {value}"),
        "window": _("window {window}").format(window=between(low, high)),
        "delta": _("windows reach {value} to either side"),
        "guess": _("first guess {value}"),
        "extension": ngettext(
            "up to {value} ply more where it is not quiet",
            "up to {value} plies more where it is not quiet",
            given.get("extension") or 0,
        ),
        "symmetry": given.get("symmetry") and _("symmetric positions count as one"),
        "every": given.get("every") and _("every move with an open window"),
        "root_depth": given.get("root_depth") == 1 and _("the root is at depth 1"),
        "chance_depth": given.get("chance_depth") == 1 and _("a chance level costs one of depth"),
        "cut": given.get("cut") == "gt" and _("cuts only when α > β"),
        "test": given.get("test") == "first" and _("tests for a cut before it updates the bound"),
        "returns": {
            "hard": _("fail-hard"),
            "bound": _("a node returns its bound: α at MAX, β at MIN"),
        }.get(given.get("returns", "")),
        "ties": given.get("ties") == "last" and _("of equal moves the last"),
        "ends": given.get("ends") == "heuristic" and _("the heuristic even where the game ends"),
        "order": {
            "right": _("right to left"),
            "fixed": _("fixed ordering"),
            "dynamic": _("dynamic ordering"),
        }.get(given.get("order", "")),
        "simulations": ngettext(
            "{value} simulation", "{value} simulations", given.get("simulations") or 0
        ),
        "exploration": _("exploration {value}"),
        "seed": _("seed {value}"),
        "table": _("with a table") if given.get("table") else _("without a table"),
    }
    return [
        text.format(value=format_value(given[name])) if "{value}" in text else text
        for name, text in texts.items()
        if text and given.get(name) is not None
    ]


def between(alpha: Plain, beta: Plain) -> str:
    """A window, its ends not included."""
    return f"({ends(format_value(alpha), format_value(beta))})"
