"""A sum over a board of what depends on the cell alone: by the bits of all cells at once.

    sum(VALUES[p] for p in state.board)        board_sum(state.board, WEIGHTS)
    sum(sum(row) for row in state.board)

What one cell is worth is worked out before the game begins, for every number that fits its bits.
Any such table is a sum of weights of sets of bits: a cell counts for a set if it has all its bits.
So the sum over the board is, for each set with a weight, that times the number of such cells:

    plane i     bit i of each cell, words beside each other: | ... | 7 3 | 6 2 | 5 1 | 4 0 |
    cells       the bits set in all planes of a set
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.compiler.layout import Layout
from zermelo.compiler.packed import WORD_BITS, Packed, signed_word, whole
from zermelo.compiler.records import fields_of
from zermelo.compiler.source import call, local_names, placed
from zermelo.compiler.untyped import intrinsic, ir, types

MOST_BITS: Final = 4  # of a cell: beyond, there are too many sets
MOST: Final = 1 << 40  # for one cell: no sum is beyond a word
PURE: Final = ("abs", "min", "max", "int", "bool")
PLAIN: Final = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.expr_context),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.IfExp, ast.Compare, ast.Call),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)


def board_fields(state: Layout, action: Layout) -> dict[str, Packed]:
    """The fields that are always boards of small numbers, those of states."""
    inner = [*state.parts, *([state.item] if state.item else []), action]
    others = {name for part in inner for name in _field_names(part)}
    found: dict[str, Packed] = {}
    for name, part in zip(state.fields or (), state.parts, strict=False):
        board = part.packed
        if not isinstance(board, Packed) or board.code != "number" or part.free or part.maybe:
            continue
        if _cell_bits(board) <= MOST_BITS and name not in others:
            found[name] = board
    return found


def _field_names(layout: Layout) -> Iterator[str]:
    yield from layout.fields or ()
    for part in (*layout.parts, *([layout.item] if layout.item else [])):
        yield from _field_names(part)


def _cell_bits(board: Packed) -> int:
    return board.item if isinstance(board.item, int) else _cell_bits(board.item)


def sum_boards(
    tree: ast.FunctionDef,
    fields: Mapping[str, Packed],
    names: Mapping[str, Any],
    classes: list[type],
) -> None:
    """Rewrites one function; `names` are what those in it stand for, `classes` those of states."""
    others = [each for each in names.values() if isinstance(each, type) and each not in classes]
    taken = {field for each in others for field in fields_of(each) or ()}
    fields = {field: board for field, board in fields.items() if field not in taken}
    if fields:
        _Sums(tree, fields, names).visit(tree)


class _Sums(ast.NodeTransformer):
    def __init__(
        self, tree: ast.FunctionDef, fields: Mapping[str, Packed], names: Mapping[str, Any]
    ) -> None:
        self.fields, self.names, self.locals = fields, names, local_names(tree)
        self.taken = {*self.locals, *names}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        found = self.of_cells(node, None)
        if found:
            items, cell, worth = found
            board = self.fields[items.attr]
            table = self.table(cell, worth, _cell_bits(board))
            if table:
                weights = ast.Tuple([ast.Constant(each) for each in _weights(table)], ast.Load())
                new: ast.AST = placed(call("board_sum", [items, weights]), node)
                return new
        return self.generic_visit(node)

    def of_cells(self, node: ast.expr, row: str | None) -> Any:
        """The board, or the row of one, that cells are summed of, their name and their worth."""
        match node:
            case ast.Call(ast.Name("sum"), [items], []) if not {"sum"} & {
                *self.locals,
                *self.names,
            }:
                pass
            case _:
                return None
        cell = "cell"
        worth: ast.expr = ast.Name(cell, ast.Load())
        match items:
            case ast.GeneratorExp(inner, [ast.comprehension(ast.Name(cell), items, [], 0)]):
                worth = inner
        if isinstance(items, ast.Name):
            return (items, cell, worth) if items.id == row else None
        if not isinstance(items, ast.Attribute) or not isinstance(items.value, ast.Name):
            return None
        if items.attr not in self.fields or items.value.id not in self.locals or row:
            return None
        if isinstance(self.fields[items.attr].item, int):
            return items, cell, worth
        inside = self.of_cells(worth, cell)
        return (items, *inside[1:]) if inside else None

    def table(self, cell: str, worth: ast.expr, bits: int) -> list[int] | None:
        """What each number is worth by the bits that it has; None where that is not known."""
        for node in ast.walk(worth):
            match node:
                case ast.Name(name) if name != cell and name in self.locals:
                    return None
                case ast.Call(ast.Name(name)) if name in PURE and name not in self.taken:
                    continue
                case ast.Call():
                    return None
            if not isinstance(node, PLAIN):
                return None
        code = compile(ast.fix_missing_locations(ast.Expression(worth)), "<zermelo>", "eval")
        known = {name: getattr(builtins, name) for name in PURE} | {**self.names}
        found = []
        for number in (*range(1 << bits - 1), *range(-(1 << bits - 1), 0)):
            try:
                value = eval(code, known | {cell: number})
            except Exception:  # a fault, but only where there is such a cell
                return None
            if not isinstance(value, int) or abs(value) > MOST:
                return None
            found.append(int(value))
        return found


def _weights(table: list[int]) -> list[int]:
    """What each set of bits adds to its parts."""
    found = list(table)
    for bit in range((len(table) - 1).bit_length()):
        for each in range(len(found)):
            if each >> bit & 1:
                found[each] -= found[each ^ 1 << bit]
    return found


# --- in machine code -----------------------------------------------------------------------------


@intrinsic
def board_sum(context: Any, board: Any, weights: Any) -> Any:
    """The sum over the cells of a board of the weights of all sets of their bits."""
    if not isinstance(board, Packed) or len(weights) != 1 << _cell_bits(board):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits, cells = _cell_bits(board), _cells(board)
        weight = [builder.extract_value(args[1], i) for i in range(len(weights))]
        total = builder.mul(weight[0], whole(sum(each.bit_count() for each in cells)))
        for first in range(0, len(cells), bits):
            group = range(first, min(first + bits, len(cells)))
            planes = [_plane(builder, args[0], cells, group, bit) for bit in range(bits)]
            has: list[Any] = [None]  # by the bits of a set, the cells that have them all
            for each in range(1, len(weights)):
                bit = each.bit_length() - 1
                rest = has[each ^ 1 << bit]
                has.append(planes[bit] if rest is None else builder.and_(rest, planes[bit]))
                total = builder.add(total, builder.mul(builder.ctpop(has[each]), weight[each]))
        return total

    return types.int64(board, types.UniTuple(types.int64, len(weights))), code


def _plane(builder: Any, board: Any, cells: list[int], group: range, bit: int) -> Any:
    """One bit of each cell of some words, no more than cells have bits, beside each other."""
    found: Any = ir.Constant(ir.IntType(WORD_BITS), 0)
    for place, at in enumerate(group):
        moved = builder.lshr(builder.extract_value(board, at), whole(bit))
        moved = builder.and_(moved, whole(signed_word(cells[at])))
        found = builder.or_(found, builder.shl(moved, whole(place)))
    return found


def _cells(board: Packed) -> list[int]:
    """The lowest bit of each cell, in words."""
    found = [0] * board.words
    inner = [1] if isinstance(board.item, int) else _cells(board.item)
    for index in range(board.count):
        at = index // board.a_word * board.item_words
        shift = index % board.a_word * board.item_bits if board.item_words == 1 else 0
        for place, word in enumerate(inner):
            found[at + place] |= word << shift
    return found
