"""Moves of chess as text: Standard Algebraic Notation, and that of the protocol UCI."""

from __future__ import annotations

import re
from typing import Final

from zermelo.bits import signed
from zermelo.games.chess.rules import LETTERS, PAWN, Position, Rules, castled
from zermelo.games.chess.squares import name_of

SAN: Final = r"([KQRBN]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])(?:=?([QRBNqrbn]))?[+#]?[!?]*"


def format_uci(rules: Rules, state: Position, action: int) -> str:
    """From where to where, and what a pawn becomes: "e2e4", "e7e8q"; castling is "e1g1".

    In Chess960 castling is the king's move to its rook, "e1h1".
    """
    start, end = action & 63, action >> 6 & 63
    if rules.variant != "chess960" and castles(rules, state, action):
        end = castled(start, end)[0]
    piece = LETTERS[action >> 12].lower() if action >> 12 else ""
    return name_of(start) + name_of(end) + piece


def castles(rules: Rules, state: Position, action: int) -> bool:
    """Whether the king moves to a rook of its own."""
    return rules.own(state) & signed(1 << (action >> 6 & 63)) != 0


def format_san(rules: Rules, state: Position, action: int) -> str:
    """The piece, as much of where it comes from as is needed, and where to: "Nbd7", "exd8=Q#"."""
    after = rules.result(state, action)
    sign = "" if not rules.in_check(after) else "+" if rules.can_move(after) else "#"
    start, end = action & 63, action >> 6 & 63
    if castles(rules, state, action):
        return ("O-O" if end > start else "O-O-O") + sign
    piece = rules.piece_at(state, signed(1 << start))
    taken = state.ones | state.twos | state.fours
    takes = taken & signed(1 << end) or (piece == PAWN and start & 7 != end & 7)
    origin = name_of(start)
    if piece == PAWN:
        shown = origin[0] if takes else ""
    else:
        shown = LETTERS[piece] + _apart(rules, state, action)
    becomes = f"={LETTERS[action >> 12]}" if action >> 12 else ""
    return f"{shown}{'x' if takes else ''}{name_of(end)}{becomes}{sign}"


def _apart(rules: Rules, state: Position, action: int) -> str:
    """What tells a move from those of other pieces of its kind to the same square."""
    start = action & 63
    letter = LETTERS[rules.piece_at(state, signed(1 << start))]
    rivals = [
        each & 63
        for each in rules.actions(state)
        if each != action
        and each >> 6 == action >> 6
        and LETTERS[rules.piece_at(state, signed(1 << (each & 63)))] == letter
    ]
    name = name_of(start)
    if all(name[0] != name_of(each)[0] for each in rivals):
        return name[0] if rivals else ""
    return name[1] if all(name[1] != name_of(each)[1] for each in rivals) else name


def parse_move(rules: Rules, state: Position, text: str) -> int | None:
    """The legal move that a text means in either notation; None if there is none, or more."""
    actions, wanted = list(rules.actions(state)), text.strip().lower().rstrip("+#!?")
    for action in actions:
        start, end = action & 63, action >> 6 & 63
        known = [format_uci(rules, state, action)]
        if castles(rules, state, action):
            beyond = castled(start, end)[0]
            known += ["o-o", "0-0"] if end > start else ["o-o-o", "0-0-0"]
            known += [name_of(start) + name_of(end)]
            known += [name_of(start) + name_of(beyond)] if abs(beyond - start) > 1 else []
        if wanted in known:
            return action
    found = re.fullmatch(SAN, text.strip())
    if found is None:
        return None
    letter, file, rank, end_name, becomes = found.groups()
    fitting = [
        action
        for action in actions
        if not castles(rules, state, action)
        and name_of(action >> 6 & 63) == end_name
        and LETTERS[rules.piece_at(state, signed(1 << (action & 63)))] == (letter or "P")
        and (not file or name_of(action & 63)[0] == file)
        and (not rank or name_of(action & 63)[1] == rank)
        and (LETTERS[action >> 12] if action >> 12 else "") == (becomes or "").upper()
    ]
    return fitting[0] if len(fitting) == 1 else None
