// The record of a match: its moves to click through, and to copy.

import { fill, t } from "./texts.js";
import { button, copy, h, tool } from "./ui.js";

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
  show(moves, played, at, text) {
    const had = this.list.contains(document.activeElement);
    Object.assign(this, { moves, at, text });
    this.list.replaceChildren(...moves.map((move, i) => h("li", {},
      h("button", { type: "button", class: i < played ? "move" : "move undone", "data-at": i + 1, tabindex: i + 1 === at ? 0 : -1,
        "aria-current": i + 1 === at ? "step" : null, "aria-label": fill(t.record.ply, { count: i + 1, move }),
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
    const ends = [at === 0, at === 0, at >= moves.length, at >= moves.length];
    this.steps.forEach((step, i) => { step.disabled = ends[i]; });
  }

  step(name) {
    this.look({ first: 0, back: this.at - 1, forward: this.at + 1, last: this.moves.length }[name]);
  }

  press(event) {
    const name = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!name || (name === "back" && this.at === 0) || (name === "forward" && this.at >= this.moves.length)) return;
    event.preventDefault();
    this.step(name);
  }
}
