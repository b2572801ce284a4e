"""Texts that rules make of values, where they are spelled (see `text_types`).

f"{column}{row}", str(n), "{}-{}".format(a, b), "%s%d" % (a, b)
                            joined(text_of(column), text_of(row)), ...
int(text), ord(letter), chr(code)
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from zermelo.compiler.source import name as read
from zermelo.compiler.source import nodes, placed
from zermelo.compiler.text_formats import Format, formatter, of_percent, of_spec
from zermelo.compiler.text_methods import as_number, letter_of, ordinal, text_of
from zermelo.compiler.text_operations import text_from
from zermelo.language import _, mark

PLACE: Final = r"%[-+0]*\d*[sd]"  # of a value, in a text with %
PLAIN: Final = (-1, ord("s"))  # conversions that change nothing
FORMATS: Final = mark("a text with a format in it; write it without, or in format_action")
Part: TypeAlias = str | ast.expr | tuple[ast.expr, Format]  # of a text: what stands there, a value


def spelled(node: ast.Call, resolver: Any) -> ast.expr | None:
    """A call that makes a text of a value, or a number of a text; None for any other."""
    match node:
        case ast.Call(ast.Name("int"), [value], []):
            resolver.bindings["builtins_int"] = int
            inner = called(node, as_number, value, resolver)
            new: ast.expr = placed(ast.Call(read("builtins_int"), [inner], []), node)
            return new
        case ast.Call(ast.Name("str"), [value], []):
            return called(node, text_of, value, resolver)
        case ast.Call(ast.Name("chr"), [value], []):
            return called(node, letter_of, value, resolver)
        case ast.Call(ast.Name("ord"), [value], []):
            given = called(node, text_from, value, resolver)
            resolver.bindings[ordinal.__name__] = ordinal
            code: ast.expr = placed(ast.Call(read(ordinal.__name__), [given], []), node)
            return code
        case ast.Call(ast.Attribute(ast.Constant(str(template)), "format"), given, []):
            return _joined(node, _parts(template, given), resolver)
    return None


def mark_grown(tree: ast.AST) -> None:
    """Marks the empty texts that grow in a loop inside a loop: their type is that of what is made.

    In one loop alone, a text that is known and one that is made become one type by themselves.
    """
    loops = (ast.For, ast.While)
    inner = [
        part
        for loop in nodes(tree)
        if isinstance(loop, loops)
        for each in nodes(loop)
        if each is not loop and isinstance(each, loops)
        for part in nodes(each)
    ]
    stored = {n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(text)], ast.Constant("") as value) if text in stored:
                value.grown = True  # type: ignore[attr-defined]


def begun(node: ast.Constant, resolver: Any) -> ast.expr | None:
    """An empty text that grows so; None for any other constant."""
    if not getattr(node, "grown", False) or not resolver.translator.atoms.spelled:
        return None
    return called(node, text_from, ast.Constant(""), resolver)


def called(node: ast.AST, function: Any, value: ast.expr, resolver: Any) -> ast.expr:
    """A call with a text of the game's behind the value, which says how texts are spelled."""
    resolver.bindings[function.__name__] = function
    like = resolver.constant(node, "", "text")
    made = ast.Call(read(function.__name__), [resolver.visit(value), like], [])
    new: ast.expr = placed(made, node)
    return new


def formatted(node: ast.JoinedStr, resolver: Any) -> ast.expr | None:
    """An f-string; None where it has a format in it."""
    parts: list[Part] = []
    for part in node.values:
        match part:
            case ast.Constant(str(text)):
                parts.append(text)
            case ast.FormattedValue(value, conversion, None) if conversion in PLAIN:
                parts.append(value)
            case ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(str(spec))])):
                how = of_spec(spec)
                if how is None:
                    return None
                parts.append(value if how.is_plain else (value, how))
            case _:
                return None
    return _joined(node, parts, resolver)


def percent(node: ast.BinOp, resolver: Any) -> ast.expr | None:
    """`"%s%d" % (a, b)`; None where that is not what it is."""
    if not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, str):
        return None
    given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    pieces = re.split(f"({PLACE})", node.left.value)
    places = list(map(of_percent, pieces[1::2]))
    if len(places) != len(given) or any("%" in piece for piece in pieces[::2]) or None in places:
        raise resolver.refuse(node, _(FORMATS))
    parts: list[Part] = [pieces[0]]
    for value, how, piece in zip(given, places, pieces[2::2], strict=True):
        parts += [value if how is None or how.is_plain else (value, how), piece]
    return _joined(node, parts, resolver)


def _parts(template: str, given: list[ast.expr]) -> list[Part] | None:
    """What a template of `format` is made of; None for one with more than places in it."""
    parts: list[Part] = []
    at = 0
    for text, field, form, conversion in string.Formatter().parse(template):
        parts.append(text)
        if field is None:
            continue
        place = int(field) if field.isdigit() else at
        how = of_spec(form or "")
        if conversion or (field and not field.isdigit()) or place >= len(given) or how is None:
            return None
        parts.append(given[place] if how.is_plain else (given[place], how))
        at += 1
    return parts


def _known_texts(parts: list[Part], texts: frozenset[str]) -> Iterator[Part]:
    """A part of a template stands nowhere else in the file, but its letters do."""
    for part in parts:
        if isinstance(part, str) and part not in texts:
            yield from part
        elif part != "":
            yield part


def _joined(node: ast.AST, parts: list[Part] | None, resolver: Any) -> ast.expr:
    if parts is None:
        raise resolver.refuse(node, _(FORMATS))
    whole: ast.expr = resolver.constant(node, "", "text")
    texts = resolver.translator.atoms.spelling.texts
    for part in _known_texts(parts, texts):
        if isinstance(part, str) and part not in texts:
            raise resolver.refuse(node, _(FORMATS))
        if isinstance(part, str):
            more = resolver.constant(node, part, "text")
        elif isinstance(part, tuple):
            more = called(node, formatter(part[1]), part[0], resolver)
        else:
            more = called(node, text_of, part, resolver)
        whole = placed(ast.BinOp(whole, ast.Add(), more), node)
    return whole
