"""The leaderboard of a tournament as one HTML file, which reloads itself while games are played."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape
from typing import Final
from urllib.parse import urlencode

from zermelo.language import _, current, local, ngettext
from zermelo.match.agent import reason_of
from zermelo.match.ratings import Rating
from zermelo.match.results import Played

RELOAD: Final = 5  # seconds
RESULTS: Final = {1: "1–0", 0: "½–½", -1: "0–1"}
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --line: #d8dce4; --paper: #fff;
  --fault: #a3202a; --link: #0b57a8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #a3abba; --line: #3a4150;
  --paper: #171b23; --fault: #ff9a9a; --link: #8fc1ff; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 2rem auto; max-width: 64rem; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; }
.number { text-align: right; white-space: nowrap; }
.fault { color: var(--fault); }
.moves { overflow-wrap: anywhere; }
p { color: var(--soft); }
a { color: var(--link); }
"""


def score_text(rating: Rating) -> str:
    """The points of a player, of how many."""
    return f"{local(f'{rating.score:g}')}/{rating.games}"


def progress_text(played: int, total: int) -> str:
    """How far a tournament is."""
    words = ngettext("{played} of {total} game", "{played} of {total} games", total)
    return words.format(played=played, total=total)


def elo_text(rating: Rating) -> str:
    """The Elo and its interval; nothing before the first game."""
    if rating.error is None:
        return ""
    return f"{round(rating.elo):+d} ± {rating.error:.0f}".replace("-", "−")


def ending_text(game: Played) -> str:
    """How a game ended where the rules did not end it, in words."""
    if game.fault:
        return f"{game.fault['agent']}: {reason_of(game.fault['told'])}"
    return {"repetition": _("repetition"), "length": _("broken off")}.get(game.ending, "")


def address(server: str, game: str, parameters: dict[str, str], moves: str) -> str:
    """Where the web app of a server shows the game with these moves."""
    given = {"game": game, "parameters": json.dumps(parameters), "moves": moves}
    return f"{server.rstrip('/')}/play?{urlencode(given)}"


def faults(games: Iterable[Played]) -> dict[str, Counter[str]]:
    """Why each player lost games by what it did, and how many."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        if game.fault:
            found[game.fault["agent"]][reason_of(game.fault["told"])] += 1
    return found


def page(
    title: str,
    table: Sequence[Rating],
    games: Sequence[Played],
    total: int,
    link: Callable[[Played], str],
    note: str,
) -> str:
    """The whole page; it reloads itself until all games are played."""
    reload = f'<meta http-equiv="refresh" content="{RELOAD}">\n' if len(games) < total else ""
    told = progress_text(len(games), total)
    body = (
        f"<h1>{escape(title)}</h1>\n<p>{escape(told)}</p>\n{_standings(table, faults(games))}\n"
        f"<h2>{escape(_('All games'))}</h2>\n<p>{escape(note)}</p>\n{_games(games, link)}\n"
    )
    return document(title, STYLE, body, reload)


def document(title: str, style: str, body: str, head: str = "") -> str:
    """A whole page, which needs nothing from outside."""
    return (
        f'<!doctype html>\n<html lang="{current()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{head}'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        f"{body}</main>\n</body>\n</html>\n"
    )


def _standings(table: Sequence[Rating], lost: dict[str, Counter[str]]) -> str:
    heads = ("", _("agent"), _("score"), _("won"), _("drawn"), _("lost"), _("Elo"), _("faults"))
    rows = []
    for place, one in enumerate(table, 1):
        numbers = (score_text(one), one.wins, one.draws, one.losses, elo_text(one))
        cells = "".join(_cell(number, "number") for number in numbers)
        reasons = lost.get(one.name, Counter())
        told = "; ".join(f"{count} × {why}" for why, count in reasons.items())
        name = f'<th scope="row">{escape(one.name)}</th>'
        rows.append(_cell(place, "number") + name + cells + _cell(told, "fault"))
    return _table(heads, rows, {0, 2, 3, 4, 5, 6})


def _games(games: Sequence[Played], link: Callable[[Played], str]) -> str:
    rows = []
    for number, game in enumerate(games, 1):
        cells = (
            _cell(number, "number"),
            _cell(game.max),
            _cell(game.min),
            _cell(game.opening + 1, "number"),
            _cell(RESULTS[game.winner], "number"),
            _cell(ending_text(game), "fault" if game.fault else ""),
        )
        moves = f'<a href="{escape(link(game))}">{escape(game.moves) or "—"}</a>'
        rows.append(f'{"".join(cells)}<td class="moves">{moves}</td>')
    heads = ("", _("MAX"), _("MIN"), _("opening"), _("result"), _("reason"), _("moves"))
    return _table(heads, rows, {0, 3, 4})


def _table(heads: Iterable[str], rows: Iterable[str], numbers: Collection[int]) -> str:
    """A table; the columns with these numbers hold numbers."""
    head = ""
    for place, text in enumerate(heads):
        kind = ' class="number"' if place in numbers else ""
        head += f'<th scope="col"{kind}>{escape(text)}</th>'
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    body = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="wide"><table>\n{body}\n</table></div>'


def _cell(content: object, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f"<td{named}>{escape(str(content))}</td>"
