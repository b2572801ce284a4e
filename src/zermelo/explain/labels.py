"""The texts that stand at a place of a drawing, in the current language.

Numbers for people: a real minus sign, ∞, and no more digits than fit.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from types import NoneType
from typing import Any, Final

from zermelo.explain.features import sum_text
from zermelo.explain.measure import one_line
from zermelo.explain.numbers import format_value
from zermelo.explain.place import Place, Plain
from zermelo.language import _, local, ngettext
from zermelo.numbers import ends, for_each
from zermelo.search.features import Parts

LONGEST_NUMBER: Final = 8  # signs
LONGEST_NAME: Final = 18
OLD_SHOWN: Final = 2  # values struck through
TERMS_SHOWN: Final = 4  # of a weighted sum
MOST_COUNTED: Final = 3  # parts of an estimate, which then stand at the place: h = 3 − 2 = 1

# What can stand at a place; a part without a text is not there.
PARTS: Final = (
    "share",  # the probability of the branch that leads here
    "action",  # the branch itself
    "returned",
    "passed",  # the window passed in
    "value",
    "player",  # who moves, of several
    "name",
    "payoffs",  # of all players, where a value is one player's
    "static",  # what the heuristic says
    "visits",  # if more than one
    "old_value",  # the mean before this simulation
    "simulations",  # of Monte-Carlo tree search
    "old_simulations",
    "ucb",  # UCB1: the mean, what is added, and the sum
    "alpha",  # held inside
    "old_alpha",  # held before, to be struck through; so is old_beta
    "beta",
    "old_beta",
    "interval",  # what is known of a MAX or MIN place: ≤ 3, then = 3
    "range",  # what a CHANCE place is worth at least and at most
    "sum",  # the weighted sum of a CHANCE place
    "cut",
    "hit",  # what the table says
    "repeat",  # that the position was on the path before
    "same",  # the branch that stands for this one
    "hidden",  # how many nodes are not shown
)


def labels(place: Place, look: dict[str, Any]) -> dict[str, str]:
    """The texts at a place that looks like this, by their parts."""
    texts = {
        "share": one_line(local(place.share), LONGEST_NUMBER),
        "action": one_line(place.label or place.action, LONGEST_NAME),
        "player": one_line(place.player, LONGEST_NAME),
        "name": one_line(place.name, LONGEST_NAME),
        "value": _value(place, look),
        "payoffs": _payoffs(place, look),
        "static": _static(place, look),
        "visits": f"×{look['visits']}" if look["visits"] > 1 else "",
        "ucb": ucb1(*look["ucb"]) if look["ucb"] else "",
        "hit": _hit(look["hit"]) if look["hit"] else "",
        "repeat": _("↺ ply {ply}").format(**look["repeat"]) if look["repeat"] else "",
        "same": f"= {one_line(look['same'], LONGEST_NAME)}" if look["same"] else "",
        "hidden": hidden(place.hidden) if place.hidden else "",
    }
    is_leaf = place.kind == "LEAF" or look["estimate"] is not None
    if not is_leaf and look["status"]:
        if look["alpha_in"] is not None:
            texts["passed"] = f"[{ends(number(look['alpha_in']), number(look['beta_in']))}]"
        if look["returned"] is not None:
            sampled = look["simulations"] is not None
            texts["returned"] = f"↑{(mean if sampled else number)(look['returned'])}"
        if look["alpha"] is not None and (place.children or not place.hidden):
            texts["alpha"] = _equal("α", look["alpha"])
            texts["beta"] = _equal("β", look["beta"])
            texts["old_alpha"], texts["old_beta"] = _old(look["old_alpha"]), _old(look["old_beta"])
    if look["simulations"] is not None:
        texts["simulations"] = f"n={whole(look['simulations'])}"
        texts["old_value"] = mean(look["old_value"][-1]) if look["old_value"] else ""
    if look["old_simulations"] is not None:
        texts["old_simulations"] = whole(look["old_simulations"])
    if look["low"] is not None and place.kind in ("MAX", "MIN"):
        texts["interval"] = _interval(look)
    if look["terms"]:
        texts["sum"] = _sum(look)
        texts["range"] = _range(look)
    if look["cut"]:
        texts["cut"] = _cut(look["cut"])
    return {part: text for part, text in texts.items() if text}


def number(value: Any) -> str:
    """A value for people; one too long to be shown is rounded."""
    if isinstance(value, list):
        return for_each([number(each) for each in value])
    text = format_value(value)
    if value is None or len(text) <= LONGEST_NUMBER:
        return text
    return _rounded(value).replace("-", "−")


def mean(value: Any) -> str:
    """The mean of results, to two decimals."""
    if isinstance(value, list):
        return for_each([mean(each) for each in value])
    value = round(value, 2) if isinstance(value, float) else value
    return number(value)


def decimals(value: float | str) -> str:
    """A number of UCB1, always with two decimals."""
    return "∞" if value == "inf" else local(f"{value:.2f}").replace("-", "−")


def ucb1(part: float, bonus: float | str) -> str:
    """UCB1 of a child written out: 0.40 + 1.48 = 1.88; of one never tried ∞."""
    if isinstance(bonus, str):
        return "∞"
    return f"{decimals(part)} + {decimals(bonus)} = {decimals(part + bonus)}"


def hidden(count: int) -> str:
    """That so many nodes are not shown."""
    text = ngettext("{count} node", "{count} nodes", count)
    return f"► {text.format(count=whole(count))}"


def whole(count: int) -> str:
    """A count for people: 12,345 in English."""
    return local(f"{count:,}")


def reach(name: str) -> str:
    """How far away the bound of a cut was set, or what else set it."""
    return {
        "shallow": _("shallow"),
        "deep": _("deep"),
        "window": _("window"),
        "test": _("test"),
        "share": _("chance bound"),
        "guess": _("guess"),
        "again": _("again"),
    }.get(name, name)


def again(rule: str | None) -> str:
    """What a position that comes back means, by the word of `Game.repetition`."""
    return {
        "draw": _("a draw"),
        "loss": _("a loss for whoever brings it back"),
        "endless": _("play without end"),
    }.get(rule or "", "")


def _equal(what: str, value: Plain, space: str = "") -> str:
    """That it is the value, or about so much."""
    text = number(value)
    sign = "≈" if text.startswith("≈") else "="
    return f"{what}{space}{sign}{space}{text.removeprefix('≈')}"


def _value(place: Place, look: dict[str, Any]) -> str:
    if look["simulations"] is not None:
        return mean(look["value"])
    return number(place.written if look["value"] is None else look["value"])


def _payoffs(place: Place, look: dict[str, Any]) -> str:
    several = isinstance(place.written, list) and not isinstance(look["value"], list | NoneType)
    return number(place.written) if several else ""


def _static(place: Place, look: dict[str, Any]) -> str:
    value = place.static if look["static"] is None else look["static"]
    if value is None and look["estimate"] and not look["repeat"]:
        value = look["value"]
    if value is None:
        return ""
    if _is_short(place.features):
        return _equal(f"h = {sum_text(place.features)}", value, " ")
    text = _equal("h", value)
    return text if place.quiet else _("{static}, not quiet").format(static=text)


def _is_short(parts: Parts) -> bool:
    """Whether a sum is short enough to be written out, and tells something."""
    if len(parts) == MOST_COUNTED:
        return sum(part["worth"] not in (0, "0") for part in parts) > 1
    return len(parts) == MOST_COUNTED - 1 and {part["weight"] for part in parts} <= {1, -1}


def _old(values: tuple[Plain, ...]) -> str:
    """The values held before, the latest first."""
    texts = [number(value) for value in reversed(values[-OLD_SHOWN:])]
    return " ".join([*texts, "…"] if len(values) > OLD_SHOWN else texts)


def _sum(look: dict[str, Any]) -> str:
    if len(look["terms"]) == 1 and Fraction(look["terms"][0][0]) == 1:
        return ""  # what is certain is no sum
    terms = [f"{local(share)}·{_factor(value)}" for share, value in look["terms"]]
    if len(terms) > TERMS_SHOWN:
        terms = [*terms[: TERMS_SHOWN - 2], "…", terms[-1]]
    if sum(Fraction(share) for share, _value in look["terms"]) < 1:
        terms.append("…")
    written = " + ".join(terms)
    return written if look["value"] is None or look["cut"] else _equal(written, look["value"], " ")


def _factor(value: Plain) -> str:
    text = number(value)
    return f"({text})" if text.startswith("−") or "/" in text else text


def _interval(look: dict[str, Any]) -> str:
    low, high = look["low"], look["high"]
    if low == high:
        return _equal("", low, " ").strip()
    if low == "-inf":
        return f"≤ {number(high)}"
    return f"≥ {number(low)}" if high == "inf" else _range(look)


def _range(look: dict[str, Any]) -> str:
    low, high = look["low"], look["high"]
    if low == high or (low == "-inf" and high == "inf"):
        return ""
    return f"{number(low)} ≤ v ≤ {number(high)}"


def _cut(cut: dict[str, Any]) -> str:
    sign, bound = ("≥", "β") if cut["side"] == "MAX" else ("≤", "α")
    bound = _equal(bound, cut["bound"])
    return f"{number(cut['value'])} {sign} {bound}, {reach(cut['reach'])}"


def _hit(hit: dict[str, Any]) -> str:
    low, high = hit["low"], hit["high"]
    if low == high:
        text = number(low)
    elif low == "-inf":
        text = f"≤{number(high)}"
    elif high == "inf":
        text = f"≥{number(low)}"
    else:
        text = f"[{ends(number(low), number(high))}]"
    return _("table: {value}").format(value=text)


def _rounded(value: int | float | str) -> str:
    if isinstance(value, str):
        if "/" not in value:
            return one_line(format_value(value), LONGEST_NUMBER)
        ratio = Fraction(value)
        exact = Decimal(ratio.numerator) / Decimal(ratio.denominator)
    else:
        exact = Decimal(value)
    sign = "" if isinstance(value, float) else "≈"  # a float is only about right anyway
    if 1e-3 <= abs(exact) < 100_000:
        return local(f"{sign}{exact:.4g}")
    mantissa, _e, exponent = f"{exact:.2e}".partition("e")
    return local(f"{mantissa}e{int(exponent)}")
