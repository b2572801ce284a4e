"""What functions of words are made of, for readers and type checkers: `machine` writes their code.

None of these can be called from Python.
"""

from __future__ import annotations


def load(address: int) -> int:
    """The word at an address."""
    raise NotImplementedError


def store(address: int, word: int) -> None:
    """Puts a word at an address."""


def byte_at(address: int) -> int:
    """The byte at an address, without a sign."""
    raise NotImplementedError


def put_byte(address: int, byte: int) -> None:
    """Puts a byte at an address."""


def copy_bytes(to: int, source: int, size: int) -> None:
    """Copies bytes; the places may overlap."""


def fail(m: int, kind: int) -> int:
    """Leaves the function, and those that called it, up to the next handler."""
    raise NotImplementedError


def unchecked(result: int) -> int:
    """What a call gives, 0 where it has failed."""
    raise NotImplementedError


def malloc(size: int) -> int:
    """Memory of the process; 0 where there is none."""
    raise NotImplementedError


def free(address: int) -> None:
    """Gives memory of the process back."""


def on_stack(size: int) -> int:
    """So many bytes, a constant, in the frame of the function."""
    raise NotImplementedError


def stack_address() -> int:
    """Where the machine's stack stands."""
    raise NotImplementedError


def add_leaves(a: int, b: int) -> int:
    """Whether a sum leaves 64 bits."""
    raise NotImplementedError


def sub_leaves(a: int, b: int) -> int:
    """Whether a difference leaves 64 bits."""
    raise NotImplementedError


def mul_leaves(a: int, b: int) -> int:
    """Whether a product leaves 64 bits."""
    raise NotImplementedError


def logical_shift(word: int, by: int) -> int:
    """A shift to the right that brings noughts."""
    raise NotImplementedError


def times_high(a: int, b: int) -> int:
    """The upper word of a product of two that have no sign."""
    raise NotImplementedError


def bits_set(word: int) -> int:
    """How many bits are 1."""
    raise NotImplementedError


def leading_noughts(word: int) -> int:
    """How many bits are 0 before the first that is 1."""
    raise NotImplementedError


# Floats are the words that hold them.


def float_of(number: int) -> int:
    """The float of a whole number."""
    raise NotImplementedError


def int_of(number: int) -> int:
    """The whole number of a float, which must have a place in a word."""
    raise NotImplementedError


def float_add(a: int, b: int) -> int:
    """A sum."""
    raise NotImplementedError


def float_sub(a: int, b: int) -> int:
    """A difference."""
    raise NotImplementedError


def float_mul(a: int, b: int) -> int:
    """A product."""
    raise NotImplementedError


def float_div(a: int, b: int) -> int:
    """A quotient."""
    raise NotImplementedError


def float_floor(a: int) -> int:
    """The whole float below."""
    raise NotImplementedError


def float_root(a: int) -> int:
    """The square root."""
    raise NotImplementedError


def float_even(a: int) -> int:
    """The nearest whole float; of two the even one."""
    raise NotImplementedError


def float_less(a: int, b: int) -> int:
    """Whether one is less than the other."""
    raise NotImplementedError


def float_same(a: int, b: int) -> int:
    """Whether both are the same number."""
    raise NotImplementedError


def float_exp(a: int) -> int:
    """math.exp, of a float."""
    raise NotImplementedError


def float_log(a: int) -> int:
    """math.log, of a float."""
    raise NotImplementedError


def float_log2(a: int) -> int:
    """math.log2, of a float."""
    raise NotImplementedError


def float_log10(a: int) -> int:
    """math.log10, of a float."""
    raise NotImplementedError


def float_sin(a: int) -> int:
    """math.sin, of a float."""
    raise NotImplementedError


def float_cos(a: int) -> int:
    """math.cos, of a float."""
    raise NotImplementedError


def float_tan(a: int) -> int:
    """math.tan, of a float."""
    raise NotImplementedError


def float_tanh(a: int) -> int:
    """math.tanh, of a float."""
    raise NotImplementedError


def float_atan(a: int) -> int:
    """math.atan, of a float."""
    raise NotImplementedError


def float_pow(a: int, b: int) -> int:
    """A power."""
    raise NotImplementedError


def float_fmod(a: int, b: int) -> int:
    """What is left of a division, with the sign of a."""
    raise NotImplementedError


def float_hypot(a: int, b: int) -> int:
    """The length of a vector."""
    raise NotImplementedError
