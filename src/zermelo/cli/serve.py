"""`zermelo serve`: the web app, on this machine unless told otherwise."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlencode

import typer

from zermelo.cli import source
from zermelo.cli.usergame import user_game
from zermelo.files import reason
from zermelo.game import ZermeloError
from zermelo.language import _

if TYPE_CHECKING:
    from zermelo.web.settings import ServerSettings

PORT: Final = 8137
TRIES: Final = 20  # ports after the usual one, where that is taken
BACKLOG: Final = 128  # connections that are taken at once
GRACE: Final = 1  # seconds that requests under way have at the end
NO_TOKEN: Final = "none"
SHORTEST: Final = 8  # letters of a token
LONGEST: Final = 200  # letters of an opponent


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everybody.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(metavar="N", help="[default: 8137, or the next free one]")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open it.")] = False,
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.py:Class", help="A game of your own as well (repeatable)."),
    ] = None,
    tablebase: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER", help="Look values up in this tablebase, and play by it (repeatable)."
        ),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="uci:PROGRAM",
            help="A chess engine on this machine as an opponent; also uci:PROGRAM,OPTION=VALUE,... "
            "(repeatable).",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Where games are saved. [default: SQLite in your data folder]"
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="What visitors must know; 'none': nothing. [default: a new one, unless only this "
            "machine can reach it]",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A name that visitors know this machine by (repeatable)."
        ),
    ] = None,
) -> None:
    """Start the web app and open it: play, watch it think, learn, practise. Ctrl-C ends it."""
    tables, others = checked(tablebase or []), opponents(opponent or [])
    settings = settings_for(host, game or [], database, token, allow_host or [], tables, others)
    listener = listen(host, port)
    with listener:
        number = listener.getsockname()[1]
        if not settings.loopback:
            _warn(settings, number)
        run(settings, listener, _address(host, number, settings.token), no_browser)


def checked(folders: list[Path]) -> tuple[str, ...]:
    """The folders, if each has a tablebase; of no game the rules are run for that."""
    if not folders:
        return ()
    from zermelo.extras import require
    from zermelo.tablebase.manifest import read_manifest
    from zermelo.tablebase.plan import Plan
    from zermelo.tablebase.shelf import Folder

    require("tablebase")
    for folder in folders:
        Plan.of_json(read_manifest(Folder(folder))["plan"])
    return tuple(str(folder.resolve()) for folder in folders)


def opponents(given: list[str]) -> tuple[str, ...]:
    """The chess engines, if each is there."""
    from zermelo.games.chess import Chess
    from zermelo.match.players import UCI, Named

    for text in given:
        named = Named.read(text)
        if named.name != UCI or len(text) > LONGEST:
            words = _("--opponent takes uci:PROGRAM,OPTION=VALUE,... of at most {count} letters")
            raise ZermeloError(words.format(count=LONGEST))
        named.check(Chess())
    return tuple(given)


def settings_for(
    host: str,
    games: list[str],
    database: str | None,
    token: str | None,
    names: list[str],
    tablebases: tuple[str, ...] = (),
    opponents: tuple[str, ...] = (),
) -> ServerSettings:
    """The settings of the app; the user's games are tried once, to see whether they load."""
    from zermelo.web.access import new_token
    from zermelo.web.settings import ServerSettings, Setup
    from zermelo.web.store.database import usual_address

    loopback = _is_loopback(host)
    if token is not None and token != NO_TOKEN and len(token) < SHORTEST:
        words = _("a token of fewer than {count} letters can be guessed")
        raise ZermeloError(words.format(count=SHORTEST))
    if token is None and not loopback:
        token = new_token()
    loaders = list(map(user_game, games))
    files = (source.file_and_class(given)[0] for given in games)
    return ServerSettings(
        database=usual_address() if database is None else database,
        setup=Setup(games=dict(loaders), tablebases=tablebases, opponents=opponents),
        files={name: file for (name, _load), file in zip(loaders, files, strict=True)},
        loopback=loopback,
        hosts=frozenset(name.lower().rstrip(".") for name in (*names, *_own_names())),
        token=None if token == NO_TOKEN else token,
    )


def _own_names() -> set[str]:
    """The names by which this machine calls itself."""
    with suppress(OSError):
        return {socket.gethostname(), f"{socket.gethostname()}.local"}
    return set()


def _warn(settings: ServerSettings, port: int) -> None:
    """Others can reach it: says who may then do what."""
    if settings.token is None:
        words = _("whoever can reach this machine may use this server: it wants no token")
    else:
        words = _("whoever can reach this machine and knows the token may use this server")
    print(_("note: {message}").format(message=words), file=sys.stderr)
    name = next(iter(sorted(_own_names(), key=len)), "")
    if name:
        words = _("others find it at {address}; what is sent is not encrypted")
        told = words.format(address=_address(name, port, settings.token))
        print(_("note: {message}").format(message=told), file=sys.stderr)


def run(settings: ServerSettings, listener: socket.socket, address: str, quiet: bool) -> None:
    """Serves until Ctrl-C."""
    import uvicorn

    from zermelo.web.app import create_app
    from zermelo.web.connections import Crowd
    from zermelo.web.log import keep_brief

    app = create_app(settings)
    gc.freeze()  # what is loaded stays: looking through it now and then would hold up clicks

    class Server(uvicorn.Server):
        """Would wait for streams that nobody means to end."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            with suppress(RuntimeError):  # it has not begun
                asyncio.get_running_loop().call_soon_threadsafe(app.state.services.abandon)

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        use_colors=False,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=False,
        ws="none",
        server_header=False,
        http=Crowd(settings.limits).protocol(),
        backlog=BACKLOG,
    )
    keep_brief()
    server = Server(config)

    def tell() -> None:
        while not server.started:
            if server.should_exit or stopped.wait(0.01):
                return
        print(_("Zermelo is at {address} (Ctrl-C ends it)").format(address=address), flush=True)
        if not quiet:
            _show(address)

    stopped = threading.Event()
    threading.Thread(target=tell, daemon=True).start()
    try:
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    finally:
        stopped.set()


def _show(address: str) -> None:
    """Opens the address, but not with a browser that would take this terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(address)


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens: at the port asked for, or at the first free one of ours."""
    if port is not None and not 0 <= port <= 65535:
        raise ZermeloError(_("port must be from 0 to 65535, not {port}").format(port=port))
    for number in range(PORT, PORT + TRIES) if port is None else [port]:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or isinstance(error, socket.gaierror):
                wrong = _("cannot listen at {host}: {reason}")
                raise ZermeloError(wrong.format(host=host, reason=reason(error))) from None
    taken = _("port {port} is taken: choose another with --port").format(port=port or PORT)
    raise ZermeloError(taken)


def _bound(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:  # no name that there can be
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from None
    (family, kind, protocol, _name, address), *_rest = found
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener


def _address(host: str, port: int, token: str | None = None) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::") else host
    address = f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
    return address + (f"?{urlencode({'token': token})}" if token else "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
