"""Variables: scopes, and names that hold one thing after another split into several variables.

`pits = list(pits)` has two variables called pits: definitions and uses that reach each other form
a web, and each web is a variable with a type of its own. The same analysis knows where a variable
may be read before it has a value. Variables that a function inside uses are not split.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, Final

from zermelo.compiler import names
from zermelo.compiler.errors import Refusal
from zermelo.compiler.names import Environment, Variable

Code = Any  # of `source`, which imports this
UNBOUND: Final = -1
BITWISE: Final = (ast.BitOr, ast.BitXor, ast.BitAnd, ast.LShift)


def resolve(code: Code, outside: set[str], inside: Callable[[Any, str], Code]) -> None:
    """Fills in `names`, `nested` and `parameters` of a function."""
    _Resolver(code, outside, inside).run()


class _Resolver:
    """Definitions that reach each use, in one walk over the statements of a function."""

    def __init__(self, code: Code, outside: set[str], inside: Callable[[Any, str], Code]) -> None:
        self.code, self.outside, self.inside = code, outside, inside
        self.locals = names.local_names(code.node)
        self.parents: list[int] = []  # union-find over definitions
        self.definitions: list[tuple[str, ast.AST]] = []
        self.number_of: dict[tuple[str, ast.AST], int] = {}
        self.uses: list[tuple[ast.AST, int]] = []
        self.unbound: set[ast.AST] = set()
        self.whole: set[str] = set()  # names that are not split
        self.breaks: list[list[Environment]] = []
        self.continues: list[list[Environment]] = []
        self.scopes: list[dict[str, str]] = []  # of comprehensions: name to unique name
        self.late: list[tuple[str, ast.AST]] = []  # uses in functions inside

    def run(self) -> None:
        node = self.code.node
        self.code.kept = dict.fromkeys(names.kept_expressions(node))
        environment: Environment = {name: frozenset((UNBOUND,)) for name in self.locals}
        for each in names.parameters(node):
            self.define(each.arg, each, environment)
        if isinstance(node, ast.Lambda):
            self.expression(node.body, environment)
        else:
            self.block(node.body, environment)
        self.finish()
        for argument in names.parameters(node):
            self.code.parameters[argument.arg] = self.code.names[argument]

    # --- definitions and uses --------------------------------------------------------------------

    def root(self, number: int) -> int:
        while self.parents[number] != number:
            number = self.parents[number]
        return number

    def unite(self, numbers: Iterable[int]) -> int | None:
        real = [n for n in numbers if n != UNBOUND]
        for other in real[1:]:
            self.parents[self.root(other)] = self.root(real[0])
        return real[0] if real else None

    def define(self, name: str, node: ast.AST, environment: Environment) -> None:
        place = self.number_of.get((name, node))
        if place is None:
            place = len(self.parents)
            self.number_of[name, node] = place
            self.parents.append(place)
            self.definitions.append((name, node))
        environment[name] = frozenset((place,))

    def use(self, name: str, node: ast.AST, environment: Environment) -> None:
        reaching = environment.get(name)
        if reaching is None:  # of a function around this one, or global
            self.late.append((name, node))
            return
        found = self.unite(reaching)
        if UNBOUND in reaching:
            self.unbound.add(node)
        if found is None:  # never bound on any way to here: still a variable
            self.define(name, node, dict(environment))
            found = self.number_of[name, node]
        self.uses.append((node, found))

    def unique(self, name: str) -> str:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    # --- expressions -----------------------------------------------------------------------------

    def expression(self, node: ast.AST | None, environment: Environment) -> None:
        if node is None:
            return
        if isinstance(node, ast.Name):
            name = self.unique(node.id)
            if isinstance(node.ctx, ast.Load):
                self.use(name, node, environment)
            elif name in self.locals or name != node.id:
                self.define(name, node, environment)
            else:  # of a function around this one: by nonlocal
                self.late.append((name, node))
        elif isinstance(node, ast.Lambda):
            self.function(node, environment)
        elif isinstance(node, names.COMPREHENSIONS):
            self.comprehension(node, environment)
        elif isinstance(node, ast.NamedExpr):
            self.expression(node.value, environment)
            name = node.target.id
            self.whole.add(name)
            if name in self.locals:
                self.define(name, node.target, environment)
            else:
                self.late.append((name, node.target))
        else:
            for child in names.children(node):
                self.expression(child, environment)

    def comprehension(self, node: Any, environment: Environment) -> None:
        self.expression(node.generators[0].iter, environment)
        if isinstance(node, ast.GeneratorExp) and node in self.code.kept:
            self.code.kept[node] = made = names.as_function(node)
            self.function(made, environment)
            return
        own = {n for g in node.generators for n in names.assigned_names(g.target)}
        self.scopes.append({name: f"{name}@{id(node)}" for name in own})
        for name in own:
            environment[f"{name}@{id(node)}"] = frozenset((UNBOUND,))
            self.whole.add(f"{name}@{id(node)}")
        for place, generator in enumerate(node.generators):
            if place:
                self.expression(generator.iter, environment)
            for part in (generator.target, *generator.ifs):
                self.expression(part, environment)
        for field in ("key", "value", "elt"):
            self.expression(getattr(node, field, None), environment)
        self.scopes.pop()

    def function(self, node: ast.FunctionDef | ast.Lambda, environment: Environment) -> None:
        """A function inside: its defaults are read here, its free names are captured."""
        arguments = node.args
        for default in (*arguments.defaults, *arguments.kw_defaults):
            self.expression(default, environment)
        name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
        inner = self.inside(node, f"{self.code.name}.{name}")
        inner.number = len(self.code.nested)
        self.code.nested[node] = inner
        outside = self.outside | self.locals
        make = lambda n, label: type(inner)(n, inner.file, label, inner)  # noqa: E731
        resolver = _Resolver(inner, outside, make)
        resolver.run()
        again = bool(self.breaks) or len(self.scopes) > 1
        for used, at in resolver.free():
            visible = self.unique(used)
            if visible != used and again and not names.used_at_once(node, self.code.node):
                raise Refusal(
                    "a function stored by a comprehension in a loop; give it a default: lambda i=i"
                )
            if visible in environment:
                self.whole.add(visible)
                self.late.append((visible, at))
                if UNBOUND in environment[visible] and visible != name:
                    self.unbound.add(at)
            else:
                self.late.append((used, at))

    def free(self) -> list[tuple[str, ast.AST]]:
        """The names that this function takes from those around it, with where it does."""
        return [(n, at) for n, at in self.late if at not in self.code.names]

    # --- statements ------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt], environment: Environment) -> Environment | None:
        current: Environment | None = environment
        for statement in statements:
            if current is None:  # never reached; its names must be known all the same
                current = {name: frozenset((UNBOUND,)) for name in environment}
            current = self.statement(statement, current)
        return current

    def statement(self, node: ast.stmt, environment: Environment) -> Environment | None:
        handler = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if handler is not None:
            found: Environment | None = handler(node, environment)
            return found
        for child in names.children(node):
            self.expression(child, environment)
        return environment

    def on_assign(self, node: ast.Assign, environment: Environment) -> Environment:
        self.expression(node.value, environment)
        for target in node.targets:
            self.expression(target, environment)
        return environment

    def on_annassign(self, node: ast.AnnAssign, environment: Environment) -> Environment:
        if node.value is not None:
            self.expression(node.value, environment)
            self.expression(node.target, environment)
        return environment

    def on_augassign(self, node: ast.AugAssign, environment: Environment) -> Environment:
        target = node.target
        self.expression(node.value, environment)
        if not isinstance(target, ast.Name):
            self.expression(target, environment)
        elif self.unique(target.id) in environment:
            name = self.unique(target.id)
            before = environment[name]
            if UNBOUND in before:
                self.unbound.add(target)
            self.define(name, target, environment)
            self.unite((*environment[name], *before))
        else:
            self.late.append((target.id, target))
        return environment

    def on_return(self, node: ast.Return | ast.Raise, environment: Environment) -> None:
        for child in names.children(node):
            self.expression(child, environment)

    on_raise = on_return

    def on_if(self, node: ast.If, environment: Environment) -> Environment | None:
        self.expression(node.test, environment)
        yes, no = (self.block(part, dict(environment)) for part in (node.body, node.orelse))
        return names.merge(yes, no)

    def on_for(self, node: ast.For, environment: Environment) -> Environment | None:
        self.expression(node.iter, environment)
        return self.loop(node, environment, lambda inner: self.expression(node.target, inner))

    def on_while(self, node: ast.While, environment: Environment) -> Environment | None:
        return self.loop(node, environment, lambda inner: self.expression(node.test, inner))

    def loop(
        self, node: Any, start: Environment, head: Callable[[Any], None]
    ) -> Environment | None:
        ends: list[Environment] = []
        test: Environment = start
        for _round in range(2):  # what the body leaves reaches its own beginning
            self.breaks.append([])
            self.continues.append([])
            inner = dict(start)
            head(inner)
            test = dict(inner) if isinstance(node, ast.While) else start
            after = self.block(node.body, inner)
            ends, again = self.breaks.pop(), self.continues.pop()
            start = names.merge(start, after, *again) or start
        if isinstance(node, ast.While):
            test = dict(start)
            head(test)
            forever = isinstance(node.test, ast.Constant) and bool(node.test.value)
            return names.merge(None if forever else self.block(node.orelse, test), *ends)
        return names.merge(self.block(node.orelse, dict(start)), *ends)

    def on_break(self, node: ast.Break, environment: Environment) -> None:
        self.breaks[-1].append(dict(environment))

    def on_continue(self, node: ast.Continue, environment: Environment) -> None:
        self.continues[-1].append(dict(environment))

    def on_functiondef(self, node: ast.FunctionDef, environment: Environment) -> Environment:
        self.whole.add(node.name)
        self.function(node, environment)
        self.define(node.name, node, environment)
        return environment

    def on_try(self, node: ast.Try, environment: Environment) -> Environment | None:
        for part in (node.body, node.orelse, *(h.body for h in node.handlers)):
            for statement in part:
                self.whole |= names.assigned_names(statement)
        before = dict(environment)
        body = self.block(node.body, dict(environment))
        # An exception may come anywhere inside: before or after each of its assignments.
        middle = names.merge(before, body, self.everything(node.body, before)) or before
        ends = [None if body is None else self.block(node.orelse, dict(body))]
        for handler in node.handlers:
            inner = dict(middle)
            self.expression(handler.type, inner)
            if handler.name:
                self.define(handler.name, handler, inner)
            ends.append(self.block(handler.body, inner))
        return names.merge(*ends)

    def everything(self, body: list[ast.stmt], before: Environment) -> Environment:
        """All definitions of a block, wherever in it they are."""
        found = dict(before)
        for (name, node), number in self.number_of.items():
            if name in before and any(node in names.all_nodes(statement) for statement in body):
                found[name] = found[name] | {number}
        return found

    def on_match(self, node: ast.Match, environment: Environment) -> Environment | None:
        self.expression(node.subject, environment)
        ends: list[Environment | None] = []
        sure = False
        for case in node.cases:
            inner = dict(environment)
            self.pattern(case.pattern, inner)
            self.expression(case.guard, inner)
            ends.append(self.block(case.body, inner))
            wild = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            sure = sure or (wild and case.guard is None)
        return names.merge(*ends, None if sure else environment)

    def pattern(self, node: ast.AST, environment: Environment) -> None:
        for child in names.children(node):
            if isinstance(child, ast.pattern):
                self.pattern(child, environment)
            else:
                self.expression(child, environment)
        if name := getattr(node, "name", None) or getattr(node, "rest", None):
            self.whole.add(name)
            self.define(name, node, environment)

    def on_classdef(self, node: ast.ClassDef, environment: Environment) -> Environment:
        raise Refusal("a class inside a function; define it in the module")

    # --- the end ---------------------------------------------------------------------------------

    def finish(self) -> None:
        """Makes a variable of each web."""
        for name in self.whole:
            self.unite(n for (each, _node), n in self.number_of.items() if each == name)
        webs: dict[int, Variable] = {}
        counts: dict[str, int] = {}
        for place, (name, node) in enumerate(self.definitions):
            root = self.root(place)
            if root not in webs:
                counts[name] = counts.get(name, -1) + 1
                webs[root] = Variable(name.partition("@")[0], self.code, counts[name])
            self.code.names[node] = webs[root]
        for node, place in self.uses:
            self.code.names[node] = webs[self.root(place)]
        by_name = {name: webs[self.root(n)] for (name, _node), n in self.number_of.items()}
        for name, node in self.late:
            if name in by_name:
                self.code.names[node] = variable = by_name[name]
                if not variable.captured:
                    variable.captured = True
                    self.code.captured.append(variable)
        for node in self.unbound & self.code.names.keys():
            self.code.names[node].checked = True
        for each in names.all_nodes(self.code.node):
            if isinstance(each, ast.AugAssign) and isinstance(each.op, BITWISE):
                changed = self.code.names.get(each.target)
                if changed is not None and not changed.captured:
                    changed.loose = True
        for inner in self.code.nested.values():
            self.share(inner)

    def share(self, inner: Code) -> None:
        """Functions inside see the variables of this one."""
        for node, variable in self.code.names.items():
            inner.names.setdefault(node, variable)
        for each in inner.nested.values():
            self.share(each)
