"""The programs that are not compiled, and what their authors are told: what it is, and what to do."""

from __future__ import annotations

from typing import Final

REFUSALS: Final[dict[str, str]] = {
    "**kwargs": "weigh(state.cells[0], weight=2): it takes cell, weights",
    "alias of a list that is then changed": "'cells' is changed and has another name or place; write list(cells) there",
    "frozenset from a set that grows": "'add' of such a value; make it a method of the game that takes the value",
    "closures see the last value": "a lambda other than a key; make it a method",
    "generator used twice": "a generator expression other than inside any, all, sum, min, max, len or tuple; write a for loop",
    "rows of a copied list are the same rows": "the lists in 'copy' are those of another list, and are changed; write [list(item) for item in ...]",
    "global dict that is filled": "SEEN is a dict; use a tuple, indexed by a number",
    "global statement": "global; rules are pure functions of the state",
    "global list that is read after a change": "'TRACE' has no value there, or is not the function's own; rules never change anything",
    "attribute of the game that is changed": "self.calls = ...; rules never change anything",
    "default argument that is changed": "an empty list that another function fills; return the items from there instead",
    "extend by a generator that looks at the list": "a generator expression other than inside any, all, sum, min, max, len or tuple; write a for loop",
    "defaultdict of lists that is read and counted": "collections.defaultdict; write for loops",
    "inner function whose result goes into the list that it fills": "an empty list that another function fills; return the items from there instead",
    "inner function that is handed the list that it fills": "an empty list that another function fills; return the items from there instead",
    "inner function that changes a number in an expression": "a function inside a function that is handed on, or changes what is around it; make it a method",
    "lambda whose names are others inside": "a lambda other than a key; make it a method",
    "try: something is changed before the error": "try; test the condition before instead",
    "two stars in a call of *args": "* in a call; name the arguments",
    "two lambdas alike in one line": "one lambda of several in its line, or another by now; make it a function by def",
    "copy.copy has the same rows": "the lists in 'other' are those of another list, and are changed; write [list(item) for item in ...]",
    ":= in a comprehension for a name outside": ":= in a comprehension for a name that is used outside; write a for loop",
    "groupby: a group gone through twice": "itertools.groupby; write for loops",
    "actions of two classes": "cannot compile a game where an action is now Take, now Put: make them frozen dataclasses of fields alone, or use one, with a field that says which",
    "static method of a record that tuples have too": "'count' of a record, which Python's own values have too; rename it",
    "inner function that changes a list after it has another place": "'cells' is changed and has another name or place; write list(cells) there",
    "inner function that fills a list with two names": "'found' is changed and has another name or place; write list(found) there",
    "f-string of a float": "a text made of something other than texts and whole numbers; write it in format_action or format_state",
    "generator kept, whose items change before they are made": "a generator expression other than inside any, all, sum, min, max, len or tuple; write a for loop",
    "generator that is asked for its truth": "a generator expression other than inside any, all, sum, min, max, len or tuple; write a for loop",
    "object that is handed on": "an object of Counters that is handed on, or has lists that are known elsewhere; make Counters a NamedTuple, or use it, with lists of its own, only in the rule that makes it",
    "try: finally in a loop that is left": "try; test the condition before instead",
    "sorted records with an order of their own": "Twisted has its own __lt__; write a plain method",
    "is between tuples that are equal": "'is' between values that are made anew each time; write ==",
    "variable that is None, then a pair of a number and a list": "what may be None is taken as a tuple; write `return None` in the function that gives it, or begin with a tuple and a truth value beside it",
    "print": "print(); rules neither read nor print",
}
