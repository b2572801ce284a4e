"""What the pages say, in the current language."""

from __future__ import annotations

from typing import Any

from zermelo.language import _, current

# The pages look texts up by page and name (`t.play.undo`); gaps are {so} written.


def texts() -> dict[str, Any]:
    """All that the pages say that does not come with an answer of the server."""
    return {
        "thousands": "," if current() == "en" else "\xa0",
        "nav": {
            "gallery": _("Gallery"),
            "play": _("Play"),
            "explain": _("Explain"),
            "practise": _("Practise"),
            "lab": _("Lab"),
        },
        "shell": _shell(),
        "engine": {
            "loading": _("The engine is loading"),
            "warm": _("The engine is ready"),
            "gone": _("The server does not answer"),
        },
        "themes": {
            "auto": _("as the screen is set"),
            "light": _("light"),
            "dark": _("dark"),
        },
        "gallery": _gallery(),
        "choices": _choices(),
        "start": _start(),
        "matches": _matches(),
        "play": _play(),
        "record": _record(),
        "analysis": _analysis(),
        "why": _why(),
        "explain": _explain(),
        "editor": _editor(),
        "settings": _settings(),
        "practise": {**_practise(), "keys": _keys(), "shapes": _shapes()},
        "lab": _lab(),
    }


def _shell() -> dict[str, str]:
    return {
        "skip": _("Skip to the content"),
        "pages": _("Pages"),
        "language": _("Language"),
        "colours": _("Colours"),
        "close": _("Close"),
        "cancel": _("Cancel"),
        "copied": _("Copied."),
        "failed": _("This page cannot be shown"),
        "gone": _("The server does not answer. Is zermelo still running?"),
        "nowhere": _("there is nothing at this address"),
    }


def _gallery() -> dict[str, str]:
    return {
        "title": _("Games"),
        "about": _("Choose a game: play it, or watch a search think about it."),
        "play": _("Play"),
        "explain": _("Explain"),
        "playGame": _("Play: {game}"),
        "explainGame": _("Explain: {game}"),
        "dice": _("dice"),
        "own": _("yours"),
    }


def _choices() -> dict[str, dict[str, str]]:
    return {
        "heuristic": {"lines": _("open lines"), "pieces": _("stones on the board")},
        "empties": {
            "usual": _("the winner on 8 by 8, else nobody"),
            "winner": _("the winner"),
            "nobody": _("nobody"),
        },
        "order": {
            "left": _("left to right"),
            "right": _("right to left"),
            "fixed": _("by the heuristic, once"),
            "dynamic": _("by what the search has learned"),
        },
        "cut": {"ge": "α ≥ β", "gt": "α > β"},
        "returns": {"soft": _("fail-soft"), "hard": _("fail-hard")},
    }


def _start() -> dict[str, str]:
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


def _matches() -> dict[str, str]:
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


def _play() -> dict[str, Any]:
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


def _record() -> dict[str, str]:
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


def _analysis() -> dict[str, Any]:
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


def _why() -> dict[str, str]:
    return {
        "title": _("Why?"),
        "last": _("Why {move}?"),
        "noMove": _("Why the last move?"),
        "best": _("What is best here?"),
        "hint": _("The line that supports a move or refutes it, in words."),
        "thinking": _("Looking …"),
    }


def _explain() -> dict[str, Any]:
    return {
        "title": _("Explain a search"),
        "about": _("Step by step, both ways. The address of this page holds all of it."),
        "source": _("What is searched"),
        "tree": _("A tree"),
        "game": _("A game"),
        "which": _("Game"),
        "back": _("Take back"),
        "noMoves": _("Click on the board to go on from here."),
        "rules": _("Rules and position"),
        "how": _("How it is searched"),
        "compare": _("Compare with another search"),
        "searching": _("Searching …"),
        "export": _("Take it away"),
        "endings": {
            "svg": "SVG",
            "png": "PNG",
            "pdf": "PDF",
            "tex": "TikZ",
            "frames": _("TikZ, all steps"),
            "dot": "DOT",
            "txt": _("Text"),
            "html": "HTML",
            "json": "JSON",
        },
    }


def _editor() -> dict[str, str]:
    return {
        "label": _("Tree"),
        "tidy": _("Tidy up"),
        "help": _("How to write a tree"),
        "size": _("nodes: {nodes}, leaves: {leaves}, height: {height}"),
        "wrong": _("Line {line}, column {column}: {what}"),
        "grammar": """[[3 12 8] [2 4 6] [14 5 2]]

max A [
  a1: min B [ b1: 3  b2: 12 ]
  a2: chance C [ 1/2: 4  1/2: 8 ]
  a3: D = 2
  a4: E (h=5) [ 1 9 ]
]  # ...""",
    }


def _settings() -> dict[str, str]:
    return {
        "algorithm": _("Algorithm"),
        "more": _("More settings"),
        "noLimit": _("no limit"),
        "depth": _("Depth"),
        "order": _("Order"),
        "cut": _("Cut when"),
        "returns": _("Values"),
        "alpha": _("Alpha at the root"),
        "beta": _("Beta at the root"),
        "table": _("Transposition table"),
        "symmetry": _("Symmetric positions count as one"),
        "delta": _("Width of the window"),
        "guess": _("First guess"),
        "extension": _("Plies beyond the depth"),
        "nodes": _("At most so many nodes"),
    }


def _practise() -> dict[str, Any]:
    return {
        "title": _("Practise"),
        "about": _("Exercises by kind, number and shape: the same for everybody."),
        "kind": _("Kind"),
        "seed": _("Number"),
        "more": _("More about the shape"),
        "any": _("any"),
        "another": _("Another exercise"),
        "begin": _("A run of {count}"),
        "progress": _("Exercise {count} of {all}; marks so far: {marks} of {of}"),
        "drawing": _("Drawing of the tree"),
        "inner": _("node"),
        "leaves": _("leaf"),
        "hint": _("Numbers are written 3, -2.5, 7/2, inf or -inf."),
        "check": _("Check"),
        "solution": _("Show the solution"),
        "step": _("Step through it"),
        "next": _("Next exercise"),
        "finish": _("To the result"),
        "unreadable": _("Some answers cannot be read; nothing is marked yet."),
        "marks": _("{marks} of {all} marks"),
        "first": _("The first mistake:"),
        "perfect": _("All is right."),
        "mistakes": _("Everything that is wrong or missing: {count}"),
        "verdicts": {
            "right": _("Right."),
            "follow-on": _("Right, given what was written before."),
            "missing": _("Nothing is written."),
            "wrong": _("Not so."),
        },
        "over": _("The run is over"),
        "took": _("Time: {time}"),
        "name": _("Your name"),
        "save": _("Save the score"),
        "saved": _("Saved."),
        "scores": _("Scores"),
        "noScores": _("No score is saved yet."),
        "remove": _("Delete this score"),
        "removed": _("Deleted."),
        "columns": {
            "name": _("Name"),
            "kind": _("Kind"),
            "marks": _("Marks"),
            "time": _("Time"),
            "when": _("When"),
        },
    }


def _keys() -> dict[str, str]:
    """What the parts of a shape are called."""
    return {
        "depth": _("Depth"),
        "branching": _("Branches of a node"),
        "cuts": _("Cuts"),
        "deep": _("Deep cuts"),
        "pruned": _("Leaves pruned"),
        "ties": _("Ties"),
        "leaves": _("Leaves from..to"),
        "step": _("Step between values"),
        "root": _("At the root"),
        "levels": _("Kind of every level"),
        "chance": _("Levels of chance"),
        "odds": _("Probabilities"),
        "uneven": _("Leaves at several depths"),
        "cut": _("Cut when"),
        "returns": _("Values"),
    }


def _shapes() -> dict[str, dict[str, str]]:
    yes_no = {"yes": _("yes"), "no": _("no"), "any": _("any")}
    return {
        "ties": yes_no,
        "uneven": yes_no,
        "root": {"max": "MAX", "min": "MIN"},
        "odds": {"mixed": _("mixed"), "equal": _("equal")},
        "cut": {"ge": "α ≥ β", "gt": "α > β"},
        "returns": {"soft": _("fail-soft"), "hard": _("fail-hard")},
    }


def _lab() -> dict[str, Any]:
    return {
        "title": _("Lab"),
        "about": _("What a search costs, depth by depth, beside what theory says."),
        "games": _("Games"),
        "game": _("Game"),
        "add": _("Another game"),
        "remove": _("Without {game}"),
        "parameters": _("Rules"),
        "algorithms": _("Algorithms"),
        "from": _("Depth from"),
        "to": _("Depth to"),
        "mostNodes": _("At most so many nodes"),
        "mostSeconds": _("At most so many seconds"),
        "go": _("Measure"),
        "cancel": _("Cancel"),
        "progress": _("Progress"),
        "ready": _("Each game is searched by each algorithm at each depth."),
        "so": _("{done} of {all} searches"),
        "underWay": _("{done} of {all} searches; nodes of this one: {nodes}"),
        "done": _("Done."),
        "cancelled": _("Cancelled. What was measured stays."),
        "noAlgorithm": _("Choose at least one algorithm."),
        "noDepth": _("The last depth is smaller than the first."),
        "measure": _("Shown"),
        "measures": {
            "nodes": _("nodes"),
            "leaves": _("leaves"),
            "cutoffs": _("cutoffs"),
            "seconds": _("time"),
        },
        "columns": {
            "game": _("game"),
            "algorithm": _("algorithm"),
            "depth": _("depth"),
            "value": _("value"),
        },
        "depth": _("depth"),
        "branching": _("b = {b} moves on average"),
        "stopped": _("stopped: too many nodes or too long"),
        "csv": _("Table as CSV"),
        "blank": _("Charts and a table come here."),
    }
