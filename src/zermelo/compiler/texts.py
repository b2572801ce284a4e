"""What rules do with texts, in machine code, where a text is an atom (see `atoms`).

    for c in "XO", "XO"[i]      the tuple of its letters
    cell in "xX"                the tuple of all its parts
    cell in OWN[player]         pairs of the game's texts, of which one is in the other
    cell.upper(), ord(cell)     a table of the game's texts

A text that is in no table, for it is made nowhere in the game's file, is a fault.
"""

from __future__ import annotations

import ast
import copy
from typing import Any, Final

from zermelo.compiler.atom_table import SHORT
from zermelo.compiler.atoms import Atom, word_of_atom
from zermelo.compiler.atoms import number as number_in
from zermelo.compiler.dictionaries import in_code
from zermelo.compiler.errors import NO_KEY, RuleFault
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.source import name as read
from zermelo.compiler.source import placed
from zermelo.compiler.text_operations import changed as changed_text
from zermelo.compiler.text_operations import text_from
from zermelo.compiler.text_types import is_text
from zermelo.compiler.text_values import called, spelled
from zermelo.language import _

METHODS: Final = (
    *("upper", "lower", "swapcase", "capitalize", "title", "strip"),
    *("isupper", "islower", "isalpha", "isdigit", "isspace", "isalnum"),
)
# Of a text of several letters, these change each for itself; but for one, at the end of a word.
LETTERWISE: Final = (str.upper, str.lower, str.swapcase)
TABLED: Final = ("upper", "lower", "swapcase", "capitalize", "title")  # where texts are spelled
SIGMA: Final = "\u03a3"


def contained(item: Any, items: Any, texts: Any, pairs: Any) -> Any:
    """`item in items`, where both may be texts."""


def _contained(item: Any, items: Any, texts: Any, pairs: Any) -> Any:
    if not isinstance(items, Atom) or is_text(item, items):
        return lambda item, items, texts, pairs: item in items

    def in_text(item: Any, items: Any, texts: Any, pairs: Any) -> Any:
        small, large = word_of_atom(item), word_of_atom(items)
        if small not in texts or large not in texts:
            raise RuleFault("", "", 0, NO_KEY)
        for i in range(len(pairs)):  # noqa: SIM110 (compiled as it stands)
            if pairs[i] == (small, large):
                return True
        return False

    return in_text


def number_of(value: Any, texts: Any, numbers: Any) -> Any:
    """The number that a text of digits is; anything else as it is."""


def _number_of(value: Any, texts: Any, numbers: Any) -> Any:
    if not isinstance(value, Atom):
        return lambda value, texts, numbers: value

    def number(value: Any, texts: Any, numbers: Any) -> Any:
        for i in range(len(texts)):
            if texts[i] == value:
                return numbers[i]
        return number_in(value)

    return number


FUNCTIONS: Final[dict[Any, Any]] = {contained: _contained, number_of: _number_of}
tell_functions(FUNCTIONS)


# --- where a rule uses one -----------------------------------------------------------------------


def letters(text: str) -> tuple[str, ...]:
    """What a loop over a text gives."""
    return tuple(text)


def parts(text: str) -> tuple[str, ...]:
    """All that is in a text, the empty one among them."""
    found = [text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)]
    return ("", *dict.fromkeys(found))


def asked_in(node: ast.expr, item: ast.expr, items: ast.expr, resolver: Any) -> ast.expr:
    """`item in items`, for items that may be a text."""
    atoms = resolver.translator.atoms
    texts = [text for text in atoms.texts() if len(text) <= SHORT]
    pairs = tuple((atoms.word(a), atoms.word(b)) for a in texts for b in texts if a in b)
    words = tuple(atoms.word(text) for text in texts)
    resolver.bindings["contained"] = contained
    known = [resolver.constant(node, part, "texts") for part in (words, pairs)]
    new: ast.expr = placed(ast.Call(read("contained"), [item, items, *known], []), node)
    return new


def counted(node: ast.Call, value: ast.expr, resolver: Any) -> ast.expr | None:
    """`int(cell)`; None where the game has no text of digits."""
    if resolver.text(value) is not None:
        return None
    visited, atoms = resolver.visit(copy.deepcopy(value)), resolver.translator.atoms
    texts = {text: int(text) for text in atoms.texts() if text.isascii() and text.isdigit()}
    if not texts:
        return None
    resolver.bindings["number_of"] = number_of
    pair = tuple(texts), tuple(texts.values())
    known = [resolver.constant(node, part, "digits") for part in pair]
    inner = placed(ast.Call(read("number_of"), [visited, *known], []), node)
    resolver.bindings["builtins_int"] = int
    new: ast.expr = placed(ast.Call(read("builtins_int"), [inner], []), node)
    return new


def changed(node: ast.Call, resolver: Any) -> ast.expr | None:
    """`cell.upper()` and the like; None for any other call."""
    if resolver.translator.atoms.spelled:
        match node:
            case ast.Call(ast.Attribute(value, method), [], []) if method in TABLED:
                return in_table(node, value, getattr(str, method), resolver)
        found = spelled(node, resolver)
        return found if found is not None else translated(node, resolver)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "translate":
        return translated(node, resolver)
    match node:
        case ast.Call(ast.Name("int"), [value], []):
            return counted(node, value, resolver)
        case ast.Call(ast.Attribute(value, method), [], []) if method in METHODS:
            change = getattr(str, method)
            _refuse_unknown(node, resolver.text(value), change, resolver)
        case ast.Call(ast.Name("ord"), [value], []):
            change = ord
        case ast.Call(ast.Attribute(known, "index" | "find" | "count" as method), [value], []):
            text = resolver.text(known)
            if text is None:
                return None
            change = getattr(text, method)
        case _:
            return None
    return in_table(node, value, change, resolver)


def _refuse_unknown(node: ast.Call, known: str | None, change: Any, resolver: Any) -> None:
    """A text that is known, and becomes one that no table has; where texts are spelled, it does."""
    texts = [] if known is None else [known, change(known)]
    if any(isinstance(x, str) and x not in resolver.translator.atoms.words for x in texts):
        words = _(
            "a text that is changed so; write it with slices, +, join, count, find or replace"
        )
        raise resolver.refuse(node, words)


def translated(node: ast.Call, resolver: Any) -> ast.expr | None:
    """`text.translate(table)`, with a table that is known; None for any other call."""
    match node:
        case ast.Call(
            ast.Attribute(value, "translate"),
            [ast.Call(ast.Attribute(ast.Name("str"), "maketrans"), parts, [])],
            [],
        ):
            known = [resolver.known(part) for part in parts]
            if not all(isinstance(each, str) for each in known):
                return None
            table: Any = str.maketrans(*known)
        case ast.Call(ast.Attribute(value, "translate"), [given], []):
            table = resolver.static(given)
        case _:
            return None
    spelling = resolver.translator.atoms.spelling
    if not isinstance(table, dict) or not spelling:
        return None
    letters = {x: x.translate(table) for x in sorted(spelling.texts) if len(x) == 1}
    if not all(new in spelling.texts for new in letters.values()):
        return None
    return letterwise(node, called(node, text_from, value, resolver), letters, resolver)


def letterwise(node: ast.Call, text: ast.expr, table: dict[str, str], resolver: Any) -> ast.expr:
    """What becomes of each letter of a text, by a table."""
    resolver.bindings["changed_text"] = changed_text
    pair = tuple(table), tuple(table.values())
    parts = [resolver.constant(node, part, "texts") for part in pair]
    new: ast.expr = placed(ast.Call(read("changed_text"), [text, *parts], []), node)
    return new


def in_table(node: ast.Call, value: ast.expr, change: Any, resolver: Any) -> ast.expr | None:
    """What a method makes of a text, by a table of the game's texts."""
    table = {}
    spelling = resolver.translator.atoms.spelling
    for text in resolver.translator.atoms.texts():
        try:
            new = change(text)
        except (TypeError, ValueError):
            continue
        if not spelling or not isinstance(new, str) or (new in spelling.texts and text != SIGMA):
            table[text] = new
    if len(table) < 2:
        return None
    if spelling and change in LETTERWISE:
        return letterwise(node, resolver.visit(value), table, resolver)
    found: ast.expr = in_code(
        table, placed(ast.Subscript(value, value, ast.Load()), node), resolver
    )
    return found
