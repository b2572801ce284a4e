"""All that chooses at run time (see `dispatch`), as functions of words."""

from __future__ import annotations

from zermelo.compiler.boxed.assembly import Function, function_of
from zermelo.compiler.boxed.objects import CONSTANTS
from zermelo.compiler.boxed.operator_dispatch import BINARY, IN_PLACE, UNARY, OperatorDispatch


class Dispatchers(OperatorDispatch):
    """Makes what was asked for, and what every game has."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: list[str] = []

    def ask_for_all(self) -> bool:
        """Makes the texts of all; whether that asked for more functions or classes."""
        before = len(self.kinds), len(self.codes), len(self.wanted), len(self.functions)
        self._texts = [make(*given) for make, given in list(self.wanted.values())]
        self._texts += [self._binary(name, *pair) for name, pair in BINARY.items()]
        self._texts += [self._unary(name, called) for name, called in UNARY.items()]
        self._texts += [
            self._same(),
            self._hash(),
            self._order("less_instances", "__lt__"),
            self._order("at_most_instances", "__le__"),
            self._truth(),
            *(self._in_place(sign, *pair) for sign, pair in IN_PLACE.items()),
            self._number("index_of_instance", "__index__"),
            self._number("int_of_instance", "__int__", "__index__"),
            self._own_format(),
            self._items(),
            self._stepped(),
            self._backwards(),
            self._subscript(),
            self._put_subscript(),
            self._delete_subscript(),
            self._contains(),
            self._default_value(),
            self._resume(),
            self._fields_text(),
            self._own_text("own_text", "__str__"),
            self._own_text("own_repr", "__repr__"),
            self._members_text(),
            self._letters_text(),
            self._empty_text(),
        ]
        after = len(self.kinds), len(self.codes), len(self.wanted), len(self.functions)
        return bool(self.queue) or before != after

    def made_functions(self) -> list[Function]:
        """What the last call of `ask_for_all` made."""
        return [function_of(text, CONSTANTS) for text in self._texts]

    def _fields_text(self) -> str:
        """How many fields the objects of a class have."""
        lines = [
            f"if number == {number}: return {len(self.fields(kind))}"
            for number, kind in self._numbered()
        ]
        return self._head("fields_of_class", "number", lines, "return -1")

    def _members_text(self) -> str:
        """The member of an Enum of each number."""
        lines = [
            f"if number == {i}: return {self.statics.value(member)}"
            for i, member in enumerate(self.members, 1)
        ]
        return self._head("member_at", "number", lines, "return 2")

    def _letters_text(self) -> str:
        """The text of one letter, which is there once."""
        return f"def fixed_letter(code):\n    return load({self.statics.letters} + 8 * code)"

    def _empty_text(self) -> str:
        """The empty tuple, which is there once."""
        return f"def fixed_empty_tuple():\n    return {self.statics.value(())}"
