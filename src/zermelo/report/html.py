"""What a search found as tables in HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from zermelo.language import _
from zermelo.report.rows import finding_rows, iteration_rows, move_rows
from zermelo.search.finding import Finding

MOST_MOVES: Final = 30  # of a line


def finding_html(finding: Finding[Any, Any]) -> str:
    """A table of what was found, and one of the values of all moves, if there are any."""
    found = _table(finding.algorithm, finding_rows(finding, MOST_MOVES))
    depths = _table(_("depth, value, nodes, line"), iteration_rows(finding, MOST_MOVES))
    return found + depths + _table(_("move"), move_rows(finding))


def _table(title: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A table with the names of its rows on the left; none without rows."""
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(name)}</th>'
        + "".join(f'<td style="text-align:left">{escape(text)}</td>' for text in texts)
        + "</tr>"
        for name, *texts in rows
    )
    caption = f'<caption style="text-align:left">{escape(title)}</caption>'
    return f"<table>{caption}<tbody>{body}</tbody></table>" if body else ""
