"""Calls of methods, and of functions that are values, found at run time."""

from __future__ import annotations

import ast
import inspect
import types
from typing import Any, Final

from zermelo.compiler.boxed import objects
from zermelo.compiler.boxed.assembly import RESUME
from zermelo.compiler.boxed.attribute_dispatch import AttributeDispatch
from zermelo.compiler.boxed.body import DYNAMIC
from zermelo.compiler.boxed.classes import functions_of, is_textual
from zermelo.compiler.boxed.dispatch import NEVER, REST, Code
from zermelo.compiler.boxed.methods import METHODS, NUMBER, Method
from zermelo.compiler.boxed.scopes import is_users

# What a defaultdict makes for some classes; their numbers in it count from 1.
MAKERS: Final[dict[Any, str]] = {
    list: "new_list(m, 0)",
    int: "1",
    set: "new_set(m, SET)",
    dict: "new_dict(m, 0)",
    bool: "FALSE",
    float: "new_float(m, 0)",
    str: "new_text(m, 0)",
    tuple: "fixed_empty_tuple()",
    complex: "new_complex(m, 0, 0)",
}


_MANY: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_OTHERS: Final = (*_MANY, inspect.Parameter.KEYWORD_ONLY)


class CallDispatch(AttributeDispatch):
    """Methods by the class of an object, functions by their number."""

    # --- methods ---------------------------------------------------------------------------------

    def method(self, called: str, count: int, named: tuple[str, ...], body: Any, node: Any) -> str:
        """What calls a method; refused where no class has one."""
        name = "_".join([f"call__{called}_{count}", *named])
        known = any(set(named) <= set(method.names) for method in METHODS.get(called, ()))
        kinds = [*self.kinds, *self.classes_near(body)]
        if not known and not any(called in functions_of(kind) for kind in kinds):
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
        return self.want(f"with__{called}", self._has_method, called, function)

    def _has_method(self, called: str, function: Any) -> str:
        answers = {
            number: "x"
            for number, kind in self._numbered()
            if inspect.getattr_static(kind, called, None) is function
        }
        lines = self._by_class(answers, also_tuples=True)
        return self._head(f"with__{called}", "m, x", lines, "return fail(m, UNKNOWN)")

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
        if any(map(is_textual, self.kinds)):
            lines += ["x = member_text(x)", "kind = kind_of(x)"]
        for method in METHODS.get(called, ()):
            code = _built_in(method, arguments[:count], named, arguments[count:])
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
        found = functions_of(kind).get(called)
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
        slots: list[str] = [""] * len(parameters)
        plain = [*first, *given]
        places = [i for i, p in enumerate(parameters) if p.kind not in _OTHERS]
        for i, value in zip(places, plain, strict=False):
            slots[i] = value
        further = [] if len(plain) <= len(places) else plain[len(places) :]
        place = {p.name: i for i, p in enumerate(parameters) if p.kind not in _MANY}
        pairs = []
        for each, value in zip(named, values, strict=True):
            if each in place and not slots[place[each]]:
                slots[place[each]] = value
            else:
                pairs.append((each, value))
        for i, p in enumerate(parameters):
            if p.kind is p.VAR_POSITIONAL:
                slots[i], further = self.packed(further), []
            if p.kind is p.VAR_KEYWORD and not any(key in place for key, _value in pairs):
                slots[i], pairs = self.options(pairs), []
        if further or pairs:
            return ""
        for i, p in enumerate(parameters):
            if not slots[i]:
                if p.default is p.empty:
                    return ""
                slots[i] = str(self.statics.value(p.default))
        return f"{self.perhaps(found, bound)}({', '.join(['m', *slots])})"

    # --- functions that are values ---------------------------------------------------------------

    def call_value(self, count: int) -> str:
        """What calls a function that is a value, with so many arguments."""
        return self.want(f"call_value_{count}", self._call_value, count)

    def _call_value(self, count: int) -> str:
        arguments = [f"a{i}" for i in range(count)]
        lines = ["if kind_of(x) == FUNCTION:", "    number = load(x + 8)"]
        for number, code in enumerate(self.codes):
            if code.method:
                method = f"call__{code.method}_{count}"
                self.want(method, self._method, method, code.method, count, ())
                handed = ", ".join(["m", "load(x + 16)", *arguments])
                lines += [f"    if number == {number}: return {method}({handed})"]
                continue
            if not code.raw_name or not self._fits(code, count):
                continue
            missing = max(0, code.takes - count)
            filled = [*arguments, *code.defaults[len(code.defaults) - missing :]]
            given = ["x"] if code.closure else []
            for slot in code.slots:
                if slot == REST:
                    given.append(self.packed(arguments[code.takes :]))
                else:
                    given.append(filled[slot] if isinstance(slot, int) else slot)
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

    def _fits(self, code: Code, count: int) -> bool:
        """Whether a function can be called with so many arguments."""
        if NEVER in code.slots or (count > code.takes and REST not in code.slots):
            return False
        return code.takes - count <= len(code.defaults)

    def packed(self, values: list[str]) -> str:
        """The call that makes a tuple of some words."""
        name = f"packed_{len(values)}"
        names = [f"a{i}" for i in range(len(values))]
        lines = [f"found = new_tuple(m, {len(values)})"]
        lines += [f"store(found + {16 + 8 * i}, {each})" for i, each in enumerate(names)]
        text = self._head(name, ", ".join(["m", *names]), lines, "return found")
        self.want(name, lambda: text)
        return f"{name}({', '.join(['m', *values])})"

    def options(self, pairs: list[tuple[str, str]]) -> str:
        """The call that makes a dict of some texts and words."""
        name = f"options_{len(pairs)}"
        names = [f"{letter}{i}" for i in range(len(pairs)) for letter in "kv"]
        lines = [f"found = new_dict(m, {len(pairs)})"]
        lines += [f"dict_put(m, found, k{i}, v{i})" for i in range(len(pairs))]
        text = self._head(name, ", ".join(["m", *names]), lines, "return found")
        self.want(name, lambda: text)
        words = [each for key, value in pairs for each in (str(self.statics.value(key)), value)]
        return f"{name}({', '.join(['m', *words])})"

    def bound_method(self, called: str) -> int:
        """The number of a method that is a value, of whichever object."""
        for number, code in enumerate(self.codes):
            if code.method == called:
                return number
        self.codes.append(Code("", (), (), method=called))
        return len(self.codes) - 1

    def call_spread(self) -> str:
        """What calls a function that is a value, with the items of a list."""
        for count in range(5):
            self.call_value(count)
        return self.want("call_spread", self._call_spread)

    def _call_spread(self) -> str:
        lines = ["count = length_of(items)"]
        for count in range(5):
            given = "".join(f", item_at(m, items, {i})" for i in range(count))
            lines += [f"if count == {count}: return call_value_{count}(m, x{given})"]
        return self._head("call_spread", "m, x, items", lines, "return fail(m, UNKNOWN)")

    def default_maker(self, body: Any, maker: Any) -> Any:
        """What a defaultdict makes values by, as a word."""
        if maker is None:
            return ast.Constant(objects.NONE)
        known = body.static(maker)
        if known is not DYNAMIC and isinstance(known, type) and known in MAKERS:
            return ast.Constant(list(MAKERS).index(known) + 1 << 1 | 1)
        self.call_value(0)
        return body.value(maker)

    def _default_value(self) -> str:
        lines = ["x = load(d + 56)"]
        lines += [
            f"if x == {i << 1 | 1}: return {code}" for i, code in enumerate(MAKERS.values(), 1)
        ]
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


def _built_in(
    method: Method, arguments: list[str], named: tuple[str, ...], values: list[str]
) -> str:
    """The call of a method of Python's own values; nothing where it does not fit."""
    count = method.needed + len(method.missing)
    if len(arguments) > count or not set(named) <= set(method.names[len(arguments) :]):
        return ""
    given: list[str] = [*arguments, *[""] * (count - len(arguments))]
    for each, value in zip(named, values, strict=True):
        given[method.names.index(each)] = value
    if "" in given[: method.needed]:
        return ""
    for i, each in enumerate(given):
        if not each:
            given[i] = str(method.missing[i - method.needed])
        elif i in method.raw:
            given[i] = f"index_word(m, {each}) >> 1"
    return f"{method.function}({', '.join(['m', 'x', *given])})"
