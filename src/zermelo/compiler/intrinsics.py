"""Names for what only compiled code can do; the run-time library and the kernels use them.

They are never called in Python: the compiler knows each of them (`builtins/intrinsics.py`).
"""

from __future__ import annotations

from typing import Any, Final


class Intrinsic:
    """Something that has a meaning in compiled code only."""

    def __init__(self, name: str) -> None:
        self.__name__ = self.__qualname__ = name

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"{self.__name__} is for compiled code")


# Containers: fields of headers, items behind pointers.
get = Intrinsic("get")  # (container, field)
put = Intrinsic("put")  # (container, field, value)
data = Intrinsic("data")  # where the items are
count = Intrinsic("count")  # how many there are
item = Intrinsic("item")  # (pointer, index)
set_item = Intrinsic("set_item")  # (pointer, index, value)
new_items = Intrinsic("new_items")  # (pointer like this, how many)
new_words = Intrinsic("new_words")
new_letters = Intrinsic("new_letters")
text = Intrinsic("text")  # a string of letters and their number
copy_items = Intrinsic("copy_items")  # (to, from, how many)
clear_words = Intrinsic("clear_words")
offset = Intrinsic("offset")  # (pointer, how many items further)
extend_in_place = Intrinsic("extend_in_place")  # (pointer, how many, how many more)

# Values.
hash_of = Intrinsic("hash_of")
mixed = Intrinsic("mixed")
finished = Intrinsic("finished")
same = Intrinsic("same")  # ==
less = Intrinsic("less")  # <
fail = Intrinsic("fail")  # raises an exception of a class
shift_right = Intrinsic("shift_right")  # of all 64 bits, without a sign
multiply_checked = Intrinsic("multiply_checked")
bits_of = Intrinsic("bits_of")  # of a float, as an int
float_of = Intrinsic("float_of")  # the float of these bits
cut = Intrinsic("cut")  # a float as an int
floor = Intrinsic("floor")
power = Intrinsic("power")

# Raw memory: addresses are ints, a word is 64 bits.
WORD: Final = 8  # bytes
load = Intrinsic("load")  # (address)
load_shared = Intrinsic("load_shared")  # a word that other threads may write
store = Intrinsic("store")  # (address, word)
load_float = Intrinsic("load_float")
store_float = Intrinsic("store_float")
add = Intrinsic("add")  # adds to the word at an address
# Puts a new word in the place of an old one, unless another thread came first; whether it did.
exchange = Intrinsic("exchange")  # (address, old, new)
prefetch = Intrinsic("prefetch")  # asks for memory that is needed soon
stack_address = Intrinsic("stack_address")  # where the machine's stack stands

# The arena as a stack: what was allocated since a mark is given back.
mark = Intrinsic("mark")
release = Intrinsic("release")


# How functions are to be compiled.


def _hint(name: str) -> Any:
    def give(function: Any) -> Any:
        function.hint = name
        return function

    return give


inline = _hint("inline")  # in place of each call
cold = _hint("cold")  # seldom called, and never in place of the call
unrolled = _hint("unrolled")  # recursive: every other call is inlined
checked = _hint("checked")  # as if it were the rules': it calls their functions, reads their dicts
