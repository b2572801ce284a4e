"""Two places that share a list in Python, of which compiled code makes two lists (see `rows`).

A name stands for a list, and at level 1 for the lists in it: `row = rows[0]` has `row` share level
1 of `rows`. What shares a list must not change it while the other is still read, unless compiled
code has them share it too: a part of a list that is changed stays where it is (`views`).

    row = rows[0]         a copy, which is quick, unless row or a part of rows is changed after it
    hands = [mine, his]   copies: what changes hands[0] is not seen in mine
    other = self.top(b)   copies: what a function returns lies in the frame of its caller
"""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from zermelo.compiler.aliases import CHANGES, COPY, Alias
from zermelo.compiler.places import (
    Callee,
    Place,
    base,
    copied,
    held,
    is_new,
    makes,
    parameters_changed,
    parameters_returned,
    plain_numbers,
)
from zermelo.compiler.source import nodes

GROWS: Final = ("append", "extend")  # which leave all parts where they are


class Event(NamedTuple):
    """A moment in the text of a function, and the loops around it."""

    at: int
    loops: frozenset[int]
    grows: bool = False


class Share(NamedTuple):
    """Two places that have been one list since a moment; compiled code copies it."""

    one: Place
    other: Place
    event: Event
    node: ast.AST
    part: bool = False  # whether it can do without a copy


class Uses(ast.NodeVisitor):
    """What happens to lists, in the order of the text."""

    def __init__(self, callee: Callee) -> None:
        self.callee = callee
        self.at = 0
        self.loops: list[int] = []
        self.changes: dict[Place, list[Event]] = {}
        self.reads: dict[str, list[Event]] = {}
        self.given: dict[str, list[Event]] = {}
        self.shares: list[Share] = []
        self.seen_there: list[Share] = []  # those that are never copied
        self.lost: list[Alias] = []  # changes of what nobody has afterwards

    def event(self, grows: bool = False) -> Event:
        return Event(self.at, frozenset(self.loops), grows)

    def visit(self, node: ast.AST) -> None:
        self.at += 1
        super().visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.loops.append(id(node))
        self.visit(node.target)
        if isinstance(node.target, ast.Name):
            for place in copied(node.iter):
                self.share((node.target.id, 0), place, node)
        for statement in node.body:
            self.visit(statement)
        self.loops.pop()
        for statement in node.orelse:
            self.visit(statement)

    def visit_While(self, node: ast.While) -> None:
        self.loops.append(id(node))
        for part in (node.test, *node.body):
            self.visit(part)
        self.loops.pop()
        for statement in node.orelse:
            self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
        for target in node.targets:
            found, depth = base(target)
            if isinstance(found, ast.Name):
                self.put((found.id, depth), node.value, node)
            elif isinstance(target, ast.Tuple | ast.List) and isinstance(node.value, ast.Tuple):
                for inner, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(inner, ast.Name):
                        parts = [other for other, part in held(value) if part]
                        self.seen_there += [self.made((inner.id, 0), p, node) for p in parts]
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if len(names) > 1 and is_new(node.value):
            self.share((names[0], 0), (names[1], 0), node)

    def put(self, place: Place, value: ast.expr, node: ast.AST) -> None:
        """A place gets a value."""
        name, depth = place
        for other, part in held(value):
            if part or depth:
                self.share(place, other, node, part and not depth)
        if isinstance(value, ast.List):
            for item in value.elts:
                for other, _part in held(item):
                    self.share((name, depth + 1), other, node)
        for other in copied(value):
            self.share((name, depth + 1), other, node)
        if isinstance(value, ast.Call):
            for other in self.returned(value):
                self.share(place, other, node)

    def returned(self, node: ast.Call) -> list[Place]:
        """The places that the result of a call may be."""
        tree = self.callee(node.func)
        if tree is None:
            return []
        returned = parameters_returned(tree)
        return [
            (other, depth + level)
            for name, level in returned
            for parameter, argument in zip(tree.args.args, node.args, strict=False)
            if parameter.arg == name
            for (other, depth), _part in held(argument)
        ]

    def share(self, one: Place, other: Place, node: ast.AST, part: bool = False) -> None:
        if one != other or one[1]:
            self.shares.append(self.made(one, other, node, part))

    def made(self, one: Place, other: Place, node: ast.AST, part: bool = False) -> Share:
        return Share(one, other, self.event(), node, part)

    def change(self, target: ast.AST, grows: bool = False) -> None:
        """`target` is what an item is put into, or taken from, by an index or a method."""
        found, depth = base(target)
        if isinstance(found, ast.Name):
            self.changes.setdefault((found.id, depth), []).append(self.event(grows))
        elif isinstance(found, ast.Call | ast.List) and not makes(found):
            self.lost.append(Alias(ast.unparse(found), COPY, target))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Subscript):
            self.visit(node.target)
        elif isinstance(node.target, ast.Name):
            self.reads.setdefault(node.target.id, []).append(self.event())
            self.given.setdefault(node.target.id, []).append(self.event())

    def visit_Name(self, node: ast.Name) -> None:
        where = self.given if isinstance(node.ctx, ast.Store) else self.reads
        where.setdefault(node.id, []).append(self.event())

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Store | ast.Del):
            self.change(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(target, method) if method in CHANGES:
                self.change(target, method in GROWS)
                found, depth = base(target)
                if method in ("append", "insert") and isinstance(found, ast.Name):
                    for other, _part in held(node.args[-1]) if node.args else ():
                        self.share((found.id, depth + 1), other, node)
                return
        tree = self.callee(node.func)
        if tree is not None:
            changed = parameters_changed(tree)
            for parameter, argument in zip(tree.args.args, node.args, strict=False):
                for place, _part in held(argument) if parameter.arg in changed else ():
                    self.changes.setdefault(place, []).append(self.event())

    def changed_in(self, place: Place, part: Place) -> None:
        """What changes a part changes the place where it lies."""
        for (name, depth), events in list(self.changes.items()):
            if name == part[0] and depth >= part[1]:
                there = place[0], place[1] + depth - part[1]
                self.changes.setdefault(there, []).extend(events)

    # --- when ------------------------------------------------------------------------------------

    def later(self, first: Event, second: Event, name: str) -> bool:
        """Whether one may come after the other, with the name still standing for the same."""
        given = self.given.get(name, [])
        if second.at > first.at and not any(
            first.at < each.at < second.at and each.loops <= second.loops for each in given
        ):
            return True
        common = first.loops & second.loops
        return any(
            not any(loop in each.loops and each.at < second.at for each in given) for loop in common
        )

    def seen(self, place: Place, since: Event, by: Place) -> bool:
        """Whether a list, or one in it, is changed in one place and then read in the other.

        In it: `pair[1].append(x)`, where `pair = pairs[0]`.
        """
        name, depth = place
        return any(
            self.later(since, change, name) and self.later(change, read, by[0])
            for (changed, deep), events in self.changes.items()
            if changed == name and deep >= depth
            for change in events
            for read in self.reads.get(by[0], [])
        )


# --- what is to be done --------------------------------------------------------------------------


def shared(tree: ast.FunctionDef, callee: Callee) -> tuple[set[str], Alias | None]:
    """The names that must see a part of a list where it is; and the first list that cannot be.

    That is one with two places, changed in one and then read in the other.
    """
    uses = Uses(callee)
    for statement in tree.body:
        uses.visit(statement)
    numbers = plain_numbers(tree)
    uses.seen_there = [share for share in uses.seen_there if share.one[0] not in numbers]
    uses.shares = [share for share in uses.shares if share.one[0] not in numbers]
    views: set[str] = set()
    if uses.lost:
        return views, uses.lost[0]
    waiting = list(uses.shares)
    while waiting:
        share = waiting.pop(0)
        one, other, since = share.one, share.other, share.event
        if not uses.seen(one, since, other) and not uses.seen(other, since, one):
            continue
        if not share.part or _moves(uses, share):
            return views, _named(share)
        if one[0] not in views:  # what is changed there is changed in the other, too
            views.add(one[0])
            uses.changed_in(other, one)
            waiting = list(uses.shares)
    for share in uses.seen_there:
        if share.other[0] in _nested(tree) and _moves(uses, share):
            return views, _named(share)
    for alias in _doubles(tree):
        if (alias.name, 1) in uses.changes:
            return views, alias
    return views, _grown(tree, uses)


def _named(share: Share) -> Alias:
    """By the name of which a copy is to be made."""
    (one, inside), (other, depth) = share.one, share.other
    if depth and inside:
        return Alias(one, COPY, share.node)
    return Alias(one if depth else other, other if depth else one, share.node)


def _grown(tree: ast.FunctionDef, uses: Uses) -> Alias | None:
    """A list that `xs += ys` changes for others too, where compiled code makes a new one."""
    lists = {name for name, depth in uses.changes if not depth}
    others = {argument.arg for argument in tree.args.args}
    for node in nodes(tree):
        if isinstance(node, ast.Assign):
            places = [name for (name, _depth), _part in held(node.value)]
            names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            lists |= {*names} if is_new(node.value) else set()
            others |= {*places, *names} if places else set()
    for node in nodes(tree):
        match node:
            case ast.AugAssign(ast.Name(name), sign, value) if name in others:
                if isinstance(sign, ast.Add) and isinstance(value, ast.List | ast.ListComp):
                    continue
                unread = len(uses.reads.get(name, ())) == 1  # by this, so that it is no number
                known = isinstance(value, ast.Name) and value.id in lists
                if known or unread or is_new(value):
                    return Alias(name, "", node)
    return None


def _moves(uses: Uses, share: Share) -> bool:
    """Whether the part that a name stands for gets another place while the name is in use."""
    name, depth = share.other
    return any(
        not change.grows
        and uses.later(share.event, change, name)
        and any(uses.later(change, read, share.one[0]) for read in uses.reads.get(share.one[0], []))
        for change in uses.changes.get((name, depth - 1), [])
    )


def _nested(tree: ast.FunctionDef) -> set[str]:
    """The names of lists that plainly have lists in them."""
    found = set()
    for node in nodes(tree):
        match node:
            case ast.Subscript(ast.Subscript(ast.Name(name))):
                found.add(name)
            case ast.Assign([ast.Name(name)], ast.ListComp(item)) if is_new(item):
                found.add(name)
    return found


def _doubles(tree: ast.FunctionDef) -> list[Alias]:
    """Lists that have one list in them several times: `[[0] * 3] * 3`."""
    found: list[Alias] = []
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.BinOp(left, ast.Mult(), right)):
                for side in (left, right):
                    if isinstance(side, ast.List) and any(map(is_new, side.elts)):
                        found.append(Alias(name, COPY, node))
    return found
