"""SOURCE: a game's name, a .tree file, `-` for a tree on standard input, or FILE.py:Class.

Where a file has one class of a game, its name may be left out.
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from zermelo import files
from zermelo.door import USERS, admit
from zermelo.files import readable, unreadable
from zermelo.game import Game, MultiplayerGame, NotationError, ZermeloError
from zermelo.games import Tree, tree_from_json
from zermelo.games.catalogue import ALL, GameFactory
from zermelo.games.tree import read_any_tree
from zermelo.language import _
from zermelo.names import instead
from zermelo.weights import PARAMETER as WEIGHTS

DIGITS: Final = 16

_user_files: set[str] = set()
_user_games: list[Game[Any, Any]] = []


def load(
    source: str,
    settings: Sequence[str] = (),
    several: bool = False,
    convention: str | None = None,
) -> Game[Any, Any]:
    """The game that SOURCE names, with parameters given as name=value.

    One for several players is refused unless `several` allows it. Parameters that are not given
    are those of the lecture whose `convention` is followed.
    """
    game = make(source, settings, convention)
    admit(game, several)
    return game


def as_in(
    convention: str | None, game: Game[Any, Any], source: str, settings: Sequence[str]
) -> Game[Any, Any]:
    """The game as a lecture has it: of those of the catalogue lectures choose parameters."""
    return make(source, settings, convention) if source in ALL else game


def make(source: str, settings: Sequence[str], convention: str | None = None) -> Game[Any, Any]:
    """The game that SOURCE names, whatever is wrong with it."""
    _user_games.clear()
    given = parameters(settings)
    if source in ALL:
        return ALL[source].build(given, convention)
    path, name = file_and_class(source)
    if path:
        game = GameFactory(load_class(path, name)).build(given)
        _user_games[:] = [game]
        return game
    if source != "-" and not source.endswith((".tree", ".json")) and not Path(source).is_file():
        raise ZermeloError(_("no game '{name}'").format(name=source) + instead(source, ALL))
    if given:
        raise ZermeloError(_("a tree has no parameters to --set"))
    return load_any_tree(source)


def recipe(source: str, settings: Sequence[str]) -> Callable[[], Game[Any, Any]]:
    """What makes the game that SOURCE names in any process: it can be pickled."""
    if source in ALL:
        return partial(ALL[source].build, parameters(settings))
    if source == "-":
        raise ZermeloError(_("a game on standard input is read only once: put it into a file"))
    path, name = file_and_class(source)
    if path or Path(source).is_file():
        source = str(Path(path or source).resolve()) + (f":{name}" if name else "")
    return partial(make, source, tuple(settings))


def digest(source: str) -> str:
    """What tells versions of a user's own rules apart."""
    path = Path(file_and_class(source)[0] or (source if os.path.isfile(source) else ""))  # noqa: PTH113
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS] if path.is_file() else ""


def parameters(settings: Sequence[str]) -> dict[str, str]:
    """Parameters that are given as name=value, by name; weights may be in a .json file."""
    found: dict[str, str] = {}
    for setting in settings:
        name, value = _split_setting(setting)
        if name in found:
            raise ZermeloError(_("--set {name} is given twice").format(name=name))
        found[name] = read_text(value) if name == WEIGHTS and value.endswith(".json") else value
    return found


def load_tree(source: str) -> Tree:
    """The tree, for two players, in a file, or on standard input."""
    tree = load_any_tree(source)
    admit(tree)
    return tree


def load_any_tree(source: str) -> Tree:
    """The tree in a file, or on standard input, for any number of players."""
    with readable(source):
        text = read_input() if source == "-" else files.read_text(Path(source))
    name = _("standard input") if source == "-" else source
    if source.endswith(".json") or (source == "-" and text.lstrip().startswith("{")):
        return tree_from_json(text, name)
    return read_any_tree(text, name)


def read_text(name: str) -> str:
    """The text of a file."""
    with readable(name):
        return files.read_text(Path(name), "utf-8-sig")


def read_input() -> str:
    """Standard input, as UTF-8 whatever the terminal's own encoding is."""
    if sys.stdin is None:
        raise ZermeloError(_("there is no standard input to read"))
    if isinstance(sys.stdin, io.TextIOWrapper):
        content = sys.stdin.buffer.read(files.MOST + 1)
        return str(files.checked(content, _("standard input")), "utf-8-sig")
    return str(sys.stdin.read())


def file_and_class(source: str) -> tuple[str, str]:
    """The two parts of FILE.py:Class; the class may be left out. Without a file: neither."""
    if source.endswith(".py"):
        return source, ""
    path, colon, name = source.rpartition(":")
    return (path, name) if colon and path.endswith(".py") else ("", "")


def load_class(path: str, name: str) -> type[Game[Any, Any]]:
    """The user's own game. Without a name, the only game of the file."""
    module = load_module(path)
    games = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Game)
        and value not in (Game, MultiplayerGame)
    ]
    name = name or _only_game(path, module, games)
    found = getattr(module, name, None)
    if found is None:
        wrong = _("{file} has no class '{name}'").format(file=path, name=name)
        raise ZermeloError(wrong + instead(name, games))
    if name not in games:
        wrong = _("{file}: {name} is no game; derive it from zermelo.Game")
        raise ZermeloError(wrong.format(file=path, name=name))
    return found  # type: ignore[no-any-return]


def function_in(module: ModuleType, path: str, name: str) -> Callable[..., Any]:
    """A function of a user's file, loaded from this path."""
    found = getattr(module, name, None)
    if not callable(found):
        wrong = _("{file} has no function '{name}'").format(file=path, name=name)
        names = [key for key, value in vars(module).items() if isinstance(value, FunctionType)]
        raise ZermeloError(wrong + instead(name, names))
    return found  # type: ignore[no-any-return]


def load_module(path: str) -> ModuleType:
    """A user's file: the one place where one is run here, because the user says so."""
    file = Path(path).resolve()
    if not file.is_file():
        raise unreadable(path, _("no such file"))
    _user_files.add(str(file))
    # A name of its own, and a place at the end of the path: a user's random.py hides nothing.
    loader = files.FromText(f"{USERS}{file.stem}", str(file))
    module = loader.module()
    sys.path.append(str(file.parent))
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # what it imports is saved, too
    try:
        loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        wrong = _("{file} does not import: {reason}")
        raise ZermeloError(wrong.format(file=path, reason=_in_one_line(error))) from None
    finally:
        sys.dont_write_bytecode = before
    return module


def _only_game(path: str, module: ModuleType, games: list[str]) -> str:
    own = [name for name in games if vars(module)[name].__module__ == module.__name__]
    if not own:
        wrong = _("{file} has no game; derive a class from zermelo.Game")
        raise ZermeloError(wrong.format(file=path))
    if len(own) > 1:
        wrong = _("{file} has several games; name one: {names}")
        names = ", ".join(f"{path}:{name}" for name in own)
        raise ZermeloError(wrong.format(file=path, names=names))
    return own[0]


def blame(error: BaseException) -> str | None:
    """An error that the user's own file is to blame for as one line; None where it is not.

    Where the error came up elsewhere, a rule gave something wrong: the checker finds out which.
    """
    line = _in_one_line(error)
    if _users_place(error):
        return line
    from zermelo.check import check_game  # here, as an error is rare

    for game in _user_games:
        for broken in check_game(game, games=3, max_plies=50, seconds=5):
            return f"{line}; {broken}"
    return line if isinstance(error, OverflowError) or _user_games else None


def _in_one_line(error: BaseException) -> str:
    """What went wrong and, where it is in a user's file, at which line."""
    what = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
    where = _users_place(error)
    if isinstance(error, SyntaxError):
        return f"{what.partition(' (')[0]} {where}"
    return _("{error}; in {place}").format(error=what, place=where) if where else what


def _users_place(error: BaseException) -> str | None:
    """Where in a user's file an error came up; None: in none."""
    words = _("(line {line})")
    if isinstance(error, SyntaxError):
        place = words.format(line=error.lineno)
        imported = error.filename and str(Path(error.filename).resolve()) not in _user_files
        return f"{Path(str(error.filename)).name} {place}" if imported else place
    folders = {str(Path(file).parent) for file in _user_files}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if str(Path(frame.filename).parent) in folders:
            place = f"{Path(frame.filename).name}, {frame.name}"[:200]
            return f"{place} {words.format(line=frame.lineno)}"
    return None


def start(
    game: Game[Any, Any],
    position: str | None,
    moves: str | None,
    initial: Callable[[], Any] | None = None,
) -> tuple[Any, tuple[Any, ...]]:
    """The state to begin from, and those before it.

    It is a position, without one the initial one, and then the moves.
    """
    state = (initial or game.initial)() if position is None else game.parse_state(position)
    history: list[Any] = []
    for place, text in enumerate(game.split_moves(moves or ""), 1):
        try:
            history.append(state)
            state = game.result(state, game.parse_action(state, text))
        except NotationError as error:
            where = _("move {place}").format(place=place)
            raise NotationError(f"{where}: {error}") from None
    return state, tuple(history)


def _split_setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ZermeloError(_("--set takes name=value, not '{text}'").format(text=text))
    return name.strip(), value.strip()
