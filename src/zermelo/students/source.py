"""What the text of a student's file says of its form; nothing of it is run.

Everything is read from the function that is checked and from what it uses, see `reach`: a file may
hold a minimax that counts down and an alpha-beta that counts up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.students import forms
from zermelo.students.watched import RULE_OF


def reach(module: ast.Module, name: str) -> ast.Module:
    """Of a file only that function or class, and what it uses, directly or not."""
    defined: dict[str, list[ast.stmt]] = {}
    for each in module.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            names = {each.name}
        else:
            stored = (one for one in ast.walk(each) if isinstance(one, ast.Name))
            names = {one.id for one in stored if isinstance(one.ctx, ast.Store)}
        for defines in names:
            defined.setdefault(defines, []).append(each)
    found, open_names = set[int](), [name]
    while open_names:
        for each in defined.pop(open_names.pop(), ()):
            found.add(id(each))
            open_names += [one.id for one in ast.walk(each) if isinstance(one, ast.Name)]
    return ast.Module([each for each in module.body if id(each) in found], [])


def attributes(module: ast.Module) -> frozenset[str]:
    """What is read of objects without brackets: `estado.heuristica`, `estat.a_moure`."""
    called = {id(each.func) for each in ast.walk(module) if isinstance(each, ast.Call)}
    return frozenset(
        each.attr
        for each in ast.walk(module)
        if isinstance(each, ast.Attribute) and id(each) not in called
    )


def takes_for_granted(module: ast.Module, name: str) -> bool:
    """Whether a name is read and nowhere given a value."""
    uses = [each.ctx for each in ast.walk(module) if isinstance(each, ast.Name) and each.id == name]
    return bool(uses) and all(isinstance(use, ast.Load) for use in uses)


class Depth(NamedTuple):
    """How a program counts depth: the constant that limits it, if any, and the way down."""

    limit: str = ""
    up: bool = False
    # The depth of the root, by which the limit is more than the plies; 0 where it is counted down.
    first: int = 0


NO_DEPTH: Final = Depth()


def depth(module: ast.Module, name: str) -> Depth:
    """Read off what is done to parameters for it: `depth - 1`, `prof + 1`, `nivel -= 1`."""
    targets = (each.targets for each in module.body if isinstance(each, ast.Assign))
    names = (one.id for every in targets for one in every if isinstance(one, ast.Name))
    limit = next((one for one in names if one in forms.LIMITS), "")
    functions = [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef)]
    steps = {step for function in functions for step in _steps(function)}
    up = ast.Add in steps or (bool(limit) and ast.Sub not in steps)
    return Depth(limit, up, _first(functions, name) if up else 0)


def _steps(function: ast.FunctionDef) -> Iterator[type]:
    """What is done to a parameter for the depth: `ast.Add`, `ast.Sub`."""
    depths = {name for name in parameters(function) if forms.role_of(name) == "depth"}
    for each in ast.walk(function):
        if isinstance(each, ast.BinOp | ast.AugAssign):
            changed = each.left if isinstance(each, ast.BinOp) else each.target
            if isinstance(changed, ast.Name) and changed.id in depths:
                yield type(each.op)


def _first(functions: list[ast.FunctionDef], name: str) -> int:
    """The depth with which the function that is checked calls another; else 1, which we give."""
    known = {each.name: parameters(each) for each in functions if each.name != name}
    for each in functions:
        for call in ast.walk(each) if each.name == name else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                given = [*zip(known.get(call.func.id, ()), call.args, strict=False)]
                given += [(one.arg or "", one.value) for one in call.keywords]
                for parameter, value in given:
                    whole = isinstance(value, ast.Constant) and isinstance(value.value, int)
                    if whole and forms.role_of(parameter) == "depth":
                        return int(ast.literal_eval(value))
    return 1


def is_for_the_mover(function: ast.FunctionDef) -> bool:
    """Whether values are for whoever moves at the root: who that is, is only handed on.

    So begin 001 and AIMA: `jugador = estat.a_moure`, `player = game.to_move(state)`, and then the
    function for MAX. Who compares it (`if player == MAX`) asks who moves here.
    """
    kept = {
        target.id
        for each in function.body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name) and forms.role_of(target.id) == "player"
    }
    calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
    handed = {id(given) for each in calls for given in each.args}
    handed |= {id(given.value) for each in calls for given in each.keywords}
    uses = [
        id(each) in handed
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and each.id in kept and isinstance(each.ctx, ast.Load)
    ]
    return bool(uses) and all(uses)


def takes_turns(module: ast.Module) -> bool:
    """Whether a function for MAX and one for MIN take turns, as in the textbook: nobody asks."""
    every = list(ast.walk(module))
    names = [each.name.lower() for each in every if isinstance(each, ast.FunctionDef)]
    only = {word for name in names for word in ("max", "min") if word in name}
    mixed = all("max" in name for name in names if "min" in name)
    return len(only) == 2 and not mixed and not asks(module, "to_move", "is_max")


def asks(module: ast.Module, *rules: str) -> bool:
    """Whether one of these rules of the game is named."""
    every = list(ast.walk(module))
    said = {each.id for each in every if isinstance(each, ast.Name)}
    said |= {each.attr for each in every if isinstance(each, ast.Attribute)}
    return any(RULE_OF.get(name) in rules for name in said)


def keeps(module: ast.Module) -> tuple[str, ...]:
    """What outlives a call: names of the file that a function changes, defaults, caches."""
    assigned = [each for each in module.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    own = {one.id for each in assigned for one in ast.walk(each) if isinstance(one, ast.Name)}
    found: list[str] = []
    for each in ast.walk(module):
        if isinstance(each, ast.Global):
            found += each.names
        elif isinstance(each, ast.Subscript | ast.Attribute) and isinstance(each.value, ast.Name):
            changes = isinstance(each.ctx, ast.Store) or isinstance(each, ast.Attribute)
            found += [each.value.id] if changes and each.value.id in own else []
        elif isinstance(each, ast.FunctionDef):
            cached = [one for one in each.decorator_list if "cache" in ast.unparse(one)]
            shared = zip(reversed(parameters(each)), reversed(each.args.defaults), strict=False)
            found += [name for name, one in shared if isinstance(one, ast.Dict | ast.List)]
            found += [ast.unparse(one) for one in cached]
    return tuple(dict.fromkeys(found))


def parameters(function: ast.FunctionDef) -> tuple[str, ...]:
    """The names of all its parameters."""
    every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return tuple(each.arg for each in every)
