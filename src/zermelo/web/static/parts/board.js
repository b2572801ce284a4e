// A board that can be played on: by click, by dragging, and with the keys.

import { number } from "/player/values.js";
import { t } from "./texts.js";
import { button, h, parseDrawing, s } from "./ui.js";
import { describe, worth } from "./worth.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Shows positions; `play(move)` is called when the visitor chooses a move of a live one. */
export class Board {
  constructor(play) {
    this.play = play;
    this.frame = h("div", { class: "frame", onkeydown: (event) => this.press(event),
      onpointerdown: (event) => this.aim(event) });
    this.others = h("div", { class: "others", role: "group", "aria-label": t.play.otherMoves });
    this.element = h("div", { class: "playboard" }, this.frame, this.others);
    this.live = false;
    this.last = null; // where the focus was
  }

  /** Shows a position; on a live one moves can be chosen. The first sets the room for all. */
  show(position, live) {
    const hadFocus = this.frame.contains(document.activeElement) || this.others.contains(document.activeElement);
    this.live = live;
    this.position = position;
    this.svg = parseDrawing(position.board);
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.element.style.setProperty("--ratio", this.ratio ??= width / height);
    this.frame.replaceChildren(this.svg);
    this.frame.toggleAttribute("data-live", live);
    this.cells = [...this.svg.querySelectorAll("[data-action]")];
    const there = new Set(this.cells.map((cell) => cell.dataset.action));
    const missing = live ? position.moves.filter(({ move }) => !there.has(move)) : [];
    this.others.replaceChildren(...missing.map(({ move }) => button(move, () => this.play(move), { "data-move": move })));
    if (live) this.makeLive();
    this.keepFocus(hadFocus);
  }

  makeLive() {
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", t.play.board);
    const again = this.last && this.nearest(this.last);
    for (const cell of this.cells) {
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", cell.dataset.action);
      cell.setAttribute("tabindex", -1);
      const signs = [...cell.children].filter((each) => !each.classList.contains("hit"));
      cell.toggleAttribute("data-bare", signs.every(small));
      if (!signs.length) cell.append(dot(cell));
      cell.append(s("title", {}, cell.dataset.action));
      cell.addEventListener("focus", () => { this.last = middle(cell); });
    }
    (again ?? this.cells[0])?.setAttribute("tabindex", 0);
  }

  /** The focus stays on the board while moves come and go. */
  keepFocus(had) {
    if (had) this.waiting = true;
    if (!this.waiting) return;
    if (this.live) {
      this.waiting = false;
      (this.svg.querySelector('[tabindex="0"]') ?? this.others.firstElementChild)?.focus();
    } else if (had) {
      this.frame.tabIndex = -1;
      this.frame.focus({ preventScroll: true });
    }
  }

  /** The legal move at a place of the screen. */
  at(x, y) {
    const cell = document.elementFromPoint(x, y)?.closest?.("[data-action]");
    return this.live && cell && this.svg.contains(cell) ? cell : null;
  }

  // --- pointing and dragging ----------------------------------------------------------------------

  /** Pressed on the board or on a piece beside it: what is under the pointer when it is let go is played. */
  aim(event, ghost = null) {
    if (!this.live || event.button) return;
    const started = this.at(event.clientX, event.clientY);
    if (!started && !ghost) return;
    event.preventDefault();
    const done = new AbortController();
    const options = { signal: done.signal };
    const light = (cell) => {
      for (const each of this.cells) each.classList.toggle("aimed", each === cell);
    };
    light(started);
    if (ghost) document.body.append(ghost);
    const move = ({ clientX: x, clientY: y }) => {
      if (ghost) ghost.style.transform = `translate(${x}px, ${y}px)`;
      light(this.at(x, y));
    };
    const end = () => {
      done.abort();
      ghost?.remove();
      light(null);
    };
    move(event);
    addEventListener("pointermove", move, options);
    addEventListener("pointercancel", end, options);
    addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
      end();
      const cell = this.at(x, y);
      if (cell) this.play(cell.dataset.action);
    }, options);
  }

  // --- keys -----------------------------------------------------------------------------------------

  press(event) {
    const cell = event.target.closest?.("[data-action]");
    if (!cell || !this.live || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.play(cell.dataset.action);
      return;
    }
    const next = event.key === "Home" ? this.cells[0] : event.key === "End" ? this.cells.at(-1)
      : WAYS[event.key] ? this.beside(cell, WAYS[event.key]) : null;
    if (!next) return;
    event.preventDefault();
    for (const each of this.cells) each.setAttribute("tabindex", each === next ? 0 : -1);
    next.focus();
  }

  /** The next cell in a direction: far in it, and little aside. */
  beside(cell, [dx, dy]) {
    const from = middle(cell);
    let best = null;
    for (const other of this.cells) {
      const to = middle(other);
      const [x, y] = [to.x - from.x, to.y - from.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = along + 3 * aside;
      if (along > 0.5 && aside <= 2 * along && (!best || far < best.far)) best = { far, other };
    }
    return best?.other ?? null;
  }

  nearest(place) {
    const far = (cell) => Math.hypot(middle(cell).x - place.x, middle(cell).y - place.y);
    return this.cells.reduce((best, cell) => (!best || far(cell) < far(best) ? cell : best), null);
  }

  // --- values ---------------------------------------------------------------------------------------

  /** Writes the value of each legal move on the board; `moves` are {move, value, proven}, null: none. */
  value(moves, side) {
    this.svg.querySelector(".worths")?.remove();
    const known = new Map((moves ?? []).map((each) => [each.move, each]));
    const sign = side === "MIN" ? -1 : 1;
    const best = Math.max(...[...known.values()].map(({ value }) => sign * number(value)));
    const labels = this.cells.filter((cell) => known.has(cell.dataset.action)).map((cell) => {
      const { value, proven } = known.get(cell.dataset.action);
      return label(cell, worth(value, proven), sign * number(value) === best, proven);
    });
    for (const cell of this.cells) {
      if (cell.hasAttribute("aria-label")) cell.setAttribute("aria-label", name(cell.dataset.action, known));
    }
    for (const each of this.others.children) {
      const { move } = each.dataset;
      const found = known.get(move);
      each.textContent = found ? `${move} (${worth(found.value, found.proven)})` : move;
      each.setAttribute("aria-label", name(move, known));
    }
    if (labels.length) this.svg.append(s("g", { class: "worths", "aria-hidden": "true" }, labels));
  }
}

/** What a move is called when it is read out: with its value where that is known, and what it rests on. */
function name(move, known) {
  return known.has(move) ? describe(t.play.moveWorth, known.get(move), { move }) : move;
}

function box(cell) {
  return (cell.querySelector(".hit") ?? cell).getBBox();
}

function middle(cell) {
  const { x, y, width, height } = box(cell);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where something is written on a cell: in the middle of a bare one, at the top of a bare column, else at the edge. */
function spot(cell, tall) {
  const { x, y, width, height } = box(cell);
  const cx = x + width / 2;
  if (cell.hasAttribute("data-bare")) return [cx, y + Math.min(height, width) / 2];
  return [cx, height > 2 * width ? y + height - tall : y + 0.6 * tall];
}

/** Whether a part of a drawing is no more than a dot that marks a legal move. */
function small(part) {
  return part.tagName === "circle" && part.getAttribute("r") < 3;
}

/** The sign of a legal move on a bare cell. */
function dot(cell) {
  const [cx, cy] = spot(cell, 0);
  return s("circle", { class: "may", cx, cy, r: 1.7 });
}

/** A value on a cell; that of an estimate is only outlined. */
function label(cell, text, best, proven) {
  const { width, height } = box(cell);
  const size = Math.min(8, 0.34 * height, 0.4 * width, ((proven ? 1.25 : 1.1) * width) / Math.max(text.length, 2));
  const [half, tall] = [Math.min(width / 2 - 0.3, 0.33 * size * text.length + 0.4 * size), 0.72 * size];
  const [cx, cy] = spot(cell, tall);
  const kind = ["worth", best && "best", !proven && "estimate"].filter(Boolean).join(" ");
  return s("g", { class: kind },
    s("rect", { x: cx - half, y: cy - tall, width: 2 * half, height: 2 * tall, rx: tall }),
    s("text", { x: cx, y: cy + 0.35 * size, "font-size": size, "text-anchor": "middle" }, text));
}
