"""Operators of the author's classes, found at run time."""

from __future__ import annotations

import inspect
from enum import Enum
from typing import Final

from zermelo.compiler.boxed.call_dispatch import CallDispatch
from zermelo.compiler.boxed.classes import is_textual
from zermelo.compiler.boxed.prelude_lazy import items_by_index, items_by_next

# Operators of the author's classes: what makes them, the method, and that of the other side.
NO_SUCH: Final = "fail(m, TYPE_ERROR)"
BINARY: Final = {
    "add_instances": ("__add__", "__radd__", "add_plain(m, a, b)"),
    "sub_instances": ("__sub__", "__rsub__", NO_SUCH),
    "mul_instances": ("__mul__", "__rmul__", "mul_plain(m, a, b)"),
    "or_instances": ("__or__", "__ror__", NO_SUCH),
    "and_instances": ("__and__", "__rand__", NO_SUCH),
    "xor_instances": ("__xor__", "__rxor__", NO_SUCH),
    "floordiv_instances": ("__floordiv__", "__rfloordiv__", NO_SUCH),
    "modulo_instances": ("__mod__", "__rmod__", "fail(m, UNKNOWN)"),
    "truediv_instances": ("__truediv__", "__rtruediv__", NO_SUCH),
    "power_instances": ("__pow__", "__rpow__", NO_SUCH),
    "shift_left_instances": ("__lshift__", "__rlshift__", NO_SUCH),
    "shift_right_instances": ("__rshift__", "__rrshift__", NO_SUCH),
    "matmul_instances": ("__matmul__", "__rmatmul__", NO_SUCH),
}
IN_PLACE: Final = {
    "add": ("__iadd__", "add"),
    "sub": ("__isub__", "sub"),
    "mul": ("__imul__", "mul"),
    "or": ("__ior__", "bit_or"),
    "and": ("__iand__", "bit_and"),
    "xor": ("__ixor__", "bit_xor"),
}
# The same of the texts that members of an Enum are.
OF_TEXTS: Final = {
    "add_instances": "add(m, member_text(a), member_text(b))",
    "mul_instances": "mul(m, member_text(a), member_text(b))",
    "less_instances": "less(m, member_text(a), member_text(b))",
    "at_most_instances": "at_most(m, member_text(a), member_text(b))",
    "size_of_instance": "size(m, member_text(x))",
    "loop_instance": "items_of(m, member_text(x))",
    "item_of_instance": "item(m, member_text(x), i)",
    "contains_instance": "contains(m, y, member_text(x))",
}
UNARY: Final = {
    "negative_other": "__neg__",
    "absolute_other": "__abs__",
    "inverted_other": "__invert__",
    "positive_other": "__pos__",
    "size_of_instance": "__len__",
    "next_of_instance": "__next__",
}


class OperatorDispatch(CallDispatch):
    """What operators and built-in functions do to objects, by the methods of their classes."""

    def _of_texts(self, name: str) -> dict[int, str]:
        """What is done for members of Enums that are texts, by the numbers of their classes."""
        textual = [number for number, kind in self._numbered() if is_textual(kind)]
        return dict.fromkeys(textual, OF_TEXTS[name]) if name in OF_TEXTS else {}

    def _binary(self, name: str, called: str, other: str, last: str) -> str:
        """An operator: of the left value, else of the right one."""
        lines = []
        for own, method, pair in (("a", called, "a, b"), ("b", other, "b, a")):
            answers = self._of_texts(name) | {
                number: f"implemented(m, {self.perhaps(found, {})}(m, {pair}))"
                for number, kind in self._numbered()
                if (found := self.own_method(kind, method))
            }
            if answers:
                lines += [f"x = {own}", *self._by_class(answers, also_tuples=True)]
        return self._head(name, "m, a, b", lines, f"return {last}")

    def _unary(self, name: str, called: str) -> str:
        """An operator of one value, or `len`."""
        answers = self._of_texts(name) | {
            number: f"{self.perhaps(found, {})}(m, x)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, called))
        }
        return self._head(
            name, "m, x", self._by_class(answers, also_tuples=True), "return fail(m, TYPE_ERROR)"
        )

    def _same(self) -> str:
        """`==`."""
        lines: list[str] = []
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, "__eq__")
            fields = self.compared_fields(kind)
            if own:
                answers[number] = f"sure_truth(m, unchecked({self.perhaps(own, {})}(m, x, y)))"
            elif fields is not None:
                tests = [f"kind_of(y) == INSTANCE and class_of(y) == {number}"]
                for each in fields:
                    at = self.place(kind, each)
                    tests.append(f"same_fields(m, load(x + {at}), load(y + {at}))")
                answers[number] = f"1 if {' and '.join(tests)} else 0"
            elif is_textual(kind):
                answers[number] = "same(m, member_text(x), member_text(y))"
        for x, y in (("a", "b"), ("b", "a")):
            lines += [f"x = {x}", f"y = {y}", *self._by_class(answers)]
        return self._head("same_instances", "m, a, b", lines, "return 0")

    def _hash(self) -> str:
        """`hash(x)`."""
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, "__hash__")
            fields = self.hashed_fields(kind)
            if issubclass(kind, Enum) and issubclass(kind, int):
                answers[number] = "hash_of_number(whole(x))"
            elif is_textual(kind):
                answers[number] = "hash_of_text(member_text(x))"
            elif issubclass(kind, Enum):
                answers[number] = "logical_shift(load(x), NUMBER_SHIFT)"
            elif inspect.getattr_static(kind, "__hash__", None) is None:
                answers[number] = "-1"
            elif own:
                answers[number] = f"sure_hash(m, unchecked({self.perhaps(own, {})}(m, x)))"
            elif fields is not None:
                answers[number] = f"hash_of_items(m, x + 8, {len(fields)})"
        return self._head(
            "hash_of_instance", "m, x", self._by_class(answers), "return logical_shift(x, 4)"
        )

    def _order(self, name: str, called: str) -> str:
        """`<` or `<=`."""
        lines: list[str] = []
        opposite = {"__lt__": "__gt__", "__le__": "__ge__"}[called]
        for own, method, pair in (("a", called, "a, b"), ("b", opposite, "b, a")):
            answers = self._of_texts(name)
            for number, kind in self._numbered():
                found = self.own_method(kind, method)
                fields = self.compared_fields(kind)
                if found and found.__module__ == "functools":  # by total_ordering
                    if own == "a" and self.own_method(kind, "__lt__").__module__ != "functools":
                        answers[number] = "TRUE if same(m, a, b) else less_instances(m, a, b)"
                elif found:
                    answers[number] = (
                        f"truth(m, implemented(m, {self.perhaps(found, {})}(m, {pair})))"
                    )
                elif method in vars(kind) and fields is not None and own == "a":
                    at, count = self.place(kind, fields[0]) if fields else 8, len(fields)
                    less = f"less_items(m, a + {at}, b + {at}, {count}, {count})"
                    if called == "__le__":
                        less = f"TRUE if same(m, a, b) else {less}"
                    both = f"kind_of(b) == INSTANCE and class_of(b) == {number}"
                    answers[number] = f"({less}) if {both} else fail(m, TYPE_ERROR)"
            if answers:
                lines += [f"x = {own}", *self._by_class(answers)]
        return self._head(name, "m, a, b", lines, "return fail(m, TYPE_ERROR)")

    def _truth(self) -> str:
        """Whether an object counts as true."""
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, "__bool__") or self.own_method(kind, "__len__")
            if own:
                answers[number] = f"sure_truth(m, unchecked({self.perhaps(own, {})}(m, x)))"
            elif is_textual(kind):
                answers[number] = "is_true(m, member_text(x))"
        return self._head("is_true_instance", "m, x", self._by_class(answers), "return 1")

    def _own_text(self, name: str, called: str) -> str:
        """`str(x)` or `repr(x)`."""
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, called)
            if own is None and called == "__str__":
                own = self.own_method(kind, "__repr__")
            if own:
                answers[number] = f"{self.perhaps(own, {})}(m, x)"
        lines = self._by_class(answers, also_tuples=True)
        if called == "__str__":
            for member in self.members:
                if not self.own_method(type(member), "__str__"):
                    text = self.statics.value(str(member))
                    lines += [f"if x == {self.statics.value(member)}: return {text}"]
        return self._head(name, "m, x", lines, "return fail(m, UNKNOWN)")

    def _in_place(self, sign: str, called: str, otherwise: str) -> str:
        """`a += b`, by a method of the class of a, or as `a + b`."""
        answers = {
            number: f"implemented(m, {self.perhaps(found, {})}(m, a, b))"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, called))
        }
        lines = ["x = a", *self._by_class(answers)]
        return self._head(f"{sign}_own_in_place", "m, a, b", lines, f"return {otherwise}(m, a, b)")

    def _number(self, name: str, *called: str) -> str:
        """The whole number that an object stands for, by the first method of some."""
        answers = {}
        for number, kind in self._numbered():
            found = [each for each in called if self.own_method(kind, each)]
            if found:
                raw_name = self.perhaps(self.own_method(kind, found[0]), {})
                answers[number] = f"whole_number(m, {raw_name}(m, x))"
        last = "return fail(m, TYPE_ERROR)"
        return self._head(name, "m, x", self._by_class(answers), last)

    def _own_format(self) -> str:
        """`format(x, form)`."""
        answers = {
            number: f"{self.perhaps(found, {})}(m, x, form)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__format__"))
        }
        lines = self._by_class(answers, also_tuples=True)
        return self._head("own_format", "m, x, form", lines, "return NONE")

    def _items(self) -> str:
        """What a loop over an object goes through."""
        answers = self._of_texts("loop_instance")
        for number, kind in self._numbered():
            own = self.own_method(kind, "__iter__")
            if own:
                answers[number] = f"stepped(m, {self.perhaps(own, {})}(m, x))"
            elif self.own_method(kind, "__getitem__"):
                answers[number] = f"{self.perhaps(items_by_index, {})}(m, x)"
        lines = self._by_class(answers)
        return self._head("loop_instance", "m, x", lines, "return fail(m, TYPE_ERROR)")

    def _stepped(self) -> str:
        """What a loop goes through that `__iter__` gave."""
        answers = {
            number: f"{self.perhaps(items_by_next, {})}(m, x)"
            for number, kind in self._numbered()
            if self.own_method(kind, "__next__")
        }
        lines = self._by_class(answers)
        lines += ["if kind_of(x) == INSTANCE: return fail(m, TYPE_ERROR)"]
        lines += ["if kind_of(x) == GENERATOR: return x"]
        return self._head("stepped", "m, x", lines, "return items_of(m, x)")

    def _backwards(self) -> str:
        """What `reversed` goes through, of an object with a length and items."""
        answers = {
            number: f"items_of(m, {self.perhaps(items_by_index, {})}(m, x))"
            for number, kind in self._numbered()
            if self.own_method(kind, "__len__")
            and self.own_method(kind, "__getitem__")
            and not self.own_method(kind, "__reversed__")
        }
        name = "items_backwards_of_instance"
        return self._head(name, "m, x", self._by_class(answers), "return fail(m, UNKNOWN)")

    def _subscript(self) -> str:
        """`x[i]`."""
        answers = self._of_texts("item_of_instance") | {
            number: f"{self.perhaps(found, {})}(m, x, i)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__getitem__"))
        }
        lines = self._by_class(answers)
        return self._head("item_of_instance", "m, x, i", lines, "return fail(m, TYPE_ERROR)")

    def _put_subscript(self) -> str:
        """`x[i] = value`."""
        answers = {
            number: f"{self.perhaps(found, {})}(m, x, i, value)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__setitem__"))
        }
        lines = self._by_class(answers)
        head = "put_item_of_instance", "m, x, i, value"
        return self._head(*head, lines, "return fail(m, TYPE_ERROR)")

    def _delete_subscript(self) -> str:
        """`del x[i]`."""
        answers = {
            number: f"{self.perhaps(found, {})}(m, x, i)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__delitem__"))
        }
        lines = self._by_class(answers)
        head = "delete_item_of_instance", "m, x, i"
        return self._head(*head, lines, "return fail(m, TYPE_ERROR)")

    def _contains(self) -> str:
        """`item in items`."""
        answers = self._of_texts("contains_instance")
        for number, kind in self._numbered():
            found = self.own_method(kind, "__contains__")
            if found:
                answers[number] = f"truth(m, {self.perhaps(found, {})}(m, x, y))"
            elif self.own_method(kind, "__iter__") or self.own_method(kind, "__getitem__"):
                answers[number] = "contains(m, y, loop_instance(m, x))"
        lines = ["y = item", "x = items", *self._by_class(answers, also_tuples=True)]
        lines += ["if kind_of(x) == TUPLE: return has_item(m, x, y)"]
        return self._head(
            "contains_instance", "m, item, items", lines, "return fail(m, TYPE_ERROR)"
        )
