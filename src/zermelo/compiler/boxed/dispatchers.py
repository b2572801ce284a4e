"""What chooses at run time: attributes and methods by the class of an object, functions by value.

Each is a function of words, made once all classes are known:

    def get_row(m, x):
        if kind_of(x) == INSTANCE:
            if class_of(x) == 8: return field(m, load(x + 16))
            if class_of(x) == 11: return row_f7(m, x)          # a property
        return fail(m, ATTRIBUTE_ERROR)
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import types
from enum import Enum
from functools import cached_property
from typing import Any, Final

from zermelo.compiler.boxed import objects
from zermelo.compiler.boxed.body import DYNAMIC, is_users
from zermelo.compiler.boxed.classes import Classes, functions_of, is_named_tuple
from zermelo.compiler.boxed.machine import RESUME, Function
from zermelo.compiler.boxed.methods import METHODS, NUMBER, Method
from zermelo.compiler.boxed.objects import FIRST_CLASS
from zermelo.compiler.errors import CannotCompile

CONSTANTS: Final = {k: v for k, v in vars(objects).items() if type(v) is int}
KINDS: Final[dict[Any, str]] = {
    int: "is_whole(x)",
    bool: "x == TRUE or x == FALSE",
    float: "kind_of(x) == FLOAT",
    str: "kind_of(x) == TEXT",
    tuple: "kind_of(x) == TUPLE",
    list: "kind_of(x) == LIST",
    dict: "kind_of(x) == DICT",
    set: "kind_of(x) == SET",
    frozenset: "kind_of(x) == FROZENSET",
    range: "kind_of(x) == RANGE",
    type(None): "x == NONE",
}
# Operators of the author's classes: what makes them, the method, and that of the other side.
NO_SUCH: Final = "fail(m, TYPE_ERROR)"
BINARY: Final = {
    "add_instances": ("__add__", "__radd__", "add_plain(m, a, b)"),
    "sub_instances": ("__sub__", "__rsub__", NO_SUCH),
    "mul_instances": ("__mul__", "__rmul__", "mul_plain(m, a, b)"),
    "or_instances": ("__or__", "__ror__", NO_SUCH),
    "and_instances": ("__and__", "__rand__", NO_SUCH),
    "xor_instances": ("__xor__", "__rxor__", NO_SUCH),
}
UNARY: Final = {"negative_other": "__neg__", "size_of_instance": "__len__"}


class Dispatchers(Classes):
    """What is asked for by name, and for which classes it must be made."""

    codes: list[Any]
    queue: list[Any]
    generators: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.wanted: dict[str, Any] = {}  # by the name of a function: what makes its text
        self._texts: list[str] = []
        self.class_codes: dict[int, type] = {}  # the numbers of classes that are values

    def function(self, function: Any, bound: dict[str, Any]) -> str:
        raise NotImplementedError

    def perhaps(self, function: Any, bound: dict[str, Any]) -> str:
        """A function that may never be called: what cannot be compiled in it fails only then."""
        raise NotImplementedError

    def want(self, name: str, make: Any, *given: Any) -> str:
        self.wanted.setdefault(name, (make, given))
        return name

    def attribute(self, name: str) -> str:
        return self.want(f"get_{name}", self._attribute, name)

    def attribute_store(self, name: str) -> str:
        return self.want(f"set_{name}", self._store, name)

    def field_store(self, name: str) -> str:
        return self.want(f"field_{name}", self._field_store, name)

    def call_value(self, count: int) -> str:
        return self.want(f"call_value_{count}", self._call_value, count)

    def call_spread(self) -> str:
        for count in range(5):
            self.call_value(count)
        return self.want("call_spread", self._call_spread)

    def _call_spread(self) -> str:
        lines = ["count = length_of(items)"]
        for count in range(5):
            given = "".join(f", item_at(m, items, {i})" for i in range(count))
            lines += [f"if count == {count}: return call_value_{count}(m, x{given})"]
        return self._head("call_spread", "m, x, items", lines, "return fail(m, UNKNOWN)")

    def attribute_by_text(self) -> str:
        return self.want("attribute_by_text", self._attribute_by_text)

    def after_replace(self) -> str:
        return self.want("after_replace", self._after_replace)

    def member_by_value(self, kind: type) -> str:
        self.class_number(kind)
        return self.want(f"member_of_{self.class_number(kind)}", self._member, kind, "value")

    def member_by_name(self, kind: type) -> str:
        return self.want(f"named_member_of_{self.class_number(kind)}", self._member, kind, "name")

    def method(self, called: str, count: int, named: tuple[str, ...], body: Any, node: Any) -> str:
        """What calls a method; refused where no class has one."""
        name = "_".join([f"call_{called}_{count}", *named])
        known = called in METHODS and not named
        if not known and not any(called in functions_of(kind) for kind in self.kinds):
            if not any(called in functions_of(kind) for kind in self.classes_near(body)):
                raise body.unknown(node)
        return self.want(name, self._method, name, called, count, named)

    def classes_near(self, body: Any) -> list[type]:
        """The classes of the module of a function."""
        found = [v for v in body.scope.function.__globals__.values() if isinstance(v, type)]
        return [each for each in found if is_users(each)]

    def candidates(self, called: str, body: Any) -> list[Any]:
        """The functions that a method may be."""
        found = []
        for kind in {*self.kinds, *self.classes_near(body)}:
            method = inspect.getattr_static(kind, called, None)
            if isinstance(method, types.FunctionType) and method not in found:
                found.append(method)
        return found

    def has_method(self, called: str, function: Any) -> str:
        """What gives an object back that has a method, and fails for others."""
        return self.want(f"with_{called}", self._has_method, called, function)

    def _has_method(self, called: str, function: Any) -> str:
        answers = {
            number: "x"
            for number, kind in self._numbered()
            if inspect.getattr_static(kind, called, None) is function
        }
        lines = self._by_class(answers, also_tuples=True)
        return self._head(f"with_{called}", "m, x", lines, "return fail(m, UNKNOWN)")

    def instance_test(self, kind: Any, body: Any, node: Any) -> str:
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if isinstance(kind, types.UnionType):
            kinds = kind.__args__
        for each in kinds:
            if not isinstance(each, type) or each is DYNAMIC:
                raise body.unknown(node)
            if each not in KINDS and not is_users(each):
                raise body.unknown(node)
        name = "is_one_of_" + "_".join(f"{each.__name__}{id(each)}" for each in kinds)
        return self.want(self._short(name), self._instance_test, self._short(name), kinds)

    def _short(self, name: str) -> str:
        known = self.__dict__.setdefault("_shorts", {})
        return known.setdefault(name, f"is_one_of_{len(known)}")  # type: ignore[no-any-return]

    def type_of(self) -> str:
        return self.want("type_of", self._type_of)

    def _type_of(self) -> str:
        tests = {bool: "x == TRUE or x == FALSE", int: "x & 1", type(None): ""}
        tests |= {each: KINDS[each] for each in (str, list, set, frozenset, float)}
        tests |= {tuple: "kind_of(x) == TUPLE and class_of(x) == 0"}
        lines = [
            f"if {test}: return {self.statics.value(kind)}" for kind, test in tests.items() if test
        ]
        answers = {number: str(self.statics.value(kind)) for number, kind in self._numbered()}
        lines += self._by_class(answers, also_tuples=True)
        return self._head("type_of", "m, x", lines, "return fail(m, UNKNOWN)")

    def default_maker(self, body: Any, node: Any, maker: Any) -> Any:
        """What a defaultdict makes values by, as a word."""
        if maker is None:
            return ast.Constant(objects.NONE)
        known = body.static(maker)
        numbers = {list: 1, int: 2, set: 3, dict: 4, bool: 5, float: 6, str: 7, tuple: 8}
        if known is not DYNAMIC and isinstance(known, type) and known in numbers:
            return ast.Constant(numbers[known] << 1 | 1)
        self.call_value(0)
        return body.value(maker)

    # --- the texts -------------------------------------------------------------------------------

    def ask_for_all(self) -> bool:
        """Makes the texts of all; whether that asked for more functions or classes."""
        before = len(self.kinds), len(self.codes), len(self.wanted), len(self.functions)
        self._texts = [make(*given) for make, given in list(self.wanted.values())]
        self._texts += [self._binary(name, *pair) for name, pair in BINARY.items()]
        self._texts += [self._unary(name, called) for name, called in UNARY.items()]
        self._texts += [
            self._same(), self._hash(), self._order("less_instances", "__lt__"),
            self._order("at_most_instances", "__le__"), self._truth(), self._items(),
            self._subscript(), self._put_subscript(), self._contains(), self._default_value(),
            self._resume(), self._fields_text(), self._own_text("own_text", "__str__"),
            self._own_text("own_repr", "__repr__"), self._members_text(), self._letters_text(), self._empty_text(),
        ]  # fmt: skip
        after = len(self.kinds), len(self.codes), len(self.wanted), len(self.functions)
        return bool(self.queue) or before != after

    def made_functions(self) -> list[Function]:
        found = []
        for text in self._texts:
            tree = ast.parse(text).body[0]
            assert isinstance(tree, ast.FunctionDef)
            names = tuple(each.arg for each in tree.args.args)
            found.append(Function(tree.name, names, tree.body, CONSTANTS))
        return found

    def _head(self, name: str, arguments: str, lines: list[str], last: str) -> str:
        return "\n    ".join([f"def {name}({arguments}):", *lines, last])

    def _by_class(self, answers: dict[int, str], also_tuples: bool = False) -> list[str]:
        """`if class_of(x) == 8: return ...` for each class."""
        if not answers:
            return []
        kinds = "kind_of(x) == INSTANCE"
        if also_tuples:
            kinds += " or kind_of(x) == TUPLE"
        lines = [f"if {kinds}:", "    number = class_of(x)"]
        return lines + [f"    if number == {n}: return {code}" for n, code in answers.items()]

    def _numbered(self) -> list[tuple[int, type]]:
        return [(FIRST_CLASS + i, kind) for i, kind in enumerate(self.kinds)]

    def _attribute(self, name: str) -> str:
        answers = {}
        for number, kind in self._numbered():
            found = inspect.getattr_static(kind, name, None)
            has_field = name in self.fields(kind)
            place = self.place(kind, name) if has_field else 0
            if isinstance(found, property) and found.fget:
                answers[number] = f"{self.perhaps(found.fget, {})}(m, x)"
            elif isinstance(found, cached_property):
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
        return self._head(f"get_{name}", "m, x", lines, "return fail(m, ATTRIBUTE_ERROR)")

    def place(self, kind: type, name: str) -> int:
        """Where a field lies in an object."""
        return (16 if is_named_tuple(kind) else 8) + 8 * self.fields(kind).index(name)

    def _store(self, name: str) -> str:
        answers = {}
        for number, kind in self._numbered():
            found = inspect.getattr_static(kind, name, None)
            if isinstance(found, property):
                if found.fset:
                    answers[number] = f"{self.perhaps(found.fset, {})}(m, x, value)"
            elif name in self.fields(kind) and not is_named_tuple(kind):
                answers[number] = f"put_field(m, x, {self.place(kind, name)}, value)"
        lines = self._by_class(answers)
        return self._head(f"set_{name}", "m, x, value", lines, "return fail(m, ATTRIBUTE_ERROR)")

    def _field_store(self, name: str) -> str:
        answers = {
            number: f"put_field(m, x, {self.place(kind, name)}, value)"
            for number, kind in self._numbered()
            if name in self.fields(kind)
        }
        lines = self._by_class(answers, also_tuples=True)
        return self._head(f"field_{name}", "m, x, value", lines, "return fail(m, TYPE_ERROR)")

    def _after_replace(self) -> str:
        answers = {}
        for number, kind in self._numbered():
            after = self.own_method(kind, "__post_init__")
            if after:
                answers[number] = f"first_of(m, x, {self.perhaps(after, {})}(m, x))"
        return self._head("after_replace", "m, x", self._by_class(answers), "return x")

    def _method(self, name: str, called: str, count: int, named: tuple[str, ...]) -> str:
        arguments = [f"a{i}" for i in range(count + len(named))]
        answers, of_classes = {}, {}
        for number, kind in self._numbered():
            code = self._own_call(kind, called, arguments[:count], named, arguments[count:])
            if code:
                answers[number] = code
        for number, kind in self.class_codes.items():
            code = self._own_call(kind, called, arguments[:count], named, arguments[count:], "")
            if code:
                of_classes[number] = code
        lines = ["kind = kind_of(x)", *self._by_class(answers, also_tuples=True)]
        if of_classes:
            lines += ["if kind == FUNCTION:", "    number = load(x + 8)"]
            lines += [f"    if number == {n}: return {code}" for n, code in of_classes.items()]
        for method in METHODS.get(called, ()) if not named else ():
            code = _built_in(method, arguments)
            if code:
                asked = [f"kind == {kind}" for kind in method.kinds if kind != NUMBER]
                asked += ["is_whole(x)"] if NUMBER in method.kinds else []
                lines += [f"if {' or '.join(asked)}: return {code}"]
        return self._head(name, ", ".join(["m", "x", *arguments]), lines, "return fail(m, UNKNOWN)")

    def _own_call(
        self,
        kind: type,
        called: str,
        given: list[str],
        named: tuple[str, ...],
        values: list[str],
        owner: str = "x",
    ) -> str:
        """The call of a method of a class; nothing where it does not fit.

        `owner`: the object, or nothing where the class itself is called.
        """
        found = inspect.getattr_static(kind, called, None)
        bound: dict[str, Any] = {}
        first = [owner] if owner else []
        if isinstance(found, staticmethod | classmethod):
            function = found.__func__
            first = []
            if isinstance(found, classmethod):
                bound = {next(iter(inspect.signature(function).parameters)): kind}
            found = function
        if not isinstance(found, types.FunctionType):
            return ""
        parameters = [
            p for p in inspect.signature(found).parameters.values() if p.name not in bound
        ]
        place = {p.name: i for i, p in enumerate(parameters)}
        slots: list[str] = [""] * len(parameters)
        plain = [*first, *given]
        rest = next((i for i, p in enumerate(parameters) if p.kind is p.VAR_POSITIONAL), None)
        if rest is not None or any(p.kind is p.VAR_KEYWORD for p in parameters):
            return ""
        if len(plain) > len(slots) or any(each not in place for each in named):
            return ""
        slots[: len(plain)] = plain
        for each, value in zip(named, values, strict=True):
            slots[place[each]] = value
        for i, p in enumerate(parameters):
            if not slots[i]:
                if p.default is p.empty:
                    return ""
                slots[i] = str(self.statics.value(p.default))
        return f"{self.perhaps(found, bound)}({', '.join(['m', *slots])})"

    def _call_value(self, count: int) -> str:
        arguments = [f"a{i}" for i in range(count)]
        lines = ["if kind_of(x) == FUNCTION:", "    number = load(x + 8)"]
        for number, code in enumerate(self.codes):
            missing = code.count - count
            if not code.raw_name:
                continue
            if not 0 <= missing <= len(code.defaults):
                continue
            given = [*(["x"] if code.closure else []), *arguments]
            first = len(code.defaults) - missing
            for i in range(first, len(code.defaults)):
                if code.closure:
                    given.append(f"load(x + {code.place + 8 * i})")
                else:
                    given.append(str(self.statics.value(code.defaults[i])))
            called = f"{code.raw_name}({', '.join(['m', *given])})"
            lines += [f"    if number == {number}: return {called}"]
        answers = {}
        for number, kind in self._numbered():
            code_text = self._own_call(kind, "__call__", arguments, (), [])
            if code_text:
                answers[number] = code_text
        lines += self._by_class(answers)
        name = f"call_value_{count}"
        return self._head(name, ", ".join(["m", "x", *arguments]), lines, "return fail(m, UNKNOWN)")

    def _instance_test(self, name: str, kinds: tuple[Any, ...]) -> str:
        lines = []
        for kind in kinds:
            if kind in KINDS:
                lines.append(f"if {KINDS[kind]}: return TRUE")
        below = {
            number: "TRUE"
            for number, kind in self._numbered()
            if any(each not in KINDS and issubclass(kind, each) for each in kinds)
        }
        lines += self._by_class(below, also_tuples=True)
        return self._head(name, "m, x", lines, "return FALSE")

    def _member(self, kind: Any, by: str) -> str:
        number = self.class_number(kind)
        name = f"{'named_' if by == 'name' else ''}member_of_{number}"
        lines = [
            f"if same(m, x, {self.statics.value(getattr(member, by))}): "
            f"return {self.statics.value(member)}"
            for member in kind
        ]
        if by == "value":
            lines.append(f"if kind_of(x) == INSTANCE and class_of(x) == {number}: return x")
        error = "VALUE_ERROR" if by == "value" else "KEY_ERROR"
        return self._head(name, "m, x", lines, f"return fail(m, {error})")

    def _attribute_by_text(self) -> str:
        texts = {each for kind in self.kinds for each in self.fields(kind)}
        lines = ["if kind_of(text) != TEXT: return fail(m, TYPE_ERROR)"]
        for each in sorted(texts):
            self.attribute(each)
            word = self.statics.value(each)
            lines += [f"if text_same(text, {word}): return get_{each}(m, x)"]
        return self._head("attribute_by_text", "m, x, text, default", lines,
                          "return default if default else fail(m, ATTRIBUTE_ERROR)")  # fmt: skip

    # --- operators -----------------------------------------------------------------------------------

    def _binary(self, name: str, called: str, other: str, last: str) -> str:
        lines = []
        for own, method, pair in (("a", called, "a, b"), ("b", other, "b, a")):
            answers = {
                number: f"{self.perhaps(found, {})}(m, {pair})"
                for number, kind in self._numbered()
                if (found := self.own_method(kind, method))
            }
            if answers:
                lines += [f"x = {own}", *self._by_class(answers, also_tuples=True)]
        return self._head(name, "m, a, b", lines, f"return {last}")

    def _unary(self, name: str, called: str) -> str:
        answers = {
            number: f"{self.perhaps(found, {})}(m, x)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, called))
        }
        return self._head(
            name, "m, x", self._by_class(answers, also_tuples=True), "return fail(m, TYPE_ERROR)"
        )

    def _same(self) -> str:
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
        for x, y in (("a", "b"), ("b", "a")):
            lines += [f"x = {x}", f"y = {y}", *self._by_class(answers)]
        return self._head("same_instances", "m, a, b", lines, "return 0")

    def _hash(self) -> str:
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, "__hash__")
            fields = self.hashed_fields(kind)
            if issubclass(kind, Enum) and issubclass(kind, int):
                answers[number] = "hash_of_number(whole(x))"
            elif issubclass(kind, Enum):
                answers[number] = "logical_shift(load(x), NUMBER_SHIFT)"
            elif own:
                answers[number] = f"sure_hash(m, unchecked({self.perhaps(own, {})}(m, x)))"
            elif fields is not None:
                answers[number] = f"hash_of_items(m, x + 8, {len(fields)})"
            elif self.own_method(kind, "__eq__"):
                answers[number] = "-1"
        return self._head("hash_of_instance", "m, x", self._by_class(answers),
                          "return logical_shift(x, 4)")  # fmt: skip

    def _order(self, name: str, called: str) -> str:
        lines: list[str] = []
        opposite = {"__lt__": "__gt__", "__le__": "__ge__"}[called]
        for own, method, pair in (("a", called, "a, b"), ("b", opposite, "b, a")):
            answers = {}
            for number, kind in self._numbered():
                found = self.own_method(kind, method)
                fields = self.compared_fields(kind)
                if found and found.__module__ == "functools":  # by total_ordering
                    if own == "a" and self.own_method(kind, "__lt__").__module__ != "functools":
                        answers[number] = "TRUE if same(m, a, b) else less_instances(m, a, b)"
                elif found:
                    answers[number] = f"truth(m, {self.perhaps(found, {})}(m, {pair}))"
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
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, "__bool__") or self.own_method(kind, "__len__")
            if own:
                answers[number] = f"sure_truth(m, unchecked({self.perhaps(own, {})}(m, x)))"
        return self._head("is_true_instance", "m, x", self._by_class(answers), "return 1")

    def _own_text(self, name: str, called: str) -> str:
        answers = {}
        for number, kind in self._numbered():
            own = self.own_method(kind, called)
            if own is None and called == "__str__":
                own = self.own_method(kind, "__repr__")
            if own:
                answers[number] = f"{self.perhaps(own, {})}(m, x)"
        lines = self._by_class(answers, also_tuples=True)
        if called == "__str__":
            for i, member in enumerate(self.members, 1):
                if not self.own_method(type(member), "__str__"):
                    text = self.statics.value(str(member))
                    lines += [f"if x == {self.statics.value(member)}: return {text}"]
        return self._head(name, "m, x", lines, "return fail(m, UNKNOWN)")

    def _items(self) -> str:
        answers = {
            number: f"items_of(m, {self.perhaps(found, {})}(m, x))"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__iter__"))
        }
        lines = self._by_class(answers)
        return self._head("items_of_instance", "m, x", lines, "return fail(m, TYPE_ERROR)")

    def _subscript(self) -> str:
        answers = {
            number: f"{self.perhaps(found, {})}(m, x, i)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__getitem__"))
        }
        lines = self._by_class(answers)
        return self._head("item_of_instance", "m, x, i", lines, "return fail(m, TYPE_ERROR)")

    def _put_subscript(self) -> str:
        answers = {
            number: f"{self.perhaps(found, {})}(m, x, i, value)"
            for number, kind in self._numbered()
            if (found := self.own_method(kind, "__setitem__"))
        }
        lines = self._by_class(answers)
        head = "put_item_of_instance", "m, x, i, value"
        return self._head(*head, lines, "return fail(m, TYPE_ERROR)")

    def _contains(self) -> str:
        answers = {}
        for number, kind in self._numbered():
            found = self.own_method(kind, "__contains__")
            if found:
                answers[number] = f"truth(m, {self.perhaps(found, {})}(m, x, y))"
            elif self.own_method(kind, "__iter__"):
                answers[number] = "contains(m, y, items_of_instance(m, x))"
        lines = ["y = item", "x = items", *self._by_class(answers, also_tuples=True)]
        lines += ["if kind_of(x) == TUPLE: return has_item(m, x, y)"]
        return self._head("contains_instance", "m, item, items", lines,
                          "return fail(m, TYPE_ERROR)")  # fmt: skip

    def _default_value(self) -> str:
        made = {
            1: "new_list(m, 0)", 2: "1", 3: "new_set(m, SET)", 4: "new_dict(m, 0)", 5: "FALSE",
            6: "new_float(m, 0)", 7: "new_text(m, 0)", 8: "fixed_empty_tuple()",
        }  # fmt: skip
        lines = ["x = load(d + 56)"]
        lines += [f"if x == {n << 1 | 1}: return {code}" for n, code in made.items()]
        if "call_value_0" in self.wanted:
            lines += ["if kind_of(x) == FUNCTION: return call_value_0(m, x)"]
        return self._head("default_value", "m, d", lines, "return fail(m, KEY_ERROR)")

    def _resume(self) -> str:
        lines = ["number = load(x + 16)"]
        lines += [
            f"if number == {i}: return {RESUME}{each}(m, x)"
            for i, each in enumerate(self.generators)
        ]
        return self._head("resume", "m, x", lines, "return 0")

    def _fields_text(self) -> str:
        lines = [
            f"if number == {number}: return {len(self.fields(kind))}"
            for number, kind in self._numbered()
        ]
        return self._head("fields_of_class", "number", lines, "return -1")

    def _members_text(self) -> str:
        lines = [
            f"if number == {i}: return {self.statics.value(member)}"
            for i, member in enumerate(self.members, 1)
        ]
        return self._head("member_at", "number", lines, "return 2")

    def _letters_text(self) -> str:
        return f"def fixed_letter(code):\n    return load({self.statics.letters} + 8 * code)"

    def _empty_text(self) -> str:
        return f"def fixed_empty_tuple():\n    return {self.statics.value(())}"


def _is_slot(found: Any) -> bool:
    return isinstance(found, types.MemberDescriptorType) or type(found).__name__ == "_tuplegetter"


def _is_constant(found: Any) -> bool:
    if found is None or callable(found):
        return False
    return not isinstance(found, staticmethod | classmethod | property)


def _built_in(method: Method, arguments: list[str]) -> str:
    """The call of a method of Python's own values; nothing where it does not fit."""
    missing = method.needed + len(method.missing) - len(arguments)
    if len(arguments) < method.needed or missing < 0:
        return ""
    given = list(arguments)
    for i in method.raw:
        if i < len(given):
            given[i] = f"index_word(m, {given[i]}) >> 1"
    given += [str(each) for each in method.missing[len(method.missing) - missing :]]
    return f"{method.function}({', '.join(['m', 'x', *given])})"
