// The record of a match: its moves to click through, to copy, and what was thought of them.

import { ask, left } from "./api.js";
import { fill, t } from "./texts.js";
import { button, copy, h, messageOf, tool } from "./ui.js";

/** The list of moves; `look(at)` is called to see the position after so many of them. */
export class Record {
  constructor(look) {
    this.look = look;
    this.list = h("ol", { class: "moves", onkeydown: (event) => this.press(event) });
    this.steps = ["first", "back", "forward", "last"].map((name) =>
      tool(name, t.record[name], () => this.step(name), { class: "step" }));
    this.element = h("section", { class: "panel record", "aria-labelledby": "record" },
      h("div", { class: "row spread" }, h("h2", { id: "record" }, t.record.title),
        h("div", { class: "row" }, this.steps)),
      this.list,
      h("div", { class: "row" },
        button(t.record.copy, () => copy(this.moves.join(" ")), { picture: "copy" }),
        button(t.record.copyPosition, () => copy(this.text), { picture: "copy" })));
  }

  /** Shows the moves, of which `played` are on the board and `at` are looked at; `text` is the position there. */
  show(moves, at, seen, text) {
    const had = this.list.contains(document.activeElement);
    Object.assign(this, { moves, at, seen, text });
    this.list.replaceChildren(...moves.map((move, i) => h("li", {},
      h("button", { type: "button", class: i < at ? "move" : "move undone", "data-at": i + 1, tabindex: i + 1 === seen ? 0 : -1,
        "aria-current": i + 1 === seen ? "step" : null, "aria-label": fill(t.record.ply, { count: i + 1, move }),
        onclick: () => this.look(i + 1) }, h("small", {}, i + 1), move))));
    if (!moves.length) this.list.append(h("li", { class: "quiet" }, t.record.empty));
    const current = this.list.querySelector("[aria-current]") ?? this.list.querySelector("button");
    if (current) current.tabIndex = 0;
    if (had) current?.focus();
    if (current?.hasAttribute("aria-current")) {
      const { top, bottom } = current.getBoundingClientRect();
      const room = this.list.getBoundingClientRect();
      if (top < room.top) this.list.scrollTop -= room.top - top + 4;
      if (bottom > room.bottom) this.list.scrollTop += bottom - room.bottom + 4;
    }
    const ends = [seen === 0, seen === 0, seen >= moves.length, seen >= moves.length];
    this.steps.forEach((step, i) => { step.disabled = ends[i]; });
  }

  step(name) {
    this.look({ first: 0, back: this.seen - 1, forward: this.seen + 1, last: this.moves.length }[name]);
  }

  press(event) {
    const name = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!name || (name === "back" && this.seen === 0) || (name === "forward" && this.seen >= this.moves.length)) return;
    event.preventDefault();
    this.step(name);
  }
}

/** Says in words why a move is good or bad. */
export class Why {
  constructor(signal) {
    this.request = new AbortController();
    signal.addEventListener("abort", () => this.request.abort());
    this.last = button("", () => this.ask(true));
    this.best = button(t.why.best, () => this.ask(false));
    this.row = h("div", { class: "row" }, this.last, this.best);
    this.words = h("div", { class: "said", "aria-live": "polite" });
    this.element = h("section", { class: "panel why", "aria-labelledby": "why" },
      h("h2", { id: "why" }, t.why.title), this.row, this.words);
  }

  /** About a position and the move that led to it; `place(at)` is the place after so many moves. */
  about(place, seen, chance, position) {
    Object.assign(this, { place, seen, chance });
    this.request.abort();
    const { last: move, over, to_move: side } = position;
    this.last.textContent = move === null || chance ? t.why.noMove : fill(t.why.last, { move });
    this.last.disabled = move === null;
    this.best.disabled = over || side === "CHANCE";
    this.words.replaceChildren(h("p", { class: "quiet small" }, t.why.hint));
  }

  /** Where the last move was made: before it, and before dice that fell after it. */
  async turn(signal) {
    let at = this.seen - 1;
    const dice = async () => (await ask("POST", "/api/positions", this.place(at), signal)).to_move === "CHANCE";
    while (this.chance && at > 0 && await dice()) at -= 1;
    return at;
  }

  async ask(last) {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.words.replaceChildren(h("p", { class: "quiet small" }, t.why.thinking));
    try {
      const at = last ? await this.turn(signal) : this.seen;
      const move = last ? this.place(this.seen).moves[at] : null;
      const { words } = await ask("POST", "/api/why", { ...this.place(at), move, time: 2 }, signal);
      if (!signal.aborted) this.words.replaceChildren(...words.map((text) => h("p", {}, text)));
    } catch (error) {
      if (!left(error) && !signal.aborted) this.words.replaceChildren(h("p", { class: "problem" }, messageOf(error)));
    }
  }
}
