"""What the player says, in the current language."""

from __future__ import annotations

from typing import Any

from zermelo.language import SIGNS, _, current, forms

# `kinds`, `titles` and the like are looked up by name in the player; gaps are {so} written.


def texts() -> dict[str, Any]:
    """All that the player says that does not come from the search."""
    return {
        "signs": SIGNS[current()],
        "kinds": {
            "MAX": _("MAX"),
            "MIN": _("MIN"),
            "CHANCE": _("CHANCE"),
            "LEAF": _("leaf"),
            "MORE": _("more"),
        },
        **_controls(),
        **_panels(),
        **_places(),
        **_predicting(),
        **_comparing(),
        "keys": _keys(),
        "legend": _legend(),
    }


def themes() -> dict[str, str]:
    """The colours to choose from."""
    return {"auto": _("as the screen is set"), "light": _("light"), "dark": _("dark")}


def _controls() -> dict[str, Any]:
    return {
        "steps": _("Steps"),
        "scrub": _("Step"),
        "counter": _("Step {step} of {steps}"),
        "counterAlone": _("Step {step}"),
        "first": _("First step (Home)"),
        "jumpBack": _("Previous cut or return (Shift ←)"),
        "back": _("One step back (←)"),
        "play": _("Play the steps (space)"),
        "pause": _("Pause (space)"),
        "speed": _("Speed"),
        "present": _("Fill the screen, for a projector (V)"),
        "forward": _("One step on (→)"),
        "jump": _("Next cut or return (Shift →)"),
        "last": _("Last step (End)"),
        "view": _("View"),
        "zoomIn": _("Zoom in (+)"),
        "zoomOut": _("Zoom out (−)"),
        "fit": _("Show the whole tree (F)"),
        "toCurrent": _("Go to the current node (Z)"),
        "toLine": _("Show the expected line (L)"),
        "focusOn": _("Fold all but the current node and the expected line, or unfold all"),
        "theme": _("Light or dark"),
        "themeNow": _("Colours: {theme}"),
        "themes": themes(),
        "copyLink": _("Copy a link to what is shown"),
        "copied": _("The link is copied."),
        "help": _("Keys and signs (?)"),
        "legendTitle": _("Signs"),
        "close": _("Close"),
    }


def _panels() -> dict[str, Any]:
    return {
        "panels": _("About this step"),
        "titles": {
            "card": _("The cut"),
            "node": _("Node"),
            "code": _("Pseudo-code"),
            "stack": _("Calls under way"),
            "counts": _("Counts"),
            "iterations": _("Iterations"),
            "statics": _("Static and backed-up values"),
        },
        "nodeNow": _("Current node: {node}"),
        "nodePointed": _("Node: {node}"),
        "setBy": _("Bound set by"),
        "skips": _("Skipped"),
        "state": _("Position"),
        "share": _("Probability"),
        "sum": _("Weighted sum"),
        "range": _("Known so far"),
        "static": _("Static value"),
        "backedUp": _("Backed-up value"),
        "estimate": _("Estimate at the depth limit"),
        "counted": _("It counts"),
        "hit": _("From the table"),
        "repeat": _("The same position as"),
        "same": _("Symmetric to"),
        "visits": _("Visits"),
        "best": _("Best so far"),
        "by": _("by"),
        "passed": _("passed in"),
        "held": _("held inside"),
        "returned": _("returned"),
        "nodes": _("nodes"),
        "leaves": _("leaves"),
        "cutoffs": _("cutoffs"),
        "soFar": _("so far"),
        "inAll": _("in all"),
        "worst": _("worst case: all of them"),
        "ideal": _("best case (Knuth and Moore)"),
        "scale": _("The bars grow with the logarithm."),
        "depth": _("depth"),
        "value": _("value"),
        "line": _("line"),
        "node": _("node"),
    }


def _places() -> dict[str, Any]:
    """What is said of places; `hidden` and `count` of one node, and of several."""
    return {
        "tree": _("Search tree"),
        "worth": _("value {value}"),
        "written": _("leaf value {value}"),
        "cutHere": _("cut"),
        "open": _("being searched"),
        "done": _("done"),
        "skipped": _("skipped by a cut"),
        "dropped": _("left out"),
        "left": _("given up"),
        "unseen": _("not searched yet"),
        "onLine": _("on the expected line"),
        "hidden": forms("{count} node not shown", "{count} nodes not shown"),
        "count": forms("{count} node", "{count} nodes"),
        "neverVisited": _("The search never comes to {node}."),
        "notHere": _("These nodes are not in this page: show more (--max-nodes), or search there."),
    }


def _predicting() -> dict[str, Any]:
    return {
        "predict": _("Predict"),
        "whatNext": _("What happens next?"),
        "happenings": {
            "visit": _("{node} is looked at"),
            "best": _("{node} has a new best value"),
            "weigh": _("the outcome counts at {node}"),
            "cutoff": _("the rest of {node} is cut off"),
            "leave": _("{node} returns its value to {parent}"),
        },
        "asks": {
            "enter": _("Which window is passed to {node}?"),
            "best": _("What does {node} hold now?"),
            "leave": _("Which value does {node} return?"),
        },
        "whoSet": _("Which node set the bound that cuts {node}?"),
        "caller": _("the caller of the search"),
        "ownWindow": _("the window of the search"),
        "answer": _("Answer"),
        "numbers": _("Numbers are written 3, -2.5, 7/2, inf or -inf."),
        "showMe": _("Show me"),
        "right": _("Right."),
        "wrong": _("Not so."),
        "shown": _("This is what happens:"),
        "score": _("{right} of {asked} right"),
        "over": _("The search is over."),
    }


def _comparing() -> dict[str, Any]:
    return {
        "compare": _("Compare with"),
        "nothing": _("nothing"),
        "together": _("step together"),
        "changed": _("What changes: value {value}; {counts}."),
        "nowSeen": _("Looked at now: {names}."),
        "nowSkipped": _("No longer looked at: {names}."),
        "switches": {
            "cut": {
                "label": _("Cut when"),
                "choices": {"ge": "α ≥ β", "gt": "α > β"},
            },
            "test": {
                "label": _("Test for a cut"),
                "choices": {"last": _("after the update"), "first": _("before the update")},
            },
            "returns": {
                "label": _("Values"),
                "choices": {
                    "soft": _("fail-soft"),
                    "hard": _("fail-hard"),
                    "bound": _("the bound itself"),
                },
            },
            "order": {
                "label": _("Order"),
                "choices": {"left": _("left to right"), "right": _("right to left")},
            },
        },
    }


def _keys() -> list[tuple[str, str]]:
    return [
        ("← →", _("one step")),
        ("Shift+← Shift+→", _("to the previous or next cut or return")),
        ("Home End", _("to the first or last step")),
        ("Space", _("play the steps, or pause; in the tree like Enter")),
        ("v", _("fill the screen, for a projector; Esc ends it")),
        ("+ − f", _("zoom in, zoom out, show the whole tree")),
        ("z l", _("go to the current node, show the expected line")),
        ("c", _("fold or unfold the node that has the focus, else the current one")),
        ("p", _("predict mode; 1, 2, 3 … answer, Esc ends it")),
        ("Tab", _("from one control to the next; the tree is one of them")),
        ("↑ ↓", _("in the tree: to the node before or after")),
        ("Shift+↑ Shift+↓", _("in the tree: to the parent, or past the subtree")),
        ("Enter", _("in the tree: to the next visit of the node; so does a click")),
        ("?", _("this help")),
    ]


def _legend() -> list[str]:
    return [
        _("Triangle up: MAX. Triangle down: MIN. Circle: chance. Square: a leaf."),
        _("Two bars across a branch: a cut. Grey and dashed: what it skips."),
        _(
            "[α, β] in italics above a node: passed in. α and β beside it: held inside; what was "
            "held before is struck through. ↑ and a value: returned."
        ),
        _("An orange ring: the current node. A dotted ring: the node that set one of its bounds."),
        _("Thick branches: the line that the search expects."),
        _("Lines and rings on a board: what the heuristic counts, MAX's solid, MIN's dashed."),
        _("▸: nodes that are not shown."),
    ]
