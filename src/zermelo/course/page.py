"""The page that a student reads: what was asked, what was reached, where it failed, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from zermelo.board import DARK
from zermelo.course.criteria import Reached
from zermelo.course.rubric import Criterion, Rubric
from zermelo.course.words import asked, heading, number
from zermelo.language import _, current

STYLE: Final = (
    """
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #fff; --line: #d0d7de;
  --good: #1a7f37; --bad: #b35900; --full: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e0; --soft: #a0a8b3; --paper: #16191d; --line: #3a424e;
    --good: #4ac26b; --bad: #ff9452; --full: #56b4e9; }
"""
    + DARK
    + """
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin-bottom: 0; } h2 { margin: 0; font-size: 1.1rem; }
.total { font-size: 1.6rem; margin: 0 0 1.5rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0; }
header { display: flex; justify-content: space-between; gap: 1rem; }
.points { white-space: nowrap; font-weight: 600; }
.bar { height: .4rem; border-radius: .2rem; background: var(--line); margin: .4rem 0; }
.bar i { display: block; height: 100%; border-radius: .2rem; background: var(--full); }
p { margin: .3rem 0; } .asked { color: var(--soft); }
.good::before { content: "✓ "; color: var(--good); }
.bad::before { content: "✗ "; color: var(--bad); }
.advice::before { content: "→ "; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: .5rem 0; width: 15rem; } figure svg { width: 100%; max-height: 18rem; }
figcaption { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
code { font-size: .95em; }
"""
)


def page(rubric: Rubric, name: str, total: float, reached: Sequence[Reached]) -> str:
    """The whole page, which needs nothing from outside."""
    title = _("Feedback for {name}").format(name=name)
    whole = _("{points} of {most} points")
    told = whole.format(points=number(total), most=number(rubric.points))
    parts = "".join(
        _section(rubric, criterion, each)
        for criterion, each in zip(rubric.criteria, reached, strict=True)
    )
    return (
        f'<!doctype html>\n<html lang="{current()}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f'<h1>{escape(title)}</h1>\n<p class="total">{escape(told)}</p>\n{parts}</html>\n'
    )


def _section(rubric: Rubric, criterion: Criterion, each: Reached) -> str:
    out_of = f"{number(each.points)} / {number(criterion.points)}"
    width = round(100 * each.points / criterion.points)
    lines = [
        f"<header><h2>{escape(heading(criterion, rubric.kind))}</h2>"
        f'<span class="points">{out_of}</span></header>',
        f'<div class="bar"><i style="width:{width}%"></i></div>',
        f'<p class="asked">{escape(asked(criterion, rubric))}</p>',
    ]
    if each.told:
        mark = "bad" if each.fault else "good"
        lines.append(f'<p class="{mark}">{escape(each.told)}</p>')
    if each.fault:
        first = _("What went wrong first: {what}").format(what=each.fault)
        lines.append(f"<p>{escape(first)}</p>")
    if each.boards:
        lines.append(f'<div class="boards">{"".join(map(_figure, each.boards))}</div>')
    if each.advice:
        lines.append(f'<p class="advice">{_code(each.advice)}</p>')
    return f"<section>{''.join(lines)}</section>\n"


def _figure(board: tuple[str, str]) -> str:
    drawing, caption = board
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"


def _code(text: str) -> str:
    """The text, with what stands between backquotes as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
