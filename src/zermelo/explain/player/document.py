"""What the player is given: runs as plain data, with all words in the current language.

    {version, lang, title, theme, start, beside, texts, runs: [{
        algorithm, label, note, settings, value, code, size, iterations, boards, svg,
        places: [{up, kind, called, at: [x, y, left, right, top, foot], parts, ...}],
        steps: [{name, place, words, card, line, nodes, leaves, cutoffs, changes}]}]}

The first run is the one to be shown. It starts at the view's step; where that is the last one,
as usual for a still drawing, at the first. A change is [first, last, fields, parts]: the places
from `first` to `last` get these fields of their look (`place.FRESH`) and these texts
(`labels.PARTS`). Without fields they become as they were before the first step, but for the
number of visits.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from math import log10
from typing import Any, Final

from zermelo.explain.beside import SWITCHES, run_label
from zermelo.explain.cuts import Cuts
from zermelo.explain.features import part_texts, with_marks
from zermelo.explain.labels import labels, whole
from zermelo.explain.leaf_counts import leaf_counts
from zermelo.explain.naming import Names, brief
from zermelo.explain.narrators import narrator_of
from zermelo.explain.place import FRESH
from zermelo.explain.player import texts
from zermelo.explain.pseudocode import Code
from zermelo.explain.steps import Step
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.svg import drawing
from zermelo.explain.svg import title as subject
from zermelo.explain.view import View
from zermelo.game import INFINITY, MultiplayerGame, ZermeloError
from zermelo.games import GAMES
from zermelo.games.tree import Tree
from zermelo.language import SIGNS, _, current, ngettext
from zermelo.search import algorithm_named
from zermelo.search.coalition import original
from zermelo.search.settings import read_settings

VERSION: Final = 1
SMALL: Final = 60  # places: up to here other conventions come along, and all have equal room
# Events of a search that does not go once over the whole tree: its leaves compare with nothing.
ANEW: Final = ("iteration", "window", "drop", "select")
FEW: Final = 4  # changes of a place that are shorter told one by one than as a fresh start


def document(view: View) -> dict[str, Any]:
    """The document for a view, the runs beside it, and, if it is small, other conventions."""
    runs = [_run(view)]
    for story in view.others:
        runs.append(_run(replace(view, story=story, step=-1, others=())))
    known = {(run["algorithm"], str(run["settings"])) for run in runs}
    for story, note in alternatives(view.story):
        run = _run(View(story, -1, view.theme, view.boards), note)
        if (run["algorithm"], str(run["settings"])) not in known:
            runs.append(run)
    return {
        "version": VERSION,
        "lang": current(),
        "title": _title(view.story),
        "theme": view.theme,
        "start": 0 if view.step == len(view.story.steps) - 1 else max(view.step, 0),
        "beside": 1 if view.others else None,
        "signs": SIGNS[current()],
        "texts": texts(),
        "runs": runs,
    }


def _title(story: Story) -> str:
    """What is searched: the title of a tree, or how large it is; a game as people call it."""
    game = original(story.game)
    if isinstance(game, Tree) and not game.title:
        count = len(game.nodes)
        words = ngettext("A tree of {count} node", "A tree of {count} nodes", count)
        return words.format(count=whole(count))
    return GAMES[game.name].title if game.name in GAMES else subject(story)


def _kinds(story: Story) -> dict[str, str]:
    """What the kinds of nodes are called: of several players by their names."""
    players = story.game.players if isinstance(story.game, MultiplayerGame) else ()
    named = {f"P{n}": _("{player} moves").format(player=name) for n, name in enumerate(players, 1)}
    kinds = ("MAX", "MIN", "CHANCE")
    return {**{kind: _(kind) for kind in kinds}, "LEAF": _("leaf"), "MORE": _("more"), **named}


def alternatives(story: Story) -> Iterator[tuple[Story, str]]:
    """The same search by other conventions, and minimax, with what speaks against each.

    None where the tree is not small.
    """
    if len(story.places) > SMALL or any(place.hidden for place in story.places):
        return
    given: dict[str, Any] = {**read_settings(story.steps[0].event["settings"])}
    names = [name for name in SWITCHES if name in algorithm_named(story.algorithm).takes]
    others = [
        (story.algorithm, given | dict(zip(names, values, strict=True)))
        for values in product(*(SWITCHES[name] for name in names))
    ]
    if not story.game.has_chance:
        kept = ("convention", "depth", "root_depth", "symmetry", "functions")
        others.append(("minimax", {name: given[name] for name in kept if name in given}))
    now = {**{name: SWITCHES[name][0] for name in names}, **given}
    for algorithm, settings in others:
        if (algorithm, settings) == (story.algorithm, now):
            continue
        found = _searched(story, algorithm, settings)
        if found:
            yield found


def _searched(story: Story, algorithm: str, settings: dict[str, Any]) -> tuple[Story, str] | None:
    witness = Witness(story.game, most=20 * SMALL)
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        try:
            algorithm_named(algorithm)(
                story.game, story.places[0].state, **settings, observer=witness
            )
        except ZermeloError:
            return None
    return story_of(witness, merge=story.merge), " ".join(str(note.message) for note in notes)


def _run(view: View, note: str = "") -> dict[str, Any]:
    story = view.story
    # Who predicts must not see where room is left; a large tree would become too wide.
    view = replace(view, even=len(story.places) <= SMALL)
    code, sentences, cards = Code(story), narrator_of(story).sentences(), Cuts(story).cards()
    steps = [
        _step(step, sentence, card, code.line_of(at), changes)
        for at, (step, changes, sentence, card) in enumerate(
            zip(story.steps, _changes(story), sentences, cards, strict=True)
        )
    ]
    drawings = _drawings(view)
    boards = {drawing: at for at, drawing in enumerate(dict.fromkeys(drawings))}
    run = {
        "algorithm": story.algorithm,
        "label": run_label(story),
        "kinds": _kinds(story),
        "note": note,
        "settings": _settings(story),
        "value": next(
            (s.event["value"] for s in reversed(story.steps) if s.name == "answer"), None
        ),
        "code": list(code.lines),
        "size": _size(story),
        "iterations": list(_iterations(story)),
        "boards": list(boards),
        "svg": drawing(view, still=False),
        "places": list(_places(view, [boards[drawing] for drawing in drawings])),
        "steps": steps,
    }
    return {name: value for name, value in run.items() if value not in (None, "", [])}


def _settings(story: Story) -> dict[str, Any]:
    """The settings, with the conventions that were not given but hold."""
    takes = algorithm_named(story.algorithm).takes
    usual = {name: values[0] for name, values in SWITCHES.items() if name in takes}
    return usual | {
        name: value if isinstance(value, int | float | str | list) else str(value)
        for name, value in story.steps[0].event["settings"].items()
    }


def _step(
    step: Step, sentence: str, card: dict[str, str] | None, line: int | None, changes: list[Any]
) -> dict[str, Any]:
    fields = {
        "name": step.name,
        "place": step.place,
        "words": sentence,
        "nodes": step.nodes,
        "leaves": step.leaves,
        "cutoffs": step.cutoffs,
        "changes": changes,
    }
    return fields | ({"card": card} if card else {}) | ({"line": line} if line else {})


def _places(view: View, boards: list[int]) -> Iterator[dict[str, Any]]:
    names = Names(view.story)
    for index, (place, spot) in enumerate(zip(view.story.places, view.picture.spots, strict=True)):
        at = (spot.x, spot.y, spot.left, spot.right, spot.top, spot.foot)
        known = {
            "up": place.parent,
            "kind": place.kind,
            "called": names.of(index) if place.kind != "MORE" else labels(place, FRESH)["hidden"],
            "action": place.action,
            "share": place.share,
            "text": "" if isinstance(original(view.story.game), Tree) else place.text,
            "hidden": place.hidden,
            "written": place.written,
            "static": place.static,
            "at": [round(length, 1) for length in at],
            "parts": labels(place, FRESH),
            "board": boards[index] if boards else None,
            "counted": part_texts(place.features),
        }
        yield {name: value for name, value in known.items() if value not in (None, "", {}, [])}


def _drawings(view: View) -> list[str]:
    """The position of a game at each place; none of a tree."""
    game = view.story.game
    if isinstance(original(game), Tree) or not view.boards:
        return []
    return [
        "" if place.kind == "MORE" else with_marks(game.draw_svg(place.state), place.marks)
        for place in view.story.places
    ]


def _changes(story: Story) -> Iterator[list[list[Any]]]:
    """What each step changes, told briefly."""
    parts = [labels(place, FRESH) for place in story.places]
    fresh = list(parts)
    for step, looks in zip(story.steps, islice(story.looks(), 1, None), strict=True):
        touched: dict[int, dict[str, Any]] = {}
        for place, name, value in step.changes:
            touched.setdefault(place, {})[name] = value
        cleared, changed = [], []
        for place in sorted(touched):
            fields, before, look = touched[place], parts[place], looks[place]
            parts[place] = labels(story.places[place], look)
            if len(fields) > FEW and look == {**FRESH, "visits": look["visits"]}:
                cleared.append((place, None, None))
                fields, before = {}, fresh[place]
            texts = _difference(before, parts[place])
            if fields or texts:
                changed.append((place, fields, texts))
        yield [*_together(cleared), *_together(changed)]


def _difference(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """The texts that are others now; an empty one stands no more."""
    gone = {part: "" for part in before if part not in after}
    return gone | {part: text for part, text in after.items() if before.get(part) != text}


def _together(changes: Iterable[tuple[int, Any, Any]]) -> Iterator[list[Any]]:
    """Changes that neighbours have in common, as one."""
    run: list[Any] = []
    for place, fields, parts in changes:
        if run and run[1] == place - 1 and run[2:] == [fields, parts]:
            run[1] = place
            continue
        if run:
            yield _short(run)
        run = [place, place, fields, parts]
    if run:
        yield _short(run)


def _short(change: list[Any]) -> list[Any]:
    """A change without what is missing at its end."""
    return change[:2] if change[2] is None else change if change[3] else change[:3]


def _iterations(story: Story) -> Iterator[dict[str, Any]]:
    """What each iteration found: with iterative deepening, a row for each depth."""
    began, under_way = 0, False
    for at, step in enumerate(story.steps):
        if step.name == "iteration":
            began, under_way = step.nodes, True
        elif step.name == "answer" and under_way:
            event, under_way = step.event, False
            line = ", ".join(brief(action) for action in event["line"])
            found = {"depth": event["depth"], "value": event["value"], "line": line}
            yield {"step": at, **found, "nodes": step.nodes - began}


def _size(story: Story) -> dict[str, Any] | None:
    """How many leaves of this very tree alpha-beta can look at, in the worst and best order."""
    given = story.steps[0].event["settings"]
    game = story.game
    unfit = game.has_chance or game.repetition is not None or isinstance(game, MultiplayerGame)
    if unfit or not story.places or given.get("symmetry") or story.algorithm == "quiescence":
        return None
    if any(step.name in ANEW for step in story.steps):
        return None
    plies = given.get("depth")
    limit = INFINITY if plies is None else plies - given.get("root_depth", 0)
    found = leaf_counts(game, story.places[0].state, limit)
    if found is None or found.all < 2:
        return None
    return {
        "text": _("Leaves of this tree that alpha-beta looks at, by the order of the branches:"),
        "worst": _count(found.all),
        "best": _count(found.fewest),
    }


def _count(count: int) -> list[Any]:
    """A count: its logarithm, and the text of it."""
    return [round(log10(count), 3), whole(count)]
