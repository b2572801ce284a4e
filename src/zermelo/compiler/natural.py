"""What names stand for in rules as people write them: dicts, texts, None, Enums, stars in calls."""

from __future__ import annotations

import ast
import copy
import enum
import itertools
from collections.abc import Hashable
from typing import Any, Final

from zermelo.compiler import iterations, nested_dicts
from zermelo.compiler.accumulators import FILLED_BY
from zermelo.compiler.atom_table import is_atom
from zermelo.compiler.atoms import same
from zermelo.compiler.callables import callee, is_known, parameters_of, takes_rest
from zermelo.compiler.constants import Unfit, computed
from zermelo.compiler.dictionaries import in_code
from zermelo.compiler.either import number_in
from zermelo.compiler.emptiness import SOME_OF, tells_at_once
from zermelo.compiler.folding import DYNAMIC, known_value
from zermelo.compiler.function_tables import chosen, unrolled
from zermelo.compiler.instances import asked as asked_instance
from zermelo.compiler.instances import asked_type
from zermelo.compiler.lists import CALLS
from zermelo.compiler.pieces import made, part_of
from zermelo.compiler.record_operators import BINARY, item, membership, method_call, property_of
from zermelo.compiler.record_resolver import RecordResolver
from zermelo.compiler.records import fields_of, twin
from zermelo.compiler.source import name as read
from zermelo.compiler.source import negated, placed
from zermelo.compiler.stars import joined, record_maker, unfolded
from zermelo.compiler.text_order import ORDERED, refuse_unordered
from zermelo.compiler.text_values import begun, formatted, percent
from zermelo.compiler.texts import asked_in, changed, letters, parts
from zermelo.compiler.unit import Form
from zermelo.language import _

NONE: Final = ast.Constant(None)
MOST_KNOWN: Final = 4096  # items of a constant; more are better made in a loop
# Functions that go through the keys of a dict.
GO_THROUGH: Final = ("len", "enumerate", "zip", "tuple_in_order", *CALLS.values())


class NaturalResolver(RecordResolver, ast.NodeTransformer):
    """Rewrites one rule of a game whose texts and None are atoms (see `atoms`)."""

    # --- dicts ---------------------------------------------------------------------------------

    def static(self, node: ast.AST) -> Any:
        """A dict that is written out with what is known is known too."""
        if not isinstance(node, ast.Dict) or not all(node.keys):
            return super().static(node)
        keys = [self.known(key) for key in node.keys if key]
        values = [self.known(value) for value in node.values]
        if any(each is DYNAMIC for each in (*keys, *values)):
            return DYNAMIC
        return dict(zip(keys, values, strict=True))

    def of_dict(self, node: ast.expr, user: ast.AST | None = None) -> Any:
        """What `user`, an expression, does with a dict that is known (see `dictionaries`)."""
        value = self.static(node)
        if not isinstance(value, dict) or not value:
            return nested_dicts.in_code(node, user, self)
        try:
            return in_code(value, user or node, self)
        except Unfit as error:
            what = _("{code} has an item that is {what}")
            raise self.refuse(node, what.format(code=ast.unparse(node), what=error)) from None

    def visit_Dict(self, node: ast.Dict) -> Any:
        """One that is handed on: its items are put there one by one."""
        whole: ast.expr = placed(ast.Call(read("row_nothing"), [], []), node)
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                return self.generic_visit(node)
            whole = placed(ast.Call(read("pairs_put"), [whole, key, value], []), node)
        return self.visit(whole)

    def keys(self, node: ast.expr) -> ast.expr:
        """The keys of a dict, or the members of an Enum; everything else as it is."""
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return node
        value = self.static(node)
        if isinstance(value, type) and issubclass(value, enum.Enum):
            return self.constant(node, tuple(value), "members")
        found: ast.expr = self.of_dict(node) or node
        return found

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Attribute):
            node.value.parts = True  # type: ignore[attr-defined]
        if not isinstance(node.slice, ast.Slice):
            node.value = self.in_letters(node.value)
        text = self.text(node.value)
        if text and isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            node.value = self.constant(node.value, letters(text), "letters")
            return self.generic_visit(node)
        value = self.static(node.value)
        if isinstance(value, dict):
            key = self.visit(copy.deepcopy(node.slice))
            if isinstance(key, ast.Constant) and key.value in value:
                return self.constant(node, value[key.value], "item")
        found = self.of_dict(node.value, node)
        if found is not None:
            return found
        maybe = self.may_be_none(node.value)
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice):
            node.value = self.as_items(node.value)
        elif isinstance(node.ctx, ast.Load):
            node.value = self.as_tuple(node.value, maybe=maybe)
        if isinstance(node.slice, ast.Name):
            node.slice = self.as_tuple(node.slice, number_in)
        own = item(node, self) if isinstance(node.ctx, ast.Load) else None
        return own or node

    # --- texts and None ------------------------------------------------------------------------

    def text(self, node: ast.AST) -> str | None:
        """The text that an expression is."""
        value = node.value if isinstance(node, ast.Constant) else self.static(node)
        return value if isinstance(value, str) else None

    def in_letters(self, node: ast.expr) -> ast.expr:
        """`ISLAND[r]`, a text of several that are known, as the tuple of its letters."""
        match node:
            case ast.Subscript(ast.Name() | ast.Attribute() as several, index, ast.Load()):
                known = self.static(several)
                several_texts = isinstance(known, tuple | list) and all(
                    isinstance(each, str) for each in known
                )
                if several_texts and known and not isinstance(index, ast.Slice):
                    lines = self.constant(several, tuple(map(letters, known)), "letters")
                    return ast.copy_location(ast.Subscript(lines, index, ast.Load()), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        found = formatted(node, self) if self.translator.atoms.spelled else None
        return node if found is None else found

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if self.translator.atoms.spelled and isinstance(node.op, ast.Mod):
            found = percent(node, self)
            if found is not None:
                return found
        return super().visit_BinOp(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        made = self.constant(node, node.value, "atom") if is_atom(node.value) else node
        return begun(node, self) or made

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """Its texts stay texts."""
        if isinstance(node.exc, ast.Call):
            node.exc.func = self.visit(node.exc.func)
        elif node.exc:
            node.exc = self.visit(node.exc)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """`cell.value`, where a cell is a member of an Enum; `piece.color`."""
        if isinstance(node.ctx, ast.Load) and self.static(node) is DYNAMIC:
            found = property_of(node, self) if self.is_told(node) else part_of(node, self)
            if found is not None:
                return found
        members = [member for owner in self.translator.atoms.enums() for member in owner]
        if node.attr not in ("value", "name") or not members or self.static(node) is not DYNAMIC:
            return super().visit_Attribute(node)
        if any(node.attr in (fields_of(owner) or ()) for owner in self.translator.classes):
            return super().visit_Attribute(node)
        parts = getattr(node, "parts", False)
        table = {each: getattr(each, node.attr) for each in members}
        if len({isinstance(value, tuple) for value in table.values()}) > 1:
            table = {k: v for k, v in table.items() if isinstance(v, tuple) is parts}
        new = placed(ast.Subscript(node.value, node.value, ast.Load()), node)
        return self.in_table(table, new)

    def in_table(self, table: dict[Any, Any], node: ast.AST) -> Any:
        """What is found in a table that the game has before it begins."""
        try:
            return in_code(table, node, self)
        except Unfit as error:
            what = _("{code} is {what}").format(code=ast.unparse(node), what=error)
            raise self.refuse(node, what) from None

    def visit_Assign(self, node: ast.Assign) -> Any:
        """`dr, dc = direction.value`: one that has parts."""
        match node.value:
            case ast.Call(ast.Name("row_extend"), [_, items]):
                return self.if_any(node, items)
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Attribute):
            node.value.parts = True  # type: ignore[attr-defined]
        self.note_none(node.targets[0], node.value)
        if isinstance(node.targets[0], ast.Tuple | ast.List):
            maybe = self.may_be_none(node.value)
            self.generic_visit(node)
            node.value = self.as_tuple(node.value, maybe=maybe)
            return node
        return self.generic_visit(node)

    # --- calls ---------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call, form: Form = "value") -> ast.AST:
        match node:
            case ast.Call(ast.Name(asked), [ast.Call() as inner]) if asked == FILLED_BY:
                return self.visit_Call(inner, "filled")
            case ast.Call(ast.Name(asked)) if asked == SOME_OF:
                return super().visit_Call(node, form)
        if isinstance(node.func, ast.Attribute):
            found = self.of_dict(node.func.value, node)
            if found is None and self.is_told(node.func):
                found = method_call(node, self)
            if found is not None:
                return found
        elif isinstance(node.func, ast.Name) and node.func.id in GO_THROUGH:
            node.args = [self.keys(argument) for argument in node.args]
            if node.func.id == "len":
                node.args = [self.in_letters(argument) for argument in node.args]
            node.args = [self.as_items(argument) for argument in node.args]
            if node.func.id in ORDERED and self.translator.atoms.ordered:
                return self.in_text_order(node, ORDERED[node.func.id])
        value = self.static(node.func)
        if value is isinstance and len(node.args) == 2:
            return asked_instance(node, self)
        new = (
            chosen(node, self)
            or changed(node, self)
            or self.evaluated(node, value)
            or self.written(node, value)
        )
        if new is None and any(isinstance(argument, ast.Starred) for argument in node.args):
            new = self.without_star(node, value)
        return new or super().visit_Call(node, form)

    def in_text_order(self, node: ast.Call, function: Any) -> ast.AST:
        """`sorted(xs)`, where texts may be in it."""
        made = self.constant(node, function, function.__name__)
        known = ast.Constant(self.translator.atoms.ordered)
        return placed(ast.Call(made, [*map(self.visit, node.args), known], []), node)

    def evaluated(self, node: ast.Call, value: Any) -> Any:
        """A call of itertools whose arguments are known; a member of an Enum by its value."""
        if not isinstance(value, type):
            return None
        if issubclass(value, enum.Enum) and len(node.args) == 1:
            members = {member.value: member for member in value}
            new = placed(ast.Subscript(node.args[0], node.args[0], ast.Load()), node)
            return in_code(members, new, self)
        if value in self.translator.atoms.pieces:
            return made(node, value, self)
        known = [self.known(argument) for argument in node.args]
        named = {str(k.arg): self.known(k.value) for k in node.keywords}
        if value.__module__ != "itertools" or not known:
            return None
        if any(each is DYNAMIC for each in (*known, *named.values())):
            return None
        items = tuple(itertools.islice(value(*known, **named), MOST_KNOWN))
        return None if len(items) == MOST_KNOWN else self.constant(node, items, value.__name__)

    def written(self, node: ast.Call, value: Any) -> ast.AST | None:
        """A call of a function that is written out in `iterations`."""
        if value is itertools.zip_longest and len(node.args) == 2 and len(node.keywords) < 2:
            fill = [each.value for each in node.keywords if each.arg == "fillvalue"]
            node = placed(ast.Call(node.func, [*node.args, *(fill or [NONE])], []), node)
        if getattr(value, "__module__", "") not in ("itertools", "math", None) or node.keywords:
            return None
        match node.args:
            case [first, second, third, *rest] if value is itertools.chain:
                pair = placed(ast.Call(node.func, [first, second], []), node)
                return self.visit_Call(placed(ast.Call(node.func, [pair, third, *rest], []), node))
        given = value, len(node.args)
        function = iterations.PLAIN.get(given) if isinstance(value, Hashable) else None
        arguments = node.args
        if function is None and len(arguments) == 2:
            number = self.known(arguments[1])
            if type(number) is int:
                function, arguments = iterations.PLAIN.get((*given, number)), arguments[:1]
        if function is None:
            return None
        made = self.constant(node, function, function.__name__)
        arguments = [self.visit(self.keys(each)) for each in arguments]
        return placed(ast.Call(made, arguments, []), node)

    def known(self, node: ast.expr) -> Any:
        """The value of an argument, if it is known: a literal, a name, a range."""
        match node:
            case ast.Call(ast.Name("range"), arguments, []):
                bounds = [self.known(argument) for argument in arguments]
                return DYNAMIC if DYNAMIC in bounds else range(*bounds)
            case ast.UnaryOp(ast.USub(), inner):
                value = self.known(inner)
                return -value if isinstance(value, int | float) else DYNAMIC
            case ast.BinOp(left, operation, right):
                value = computed(operation, self.known(left), self.known(right))
                return DYNAMIC if value is None else value
        value = known_value(node)
        return self.static(node) if value is DYNAMIC else value

    def without_star(self, node: ast.Call, value: Any) -> ast.AST | None:
        """A call with a star, written out; None where it cannot be."""
        value = self.made_by(value)
        fields = self.fields(value) if isinstance(value, type) else None
        if fields and twin(value)._field_defaults and not node.keywords:
            maker = self.constant(node, record_maker(twin(value)), value.__name__)
            return self.generic_visit(placed(ast.Call(maker, [joined(node.args)], []), node))
        found = callee(value) if value is not DYNAMIC and not is_known(value) else None
        if not fields and not found:
            return None
        parameters = fields or list(parameters_of(*found))  # type: ignore[misc]
        rest = takes_rest(found[0]) if found else ""
        if rest:
            new = self.handed_on(node, parameters.index(rest))
            if new is None:
                raise self.refuse(node, _("* in a call; name the arguments"))
            return new
        new = unfolded(node, len(parameters))
        return None if new is None else self.visit_Call(new)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if self.translator.own and type(node.op) in BINARY:
            return super().visit_AugAssign(node)
        return self.if_any(node, node.value if isinstance(node.op, ast.Add) else None)

    def if_any(self, node: ast.stmt, items: ast.expr | None) -> ast.AST:
        """A list gets items from a function, which is asked first whether there are any."""
        if not isinstance(items, ast.Call) or not self.asks_first(items):
            return self.generic_visit(node)
        test: Any = self.asked(items, copy.deepcopy(items))
        self.generic_visit(node)
        new: ast.AST = placed(ast.If(test, [node], []), node)
        return new

    def asks_first(self, node: ast.Call) -> bool:
        """Whether it is better to ask a function whether it gives items before it does."""
        handed = [part for argument in node.args for part in ast.walk(argument)]
        if node.keywords or any(isinstance(part, ast.Call | ast.NamedExpr) for part in handed):
            return False
        found = callee(self.static(node.func))
        itself = found is not None and self.scope.key is not None and found[0] is self.scope.key[0]
        return found is not None and not itself and tells_at_once(*found)

    def handed_on(self, node: ast.Call, first: int) -> ast.AST | None:
        """`f(a, *xs)`, where just xs is what `*rest` takes: the items as they are."""
        match node.args[first:]:
            case [ast.Starred(items)] if not any(
                isinstance(each, ast.Starred) for each in node.args[:-1]
            ):
                new = placed(ast.Call(node.func, [*node.args[:-1], items], node.keywords), node)
                new.gathered = True
                return self.visit_Call(new)
        return None

    # --- loops and comparisons -----------------------------------------------------------------

    def visit_For(self, node: ast.For) -> Any:
        table = unrolled(node, self)
        if table is not None:
            return self.visit_For(table)
        text = self.text(node.iter)
        known = self.constant(node.iter, letters(text), "letters") if text else None
        node.iter = known or self.as_items(self.keys(node.iter))
        return super().visit_For(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        asked = asked_type(node, self)
        if asked is not None:
            return asked
        refuse_unordered(node, self)
        match node:
            case ast.Compare(left, [ast.Is() | ast.IsNot() as sign], [right]):
                self.bindings["same_atom"] = same
                both = [self.visit(left), self.visit(right)]
                found = placed(ast.Call(read("same_atom"), both, []), node)
                return negated(found, isinstance(sign, ast.IsNot))
        for i, items in enumerate(node.comparators):
            if isinstance(node.ops[i], ast.In | ast.NotIn):
                text = self.text(items)
                if text is None or self.translator.atoms.spelling:
                    node.comparators[i] = self.as_items(self.keys(items))
                else:
                    node.comparators[i] = self.constant(items, parts(text), "parts")
        new = super().visit_Compare(node)
        if not isinstance(new, ast.Compare) or not self.may_be_text(new):
            return new
        own = membership(new, new.left, new.comparators[0], self)
        inside = own or asked_in(new, new.left, new.comparators[0], self)
        return negated(inside, isinstance(new.ops[0], ast.NotIn))

    def may_be_text(self, node: ast.Compare) -> bool:
        """Whether something is looked for in what only the game gives, which may be a text."""
        if not isinstance(node.ops[0], ast.In | ast.NotIn) or len(node.ops) > 1:
            return False
        no_text = len(self.translator.atoms.texts()) < 2  # the empty one is always there
        if no_text and "__contains__" not in self.translator.own:
            return False
        items = node.comparators[0]
        known = isinstance(items, ast.Name) and items.id in self.bindings
        return not known and isinstance(items, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
