// The editor of positions: by mouse on boards of cells, else as text; play begins from what is there.

import { ask } from "./api.js";
import { t } from "./texts.js";
import { button, field, h, later, messageOf, openDialog, parseDrawing, segments } from "./ui.js";

const CELL = 24, FRAME = 10; // of the drawings (zermelo.board.Grid)
// Notations in which a letter is a cell: [MAX, MIN, nothing], what parts rows, and what tells who moves.
const WRITTEN = {
  tictactoe: { signs: ["x", "o", "."], rows: "/" },
  mnk: { signs: ["x", "o", "."], rows: "/" },
  connect4: { signs: ["x", "o", "."], rows: "/", falls: true },
  othello: { signs: ["X", "O", "-"], rows: "", movers: { MAX: " X", MIN: " O" } },
};

/** Opens the editor at a position of a match; `begin(text)` hears where play is to begin. */
export function openSetup(game, parameters, position, name, begin) {
  const kind = WRITTEN[game.name];
  const problem = h("p", { class: "problem", role: "alert" });
  const board = h("div", { class: "preview editboard" });
  const text = h("textarea", { rows: 2, spellcheck: false, class: "mono", "data-field": "position", "aria-label": t.setup.text });
  text.value = position.position;
  let sign = kind?.signs[0];
  let request = new AbortController();
  const go = button(t.setup.begin, null, { type: "submit", class: "primary" });
  const look = async () => {
    request.abort();
    request = new AbortController();
    try {
      const found = await ask("POST", "/api/positions", { game: game.name, parameters, position: text.value }, request.signal);
      draw(found);
      [problem.textContent, go.disabled] = [found.notes.join(" "), found.over];
    } catch (error) {
      if (request.signal.aborted) return;
      [problem.textContent, go.disabled] = [messageOf(error), true];
    }
  };
  const soon = later(200, look);
  text.addEventListener("input", soon);

  function draw(found) {
    const svg = parseDrawing(found.board);
    svg.querySelector("title")?.remove();
    for (const cell of svg.querySelectorAll("[data-action]")) cell.removeAttribute("data-action");
    board.replaceChildren(svg);
    if (kind) svg.addEventListener("click", (event) => put(svg, event));
  }

  function put(svg, { clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const [columns, rows] = [width, height].map((size) => Math.round((size - 2 * FRAME) / CELL));
    const [column, row] = [at.x, at.y].map((place) => Math.floor((place - FRAME) / CELL));
    if (column < 0 || row < 0 || column >= columns || row >= rows) return;
    const letters = [...text.value.split(" ")[0].replaceAll("/", "")];
    const rest = text.value.slice(text.value.split(" ")[0].length);
    const of = (r) => r * columns + column;
    const nothing = kind.signs[2];
    if (kind.falls) { // a disc falls; what is taken away takes those above it along
      const free = Array.from({ length: rows }, (_, r) => rows - 1 - r).find((r) => letters[of(r)] === nothing);
      if (sign !== nothing && free !== undefined && row <= free) letters[of(free)] = sign;
      else if (letters[of(row)] === nothing) return;
      else if (sign === nothing) for (let r = row; r >= 0; r -= 1) letters[of(r)] = nothing;
      else letters[of(row)] = sign;
    } else letters[of(row)] = letters[of(row)] === sign ? nothing : sign;
    const lines = Array.from({ length: rows }, (_, r) => letters.slice(r * columns, (r + 1) * columns).join(""));
    text.value = lines.join(kind.rows) + rest;
    look();
  }

  const clear = () => {
    const [cells] = text.value.split(" ");
    text.value = cells.replace(new RegExp(`[${kind.signs[0]}${kind.signs[1]}]`, "g"), kind.signs[2]) + text.value.slice(cells.length);
    look();
  };
  const palette = kind && segments(t.setup.put, [[kind.signs[0], name("MAX")], [kind.signs[1], name("MIN")], [kind.signs[2], t.setup.empty]],
    sign, (chosen) => { sign = chosen; });
  const movers = kind?.movers && segments(t.setup.toMove, [["MAX", name("MAX")], ["MIN", name("MIN")]], position.to_move ?? "MAX",
    (chosen) => { text.value = text.value.split(" ")[0] + kind.movers[chosen]; look(); });
  openDialog(t.setup.title, (close) => h("form", { class: "start", onsubmit: (event) => {
    event.preventDefault();
    close();
    begin(text.value.trim());
  } }, board, h("div", { class: "stack" }, palette, movers, field(t.setup.text, text), problem,
    h("div", { class: "row end" }, kind ? button(t.setup.clear, clear) : null, button(t.shell.cancel, close), go))));
  look();
}
