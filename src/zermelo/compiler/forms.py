"""What a rule must not have, whatever its names stand for: refused before it is rewritten."""

from __future__ import annotations

import ast

from zermelo.compiler.aliases import CHANGES, COPY, changed_alias
from zermelo.compiler.errors import cannot
from zermelo.compiler.named_values import leaking
from zermelo.compiler.places import Callee
from zermelo.compiler.sharing import shared
from zermelo.compiler.source import nodes
from zermelo.language import _


def refuse_forms(tree: ast.FunctionDef, where: str, file: str, rows: bool) -> None:
    """`**named`, and names that leave a comprehension, have no counterpart."""
    if tree.args.kwarg or (tree.args.vararg and not rows):
        raise cannot(where, file, tree.lineno, _("it takes * or **; name the parameters"))
    if not rows and (nested := next(filter(_changes_lists, nodes(tree)), None)):
        words = _("a list that is changed, or has lists in it")
        raise cannot(where, file, getattr(nested, "lineno", 0), words)
    leaks = leaking(tree)
    if leaks:
        words = _(":= in a comprehension for a name that is used outside; write a for loop")
        raise cannot(where, file, getattr(leaks, "lineno", 0), words)


def _changes_lists(node: ast.AST) -> bool:
    """Whether it is for `rows` alone: Numba's own lists lose the lists in them when these move."""
    match node:
        case ast.Call(ast.Attribute(_, method)):
            return method in CHANGES and method not in ("append", "add")
        case ast.ListComp(ast.List() | ast.ListComp()):
            return True
    return False


def refuse_aliases(tree: ast.FunctionDef, where: str, file: str, callee: Callee) -> set[str]:
    """A list with two names that is changed by one of them has no copy (see `aliases`).

    Gives the names for a part of a list that must stay where it is (see `sharing`).
    """
    alias = changed_alias(tree)
    views: set[str] = set()
    if not alias:
        views, alias = shared(tree, callee)
    if alias:
        line = getattr(alias.node, "lineno", tree.lineno)
        words = _("'{name}' is changed and has another name or place; write {copy} there")
        if alias.other == COPY:
            words = _(
                "the lists in '{name}' are those of another list, and are changed; "
                "write [list(item) for item in ...]"
            )
        raise cannot(where, file, line, words.format(name=alias.name, copy=_copy(tree, alias.name)))
    return views


def _copy(tree: ast.FunctionDef, name: str) -> str:
    """How a copy of what a variable holds is written."""
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(made)], ast.Dict() | ast.DictComp() | ast.Set()) if (
                made == name
            ):
                return f"{name}.copy()"
            case ast.Assign([ast.Name(made)], ast.Call(ast.Name(maker))) if made == name:
                return f"{name}.copy()" if maker.startswith(("dict", "set")) else f"list({name})"
    return f"list({name})"
