"""Rules whose records have operators and methods of their own (see `record_operators`)."""

from __future__ import annotations

import ast
import contextlib
import copy
from pathlib import Path
from typing import Any

from zermelo.compiler.callables import callee
from zermelo.compiler.either import items_in, number_in, tuple_in
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.faults import Place, place_of
from zermelo.compiler.folding import DYNAMIC
from zermelo.compiler.record_methods import SEVERAL
from zermelo.compiler.record_operators import negation, operation
from zermelo.compiler.records import fields_of, getter, is_made_of_fields
from zermelo.compiler.resolve import Resolver
from zermelo.compiler.returns import gives_none
from zermelo.compiler.source import name as read
from zermelo.compiler.source import placed
from zermelo.compiler.unit import Form


class RecordResolver(Resolver, ast.NodeTransformer):
    """Rewrites one rule."""

    def is_told(self, node: ast.Attribute) -> bool:
        """Whether only the type of a value tells whose method, or property, is meant."""
        known = self.translator.methods.get(node.attr) is SEVERAL
        return known and self.static(node.value) is DYNAMIC

    def static(self, node: ast.AST) -> Any:
        """`type(self)` in a method of a record is its class."""
        match node:
            case ast.Call(ast.Name("type"), [ast.Name(me)], []) if (
                super().static(node.func) is type
            ):
                return self.own_class(me) or super().static(node)
            case ast.Attribute(ast.Name(me), "__class__"):
                return self.own_class(me) or super().static(node)
        return super().static(node)

    def own_class(self, me: str) -> type | None:
        """The class of the object that a method is of; None where that is not certain."""
        key, records = self.scope.key, self.translator.records
        if key is None or self.scope.itself or me in self.stored:
            return None
        code = key[0].__code__
        if not code.co_argcount or code.co_varnames[0] != me:
            return None
        found = [k for k in records if any(getter(v) is key[0] for v in vars(k).values())]
        if len(found) != 1 or any(k is not found[0] and issubclass(k, found[0]) for k in records):
            return None
        return found[0]

    def constant(self, node: ast.AST, value: Any, hint: str) -> ast.expr:
        """A record that is known is made anew where None stands for a record in it."""
        kind, fields = type(value), fields_of(type(value)) or ()
        if not any((kind, each) in self.translator.optional for each in fields) or not (
            is_made_of_fields(kind)
        ):
            return super().constant(node, value, hint)
        parts = []
        for each in fields:
            part = self.constant(node, getattr(value, each), each)
            fit = self.translator.boards.get((kind, each))
            made = super().constant(node, fit, each) if fit else None
            parts.append(ast.Call(made, [part], []) if made else part)
        maker = super().constant(node, kind, kind.__name__)
        whole: ast.expr = placed(ast.Call(maker, parts, []), node)
        return whole

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

    def as_tuple(self, node: ast.expr, part: Any = tuple_in, maybe: bool = False) -> ast.expr:
        """The tuple that a value is, where there may be a word in its place (see `either`).

        `part`: which of both is meant; `maybe`: there may be, whatever states and actions have.
        """
        known = isinstance(node, ast.Name) and node.id in self.bindings
        if known or isinstance(node, ast.Tuple | ast.Constant):
            return node
        if not self.translator.either and not maybe:
            return node
        self.bindings[part.__name__] = part
        new: ast.expr = placed(ast.Call(read(part.__name__), [node], []), node)
        return new

    def as_items(self, node: ast.expr) -> ast.expr:
        """What is gone through, or asked for its length: a word in its place is a fault."""
        plain = isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
        plain = plain and self.static(node) is DYNAMIC
        maybe = self.translator.either or self.translator.words or self.may_be_none(node)
        if not plain or not maybe:
            return node
        place = Place(self.scope.where, Path(self.scope.file).name, node.lineno)
        self.bindings["items_in"] = items_in
        number = ast.Constant(place_of(place))
        new: ast.expr = placed(ast.Call(read("items_in"), [node, number], []), node)
        return new

    def note_none(self, target: ast.expr, value: ast.expr) -> None:
        """Variables that are given None, or what may be."""
        match target, value:
            case ast.Name(known), _ if self.may_be_none(value):
                self.maybe.add(known)
            case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                for pair in zip(targets, values, strict=True):
                    self.note_none(*pair)

    def may_be_none(self, node: ast.expr) -> bool:
        """Whether it is seen to be None at times: a variable that was, or what a function gives."""
        match node:
            case ast.Constant(None):
                return True
            case ast.Name(known):
                return known in self.maybe
            case ast.IfExp(_, one, other):
                return self.may_be_none(one) or self.may_be_none(other)
            case ast.Call(ast.Name("row_owned"), [value]):
                return self.may_be_none(value)
            case ast.Call(function):
                with contextlib.suppress(CannotCompile):  # it may never be called
                    found = callee(self.static(function))
                    return found is not None and gives_none(found[0])
        return False
