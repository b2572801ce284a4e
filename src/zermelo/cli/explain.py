"""`zermelo explain`: a search as a drawing, a document or a player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from zermelo import files
from zermelo.algorithms import ALL, algorithm_named
from zermelo.cli import options, running, settings, source
from zermelo.explain.format import LARGEST, SMALLEST, Format, read_labels
from zermelo.explain.outputs import output
from zermelo.explain.story import MAX_PLACES, Story, Witness, story_of
from zermelo.explain.view import THEMES, View, check_frames
from zermelo.game import Game, ZermeloError
from zermelo.games import Tree
from zermelo.language import _
from zermelo.names import check_name
from zermelo.search import usual_algorithm
from zermelo.search.settings import CHOICES


def _pair(low: str, high: str) -> tuple[str, str]:
    return low, high


# What --compare understands, and how.
TRUTH: Final = {"yes": True, "no": False, "true": True, "false": False}
COMPARED: Final[dict[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("algorithm", "order", "delta", "guess", "exploration", "convention"), str),
    **{name: type(choices[0]) for name, choices in CHOICES.items()},
    **dict.fromkeys(("depth", "nodes", "extension", "simulations", "seed"), int),
    **dict.fromkeys(("table", "symmetry", "merge"), TRUTH.__getitem__),
    "window": lambda text: _pair(*text.split(",")),
}

NUMBERED: Final = (".svg", ".png")
STILLS: Final = (*NUMBERED, ".pdf", ".tex")
STILL_PLACES: Final = 90  # of a game: more, and a still is too wide for anybody to read
BESIDE: Final = ("", ".html", ".svg", ".png", ".pdf", ".txt")  # what shows several searches
DRAWINGS: Final = (*STILLS, ".html")
LABELLED: Final = (*DRAWINGS, ".txt", ".dot", "")

Output: TypeAlias = Annotated[
    Path | None,
    options.to_file(
        help="Write .svg .png .pdf .tex .dot .txt .html .json or .tree, by the ending."
    ),
]
Step: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="N", help="After this step. [default: the last; .html: the first]"),
]
Theme: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="|".join(THEMES), help="The colours. [default: light; auto for .html]"),
]
MaxNodes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--max-nodes",
        metavar="N",
        min=1,
        help="Show about so many nodes. [default: 2000; a still of a game: 90]",
    ),
]
Boards: TypeAlias = Annotated[
    bool, typer.Option("--boards/--no-boards", help="Draw the positions of a game.")
]
Player: TypeAlias = Annotated[
    bool, typer.Option("--player", help="Step through it with the keyboard.")
]
Frames: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--frames", help="One a step: slides (.tex), pages (.pdf), or numbered .svg and .png."
    ),
]
Compact: TypeAlias = Annotated[
    bool, typer.Option("--compact", help="Closer together, with few labels.")
]
Legend: TypeAlias = Annotated[
    bool, typer.Option("--legend", help="Say below the drawing what its signs mean.")
]
Labels: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Only these: values, leaves, names, moves, chances, window, bounds, returned, "
        "heuristic, intervals, visits, ucb, cuts, notes; usual (all but intervals and ucb), "
        "all, or none.",
    ),
]
Scale: TypeAlias = Annotated[
    float,
    typer.Option(min=SMALLEST, max=LARGEST, metavar="FACTOR", help="The size of the letters."),
]
Merge: TypeAlias = Annotated[
    bool, typer.Option("--merge", help="Of symmetric moves search, and draw, the first alone.")
]
Compare: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SETTINGS",
        help='Beside this run, another: minimax, or "convention=000 order=right" (repeatable).',
    ),
]


def explain(
    game_source: options.Source,
    file: Output = None,
    step: Step = None,
    max_nodes: MaxNodes = None,
    theme: Theme = None,
    boards: Boards = True,
    player: Player = False,
    frames: Frames = False,
    compact: Compact = False,
    labels: Labels = None,
    scale: Scale = 1.0,
    legend: Legend = False,
    compare: Compare = None,
    algorithm: settings.Name = None,
    depth: options.Depth = None,
    order: settings.Order = None,
    cut: settings.Cut = None,
    test: settings.Test = None,
    returns: settings.Returns = None,
    root_depth: settings.RootDepth = None,
    chance_depth: settings.ChanceDepth = None,
    ties: settings.Ties = None,
    ends: settings.Ends = None,
    functions: settings.Functions = None,
    convention: settings.Convention = None,
    window: settings.Window = None,
    nodes: settings.Nodes = None,
    table: settings.Table = None,
    symmetry: settings.Symmetry = None,
    merge: Merge = False,
    delta: settings.Delta = None,
    guess: settings.Guess = None,
    extension: settings.Extension = None,
    simulations: settings.Simulations = None,
    exploration: settings.Exploration = None,
    seed: settings.Seed = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
) -> None:
    """Show a search step by step: a drawing, a document or a player; on the terminal without -o."""
    ending = file.suffix.lower() if file else ""
    render = _renderer(file, game_source) if file else None
    theme = theme or ("auto" if ending == ".html" else "light")
    check_name(theme, THEMES, _("no theme '{name}'"))
    _check_options(ending, frames, compare, player, step)
    form = _format(ending, labels, scale, compact, legend)

    game = source.load(game_source, set_ or (), several=True, convention=convention)
    state, history = source.start(game, position, moves)
    given = {name: value for name, value in locals().items() if name in COMPARED}
    is_still = ending in STILLS and not isinstance(game, Tree)
    most = max_nodes or (STILL_PLACES if is_still else MAX_PLACES)
    runs = [given, *(beside(given, text) for text in compare or ())]
    story, *others = [
        searched(
            source.as_in(run.get("convention"), game, game_source, set_ or ()),
            *(state, history, run, most),
        )
        for run in runs
    ]
    step = _step(story, step, ending)
    view = View(story, step, theme, boards, tuple(others), frames, form)
    if file and render:
        write(file, render, view)
    else:
        from zermelo.explain import terminal

        terminal.play(view) if player else terminal.show(view)


def _renderer(file: Path, game_source: str) -> Callable[[View], bytes]:
    """What writes such a file, which must not be the one that is to be shown."""
    render = output(file.suffix.lower())
    files.check_writable(file)
    if file.exists() and Path(game_source).exists() and file.samefile(game_source):
        words = _("{file} is what is to be shown; write to another file")
        raise ZermeloError(words.format(file=file))
    return render


def _format(ending: str, labels: str | None, scale: float, compact: bool, legend: bool) -> Format:
    """How the drawing is set; refused where there is none."""
    unfit = ending not in DRAWINGS and (compact or scale != 1.0)
    unfit = unfit or (labels is not None and ending not in LABELLED)
    if unfit or (legend and ending not in STILLS):  # the player has one of its own
        words = _(
            "--compact, --labels, --scale and --legend are for drawings: -o with one of {ends}"
        )
        raise ZermeloError(words.format(ends=" ".join(STILLS)))
    return Format(read_labels(labels, compact), scale, compact, legend)


def _check_options(
    ending: str, frames: bool, compare: list[str] | None, player: bool, step: int | None
) -> None:
    """Refuses options that do not suit the kind of file."""
    if frames and ending not in (".tex", ".pdf", *NUMBERED):
        raise ZermeloError(_wrong_output("--frames", ".tex, .pdf, .svg, .png"))
    if compare and ending not in BESIDE:
        raise ZermeloError(_wrong_output("--compare", " ".join(BESIDE[1:])))
    if player and ending:
        raise ZermeloError(_wrong_output("--player", ""))
    if compare and (frames or player):
        raise ZermeloError(_("--frames and --player show one search; leave --compare out"))
    if frames and step is not None:
        raise ZermeloError(_("--frames shows every step; leave --step out"))


def write(file: Path, render: Callable[[View], bytes], view: View) -> None:
    """The view as one file, or each step as a file of its own: tree-00.svg, tree-01.svg ..."""
    if not view.frames or file.suffix.lower() not in NUMBERED:
        files.write_whole(file, render(view))
        return
    check_frames(view)
    last = len(view.story.steps) - 1
    for step in range(last + 1):
        name = f"{file.stem}-{step:0{len(str(last))}}{file.suffix}"
        files.write_whole(file.with_name(name), render(view.at(step)))


def _step(story: Story, step: int | None, ending: str) -> int:
    """The step to be shown: unless told otherwise the last, in a page the first."""
    last = len(story.steps) - 1
    if step is None:
        return 0 if ending == ".html" else last
    if not 0 <= step <= last:
        words = _("there is no step {step}; the steps are 0 to {last}")
        raise ZermeloError(words.format(step=step, last=last))
    return step


def searched(
    game: Game[Any, Any],
    state: Any,
    history: tuple[Any, ...],
    given: dict[str, Any],
    max_nodes: int,
) -> Story:
    """The story of a search with these options."""
    name = given["algorithm"]
    chosen = algorithm_named(name, ALL) if name else usual_algorithm(game, given["convention"])
    if "observer" not in chosen.takes:
        words = _("{algorithm} does not tell its steps; the algorithms of the lectures do")
        raise ZermeloError(words.format(algorithm=chosen.name))
    asked = settings.settings_of(
        {name: value for name, value in given.items() if name not in ("algorithm", "merge")}
    )
    merge = given.get("merge", False)
    if merge and "symmetry" not in chosen.takes:
        words = _("{algorithm} searches all moves, symmetric ones too; leave --merge out")
        raise ZermeloError(words.format(algorithm=chosen.name))
    if merge:
        asked["symmetry"] = True
    witness = Witness(chosen.view_of(game, state))
    asked["observer"], asked["history"] = witness, history
    running.search(chosen, game, state, asked)
    return story_of(witness, max_nodes, merge=merge)


def beside(given: dict[str, Any], text: str) -> dict[str, Any]:
    """The options of a run to compare with: as given, but for what is written name=value."""
    found: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = ("algorithm", "=", word) if word in ALL else word.partition("=")
        if not equals:
            what = _("--compare takes name=value, not '{text}'").format(text=word)
            raise ZermeloError(what)
        check_name(name, COMPARED, _("--compare knows no '{name}'"))
        try:
            found[name] = COMPARED[name](value)
        except (ValueError, KeyError, TypeError):
            what = _("--compare: '{value}' makes no sense for {name}")
            raise ZermeloError(what.format(value=value, name=name)) from None
    if "algorithm" in found:  # what another algorithm does not take was not meant for it
        takes = algorithm_named(found["algorithm"], ALL).takes
        given = {name: value for name, value in given.items() if name in (*takes, "merge")}
    return {**given, **found}


def _wrong_output(option: str, needed: str) -> str:
    if needed:
        words = _("{option} needs -o with a file that ends in {ending}")
        return words.format(option=option, ending=needed)
    return _("{option} is for the terminal, without -o").format(option=option)
