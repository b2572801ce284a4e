"""A tree as JSON, for programs.

    DOCUMENT = {"title": TEXT, "range": [LOW, HIGH], "expect": [TEXT, ...], "tree": NODE} | NODE
    NODE     = 3 | 0.5 | "7/2" | {"value": 3, "name": TEXT}
             | [NODE, ...]                                        the kinds alternate, MAX first
             | {"name": TEXT, "static": 5, "quiet": false, "max": [EDGE, ...]}
                                                                  or "min", or "chance"
    EDGE     = NODE | {"label": TEXT, "probability": "1/2", "to": NODE}
             | ["1/2", NODE]                                      only right below "chance"

All but the tree, the value and the list of edges may be left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final

from zermelo.game import CHANCE, PLAYER_NAMES, Value, ZermeloError
from zermelo.games.tree.expectation import read_expectation, write_expectation
from zermelo.games.tree.lexer import TreeError
from zermelo.games.tree.literals import read_probability, read_value
from zermelo.games.tree.nodes import Node, TreeBuilder, exact
from zermelo.games.tree.rules import Tree
from zermelo.language import _

_KEYS: Final = {kind: name.lower() for kind, name in PLAYER_NAMES.items()}


def tree_from_json(text: str, source: str = "tree") -> Tree:
    """The tree that the JSON describes, or `TreeError` with the node where the mistake is."""
    data = _load(text.removeprefix("\ufeff"), source)
    page = data if isinstance(data, dict) and "tree" in data else {"tree": data}
    nodes = _read_nodes(page["tree"], source)
    try:
        _allow(page, "title", "range", "expect", "tree")
        ends, expected = page.get("range"), page.get("expect", [])
        if ends is not None and not (isinstance(ends, list) and len(ends) == 2):
            raise ZermeloError(_('"range" has two ends: write for instance [0, 10]'))
        if not (isinstance(expected, list) and all(isinstance(line, str) for line in expected)):
            raise ZermeloError(_('"expect" is a list of texts such as "value 3, move a1"'))
        return Tree(
            nodes,
            _text(page, "title"),
            None if ends is None else (_number(ends[0]), _number(ends[1])),
            tuple(read_expectation(line, f"{source}: expect") for line in expected),
        )
    except TreeError:
        raise
    except ZermeloError as error:
        raise TreeError(source, 0, 0, str(error)) from None


def _load(text: str, source: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        words = _("no JSON: {reason}")
        raise TreeError(source, error.lineno, error.colno, words.format(reason=error.msg)) from None
    except RecursionError:
        what = _("nested too deeply to be read as JSON: use the text of a tree instead")
        raise TreeError(source, 0, 0, what) from None
    except ValueError:  # Python refuses to read more digits than a person ever would
        raise TreeError(source, 0, 0, _("a number has too many digits")) from None
    except ZermeloError as error:
        raise TreeError(source, 0, 0, str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        words = _("a key stands twice in one object, of {keys}: keep one")
        raise ZermeloError(words.format(keys=", ".join(found)))
    return found


def _read_nodes(root: Any, source: str) -> tuple[Node, ...]:
    builder = TreeBuilder()
    try:
        return builder.build(root, partial(_read_edge, builder))
    except ZermeloError as error:
        where = "/".join(map(str, builder.way[1:])) or "root"
        words = _("node {where}: {reason}")
        raise TreeError(source, 0, 0, words.format(where=where, reason=error)) from None


def _read_edge(builder: TreeBuilder, edge: Any) -> list[Any] | None:
    """Gives the node that `edge` leads to to the builder; the edges below it, None for a leaf."""
    label, probability, node = None, None, edge
    if isinstance(edge, dict) and "to" in edge:
        _allow(edge, "label", "probability", "to")
        label, node = _text(edge, "label"), edge["to"]
        if "probability" in edge:
            probability = _probability(edge["probability"])
    elif builder.kind == CHANCE and _is_pair(edge):
        probability, node = read_probability(edge[0]), edge[1]

    if isinstance(node, list):
        builder.open(label=label, probability=probability)
        return node
    if not isinstance(node, dict):
        builder.leaf(_number(node), label=label, probability=probability)
        return None
    if "value" in node:
        _allow(node, "value", "name")
        value, name = _number(node["value"]), _text(node, "name")
        builder.leaf(value, name, label=label, probability=probability)
        return None
    kinds = [kind for kind, key in _KEYS.items() if key in node]
    if len(kinds) != 1 or not isinstance(node[_KEYS[kinds[0]]], list):
        raise ZermeloError(_('a node has a "value", or a list under one of "max", "min", "chance"'))
    below: list[Any] = node[_KEYS[kinds[0]]]
    _allow(node, "name", "static", "quiet", _KEYS[kinds[0]])
    static = None if node.get("static") is None else _number(node["static"])
    quiet, name = node.get("quiet", True), _text(node, "name")
    if not isinstance(quiet, bool) or (static is None and not quiet):
        raise ZermeloError(_('"quiet" is true or false, and false only beside a "static" value'))
    builder.open(kinds[0], name, static, quiet=quiet, label=label, probability=probability)
    return below


def _is_pair(edge: Any) -> bool:
    """Whether `edge` is ["1/2", NODE]; beginning with a number it is a node with two leaves."""
    return isinstance(edge, list) and len(edge) == 2 and isinstance(edge[0], str)


def _allow(found: dict[str, Any], *keys: str) -> None:
    for key in found:
        if key not in keys:
            words = _("the key '{key}' has no meaning here: allowed are {keys}")
            raise ZermeloError(words.format(key=key, keys=", ".join(keys)))


def _text(found: dict[str, Any], key: str) -> str | None:
    text = found.get(key)
    if text is None or isinstance(text, str):
        return text
    raise ZermeloError(_('"{key}" is a text: put it in quotes').format(key=key))


def _number(found: Any) -> Value:
    if isinstance(found, str):
        return read_value(found)
    if isinstance(found, int | float) and not isinstance(found, bool):
        return found
    raise ZermeloError(_('a value is a number: write for instance 3, -0.5 or "7/2"'))


def _probability(found: Any) -> Fraction:
    if isinstance(found, str):
        return read_probability(found)
    # The shortest decimal that names the float is what was written: 0.1 is a tenth exactly.
    return Fraction(repr(exact(_number(found))))


# --- writing -----------------------------------------------------------------------------------


def tree_to_json(tree: Tree) -> str:
    """The JSON that reads back as an equal tree, on one line."""
    page: dict[str, Any] = {}
    if tree.title is not None:
        page["title"] = tree.title
    if tree.value_range is not None:
        page["range"] = [_plain(value) for value in tree.value_range]
    if tree.expectations:
        page["expect"] = [write_expectation(expected) for expected in tree.expectations]
    fields = [f"{_dump(key)}: {_dump(value)}" for key, value in page.items()]
    return "{" + ", ".join([*fields, f'"tree": {_write_nodes(tree)}']) + "}\n"


def _write_nodes(tree: Tree) -> str:
    defaults = tree.default_kinds()
    pieces: list[str] = []
    stack: list[str | int] = [0]  # a piece of text, or a node
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        node = tree.nodes[item]
        if node.value is not None:
            value = _plain(node.value)
            pieces.append(_dump({"value": value, "name": node.name} if node.name else value))
            continue
        before, after = _brackets(node, defaults[item])
        pieces.append(before)
        stack.append(after)
        edges = list(zip(node.children, _edges(node), strict=True))
        for child, (left, right) in reversed(edges):
            stack += [right, child, left]
    return "".join(pieces)


def _brackets(node: Node, default: int) -> tuple[str, str]:
    """What stands before and after the edges of an inner node."""
    fields: dict[str, Any] = {"name": node.name}
    fields["static"] = None if node.static is None else _plain(node.static)
    fields["quiet"] = None if node.quiet else False
    members = [
        f"{_dump(key)}: {_dump(value)}" for key, value in fields.items() if value is not None
    ]
    if node.kind == default and not members and not any(node.labels):
        return "[", "]"
    key = _KEYS[CHANCE if node.kind is None else node.kind]
    return "{" + ", ".join([*members, f'"{key}": [']), "]}"


def _edges(node: Node) -> Iterator[tuple[str, str]]:
    """What stands before and after each child of an inner node."""
    odds = [_dump(str(probability)) for probability in node.probabilities]
    for branch, label in enumerate(node.labels):
        comma = ", " if branch else ""
        if label is not None:
            fields = [f'"label": {_dump(label)}']
            fields += [f'"probability": {text}' for text in odds[branch : branch + 1]]
            yield comma + "{" + ", ".join([*fields, '"to": ']), "}"
        elif odds:
            yield f"{comma}[{odds[branch]}, ", "]"
        else:
            yield comma, ""


def _plain(value: Value) -> int | float | str:
    return str(value) if isinstance(value, Fraction) else value


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
