// A board that can be played on: by click, by dragging, and with the keys.

import { dot, label, lifted, middle, small } from "./cells.js";
import { Routes } from "./routes.js";
import { fill, t } from "./texts.js";
import { button, h, parseDrawing, s } from "./ui.js";
import { moveName } from "./worth.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Who points sees no mark of the focus; it comes back with the next key.
const ROOT = document.documentElement;
document.addEventListener("keydown", () => delete ROOT.dataset.pointed, true);
const STILL = 5; // pixels within which a pointer that is let go has not dragged anything

/** Shows positions; `play(move)` is called when the visitor chooses a move of a live one. */
export class Board {
  constructor(play) {
    this.play = play;
    this.frame = h("div", { class: "frame", onkeydown: (event) => this.press(event),
      onpointerdown: (event) => this.aim(event) });
    // A finger that drags a piece does not drag the page along: in a drawing `touch-action` does not say so.
    this.frame.addEventListener("touchmove", (event) => { if (this.lifting) event.preventDefault(); }, { passive: false });
    this.others = h("div", { class: "others", role: "group", "aria-label": t("Other moves") });
    this.told = h("p", { class: "sr", role: "status" });
    this.element = h("div", { class: "playboard" }, this.frame, this.others, this.told);
    this.live = false;
    this.last = null; // where the focus was
    this.away = null; // ends the wait for a click elsewhere
  }

  /** Shows a position, `spoken` in words; on a live one moves can be chosen. The first sets the room for all. */
  show(position, live, spoken = position.title) {
    const hadFocus = this.frame.contains(document.activeElement) || this.others.contains(document.activeElement);
    Object.assign(this, { live, position, values: null });
    this.away?.abort();
    this.told.textContent = "";
    this.svg = parseDrawing(position.board);
    this.element.dataset.position = position.position;
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.element.style.setProperty("--ratio", this.ratio ??= width / height);
    this.frame.replaceChildren(this.svg);
    this.frame.toggleAttribute("data-live", live);
    if (live) this.keepLegal(new Set(position.moves.map(({ move }) => move)));
    this.places = new Map([...this.svg.querySelectorAll("[data-cell]")].map((cell) => [cell.dataset.cell, cell]));
    this.routes = this.routesOf(position.moves);
    this.all = [...this.svg.querySelectorAll("[data-action], [data-cell]")];
    for (const cell of this.all) this.measure(cell, width * height);
    const there = new Set([...this.all.filter((cell) => !cell.hasAttribute("data-whole")).map((cell) => cell.dataset.action),
      ...this.routes.moves.map(({ move }) => move)]);
    const missing = live ? position.moves.filter(({ move }) => !there.has(move)) : [];
    this.others.replaceChildren(...missing.map(({ move }) => button(moveName(move), () => this.play(move), { "data-move": move })));
    const keys = this.routes.moves.length ? t("Arrow keys lead to pieces and targets, Enter chooses, Escape lets go.") : t("Arrow keys choose a move, Enter plays it.");
    this.svg.setAttribute("aria-label", live ? `${spoken} ${keys}` : spoken);
    if (live) this.svg.setAttribute("role", "group");
    this.offer();
    this.keepFocus(hadFocus);
  }

  /** What an author's drawing says to be a move, and is none, is no button. */
  keepLegal(moves) {
    for (const cell of this.svg.querySelectorAll("[data-action]")) {
      if (!moves.has(cell.dataset.action)) cell.removeAttribute("data-action");
    }
  }

  /** The moves that lead over cells; a cell that is all of one move, and of no other, stands for it. */
  routesOf(moves) {
    const drawn = new Set([...this.svg.querySelectorAll("[data-action]")].map((cell) => cell.dataset.action));
    const placed = moves.filter(({ move, route }) => route.length && !drawn.has(move) && route.every((cell) => this.places.has(cell)));
    const count = new Map();
    for (const { route: [cell] } of placed) count.set(cell, 1 + (count.get(cell) ?? 0));
    const single = ({ route }) => route.length === 1 && count.get(route[0]) === 1;
    for (const { move, route: [cell] } of placed.filter(single)) this.places.get(cell).dataset.action = move;
    return new Routes(placed.filter((each) => !single(each)));
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

  /** The moves that a cell stands for now. */
  movesAt({ dataset: { action, cell } }) {
    const on = this.routes.next.get(cell)?.map(({ move }) => move);
    return on ?? (action === undefined || this.routes.held.length ? [] : [action]);
  }

  /** What a cell can be chosen as now: a move, a piece, its target, or what is held; null: not at all. */
  kindOf(cell) {
    const { held } = this.routes;
    if (held.length && cell.dataset.cell === held.at(-1)) return "held";
    if (!this.movesAt(cell).length) return null;
    return held.length ? "target" : this.routes.begins(cell.dataset.cell) ? "piece" : "move";
  }

  /** Marks what can be chosen now, for the eye, the keys and those who listen. */
  offer() {
    const again = this.last && this.live;
    this.menu?.remove();
    this.menu = null;
    for (const each of this.svg.querySelectorAll(".may")) each.remove();
    this.cells = [];
    for (const cell of this.all) {
      const kind = this.kindOf(cell);
      if (kind) this.cells.push(cell);
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed", "data-may"]) cell.removeAttribute(name);
      if (!kind || !this.live) continue;
      cell.dataset.may = kind;
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", -1);
      cell.setAttribute("aria-label", this.name(cell));
      if (kind === "held") cell.setAttribute("aria-pressed", "true");
      if (![...cell.children].some((each) => !each.classList.contains("hit"))) cell.append(dot(cell));
      cell.onfocus = () => { this.last = middle(cell); };
    }
    const held = this.places.get(this.routes.held.at(-1));
    if (this.live) (held ?? (again && this.nearest(this.last)) ?? this.cells[0])?.setAttribute("tabindex", 0);
    if (this.values) this.value(...this.values);
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

  /** What can be chosen at a place of the screen; another piece can be, while one is held. */
  at(x, y) {
    const cell = document.elementFromPoint(x, y)?.closest?.("[data-action], [data-cell]");
    return this.live && cell && this.svg.contains(cell) && (this.kindOf(cell) || this.routes.begins(cell.dataset.cell)) ? cell : null;
  }

  // --- choosing -----------------------------------------------------------------------------------

  /** Chooses a cell: its move is played, or what is held goes on there; null: that is let go. */
  choose(cell) {
    const kind = cell && this.kindOf(cell);
    if (kind === "move") {
      this.play(cell.dataset.action);
      return;
    }
    const found = cell?.dataset.cell === undefined ? this.letGo() : this.routes.choose(cell.dataset.cell);
    if (found.length > 1) this.ask(found, cell);
    else if (found.length) this.go(found[0].move);
    else this.hold();
  }

  /** Plays a move of a piece that is held. */
  go(move) {
    this.letGo();
    this.hold();
    this.play(move);
  }

  letGo() {
    this.routes.held = [];
    return [];
  }

  /** Shows what is held, and where it can go; a click elsewhere lets it go. */
  hold() {
    const { held, next } = this.routes;
    this.offer();
    this.away?.abort();
    this.away = held.length ? new AbortController() : null;
    this.told.textContent = held.length ? fill(t("{cell} is chosen. Targets: {targets}."), { cell: held.at(-1), targets: [...next.keys()].join(" ") }) : "";
    if (!held.length) return;
    this.focus(this.places.get(held.at(-1)));
    document.addEventListener("pointerdown", ({ target }) => {
      if (this.frame.contains(target)) return;
      this.letGo();
      this.hold();
    }, { signal: this.away.signal });
  }

  /** Several moves lead over the same cells: one of them is chosen beside the target. */
  ask(moves, cell) {
    this.hold();
    const [place, frame] = [cell, this.frame].map((each) => each.getBoundingClientRect());
    this.menu = h("div", { class: "which", role: "group", "aria-label": t("Which move?") },
      moves.map(({ move }) => button(moveName(move), () => this.go(move), { "data-move": move })));
    this.menu.style.left = `${place.left + place.width / 2 - frame.left}px`;
    this.menu.style.top = `${place.bottom - frame.top}px`;
    this.frame.append(this.menu);
    this.menu.firstChild.focus();
  }

  // --- pointing and dragging ----------------------------------------------------------------------

  /** Pressed on the board or on a piece beside it: what is under the pointer when it is let go is chosen. */
  aim(event, ghost = null) {
    ROOT.dataset.pointed = "";
    if (!this.live || event.button || this.menu?.contains(event.target)) return;
    const started = this.at(event.clientX, event.clientY);
    if (!started && !ghost) {
      if (this.routes.held.length) this.choose(null);
      return;
    }
    event.preventDefault();
    const was = started && this.kindOf(started);
    const lifts = !ghost && ["piece", "held", null].includes(was); // it goes along with the pointer
    if (lifts && was !== "held") this.choose(started); // its targets are seen while it is dragged
    if (lifts && this.menu) return;
    const done = new AbortController();
    const options = { signal: done.signal };
    let dragged = !lifts;
    this.lifting = lifts;
    const light = (cell) => {
      for (const each of this.cells) each.classList.toggle("aimed", each === cell);
    };
    if (ghost) document.body.append(ghost);
    const move = ({ clientX: x, clientY: y }) => {
      if (!dragged && Math.hypot(x - event.clientX, y - event.clientY) > STILL) {
        dragged = true;
        document.body.append(ghost = lifted(started));
        started.classList.add("lifted");
      }
      if (ghost) ghost.style.transform = `translate(${x}px, ${y}px)`;
      light(this.at(x, y));
    };
    const end = () => {
      done.abort();
      this.lifting = false;
      ghost?.remove();
      started?.classList.remove("lifted");
      light(null);
    };
    move(event);
    addEventListener("pointermove", move, options);
    addEventListener("pointercancel", end, options);
    addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
      end();
      const cell = this.at(x, y);
      const back = lifts && cell === started;
      if (lifts ? !back || dragged || was === "held" : cell) this.choose(back && dragged ? null : cell);
    }, options);
  }

  // --- keys -----------------------------------------------------------------------------------------

  press(event) {
    const cell = event.target.closest?.("[data-may]");
    if (!this.live || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.routes.held.length) {
      event.preventDefault();
      const [piece] = this.routes.held;
      this.choose(null);
      this.focus(this.places.get(piece));
      return;
    }
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(cell);
      return;
    }
    const next = event.key === "Home" ? this.cells[0] : event.key === "End" ? this.cells.at(-1)
      : WAYS[event.key] ? this.beside(cell, WAYS[event.key].map((way) => (this.turned ? -way : way))) : null;
    if (!next) return;
    event.preventDefault();
    this.focus(next);
  }

  focus(cell) {
    for (const each of this.cells) each.setAttribute("tabindex", each === cell ? 0 : -1);
    cell.focus({ preventScroll: true });
  }

  /** The next cell in a direction: near in it, and little aside, but where rows of hexagons are shifted. */
  beside(cell, [dx, dy]) {
    const from = middle(cell);
    const weight = cell.querySelector("polygon.hit") ? 1.5 : 3;
    let best = null;
    for (const other of this.cells) {
      const to = middle(other);
      const [x, y] = [to.x - from.x, to.y - from.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = along + weight * aside;
      if (along > 0.5 && aside <= 2 * along && (!best || far < best.far)) best = { far, other };
    }
    return best?.other ?? null;
  }

  nearest(place) {
    const far = (cell) => Math.hypot(middle(cell).x - place.x, middle(cell).y - place.y);
    return this.cells.reduce((best, cell) => (!best || far(cell) < far(best) ? cell : best), null);
  }

  // --- values ---------------------------------------------------------------------------------------

  /** Writes on the board what each legal move is worth, as `judge` says it; null: nothing. A piece is worth its best move. */
  value(moves, side, judge) {
    this.values = [moves, side, judge];
    this.svg.querySelector(".worths")?.remove();
    const known = new Map((moves ?? []).map((each) => [each.move, each]));
    const rank = (move) => judge.rank(known.get(move), side);
    const best = Math.max(...[...known.keys()].map(rank));
    this.badge = (names) => {
      const there = names.filter((move) => known.has(move));
      if (!there.length) return null;
      const move = there.reduce((one, other) => (rank(other) > rank(one) ? other : one));
      return { ...judge.badge(known.get(move), side), best: rank(move) === best };
    };
    const labels = [];
    for (const cell of this.cells) {
      const badge = this.badge(this.movesAt(cell));
      if (badge && !cell.hasAttribute("data-whole")) labels.push(label(cell, badge));
      if (cell.hasAttribute("aria-label")) cell.setAttribute("aria-label", this.name(cell));
    }
    for (const each of this.others.children) {
      const { move } = each.dataset;
      const badge = this.badge([move]);
      each.textContent = badge ? `${moveName(move)} (${badge.text})` : moveName(move);
      each.setAttribute("aria-label", judged(moveName(move), badge));
    }
    if (labels.length) this.svg.append(s("g", { class: "worths", "aria-hidden": "true" }, labels));
  }

  /** What a cell is called when it is read out: with its verdict where that is known. */
  name(cell) {
    const { held } = this.routes;
    const [moves, kind] = [this.movesAt(cell), this.kindOf(cell)];
    const place = [cell.querySelector(":scope > text")?.textContent, cell.dataset.cell].filter(Boolean).join(" "); // what stands there, if it is written
    const gaps = { cell: place, from: held[0], to: place, count: moves.length };
    const name = kind === "held" ? fill(t("{cell}, chosen"), gaps)
      : kind === "piece" ? fill(t("{cell}: a piece with {count} move", "{cell}: a piece with {count} moves"), gaps)
        : kind === "target" ? fill(t("from {from} to {to}"), gaps) : moveName(moves[0]);
    return judged(name, this.values && this.badge(moves));
  }
}

function judged(name, badge) {
  return badge ? fill(t("{move}: {what}"), { move: name, what: badge.words }) : name;
}
