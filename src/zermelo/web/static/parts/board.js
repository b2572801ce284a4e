// A board that can be played on: by click, by dragging, and with the keys.

import { fill, t } from "./texts.js";
import { button, h, parseDrawing, s } from "./ui.js";
import { moveName } from "./worth.js";

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

  /** Shows a position, `spoken` in words; on a live one moves can be chosen. The first sets the room for all. */
  show(position, live, spoken = position.title) {
    const hadFocus = this.frame.contains(document.activeElement) || this.others.contains(document.activeElement);
    this.live = live;
    this.position = position;
    this.svg = parseDrawing(position.board);
    this.svg.setAttribute("aria-label", live ? `${spoken} ${t.play.board}` : spoken);
    this.element.dataset.position = position.position;
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.element.style.setProperty("--ratio", this.ratio ??= width / height);
    this.frame.replaceChildren(this.svg);
    this.frame.toggleAttribute("data-live", live);
    if (live) this.keepLegal(new Set(position.moves.map(({ move }) => move)));
    this.cells = [...this.svg.querySelectorAll("[data-action]")];
    for (const cell of this.cells) this.measure(cell, width * height);
    const there = new Set(this.cells.filter((cell) => !cell.hasAttribute("data-whole")).map((cell) => cell.dataset.action));
    const missing = live ? position.moves.filter(({ move }) => !there.has(move)) : [];
    this.others.replaceChildren(...missing.map(({ move }) => button(moveName(move), () => this.play(move), { "data-move": move })));
    if (live) this.makeLive();
    this.keepFocus(hadFocus);
  }

  /** What an author's drawing says to be a move, and is none, is no button. */
  keepLegal(moves) {
    for (const cell of this.svg.querySelectorAll("[data-action]")) {
      if (!moves.has(cell.dataset.action)) cell.removeAttribute("data-action");
    }
  }

  /** What kind of place stands for a move: bare, with a piece on it; a column; or the whole board. */
  measure(cell, all) {
    const signs = [...cell.children].filter((each) => !each.classList.contains("hit"));
    cell.toggleAttribute("data-bare", signs.every(small));
    const hit = cell.querySelector(".hit");
    const [width, height] = ["width", "height"].map((name) => Number(hit?.getAttribute(name) ?? 0));
    cell.toggleAttribute("data-column", height > 2 * width && !signs.length);
    cell.toggleAttribute("data-whole", width * height > 0.6 * all);
  }

  makeLive() {
    this.svg.setAttribute("role", "group");
    const again = this.last && this.nearest(this.last);
    for (const cell of this.cells) {
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", moveName(cell.dataset.action));
      cell.setAttribute("tabindex", -1);
      if (![...cell.children].some((each) => !each.classList.contains("hit"))) cell.append(dot(cell));
      cell.addEventListener("focus", () => { this.last = middle(cell); });
    }
    (again ?? this.cells[0])?.setAttribute("tabindex", 0);
  }

  /** Turns the board round, or back. */
  turn(round) {
    this.turned = round;
    this.frame.toggleAttribute("data-turned", round);
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
      : WAYS[event.key] ? this.beside(cell, WAYS[event.key].map((way) => (this.turned ? -way : way))) : null;
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

  /** Writes on the board what each legal move is worth, as `judge` says it; null: nothing. */
  value(moves, side, judge) {
    this.svg.querySelector(".worths")?.remove();
    const known = new Map((moves ?? []).map((each) => [each.move, each]));
    const best = Math.max(...[...known.values()].map((each) => judge.rank(each, side)));
    const badge = (move) => ({ ...judge.badge(known.get(move), side), best: judge.rank(known.get(move), side) === best });
    const cells = this.cells.filter((cell) => known.has(cell.dataset.action) && !cell.hasAttribute("data-whole"));
    const labels = cells.map((cell) => label(cell, badge(cell.dataset.action)));
    for (const cell of this.cells) {
      const { action } = cell.dataset;
      if (cell.hasAttribute("aria-label")) cell.setAttribute("aria-label", this.name(action, known, badge));
    }
    for (const each of this.others.children) {
      const { move } = each.dataset;
      each.textContent = known.has(move) ? `${moveName(move)} (${badge(move).text})` : moveName(move);
      each.setAttribute("aria-label", this.name(move, known, badge));
    }
    if (labels.length) this.svg.append(s("g", { class: "worths", "aria-hidden": "true" }, labels));
  }

  /** What a move is called when it is read out: with its verdict where that is known. */
  name(move, known, badge) {
    return known.has(move) ? fill(t.verdict.move, { move: moveName(move), what: badge(move).words }) : moveName(move);
  }
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

/** A verdict on a cell, in the winner's colour; an estimate is only outlined, and the best has a ring. */
function label(cell, { text, words, owner, estimate, best }) {
  const { width, height } = box(cell);
  const size = Math.min(8, 0.36 * height, 0.4 * width, (0.98 * width) / Math.max(text.length, 3));
  const [half, tall] = [Math.min(width / 2 - 2, 0.33 * size * text.length + 0.5 * size), 0.76 * size];
  const [cx, cy] = spot(cell, tall);
  const shape = (grow, more) => s("rect", { x: cx - half - grow, y: cy - tall - grow, width: 2 * (half + grow),
    height: 2 * (tall + grow), rx: tall + grow, ...more });
  return s("g", { class: `worth${best ? " best" : ""}${estimate ? " estimate" : ""}`, "data-owner": owner },
    s("title", {}, words), best ? shape(0.16 * size, { class: "halo", "stroke-width": 0.22 * size }) : null, shape(0, {}),
    s("text", { x: cx, y: cy + 0.35 * size, "font-size": size, "text-anchor": "middle" }, text));
}
