"""The weights of a heuristic: a named tuple that a game takes as its parameter `weights`.

Each weight is a number, or a tuple of numbers. They have defaults, which tell their names and which
of them are whole:

    class Weights(NamedTuple):
        man: int = 100
        rows: tuple[int, ...] = (0, 1, 2, 4)

A text of weights is a JSON object with some of the names, or one that has it under "weights".
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, Final

from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.names import check_name

PARAMETER: Final = "weights"


def usual_weights(kind: type[Game[Any, Any]]) -> Any:
    """The default weights of a game, or None where it takes none."""
    known = inspect.signature(kind).parameters.get(PARAMETER)
    return known.default if known and hasattr(known.default, "_asdict") else None


def numbers_in(weights: Any) -> list[Any]:
    """All numbers of some weights, in their order."""
    return [number for each in weights for number in (each if isinstance(each, tuple) else [each])]


def filled(weights: Any, numbers: Iterable[Any]) -> Any:
    """Weights of the same names and lengths, with these numbers."""
    rest = iter(numbers)
    return type(weights)(
        *(
            tuple(next(rest) for _number in each) if isinstance(each, tuple) else next(rest)
            for each in weights
        )
    )


def read_weights(usual: Any, text: str) -> Any:
    """The weights in a text; those that it does not name are the usual ones."""
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if isinstance(given, dict) and isinstance(given.get("weights"), dict):
        given = given["weights"]
    if not isinstance(given, dict):
        words = _('weights are a JSON object of names and numbers, such as {{"{name}": 1}}')
        raise ZermeloError(words.format(name=usual._fields[0]))
    found = usual._asdict()
    for name, value in given.items():
        check_name(name, found, _("no weight '{name}'"))
        found[name] = _checked(name, value, found[name])
    return type(usual)(**found)


def _checked(name: str, value: Any, usual: Any) -> Any:
    """A weight that is what the usual one is: a number, or so many; whole where that is whole."""
    many, numbers = isinstance(usual, tuple), value if isinstance(value, list) else [value]
    kinds = [type(each) for each in (usual if many else [usual])]
    fits = len(numbers) == len(kinds) and isinstance(value, list) == many
    for kind, number in zip(kinds, numbers, strict=False):
        is_number = type(number) is int or (type(number) is float and isfinite(number))
        fits = fits and is_number and (kind is float or type(number) is int)
    if not fits:
        if many:
            words = _("the weight {name} must be {count} numbers such as {usual}, not {value}")
        elif kinds == [int]:
            words = _("the weight {name} must be a whole number, not {value}")
        else:
            words = _("the weight {name} must be a number, not {value}")
        about = {"count": len(kinds), "usual": json.dumps(usual), "value": json.dumps(value)[:80]}
        raise ZermeloError(words.format(name=name, **about))
    given = tuple(kind(number) for kind, number in zip(kinds, numbers, strict=True))
    return given if many else given[0]


def reweighted(game: Game[Any, Any], numbers: Sequence[Any]) -> Game[Any, Any]:
    """The same game with other numbers as its weights; its parameters are its attributes."""
    kind, names = type(game), inspect.signature(type(game)).parameters
    given = {name: getattr(game, name) for name in names if hasattr(game, name)}
    return kind(**{**given, PARAMETER: filled(given[PARAMETER], numbers)})
