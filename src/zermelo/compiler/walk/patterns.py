"""match: each pattern is a test, and the names it binds are assigned where it holds."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compiler.classes import class_of, is_namedtuple
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import statement
from zermelo.compiler.types import BOOL, NOTHING, Type, element
from zermelo.compiler.values import Value
from zermelo.compiler.walk.comparisons import equal, identical, truth
from zermelo.compiler.walk.conversions import is_member, switch
from zermelo.compiler.walk.hashes import is_tuple
from zermelo.compiler.walk.memory import collect, length
from zermelo.compiler.walk.objects import attribute
from zermelo.compiler.walk.operators import condition
from zermelo.compiler.walk.sequences import divided
from zermelo.compiler.walker import Walker


@statement(ast.Match)
def match_(w: Walker, node: ast.Match) -> None:
    subject = w.kept(w.expression(node.subject))
    if subject.type is NOTHING:
        return
    b = w.b
    end = b.label("end")
    for case in node.cases:
        other = b.label("case")
        test(w, case.pattern, subject, other)
        if case.guard is not None and not b.dead:
            require(w, truth(w, condition(w, case.guard)), other)
        w.statements(case.body)
        b.jump(end)
        b.start(other)
    b.fall(end)


def require(w: Walker, found: Value, other: str) -> None:
    """Goes on where a test holds, and to the next case where it does not."""
    if found.type is NOTHING or (found.is_known and found.known):
        return
    if found.is_known:
        w.b.jump(other)
        return
    w.b.go_on(found.operand, other)


def test(w: Walker, pattern: ast.pattern, subject: Value, other: str) -> None:
    """Jumps to `other` where the subject does not match; binds names where it does."""
    if w.b.dead:
        return
    match pattern:
        case ast.MatchAs(pattern=inner, name=name):
            if inner is not None:
                test(w, inner, subject, other)
            if name is not None and not w.b.dead:
                w.store_variable(w.frame.code.names[pattern], subject)
        case ast.MatchValue(value=value):
            require(w, equal(w, subject, w.expression(value)), other)
        case ast.MatchSingleton(value=value):
            require(w, identical(w, subject, w.constant(value)), other)
        case ast.MatchOr(patterns=patterns):
            _either(w, patterns, subject, other)
        case ast.MatchSequence(patterns=patterns):
            switch(w, subject, lambda one: _sequence(w, patterns, one, other))
        case ast.MatchClass():
            switch(w, subject, lambda one: _class(w, pattern, one, other))
        case _:
            raise Refusal("a dict pattern; compare the entries by ==")


def _either(w: Walker, patterns: list[ast.pattern], subject: Value, other: str) -> None:
    good = w.b.label("matches")
    for each in patterns:
        following = w.b.label("or")
        test(w, each, subject, following)
        w.b.jump(good)
        w.b.start(following)
    w.b.jump(other)
    w.b.start(good)


def _sequence(w: Walker, patterns: list[ast.pattern], subject: Value, other: str) -> None:
    if subject.type.kind in ("range", "deque"):
        subject = collect(w, subject, ("matched", id(patterns)))
    kind = subject.type.kind
    if kind != "list" and not is_tuple(subject.type):
        w.b.jump(other)
        return
    stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    after = len(patterns) - 1 - stars[0] if stars else 0
    before = stars[0] if stars else len(patterns)
    size = length(w, subject)
    sign = "sge" if stars else "eq"
    if size.is_known:
        right = size.known >= before + after if stars else size.known == before
        require(w, w.constant(right), other)
    else:
        require(w, Value(BOOL, w.b.op(f"icmp {sign} i64 {size.operand}, {before + after}")), other)
    if w.b.dead or (kind in ("list", "vartuple") and element(subject.type) is NOTHING and patterns):
        return

    items = divided(w, subject, before, after, patterns[stars[0]] if stars else None)
    for pattern, item in zip(patterns, items, strict=True):
        if not isinstance(pattern, ast.MatchStar):
            test(w, pattern, item, other)
        elif pattern.name and not w.b.dead:
            w.store_variable(w.frame.code.names[pattern], item)


def _class(w: Walker, pattern: ast.MatchClass, subject: Value, other: str) -> None:
    cls = w.expression(pattern.cls).known
    if not isinstance(cls, type):
        raise Refusal("a pattern of something other than a class; name a class")
    if not instance_of(subject.type, cls):
        w.b.jump(other)
        return
    names = list(getattr(cls, "__match_args__", ()))
    if cls in (int, str, bool, float, tuple, list, dict, set, frozenset):
        for each in pattern.patterns:
            test(w, each, subject, other)
        return
    if is_namedtuple(cls) and not names:
        names = list(cls._fields)  # type: ignore[attr-defined]
    pairs = [*zip(names, pattern.patterns, strict=False)]
    pairs += zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
    for name, each in pairs:
        test(w, each, attribute(w, subject, name, (pattern, name)), other)


def instance_of(type: Type, cls: Any) -> bool:
    """Whether all values of a type are instances of a class."""
    mine = class_of(type)
    return mine is not None and issubclass(mine, cls)


def is_instance(w: Walker, value: Value, classes: Any) -> Value:
    """isinstance(value, classes)."""
    return is_member(w, value, lambda type: instance_of(type, classes))
