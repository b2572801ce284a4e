"""`zermelo tablebase`: every position of a game with its exact value, kept in files."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from zermelo.cli import console, options, running, source, wording
from zermelo.game import ZermeloError
from zermelo.history import checked
from zermelo.language import _, local, ngettext
from zermelo.numbers import plain, short
from zermelo.solver.lookup import holds

if TYPE_CHECKING:  # the compiler loads when it is needed
    from zermelo.tablebase import Progress, Tablebase

tablebase = typer.Typer(
    cls=wording.Group,
    help="Solve a game for good: every position with its exact value, in files.",
    no_args_is_help=True,
)

TOLD: Final = ("value", "distance", "positions", "bytes", "error")  # of a manifest, if it says so

Folder: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="Where the tablebase is.")
]
Own: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="FILE.py:Class", help="Its game, where that is one of your own."),
]
Memory: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="MB", help="Use no more than this. [default: half of the machine's]"),
]

Symmetry: TypeAlias = Annotated[
    bool,
    typer.Option("--symmetry/--no-symmetry", help="Keep symmetric positions once, or all of them."),
]
Plies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        help="On a GPU, without files: only count the positions after so many moves.",
    ),
]


@tablebase.command(cls=wording.Command)
def build(
    game_source: options.Source,
    folder: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Where the files go.")
    ] = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    symmetry: Symmetry = True,
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Work on so many threads. [default: all cores]"),
    ] = None,
    memory: Memory = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Hand the work to this Dask cluster, which sees the folder too."
        ),
    ] = None,
    device: options.Device = "cpu",
    plies: Plies = None,
    json: options.Json = False,
) -> None:
    """Solve every position that can be reached; a build that was stopped goes on.

    On a GPU no folder need be named: then the counts and the value are told, and nothing is kept.
    """
    from zermelo.tablebase import build as build_

    gpu = options.on_gpu(device)
    _refuse(gpu, folder, plies, scheduler)
    game = source.load(game_source, set_ or ())
    state, _history = source.start(game, position, moves)
    began = perf_counter()
    with running.progress() as tell, running.interruptible() as stop:

        def told(progress: Progress) -> None:
            if console.is_watched():
                tell(_progress(progress, folder))

        def check() -> None:
            if stop():
                raise KeyboardInterrupt

        common: dict[str, Any] = {"report": console.compiling(), "tell": told, "check": check}
        if folder is None:
            from zermelo.tablebase.card import count

            manifest = count(game, state, symmetry=symmetry, plies=plies, **common)
        else:
            manifest = build_(
                game,
                folder,
                state,
                symmetry=symmetry,
                threads=threads,
                memory=memory,
                scheduler=scheduler,
                gpu=gpu,
                **common,
            ).manifest
    found = summary(manifest)
    found["seconds"] = round(perf_counter() - began, 3)
    if json:
        console.print_json(found)
    else:
        _show(found, levels=folder is None)


def _refuse(gpu: bool, folder: Path | None, plies: int | None, scheduler: str | None) -> None:
    """Options that do not go together."""
    if plies is not None and (folder or not gpu):
        raise ZermeloError(_("--plies counts on a GPU, without files: --device gpu, and no -o"))
    if folder is None and not gpu:
        raise ZermeloError(_("where should the files go? Name a folder: -o FOLDER"))
    if gpu and scheduler:
        raise ZermeloError(_("a cluster has no --device gpu: leave one of the two out"))


@tablebase.command(cls=wording.Command)
def info(folder: Folder, json: options.Json = False) -> None:
    """Tell what a tablebase holds, level by level."""
    from zermelo.tablebase.manifest import read_manifest
    from zermelo.tablebase.shelf import Folder as Files

    found = summary(read_manifest(Files(folder)))
    if json:
        console.print_json(found)
    else:
        _show(found, levels=True)


@tablebase.command(cls=wording.Command)
def probe(
    folder: Folder,
    game: Own = None,
    position: options.Position = None,
    moves: options.Moves = None,
    json: options.Json = False,
) -> None:
    """Look a position up: its value, the plies to the end, and every move with its own."""
    table = _opened(folder, game)
    rules = table.game
    state, history = source.start(rules, position, moves, partial(_root, table))
    entry = table[state]
    if not holds(table, state, checked(rules, history, state)):
        note = _("note: after these moves it may be worth less: a position before it can come back")
        if not holds(table, state, ()):
            note = _("note: it may be worth less: the count of moves may end the game before")
        console.err.print(note)
    found = [
        {
            "move": rules.format_action(state, move.action),
            "value": plain(move.value),
            "distance": move.distance,
        }
        for move in table.moves(state)
    ]
    if json:
        value, distance = plain(entry.value), entry.distance
        console.print_json({"value": value, "distance": distance, "moves": found})
        return
    print(console.clean(rules.format_state(state)))
    print(_worth(entry.value, entry.distance))
    for move in found:
        print(f"  {move['move']:8} {_worth(move['value'], move['distance'])}")


@tablebase.command(cls=wording.Command)
def verify(
    folder: Folder,
    game: Own = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Work out all positions again, not a sample.")
    ] = False,
    memory: Memory = None,
    json: options.Json = False,
) -> None:
    """Compare every file with its checksum, and its values with the rules."""
    from zermelo.tablebase import for_arrays, half_of_memory
    from zermelo.tablebase import verify as verify_

    table = _opened(folder, game)
    with running.progress() as tell:
        tick = (lambda count: tell(_positions(count))) if console.is_watched() else None
        space = for_arrays(memory or half_of_memory())
        verdict = verify_(table, everything, space, tick)
    bad = sorted(verdict.bad)
    if json:
        console.print_json({"files": verdict.files, "positions": verdict.positions, "bad": bad})
    elif not bad:
        files = ngettext("{count:,} file is whole", "{count:,} files are whole", verdict.files)
        positions = ngettext(
            "{count:,} position follows from the rules",
            "{count:,} positions follow from the rules",
            verdict.positions,
        )
        counts = files.format(count=verdict.files), positions.format(count=verdict.positions)
        print(", ".join(counts))
    if bad:
        raise ZermeloError(_("damaged: {files}").format(files=", ".join(bad)))


def _opened(folder: Path, game: str | None) -> Tablebase[Any, Any]:
    """The tablebase in a folder, of a game that ships, or of the one in the file named."""
    from zermelo.tablebase import Tablebase

    if game is None:
        return Tablebase.open(folder)
    path, name = source.file_and_class(game)
    if not path:
        raise ZermeloError(_("--game takes FILE.py:Class, not '{text}'").format(text=game))
    return Tablebase.open(folder, source.load_class(path, name))


def summary(manifest: dict[str, Any]) -> dict[str, Any]:
    """What a manifest says, for `--json`."""
    plan = manifest["plan"]
    counts = ("positions", "won", "drawn", "lost")
    levels = []
    for tier in manifest["tiers"]:
        level = {"level": tier["tier"], "positions": tier["positions"]}
        for count in counts[1:]:
            if count in tier["parts"][0]:
                level[count] = sum(part[count] for part in tier["parts"])
        levels.append(level)
    return {
        "game": manifest["game"],
        "parameters": plan["recipe"]["parameters"],
        "position": plan["position"],
        "symmetry": plan["symmetric"],
        **{name: manifest[name] for name in TOLD if name in manifest},
        "levels": levels,
    }


def _positions(count: int) -> str:
    return ngettext("{count:,} position", "{count:,} positions", count).format(count=count)


def _show(found: dict[str, Any], levels: bool) -> None:
    count, size = len(found["levels"]), found["bytes"]
    print(
        _("{game}: {positions} in {levels}, {bytes}").format(
            game=found["game"],
            positions=_positions(found["positions"]),
            levels=ngettext("{count:,} level", "{count:,} levels", count).format(count=count),
            bytes=ngettext("{count:,} byte", "{count:,} bytes", size).format(count=size),
        )
    )
    if "value" in found:
        print(_worth(found["value"], found["distance"]))
    if "error" in found:
        print(_("values are off by no more than {error:.2g}").format(error=found["error"]))
    if levels:
        print(_("level, positions; won by MAX, drawn, lost"))
        for level in found["levels"]:
            print("  ".join(local(f"{number:>13,}") for number in level.values()))


def _root(table: Tablebase[Any, Any]) -> Any:
    """Where the tablebase begins, as it was given; a game without notation has one of its kind."""
    try:
        return table.game.parse_state(table.plan.position)
    except ZermeloError:
        return table.root


def _worth(value: Any, distance: int | None) -> str:
    if distance is None:
        return _("value {value}").format(value=short(value))
    words = ngettext(
        "value {value}, {distance} ply to the end",
        "value {value}, {distance} plies to the end",
        distance,
    )
    return words.format(value=short(value), distance=distance)


def _progress(progress: Progress, folder: Path | None) -> str:
    """A line for who waits."""
    disk = _disk(folder) >> 20 if folder else 0
    told = {"level": progress.tier, "rate": progress.rate / 1e6, "disk": disk}
    if progress.forward:
        words = _("level {level}: {positions} found, {rate:.2f} M/s, {disk:,} MB on disk")
        return words.format(positions=_positions(progress.total), **told)
    left = progress.total - progress.positions
    words = _(
        "level {level}: {positions} left, {rate:.2f} M/s, {disk:,} MB on disk, {seconds:.0f} s more"
    )
    seconds = left / progress.rate if progress.rate else 0
    return words.format(positions=_positions(left), seconds=seconds, **told)


def _disk(folder: Path) -> int:
    """Bytes of all files; one may be gone by now."""
    total = 0
    for path in folder.rglob("*.*"):
        with suppress(OSError):
            total += path.stat().st_size
    return total
