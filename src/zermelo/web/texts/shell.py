"""The frame of every page, and the gallery of games."""

from __future__ import annotations

from typing import Any

from zermelo.language import _


def shell() -> dict[str, str]:
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
        "nowhereTitle": _("Nothing here"),
        "home": _("To the games"),
    }


def gallery() -> dict[str, Any]:
    return {
        "title": _("Games"),
        "about": _("Choose a game: play it, or watch a search think about it."),
        "play": _("Play"),
        "explain": _("Explain"),
        "playGame": _("Play: {game}"),
        "explainGame": _("Explain: {game}"),
        "settingsOf": _("Choose the rules and the players: {game}"),
        "dice": _("dice"),
        "own": _("yours"),
        "hard": {"1": _("easy"), "2": _("middling"), "3": _("hard")},
        "plies": _("about {count} moves"),
        "unsolved": _("not solved"),
        "search": _("Search games"),
        "filter": _("Show"),
        "filters": {
            "all": _("all"),
            "easy": _("easy ones"),
            "solved": _("solved"),
            "dice": _("with dice"),
            "own": _("your own"),
        },
        "none": _("No game is like that."),
        "broken": _("This game breaks rules: its values and moves may be wrong."),
        "yourTitle": _("Your own game"),
        "yourAbout": _(
            "A class in Python is enough. This writes one to begin with, and shows it; after a "
            "change, start it again:"
        ),
    }


def choices() -> dict[str, dict[str, str]]:
    return {
        "heuristic": {
            "lines": _("open lines"),
            "pieces": _("stones on the board"),
            "sound": _("sound"),
            "report": _("as the report of 2017 has it"),
        },
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
        **conventions(),
        "ties": {"first": _("the first"), "last": _("the last")},
        "ends": {"utility": _("by its utility"), "heuristic": _("by the heuristic")},
        **{name: {} for name in ("root_depth", "chance_depth", "functions")},
    }


def conventions() -> dict[str, dict[str, str]]:
    """What can be chosen of alpha-beta."""
    return {
        "cut": {"ge": "α ≥ β", "gt": "α > β"},
        "test": {"last": _("after the update"), "first": _("before the update")},
        "returns": {
            "soft": _("fail-soft"),
            "hard": _("fail-hard"),
            "bound": _("the bound itself"),
        },
    }
