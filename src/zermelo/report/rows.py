"""What a search found in rows of a name and a text, for people: in a terminal and in HTML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.game import MultiplayerGame, Value
from zermelo.language import _, local, ngettext
from zermelo.numbers import counted, short
from zermelo.report.moves import line_texts, move_text
from zermelo.search.coalition import Coalition
from zermelo.search.finding import Finding, MoveValue


def finding_rows(
    finding: Finding[Any, Any], most: int, more: Iterable[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """All but the values of moves; of a long line the first moves, `most` of them.

    `more` are rows that come before the counts.
    """
    rows = [(_("value"), value_text(finding)), *_whose(finding)]
    line = line_texts(finding, finding.line[:most])
    if line:
        rows += [(_("move"), line[0]), (_("line"), shortened(line, len(finding.line)))]
    rows += more
    rows.append((_("searched"), _counts(finding)))
    if not finding.proven:
        rows.append((_("proven"), _why_not(finding)))
    return rows


def move_rows(finding: Finding[Any, Any]) -> list[tuple[str, ...]]:
    """Each move with its value; where only some are proven, with a word at those."""
    marked = len({move.proven for move in finding.moves}) == 2
    return [
        (
            move_text(finding, move.action),
            worth(finding, move.value, move.proven) + away(move),
            *([_("proven") if move.proven else ""] if marked else []),
        )
        for move in finding.moves
    ]


def iteration_rows(finding: Finding[Any, Any], most: int) -> list[tuple[str, ...]]:
    """Of iterative deepening, what each depth found; of a line the first moves."""
    return [
        (
            str(each.depth),
            short(each.value),
            local(f"{each.nodes:,}"),
            shortened(line_texts(finding, each.line[:most]), len(each.line)),
        )
        for each in finding.iterations
    ]


def value_text(finding: Finding[Any, Any]) -> str:
    """The value, and how far away the end is, where that is known."""
    words = {"exact": "{value}", "lower": _("{value} or more"), "upper": _("{value} or less")}
    value = worth(finding, finding.value, finding.proven)
    return words[finding.bound].format(value=value) + away(finding)


def worth(finding: Finding[Any, Any], value: Value, proven: bool) -> str:
    """A value; where a game has no heuristic, 0 stands for what is beyond the horizon."""
    nothing = not any(value) if isinstance(value, tuple) else value == 0
    known = proven or finding.simulations or not nothing
    if not known and finding.about and not finding.about[0].has_heuristic:
        return _("unknown")
    return short(value)


def away(found: Finding[Any, Any] | MoveValue[Any]) -> str:
    """How many moves the end is away, where that is known."""
    if found.distance is None:
        return ""
    return _(" in {count}").format(count=found.distance)


def counted_nodes(count: int) -> str:
    """How many nodes, in words."""
    return counted(count, 0, 0)[0]


def shortened(texts: list[str], count: int) -> str:
    """The first ones of several texts in a row, and the number of all where there are more."""
    row = " ".join(texts)
    if len(texts) == count:
        return row
    return _("{shown} … ({count:,} in all)").format(shown=row, count=count)


def _whose(finding: Finding[Any, Any]) -> list[tuple[str, str]]:
    """Of several players, whose the value is."""
    game = finding.about[0] if finding.about else None
    if isinstance(game, Coalition):
        words = _("{player}, if all the others play against them")
        return [(_("for"), words.format(player=game.players[game.me]))]
    return [(_("for"), ", ".join(game.players))] if isinstance(game, MultiplayerGame) else []


def _counts(finding: Finding[Any, Any]) -> str:
    parts = counted(finding.nodes, finding.leaves, finding.cutoffs)
    if not finding.leaves:  # then they are not counted
        del parts[1:]
    parts.append(_("depth {depth}").format(depth=finding.depth))
    return ", ".join([*parts, _("{seconds:.3f} s").format(seconds=finding.seconds)])


def _why_not(finding: Finding[Any, Any]) -> str:
    if finding.stopped:
        return _("no: stopped")
    if finding.bound != "exact":
        return _("no: the value lies outside the window")
    if finding.simulations:
        return _by_chance(finding)
    if finding.algorithm == "mcts":
        return _("no: a mean of random games")
    return _("no: not to the end of the game")


def _by_chance(finding: Finding[Any, Any]) -> str:
    """How many random games a value is the mean of, and what it comes to for MAX."""
    count, share = finding.simulations, finding.share(finding.value)
    words = ngettext(
        "no: the mean of {count:,} random game", "no: the mean of {count:,} random games", count
    )
    text = words.format(count=count)
    if share is None:
        return text
    return _("{text}, {percent} % for MAX").format(text=text, percent=round(100 * share))
