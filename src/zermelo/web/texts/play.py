"""The page where matches are played."""

from __future__ import annotations

from typing import Any

from zermelo.language import _


def start() -> dict[str, str]:
    return {
        "title": _("{game}: a new game"),
        "rules": _("Rules"),
        "worths": _("What the ends are worth"),
        "not": _("not: {label}"),
        "who": _("Who plays"),
        "engine": _("You and the engine"),
        "people": _("Two people"),
        "engines": _("Engine against engine"),
        "you": _("You are"),
        "first": _("MAX, who moves first"),
        "second": _("MIN, who moves second"),
        "level": _("Level"),
        "levelMax": _("Level of MAX"),
        "levelMin": _("Level of MIN"),
        "ownEngine": _("An algorithm of your choice …"),
        "algorithm": _("Algorithm"),
        "depth": _("Depth, in plies"),
        "seconds": _("Seconds a move"),
        "setup": _("From a position or a record"),
        "position": _("Position, as the game writes it"),
        "record": _("Moves from there"),
        "begin": _("Begin"),
    }


def matches() -> dict[str, str]:
    return {
        "title": _("Saved games"),
        "about": _("Every game is saved at every move. Go on with one, or choose a new game."),
        "choose": _("New game"),
        "empty": _("Nothing is saved yet."),
        "more": _("Show more"),
        "sides": _("{max} – {min}"),
        "moves": _("moves: {count}"),
        "unknown": _("this game is not here now"),
        "remove": _("Delete: {game}"),
        "removing": _("Delete a game"),
        "sure": _("It is deleted for good."),
        "yes": _("Delete"),
        "removed": _("Deleted."),
    }


def play() -> dict[str, Any]:
    return {
        "board": _("Board: arrow keys choose a move, Enter plays it"),
        "otherMoves": _("Other moves"),
        "moveWorth": {
            "proven": _("{move}, proven value {value}"),
            "estimate": _("{move}, estimate {value}"),
        },
        "drag": _("Drag it to the board, or click there"),
        "you": _("You"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "swap": _("Swap sides"),
        "players": _("Players"),
        "choosePlayers": _("Take these"),
        "again": _("New game"),
        "setup": _("Set up"),
        "explain": _("Step through it"),
        "saved": _("All saved games"),
        "pause": _("Pause"),
        "run": _("Go on"),
        "now": _("Back to the game"),
        "from": _("Go on from here"),
        "toMove": _("to move"),
        "yourMove": _("Your move ({side})."),
        "sideMoves": _("{side} is to move."),
        "thinking": _("{side} is thinking …"),
        "waiting": _("{side} waits."),
        "viewing": _("After {at} of {count} moves."),
        "thought": {
            "proven": _("Played {move}, proven value {value}"),
            "estimate": _("Played {move}, estimate ≈{value}"),
        },
        "blind": _("Played {move}"),
        "elsewhere": _("This game went on in another window. Here it is as it stands."),
    }


def record() -> dict[str, str]:
    return {
        "title": _("Moves"),
        "first": _("To the beginning"),
        "back": _("One move back"),
        "forward": _("One move on"),
        "last": _("To the end"),
        "copy": _("Copy moves"),
        "copyPosition": _("Copy position"),
        "empty": _("No move yet."),
        "ply": _("Move {count}: {move}"),
    }


def analysis() -> dict[str, Any]:
    return {
        "title": _("Analysis"),
        "bar": _("Who is ahead"),
        "value": {
            "proven": _("proven value {value}, for MAX"),
            "estimate": _("estimate {value}, for MAX"),
        },
        "worth": {"proven": _("{value}, proven"), "estimate": _("{value}, an estimate")},
        "key": _("≈ is an estimate: not proven"),
        "off": _("Off. Values are for MAX."),
        "waiting": "…",
        "ahead": _("Waiting; before this one: {count}"),
        "depth": _("depth"),
        "nodes": _("nodes"),
        "speed": _("nodes/s"),
        "proven": _("proven"),
        "distance": _("plies to the end: {count}"),
        "reasons": {
            "time": _("time is up"),
            "over": _("The game is over."),
            "unsolved": _("This is too large to be solved, and there is no heuristic."),
        },
    }


def why() -> dict[str, str]:
    return {
        "title": _("Why?"),
        "last": _("Why {move}?"),
        "noMove": _("Why the last move?"),
        "best": _("What is best here?"),
        "hint": _("The line that supports a move or refutes it, in words."),
        "thinking": _("Looking …"),
    }
