"""The methods of Python's own values that boxed rules know: by name, for which kinds, by what."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.compiler.boxed.objects import DICT, FROZENSET, LIST, NONE, RANGE, SET, TEXT, TUPLE

NUMBER: Final = 0  # the kind of whole numbers and truth values


class Method(NamedTuple):
    """What does it, for some kinds; the words of arguments that may be missing.

    `raw`: which arguments are whole numbers that are handed over as words.
    """

    kinds: tuple[int, ...]
    function: str
    needed: int = 0
    missing: tuple[int, ...] = ()
    raw: tuple[int, ...] = ()


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
    "index": [Method((LIST, TUPLE, RANGE), "index_of", 1), Method((TEXT,), "text_index", 1)],
    "count": [Method((LIST, TUPLE, RANGE), "count_of", 1), Method((TEXT,), "text_count", 1)],
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
    "split": [Method((TEXT,), "text_split", 0, (NONE, -1), (1,))],
    "splitlines": [Method((TEXT,), "text_splitlines")],
    "rsplit": [Method((TEXT,), "text_rsplit", 0, (NONE, -1), (1,))],
    "partition": [Method((TEXT,), "text_partition", 1)],
    "rpartition": [Method((TEXT,), "text_rpartition", 1)],
    "rindex": [Method((TEXT,), "text_rindex", 1)],
    "symmetric_difference_update": [Method((SET,), "set_symmetric_update", 1)],
    "replace": [Method((TEXT,), "text_replace", 2, (-1,), (2,))],
    "find": [
        Method((TEXT,), "text_find_boxed", 1),
        Method((TEXT,), "text_find_from", 2),
    ],
    "rfind": [Method((TEXT,), "text_rfind_boxed", 1)],
    "startswith": [
        Method((TEXT,), "text_startswith", 1),
        Method((TEXT,), "text_startswith_from", 2),
    ],
    "total": [Method((DICT,), "counter_total")],
    "endswith": [Method((TEXT,), "text_endswith", 1)],
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
            "islower", "isalnum", "isspace",
        )
    },
    # numbers
    "bit_count": [Method((NUMBER,), "bit_count")],
    "bit_length": [Method((NUMBER,), "bit_length")],
}  # fmt: skip
