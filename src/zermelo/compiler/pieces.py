"""Pieces: records of atoms and numbers, such as Piece("king", "white"), that are atoms themselves.

piece.color             a table of the game's pieces
piece.is_king           likewise: a property is asked before the game begins
Piece("queen", color)   a table by the parts
"""

from __future__ import annotations

import ast
import enum
import itertools
from collections.abc import Iterable
from typing import Any, Final

from zermelo.compiler.atom_table import is_atom
from zermelo.compiler.dictionaries import in_code
from zermelo.compiler.records import fields_of, is_made_of_fields
from zermelo.compiler.source import placed

MOST: Final = 256  # pieces that one call can make


def pieces_in(values: Iterable[Any]) -> frozenset[type]:
    """The classes of records in whose place, on a board or in a field, there is None at times."""
    found: set[type] = set()
    columns: dict[Any, set[type]] = {}
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(value, (type(value),)) for value in values]
    while waiting:
        value, path = waiting.pop()
        fields = fields_of(type(value))
        items = [getattr(value, name) for name in fields] if fields else value
        if not isinstance(items, tuple | list | frozenset):
            continue
        for place, item in enumerate(items):
            column = (type(value), place) if fields else (*path, tuple)
            waiting.append((item, column))
            if item is None or _is_piece(item, bool(fields)):
                columns.setdefault(column, set()).add(type(item))
    for kinds in columns.values():
        found |= kinds if type(None) in kinds else set()
    return frozenset(found - {type(None)})


def _is_piece(value: Any, in_field: bool) -> bool:
    """Whether it is a record of atoms and numbers; in a field, numbers alone stay what they are."""
    names = fields_of(type(value))
    if names and not is_made_of_fields(type(value)):
        return False
    parts = [getattr(value, name) for name in names or ()]
    if in_field and not any(map(is_atom, parts)):
        return False
    return bool(parts) and all(isinstance(part, int) or is_atom(part) for part in parts)


# --- where a rule uses one -----------------------------------------------------------------------


def part_of(node: ast.Attribute, resolver: Any) -> Any:
    """`piece.color`; None where no piece has such a part, or a record has it too."""
    owners = resolver.translator.classes
    if node.attr in resolver.translator.methods:
        return None
    if any(node.attr in (fields_of(owner) or ()) for owner in owners):
        return None
    table = {}
    for piece in resolver.translator.atoms.known_pieces():
        part = getattr(piece, node.attr, None)
        if hasattr(piece, node.attr) and (isinstance(part, int) or is_atom(part)):
            table[piece] = part
    new = placed(ast.Subscript(node.value, node.value, ast.Load()), node)
    return in_code(table, new, resolver) if table else None


def made(node: ast.Call, kind: type, resolver: Any) -> Any:
    """`Piece("queen", color)`; None where it would be one of too many."""
    atoms, names = resolver.translator.atoms, fields_of(kind) or ()
    given = dict(zip(names, node.args, strict=False)) | {str(k.arg): k.value for k in node.keywords}
    if set(given) != set(names) or any(isinstance(each, ast.Starred) for each in node.args):
        return None
    known = [piece for piece in atoms.known_pieces() if type(piece) is kind]
    columns = []
    for name in names:
        value = resolver.known(given[name])
        parts = [getattr(piece, name) for piece in known]
        is_known = isinstance(value, int) or is_atom(value)
        columns.append([value] if is_known else _relatives(parts))
    combinations = list(itertools.islice(itertools.product(*columns), MOST + 1))
    if not combinations or len(combinations) > MOST:
        return None
    if len(combinations) == 1 and all(len(column) == 1 for column in columns):
        return resolver.constant(node, kind(*combinations[0]), kind.__name__)
    key: ast.expr = ast.Tuple([given[name] for name in names], ast.Load())
    if len(names) == 1:
        key, combinations = given[names[0]], [each[0] for each in combinations]
    table = {each: kind(*(each if len(names) > 1 else (each,))) for each in combinations}
    return in_code(table, placed(ast.Subscript(key, key, ast.Load()), node), resolver)


def _relatives(parts: Iterable[Any]) -> list[Any]:
    """The parts that pieces have, each once; of an Enum all members."""
    found: dict[Any, None] = {}
    for part in parts:
        found |= dict.fromkeys(type(part) if isinstance(part, enum.Enum) else (part,))
    return list(found)
