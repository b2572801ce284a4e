"""What every name in a rule stands for, worked out before the game begins."""

from __future__ import annotations

import ast
import enum
import inspect
import types
from fractions import Fraction
from typing import Any, Final

from zermelo import bits
from zermelo.compiler.callables import (
    callee,
    is_known,
    keeps_lists,
    parameters_of,
    takes_rest,
    yields,
)
from zermelo.compiler.constants import FRACTION, Unfit, digest, frozen, label, literal
from zermelo.compiler.emptiness import SOME_OF, gives_items
from zermelo.compiler.errors import BUILTINS, SYNTAX, CannotCompile, cannot
from zermelo.compiler.folding import DYNAMIC, Folding, has_parts, known_value
from zermelo.compiler.grown_arguments import grown
from zermelo.compiler.loops import can_inline, inlined
from zermelo.compiler.record_methods import SHARED, Constant
from zermelo.compiler.records import (
    fields_of,
    is_made_of_fields,
    is_ordinary,
    maker_of,
    operator_of,
    twin,
)
from zermelo.compiler.short_functions import in_place
from zermelo.compiler.source import name as read
from zermelo.compiler.source import placed, syntax_tree
from zermelo.compiler.unit import ITSELF, Form, Scope, Unit, Units, key_of
from zermelo.language import _, mark

REQUIRED: Final = inspect.Parameter.empty
IMPURE: Final = mark("rules are pure functions of the state, and chance is told by outcomes")


class Resolver(Folding, ast.NodeTransformer):
    """Rewrites one function; `bindings` are what the new names in it stand for."""

    def __init__(self, translator: Units, scope: Scope) -> None:
        self.translator, self.scope = translator, scope
        self.atoms = translator.atoms if scope.is_rule else None  # what texts and None are
        self.bindings: dict[str, Any] = {}
        # Where each name first gets a value inside the function; in a loop, at its very beginning.
        self.stored: dict[str, tuple[int, int]] = {}
        self.maybe: set[str] = set()  # variables that are None at times
        self.loops = 0

    def refuse(self, node: ast.AST, what: str) -> CannotCompile:
        return cannot(self.scope.where, self.scope.file, getattr(node, "lineno", 0), what)

    # --- values that are known -----------------------------------------------------------------

    def static(self, node: ast.AST) -> Any:
        """The value of an expression, if it does not depend on the state."""
        match node:
            case ast.Name(name):
                if name in self.scope.locals or name in self.bindings:
                    return DYNAMIC
                try:
                    return self.scope.lookup(name)
                except NameError:
                    what = _("the name '{name}' is not defined")
                    raise self.refuse(node, what.format(name=name)) from None
            case ast.Attribute(inner, attribute):
                value = self.static(inner)
                known = self.translator.methods.get(attribute) if value is DYNAMIC else None
                if isinstance(known, Constant):
                    return known.value
                if value is DYNAMIC or not has_parts(value, attribute):
                    return DYNAMIC
                if not hasattr(value, attribute):
                    what = _("{code}: there is no such thing")
                    raise self.refuse(node, what.format(code=ast.unparse(node)))
                return getattr(value, attribute)
            case ast.Call(ast.Name("type"), [ast.Name(me)], []) if me in self.scope.bound:
                return type(self.scope.bound[me])
            case ast.Call(ast.Name("super"), [], []) if self.scope.bound:
                owner = self.scope.names.get("__class__")
                me = next(iter(self.scope.bound.values()))
                return DYNAMIC if owner is None else super(owner, me)
        return DYNAMIC

    def constant(self, node: ast.AST, value: Any, hint: str) -> ast.expr:
        """The expression for a value that is known."""
        try:
            simple = None if self.atoms and self.atoms.has(value) else literal(value)
            if simple is not None:
                simple.kind = ast.unparse(node)  # for messages; the number alone says little
                return ast.copy_location(simple, node)
            found = self.function_or_class(node, value)
            if found is None:
                value = frozen(value, self.atoms)
                found = label(hint, value), value
        except Unfit as error:
            what = _("{code} is {what}").format(code=ast.unparse(node), what=error)
            raise self.refuse(node, what) from None
        name, bound = found
        self.bindings[name] = bound
        return ast.copy_location(read(name), node)

    def function_or_class(self, node: ast.AST, value: Any) -> tuple[str, Any] | None:
        """The name and the compiled counterpart of something that can be called."""
        if isinstance(value, Unit):
            return value.name, value
        if isinstance(value, type):
            return self.class_(node, value)
        module = getattr(value, "__module__", None) or ""
        name = getattr(value, "__name__", "")
        if isinstance(value, types.BuiltinFunctionType):
            if module == "builtins" and name in BUILTINS:
                raise self.refuse(node, f"{name}(); {_(BUILTINS[name])}")
            if not isinstance(value.__self__, types.ModuleType | None):
                why = _(SYNTAX[ast.Dict] if value.__self__ is dict else IMPURE)
                raise self.refuse(node, f"{ast.unparse(node)}(); {why}")
            return _label(module, name), value
        if is_known(value):
            return _label(module, name), value
        found = callee(value)
        return self.compiled(node, *found) if found else None

    def compiled(
        self, node: ast.AST, function: Any, bound: dict[str, Any], form: Form = "value"
    ) -> tuple[str, Any]:
        """The name and the unit of a function, which may be the one that is being rewritten."""
        if function.__module__ == "random":
            raise self.refuse(node, f"random.{function.__name__}(); {_(IMPURE)}")
        if form == "value" and self.translator.rows and keeps_lists(function):
            form = "list"
        if self.scope.key == key_of(function, bound, form):
            return ITSELF, None
        unit = self.translator.unit(function, bound, form)
        return unit.name, unit

    def made_by(self, value: Any) -> Any:
        """The function that makes records of a class, where that is more than its fields."""
        if not isinstance(value, type) or not self.fields(value):
            return value
        return maker_of(value) or value

    def fields(self, value: type) -> tuple[str, ...] | None:
        """The fields of a record; of an ordinary class, if states or actions are of it."""
        if is_ordinary(value) and value not in self.translator.classes:
            return None
        return fields_of(value)

    def class_(self, node: ast.AST, value: type) -> tuple[str, Any]:
        fields = self.fields(value)
        if self.atoms and self.atoms.several and value in self.atoms.several.kinds:
            what = _("{name} other than called, with an argument for each field; write {name}(...)")
            raise self.refuse(node, what.format(name=value.__name__))
        own = operator_of(value, self.translator.atoms is not None) if fields else None
        if own:
            words = _("{name} has its own {operator}; write a plain method")
            raise self.refuse(node, words.format(name=value.__name__, operator=own))
        if fields and not is_made_of_fields(value):
            what = _("{name} other than called; write {name}(...)")
            raise self.refuse(node, what.format(name=value.__name__))
        if fields:
            return f"{value.__name__}_{digest(repr(fields))}", twin(value)
        if value.__module__ == "builtins" and value.__name__ in BUILTINS:
            raise self.refuse(node, f"{value.__name__}(); {_(BUILTINS[value.__name__])}")
        if value is Fraction:
            raise self.refuse(node, _("it is {what}").format(what=_(FRACTION)))
        if value.__module__ in ("builtins", "numpy") or issubclass(value, BaseException):
            return _label(value.__module__, value.__name__), value
        if value.__module__ in ("itertools", "collections"):
            what = _("{name}; write for loops").format(name=f"{value.__module__}.{value.__name__}")
            raise self.refuse(node, what)
        words = _(
            "an object of {name} that is handed on, or has lists that are known elsewhere; make "
            "{name} a NamedTuple, or use it, with lists of its own, only in the rule that makes it"
        )
        if issubclass(value, enum.Enum):
            words = _("{name} is an Enum; use whole numbers")
        raise self.refuse(node, words.format(name=value.__name__))

    # --- names and attributes ------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = DYNAMIC if isinstance(node.ctx, ast.Store) else self.static(node)
        if value is DYNAMIC:
            return node
        if node.id in self.scope.bound and not isinstance(value, type):
            what = _("{name} on its own; use its attributes and methods")
            raise self.refuse(node, what.format(name=node.id))
        if node.id == self.scope.itself:
            self.bindings[ITSELF] = None
            return ast.copy_location(read(ITSELF), node)
        if node.id in self.scope.lifted:
            unit = self.translator.lifted(node.id, self.scope)
            self.bindings[unit.name] = unit
            return ast.copy_location(read(unit.name), node)
        return self.constant(node, value, node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.ctx, ast.Store):
            words = _("{code} = ...; rules never change anything")
            raise self.refuse(node, words.format(code=ast.unparse(node)))
        value = self.static(node)
        if value is not DYNAMIC:
            return self.constant(node, value, node.attr)
        known = self.translator.methods.get(node.attr)
        if isinstance(known, property):
            getter = self.constant(node, known.fget, node.attr)
            new: ast.AST = placed(ast.Call(getter, [self.visit(node.value)], []), node)
            return new
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> ast.AST:
        raise self.refuse(node, _(SYNTAX[ast.Try]))

    # --- calls and loops -----------------------------------------------------------------------

    def visit_Call(self, node: ast.Call, form: Form = "value") -> ast.AST:
        match node:
            case ast.Call(ast.Name(asks), [ast.Call() as inner], []) if asks == SOME_OF:
                return self.asked(node, inner)
        plain = not any(isinstance(a, ast.Starred) for a in node.args) and all(
            keyword.arg for keyword in node.keywords
        )
        value = self.static(node.func)
        value = self.made_by(value)
        if value is bits.signed:
            self.generic_visit(node)
            known = known_value(node.args[0]) if node.args else DYNAMIC
            return self.folded(node, bits.signed(known)) if type(known) is int else node
        if isinstance(value, type) and self.fields(value) and plain:
            owner: Any = twin(value)
            parameters = {f: owner._field_defaults.get(f, REQUIRED) for f in owner._fields}
            made: Any = self.call(node, self.visit(node.func), parameters)
            for i, field in enumerate(parameters):
                fit = self.translator.boards.get((getattr(value, "stands_for", value), field))
                if fit is not None:
                    fit = self.constant(node, fit, field)
                    made.args[i] = placed(ast.Call(fit, [made.args[i]], []), node)
            return made
        if value is DYNAMIC and isinstance(node.func, ast.Attribute):
            method = self.translator.methods.get(node.func.attr)
            if method is SHARED:
                words = _("'{name}' of a record, which Python's own values have too; rename it")
                raise self.refuse(node, words.format(name=node.func.attr))
            if isinstance(method, staticmethod | types.MethodType):  # of the class
                value = method.__func__ if isinstance(method, staticmethod) else method
            elif isinstance(method, types.FunctionType) and plain:
                new = self.constant(node.func, method, node.func.attr)
                node = ast.copy_location(
                    ast.Call(node.func, [node.func.value, *node.args], node.keywords), node
                )
                self.gather(node, method, {})
                return self.call(node, new, parameters_of(method))
        found = None if value is DYNAMIC or is_known(value) else callee(value)
        if not found or not plain:
            self.generic_visit(node)
            return self.short(node, value) if isinstance(value, Unit) and plain else node
        function, bound = found
        self.gather(node, function, bound)
        given = self.given(node, parameters_of(function, bound))
        self.hand_empty(node, function, given)
        bound |= {p: self.scope.bound[a.id] for p, a in given.items() if self.is_bound(a)}
        name, unit = self.compiled(node, function, bound, form)
        self.bindings[name] = unit
        new = self.call(node, read(name), parameters_of(function, bound), given)
        return self.short(new, unit) if unit else new

    def hand_empty(self, node: ast.Call, function: Any, given: dict[str, Any]) -> None:
        """A function that fills what it makes is handed that (see `grown_arguments`)."""
        if not self.translator.rows or not self.scope.is_rule:
            return
        around, grows = self.scope.key[0] if self.scope.key else None, grown(function)
        namesake = getattr(around, "__name__", "") == function.__name__ and around is not function
        if around is function or not (grows or (namesake and grown(around))):
            return
        if namesake or given[grows] is not None:
            words = _("{name} is handed what it fills; let it make that, and use what it returns")
            raise self.refuse(node, words.format(name=function.__name__))
        given[grows] = placed(ast.Call(read("row_nothing"), [], []), node)

    def short(self, node: ast.Call, unit: Unit) -> ast.expr:
        """A call in a kernel, or the expression that stands for it."""
        new = None if self.scope.is_rule else in_place(node, unit, self.bindings)
        if new is None:
            return node
        self.bindings |= unit.bindings
        return new

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        self.generic_visit(node)
        return placed(ast.Pass(), node) if isinstance(node.value, ast.Constant) else node

    def gather(self, node: ast.Call, function: Any, bound: dict[str, Any]) -> None:
        """The arguments that `*rest` takes become the tuple that it is."""
        rest, parameters = takes_rest(function), list(parameters_of(function, bound))
        if rest and not getattr(node, "gathered", False):
            first = parameters.index(rest)
            taken = node.args[first:]
            whole: ast.expr = ast.Tuple(taken, ast.Load()) if taken else read("row_nothing")
            if not taken:
                whole = ast.Call(whole, [], [])
            node.args = [
                *node.args[:first],
                *([placed(whole, node)] if len(node.args) >= first else []),
            ]

    def asked(self, node: ast.Call, inner: ast.Call) -> ast.AST:
        """Whether a call would give items: without making them, where that can be told."""
        value = self.static(inner.func)
        found = None if value is DYNAMIC or is_known(value) else callee(value)
        if found and (yields(found[0]) or gives_items(syntax_tree(found[0]))):
            return self.visit_Call(inner, "emptiness")
        length = placed(ast.Call(read("len"), [inner], []), node)
        new: ast.AST = placed(ast.Compare(length, [ast.NotEq()], [ast.Constant(0)]), node)
        return self.visit(new)

    def is_bound(self, argument: Any) -> bool:
        return isinstance(argument, ast.Name) and argument.id in self.scope.bound

    def given(self, node: ast.Call, parameters: dict[str, Any]) -> dict[str, Any]:
        """The argument of each parameter; what is left out has its default."""
        names = list(parameters)
        given = dict(zip(names, node.args, strict=False))
        given |= {str(keyword.arg): keyword.value for keyword in node.keywords}
        wrong = len(node.args) > len(names) or given.keys() - parameters.keys()
        missing = [p for p, default in parameters.items() if p not in given and default is REQUIRED]
        if wrong or missing:
            what = _("{code}: it takes {names}")
            takes = ", ".join(names) or _("nothing")
            raise self.refuse(node, what.format(code=ast.unparse(node), names=takes))
        return {p: given.get(p) for p in names}

    def call(
        self,
        node: ast.Call,
        function: ast.expr,
        parameters: dict[str, Any],
        given: dict[str, Any] | None = None,
    ) -> ast.Call:
        """A call with one argument for each parameter that is not bound, in order."""
        given = given or self.given(node, parameters)
        arguments = [
            self.constant(node, default, p) if given[p] is None else self.visit(given[p])
            for p, default in parameters.items()
        ]
        new: ast.Call = placed(ast.Call(function, arguments, []), node)
        return new

    def visit_For(self, node: ast.For) -> Any:
        found = callee(self.static(node.iter.func)) if isinstance(node.iter, ast.Call) else None
        if found is None or not yields(found[0]):
            return self.generic_visit(node)
        assert isinstance(node.iter, ast.Call)
        function, bound = found
        if self.translator.rows and self.scope.key is not None and self.scope.key[0] is function:
            called: Any = self.visit_Call(node.iter, "list")
            node.iter, node.body = called, self.statements(node.body)
            return node
        parameters = parameters_of(function, bound)
        self.gather(node.iter, function, bound)
        given = self.given(node.iter, parameters)
        bound |= {p: self.scope.bound[a.id] for p, a in given.items() if self.is_bound(a)}
        parameters = parameters_of(function, bound)
        generator = self.translator.unit(function, bound, "generator")
        node.body = self.statements(node.body)
        arguments = {
            p: self.constant(node, default, p) if given[p] is None else self.visit(given[p])
            for p, default in parameters.items()
        }
        if not can_inline(node, generator.tree):
            if self.translator.rows:
                generator = self.translator.unit(function, bound, "list")
            self.bindings[generator.name] = generator
            call = ast.Call(read(generator.name), list(arguments.values()), [])
            node.iter = placed(call, node)
            return node
        self.bindings |= generator.bindings
        self.loops += 1
        new = inlined(node, generator.tree, arguments, f"in{self.loops}")
        if generator.file != self.scope.file:  # its lines are those of another file
            for statement in new:
                for part in ast.walk(statement):
                    ast.copy_location(part, node)
        return new


def _label(module: str, name: str) -> str:
    """A name for something that is known by where it is."""
    return f"{module}_{name}".replace(".", "_")
