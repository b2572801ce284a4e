"""Loops over a board that pass over cells at once: only those that may matter are looked at.

    for cell, piece in enumerate(state.board):
        if piece * state.player <= 0:       =>   ... in chosen_cells(state.board, ...):
            continue

    for column in range(self.width):
        if state.board[row][column] == 0:   =>   ... in chosen_cells(state.board[row], ...):

    for line in range(24):
        if line not in state.lines:         =>   ... in chosen_numbers(state.lines, ...):

The condition stays where it is, and what is chosen are all cells below 0, all that are 0, or all
above, as far as it lets some of them pass. A word of the board has the lowest bit set of each cell
that is chosen, and a loop goes from bit to bit.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Final

from zermelo.compiler.bit_sets import MOST, Bits
from zermelo.compiler.cell_loops import OPERATIONS, chosen_cells, chosen_numbers
from zermelo.compiler.named_values import COMPREHENSIONS
from zermelo.compiler.packed import WORD_BITS, Packed
from zermelo.compiler.source import call, local_names, name, nodes, placed

SIGNS: Final = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def choose_cells(
    tree: ast.FunctionDef, fields: Mapping[str, Packed | Bits], names: Mapping[str, Any]
) -> None:
    """Rewrites the loops of one function; `fields` are those that are always boards, or sets.

    `names` are what those in it stand for.
    """
    local = local_names(tree)
    own = {"enumerate", "range", "len"} & (local | names.keys())
    known = {each: value for each, value in names.items() if each not in local}
    for node in nodes(tree):
        match node:
            case ast.For(
                ast.Tuple([ast.Name(index), ast.Name(item)]),
                ast.Call(ast.Name("enumerate"), [board], []),
            ) if _board(board, fields, local) and not own:
                chosen = _chosen(node.body, {index, item}, lambda each: _is(each, item))
                if chosen and not _read_after(tree, node, {index, item}):
                    node.iter = ast.copy_location(_choice(board, chosen), board)
            case ast.For(ast.Name(index), ast.Call(ast.Name("range"), [stop], [])) if not own:
                if not _read_after(tree, node, {index}):
                    _choose_by_index(node, index, stop, fields, local, known)


def _choose_by_index(
    loop: ast.For,
    index: str,
    stop: ast.expr,
    fields: Mapping[str, Packed | Bits],
    local: set[str],
    known: Mapping[str, Any],
) -> None:
    """Rewrites a loop over all indices of a board, of a row of one, or over numbers of a set."""
    test, passed_over = _first_test(loop.body)
    given = _given(loop.body) | {index}
    match test:
        case ast.Compare(ast.Name(same), [ast.In() | ast.NotIn() as sign], [items]) if (
            same == index and _stays(items, given)
        ):
            last = _number(stop, known)
            if isinstance(_field(items, fields, local), Bits) and last and 0 < last <= MOST:
                outside = isinstance(sign, ast.NotIn) != passed_over
                how = [ast.Constant(int(outside)), ast.Constant(last)]
                choice = call("board_chosen_numbers", [items, *how])
                loop.iter = ast.copy_location(choice, loop.iter)
            return
    row = _row_at(test, index) if test else None
    size = _board(row, fields, local) if row else 0
    if not row or not size or not all(_stays(part, given) for part in _parts(row)):
        return
    cell = ast.dump(ast.Subscript(row, name(index), ast.Load()))
    chosen = _chosen(loop.body, {index}, lambda each: ast.dump(each) == cell)
    whole = _number(stop, known) == size or ast.dump(stop) == ast.dump(call("len", [row]))
    if chosen and whole:
        item = ast.Name(f"cell_of_{index}", ast.Store())
        loop.target = placed(ast.Tuple([loop.target, item], ast.Store()), loop)
        loop.iter = placed(_choice(row, chosen), loop)


def _field(node: ast.expr, fields: Mapping[str, Packed | Bits], local: set[str]) -> Any:
    """The type of a field that an expression is; None: it is something else."""
    match node:
        case ast.Attribute(ast.Name(owner), field) if owner in local:
            return fields.get(field)
    return None


def _board(node: ast.expr, fields: Mapping[str, Packed | Bits], local: set[str]) -> int:
    """How many cells a board of numbers has, or a row of one; 0: it is something else."""
    found = _field(node, fields, local)
    if isinstance(node, ast.Subscript):
        found = getattr(_field(node.value, fields, local), "item", None)
    if not isinstance(found, Packed) or not isinstance(found.item, int):
        return 0
    return found.count if found.item_bits < WORD_BITS else 0


def _parts(row: ast.expr) -> list[ast.expr]:
    """What must stay the same for a board, or a row of one, to do so."""
    return [row.value, row.slice] if isinstance(row, ast.Subscript) else [row]


def _number(node: ast.expr, known: Mapping[str, Any]) -> int | None:
    """The number that an expression always is."""
    value: Any = None
    match node:
        case ast.Constant(value):
            pass
        case ast.Name(variable):
            value = known.get(variable)
        case ast.Attribute(ast.Name(owner), field):
            value = getattr(known.get(owner), field, None)
    return value if isinstance(value, int) else None


def _is(node: ast.expr, variable: str) -> bool:
    return isinstance(node, ast.Name) and node.id == variable


def _row_at(test: ast.expr, index: str) -> ast.expr | None:
    """What an expression takes the item of that has an index."""
    for node in nodes(test):
        if isinstance(node, ast.Subscript) and _is(node.slice, index):
            return node.value
    return None


def _choice(board: ast.expr, chosen: tuple[bool, str, ast.expr]) -> ast.expr:
    times, sign, value = chosen
    how = [ast.Constant(int(times)), ast.Constant(OPERATIONS.index(sign))]
    return call("board_chosen_cells", [board, *how, value])


def _read_after(tree: ast.FunctionDef, loop: ast.For, names: set[str]) -> bool:
    """Whether one of the loop's variables may be read where the loop has left it."""
    inside = {id(each) for part in loop.body for each in nodes(part)}
    others: dict[str, set[int]] = {each: set() for each in names}  # where another loop gives it
    for node in nodes(tree):
        if isinstance(node, ast.For) and not any(each is loop for each in nodes(node)):
            for each in nodes(node.target):
                if isinstance(each, ast.Name) and each.id in names:
                    others[each.id] |= {id(each) for part in node.body for each in nodes(part)}
        elif isinstance(node, COMPREHENSIONS):
            first = {id(each) for each in nodes(node.generators[0].iter)}  # not a part of it
            for part in node.generators:
                for each in nodes(part.target):
                    if isinstance(each, ast.Name) and each.id in names:
                        others[each.id] |= {id(each) for each in nodes(node)} - first
    return any(
        isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node.id in names
        and id(node) not in inside
        and id(node) not in others[node.id]
        for node in nodes(tree)
    )


def _first_test(body: list[ast.stmt]) -> tuple[ast.expr | None, bool]:
    """The condition on which anything in a loop depends, and whether it is that of passing over."""
    match body:
        case [ast.If(test, [ast.Continue()], []), *_]:
            passed_over = True
        case [ast.If(test, _, [])]:
            passed_over = False
        case _:
            return None, False
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or if passed_over else ast.And):
        test = test.values[0]
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand, not passed_over
    return test, passed_over


def _given(body: list[ast.stmt]) -> set[str]:
    """The names that get values in a loop."""
    names = [each for part in body for each in nodes(part) if isinstance(each, ast.Name)]
    return {each.id for each in names if not isinstance(each.ctx, ast.Load)}


def _chosen(
    body: list[ast.stmt], variables: set[str], is_item: Callable[[ast.expr], bool]
) -> tuple[bool, str, ast.expr] | None:
    """By what cells are chosen: `item * value`, or the item itself, compared with 0 or `value`."""
    test, passed_over = _first_test(body)
    times, sign = False, ""
    value: ast.expr | None = None
    match test:
        case ast.expr() if is_item(test):
            sign, value = "!=", ast.Constant(0)
        case ast.Compare(item, [ast.Eq() | ast.NotEq() as operation], [value]) if is_item(item):
            sign = SIGNS[type(operation)]
        case ast.Compare(item, [operation], [ast.Constant(0)]) if is_item(item):
            times, sign, value = True, SIGNS.get(type(operation), ""), ast.Constant(1)
        case ast.Compare(ast.BinOp(item, ast.Mult(), value), [operation], [ast.Constant(0)]) if (
            is_item(item)
        ):
            times, sign = True, SIGNS.get(type(operation), "")
    if value is None or not sign or not _stays(value, _given(body) | variables):
        return None
    return times, OPPOSITE[sign] if passed_over else sign, value


def _stays(value: ast.expr, given: set[str]) -> bool:
    """Whether an expression is the same at each turn of a loop, and costs nothing."""
    match value:
        case ast.Constant(int()):
            return True
        case ast.Name(variable) | ast.Attribute(ast.Name(variable)):
            return variable not in given
    return False


# How rules call them; no user has such names.
NAMES: Final = {"board_chosen_cells": chosen_cells, "board_chosen_numbers": chosen_numbers}
