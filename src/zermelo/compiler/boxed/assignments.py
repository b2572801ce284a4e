"""Assignments of boxed rules."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compiler.boxed.body import (
    DYNAMIC,
    NOTHING,
    Body,
    M,
    as_value,
    boxed,
    call,
    word,
)
from zermelo.compiler.errors import CannotCompile
from zermelo.language import _


class Assignments(Body):
    """What puts values into targets."""

    def assign(self, target: ast.expr, value: Any) -> None:
        """Puts a value, or the values of a tuple that need not be made, into a target."""
        if isinstance(value, list):
            targets = target.elts if isinstance(target, ast.Tuple | ast.List) else []
            starred = any(isinstance(each, ast.Starred) for each in targets)
            if len(targets) == len(value) and not starred:
                for each, part in zip(targets, value, strict=True):
                    self.assign(each, part)
                return
            value = self.joined(value)
        match target:
            case ast.Name(text):
                self.write_name(text, value)
            case ast.Tuple(targets) | ast.List(targets):
                self.unpack(targets, value)
            case ast.Subscript(items) if self.static(items) is not DYNAMIC:
                raise self.changes(target)
            case ast.Subscript(items, ast.Slice() as part):
                ends = self.slice_ends(part)
                self.do("put_slice_by", self.value(items), *ends, value)
            case ast.Subscript(items, key):
                self.do("put_item", self.value(items), self.value(key), value)
            case ast.Attribute(owner, attribute):
                if self.static(owner) is not DYNAMIC:
                    raise self.changes(target)
                self.do(self.world.attribute_store(attribute), self.value(owner), value)
            case _:
                raise self.unknown(target)

    def changes(self, target: ast.expr) -> CannotCompile:
        """The error that a rule changes what lives on after it."""
        words = _("{code} = ...; rules never change anything")
        return self.refuse(target, words.format(code=ast.unparse(target)))

    def unpack(self, targets: list[ast.expr], value: ast.expr) -> None:
        """`a, *b, c = value`."""
        starred = [i for i, each in enumerate(targets) if isinstance(each, ast.Starred)]
        count = word(len(targets) - len(starred))
        checked = "unpacked_long" if starred else "unpacked"
        items = self.run(checked, value, count)
        length = self.temp(call("length_of", items))
        parts: list[ast.expr] = []
        for i in range(len(targets)):
            if not starred or i < starred[0]:
                parts.append(self.temp(call("item_at", M, items, word(i))))
            elif i == starred[0]:
                end = ast.BinOp(length, ast.Sub(), word(len(targets) - 1 - i))
                part = self.run("slice_of", items, boxed(i), self.temp(as_value(end)), NOTHING)
                parts.append(self.run("list_from", part))
            else:
                place = ast.BinOp(length, ast.Sub(), word(len(targets) - i))
                parts.append(self.temp(call("item_at", M, items, place)))
        for target, part in zip(targets, parts, strict=True):
            self.assign(target.value if isinstance(target, ast.Starred) else target, part)

    def joined(self, values: list[Any]) -> ast.expr:
        """The tuple of several values, of which some may be several again."""
        return self.items([self.joined_item(each) for each in values])

    def joined_item(self, item: Any) -> ast.expr:
        """The value of a turn, which is a tuple where it is several."""
        return self.joined(item) if isinstance(item, list) else item

    def slice_ends(self, node: ast.Slice) -> list[ast.expr]:
        """Where a slice begins and ends, and its step."""
        return [
            self.run("slice_word", self.value(each)) if each else NOTHING
            for each in (node.lower, node.upper, node.step)
        ]
