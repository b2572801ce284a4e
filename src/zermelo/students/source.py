"""What the text of a student's file says of its form; nothing of it is run."""

from __future__ import annotations

import ast

from zermelo.students import forms


def attributes(module: ast.Module) -> frozenset[str]:
    """What is read of objects without brackets: `estado.heuristica`, `estat.a_moure`."""
    called = {id(each.func) for each in ast.walk(module) if isinstance(each, ast.Call)}
    return frozenset(
        each.attr
        for each in ast.walk(module)
        if isinstance(each, ast.Attribute) and id(each) not in called
    )


def has_limit(module: ast.Module) -> bool:
    """Whether the file has a constant that limits the depth."""
    targets = (each.targets for each in module.body if isinstance(each, ast.Assign))
    return any(
        isinstance(target, ast.Name) and target.id in forms.LIMITS
        for every in targets
        for target in every
    )


def takes_for_granted(module: ast.Module, name: str) -> bool:
    """Whether a name is read and nowhere given a value."""
    uses = [each.ctx for each in ast.walk(module) if isinstance(each, ast.Name) and each.id == name]
    return bool(uses) and all(isinstance(use, ast.Load) for use in uses)


def counts_up(module: ast.Module) -> bool:
    """Whether depth grows on the way down: a parameter for it, plus something, is passed on."""
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef):
            continue
        depths = {name for name in parameters(function) if forms.role_of(name) == "depth"}
        sums = (each for each in ast.walk(function) if isinstance(each, ast.BinOp))
        added = [each.left for each in sums if isinstance(each.op, ast.Add)]
        if any(isinstance(left, ast.Name) and left.id in depths for left in added):
            return True
    return False


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


def parameters(function: ast.FunctionDef) -> tuple[str, ...]:
    """The names of all its parameters."""
    every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return tuple(each.arg for each in every)
