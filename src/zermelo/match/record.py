"""The games of a match as text: PGN for chess, PDN for draughts, the same layout for all others.

    [Event "random - engine"]
    [Round "1.2"]
    [MAX "random"]
    [MIN "engine"]
    [Result "0-1"]

    1. b2 a1 2. c3 {random: no move after 1 s} 0-1

A round is an opening and which of its games it is. The result is MAX's points, a dash, and MIN's;
of chess and draughts White's and Black's, as everybody writes it. Moves are numbered in twos,
whoever makes them, and are as the game writes them for people, in chess in SAN.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from zermelo.game import Game
from zermelo.games import Chess, Draughts
from zermelo.match.page import ending_text
from zermelo.match.results import Played

WIDTH: Final = 79
RESULTS: Final = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
NOWHERE: Final = {"Site": "?", "Date": "????.??.??"}
USUAL: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
VARIANTS: Final = {"chess960": "Chess960", "losalamos": "Los Alamos"}
DRAUGHTS: Final = {"english": "21", "spanish": "24"}  # the numbers of games in PDN
TERMINATIONS: Final = {"time": "time forfeit", "illegal": "rules infraction"}


def record(
    game: Game[Any, Any], games: Iterable[Played], event: str, name: str, parameters: str = ""
) -> str:
    """The games of an event, one after the other; the game's name and parameters are told."""
    rounds: Counter[int] = Counter()
    texts = []
    for played in games:
        rounds[played.opening] += 1
        place = f"{played.opening + 1}.{rounds[played.opening]}"
        tags = {"Event": event, **NOWHERE, "Round": place, **_result(game, played)}
        tags |= _about(game, name, parameters)
        if played.fault:
            tags["Termination"] = TERMINATIONS.get(played.fault["kind"], "abandoned")
        elif played.ending == "length":
            tags["Termination"] = "adjudication"
        texts.append(_written(tags, _moves(game, played), " ".join(ending_text(played).split())))
    return "\n".join(texts)


def _written(tags: dict[str, str], moves: list[str], why: str) -> str:
    lines = []
    for name, value in tags.items():
        quoted = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{quoted}"]')
    words = []
    for place, move in enumerate(moves):
        words += [move] if place % 2 else [f"{place // 2 + 1}.", move]
    words += [f"{{{why.replace('}', ')')}}}"] if why else []
    text = " ".join([*words, tags["Result"]])
    lines += ["", *textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)]
    return "\n".join([*lines, ""])


def _result(game: Game[Any, Any], played: Played) -> dict[str, str]:
    """Who played whom, and how it ended; White comes first where there is one."""
    if isinstance(game, Draughts) and game.colours == "BW":
        return {"White": played.min, "Black": played.max, "Result": RESULTS[-played.winner]}
    coloured = isinstance(game, Chess | Draughts)
    first, second = ("White", "Black") if coloured else ("MAX", "MIN")
    return {first: played.max, second: played.min, "Result": RESULTS[played.winner]}


def _about(game: Game[Any, Any], name: str, parameters: str) -> dict[str, str]:
    """Which game it is, and where it begins unless that is usual."""
    if isinstance(game, Draughts):
        return {"GameType": DRAUGHTS[game.variant]}
    if not isinstance(game, Chess):
        return {"Game": name, **({"Parameters": parameters} if parameters else {})}
    begins = game.format_state(game.initial())
    named = {"Variant": VARIANTS[game.variant]} if game.variant in VARIANTS else {}
    return {**named, "SetUp": "1", "FEN": begins} if named or begins != USUAL else {}


def _moves(game: Game[Any, Any], played: Played) -> list[str]:
    """The texts of the moves, those of the opening too."""
    moves = played.moves.split()
    if type(game).notate is not Game.notate:
        state = game.initial()
        for place, text in enumerate(moves):
            action = game.parse_action(state, text)
            moves[place], state = game.notate(state, action), game.result(state, action)
    return moves
