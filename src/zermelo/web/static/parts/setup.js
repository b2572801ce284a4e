// The editor of positions: by mouse where cells are written, else as text; play begins from what is there.

import { ask } from "./api.js";
import { notationOf } from "./notations.js";
import { t } from "./texts.js";
import { button, field, h, later, latest, messageOf, openDialog, parseDrawing, s, segments } from "./ui.js";

const CELL = 24; // of the drawings (zermelo.board.Grid)

/** Opens the editor at a position of a match; `begin(text)` hears where play is to begin. */
export function openSetup(game, parameters, position, name, begin) {
  const kind = notationOf(game, position.position);
  const problem = h("p", { class: "problem", role: "alert" });
  const board = h("div", { class: "preview editboard" });
  const tools = kind?.tools(position.position, name);
  const key = kind?.key(tools) ?? t("The position as text");
  const text = h("textarea", { rows: 2, spellcheck: false, class: "mono", "data-field": "position", "aria-label": key });
  text.value = position.position;
  let [sign] = tools?.[0] ?? [];
  let drawn = null; // the position that the drawing shows
  const request = latest();
  const go = button(t("Play from here"), null, { type: "submit", class: "primary" });
  const look = async () => {
    const signal = request();
    try {
      const found = await ask("POST", "/api/positions", { game: game.name, parameters, position: text.value }, signal);
      draw(found);
      [problem.textContent, go.disabled] = [found.notes.join(" "), found.over];
    } catch (error) {
      if (signal.aborted) return;
      [problem.textContent, go.disabled] = [messageOf(error), true];
      if (kind && drawn) sketch();
    }
  };
  const set = (changed) => {
    if (changed === null) return;
    text.value = changed;
    look();
  };
  text.addEventListener("input", later(200, look));
  if (kind) board.addEventListener("click", (event) => { if (drawn) put(event); });

  function draw(found) {
    const svg = parseDrawing(found.board);
    svg.setAttribute("aria-label", found.title);
    for (const cell of svg.querySelectorAll("[data-action]")) {
      if (kind) cell.remove(); // what can be played is no matter here
      else cell.removeAttribute("data-action");
    }
    for (const hit of svg.querySelectorAll(".hit")) hit.remove();
    board.replaceChildren(svg);
    drawn = found.position;
  }

  /** Shows what is no position yet: only sketched where it differs from the last that was one. */
  function sketch() {
    const svg = board.firstChild;
    for (const each of svg.querySelectorAll(".sketch")) each.remove();
    for (const [column, row, side] of kind.changes(drawn, text.value, columnsOf(svg))) {
      const [cx, cy] = [column, row].map((place) => kind.frame + (place + 0.5) * CELL);
      svg.append(s("circle", { class: "sketch", "data-side": side, cx, cy, r: 8 }));
    }
  }

  const columnsOf = (svg) => Math.round((svg.viewBox.baseVal.width - 2 * kind.frame) / CELL);

  function put({ clientX, clientY }) {
    const svg = board.firstChild;
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [column, row] = [at.x, at.y].map((place) => Math.floor((place - kind.frame) / CELL));
    const rows = Math.round((svg.viewBox.baseVal.height - 2 * kind.frame) / CELL);
    if (column < 0 || row < 0 || column >= columnsOf(svg) || row >= rows) return;
    set(kind.put(text.value, sign, [column, row], columnsOf(svg), parameters));
  }

  const palette = kind && segments(t("Click the board to put"), tools, sign, (chosen) => { sign = chosen; });
  const movers = kind?.movers && segments(t("To move"), [["MAX", name("MAX")], ["MIN", name("MIN")]], position.to_move ?? "MAX",
    (side) => set(kind.turn(text.value, side, parameters)));
  const phases = kind?.phases && segments(t("Men are"), kind.phases(), kind.phase(text.value),
    (phase) => set(kind.enter(text.value, phase, parameters)));
  openDialog(t("Set up a position"), (close) => h("form", { class: "start", onsubmit: (event) => {
    event.preventDefault();
    close();
    begin(text.value.trim());
  } }, board, h("div", { class: "stack" }, palette, movers, phases, field(key, text), problem,
    h("div", { class: "row end" }, kind?.clear ? button(t("Clear the board"), () => set(kind.clear(text.value, parameters))) : null,
      button(t("Cancel"), close), go))));
  look();
}
