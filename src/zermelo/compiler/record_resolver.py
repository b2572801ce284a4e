"""Rules whose records have operators and methods of their own (see `record_operators`)."""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.compiler.either import number_in, tuple_in
from zermelo.compiler.folding import DYNAMIC
from zermelo.compiler.record_methods import SEVERAL
from zermelo.compiler.record_operators import negation, operation
from zermelo.compiler.resolve import Resolver
from zermelo.compiler.source import name as read
from zermelo.compiler.source import placed
from zermelo.compiler.unit import Form


class RecordResolver(Resolver, ast.NodeTransformer):
    """Rewrites one rule."""

    def is_told(self, node: ast.Attribute) -> bool:
        """Whether only the type of a value tells whose method, or property, is meant."""
        known = self.translator.methods.get(node.attr) is SEVERAL
        return known and self.static(node.value) is DYNAMIC

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        new = super().visit_BinOp(node)
        if not isinstance(new, ast.BinOp):
            return new
        return operation(new, new.op, new.left, new.right, self) or new

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        new = super().visit_UnaryOp(node)
        own = negation(new, self) if isinstance(new, ast.UnaryOp) else None
        return own or new

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        old = placed(copy.deepcopy(node.target), node)
        old.ctx = ast.Load()
        new: Any = operation(node, node.op, old, node.value, self, changing=True)
        return node if new is None else placed(ast.Assign([node.target], new), node)

    def visit_Call(self, node: ast.Call, form: Form = "value") -> ast.AST:
        match node:
            case ast.Call(ast.Name("board_put" | "board_put_in_row")) if self.translator.either:
                first, *places, value = node.args
                places = [self.as_tuple(place, number_in) for place in places]
                node.args = [first, *places, value]
        return super().visit_Call(node, form)

    def as_tuple(self, node: ast.expr, part: Any = tuple_in) -> ast.expr:
        """The tuple that a value is, where there may be a word in its place (see `either`).

        `part`: which of both is meant.
        """
        known = isinstance(node, ast.Name) and node.id in self.bindings
        if not self.translator.either or known or isinstance(node, ast.Tuple | ast.Constant):
            return node
        self.bindings[part.__name__] = part
        new: ast.expr = placed(ast.Call(read(part.__name__), [node], []), node)
        return new
