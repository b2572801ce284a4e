"""What each game brings itself: functions of words that choose by the author's classes.

`dispatchers` writes them; here stands what they are called with and what they give.
"""

from __future__ import annotations


def own_text(m: int, x: int) -> int:
    """What `__str__` of an object gives."""
    raise NotImplementedError


def own_repr(m: int, x: int) -> int:
    """What `__repr__` of an object gives."""
    raise NotImplementedError


def int_of_instance(m: int, x: int) -> int:
    """int(x), of an object."""
    raise NotImplementedError


def negative_other(m: int, a: int) -> int:
    """-a, of an object of the author's."""
    raise NotImplementedError


def absolute_other(m: int, x: int) -> int:
    """abs(x), of an object of the author's."""
    raise NotImplementedError


def floordiv_instances(m: int, a: int, b: int) -> int:
    """a // b, of which one may be an object of the author's."""
    raise NotImplementedError


def modulo_instances(m: int, a: int, b: int) -> int:
    """a % b, of which one may be an object of the author's."""
    raise NotImplementedError


def truediv_instances(m: int, a: int, b: int) -> int:
    """a / b, of which one may be an object of the author's."""
    raise NotImplementedError


def power_instances(m: int, a: int, b: int) -> int:
    """a ** b, of which one may be an object of the author's."""
    raise NotImplementedError


def shift_left_instances(m: int, a: int, b: int) -> int:
    """a << b, of which one may be an object of the author's."""
    raise NotImplementedError


def shift_right_instances(m: int, a: int, b: int) -> int:
    """a >> b, of which one may be an object of the author's."""
    raise NotImplementedError


def matmul_instances(m: int, a: int, b: int) -> int:
    """a @ b, of which one may be an object of the author's."""
    raise NotImplementedError


def inverted_other(m: int, x: int) -> int:
    """~x, of an object of the author's."""
    raise NotImplementedError


def positive_other(m: int, x: int) -> int:
    """+x, of an object of the author's."""
    raise NotImplementedError


def index_of_instance(m: int, x: int) -> int:
    """What `__index__` of an object of the author's gives, boxed."""
    raise NotImplementedError


def fields_of_class(number: int) -> int:
    """How many fields the objects of a class have; 0: it is not known."""
    raise NotImplementedError


def member_at(number: int) -> int:
    """The member of an Enum that has a number."""
    raise NotImplementedError


def same_instances(m: int, a: int, b: int) -> int:
    """Whether a == b, of which one is an object of a class of the author's."""
    raise NotImplementedError


def less_instances(m: int, a: int, b: int) -> int:
    """a < b, likewise."""
    raise NotImplementedError


def at_most_instances(m: int, a: int, b: int) -> int:
    """a <= b, likewise."""
    raise NotImplementedError


def is_true_instance(m: int, a: int) -> int:
    """Whether an object of a class of the author's counts as true."""
    raise NotImplementedError


def hash_of_instance(m: int, x: int) -> int:
    """The hash of an object of a class of the author's; -1 where it has none."""
    raise NotImplementedError


def next_of_instance(m: int, x: int) -> int:
    """`__next__` of an object."""
    raise NotImplementedError


def loop_instance(m: int, x: int) -> int:
    """What a loop over an object goes through."""
    raise NotImplementedError


def resume(m: int, x: int) -> int:
    """Goes on with a generator up to its next item; 0 at its end."""
    raise NotImplementedError


def items_backwards_of_instance(m: int, x: int) -> int:
    """What `reversed` goes through, from its end, of an object."""
    raise NotImplementedError


def fixed_letter(code: int) -> int:
    """The constant text of one letter."""
    raise NotImplementedError


def fixed_empty_tuple() -> int:
    """The constant ()."""
    raise NotImplementedError


def add_instances(m: int, a: int, b: int) -> int:
    """a + b, of which one is an object of a class of the author's."""
    raise NotImplementedError


def sub_instances(m: int, a: int, b: int) -> int:
    """a - b, likewise."""
    raise NotImplementedError


def mul_instances(m: int, a: int, b: int) -> int:
    """a * b, likewise."""
    raise NotImplementedError


def or_instances(m: int, a: int, b: int) -> int:
    """a | b, likewise."""
    raise NotImplementedError


def and_instances(m: int, a: int, b: int) -> int:
    """a & b, likewise."""
    raise NotImplementedError


def xor_instances(m: int, a: int, b: int) -> int:
    """a ^ b, likewise."""
    raise NotImplementedError


def add_own_in_place(m: int, a: int, b: int) -> int:
    """What `a += b` leaves in a, of an object of a class of the author's."""
    raise NotImplementedError


def mul_own_in_place(m: int, a: int, b: int) -> int:
    """What `a *= b` leaves in a, of an object of a class of the author's."""
    raise NotImplementedError


def or_own_in_place(m: int, a: int, b: int) -> int:
    """What `a |= b` leaves in a, of an object of a class of the author's."""
    raise NotImplementedError


def and_own_in_place(m: int, a: int, b: int) -> int:
    """What `a &= b` leaves in a, of an object of a class of the author's."""
    raise NotImplementedError


def sub_own_in_place(m: int, a: int, b: int) -> int:
    """What `a -= b` leaves in a, of an object of a class of the author's."""
    raise NotImplementedError


def xor_own_in_place(m: int, a: int, b: int) -> int:
    """What `a ^= b` leaves in a, of an object of a class of the author's."""
    raise NotImplementedError


def size_of_instance(m: int, x: int) -> int:
    """`__len__` of an object."""
    raise NotImplementedError


def item_of_instance(m: int, x: int, i: int) -> int:
    """`__getitem__` of an object."""
    raise NotImplementedError


def put_item_of_instance(m: int, x: int, i: int, value: int) -> int:
    """`__setitem__` of an object."""
    raise NotImplementedError


def delete_item_of_instance(m: int, x: int, i: int) -> int:
    """`__delitem__` of an object."""
    raise NotImplementedError


def contains_instance(m: int, x: int, items: int) -> int:
    """`__contains__` of an object."""
    raise NotImplementedError


def default_value(m: int, d: int) -> int:
    """What a defaultdict has for a key that is not there."""
    raise NotImplementedError


def own_format(m: int, x: int, form: int) -> int:
    """What `__format__` of an object gives; NONE where it has none."""
    raise NotImplementedError
