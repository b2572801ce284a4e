"""Actions of CHANCE that are of another shape than the players': a roll 4, a move ((1, 2), (3, 4)).

Either shape has a layout of its own, and `actions`, `result` and `order` are compiled for each:

    if state.roll is None:                 for the players        for CHANCE
        return replace(state, roll=action)   a fault                as written
    for place, die in action: ...            as written             a fault

What is left out is what ran in some games for the other side alone, and has to do with the action;
where it is reached all the same, the rule cannot go on in machine code. Nothing is believed unseen.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import dis
import inspect
import random
import sys
import types as python_types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from zermelo.compiler.callables import callee, parameters_of
from zermelo.compiler.checks import RULE_FAULT
from zermelo.compiler.errors import OTHER_SIDE, CannotCompile, RuleFault
from zermelo.compiler.row_operations import fault
from zermelo.compiler.source import call, negated, nodes, placed, syntax_tree
from zermelo.compiler.untyped import intrinsic, ir, types
from zermelo.game import CHANCE, Game, provides

GAMES: Final = 6
PLIES: Final = 40
TRIED: Final = 6  # actions of a state
LEFT: Final = "leave_to_other_side"
ALL: Final = "*"  # a rule without an action: whatever it does is meant


class Sides:
    """Which code of some rules ran for the players (0), and for CHANCE (1)."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.start = game, game.initial()
        self.rules: dict[Any, set[str]] = {}  # what may be left out, and what the action is called
        self.ran: dict[Any, tuple[set[int], set[int]]] = {}  # code, and its instructions by side
        for rule in ("actions", "result", "order"):
            found = callee(getattr(game, rule)) if provides(game, rule) else None
            if found:
                takes = list(parameters_of(*found))[1:2]
                self._add(found[0], set(takes or [ALL]))
        self._play()
        self._spans = {
            code: tuple({spans[i] for i in side if i in spans} for side in sides)
            for code, sides in self.ran.items()
            for spans in [_spans(code)]
        }

    def _add(self, function: Any, takes: set[str]) -> None:
        """A function that may be looked at, and those that it hands the action to."""
        known = self.rules.setdefault(function, set())
        if takes <= known:
            return
        known |= takes
        self.ran[function.__code__] = set(), set()
        with contextlib.suppress(CannotCompile):
            for node in nodes(syntax_tree(function)):
                if isinstance(node, ast.Call):
                    self._add_handed(node, function, takes)

    def _add_handed(self, node: ast.Call, function: Any, takes: set[str]) -> None:
        given: list[tuple[int | str | None, ast.expr]] = [*enumerate(node.args)]
        given += [(keyword.arg, keyword.value) for keyword in node.keywords]
        handed = [at for at, each in given if isinstance(each, ast.Name) and each.id in takes]
        value = None
        match node.func:
            case ast.Name(called):
                value = function.__globals__.get(called)
            case ast.Attribute(ast.Name(), called):
                value = getattr(self.game, called, None)
                value = value or getattr(self.start, called, None)
        found = callee(value) if handed and callable(value) else None
        if found:
            names = list(parameters_of(*found))
            places = [names[at] if isinstance(at, int) else at for at in handed if at != ALL]
            self._add(found[0], {each for each in places if each})

    # --- what ran --------------------------------------------------------------------------------

    def _play(self) -> None:
        game, dice = self.game, random.Random(0)
        with contextlib.suppress(Exception):  # what the rules raise is the checker's business
            for _game in range(GAMES):
                state = self.start
                for _ply in range(PLIES):
                    if game.is_terminal(state):
                        break
                    side = int(game.to_move(state) == CHANCE)
                    with self._watched(side):
                        moves = list(game.actions(state))
                        some = dice.sample(moves, min(TRIED, len(moves)))
                        children = [game.result(state, action) for action in some]
                        for action in some if provides(game, "order") and not side else ():
                            game.order(state, action)
                    state = children[0]

    @contextlib.contextmanager
    def _watched(self, side: int) -> Iterator[None]:
        """Notes what runs meanwhile."""

        def called(frame: Any, event: str, argument: Any) -> Any:
            if frame.f_code not in self.ran:
                return None
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            return step

        def step(frame: Any, event: str, argument: Any) -> Any:
            if event == "opcode":
                self.ran[frame.f_code][side].add(frame.f_lasti // 2)
            return step

        before = sys.gettrace()
        sys.settrace(called)
        try:
            yield
        finally:
            sys.settrace(before)

    # --- what is left out ------------------------------------------------------------------------

    def copy_of(self, function: Any) -> Any:
        """The same function under another identity, for where it is sure who is to move."""
        new = python_types.FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        new.__qualname__, new.__module__ = function.__qualname__, function.__module__
        new.__kwdefaults__ = function.__kwdefaults__
        self.rules[new] = self.rules[function]
        return new

    def leave_out(self, side: int, but: Any = None) -> Callable[[ast.FunctionDef, Any], None]:
        """What takes the other side's code out of a rule; `but`: of all but this one."""

        def change(tree: ast.FunctionDef, function: Any) -> None:
            if function in self.rules and function is not but:
                ran = self._spans[function.__code__]
                _Leaving(tree, function, self.rules[function], ran[side], ran[1 - side]).change()

        return change


def _spans(code: Any) -> dict[int, Any]:
    """Where the instructions stand in the text; jumps may have the place of what they pass over."""
    steps = dis.get_instructions(code)
    return {i.offset // 2: i.positions for i in steps if "JUMP" not in i.opname}


class _Leaving(ast.NodeTransformer):
    """Rewrites one rule for one side."""

    def __init__(
        self, tree: ast.FunctionDef, function: Any, takes: set[str], own: Any, others: Any
    ) -> None:
        self.tree, self.function, self.own, self.others = tree, function, own, others
        first = inspect.getsourcelines(function)[0][0]
        self.indent = len(first) - len(first.lstrip())  # which a syntax tree lacks
        self.all = ALL in takes
        self.names = set(takes)
        before = set[str]()
        while before != self.names:
            before = set(self.names)
            for node in nodes(tree):
                self._follow(node)

    def _follow(self, node: ast.AST) -> None:
        """Names that get something of the action."""
        targets: list[Any]
        match node:
            case ast.Assign(targets, value):
                pass
            case ast.AugAssign(target, _, value) | ast.NamedExpr(target, value):
                targets = [target]
            case ast.For(target, value) | ast.comprehension(target, value):
                targets = [target]
            case ast.Match(value, cases):
                targets = list(cases)
            case _:
                return
        if self._is_meant([value]):
            found = [part for target in targets for part in ast.walk(target)]
            self.names |= {part.id for part in found if isinstance(part, ast.Name)} - {"self"}
            captures = ast.MatchAs | ast.MatchStar
            self.names |= {str(part.name) for part in found if isinstance(part, captures)}

    def _is_meant(self, parts: Iterable[ast.AST]) -> bool:
        """Whether it has to do with the action."""
        each = (node for part in parts for node in nodes(part))
        return self.all or any(isinstance(n, ast.Name) and n.id in self.names for n in each)

    def _is_left(self, node: Any) -> bool:
        """Whether it ran for the other side alone."""
        return self._ran(node, self.others) and not self._ran(node, self.own)

    def _ran(self, node: Any, spans: set[Any]) -> bool:
        first = node.lineno, node.col_offset + self.indent
        last = node.end_lineno, node.end_col_offset + self.indent
        return any(
            first <= (at.lineno, at.col_offset) and (at.end_lineno, at.end_col_offset) <= last
            for at in spans
            if None not in at
        )

    def change(self) -> None:
        self.tree.body = self._block(self.tree.body)

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        for i, statement in enumerate(body):
            if self._is_left(statement) and self._is_meant(body[i:]):
                return [*body[:i], self._fault(statement)]
            body[i] = self.visit(statement)
        return body

    def _fault(self, node: ast.stmt) -> ast.stmt:
        code = self.function.__code__
        where = self.function.__qualname__.replace("<locals>.", "")
        place = (where, code.co_filename.rpartition("/")[2], node.lineno, OTHER_SIDE)
        new: ast.stmt = placed(
            ast.Raise(call(RULE_FAULT, [ast.Constant(each) for each in place]), None), node
        )
        return new

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # whose code is another

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, self._block(block))
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.visit(value))
            elif isinstance(value, list) and field not in ("body", "orelse", "finalbody"):
                value[:] = [self.visit(each) for each in value]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        """A pattern that is for the other side gives no names, for it may have no such parts."""
        node.body = self._block(node.body)
        if isinstance(node.body[0], ast.Raise):
            for part in ast.walk(node.pattern):
                if isinstance(part, ast.MatchStar) or (
                    isinstance(part, ast.MatchAs) and part.pattern is None
                ):
                    part.name = None
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """What is left of it, where the condition is as it must be."""
        self.generic_visit(node)
        for each, other, holds in ((node.body, node.orelse, False), (node.orelse, node.body, True)):
            if self._is_left(each) and self._is_meant([each]):
                test = negated(negated(node.test), holds)  # a truth value
                test = ast.BoolOp(ast.Or(), [test, call(LEFT, [])])
                new: ast.AST = placed(ast.IfExp(test, other, copy.deepcopy(other)), node)
                return new
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`state.roll is None and action > 3`."""
        self.generic_visit(node)
        for i, each in enumerate(node.values):
            if i and self._is_left(each) and self._is_meant([each]):
                node.values[i] = placed(call(LEFT, []), each)
        return node


@intrinsic
def leave(context: Any) -> Any:
    """A fault, in place of a condition."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.if_then(ir.Constant(ir.IntType(1), 1)):
            fault(context, builder, OTHER_SIDE)
        return ir.Constant(ir.IntType(1), 0)

    return types.boolean(), code


NAMES: Final[dict[str, Any]] = {RULE_FAULT: RuleFault, LEFT: leave}
