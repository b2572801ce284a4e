"""Actions of several classes in machine code: one class with the fields of all, that says which.

    Step(1, 2)              Step_or_Wall(which=0, row=1, col=2)
    Wall(0, 1, False)       Step_or_Wall(which=1, row=0, col=1, flat=False)
    isinstance(x, Wall)     x.which == 1

A field that a class lacks has the first value that was seen of it, so that equals are equal; who
asks for it is told so (`having`). Only frozen dataclasses without methods are put together: they
are never equal to one of another class, and have no items and no order.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections import namedtuple
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from zermelo.compiler.errors import NO_FIELD
from zermelo.compiler.records import fields_of, made_of, own_method, parts_of
from zermelo.compiler.row_operations import fault
from zermelo.compiler.source import local_names, nodes, placed
from zermelo.compiler.stars import unfolded
from zermelo.compiler.untyped import intrinsic, ir

WHICH: Final = "zermelo_which"


class Several:
    """Classes that are one in machine code."""

    def __init__(self, kinds: tuple[type, ...], seen: tuple[tuple[str, Any], ...]) -> None:
        self.kinds = kinds
        self.fields = {kind: fields_of(kind) or () for kind in kinds}
        found = dict(seen)
        make: Any = namedtuple
        name = "_or_".join(kind.__name__ for kind in kinds)
        self.made: Any = make(name, [WHICH, *found], defaults=found.values())
        self.made.__module__ = kinds[0].__module__
        self.partial = {
            name: having(self.made, tuple(i for i, k in enumerate(kinds) if name in self.fields[k]))
            for name in found
            if not all(name in fields for fields in self.fields.values())
        }

    @property
    def names(self) -> dict[str, Any]:
        """What rules call by these names once they are rewritten."""
        checks = {_check(name): check for name, check in self.partial.items()}
        return {self.made.__name__: self.made, **checks}

    def inward(self, value: Any) -> Any:
        """A state or an action, with that class in it."""
        if type(value) in self.kinds:
            given = {name: self.inward(getattr(value, name)) for name in self.fields[type(value)]}
            return self.made(self.kinds.index(type(value)), **given)
        return _rebuilt(value, self.inward)

    def outward(self, value: Any) -> Any:
        """The same with the author's own classes."""
        if type(value) is self.made:
            kind = self.kinds[value[0]]
            return kind(*(self.outward(getattr(value, name)) for name in self.fields[kind]))
        return _rebuilt(value, self.outward)

    def rewrite(
        self, tree: ast.FunctionDef, names: Mapping[str, Any], bound: Iterable[str]
    ) -> None:
        """Has a rule make that class, and asks before it reads what not all of them have."""
        known = names.keys() - local_names(tree) | set(bound)
        calls = {name for name in known if any(names.get(name) is kind for kind in self.kinds)}
        for node in list(nodes(tree)):
            match node:
                case ast.Call(ast.Name(kind)) if kind in calls:
                    self._make(node, names[kind])
                case ast.Attribute(value, name, ast.Load()) if name in self.partial:
                    if not (isinstance(value, ast.Name) and value.id in known):
                        asked = ast.Call(ast.Name(_check(name), ast.Load()), [value], [])
                        node.value = placed(asked, node)

    def _make(self, node: ast.Call, kind: type) -> None:
        fields, parameters = self.fields[kind], inspect.signature(kind).parameters
        defaults = [each for each in parameters.values() if each.default is not each.empty]
        star = any(isinstance(each, ast.Starred) for each in node.args)
        plain = unfolded(node, len(fields)) if star and not defaults else node
        if plain is None or (star and plain is node) or not all(k.arg for k in node.keywords):
            return  # which is refused later
        given = dict(zip(fields, plain.args, strict=False))
        given |= {str(each.arg): each.value for each in plain.keywords}
        for name, parameter in parameters.items():
            if name not in given and isinstance(parameter.default, int | str | None):
                given[name] = ast.Constant(parameter.default)
        if given.keys() != set(fields) or len(plain.args) > len(fields):
            return
        given = {WHICH: ast.Constant(self.kinds.index(kind)), **given}
        node.func = ast.Name(self.made.__name__, ast.Load())
        node.args, node.keywords = [], [ast.keyword(*each) for each in given.items()]
        placed(node, node)


def _check(name: str) -> str:
    return f"having_{name}"


def _rebuilt(value: Any, change: Any) -> Any:
    """A value with its parts changed."""
    if isinstance(value, frozenset) or type(value) is tuple:
        return type(value)(map(change, value))
    fields = fields_of(type(value))
    return made_of(type(value), map(change, parts_of(value))) if fields else value


@cache
def having(made: Any, which: tuple[int, ...]) -> Any:
    """The function of compiled code that gives a value back that is of one of these classes.

    What is no value of that class at all is given back as it is.
    """

    def checked(context: Any, value: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if getattr(value, "instance_class", None) is made:
                with builder.if_then(builder.not_(is_one(builder, args[0], which)), likely=False):
                    fault(context, builder, NO_FIELD)
            return args[0]

        return value(value), code

    checked.__name__ = f"having_{'_'.join(map(str, which))}_of_{made.__name__}"
    return intrinsic(checked)


def is_one(builder: Any, value: Any, which: Iterable[int]) -> Any:
    """Whether a value is of one of these classes, in compiled code."""
    tag, found = builder.extract_value(value, 0), ir.Constant(ir.IntType(1), 0)
    for each in which:
        same = builder.icmp_signed("==", tag, ir.Constant(tag.type, each))
        found = builder.or_(found, same)
    return found


def several_in(actions: list[Any]) -> Several | None:
    """The classes of actions, where they are several that can be put together."""
    kinds = tuple(dict.fromkeys(map(type, actions)))
    if len(kinds) < 2 or not all(map(_is_plain, kinds)):
        return None
    seen: dict[str, Any] = {}
    for action in actions:
        for name in fields_of(type(action)) or ():
            seen.setdefault(name, getattr(action, name))
    return _several(kinds, tuple(seen.items()))


_several = cache(Several)


def _is_plain(kind: type) -> bool:
    """Whether it is a frozen dataclass, derived from no other, without methods and order."""
    if not dataclasses.is_dataclass(kind) or not fields_of(kind) or kind.__mro__ != (kind, object):
        return False
    order: bool = kind.__dataclass_params__.order  # type: ignore[attr-defined]
    own = {name for name in vars(kind) if not name.startswith("__") or own_method(kind, name)}
    return not order and own <= {*(fields_of(kind) or ()), "__str__", "__repr__"}
