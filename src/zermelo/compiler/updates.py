"""A board that is made a list, changed here and there, and made a tuple again: an update of cells.

    board = list(state.board)                  board = board_of(state.board)
    board[i] = 0                         =>    board = board_put(board, i, 0)
    return State(tuple(board))                 return State(tuple_of(board))

and the same for the rows of a board (`[list(row) for row in ...]`, `board[r][c] = 0`). A packed
board stays packed all the way, so that a change costs that cell; what is no board becomes a list as
before. That is done where nobody else can see the list: it has one name, is handed to nobody but a
function that is only asked whether it gives items and looks at cells for that (see `emptiness`),
keeps its length, and is not changed by a loop over itself.
"""

from __future__ import annotations

import ast
import copy
from typing import Any, Final

from zermelo.compiler.emptiness import SOME_OF, gives_items, has_items
from zermelo.compiler.places import Callee
from zermelo.compiler.source import assign, call, name, nodes, placed

READERS: Final = ("len", "sum", "any", "all", "min", "max", "sorted", "enumerate", "tuple", "zip")
METHODS: Final = ("count", "index")


def nobody(called: ast.expr) -> None:
    """No function is known."""


def update_boards(tree: ast.FunctionDef, callee: Callee = nobody) -> None:
    """Rewrites one function; `callee`: by which to ask for the functions that it calls."""
    for board, depth in _boards(tree).items():
        if _is_private(tree, board, depth, callee):
            _Updates(board, depth).visit(tree)


def _boards(tree: ast.FunctionDef) -> dict[str, int]:
    """The variables that are given a value once, a list made of something; and how deep it is."""
    found: dict[str, int] = {}
    given: dict[str, int] = {}
    for node in nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given[node.id] = given.get(node.id, 0) + 1
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            depth = 1 if _source(node.value, 1) else 2 if _source(node.value, 2) else 0
            if depth and len(node.targets) == 1:
                found[node.targets[0].id] = depth
    arguments = {argument.arg for argument in tree.args.args}
    return {
        board: depth
        for board, depth in found.items()
        if given[board] == 1 and board not in arguments
    }


def _source(value: ast.expr, depth: int) -> ast.expr | None:
    """What a list is made of."""
    match value:
        case ast.Call(ast.Name("list"), [inner], []) if depth == 1:
            return None if isinstance(inner, ast.GeneratorExp | ast.ListComp) else inner
        case ast.ListComp(element, [ast.comprehension(ast.Name(row), inner, [], 0)]) if depth == 2:
            match element:
                case ast.Call(ast.Name("list"), [ast.Name(same)], []) if same == row:
                    return inner
                case ast.List([ast.Starred(ast.Name(same))]) if same == row:
                    return inner
    return None


def _is_private(tree: ast.FunctionDef, board: str, depth: int, callee: Callee) -> bool:
    """Whether nobody else sees the list, and only its cells are changed."""
    fine: set[int] = set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name() as target]) if target.id == board:
                fine.add(id(target))
            case ast.Subscript(ast.Name() as value, index):
                cell = depth == 1 and not isinstance(index, ast.Slice)
                if isinstance(node.ctx, ast.Load) or cell:
                    fine.add(id(value))
            case ast.Call(ast.Name(asked), [ast.Call(function, arguments, [])]) if asked == SOME_OF:
                if depth == 1:
                    fine |= {id(each) for each in _looked_at(callee(function), arguments)}
            case ast.Call(ast.Name("min" | "max"), [_, _, *_]):  # which gives one of the lists
                continue
            case ast.Call(ast.Name(function), arguments) if function in READERS:
                fine |= {id(argument) for argument in arguments}
            case ast.Call(ast.Attribute(ast.Name() as value, method)) if method in METHODS:
                fine.add(id(value))
            case ast.Compare(_, signs, items):
                pairs = zip(signs, items, strict=True)
                fine |= {id(each) for sign, each in pairs if isinstance(sign, ast.In | ast.NotIn)}
            case ast.For() if _mentions(node.iter, board) and _stores(node.body, board):
                return False
            case ast.For(_, ast.Name() as value) | ast.comprehension(_, ast.Name() as value):
                fine.add(id(value))
            case ast.FunctionDef() | ast.Lambda() if node is not tree and _mentions(node, board):
                return False
    uses = [node for node in nodes(tree) if isinstance(node, ast.Name) and node.id == board]
    if depth == 2 and not _rows_are_read(tree, board):
        return False
    return all(id(node) in fine for node in uses)


def _looked_at(asked: ast.FunctionDef | None, arguments: list[ast.expr]) -> list[ast.expr]:
    """The arguments of which a function only looks at cells, to tell whether it gives items."""
    if asked is None or not gives_items(asked):
        return []
    asked = has_items(copy.deepcopy(asked))
    names = [each for each in nodes(asked) if isinstance(each, ast.Name)]
    given = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    found = []
    for parameter, argument in zip(asked.args.args, arguments, strict=False):
        board = parameter.arg
        changed = board in given or _stores(asked.body, board)
        if not changed and _is_private(asked, board, 1, nobody):
            found.append(argument)
    return found


def _rows_are_read(tree: ast.FunctionDef, board: str) -> bool:
    """Whether a row of a board is only looked at, or changed as `board[r][c] = x`."""
    fine: set[int] = set()
    for node in nodes(tree):
        match node:
            case ast.Subscript(ast.Subscript(ast.Name(same)) as row, index) if same == board:
                if not isinstance(index, ast.Slice):
                    fine.add(id(row))
            case ast.Call(ast.Name(function), arguments) if function in READERS:
                fine |= {id(argument) for argument in arguments}
            case ast.Compare(_, _, items):
                fine |= {id(item) for item in items}
    rows = [
        node
        for node in nodes(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == board
    ]
    return all(id(row) in fine for row in rows)


def _mentions(tree: ast.AST, board: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == board for node in nodes(tree))


def _stores(body: list[ast.stmt], board: str) -> bool:
    """Whether statements change a cell."""
    return any(
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and _mentions(node.value, board)
        for statement in body
        for node in nodes(statement)
    )


class _Updates(ast.NodeTransformer):
    def __init__(self, board: str, depth: int) -> None:
        self.board, self.depth = board, depth

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node.targets:
            case [ast.Name(made)] if made == self.board:
                source = _source(node.value, self.depth)
                assert source is not None
                made_of = "board_of" if self.depth == 1 else "board_rows_of"
                return placed(assign(made, call(made_of, [source])), node)
            case [target] if self.is_cell(target):
                return placed(self.put(target, self.visit(node.value)), node)
            case [ast.Tuple(targets)] if any(map(self.is_cell, targets)):
                return self.several(node, targets)
            case [_, _, *_] if any(map(self.is_cell, node.targets)):
                several = [assign("new__cell", self.visit(node.value))]
                several += [self.given(target, name("new__cell")) for target in node.targets]
                return [placed(each, node) for each in several]
        self.generic_visit(node)
        return node

    def several(self, node: ast.Assign, targets: list[ast.expr]) -> list[ast.stmt]:
        """`board[i], board[j] = a, b`: all values first, then one cell after the other."""
        names = [f"new__cell_{i}" for i in range(len(targets))]
        value = self.visit(node.value)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
            made: list[ast.stmt] = [
                assign(each, part) for each, part in zip(names, value.elts, strict=True)
            ]
        else:
            several = ast.Tuple([ast.Name(each, ast.Store()) for each in names], ast.Store())
            made = [ast.Assign([several], value, lineno=0)]
        pairs = zip(targets, names, strict=True)
        made += [self.given(target, name(each)) for target, each in pairs]
        return [placed(each, node) for each in made]

    def given(self, target: ast.expr, value: ast.expr) -> ast.stmt:
        """`target = value`."""
        if self.is_cell(target):
            return self.put(target, value)
        return ast.Assign([target], value, lineno=0)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if self.is_cell(node.target):
            old = copy.deepcopy(node.target)
            old.ctx = ast.Load()
            value = placed(ast.BinOp(old, node.op, node.value), node)
            return placed(self.put(node.target, self.visit(value)), node)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(ast.Name("tuple"), [ast.Name(made)], []) if made == self.board:
                return placed(call("board_tuple", [name(made)]), node)
            case ast.Call(
                ast.Name("tuple"),
                [
                    ast.GeneratorExp(
                        ast.Call(ast.Name("tuple"), [ast.Name(row)], []),
                        [ast.comprehension(ast.Name(same), ast.Name(made), [], 0)],
                    )
                ],
                [],
            ) if made == self.board and row == same and self.depth == 2:
                return placed(call("board_tuple", [name(made)]), node)
        self.generic_visit(node)
        return node

    def is_cell(self, target: ast.expr) -> bool:
        match target:
            case ast.Subscript(ast.Name(made)) if self.depth == 1:
                return made == self.board
            case ast.Subscript(ast.Subscript(ast.Name(made))) if self.depth == 2:
                return made == self.board
        return False

    def put(self, target: Any, value: ast.expr) -> ast.stmt:
        if self.depth == 1:
            places = [target.slice]
        else:
            places = [target.value.slice, target.slice]
        arguments = [name(self.board), *(self.visit(place) for place in places), value]
        function = "board_put" if self.depth == 1 else "board_put_in_row"
        return assign(self.board, call(function, arguments))
