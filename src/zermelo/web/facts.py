"""What people want to know of a game before they choose it, and what its players are called."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.board import caption, disc, picture, seat_colours, shape
from zermelo.game import CHANCE, PLAYER_NAMES, Game, MultiplayerGame
from zermelo.language import _, mark
from zermelo.names import player_codes


class Facts(NamedTuple):
    """How hard a game is (1 to 3), about how many moves it lasts, and how it ends if all play well.

    `flat`: its board looks the same from both sides, and can be turned round.
    """

    hard: int
    plies: int
    solved: str = ""  # "" where nobody knows
    flat: bool = False


FIRST: Final = mark("solved: whoever begins wins")
DRAW: Final = mark("solved: a draw")
DEPENDS: Final = mark("solved: a rule tells who wins")
ODDS: Final = mark("solved: the best chances are known")

FACTS: Final = {
    "tictactoe": Facts(1, 9, DRAW, flat=True),
    "mnk": Facts(2, 30, flat=True),
    "nim": Facts(1, 8, DEPENDS),
    "grundy": Facts(1, 6, DEPENDS),
    "pig": Facts(1, 30, ODDS),
    "pacman": Facts(2, 30),
    "lastmatch": Facts(1, 4),
    "connect4": Facts(2, 36, FIRST),
    "othello": Facts(3, 60, DRAW, flat=True),
    "morris": Facts(3, 60, DRAW, flat=True),
    "chess": Facts(3, 80, flat=True),
    "draughts": Facts(3, 70, flat=True),
}

# The two players as people tell them apart; where there are no pieces, MAX and MIN alone.
NAMES: Final = {
    "tictactoe": (mark("X"), mark("O")),
    "mnk": (mark("X"), mark("O")),
    "connect4": (mark("Blue"), mark("Orange")),
    "othello": (mark("Black"), mark("White")),
    "morris": (mark("Blue"), mark("Orange")),
    "pacman": (mark("Pacman"), mark("Ghosts")),
    "chess": (mark("White"), mark("Black")),
    "draughts": (mark("Blue"), mark("Orange")),
}

RULES: Final = {
    "tictactoe": mark(
        "Players put their sign on an empty square in turn. Three in a row, across, down or "
        "diagonally, win. A full board without a row is a draw."
    ),
    "mnk": mark(
        "Players put their sign on an empty square in turn. So many in a row, across, down or "
        "diagonally, win: four on the usual board here, five in Gomoku. A full board without a "
        "row is a draw."
    ),
    "nim": mark(
        "In turn, players take as many matches as they like from one row, at least one. In the "
        "usual game here whoever takes the last match loses; the rules can be set so that they win."
    ),
    "grundy": mark(
        "In turn, players split one pile into two piles of different sizes. Piles of one or two "
        "cannot be split. Whoever cannot move loses."
    ),
    "pig": mark(
        "In your turn roll the die as often as you like: what falls is added up. Hold, and the sum "
        "is yours for good; roll a one, and the turn is over and its sum is lost. Whoever reaches "
        "the goal first wins."
    ),
    "pacman": mark(
        "Pacman (MAX) and the ghosts (MIN, or the dice) go one step in turn. Each piece of food "
        "is worth points, each step costs one. Pacman wins when all is eaten, and loses when a "
        "ghost meets him; the moves are limited."
    ),
    "lastmatch": mark(
        "Players take one to three matches from the pile in turn, or as many as the rules are set "
        "to. Whoever takes the last match wins; everybody else gets nothing."
    ),
    "connect4": mark(
        "Players drop a disc into a column in turn; it falls to the lowest free place. Four in a "
        "row, across, down or diagonally, win. A full board without four in a row is a draw."
    ),
    "othello": mark(
        "Put a disc so that it encloses a straight row of the other colour between itself and "
        "another disc of yours: all discs enclosed turn to your colour. Whoever cannot do so "
        "passes. When nobody can move, the most discs win. Black begins."
    ),
    "morris": mark(
        "First the men are put on empty points in turn, then moved along the lines to a free "
        "neighbouring point. Three men in a line are a mill: whoever closes one takes a man of "
        "the other player's. Whoever has two men left, or cannot move, loses."
    ),
    "chess": mark(
        "Checkmate the other king: attack it so that no move saves it. It is a draw if the player "
        "to move has no move and is not in check, if a position comes back, after fifty moves of "
        "each player without a capture or a pawn's move, and if nobody can checkmate any more. "
        "White begins."
    ),
    "draughts": mark(
        "Men go one step forwards along the diagonals, and take by jumping over a piece onto the "
        "empty square behind it, several in a row where they can. Who can take must. A man on the "
        "last row becomes a king, which goes backwards too. Whoever has no move loses. In the "
        "Spanish game kings go any distance, and the most pieces must be taken."
    ),
}


def facts_of(name: str) -> dict[str, Any]:
    """The facts of a game; of one that nobody has described, none."""
    facts = FACTS.get(name)
    if facts is None:
        return {"hard": None, "plies": None, "solved": None, "flat": False}
    return {**facts._asdict(), "solved": _(facts.solved) if facts.solved else None}


def players_of(name: str, game: Game[Any, Any]) -> dict[str, dict[str, str]]:
    """What the players are called, by their seats, and their pieces as drawings."""
    codes = player_codes(game)
    if isinstance(game, MultiplayerGame):
        rows = zip(codes, game.players, seat_colours(game.players), strict=True)
        return {
            code.lower(): {"name": who, "piece": _letter(who), "colour": colour}
            for code, who, colour in rows
        }
    names = [_(text) for text in NAMES.get(name, ("", ""))]
    return {
        code.lower(): {"name": names[number], "piece": _piece(name, number == 0)}
        for number, code in enumerate(codes)
    }


def player_names(name: str, game: Game[Any, Any]) -> dict[str, str]:
    """What the players are called in a sentence, by their codes, and CHANCE."""
    known = {seat.upper(): each["name"] for seat, each in players_of(name, game).items()}
    chance = PLAYER_NAMES[CHANCE]
    return {**{code: text or _(code) for code, text in known.items()}, chance: _(chance)}


def rules_of(name: str, game: Game[Any, Any] | None, summary: str) -> str:
    """The rules in a few sentences; of a user's game, what its author says of it."""
    if name in RULES:
        return _(RULES[name])
    own = type(game).__doc__ if game is not None else None
    return " ".join((own or summary).replace("`", "").split())


def _letter(name: str) -> str:
    """The piece of one of several players: their first letter, on the colour of their seat."""
    round_ = shape("circle", "cell", cx=10, cy=10, r=9)
    return picture(20, 20, name, round_, caption("ink", 10, 10, 12, name.strip()[:1]))


def _piece(name: str, is_max: bool) -> str:
    side = "max" if is_max else "min"
    pen: dict[str, str | float] = {"stroke_width": 3.4, "stroke_linecap": "round"}
    if name in ("tictactoe", "mnk"):
        cross = shape("path", "sign-max", d="M5 5l10 10m0 -10l-10 10", **pen)
        ring = shape("circle", "sign-min", cx=10, cy=10, r=5.6, stroke_width=3.4)
        return picture(20, 20, side, cross if is_max else ring)
    if name == "othello":
        edge = shape("circle", "line", cx=10, cy=10, r=8, stroke_width=1)
        return picture(
            20, 20, side, shape("circle", "dark" if is_max else "light", cx=10, cy=10, r=8), edge
        )
    if name in ("connect4", "morris", "draughts"):
        return picture(20, 20, side, disc(10, 10, 8, is_max))
    triangle = "M10 3l8 14H2z" if is_max else "M10 17L2 3h16z"
    return picture(20, 20, side, shape("path", f"piece-{side}", d=triangle))
