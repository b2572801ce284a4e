"""How Python's values lie in the memory of boxed rules.

A value is one word:

    ... xxx1   a whole number, in the upper 63 bits
    ... 0010   None
    ... 1010   False
    .. 10010   True
    .. 11010   NotImplemented
    ... x000   the address of an object

and an object is some words, the first of which says what it is:

    bits  0-7   kind   8      9        10      16-31      32-63
          see below    fixed  a number  a text  its class  its number
                              (members of an Enum that are such as well, and have a number)

    FLOAT      head, the float
    COMPLEX    head, the real part, the imaginary part
    TEXT       head, length, a word for each letter
    TUPLE      head, length, the items; with a class: a NamedTuple
    LIST       head, length, room, address of the items; with a class: a deque (DEQUE)
    DICT       head, length, room, address of the entries, entries in use, mask, address of the
               index, default; with a class: defaultdict (its default makes values), Counter
    SET        head, length, mask, address of the table, cells in use, where `pop` goes on;
               FROZENSET likewise
    RANGE      head, length, first, step (no values: words)
    INSTANCE   head, a value for each of the fields that its class has; 0: not there
    FUNCTION   head, its number, the cells that it reaches
    GENERATOR  head, where it goes on, its number, its variables
    CELL       a value

Objects are made one after the other in the memory of one call of a rule, and never freed before it
ends. What is fixed (constants of the game) lies in the machine code and may not be changed.

    word   0          1     2      3      4                5
           next free  end   error  place  blocks to free   the end of the stack
"""

from __future__ import annotations

from typing import Final

NONE: Final = 2
FALSE: Final = 10
TRUE: Final = 18
NOT_IMPLEMENTED: Final = 26

FLOAT: Final = 1
TEXT: Final = 2
TUPLE: Final = 3
LIST: Final = 4
DICT: Final = 5
SET: Final = 6
FROZENSET: Final = 7
RANGE: Final = 8
INSTANCE: Final = 9
FUNCTION: Final = 10
GENERATOR: Final = 11
COMPLEX: Final = 12

FIXED: Final = 1 << 8
WHOLE: Final = 1 << 9  # a member of an IntEnum, which is a number as well
TEXTUAL: Final = 1 << 10  # a member of an Enum that is a text as well
CLASS_SHIFT: Final = 16
CLASS_MASK: Final = 0xFFFF
NUMBER_SHIFT: Final = 32

# Classes that are not the author's.
DEQUE: Final = 1
DEFAULT_DICT: Final = 2
COUNTER: Final = 3
FIRST_CLASS: Final = 8  # the first of the author's

# The memory of a call.
NEXT: Final = 0
END: Final = 8
ERROR: Final = 16
PLACE: Final = 24
BLOCKS: Final = 32
STACK_END: Final = 40
CURSOR: Final = 48  # where decoding goes on
STICKY: Final = 56  # an error where none can be raised
HEADER: Final = 64

# What fails. Rules may catch the first ones; the others end the compiled rule.
INDEX_ERROR: Final = 1
KEY_ERROR: Final = 2
VALUE_ERROR: Final = 3
STOP_ITERATION: Final = 4
ZERO_DIVISION: Final = 5
TYPE_ERROR: Final = 6
ATTRIBUTE_ERROR: Final = 7
ASSERTION_ERROR: Final = 8
OTHER_ERROR: Final = 9
LAST_ERROR: Final = 99
BEYOND: Final = 101  # a number leaves 63 bits
CHANGED: Final = 102  # a constant of the game is changed
NO_ROOM: Final = 103  # a state or an action has no place in its words
DEEP: Final = 104
UNKNOWN: Final = 105  # Python could do it, boxed rules cannot
MEMORY: Final = 106
NO_ESTIMATE: Final = 107

CONSTANTS: Final = {name: value for name, value in globals().items() if type(value) is int}
