"""`isinstance(x, C)` in machine code, where the type of x says it, or the word of an atom does.

A list and a tuple may be of one type there: so only what comes from a rule's own parameters, in
which there are no lists, is asked whether it is a tuple. What is not certain is refused.
"""

from __future__ import annotations

import ast
import enum
import types as python_types
from typing import Any, Final

from zermelo.compiler.atom_table import END, Atoms
from zermelo.compiler.atoms import Atom
from zermelo.compiler.callables import parameters_of
from zermelo.compiler.constants import digest
from zermelo.compiler.either import THERE
from zermelo.compiler.either_types import Either
from zermelo.compiler.errors import NO_KEY
from zermelo.compiler.folding import DYNAMIC
from zermelo.compiler.packed import Packed
from zermelo.compiler.records import fields_of, twin
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import Row, SetRow
from zermelo.compiler.rule_table import NEEDED, OPTIONAL
from zermelo.compiler.several_classes import is_one as one_of
from zermelo.compiler.source import placed
from zermelo.compiler.text_types import Text, TextAtom
from zermelo.compiler.untyped import intrinsic, ir, types
from zermelo.language import _

NONE: Final = type(None)
BIT: Final = ir.IntType(1)
KNOWN: Final = (int, bool, str, tuple, NONE)  # besides records, pieces and Enums


def asked_type(node: ast.Compare, resolver: Any) -> ast.AST | None:
    """`type(x) is C`, as `type(x) == C`; None for any other comparison."""
    match node:
        case ast.Compare(
            ast.Call(ast.Name("type"), [value], []),
            [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq() as sign],
            [kind],
        ) if not resolver.is_bound(value):
            call = placed(ast.Call(node.left, [value, kind], []), node)
            found: Any = asked(call, resolver, exact=True)
            if isinstance(sign, ast.Is | ast.Eq):
                return found
            new: ast.AST = placed(ast.UnaryOp(ast.Not(), found), node)
            return new
    return None


def asked(node: ast.Call, resolver: Any, exact: bool = False) -> ast.AST:
    """The call that tells it; `exact`: no class derived from it will do."""
    value, kinds = node.args[0], _classes(node.args[1], resolver)
    if not kinds or not all(kind in KNOWN or _has_own_words(kind) for kind in kinds):
        words = _("{code}; ask for int, str, tuple, an Enum or a class of the state's or actions'")
        raise resolver.refuse(node, words.format(code=ast.unparse(node)))
    asks = Asked(tuple(kinds), _is_given(value, resolver), exact, resolver.translator)
    known = _parameter(value, resolver)
    certain = asks.certain(known) if known else None
    if certain is not None:
        folded: ast.AST = resolver.folded(node, certain)
        return folded
    function = asks.test()
    made = resolver.constant(node, function, function.__name__)
    new: ast.AST = placed(ast.Call(made, [resolver.visit(value)], []), node)
    return new


def _classes(node: ast.expr, resolver: Any) -> list[type]:
    """The classes that are asked for; none where they are not known."""
    match node:
        case ast.Tuple(parts):
            found = [_classes(part, resolver) for part in parts]
            return [kind for each in found for kind in each] if all(found) else []
        case ast.BinOp(left, ast.BitOr(), right):
            return _classes(ast.Tuple([left, right], ast.Load()), resolver)
        case ast.Call(ast.Name("type"), [ast.Constant(None)], []):
            return [NONE]
    value = resolver.static(node)
    if isinstance(value, python_types.UnionType):
        value = value.__args__
    kinds = value if isinstance(value, tuple) else (value,)
    return [] if DYNAMIC in kinds or not all(isinstance(k, type) for k in kinds) else list(kinds)


def _has_own_words(kind: type) -> bool:
    plain_enum = issubclass(kind, enum.Enum) and not issubclass(kind, int | str)
    return plain_enum or bool(fields_of(kind))


def _is_given(value: ast.expr, resolver: Any) -> bool:
    """Whether it is a parameter of a rule, or a part of one."""
    while isinstance(value, ast.Attribute | ast.Subscript):
        value = value.value
    key = resolver.scope.key
    if not isinstance(value, ast.Name) or key is None or resolver.scope.itself:
        return False
    code = key[0].__code__
    parameters = code.co_varnames[: code.co_argcount]
    rules = (*NEEDED, *OPTIONAL)
    if key[0].__name__ not in rules or value.id not in parameters:
        return False
    stored = resolver.stored.get(value.id)  # afterwards it may be anything
    return stored is None or (value.lineno, value.col_offset) < stored


def _parameter(value: ast.expr, resolver: Any) -> Any:
    """The type of the state or the action that a rule is handed; None for anything else."""
    if not isinstance(value, ast.Name) or not _is_given(value, resolver):
        return None
    names = [p for p in parameters_of(resolver.scope.key[0]) if p not in resolver.scope.bound]
    given = dict(zip(names, resolver.translator.given, strict=False))
    return given.get(value.id)


class Asked:
    """A question for some classes; `given`: of what a rule is handed, where no lists are."""

    def __init__(self, kinds: tuple[type, ...], given: bool, exact: bool, translator: Any) -> None:
        self.kinds, self.given, self.exact = kinds, given, exact
        self.atoms: Atoms = translator.atoms
        self.classes: list[type] = translator.classes
        self.several = self.atoms.several

    def is_one(self, kind: type) -> bool:
        return kind in self.kinds if self.exact else issubclass(kind, self.kinds)

    def test(self) -> Any:
        """The function of compiled code that tells it."""
        known = dict(self.atoms.words)
        wanted = {word for atom, word in known.items() if self.is_one(type(atom))}

        def typed(context: Any, value: Any) -> Any:
            kind = types.unliteral(value)
            certain = self.certain(kind)
            if certain is None and not self.can_be_told(kind):
                return None

            def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                if certain is not None:
                    return ir.Constant(BIT, int(certain))
                if self.is_several(kind):
                    kinds = enumerate(self.several.kinds)
                    return one_of(builder, args[0], [i for i, k in kinds if self.is_one(k)])
                if isinstance(kind, types.Optional):
                    there = context.make_helper(builder, kind, value=args[0]).valid
                    return there if NONE not in self.kinds else builder.not_(there)
                word = args[0]
                if isinstance(kind, Either):
                    return self.of_either(context, builder, kind, word, wanted)
                if isinstance(kind, Row):
                    word = Place(context, builder, kind, args[0]).length()
                own = str if isinstance(kind, Text) else tuple if isinstance(kind, Row) else int
                others = set(known.values())
                return _by_word(context, builder, word, own in self.kinds, wanted, others)

            return types.boolean(kind), code

        names = [each.__qualname__ for each in self.kinds]
        whole = f"{names} {self.given} {self.exact} {sorted(wanted)} {len(known)}"
        typed.__name__ = f"is_instance_{digest(whole)}"
        return intrinsic(typed)

    def of_either(self, context: Any, builder: Any, kind: Any, value: Any, wanted: set[int]) -> Any:
        """Of what is a tuple, or a word in its place."""
        word = context.make_helper(builder, kind, value=value).word
        there = builder.icmp_signed("==", word, THERE)
        word = builder.select(there, ir.Constant(word.type, END), word)
        others = set(self.atoms.words.values())
        found = _by_word(context, builder, word, int in self.kinds, wanted, others)
        return builder.select(there, ir.Constant(BIT, int(tuple in self.kinds)), found)

    def can_be_told(self, kind: Any) -> bool:
        """Whether the word of an atom, or the length of a row, says it."""
        if isinstance(kind, Either):
            return self.given and bool not in self.kinds and not self.exact
        if isinstance(kind, Row):
            return self.given or isinstance(kind, Text)
        if isinstance(kind, Atom):  # a number may be a truth value in Python
            truth = bool in self.kinds and int not in self.kinds
            return not truth and not (self.exact and int in self.kinds and not self.is_plain)
        return isinstance(kind, types.Optional) or self.is_several(kind)

    def is_several(self, kind: Any) -> bool:
        return self.several is not None and kind_of(kind) is self.several.made

    @property
    def is_plain(self) -> bool:
        """Whether it is a number of a state or an action, of which none is a truth value."""
        return self.given and self.atoms.plain_numbers

    def certain(self, kind: Any) -> bool | None:
        """What a type of Numba's says by itself; None where it does not."""
        if isinstance(kind, types.Boolean):
            return bool in self.kinds or (int in self.kinds and not self.exact)
        if isinstance(kind, types.Integer):
            if self.exact or bool in self.kinds:
                settled = int in self.kinds and bool in self.kinds
                return (int in self.kinds) if self.is_plain or settled else None
            return int in self.kinds
        if isinstance(kind, types.NoneType):
            return NONE in self.kinds
        if isinstance(kind, TextAtom):
            return str in self.kinds
        if isinstance(kind, types.BaseTuple | Packed):
            owner = kind_of(kind)
            if owner is None:
                return (tuple in self.kinds) if self.given or tuple not in self.kinds else None
            if self.several and owner is self.several.made:
                found = set(map(self.is_one, self.several.kinds))
                return None if len(found) > 1 else found.pop()
            own = [each for each in self.classes if twin(each) is owner]
            return any(map(self.is_one, own)) if own else None
        if isinstance(kind, types.Optional):
            owner = getattr(kind.type, "instance_class", None)
            own = [each for each in self.classes if twin(each) is owner]
            is_own = any(map(self.is_one, own))
            return None if is_own != (NONE in self.kinds) else is_own
        return False if isinstance(kind, SetRow) else None


def kind_of(kind: Any) -> Any:
    """The class that a type of Numba's is of, if it has one."""
    return getattr(kind, "instance_class", None)


def _by_word(
    context: Any, builder: Any, word: Any, number: bool, wanted: set[int], known: set[int]
) -> Any:
    """Whether a word is one of those; `number`: what those have in common that are no atoms."""
    is_number = builder.icmp_signed(">=", word, ir.Constant(word.type, END))
    found, seen = ir.Constant(BIT, 0), is_number
    for each in sorted(known):
        same = builder.icmp_signed("==", word, ir.Constant(word.type, each))
        seen = builder.or_(seen, same)
        found = builder.or_(found, same) if each in wanted else found
    with builder.if_then(builder.not_(seen), likely=False):
        fault(context, builder, NO_KEY)
    return builder.or_(found, is_number) if number else found
