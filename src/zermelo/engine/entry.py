"""An entry of a transposition table: its fields, for Python and for compiled code alike.

    word     0      1               ...             (narrow: the score is a part of the data)
             data   key 0 ^ data    ...

    word     0      1       2                       (wide: the score has a word of its own)
             data   score   key 0 ^ data ^ score    ...

It is never believed unless the whole key matches, and an entry torn by two threads writing at once
matches no key. The data:

    bits   0..31   32..39   40..41   42        43..50   51..57   58..61       62
           score   depth    bound    guessed   index    work     generation   above

`score` is for MAX; `bound` says whether the value is at least (1), at most (2) or exactly (3) that;
`guessed`, whether it rests on an estimate; `above`, whether on a position above it that came back,
so that it is true of one path only; `index` is the place of the best action in the order of the
rules (255: none); `work` is the logarithm of the nodes it cost, which decides what stays. A data
word of 0 is an empty entry.
"""

from __future__ import annotations

from typing import Final

from zermelo.compiler.intrinsics import WORD

AT_LEAST: Final = 1
AT_MOST: Final = 2
EXACT: Final = AT_LEAST | AT_MOST
NO_INDEX: Final = 255
DEEPEST_KEPT: Final = 255
GENERATIONS: Final = 16


def packed(
    depth: int, bound: int, guessed: int, index: int, work: int, generation: int, above: int
) -> int:
    """The data of an entry but for the score."""
    data = min(max(depth, 0), DEEPEST_KEPT) << 32 | bound << 40 | guessed << 42
    return data | min(index, NO_INDEX) << 43 | work << 51 | generation << 58 | above << 62


def narrow_score_of(data: int) -> int:
    """The score that is a part of the data."""
    return ((data & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000


def depth_of(data: int) -> int:
    """How many plies deep the state was searched."""
    return data >> 32 & 255


def bound_of(data: int) -> int:
    """What the score says of the value: AT_LEAST, AT_MOST or EXACT."""
    return data >> 40 & 3


def guessed_of(data: int) -> int:
    """1 if the score rests on an estimate, else 0."""
    return data >> 42 & 1


def index_of(data: int) -> int:
    """The place of the best action, or NO_INDEX."""
    return data >> 43 & 255


def work_of(data: int) -> int:
    """The logarithm of the nodes that it cost."""
    return data >> 51 & 127


def generation_of(data: int) -> int:
    """The call that wrote it."""
    return data >> 58 & 15


def above_of(data: int) -> int:
    """1 if the score rests on a position above it that came back, else 0."""
    return data >> 62 & 1


# --- source of functions that depend on the number of words of a key -----------------------------

# Odd numbers without pattern: each word of a key is multiplied by one of them.
_FACTORS: Final = (
    -7046029254386353131, -4417276706812531889, -8796714831421723037, 2870177450012600283,
    1181783497276652981, 3935559000370003845, -3335678366873096957, 4768777513237032717,
)  # fmt: skip


def factor(word: int) -> int:
    """What a word of a key is multiplied by."""
    return _FACTORS[word % len(_FACTORS)] + 2 * (word // len(_FACTORS))


def hash_text(words: int) -> str:
    """Source of a function from the words of a key to a number that looks random."""
    terms = (f"keys[{i}] * {factor(i)}" for i in range(words))
    return f"def hash(keys):\n    h = {' ^ '.join(terms)}\n    return h ^ h >> 29"


def read_text(words: int, wide: bool) -> str:
    """Source of a function: the data and the score of the entry at an address; 0: another key's."""
    score = f"load(at + {WORD})" if wide else "narrow_score_of(data)"
    mask, first = ("data ^ score", 2) if wide else ("data", 1)
    tests = (f"load(at + {WORD * (i + first)}) ^ mask == keys[{i}]" for i in range(words))
    return (
        "def read(at, keys):\n"
        "    data = load(at)\n"
        f"    score = {score}\n"
        f"    mask = {mask}\n"
        f"    if data != 0 and {' and '.join(tests)}:\n"
        "        return data, score\n"
        "    return 0, 0"
    )


def write_text(words: int, wide: bool) -> str:
    """Source of a function that writes an entry."""
    if wide:
        first = f"    store(at, data)\n    store(at + {WORD}, score)\n    mask = data ^ score"
    else:
        first = "    data |= score & 0xFFFFFFFF\n    store(at, data)\n    mask = data"
    place = 2 if wide else 1
    lines = (f"    store(at + {WORD * (i + place)}, keys[{i}] ^ mask)" for i in range(words))
    return "\n".join(["def write(at, keys, data, score):", first, *lines])
