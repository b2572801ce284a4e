"""Between which ints a value surely lies: what fits in 64 bits for sure needs no check.

Cells collect limits as they collect types. Fields of states have those that random games showed,
with some bits to spare; compiled code checks what is put there.
"""

from __future__ import annotations

from typing import Final

# The lowest and the highest that an int can be, None if it is any; those of a tuple's items.
Ends = tuple[int, int]
Limits = Ends | list["Limits"] | None
EMPTY: Final = (1 << 63, -1 << 63)  # the limits of no int at all


def hull(a: Limits, b: Limits) -> Limits:
    """The limits of what may lie between these or those."""
    if a == EMPTY or b is None:
        return b
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return list(map(hull, a, b))
    if isinstance(a, tuple) and isinstance(b, tuple):
        return min(a[0], b[0]), max(a[1], b[1])
    return None
