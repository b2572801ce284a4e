"""Which game a table is of: its name, its parameters, and a digest of its rules.

The digest is one of the text of the rules, and of all that they call, without comments, doc strings
and spaces: the same for every version of Python, and another as soon as a rule says something else.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import io
import re
import sys
import textwrap
import tokenize
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

from zermelo.door import USERS
from zermelo.files import FromText
from zermelo.game import Game, ZermeloError, provides
from zermelo.language import _
from zermelo.weights import PARAMETER as WEIGHTS

RULES: Final = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
OPTIONAL: Final = ("outcomes", "canonical", "key", "from_key", "tier", "uncounted")
FUNCTIONS: Final = ("__code__", "fget", "func", "__func__", "__wrapped__")  # what has one in it
SHIPPED: Final = "zermelo.games."
SKIPPED: Final = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def rules_digest(game: Game[Any, Any]) -> str:
    """Changes whenever a rule does."""
    found: dict[str, str] = {}
    for rule in (*RULES, *(rule for rule in OPTIONAL if provides(game, rule))):
        _collect(getattr(type(game), rule), game, found)
    attributes = {name: _told(value, game) for name, value in sorted(vars(game).items())}
    whole = repr((sorted(found.items()), attributes, game.repetition))
    return hashlib.sha256(whole.encode()).hexdigest()


def _collect(function: Any, game: Game[Any, Any], found: dict[str, str]) -> None:
    """The text of a function or a class, and of what it names."""
    for wrapped in FUNCTIONS[1:]:
        function = getattr(function, wrapped, function)
    module = _home(getattr(function, "__module__", ""), game)
    name = f"{module}.{getattr(function, '__qualname__', '')}"
    if name in found or not isinstance(function, FunctionType | type) or not _is_theirs(function):
        return
    try:
        found[name] = _plain(inspect.getsource(function))
    except (OSError, TypeError):
        return
    if isinstance(function, type):
        for inner in (*vars(function).values(), *function.__bases__):
            _collect(inner, game, found)
        return
    found[f"{name}()"] = _told((function.__defaults__, function.__kwdefaults__), game)
    names = sorted(set(_names(function.__code__)))
    around = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for used in sorted({*names, *around}):
        cell = getattr(around.get(used), "cell_contents", None)
        for value in (getattr(type(game), used, None), cell, function.__globals__.get(used)):
            if isinstance(value, ModuleType):
                if value.__name__.partition(".")[0] not in sys.stdlib_module_names:
                    for each in names:
                        _note(getattr(value, each, None), f"{value.__name__}:{each}", game, found)
            else:
                _note(value, f"{name}:{used}", game, found)


def _note(value: Any, name: str, game: Game[Any, Any], found: dict[str, str]) -> None:
    """What a name stands for."""
    if isinstance(value, type) or any(hasattr(value, inner) for inner in FUNCTIONS):
        _collect(value, game, found)
    elif value is not None and not isinstance(value, ModuleType | BuiltinFunctionType):
        found[name] = found.get(name, "") + _told(value, game)


def _is_theirs(value: Any) -> bool:
    """Whether something is no part of Python's own library, nor the class of all games."""
    module = str(getattr(value, "__module__", ""))
    return module.partition(".")[0] not in sys.stdlib_module_names and module != Game.__module__


def _home(module: str, game: Game[Any, Any]) -> str:
    """The name of a module; a user's file has one, whatever name it was loaded under."""
    own = type(game).__module__
    file = getattr(sys.modules.get(own), "__file__", None)
    if module != own or own.startswith(SHIPPED) or not file:
        return module
    return f"{USERS}{Path(file).stem}"


def _told(value: Any, game: Game[Any, Any]) -> str:
    """A value, without where it lies in memory, or under what name the game was loaded."""
    own = type(game).__module__
    text = re.sub(rf"(<(?:class ')?){re.escape(own)}\.", rf"\1{_home(own, game)}.", _orderly(value))
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def _orderly(value: Any) -> str:
    """A value, its sets in an order that is the same in every process."""
    if type(value) in (set, frozenset):
        return f"{{{', '.join(sorted(map(_orderly, value)))}}}"
    if type(value) in (tuple, list):
        return f"{type(value).__name__}({', '.join(map(_orderly, value))})"
    if type(value) is dict:
        return f"dict({', '.join(map(_orderly, value.items()))})"
    return repr(value)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _plain(text: str) -> str:
    """The text of a function without what means nothing."""
    kept: list[str] = []
    new = True  # line, where a string alone is a doc string
    for token in tokenize.generate_tokens(io.StringIO(textwrap.dedent(text)).readline):
        if token.type in SKIPPED:
            new = new or token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
            continue
        if not (new and token.type == tokenize.STRING):
            kept.append(token.string)
        new = False
    return " ".join(kept)


# --- the same game in another process ------------------------------------------------------------


def recipe_of(game: Game[Any, Any]) -> dict[str, Any]:
    """How to make the game again: its class, where that is, and its parameters."""
    kind = type(game)
    return {
        "module": kind.__module__,
        "file": _file(sys.modules[kind.__module__]),
        "class": kind.__qualname__,
        "parameters": parameters(game),
    }


def _file(module: ModuleType) -> str | None:
    file = getattr(module, "__file__", None)
    return str(Path(file).resolve()) if file else None


def parameters(game: Game[Any, Any]) -> dict[str, Any]:
    """What the game was made with: each parameter is kept as an attribute of the same name.

    Weights change no value.
    """
    names = list(inspect.signature(type(game).__init__).parameters)[1:]
    return {n: getattr(game, n) for n in names if hasattr(game, n) and n != WEIGHTS}


def remake(
    recipe: dict[str, Any], kind: type[Game[Any, Any]] | None = None, run: bool = False
) -> Game[Any, Any]:
    """The game that a recipe tells of, of this class; else of one that ships, or is loaded.

    A recipe may have come with somebody's files: what it names is `run` only where told to.
    """
    kind = kind or _class(recipe, run)
    given = {key: _tupled(value) for key, value in recipe["parameters"].items()}
    try:
        inspect.signature(kind).bind(**given)
    except TypeError:
        words = _("{name} does not take the parameters of the tablebase")
        raise ZermeloError(words.format(name=kind.__name__)) from None
    made: Game[Any, Any] = kind(**given)
    return made


def _class(recipe: dict[str, Any], run: bool) -> type[Game[Any, Any]]:
    name, file, game = recipe["module"], recipe["file"], recipe["class"]
    module = sys.modules.get(name) or next(
        (each for each in [*sys.modules.values()] if file and _file(each) == file), None
    )
    if module is None and (run or name.startswith(SHIPPED)):
        try:
            module = importlib.import_module(name)
        except ImportError:
            module = _run(name, file, game)
    if module is None:
        words = _("the tablebase is of a game of your own, which is not run unasked: give {option}")
        raise ZermeloError(words.format(option=f"--game {file or 'FILE.py'}:{game}"))
    kind = getattr(module, game, None)
    if not isinstance(kind, type) or not issubclass(kind, Game):
        words = _("{file} has no class '{name}'")
        raise ZermeloError(words.format(file=file or name, name=game))
    return kind


def _run(name: str, file: str | None, game: str) -> ModuleType:
    """The module in a file, which may import those beside it."""
    if not file or not Path(file).is_file():
        words = _("there is no file {file}, which has the game {name}")
        raise ZermeloError(words.format(file=file, name=game)) from None
    loader = FromText(name, file)
    module = loader.module()
    if str(Path(file).parent) not in sys.path:
        sys.path.append(str(Path(file).parent))
    try:
        loader.exec_module(module)
    except (Exception, SystemExit) as error:
        words = _("{file} does not import: {reason}")
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise ZermeloError(words.format(file=file, reason=why)) from None
    return module


def _tupled(value: Any) -> Any:
    """A list of JSON as the tuple that it was."""
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
