"""Whether what rules give hangs on the order of a set of texts, which changes from run to run.

The file of the game is run again with every loop over such a set going backwards. Where the two
games then differ, the order matters, and the loop is known.
"""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import thread_time
from types import ModuleType
from typing import Any, Final

from zermelo.check.questions import LISTS
from zermelo.game import Game, decided_by_chance
from zermelo.language import _

STATES: Final = 500
SECONDS: Final = 0.2
STEADY: Final = (int, float, complex, Fraction)  # hashed alike in every run
LOOPS: Final = ("list", "tuple", "iter", "enumerate", "zip", "map", "filter", "max", "min")


@dataclass(frozen=True)
class Unordered:
    """A rule that changes from run to run, and the line of the file that makes it so."""

    rule: str
    file: str
    line: int

    def __str__(self) -> str:
        words = _(
            "{rule} depends on the order of a set of texts, which changes from run to run: sort it "
            "(line {line} of {file})"
        )
        return words.format(rule=self.rule, line=self.line, file=Path(self.file).name)


def unordered(game: Game[Any, Any], seconds: float = SECONDS) -> Unordered | None:
    """The rule that shows it in the first states; None: none, or nobody can tell."""
    kind, lines = type(game), list[int]()
    module = ModuleType(f"{kind.__module__}_backwards")
    try:
        file = inspect.getsourcefile(kind) or ""
        tree = ast.parse(Path(file).read_text("utf-8"))
        if kind.__module__ == "__main__" or not any(map(_may_be_set, ast.walk(tree))):
            return None
        module.__package__ = sys.modules[kind.__module__].__package__
        sys.modules[module.__name__] = module  # where dataclasses look
        vars(module)["_backwards"] = lambda items, line: _backwards(items, line, lines)
        code = compile(ast.fix_missing_locations(_Loops().visit(tree)), file, "exec", 0, True)
        exec(code, vars(module))
        twin = copy.copy(game)
        twin.__class__ = getattr(module, kind.__qualname__)
        rule = _differing(game, twin, lines, seconds)
        first = inspect.getsourcelines(getattr(kind, rule))[1] if rule else 0
    except Exception:  # a file that cannot be run again, or rules that the checker names
        return None
    finally:
        sys.modules.pop(module.__name__, None)
    return Unordered(rule, file, lines[0] if lines else first) if rule else None


def _may_be_set(node: ast.AST) -> bool:
    match node:
        case ast.Set() | ast.SetComp() | ast.Attribute(attr="keys"):
            return True
        case ast.Name(id="set" | "frozenset"):
            return True
    return False


class _Loops(ast.NodeTransformer):
    """Lets every loop go through `_backwards`, which is told its line."""

    def visit(self, node: ast.AST) -> Any:
        node = self.generic_visit(node)
        match node:
            case ast.For() | ast.comprehension():
                node.iter = _told(node.iter)
            case ast.YieldFrom() | ast.Starred(ctx=ast.Load()):
                node.value = _told(node.value)
            case ast.Call(func=ast.Name(id=name)) if name in LOOPS:
                node.args = [a if isinstance(a, ast.Starred) else _told(a) for a in node.args]
        return node


def _told(items: ast.expr) -> ast.expr:
    arguments: list[ast.expr] = [items, ast.Constant(items.lineno)]
    call = ast.Call(ast.Name("_backwards", ast.Load()), arguments, [])
    return ast.copy_location(call, items)


def _backwards(items: Any, line: int, lines: list[int]) -> Any:
    if not isinstance(items, set | frozenset) or len(items) < 2 or _is_steady(items):
        return items
    lines.append(line)
    return list(items)[::-1]


def _is_steady(thing: Any) -> bool:
    if isinstance(thing, tuple | frozenset | set):
        return all(map(_is_steady, thing))
    return isinstance(thing, STEADY)


def _differing(game: Game[Any, Any], twin: Game[Any, Any], lines: list[int], seconds: float) -> str:
    """The rule in which two games differ, if any does in the first states, as far as time goes."""

    def ask(rule: str, here: tuple[Any, ...], there: tuple[Any, ...]) -> tuple[Any, Any, bool]:
        """Both answers, and whether they differ."""
        lines.clear()
        found, other = getattr(game, rule)(*here), getattr(twin, rule)(*there)
        if rule in LISTS:
            if isinstance(found, set | frozenset) and not _is_steady(found) and len(found) > 1:
                return found, other, True
            found, other = list(found), list(other)
        return found, other, _plain(found) != _plain(other)

    pairs, end = [(game.initial(), twin.initial())], thread_time() + seconds
    for here, there in pairs:  # which grows meanwhile
        rule = "utility"
        if not game.is_terminal(here):
            rule = "outcomes" if decided_by_chance(game, here) else "actions"
        found, other, differ = ask(rule, (here,), (there,))
        if differ:
            return rule
        if rule == "outcomes":
            found, other = ([action for action, _weight in each] for each in (found, other))
        known = len(pairs) > STATES or rule == "utility"
        for action, same in () if known else zip(found, other, strict=True):
            *after, differ = ask("result", (here, action), (there, same))
            if differ:
                return "result"
            pairs.append((after[0], after[1]))
        if thread_time() > end:
            break
    return ""


def _plain(thing: Any) -> str:
    """What a thing is, whatever the order of the sets in it and the class it has."""
    if isinstance(thing, set | frozenset):
        return f"{{{sorted(map(_plain, thing))}}}"
    if isinstance(thing, tuple | list):
        return f"[{', '.join(map(_plain, thing))}]"
    if isinstance(thing, dict):
        return f"{{{sorted((_plain(key), _plain(value)) for key, value in thing.items())}}}"
    if hasattr(thing, "__dataclass_fields__"):
        return _plain([getattr(thing, name) for name in thing.__dataclass_fields__])
    return "" if " at 0x" in repr(thing) else repr(thing)
