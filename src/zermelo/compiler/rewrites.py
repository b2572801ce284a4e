"""What is written in short in a rule is written out first, one thing after the other."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from zermelo.compiler.accumulators import give_back, take_back
from zermelo.compiler.attempts import without_try
from zermelo.compiler.begun_empty import begin_empty
from zermelo.compiler.chosen_functions import without_choices
from zermelo.compiler.given_back import give_back as give_back_around
from zermelo.compiler.handed_functions import specialise
from zermelo.compiler.heaps import without_heaps
from zermelo.compiler.kept_generators import keep_generators
from zermelo.compiler.objects import without_objects
from zermelo.compiler.own_calls import give_types, write_out_own_calls
from zermelo.compiler.selections import without_selections
from zermelo.compiler.source import imports_of
from zermelo.compiler.standard_library import plain, without_deques
from zermelo.compiler.unit import Form


def write_out(tree: ast.FunctionDef, function: Any, bound: Mapping[str, Any], form: Form) -> str:
    """Writes out what a rule says in short; gives the name of the list that it gives back."""
    names = {**function.__globals__, **imports_of(function)}
    without_objects(tree, function)
    write_out_own_calls(tree, bound)
    without_try(tree, names, bound)
    keep_generators(tree, names)
    without_choices(tree, names, bound)
    without_selections(tree, names, bound)
    specialise(tree, function, bound)
    without_deques(tree, names)
    without_heaps(tree, names)
    give_back_around(tree)
    give_types(tree)
    begin_empty(tree, names, bound)
    plain(tree, names)
    given_back = give_back(tree, function, bound) if form == "filled" else ""
    take_back(tree, function, bound, given_back)
    return given_back
