"""Attributes of objects, and what their classes are, found at run time."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import types
from abc import abstractmethod
from functools import cached_property
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC
from zermelo.compiler.boxed.classes import is_frozen, is_named_tuple, is_textual
from zermelo.compiler.boxed.dispatch import Dispatch
from zermelo.compiler.boxed.methods import METHODS
from zermelo.compiler.boxed.scopes import is_users
from zermelo.compiler.errors import CannotCompile

KINDS: Final[dict[Any, str]] = {
    int: "is_whole(x)",
    bool: "x == TRUE or x == FALSE",
    float: "kind_of(x) == FLOAT",
    complex: "kind_of(x) == COMPLEX",
    str: "kind_of(x) == TEXT",
    tuple: "kind_of(x) == TUPLE",
    list: "kind_of(x) == LIST and class_of(x) == 0",
    dict: "kind_of(x) == DICT",
    set: "kind_of(x) == SET",
    frozenset: "kind_of(x) == FROZENSET",
    range: "kind_of(x) == RANGE",
    type(None): "x == NONE",
}
PARTS: Final = {"real": "real_part", "imag": "imaginary_part"}  # of numbers


class AttributeDispatch(Dispatch):
    """Attributes and tests, by the class of an object."""

    def __init__(self) -> None:
        super().__init__()
        self._instance_tests: dict[tuple[Any, ...], str] = {}  # their names, by the classes

    # --- what is asked for -----------------------------------------------------------------------

    def attribute(self, name: str) -> str:
        """What gets an attribute."""
        return self.want(f"attribute__{name}", self._attribute, name)

    def attribute_store(self, name: str) -> str:
        """What sets an attribute."""
        return self.want(f"store__{name}", self._store, name)

    def field_store(self, name: str) -> str:
        """What sets a field of a new object, which may be of a class that is never changed."""
        return self.want(f"field__{name}", self._field_store, name)

    def fields_store(self) -> str:
        """What sets fields of a new object by a dict of their names."""
        return self.want("fields_store", self._fields_store)

    def attribute_by_text(self) -> str:
        """What gets an attribute by its name as a text."""
        return self.want("attribute_by_text", self._attribute_by_text)

    def after_replace(self) -> str:
        """What calls `__post_init__` of a copy."""
        return self.want("after_replace", self._after_replace)

    def member_by_value(self, kind: type) -> str:
        """What finds a member of an Enum by its value."""
        return self.want(f"member_of_{self.class_number(kind)}", self._member, kind, "value")

    def member_by_name(self, kind: type) -> str:
        """What finds a member of an Enum by its name."""
        return self.want(f"named_member_of_{self.class_number(kind)}", self._member, kind, "name")

    def instance_test(self, kind: Any, body: Any, node: Any) -> str:
        """What tells whether a value is of a class, or of one of several."""
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if isinstance(kind, types.UnionType):
            kinds = kind.__args__
        for each in kinds:
            if not isinstance(each, type) or each is DYNAMIC:
                raise body.unknown(node)
            if each not in KINDS and not is_users(each):
                raise body.unknown(node)
        known = self._instance_tests
        name = known.setdefault(tuple(kinds), f"is_one_of_{len(known)}")
        return self.want(name, self._instance_test, name, kinds)

    def type_of(self) -> str:
        """What gives the class of a value."""
        return self.want("type_of", self._type_of)

    @abstractmethod
    def bound_method(self, called: str) -> int:
        """The number of a method that is a value, of whichever object."""

    # --- how it is made --------------------------------------------------------------------------

    def _attribute(self, name: str) -> str:
        answers = {}
        for number, kind in self._numbered():
            found = inspect.getattr_static(kind, name, None)
            has_field = name in self.fields(kind)
            place = self.place(kind, name) if has_field else 0
            if isinstance(found, property) and found.fget:
                answers[number] = f"{self.perhaps(found.fget, {})}(m, x)"
            elif isinstance(found, cached_property):
                answers[number] = "fail(m, UNKNOWN)"  # it may change before it is asked again
                if is_frozen(kind):
                    answers[number] = f"{self.perhaps(found.func, {})}(m, x)"
            elif has_field and (found is None or _is_slot(found)):
                answers[number] = f"there(m, load(x + {place}))"
            elif has_field or _is_constant(found):
                try:
                    word = self.statics.value(getattr(kind, name))
                except (CannotCompile, AttributeError):
                    word = 0
                if has_field:
                    answers[number] = f"there_or(m, load(x + {place}), {word})"
                elif word:
                    answers[number] = str(word)
        lines = self._by_class(answers, also_tuples=True)
        of_classes = {}
        for number, kind in self.class_codes.items():
            found = inspect.getattr_static(kind, name, None)
            if name == "__name__" or (_is_constant(found) and not _is_slot(found)):
                with contextlib.suppress(CannotCompile, AttributeError):
                    of_classes[number] = str(self.statics.value(getattr(kind, name)))
        if of_classes:
            lines += ["if kind_of(x) == FUNCTION:", "    number = load(x + 8)"]
            lines += [f"    if number == {n}: return {code}" for n, code in of_classes.items()]
        methods = [
            number
            for number, kind in self._numbered()
            if isinstance(inspect.getattr_static(kind, name, None), types.FunctionType)
        ]
        if methods or name in METHODS:
            tests = [f"class_of(x) == {number}" for number in methods]
            plain = "(kind_of(x) < INSTANCE or kind_of(x) == COMPLEX) and class_of(x) < FIRST_CLASS"
            tests += [plain] * (name in METHODS)
            bound = f"bound(m, {self.bound_method(name)}, x)"
            lines += [f"if kind_of(x) != 0 and ({' or '.join(tests)}): return {bound}"]
        if name in PARTS:
            lines += [f"if is_any_number(x): return {PARTS[name]}(m, x)"]
        lines += [  # what Python's own values have, and boxed ones do not
            f"if {test}: return fail(m, UNKNOWN)"
            for kind, test in KINDS.items()
            if hasattr(kind, name)
        ]
        if hasattr(str, name) and any(map(is_textual, self.kinds)):
            lines += ["if member_text(x) != x: return fail(m, UNKNOWN)"]
        return self._head(f"attribute__{name}", "m, x", lines, "return fail(m, ATTRIBUTE_ERROR)")

    def _store(self, name: str) -> str:
        answers = {}
        for number, kind in self._numbered():
            found = inspect.getattr_static(kind, name, None)
            if isinstance(found, property):
                if found.fset:
                    answers[number] = f"{self.perhaps(found.fset, {})}(m, x, value)"
            elif name in self.fields(kind) and not is_named_tuple(kind) and not is_frozen(kind):
                answers[number] = f"put_field(m, x, {self.place(kind, name)}, value)"
        lines = self._by_class(answers)
        return self._head(f"store__{name}", "m, x, value", lines, "return fail(m, ATTRIBUTE_ERROR)")

    def _field_store(self, name: str) -> str:
        answers = {
            number: f"put_field(m, x, {self.place(kind, name)}, value)"
            for number, kind in self._numbered()
            if name in self.fields(kind)
        }
        lines = self._by_class(answers, also_tuples=True)
        return self._head(f"field__{name}", "m, x, value", lines, "return fail(m, TYPE_ERROR)")

    def _fields_store(self) -> str:
        lines = ["pairs = dict_items(m, options)", "i = 0", "while i < load(pairs + 8):"]
        lines += ["    pair = load(load(pairs + 24) + 8 * i)", "    key = load(pair + 16)"]
        start = "if"
        for each in sorted({each for kind in self.kinds for each in _given_fields(kind)}):
            same = f"text_same(key, {self.statics.value(each)})"
            lines += [
                f"    {start} {same}:",
                f"        {self.field_store(each)}(m, x, load(pair + 24))",
            ]
            start = "elif"
        lines += ["    else:", "        return fail(m, TYPE_ERROR)"] if start == "elif" else []
        return self._head("fields_store", "m, x, options", [*lines, "    i += 1"], "return x")

    def _attribute_by_text(self) -> str:
        texts = {*PARTS, *(each for kind in self.kinds for each in self.fields(kind))}
        lines = ["if kind_of(text) != TEXT: return fail(m, TYPE_ERROR)"]
        for each in sorted(texts):
            self.attribute(each)
            word = self.statics.value(each)
            lines += [f"if text_same(text, {word}): return attribute__{each}(m, x)"]
        return self._head(
            "attribute_by_text",
            "m, x, text, default",
            lines,
            "return default if default else fail(m, ATTRIBUTE_ERROR)",
        )

    def _after_replace(self) -> str:
        answers = {}
        for number, kind in self._numbered():
            after = self.own_method(kind, "__post_init__")
            if self.own_method(kind, "__init__"):
                answers[number] = "fail(m, UNKNOWN)"  # Python would call that
            elif after or self._renewed_lines(kind):
                answers[number] = (
                    f"{self.want(f'renewed_{number}', self._renewed, number, kind)}(m, x)"
                )
        return self._head("after_replace", "m, x", self._by_class(answers), "return x")

    def _renewed(self, number: int, kind: type) -> str:
        """What is done to a copy of an object that has other fields now."""
        lines = self._renewed_lines(kind)
        after = self.own_method(kind, "__post_init__")
        lines += [f"{self.perhaps(after, {})}(m, x)"] if after else []
        return self._head(f"renewed_{number}", "m, x", lines, "return x")

    def _renewed_lines(self, kind: Any) -> list[str]:
        """What gives those fields their first values that are no arguments of a dataclass."""
        lines = []
        for each in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
            if not each.init:
                word = "0"
                if each.default is not dataclasses.MISSING:
                    word = str(self.statics.value(each.default))
                elif each.default_factory is not dataclasses.MISSING:
                    word = self._factory(each.default_factory)
                lines.append(f"store(x + {self.place(kind, each.name)}, {word})")
        return lines

    def _member(self, kind: Any, by: str) -> str:
        number = self.class_number(kind)
        name = f"{'named_' if by == 'name' else ''}member_of_{number}"
        pairs = [(member.value, member) for member in kind]
        if by == "name":  # with other names for the same member
            pairs = list(kind.__members__.items())
        lines = [
            f"if same(m, x, {self.statics.value(key)}): return {self.statics.value(member)}"
            for key, member in pairs
        ]
        if by == "value":
            lines.append(f"if kind_of(x) == INSTANCE and class_of(x) == {number}: return x")
        error = "VALUE_ERROR" if by == "value" else "KEY_ERROR"
        return self._head(name, "m, x", lines, f"return fail(m, {error})")

    def _instance_test(self, name: str, kinds: tuple[Any, ...]) -> str:
        lines = []
        for kind in kinds:
            if kind in KINDS:
                lines.append(f"if {KINDS[kind]}: return TRUE")
        below = {number: "TRUE" for number, kind in self._numbered() if issubclass(kind, kinds)}
        lines += self._by_class(below, also_tuples=True)
        return self._head(name, "m, x", lines, "return FALSE")

    def _type_of(self) -> str:
        tests = {bool: "x == TRUE or x == FALSE", int: "x & 1", type(None): ""}
        tests |= {each: KINDS[each] for each in (str, list, set, frozenset, float, complex)}
        tests |= {tuple: "kind_of(x) == TUPLE and class_of(x) == 0"}
        lines = [
            f"if {test}: return {self.statics.value(kind)}" for kind, test in tests.items() if test
        ]
        answers = {number: str(self.statics.value(kind)) for number, kind in self._numbered()}
        lines += self._by_class(answers, also_tuples=True)
        return self._head("type_of", "m, x", lines, "return fail(m, UNKNOWN)")


def _given_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a record that are arguments when it is made."""
    if dataclasses.is_dataclass(kind):
        return tuple(each.name for each in dataclasses.fields(kind) if each.init)
    return tuple(getattr(kind, "_fields", ()))


def _is_slot(found: Any) -> bool:
    """Whether a class has a place for a field under a name."""
    return isinstance(found, types.MemberDescriptorType) or type(found).__name__ == "_tuplegetter"


def _is_constant(found: Any) -> bool:
    """Whether what a class has under a name is a plain value."""
    if found is None or callable(found):
        return False
    return not isinstance(found, staticmethod | classmethod | property)
