"""What is said when a rule cannot be compiled: where, what, and what to write instead."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

from zermelo.game import ZermeloError


class CannotCompile(ZermeloError):
    """A rule that the compiled lane does not understand; the textbook lane still plays it."""


def cannot(where: str, file: str, line: int, what: str) -> CannotCompile:
    """The error that names a function, the line of its file, and what to write instead."""
    return CannotCompile(f"cannot compile {where} (line {line} of {Path(file).name}): {what}")


# Syntax that numbers alone never need, with what to write instead.
SYNTAX: Final[dict[type[ast.AST], str]] = {
    ast.JoinedStr: "a text; compiled rules know only numbers, texts belong into format_state",
    ast.Dict: "a dict; use a tuple, indexed by a number",
    ast.DictComp: "a dict; use a tuple, indexed by a number",
    ast.Set: "a set; use the bits of a number (zermelo.bits) or a tuple",
    ast.SetComp: "a set; use the bits of a number (zermelo.bits) or a tuple",
    ast.GeneratorExp: "a generator expression other than inside any, all, sum, min, max, len or "
    "tuple; write a for loop",
    ast.Lambda: "a lambda; make it a method",
    ast.FunctionDef: "a function inside a function; make it a method",
    ast.ClassDef: "a class inside a function; define it in the module",
    ast.Try: "try; test the condition before instead",
    ast.With: "with; rules are only arithmetic",
    ast.Global: "global; rules are pure functions of the state",
    ast.Nonlocal: "nonlocal; rules are pure functions of the state",
    ast.Await: "await; rules are only arithmetic",
    ast.Delete: "del; rules are only arithmetic",
    ast.Import: "import; import at the top of the module",
    ast.ImportFrom: "import; import at the top of the module",
}

# Built-in functions that Numba does not have, or that rules do not need.
BUILTINS: Final[dict[str, str]] = {
    **dict.fromkeys(("str", "repr", "format", "chr"), "texts belong into format_state"),
    **dict.fromkeys(("dict", "vars"), "use a tuple, indexed by a number"),
    **dict.fromkeys(("set", "frozenset"), "use the bits of a number (zermelo.bits) or a tuple"),
    **dict.fromkeys(("print", "input", "open"), "rules neither read nor print"),
    **dict.fromkeys(("getattr", "setattr", "hasattr", "eval", "exec"), "name the attribute"),
    **dict.fromkeys(("reversed", "sorted", "map", "filter", "iter", "next"), "write a for loop"),
    **dict.fromkeys(("any", "all", "sum", "tuple", "list"), "write a for loop"),
    "super": "call super().method(...) with no arguments to super",
}

# Complaints of Numba's, as patterns, with what to say instead.
_ONE_TYPE: Final = "keep one type, and one length where it is a tuple"
COMPLAINTS: Final = (
    (
        r"Unknown attribute '(\w+)' of type \w*int",
        "'{0}' of a number; see zermelo.bits for what means the same in both lanes",
    ),
    (
        r"Unknown attribute '(\w+)' of type",
        "'{0}' of such a value; make it a method of the game that takes the value",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '([\w]+)[\w.]*'",
        "'{2}' is once {0} and once {1}; " + _ONE_TYPE,
    ),
    (r"Can't unify (?:return|yield) type .*?: (.+)", "it gives {0}; " + _ONE_TYPE),
    (
        r"No implementation of function Function\(<function replace",
        "a tuple that gets an item of another type than its own; " + _ONE_TYPE,
    ),
    (
        r"(?:slice|Slice).*(?:tuple|Tuple)|(?:tuple|Tuple).*(?:slice|Slice)",
        "a slice of a tuple; use zermelo.tuples.replace or a for loop",
    ),
    (
        r"No implementation of function Function\(<built-in function (\w+)>\)",
        "{0} with such arguments; compiled rules know numbers, truth values and tuples",
    ),
    (r"Int value is too large", "a number beyond 64 bits; see zermelo.bits for large boards"),
)


def explain(complaint: str) -> str:
    """Numba's complaint in our words, or its own first words."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", complaint)
    for pattern, advice in COMPLAINTS:
        found = re.search(pattern, text)
        if found:
            return advice.format(*(in_words(group) for group in found.groups()))
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in ")]
    return f"Numba says: {lines[0] if lines else 'no reason'}"


def in_words(kind: str) -> str:
    """A type of Numba's, or several, in words."""
    text = re.sub(r"Literal\[int\]\([^)]*\)|\bu?int\d+\b", "a whole number", kind)
    text = re.sub(r"Literal\[str\]\([^)]*\)|\bunicode_type\b", "a text", text)
    text = re.sub(r"UniTuple\([^()]* x (\d+)\)", r"a tuple of \1", text)
    text = re.sub(r"Tuple\([^()]*\)", "a tuple", text)
    text = re.sub(r"\bfloat\d+\b", "a float", text)
    text = re.sub(r"\bbool(ean)?\b", "a truth value", text)
    return re.sub(r"\bnone\b", "nothing", text)
