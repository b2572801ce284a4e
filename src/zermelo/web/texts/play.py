"""The page where matches are played."""

from __future__ import annotations

from typing import Any

from zermelo.language import _, forms


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
        "first": _("{side}, who moves first"),
        "second": _("{side}, who moves second"),
        "begins": _("Who begins"),
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
        "unread": _("The parameters in this link cannot be read: you see the usual ones."),
    }


def matches() -> dict[str, str]:
    return {
        "title": _("Your games"),
        "about": _("Every game is saved at every move. Go on with one, or choose a new game."),
        "choose": _("New game"),
        "empty": _("Nothing is saved yet."),
        "more": _("Show more"),
        "sides": _("{max} – {min}"),
        "moves": _("moves: {count}"),
        "yours": _("your move"),
        "unknown": _("this game is not here now"),
        "remove": _("Delete: {game}"),
        "removing": _("Delete a game"),
        "sure": _("It is deleted for good."),
        "yes": _("Delete"),
        "removed": _("Deleted."),
    }


def play() -> dict[str, Any]:
    return {
        "board": _("Arrow keys choose a move, Enter plays it."),
        "lastMove": _("Last move: {move}."),
        "otherMoves": _("Other moves"),
        "drag": _("Drag it to the board, or click there"),
        "you": _("You"),
        "friend": _("Your guest"),
        "host": _("Your host"),
        "person": _("A person"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "swap": _("Swap sides"),
        "flip": _("Turn the board"),
        "players": _("Players"),
        "choosePlayers": _("Take these"),
        "again": _("New game"),
        "setup": _("Set up"),
        "rules": _("Rules"),
        "rulesOf": _("The rules of {game}"),
        "close": _("I see"),
        "explain": _("Step through it"),
        "saved": _("All saved games"),
        "pause": _("Pause"),
        "run": _("Go on"),
        "now": _("Back to the game"),
        "from": _("Go on from here"),
        "toMove": _("to move"),
        "yourMove": _("Your move: {side}"),
        "sideMoves": _("{side} is to move."),
        "thinking": _("{side} is thinking …"),
        "waiting": _("{side} waits."),
        "viewing": forms("After {at} of {count} move.", "After {at} of {count} moves."),
        "preview": forms(
            "What may come: after {count} move.", "What may come: after {count} moves."
        ),
        "youWon": _("You won."),
        "youLost": _("You lost."),
        "sideWon": _("{side} wins."),
        "drawn": _("A draw."),
        "watching": _("You are watching."),
        "rematch": _("Rematch"),
        "review": _("Review the game"),
        "reviewing": _("Looking at move {at} of {count} …"),
        "mistakes": _("Mistakes marked among the moves: {count}"),
        "noMistakes": _("No mistake is found."),
        "thought": _("Played {move}"),
        "details": forms("{count} position in {seconds} s", "{count} positions in {seconds} s"),
        "elsewhere": _("This game went on in another window. Here it is as it stands."),
        "moveNames": {"roll": _("roll"), "hold": _("hold"), "pass": _("pass")},
    }


def share() -> dict[str, str]:
    return {
        "title": _("Share"),
        "watch": _("To look on: the game as it goes"),
        "moves": _("A link that holds the moves: nothing is saved, anybody can play on"),
        "invite": _("To play against somebody on another computer"),
        "side": _("They play"),
        "make": _("Make a link"),
        "link": _("Whoever opens this link plays {side}. Moves arrive by themselves."),
        "copy": _("Copy"),
        "network": _("This address works on this computer alone: start zermelo serve with --host."),
    }


def verdicts() -> dict[str, Any]:
    """What a value says: short beside a move, long where it is read out."""
    return {
        "win": _("W"),
        "draw": _("D"),
        "loss": _("L"),
        "winsIn": _("{player} wins in {count} plies"),
        "winsAtOnce": _("{player} wins at once"),
        "wins": _("{player} wins"),
        "drawn": _("a draw"),
        "chances": _("{player} wins {value} of 100 times"),
        "points": forms("{count} point", "{count} points"),
        "estimate": _("an estimate: {what}"),
        "ahead": _("{player} seems ahead, {value}"),
        "even": _("about even, {value}"),
        "move": _("{move}: {what}"),
        "every": _("Every move loses: {what}."),
        "everyDraw": _("No move wins or loses: {what}."),
        "best": _("Best play: {what}."),
        "notProven": _("Not proven: {what}."),
        "key": _("W wins, D draws, L loses for who moves, in so many plies · ≈ an estimate"),
        "keyChances": _("per cent: how often who moves wins · ≈ an estimate"),
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
        "mistake": _("a mistake"),
        "blunder": _("a blunder"),
        "graph": _("Who was ahead, move by move"),
        "variation": _("Instead of move {at}:"),
    }


def analysis() -> dict[str, Any]:
    return {
        "title": _("Analysis"),
        "bar": _("Who is ahead"),
        "off": _("Shows what each move is worth, and the best lines."),
        "waiting": "…",
        "ahead": _("Waiting; before this one: {count}"),
        "looked": forms("looked {count} ply ahead", "looked {count} plies ahead"),
        "sources": {  # by the algorithm of what is proven
            "tablebase": _("from the tablebase"),
            "solved": _("all positions solved"),
            "engine": _("solved by search"),
        },
        "details": forms(
            "{count} position, {speed} a second", "{count} positions, {speed} a second"
        ),
        "proven": _("proven"),
        "line": _("Show this line on the board: {line}"),
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


def setup() -> dict[str, str]:
    """The editor of positions."""
    return {
        "title": _("Set up a position"),
        "put": _("Click the board to put"),
        "empty": _("Nothing"),
        "clear": _("Clear the board"),
        "toMove": _("To move"),
        "phase": _("Men are"),
        "placing": _("still placed"),
        "moving": _("all on the board"),
        "ghost": _("Ghost"),
        "food": _("Food"),
        "text": _("The position as text"),
        "begin": _("Play from here"),
    }
