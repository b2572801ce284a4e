"""What a search or an engine found as a table in HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from zermelo.game import Value
from zermelo.language import _
from zermelo.search.record import text_of

if TYPE_CHECKING:
    from zermelo.search.analysis import Analysis
    from zermelo.search.run import Result

MOST_SHOWN: Final = 30  # actions of a line


def result_html(result: Result[Any, Any]) -> str:
    """The table of a result."""
    line, moves = result.line, result.moves or ()
    texts = list(map(_action, line[:MOST_SHOWN]))
    named = [(_action(action), value) for action, value in moves]
    if result.about:
        game, state = result.about
        texts = game.format_line(state, line[:MOST_SHOWN])
        named = [(game.format_action(state, action), value) for action, value in moves]
    values = {"exact": "{value}", "lower": _("{value} or more"), "upper": _("{value} or less")}
    rows = [(_("value"), values[result.bound].format(value=_value(result.value)))]
    rows += _line(texts, len(line))
    counts = _("{nodes:,} nodes, {leaves:,} leaves, {cutoffs:,} cutoffs, depth {depth}")
    rows.append(
        (
            _("searched"),
            counts.format(
                nodes=result.nodes,
                leaves=result.leaves,
                cutoffs=result.cutoffs,
                depth=result.depth,
            ),
        )
    )
    if not result.complete:
        why = _("no: not to the end of the game")
        if result.stopped:
            why = _("no: stopped")
        elif result.bound != "exact":
            why = _("no: the value lies outside the window")
        rows.append((_("complete"), why))
    return _table(result.algorithm, rows) + _moves(named)


def analysis_html(found: Analysis[Any]) -> str:
    """The table of what an engine found; actions as Python writes them: it knows no game."""
    value = _value(found.value) + (f" ({_('proven')})" if found.proven else "")
    counts = _("depth {depth}, {nodes:,} nodes").format(depth=found.depth, nodes=found.nodes)
    rows = [(_("value"), value)]
    rows += _line(list(map(_action, found.line[:MOST_SHOWN])), len(found.line))
    rows.append((_("searched"), f"{counts}, {found.seconds:.3f} s"))
    moves = [(_action(action), value) for action, value in found.moves]
    return _table("engine", rows) + _moves(moves)


def _line(texts: list[str], length: int) -> list[tuple[str, str]]:
    """The move and the line, of which only the beginning may be given."""
    if not texts:
        return []
    more = [f"… ({length:,})"] if length > len(texts) else []
    return [(_("move"), texts[0]), (_("line"), " ".join(texts + more))]


def _moves(moves: Sequence[tuple[str, Value]]) -> str:
    return _table(_("move"), [(text, _value(value)) for text, value in moves])


def _table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A table of two columns; none without rows."""
    told = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{escape(text)}</td></tr>'
        for name, text in rows
    )
    caption = f'<caption style="text-align:left">{escape(title)}</caption>'
    return f"<table>{caption}<tbody>{told}</tbody></table>" if told else ""


def _value(value: Value) -> str:
    return f"{value:.10g}" if isinstance(value, float) else text_of(value)


def _action(action: Any) -> str:
    return ":".join(map(str, action)) if isinstance(action, tuple) else str(action)
