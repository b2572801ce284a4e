"""The patterns of `match` in boxed rules."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Final

from zermelo.compiler.boxed.attempts import Attempts
from zermelo.compiler.boxed.body import NOTHING, M, as_value, boxed, call, name, raw, word
from zermelo.compiler.boxed.objects import (
    TRUE,
)
from zermelo.compiler.errors import SYNTAX
from zermelo.language import _

# Classes of Python's whose only part is the value itself: `int(x)`.
WHOLLY: Final = (bool, int, float, str, tuple, list, dict, set, frozenset)


class Patterns(Attempts):
    """What translates `match`."""

    def matched(self, subject: ast.expr, cases: list[ast.match_case]) -> None:
        """`match`: the first case that fits."""
        if not cases:
            return
        first, rest = cases[0], cases[1:]
        hit = self.new_name("hit")
        self.put(hit, word(0))

        def guard() -> None:
            if first.guard:
                self.when(self.test(first.guard), lambda: self.put(hit, word(1)))
            else:
                self.put(hit, word(1))

        before = None if self.surely is None else set(self.surely)
        self.pattern(first.pattern, subject, guard)
        bound = {
            f"u_{each.name}"
            for each in ast.walk(first.pattern)
            if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name
        }
        bound |= {
            f"u_{each.rest}"
            for each in ast.walk(first.pattern)
            if isinstance(each, ast.MatchMapping) and each.rest
        }

        def inside() -> None:
            if self.surely is not None:
                self.surely |= bound
            self.statements(first.body)

        self.surely = before
        self.when(raw(name(hit), ast.Eq, word(1)), inside, lambda: self.matched(subject, rest))

    def pattern(self, pattern: ast.pattern, subject: ast.expr, then: Callable[[], None]) -> None:
        """Writes what asks whether something is as a pattern says, and then goes on."""
        match pattern:
            case ast.MatchAs(None, None):
                then()
            case ast.MatchAs(inner, str(text)):

                def bind() -> None:
                    self.write_name(text, subject)
                    then()

                if inner:
                    self.pattern(inner, subject, bind)
                else:
                    bind()
            case ast.MatchValue(value):
                self.when(self.comparison(subject, ast.Eq(), self.value(value)), then)
            case ast.MatchSingleton(value):
                self.when(raw(subject, ast.Eq, self.constant(ast.Constant(value), value)), then)
            case ast.MatchOr(patterns):
                self.any_pattern(patterns, subject, then)
            case ast.MatchSequence(patterns):
                self.sequence_pattern(patterns, subject, then)
            case ast.MatchMapping(keys, patterns, rest):
                self.mapping_pattern(keys, patterns, rest, subject, then)
            case ast.MatchClass(kind, [part], []) if self.static(kind) in WHOLLY:
                fits = self.is_instance(pattern, subject, self.static(kind))
                self.when(fits, lambda: self.pattern(part, subject, then))
            case ast.MatchClass(kind, parts, named, values):
                owner = self.static(kind)
                if not isinstance(owner, type) or (parts and not hasattr(owner, "__match_args__")):
                    raise self.unknown(kind)
                names = [*getattr(owner, "__match_args__", ())[: len(parts)], *named]
                patterns = [*parts, *values]

                def fields(i: int) -> None:
                    if i == len(names):
                        then()
                        return
                    value = self.run(self.world.attribute(names[i]), subject)
                    self.pattern(patterns[i], value, lambda: fields(i + 1))

                self.when(self.is_instance(pattern, subject, owner), lambda: fields(0))
            case _:
                raise self.refuse(pattern, _(SYNTAX[ast.MatchClass]))

    def any_pattern(
        self, patterns: list[ast.pattern], subject: ast.expr, then: Callable[[], None]
    ) -> None:
        """`a | b`."""
        hit = self.new_name("hit")
        self.put(hit, word(0))
        for each in patterns:
            fits = partial(self.pattern, each, subject, lambda: self.put(hit, word(1)))
            self.when(raw(name(hit), ast.Eq, word(0)), fits)
        self.when(raw(name(hit), ast.Eq, word(1)), then)

    def mapping_pattern(
        self,
        keys: list[ast.expr],
        patterns: list[ast.pattern],
        rest: str | None,
        subject: ast.expr,
        then: Callable[[], None],
    ) -> None:
        """`{"kind": kind, **rest}`."""
        known = [self.temp(self.value(key)) for key in keys]

        def inner_ones(i: int) -> None:
            if i < len(patterns):
                self.pattern(patterns[i], values[i], lambda: inner_ones(i + 1))
                return
            if rest:
                left = self.run("new_dict", word(0))
                self.do("dict_update", left, subject)
                for key in known:
                    self.do("dict_delete", left, key)
                self.write_name(rest, left)
            then()

        def all_there(i: int) -> None:
            if i == len(known):
                inner_ones(0)
                return
            values.append(self.temp(call("dict_get", M, subject, known[i])))
            self.when(raw(values[i], ast.NotEq, word(0)), lambda: all_there(i + 1))

        values: list[ast.expr] = []
        is_dict = self.is_instance(ast.MatchMapping(keys, patterns), subject, dict)
        self.when(is_dict, lambda: all_there(0))

    def sequence_pattern(
        self, patterns: list[ast.pattern], subject: ast.expr, then: Callable[[], None]
    ) -> None:
        """`[a, *rest, b]`."""
        stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        count = len(patterns) - len(stars)
        asked = "is_sequence_from" if stars else "is_sequence_of"
        fits = self.run(asked, subject, boxed(count))

        def inner_ones(i: int) -> None:
            if i == len(patterns):
                then()
                return
            each = patterns[i]
            length = call("length_of", subject)
            if isinstance(each, ast.MatchStar):
                if each.name:
                    end = ast.BinOp(length, ast.Sub(), word(len(patterns) - 1 - i))
                    whole = self.run("list_from", subject)
                    part = self.run("slice_of", whole, boxed(i), self.temp(as_value(end)), NOTHING)
                    self.write_name(each.name, part)
                inner_ones(i + 1)
                return
            place: ast.expr = word(i)
            if stars and i > stars[0]:
                place = ast.BinOp(length, ast.Sub(), word(len(patterns) - i))
            item = self.temp(call("item_at", M, subject, place))
            self.pattern(each, item, lambda: inner_ones(i + 1))

        self.when(raw(fits, ast.Eq, word(TRUE)), lambda: inner_ones(0))
