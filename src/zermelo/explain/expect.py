"""Whether a tree keeps what its own `expect:` lines say: a file can be its own test."""

from __future__ import annotations

from typing import Any

from zermelo.explain.leaves import Leaves
from zermelo.game import ZermeloError
from zermelo.games.tree import Expectation, Tree
from zermelo.language import _
from zermelo.numbers import read_number, short
from zermelo.search import Settings, algorithm_named, usual_algorithm


def unmet(tree: Tree) -> list[str]:
    """A line for each thing expected that does not come out; none when all is well."""
    return [text for expectation in tree.expectations for text in _unmet(tree, expectation)]


def _unmet(tree: Tree, expectation: Expectation) -> list[str]:
    items: dict[str, Any] = dict(expectation.items)
    where = _("line {line}").format(line=expectation.line)
    try:
        found = _search(tree, items)
        if not items.keys() & found.keys():
            what = _("only settings, and nothing that should come out")
            return [f"{where}: {what}"]
        different = _("{word} is {found}, not {expected}")
        return [
            f"{where}: "
            + different.format(word=word, found=_text(found[word]), expected=_text(items[word]))
            for word in items
            if word in found and not _agrees(word, found[word], items[word])
        ]
    except ZermeloError as error:
        return [f"{where}: {error}"]


def _search(tree: Tree, items: dict[str, Any]) -> dict[str, Any]:
    """The results that can be expected, of a search with the settings among the items."""
    name = items.get("algorithm")
    algorithm = algorithm_named(name) if name else usual_algorithm(tree)
    leaves = Leaves(tree)
    settings = Settings(observer=leaves)
    if "limit" in items:
        if not items["limit"].isdecimal():
            what = _("limit must be a whole number, not '{limit}'")
            raise ZermeloError(what.format(limit=items["limit"]))
        settings["depth"] = int(items["limit"])
    if "window" in items:
        low, high = items["window"]
        settings["window"] = read_number(low), read_number(high)
    if "cut" in items:
        settings["cut"] = {">=": "ge", ">": "gt"}.get(items["cut"], items["cut"])
    for name in {"order", "test", "returns", "convention"} & items.keys():
        settings[name] = items[name]  # type: ignore[literal-required]
    result = algorithm(tree, **settings)
    line = tree.format_line(tree.initial(), result.line)
    visited = {
        "pruned": tuple(tree.leaf_label(leaf) for leaf in leaves.pruned()),
        "evaluated": tuple(tree.leaf_label(leaf) for leaf in leaves.evaluated()),
    }
    return {
        "value": result.value,
        "move": line[0] if line else "none",
        "line": tuple(line),
        **({} if "simulations" in algorithm.takes else visited),
        "nodes": result.nodes,
        "leaves": result.leaves,
        "cutoffs": result.cutoffs,
        "depth": result.depth,
        "proven": result.proven,
    }


def _agrees(word: str, found: Any, expected: Any) -> bool:
    if word == "proven":
        return bool(found == (expected in ("yes", "true")))
    if isinstance(found, str):
        return bool(found == expected)
    if isinstance(found, tuple) and word == "value":
        parts = tuple(expected.strip("()").replace(",", " ").split())
        return found == tuple(map(read_number, parts))
    if isinstance(found, tuple):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == read_number(expected))


def _same(found: str, expected: str) -> bool:
    """Names agree as texts, values as numbers: 0.5 is 1/2."""
    try:
        return found == expected or read_number(found) == read_number(expected)
    except ZermeloError:
        return False


def _text(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    is_payoffs = any(not isinstance(each, str) for each in value)
    return short(value) if is_payoffs else f"[{' '.join(value)}]"
