"""SOURCE: a game's name, a .tree file, `-` for a tree on standard input, or FILE.py:Class."""

from __future__ import annotations

import importlib.util
import io
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.check import check_game
from zermelo.game import Game, NotationError, ZermeloError
from zermelo.games import GAMES, Tree, read_tree, tree_from_json
from zermelo.games.catalogue import Kind
from zermelo.names import instead

_user_files: set[str] = set()
_user_games: list[Game[Any, Any]] = []


def load(source: str, settings: Sequence[str] = ()) -> Game[Any, Any]:
    """The game that SOURCE names, with parameters given as name=value."""
    _user_games.clear()
    parameters: dict[str, str] = {}
    for setting in settings:
        name, value = _split_setting(setting)
        if name in parameters:
            raise ZermeloError(f"--set {name} is given twice")
        parameters[name] = value
    if source in GAMES:
        return GAMES[source].build(parameters)
    path, colon, name = source.rpartition(":")
    if colon and path.endswith(".py"):
        game = Kind(load_class(path, name)).build(parameters)
        _user_games[:] = [game]
        return game
    if source.endswith(".py"):
        raise ZermeloError(f"{source} needs the name of a class: {source}:MyGame")
    if source != "-" and not source.endswith((".tree", ".json")) and not Path(source).is_file():
        raise ZermeloError(f"no game '{source}'{instead(source, GAMES)}")
    if parameters:
        raise ZermeloError("a tree has no parameters to --set")
    return load_tree(source)


def load_tree(source: str) -> Tree:
    """The tree in a file, or on standard input."""
    try:
        text = read_input() if source == "-" else Path(source).read_text(encoding="utf-8")
    except OSError as error:
        raise ZermeloError(f"cannot read {source}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ZermeloError(f"cannot read {source}: it is no UTF-8 text") from None
    name = "standard input" if source == "-" else source
    if source.endswith(".json") or (source == "-" and text.lstrip().startswith("{")):
        return tree_from_json(text, name)
    return read_tree(text, name)


def read_input() -> str:
    """Standard input, as UTF-8 whatever the terminal's own encoding is."""
    if sys.stdin is None:
        raise ZermeloError("there is no standard input to read")
    if isinstance(sys.stdin, io.TextIOWrapper):
        return str(sys.stdin.buffer.read(), "utf-8-sig")
    return str(sys.stdin.read())


def load_class(path: str, name: str) -> type[Game[Any, Any]]:
    """The user's own game: the one place where a user's file is run, because the user says so."""
    file = Path(path).resolve()
    if not file.is_file():
        raise ZermeloError(f"cannot read {path}: no such file")
    _user_files.add(str(file))
    # A name of its own, and a place at the end of the path: a user's random.py hides nothing.
    spec = importlib.util.spec_from_file_location(f"user_game_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ZermeloError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ZermeloError(f"{path} does not import: {_in_one_line(error)}") from None
    found = getattr(module, name, None)
    games = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value is not Game
    ]
    if found is None:
        raise ZermeloError(f"{path} has no class '{name}'{instead(name, games)}")
    if name not in games:
        raise ZermeloError(f"{path}: {name} is no game; derive it from zermelo.Game")
    return found  # type: ignore[no-any-return]


def blame(error: BaseException) -> str | None:
    """An error that the user's own file is to blame for as one line; None where it is not.

    Where the error came up elsewhere, a rule gave something wrong: the checker finds out which.
    """
    line = _in_one_line(error)
    if "(line " in line:
        return line
    for game in _user_games:
        for broken in check_game(game, games=3, max_plies=50):
            return f"{line}; {broken}"
    return line if isinstance(error, OverflowError) or _user_games else None


def _in_one_line(error: BaseException) -> str:
    """What went wrong and, where it is in a user's file, at which line."""
    what = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
    if isinstance(error, SyntaxError):
        return f"{what.partition(' (')[0]} (line {error.lineno})"
    lines = [
        f"{Path(frame.filename).name}, {frame.name}"[:200] + f" (line {frame.lineno})"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename in _user_files
    ]
    return f"{what}; in {lines[-1]}" if lines else what


def start(game: Game[Any, Any], position: str | None, moves: str | None) -> Any:
    """The state to begin from: a position, the initial one without, and then the moves."""
    state = game.initial() if position is None else game.parse_state(position)
    for place, text in enumerate(game.split_moves(moves or ""), 1):
        try:
            state = game.result(state, game.parse_action(state, text))
        except NotationError as error:
            raise NotationError(f"move {place}: {error}") from None
    return state


def _split_setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ZermeloError(f"--set takes name=value, not '{text}'")
    return name.strip(), value.strip()
