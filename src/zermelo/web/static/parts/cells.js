// The cells of a drawing: where they are, and what is drawn on them.

import { h, s } from "./ui.js";

/** What stands on a cell, to go along with the pointer. */
export function lifted(cell) {
  const { x, y, width, height } = box(cell);
  const pieces = [...cell.children].filter((each) => !each.classList.contains("hit")).map((each) => each.cloneNode(true));
  const ghost = h("div", { class: "ghost lift" }, s("svg", { class: "game-board", viewBox: `${x} ${y} ${width} ${height}` }, pieces));
  ghost.style.width = `${cell.querySelector(".hit").getBoundingClientRect().width}px`;
  return ghost;
}

function box(cell) {
  return (cell.querySelector(".hit") ?? cell).getBBox();
}

export function middle(cell) {
  const { x, y, width, height } = box(cell);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where something is written on a cell: in the middle of a bare one, at the top of a bare column, else at the edge. */
function spot(cell, tall) {
  const { x, y, width, height } = box(cell);
  const cx = x + width / 2;
  if (cell.hasAttribute("data-bare")) return [cx, y + (height > 2 * width ? width : height) / 2];
  return [cx, height > 2 * width ? y + height - tall : y + 0.6 * tall];
}

/** Whether a part of a drawing is no more than a dot that marks a legal move. */
export function small(part) {
  return part.tagName === "circle" && part.getAttribute("r") < 3;
}

/** The sign of a legal move on a bare cell. */
export function dot(cell) {
  const [cx, cy] = spot(cell, 0);
  return s("circle", { class: "may", cx, cy, r: 1.7 });
}

/** A verdict on a cell, in the winner's colour; an estimate is only outlined, and the best has a ring. */
export function label(cell, { text, words, owner, estimate, best }) {
  const { width, height } = box(cell);
  const most = cell.dataset.may === "piece" ? 6 : 8; // so that the piece below is seen
  const size = Math.min(most, 0.36 * height, 0.4 * width, (0.98 * width) / Math.max(text.length, 3));
  const [half, tall] = [Math.min(width / 2 - 2, 0.33 * size * text.length + 0.5 * size), 0.76 * size];
  const [cx, cy] = spot(cell, tall);
  const shape = (grow, more) => s("rect", { x: cx - half - grow, y: cy - tall - grow, width: 2 * (half + grow),
    height: 2 * (tall + grow), rx: tall + grow, ...more });
  return s("g", { class: `worth${best ? " best" : ""}${estimate ? " estimate" : ""}`, "data-owner": owner },
    s("title", {}, words), best ? shape(0.16 * size, { class: "halo", "stroke-width": 0.22 * size }) : null, shape(0, {}),
    s("text", { x: cx, y: cy + 0.35 * size, "font-size": size, "text-anchor": "middle" }, text));
}
