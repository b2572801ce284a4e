"""A sum over a board of what depends on the cell alone: by the bits of all cells at once.

    sum(VALUES[p] for p in state.board)        board_sum(state.board, WEIGHTS)
    sum(sum(row) for row in state.board)

What one cell is worth is worked out before the game begins, for every number that fits its bits.
Any such table is a sum of weights of sets of bits: a cell counts for a set if it has all its bits.
So the sum over the board is, for each set with a weight, that times the number of such cells:

    plane i     bit i of each cell, words beside each other: | ... | 7 3 | 6 2 | 5 1 | 4 0 |
    cells       the bits set in all planes of a set

    sum(board[a:b])                            board_sum_between(board, a, b)

has the cells outside masked away, and what is left added in halves: each two neighbours become one
of twice the bits.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.compiler.arithmetic import is_whole
from zermelo.compiler.bit_sets import Bits
from zermelo.compiler.layout import Layout
from zermelo.compiler.packed import WORD_BITS, Packed, signed_word, whole
from zermelo.compiler.records import fields_of
from zermelo.compiler.source import call, local_names, nodes, placed
from zermelo.compiler.untyped import intrinsic, ir, types

HALF: Final = WORD_BITS // 2
MOST_BITS: Final = 4  # of a cell: beyond, there are too many sets
MOST: Final = 1 << 40  # for one cell: no sum is beyond a word
PURE: Final = ("abs", "min", "max", "int", "bool")
PLAIN: Final = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.expr_context),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.IfExp, ast.Compare, ast.Call),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)


def board_fields(state: Layout, *actions: Layout) -> dict[str, Packed | Bits]:
    """The fields of states, and of nothing else, that are always boards, or sets, of numbers."""
    inner = [*state.parts, *([state.item] if state.item else []), *actions]
    others = {name for part in inner for name in _field_names(part)}
    found: dict[str, Packed | Bits] = {}
    for name, part in zip(state.fields or (), state.parts, strict=False):
        board = part.packed
        if isinstance(board, Bits):
            of_numbers = board.universe is None
        else:
            of_numbers = isinstance(board, Packed) and board.code == "number"
        if board and of_numbers and not part.free and not part.maybe and name not in others:
            found[name] = board
    return found


def _field_names(layout: Layout) -> Iterator[str]:
    yield from layout.fields or ()
    for part in (*layout.parts, *([layout.item] if layout.item else [])):
        yield from _field_names(part)


def _cell_bits(board: Packed) -> int:
    return board.item if isinstance(board.item, int) else _cell_bits(board.item)


def surely_boards(
    fields: Mapping[str, Packed | Bits], names: Mapping[str, Any], classes: list[type]
) -> dict[str, Packed | Bits]:
    """Those fields that no other class has among `names`, which are what a function knows."""
    others = [each for each in names.values() if isinstance(each, type) and each not in classes]
    taken = {field for each in others for field in fields_of(each) or ()}
    return {field: board for field, board in fields.items() if field not in taken}


def sum_boards(
    tree: ast.FunctionDef, fields: Mapping[str, Packed | Bits], names: Mapping[str, Any]
) -> None:
    """Rewrites one function; `names` are what those in it stand for."""
    boards = {field: board for field, board in fields.items() if isinstance(board, Packed)}
    if boards:
        _Sums(tree, boards, names).visit(tree)


class _Sums(ast.NodeTransformer):
    def __init__(
        self, tree: ast.FunctionDef, fields: Mapping[str, Packed], names: Mapping[str, Any]
    ) -> None:
        self.fields, self.names, self.locals = fields, names, local_names(tree)
        self.taken = {*self.locals, *names}
        self.boards = _local_boards(tree, fields, self.locals)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        new: ast.AST | None = None
        match node:
            case ast.Call(ast.Name("sum"), [ast.Subscript(items, ast.Slice(low, high, None))], []):
                board = self.board(items)
                if board and _cell_bits(board) <= HALF and "sum" not in self.taken:
                    bounds = [low or ast.Constant(0), high or ast.Constant(board.count)]
                    new = placed(call("board_sum_between", [items, *bounds]), node)
        found = self.of_cells(node, None)
        if found:
            items, cell, worth = found
            table = self.table(cell, worth, _cell_bits(self.fields[items.attr]))
            if table:
                weights = ast.Tuple([ast.Constant(each) for each in _weights(table)], ast.Load())
                new = placed(call("board_sum", [items, weights]), node)
        return new or self.generic_visit(node)

    def board(self, items: ast.expr) -> Packed | None:
        """The board that an expression always is, if its items are numbers."""
        found = None
        match items:
            case ast.Name(name):
                found = self.boards.get(name)
            case ast.Attribute(ast.Name(owner), field) if owner in self.locals:
                found = self.fields.get(field)
        return found if found and isinstance(found.item, int) else None

    def of_cells(self, node: ast.expr, row: str | None) -> Any:
        """The board, or the row of one, that cells are summed of, their name and their worth."""
        match node:
            case ast.Call(ast.Name("sum"), [items], []) if "sum" not in self.taken:
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
        if bits > MOST_BITS:
            return None
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


def _local_boards(
    tree: ast.FunctionDef, fields: Mapping[str, Packed], local: set[str]
) -> dict[str, Packed]:
    """The variables that are always what `updates` makes of a board in a field."""
    found: dict[str, Packed] = {}
    given: dict[str, int] = {}
    for node in nodes(tree):
        match node:
            case ast.Name(name, ast.Store()):
                given[name] = given.get(name, 0) + 1
            case ast.Assign(
                [ast.Name(name)],
                ast.Call(ast.Name("board_of"), [ast.Attribute(ast.Name(owner), field)]),
            ):
                given[name] = given.get(name, 0) - 1
                if field in fields and owner in local:
                    found[name] = fields[field]
            case ast.Assign(
                [ast.Name(name)], ast.Call(ast.Name("board_put"), [ast.Name(same), *_])
            ) if name == same:
                given[name] = given.get(name, 0) - 1
    return {name: board for name, board in found.items() if given[name] == 0}


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


@intrinsic
def board_sum_between(context: Any, board: Any, low: Any, high: Any) -> Any:
    """`sum(board[low:high])`, of a board of numbers."""
    if not isinstance(board, Packed) or not is_whole(low, high):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bounds = [_inside(builder, bound, board.count) for bound in args[1:]]
        bits, total = board.item_bits, whole(0)
        signs = sum(1 << at + bits - 1 for at in range(0, WORD_BITS, bits))
        for at in range(board.words):
            first = whole(at * board.a_word)
            before, upto = (
                _first_cells(builder, board, builder.sub(bound, first)) for bound in bounds
            )
            mask = builder.and_(upto, builder.not_(before))
            found = builder.and_(builder.extract_value(args[0], at), mask)
            found = builder.xor(found, whole(signed_word(signs)))  # none is below 0 then
            width = bits
            while width < WORD_BITS:
                even = sum((1 << width) - 1 << at for at in range(0, WORD_BITS, 2 * width))
                other = builder.lshr(found, whole(width))
                parts = [builder.and_(each, whole(even)) for each in (found, other)]
                found, width = builder.add(*parts), 2 * width
            total = builder.add(total, builder.sub(found, whole(board.a_word << bits - 1)))
        return total

    return types.int64(board, types.int64, types.int64), code


def _inside(builder: Any, bound: Any, count: int) -> Any:
    """A bound of a slice as Python has it: from the end where it is below 0."""
    below = builder.icmp_signed("<", bound, whole(0))
    return _between(builder, builder.select(below, builder.add(bound, whole(count)), bound), count)


def _between(builder: Any, number: Any, most: int) -> Any:
    low = builder.select(builder.icmp_signed("<", number, whole(0)), whole(0), number)
    return builder.select(builder.icmp_signed(">", low, whole(most)), whole(most), low)


def _first_cells(builder: Any, board: Packed, count: Any) -> Any:
    """The bits of so many cells of a word, those that it has at most."""
    bits = builder.mul(_between(builder, count, board.a_word), whole(board.item_bits))
    full = builder.icmp_signed("==", bits, whole(WORD_BITS))
    some = builder.shl(whole(1), builder.and_(bits, whole(WORD_BITS - 1)))
    return builder.select(full, whole(-1), builder.sub(some, whole(1)))


# How rules call them.
NAMES: Final[dict[str, Any]] = {"board_sum": board_sum, "board_sum_between": board_sum_between}
