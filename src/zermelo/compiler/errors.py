"""What is said when a rule cannot be compiled: where, what, and what to write instead."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any, Final

from zermelo.game import ZermeloError
from zermelo.language import _, mark


class CannotCompile(ZermeloError):
    """A rule that the compiled lane does not understand; the textbook lane still plays it."""


class OneLength(CannotCompile):
    """A tuple that was seen in one length only and can have others."""


def cannot(where: str, file: str, line: int, what: str) -> CannotCompile:
    """The error that names a function, the line of its file, and what to write instead."""
    words = _("cannot compile {where} (line {line} of {file}): {what}")
    return CannotCompile(words.format(where=where, line=line, file=Path(file).name, what=what))


# What a compiled rule can meet; to be looked up.
BEYOND_64_BITS: Final = mark("a number leaves 64 bits")
BY_ZERO: Final = mark("a division by zero")
NEGATIVE_SHIFT: Final = mark("a shift by a negative number")
NEGATIVE_POWER: Final = mark("a negative power; write 1 / x ** n")
NO_POWER: Final = mark("a power that is no finite number")
NO_INTEGER: Final = mark("a float that is no whole number of 64 bits")
UNEVEN: Final = mark("a value at the end with more than five decimals; use whole numbers")
OUTSIDE: Final = mark("an index outside")
NO_NUMBER: Final = mark("None or a text where a number is needed")
NO_TUPLE: Final = mark("None or a text where a tuple is needed")
NO_TEXT: Final = mark("None or a number where a text is needed")
NO_LETTER: Final = mark("a text of another length in a list of letters")
NO_KEY: Final = mark("a key that is not in the dict")
NO_FIELD: Final = mark("a field that an action of this class does not have")
FAILS: Final = mark("the compiler itself fails there ({error}); please report it")
UNSUITED: Final = mark("something that machine code cannot do")
OTHER_SIDE: Final = mark("what ran for CHANCE alone, or for players alone, in all games tried")
ALONE: Final = mark("min or max of a * with one number alone; write it without the *")
FAILED: Final = mark("an assertion fails")
NARROW: Final = mark("a number of a tuple is larger than any seen before")
LENGTH: Final = mark("a tuple of another length than it has in other states")
FULL: Final = mark("a list or tuple grows too long")
LACKS: Final = (NARROW, FULL)  # of room, which there may be more of
# What Python may well do, and machine code cannot: such a game is played in the textbook lane.
UNLIKE: Final = (NO_NUMBER, NO_TUPLE, NO_TEXT, NO_LETTER, OTHER_SIDE, UNSUITED)
TOO_DEEP: Final = mark("it calls itself without end")


class RuleFault(ZermeloError):
    """A rule met something, in machine code, that has no value there; Python may raise or go on.

    `rule` is the function and `line` the line of `file`, if that is known; `what` says what it met.
    """

    def __init__(self, rule: str, file: str, line: int, what: str) -> None:
        self.rule, self.file, self.line, self.what = rule, file, line, what
        words = _("{rule} (line {line} of {file}): {what}") if rule else "{what}"
        super().__init__(words.format(rule=rule, line=line, file=file, what=_(what)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.file, self.line, self.what)


# Syntax that numbers alone never need, with what to write instead; to be looked up, as all below.
SYNTAX: Final[dict[type[ast.AST], str]] = {
    ast.JoinedStr: mark(
        "an f-string with more than texts and whole numbers as they are; let actions be numbers or "
        "tuples, and write texts in format_action and format_state"
    ),
    ast.Dict: mark("a dict that is handed on; keep it in the function, or use a tuple"),
    ast.DictComp: mark("a dict that is handed on; keep it in the function, or use a tuple"),
    ast.Set: mark("a set; use the bits of a number (zermelo.bits) or a tuple"),
    ast.SetComp: mark("a set; use the bits of a number (zermelo.bits) or a tuple"),
    ast.GeneratorExp: mark(
        "a generator expression other than inside any, all, sum, min, max, len or tuple; "
        "write a for loop"
    ),
    ast.Lambda: mark("a lambda other than a key; make it a method"),
    ast.FunctionDef: mark(
        "a function inside a function that is handed on, or changes what is around it; "
        "make it a method"
    ),
    ast.ClassDef: mark("a class inside a function; define it in the module"),
    ast.Try: mark("try; test the condition before instead"),
    ast.With: mark("with; rules are only arithmetic"),
    ast.Global: mark("global; rules are pure functions of the state"),
    ast.Nonlocal: mark("nonlocal; rules are pure functions of the state"),
    ast.Await: mark("await; rules are only arithmetic"),
    ast.Delete: mark("del; rules are only arithmetic"),
    ast.MatchSequence: mark("a pattern with several parts; compare the parts by =="),
    ast.MatchMapping: mark("a pattern with several parts; compare the parts by =="),
    ast.MatchClass: mark("a pattern with several parts; compare the parts by =="),
    ast.Import: mark("import; import at the top of the module"),
    ast.ImportFrom: mark("import; import at the top of the module"),
}

# Built-in functions that Numba does not have, or that rules do not need.
BUILTINS: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("str", "repr", "format", "chr", "ord", "hex", "oct"),
        mark("texts belong into format_state"),
    ),
    "bin": mark("use zermelo.bits.popcount"),
    **dict.fromkeys(("dict", "vars"), mark("use a tuple, indexed by a number")),
    **dict.fromkeys(
        ("set", "frozenset"), mark("use the bits of a number (zermelo.bits) or a tuple")
    ),
    **dict.fromkeys(("print", "input", "open"), mark("rules neither read nor print")),
    **dict.fromkeys(("getattr", "setattr", "hasattr", "eval", "exec"), mark("name the attribute")),
    **dict.fromkeys(
        ("reversed", "sorted", "map", "filter", "iter", "next"), mark("write a for loop")
    ),
    **dict.fromkeys(("any", "all", "sum", "tuple", "list"), mark("write a for loop")),
    **dict.fromkeys(
        ("type", "isinstance"), mark("ask it with a class of the state's or actions', int or str")
    ),
    "super": mark("call super().method(...) with no arguments to super"),
}

# Complaints of Numba's, as patterns, with what to say instead.
COMPLAINTS: Final = (
    (
        r"failed to unpack Either|checked_item\(Either",
        mark(
            "what may be None is taken as a tuple; write `return None` in the function that "
            "gives it, or begin with a tuple and a truth value beside it"
        ),
    ),
    (
        r"Unknown attribute '(\w+)' of type Atom",
        mark("a text that is changed so; write it with slices, +, join, count, find or replace"),
    ),
    (
        r"Unknown attribute '(\w+)' of type \w*int",
        mark("'{0}' of a number; see zermelo.bits for what means the same in both lanes"),
    ),
    (
        r"Unknown attribute '(\w+)' of type",
        mark("'{0}' of such a value; make it a method of the game that takes the value"),
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '([\w]+)[\w.]*'",
        mark("'{2}' is once {0} and once {1}; keep one type, and one length where it is a tuple"),
    ),
    (
        r"Can't unify (?:return|yield) type .*?: (.+)",
        mark("it gives {0}; keep one type, and one length where it is a tuple"),
    ),
    (
        r"No implementation of function Function\(<(?:function replace|intrinsic checked_replace)",
        mark(
            "a tuple that gets an item of another type than its own; "
            "keep one type, and one length where it is a tuple"
        ),
    ),
    (
        r"(?:slice|Slice).*(?:tuple|Tuple)|(?:tuple|Tuple).*(?:slice|Slice)",
        mark("a slice of a tuple; use zermelo.tuples.replace or a for loop"),
    ),
    (
        r"No implementation of function Function\(<(?:built-in function |intrinsic checked_)set",
        mark("a part of a list that gets other items; write them one by one"),
    ),
    (
        r"(?s)No implementation of function Function\(<[^>]*add>\).{0,80}\bText\(.{0,80}\bAtom",
        mark("a text and an action that is a word; let actions be numbers, and look the word up"),
    ),
    (
        r"(?s)No implementation of function Function\(<[^>]*(?:item|add|mul)>\).{0,80}\bAtom",
        mark("a text that is changed so; write it with slices, +, join, count, find or replace"),
    ),
    (
        r"(?s)No implementation of function Function\(<function rows_of\b.{0,120}\bAtom",
        mark("a text that is changed so; write it with slices, +, join, count, find or replace"),
    ),
    (
        r"No implementation of function Function\(<function same\b",
        mark("'is' between values that are made anew each time; write =="),
    ),
    (
        r"No implementation of function Function\(<intrinsic of_numbers\b",
        mark("an empty list that another function fills; return the items from there instead"),
    ),
    (
        r"No implementation of function Function\(<function own\b",
        mark("an operator or a method of a record that uses itself; write a plain function"),
    ),
    (
        r"No implementation of function Function\(<intrinsic (?:fit|tuple)_",
        mark("a part of the state of another type or length than before; keep one type and length"),
    ),
    (
        r"No implementation of function Function\(<intrinsic checked_item",
        mark("an index that is no whole number; write int(...)"),
    ),
    (
        r"No implementation of function Function\(<(?:function|intrinsic) (?:append|extend)_to",
        mark("an empty list that another function fills; return the items from there instead"),
    ),
    (
        r"No implementation of function Function\(<(?:function|intrinsic) "
        r"(?:checked_)?(?:append|extend)\b",
        mark("items of several types in one list; keep one type, and one length for tuples"),
    ),
    (
        r"No implementation of function Function\(<(?:built-in function|function) "
        r"(array|asarray|zeros|ones|full|zeros_like|arange|diag|fliplr|flipud|rot90|where)\b",
        mark(
            "NumPy's {0}; write lists, such as [list(row) for row in board] or "
            "[[0] * 7 for _ in range(6)], and board[r][c]"
        ),
    ),
    (
        r"No implementation of function Function\(<(?:built-in function |intrinsic checked_)"
        r"(\w+)>\)",
        mark("{0} with such arguments; compiled rules know numbers, truth values and tuples"),
    ),
    (
        r"a dict of lists that is handed on",
        mark("a dict of lists that is handed on; keep it in the function that makes it"),
    ),
    (
        r"Function\(<function (?:text_of|text_from)\b",
        mark(
            "a text made of something other than texts and whole numbers; "
            "write it in format_action or format_state"
        ),
    ),
    (r"Function\(<function to_set\b", mark("a set of such items; keep a list, and ask `in`")),
    (
        r"Untyped global name '(\w+?)(?:_[0-9a-f]{16})?'",
        mark("{0}, which compiled rules do not know; write out what it does"),
    ),
    (
        r"wrong tuple length for (\w+)",
        mark("'{0}' is a tuple now of one length, now of another; keep one length"),
    ),
    (FULL, FULL),
    (
        r"a set of lists",
        mark("a set of lists, or of texts of several letters; keep a list, and ask `in`"),
    ),
    (
        r"a list of lists of lists",
        mark("a list of lists of lists; use a list of lists, or one list and an index"),
    ),
    (
        r"a list or nothing",
        mark("it gives a list or nothing; give an empty list instead of None"),
    ),
    (
        r"Variable '(\w+)' is not defined",
        mark("'{0}' has no value there, or is not the function's own; rules never change anything"),
    ),
    (
        r"<intrinsic is_instance_",
        mark(
            "isinstance or type of what may be a list or a tuple, a number or a truth value; "
            "ask it in the rule that is handed it"
        ),
    ),
    (
        r"Invalid use of getiter with parameters \(Nothing\)",
        mark("an empty list or tuple that is gone through; leave the loop out"),
    ),
    (r"\*args in function call", mark("* in a call; name the arguments")),
    (r"unicode_type", mark("a text; compiled rules know only numbers")),
    (
        r"Type of variable '.+' cannot be determined",
        mark("a value whose type is not clear; give it a name of its own and one type"),
    ),
    (r"Int value is too large", mark("a number beyond 64 bits; see zermelo.bits for large boards")),
)


# What authors write for functions of Numba's and of ours.
SIGNS: Final = {
    "add": "+", "iadd": "+=", "sub": "-", "isub": "-=", "mul": "*", "imul": "*=", "mod": "%",
    "floordiv": "//", "truediv": "/", "pow": "**", "neg": "-", "or_": "|", "ior": "|=",
    "and_": "&", "iand": "&=", "xor": "^", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "contains": "in", "getitem": "xs[i]", "put": "xs[i] = ...",
    "put_in_row": "xs[i][j] = ...",
}  # fmt: skip


def explain(complaint: str) -> str:
    """Numba's complaint in our words."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", complaint)
    for pattern, advice in COMPLAINTS:
        found = re.search(pattern, text)
        if found:
            signs = SIGNS if "such arguments" in advice else {}
            words = [signs.get(g) or in_words(_as_written(g)) for g in found.groups()]
            if words[-1:] == [""]:  # a name that the author did not write
                advice = mark(
                    "it gives once {0} and once {1}; "
                    "keep one type, and one length where it is a tuple"
                )
            return _(advice).format(*words)
    return _("something that compiled rules do not know; write it in smaller steps")


def _as_written(name: str) -> str:
    """A variable of the translation by what the author calls it; nothing where he does not."""
    if re.fullmatch(r"listed_items|lifted_row|expanded_\d+|own_\d+_\w+", name):
        return ""
    return re.sub(r"^its_+(\w+)$", r"self.\1", name)


def in_words(kind: str) -> str:
    """A type of Numba's, or several, in words."""
    text = re.sub(r"Literal\[int\]\([^)]*\)|\bu?int\d+\b", _("a whole number"), kind)
    text = re.sub(r"Literal\[str\]\([^)]*\)|\bunicode_type\b", _("a text"), text)
    for _level in range(2):  # a tuple in a tuple
        text = re.sub(r"\bUniTuple\([^()]* x (\d+)\)", lambda found: tuple_of(found[1]), text)
        text = re.sub(r"\bTuple\([^()]*\)", _("a tuple"), text)
    text = re.sub(r"\bPacked\((\d+)x\w+\)", lambda found: tuple_of(found[1]), text)
    text = re.sub(r"\bBits\(\w+\)", _("a set"), text)
    text = re.sub(r"\bAtom\b", _("a text or None"), text)
    text = re.sub(r"\bTextAtom\(\w+\)", _("a text"), text)
    text = re.sub(r"\bText\([^()]* x \d+\)", _("a text"), text)
    text = re.sub(r"\bNothing\b", _("an empty list"), text)
    for _level in range(2):  # a list in a list
        text = re.sub(r"\bSetRow\([^()]* x \d+\)", _("a set"), text)
        text = re.sub(r"\bRow\([^()]* x \d+\)", _("a list"), text)
    text = re.sub(
        r"\bRow\((\w+\([^()]*\)) x \d+\)",
        lambda found: _("a list of {items}").format(items=found[1]),
        text,
    )
    text = re.sub(r"\bfloat\d+\b", _("a float"), text)
    text = re.sub(r"\bbool(ean)?\b", _("a truth value"), text)
    return re.sub(r"\bnone\b", _("nothing"), text)


def tuple_of(count: object) -> str:
    """A tuple with so many items, in words."""
    return _("a tuple of {count}").format(count=count)


def no_layout(what: str, kind: type, why: str = "") -> CannotCompile:
    """What is said of a state, or a part of one, with no place in words; `why`: of its class."""
    usual = mark("use whole numbers, truth values and tuples")
    own = mark("make that class a NamedTuple or a frozen dataclass, of numbers, texts and tuples")
    instead = _INSTEAD.get(kind, usual if kind.__module__ == "builtins" else own)
    if why:
        line, file = inspect.getsourcelines(kind)[1], Path(inspect.getfile(kind)).name
        words = _(
            "cannot compile a game where {what} is of type {name} (line {line} of {file}): {why}"
        )
        return CannotCompile(
            words.format(what=what, name=kind.__name__, line=line, file=file, why=_(why))
        )
    words = _("cannot compile a game where {what} is of type {name}: {instead}")
    return CannotCompile(words.format(what=what, name=kind.__name__, instead=_(instead)))


_INSTEAD = {
    list: mark("use a tuple of fixed length"),
    dict: mark("use a tuple of fixed length, indexed by a number"),
    set: mark("use a frozenset"),
    frozenset: mark("use one of whole numbers, words, or tuples of these, all of one shape"),
    str: mark("keep it a text in every state, of at most 128 letters, or use numbers"),
    float: mark("use whole numbers, such as hundredths"),
}
