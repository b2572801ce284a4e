"""Texts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.compiler.programs import (
    ANY,
    COUNT,
    LETTERS,
    ROWS,
    SMALL,
    TEXTS,
    WORDS,
    calls,
    over,
)

ENDS = st.integers(-6, 6)


@over(TEXTS, ENDS, ENDS)
def slices(text: str, start: Any, stop: Any) -> Any:
    return text[start:stop], text[::-1], text[start::2], len(text), text[:1], text[-1:]


@over(TEXTS, SMALL)
def letters(text: str, at: int) -> Any:
    return text[at], ord(text[at]), [ord(c) for c in text], list(text), tuple(text)


@over(TEXTS)
def cases(text: str) -> Any:
    return text.upper(), text.lower(), text.swapcase(), text.capitalize()


@over(TEXTS)
def titles(text: str) -> Any:
    return text.title(), text.title().lower()


@over(TEXTS)
def asked(text: str) -> Any:
    return (
        text.isdigit(),
        text.isalpha(),
        text.isupper(),
        text.islower(),
        text.isalnum(),
        text.isspace(),
    )


@over(TEXTS)
def split(text: str) -> Any:
    return text.split(), text.split(","), text.split("a", 1), text.splitlines(), text.rsplit("b", 1)


@over(TEXTS)
def parted(text: str) -> Any:
    return text.partition("a"), text.rpartition(","), text.strip(), text.lstrip("a "), text.rstrip()


@over(TEXTS, LETTERS)
def searched(text: str, part: str) -> Any:
    return (
        text.find(part),
        text.rfind(part),
        text.count(part),
        part in text,
        text.startswith(part),
        text.endswith(part),
    )


@over(TEXTS, LETTERS)
def searched_or_error(text: str, part: str) -> Any:
    return text.index(part), text.rindex(part)


@over(TEXTS, LETTERS)
def replaced(text: str, part: str) -> Any:
    return (
        text.replace(part, "-"),
        text.replace("a", part),
        text.replace("a", "", 1),
        text.removeprefix(part),
    )


@over(WORDS)
def joined(words: list[str]) -> Any:
    return ",".join(words), "".join(words), "ab".join(w.upper() for w in words), "-".join("abc")


@over(LETTERS, LETTERS)
def compared(a: str, b: str) -> Any:
    return a < b, a <= b, a == b, a > b, a + b, a != b, a in b, max(a, b), min(a, b)


@over(TEXTS, COUNT)
def padded(text: str, n: int) -> Any:
    return text.ljust(n, "."), text.rjust(n), text.center(n, "*")


@over(TEXTS, COUNT)
def filled(text: str, n: int) -> Any:
    return text.zfill(n)


@over(TEXTS, COUNT)
def formatted(text: str, n: int) -> Any:
    return f"{text}:{n}", f"{n}{text!r}", f"{n + 1} {text.upper()}", "%d-%s" % (n, text)


@over(SMALL, LETTERS)
def padded_in_format(n: int, text: str) -> Any:
    return f"{n:3}|{text:<5}|{text:>4}|{n:03d}|{text:^6}|{n:+d}"


@over(ANY)
def as_text(a: Any) -> Any:
    return str(a), f"{a}", repr(a), repr([a, None]), str((a,)), str({1: a})


@calls("a'b", 'a"b', "a\\b", "a\nb", "\t\x00\x7f", "é", "'\"", "")
def quoted(text: str) -> Any:
    return repr(text), str([text]), f"{text!r}"


@over(LETTERS)
def translated(text: str) -> Any:
    swap = {"a": "b", "b": "a"}
    return (
        "".join(swap.get(c, c) for c in text),
        "".join(sorted(text)),
        "".join(reversed(text)),
        sorted(set(text)),
    )


@over(LETTERS)
def by_table(text: str) -> Any:
    return text.translate(str.maketrans("ab", "ba"))


@over(TEXTS)
def looped(text: str) -> Any:
    found = ""
    for i, c in enumerate(text):
        if c == " ":
            continue
        found += c if i % 2 else c.upper()
    return found, [*text], {c: i for i, c in enumerate(text)}


@over(ROWS)
def of_numbers(items: list[int]) -> Any:
    return (
        " ".join(map(str, items)),
        "".join(str(x) for x in items),
        [str(x)[-1] for x in items],
        str(items),
    )


@calls(65, 0, 127, 128, 255, 256, 8364, 0x1F600, 0x10FFFF, 0x110000, -1, 0xD800)
def from_number(n: int) -> Any:
    return ord(chr(n)), len(chr(n)), chr(n) * 2


@over(TEXTS)
def truth(text: str) -> Any:
    return bool(text), not text, text or "empty", len(text), text == "", text is not None


@calls("e4", "a1", "h8", "z9", "", "e", "44")
def square(text: str) -> Any:
    column, row = text
    x, y = "abcdefgh".index(column), int(row) - 1
    return x, y, f"{'abcdefgh'[x]}{y + 1}"


@calls("rnbqkbnr/8/3p4/8", "", "/", "1p1/p")
def board(text: str) -> Any:
    rows = []
    for line in text.split("/"):
        row: list[str] = []
        for c in line:
            if c.isdigit():
                row.extend("." * int(c))
            else:
                row.append(c)
        rows.append("".join(row))
    return "\n".join(rows), tuple(rows)


@over(TEXTS)
def repeated(text: str) -> Any:
    return text * 2, 2 * text, text * 0, text * -1, text + "x", "xy" + text


@over(LETTERS, SMALL)
def changed(text: str, at: int) -> Any:
    text[at] = "x"
    return text


@over(LETTERS, SMALL)
def many_starts(text: str, n: int) -> Any:
    return (
        text.startswith(("a", "B")),
        text.endswith(("b", "A")),
        text.count("a", 1),
        text.find("a", 1),
    )


SWAPPED = str.maketrans("ab", "ba", "c")


@over(TEXTS, SMALL, SMALL)
def within_bounds(text: str, a: int, b: int) -> Any:
    return (
        [text.find(part, a) for part in ("", "a", "b,")],
        [text.rfind(part, a, b) for part in ("", "a", " ")],
        [text.count(part, a, b) for part in ("", "a", "aa")],
        [text.startswith(part, a, b) for part in ("", "a", ("b", ""))],
        [text.endswith(part, a, b) for part in ("", "a", ("b", ""))],
        text.find("a", None, b),
        text.count("", a),
    )


@over(LETTERS, SMALL, SMALL)
def found_within(text: str, a: int, b: int) -> Any:
    return text.index("a", a), text.rindex("a", a, b)


@over(ROWS, SMALL, SMALL)
def found_in_a_list(items: list[int], a: int, b: int) -> Any:
    return tuple(items).index(1, a), items.index(1, a, b)


@over(TEXTS)
def by_tables(text: str) -> Any:
    return (
        text.translate(SWAPPED),
        text.translate(str.maketrans({"a": "xyz", "b": None, 32: 95, ",": "."})),
        text.translate(str.maketrans("ab ", "AB_")),
        text.isascii(),
        text.casefold(),
        text.isdecimal(),
        text.isnumeric(),
    )


@over(LETTERS, LETTERS)
def table_of_any_letters(text: str, other: str) -> Any:
    return text.translate(str.maketrans(other, "A" * 3, "b"))


@over(TEXTS)
def cut_by_name(text: str) -> Any:
    return (
        text.splitlines(True),
        text.splitlines(keepends=True),
        text.split(maxsplit=1),
        text.split(sep=",", maxsplit=1),
        text.rsplit("a", maxsplit=1),
        text.split(",", 1),
    )
