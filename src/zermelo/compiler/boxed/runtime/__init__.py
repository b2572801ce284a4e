"""Functions of words: what all boxed rules share, and what each game brings (`made`)."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType

from zermelo.compiler.boxed.assembly import Function
from zermelo.compiler.boxed.runtime import (
    adapters,
    arithmetic,
    code_order,
    codes,
    complex_numbers,
    copies,
    decoding,
    entries,
    equality,
    hashes,
    iterators,
    lists,
    math_functions,
    memory,
    operators,
    options,
    sequences,
    set_tables,
    sets,
    slices,
    sorting,
    tables,
    text_bounds,
    text_formats,
    text_forms,
    text_methods,
    text_values,
    text_widths,
    texts,
)

MODULES: tuple[ModuleType, ...] = (
    adapters, arithmetic, code_order, codes, complex_numbers, copies, decoding, entries, equality,
    hashes, iterators, lists, math_functions, memory, operators, options, sequences, set_tables,
    sets, slices, sorting, tables, text_bounds, text_formats, text_forms, text_methods,
    text_values, text_widths, texts,
)  # fmt: skip
# What every caller has a copy of: short, or short in most cases.
INLINE = frozenset(
    [
        *("kind_of", "class_of", "truth_of", "is_whole", "whole", "length_of", "add", "sub"),
        *("alloc", "same", "less", "at_most", "is_true", "item", "put_item", "turn_item", "enter"),
        *("append", "new_tuple", "new_list", "there", "may_change", "list_append"),
    ]
)


@cache
def runtime_functions() -> dict[str, Function]:
    """All that are shared, by name."""
    found: dict[str, Function] = {}
    for module in MODULES:
        numbers = {name: value for name, value in vars(module).items() if type(value) is int}
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                parameters = tuple(each.arg for each in node.args.args)
                attributes = "alwaysinline" if node.name in INLINE else ""
                if node.name in found:
                    raise ValueError(f"two functions of words have the name {node.name}")
                found[node.name] = Function(
                    node.name, parameters, node.body, numbers, attributes=attributes
                )
    return found
