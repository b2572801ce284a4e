"""Sheets as LaTeX, with the drawings in plain TikZ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from zermelo.exercise.outputs.drawing import beside, view_of
from zermelo.exercise.positions import BoardTree
from zermelo.exercise.sheet import Sheet
from zermelo.explain import tikz
from zermelo.explain.tikz import POINT, escape
from zermelo.language import _

WIDE: Final = 500.0  # points across an upright page; a wider drawing turns them all
# Points on a page, upright or turned, without its title, its footer and what lists keep clear.
HEIGHT: Final = {False: 640.0, True: 395.0}
LETTERS: Final = {False: 88, True: 132}  # in a line of text; more go to the next
ACROSS: Final = {False: 145.0, True: 230.0}  # millimetres for the columns of a table
ROW: Final = 18.0  # points of a line of text, or of a table
LEAST: Final = 150.0  # the height that a drawing has whatever is below it
WIDEST: Final = 22.0  # millimetres of a column
BEGIN: Final = r"\begin{document}"
END: Final = r"\end{document}"


def render(sheets: Sequence[Sheet]) -> bytes:
    """The sheets as one document, each beginning a new page."""
    drawings = [_Drawing(sheet) for sheet in sheets]
    turned = ",landscape" if any(drawing.width > WIDE for drawing in drawings) else ""
    lines = [
        r"\documentclass[a4paper,11pt]{article}",
        rf"\usepackage[a4paper,margin=15mm{turned}]{{geometry}}",
        drawings[0].preamble,
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\pagestyle{empty}",
        BEGIN,
    ]
    for sheet, drawing in zip(sheets, drawings, strict=True):
        lines += [*_page(sheet, drawing.picture, bool(turned)), r"\newpage"]
    return "\n".join([*lines[:-1], END, ""]).encode("ascii")


class _Drawing:
    """The parts of the document that a drawing alone would be."""

    def __init__(self, sheet: Sheet) -> None:
        view = view_of(sheet)
        head, _begin, rest = tikz.render(view).decode("ascii").partition(BEGIN)
        self.width = view.picture.width * POINT
        self.preamble = head.partition("\n")[2].strip()
        self.picture = rest.partition(END)[0].strip()


def _page(sheet: Sheet, picture: str, turned: bool) -> Iterable[str]:
    grids = beside(sheet)
    rows = sum(ceil((len(text) + 4) / LETTERS[turned]) for text in sheet.instructions)
    rows += len(sheet.single) + sum(len(grid) + 1 for grid in grids)
    room = max(HEIGHT[turned] - ROW * rows, LEAST)
    yield rf"{{\Large\bfseries {escape(sheet.title)}}}"
    if sheet.student:
        yield rf"\hfill {escape(_('Name:'))} {escape(sheet.student)}"
    elif not sheet.solved:
        yield rf"\hfill {escape(_('Name:'))} \rule{{6cm}}{{0.4pt}}"
    yield r"\begin{itemize}\setlength{\itemsep}{0pt}"
    yield from (rf"\item {escape(text)}" for text in sheet.instructions)
    if isinstance(sheet.tree, BoardTree):  # TikZ draws no boards
        for leaf in sheet.tree.leaves():
            board = f"{sheet.exercise.task.names.of(leaf)}: {sheet.tree.texts[leaf]}"
            yield rf"\item \texttt{{{escape(board)}}}"
    yield r"\end{itemize}"
    yield r"\begin{center}\setbox0\hbox{%"
    yield picture
    yield r"}\ifdim\wd0>\linewidth\setbox0\hbox{\resizebox{\linewidth}{!}{\box0}}\fi"
    # What is asked below stays on the page.
    yield rf"\ifdim\dimexpr\ht0+\dp0\relax>{room:.0f}pt\setbox0\hbox{{%"
    yield rf"\resizebox{{!}}{{{room:.0f}pt}}{{\box0}}}}\fi\leavevmode\box0"
    yield r"\end{center}"
    for cell in sheet.single:
        text = r"\rule{3cm}{0.4pt}" if cell.text is None else rf"\textbf{{{escape(cell.text)}}}"
        yield rf"{escape(cell.item.label)}: {text}\par"
    for grid in grids:
        columns = len(grid[0]) - 1
        wide = f"{min(WIDEST, ACROSS[turned] / columns - 1.5):.1f}mm"
        yield r"{\small\setlength{\tabcolsep}{2pt}"
        yield rf"\begin{{tabular}}{{|l|{'c|' * columns}}}\hline"
        for row in grid:
            cells = (rf"\makebox[{wide}]{{{escape(text)}}}" for text in row[1:])
            yield " & ".join([escape(row[0]), *cells]) + r" \\ \hline"
        yield r"\end{tabular}\par}"
    yield r"\vfill{\footnotesize\ttfamily " + escape(sheet.footer) + r"\par}"
