"""The methods of Python's own values that boxed rules know: by name, for which kinds, by what."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.compiler.boxed.objects import (
    COMPLEX,
    DICT,
    FALSE,
    FLOAT,
    FROZENSET,
    LIST,
    NONE,
    RANGE,
    SET,
    TEXT,
    TUPLE,
)

NUMBER: Final = 0  # the kind of whole numbers and truth values


class Method(NamedTuple):
    """What does it, for some kinds; the words of arguments that may be missing.

    `raw`: which arguments are whole numbers that are handed over as words; `names`: those of
    arguments that may be given by them.
    """

    kinds: tuple[int, ...]
    function: str
    needed: int = 0
    missing: tuple[int, ...] = ()
    raw: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def within(called: str, function: str) -> list[Method]:
    """A method of texts that may be told where to begin, and where to end."""
    return [
        Method((TEXT,), function, 1),
        Method((TEXT,), f"text_{called}_in", 2, (NONE,)),
    ]


SETS: Final = (SET, FROZENSET)
METHODS: Final[dict[str, list[Method]]] = {
    "append": [Method((LIST,), "list_append", 1)],
    "extend": [Method((LIST,), "list_extend", 1)],
    "insert": [Method((LIST,), "list_insert", 2)],
    "remove": [Method((LIST,), "list_remove", 1), Method((SET,), "set_remove", 1)],
    "pop": [
        Method((LIST,), "list_pop", 0, (-1,)),
        Method((DICT,), "dict_pop", 1, (0,)),
        Method((SET,), "set_pop"),
    ],
    "popleft": [Method((LIST,), "list_popleft")],
    "appendleft": [Method((LIST,), "list_appendleft", 1)],
    "rotate": [Method((LIST,), "list_rotate", 0, (3,))],
    "clear": [
        Method((LIST,), "list_clear"),
        Method((DICT,), "dict_clear"),
        Method((SET,), "set_clear"),
    ],
    "reverse": [Method((LIST,), "list_reverse")],
    "copy": [
        Method((LIST,), "list_copy"),
        Method((DICT,), "dict_copy"),
        Method(SETS, "shallow_copy"),
    ],
    "index": [
        Method((LIST, TUPLE, RANGE), "index_of", 1),
        Method((LIST, TUPLE, RANGE), "index_of_in", 2, (NONE,)),
        *within("index", "text_index"),
    ],
    "count": [
        Method((LIST, TUPLE, RANGE), "count_of", 1),
        *within("count", "text_count"),
    ],
    # dicts
    "get": [Method((DICT,), "dict_get_or", 1, (NONE,))],
    "keys": [Method((DICT,), "dict_keys")],
    "values": [Method((DICT,), "dict_values")],
    "items": [Method((DICT,), "dict_items")],
    "setdefault": [Method((DICT,), "dict_setdefault", 1, (NONE,))],
    "popitem": [Method((DICT,), "dict_popitem")],
    "update": [Method((DICT, SET), "update_any", 1)],
    # sets
    "add": [Method((SET,), "set_add", 1)],
    "discard": [Method((SET,), "set_discard", 1)],
    "union": [Method(SETS, "set_union", 1), Method(SETS, "set_same_again")],
    "intersection": [Method(SETS, "set_intersection", 1)],
    "difference": [Method(SETS, "set_difference", 1)],
    "symmetric_difference": [Method(SETS, "set_symmetric", 1)],
    "difference_update": [Method((SET,), "set_difference_update", 1)],
    "intersection_update": [Method((SET,), "set_intersection_update", 1)],
    "issubset": [Method(SETS, "set_is_subset", 1)],
    "issuperset": [Method(SETS, "set_is_superset", 1)],
    "isdisjoint": [Method(SETS, "set_is_disjoint", 1)],
    # texts
    "join": [Method((TEXT,), "text_join", 1)],
    "split": [Method((TEXT,), "text_split", 0, (NONE, -1), (1,), ("sep", "maxsplit"))],
    "splitlines": [Method((TEXT,), "text_splitlines", 0, (FALSE,), (), ("keepends",))],
    "rsplit": [Method((TEXT,), "text_rsplit", 0, (NONE, -1), (1,), ("sep", "maxsplit"))],
    "partition": [Method((TEXT,), "text_partition", 1)],
    "rpartition": [Method((TEXT,), "text_rpartition", 1)],
    "rindex": within("rindex", "text_rindex"),
    "symmetric_difference_update": [Method((SET,), "set_symmetric_update", 1)],
    "replace": [Method((TEXT,), "text_replace", 2, (-1,), (2,))],
    "find": within("find", "text_find_boxed"),
    "rfind": within("rfind", "text_rfind_boxed"),
    "startswith": within("startswith", "text_startswith"),
    "endswith": within("endswith", "text_endswith"),
    "translate": [Method((TEXT,), "text_translate", 1)],
    "total": [Method((DICT,), "counter_total")],
    "isdecimal": [Method((TEXT,), "text_isdigit")],
    "isnumeric": [Method((TEXT,), "text_isdigit")],
    "zfill": [Method((TEXT,), "text_zfill", 1)],
    "removeprefix": [Method((TEXT,), "text_removeprefix", 1)],
    "removesuffix": [Method((TEXT,), "text_removesuffix", 1)],
    **{
        each: [Method((TEXT,), f"text_{each}_blank", 1), Method((TEXT,), f"text_{each}", 2)]
        for each in ("ljust", "rjust", "center")
    },
    **{
        each: [Method((TEXT,), f"text_{each}", 0, (NONE,))]
        for each in ("strip", "lstrip", "rstrip")
    },
    **{
        each: [Method((TEXT,), f"text_{each}")]
        for each in (
            "upper", "lower", "swapcase", "title", "capitalize", "isdigit", "isalpha", "isupper",
            "islower", "isalnum", "isspace", "isascii", "casefold",
        )
    },
    # numbers
    "bit_count": [Method((NUMBER,), "bit_count")],
    "conjugate": [Method((NUMBER, FLOAT, COMPLEX), "conjugated")],
    "bit_length": [Method((NUMBER,), "bit_length")],
}  # fmt: skip
