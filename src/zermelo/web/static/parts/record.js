// The record of a match: its moves in a column for each player to click through, with marks, what was left, and a graph of the value.

import { fill, t } from "./texts.js";
import { copy, h, s, tool } from "./ui.js";

const MARKS = () => ({ "?": t("a mistake"), "??": t("a blunder") });

/** The list of moves; `look(at)` is called to see the position after so many of them, `vary(number)` for a variation. */
export class Record {
  constructor(look, vary) {
    Object.assign(this, { look, vary });
    this.list = h("ol", { class: "moves", tabindex: -1, "aria-labelledby": "record" });
    this.others = h("ul", { class: "variations small" });
    this.graph = s("svg", { class: "graph", viewBox: "0 0 100 30", preserveAspectRatio: "none", role: "img",
      "aria-label": t("Who was ahead, move by move") });
    this.graph.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.graph.getBoundingClientRect();
      if (this.moves.length) this.look(Math.round(((clientX - left) / width) * this.moves.length));
    });
    this.steps = Object.entries({ first: t("To the beginning"), back: t("One move back"), forward: t("One move on"), last: t("To the end") }).map(([name, words]) =>
      tool(name, words, () => this.step(name), { class: "step" }));
    this.element = h("section", { class: "record", "aria-labelledby": "record" },
      h("div", { class: "row spread" }, h("h2", { id: "record" }, t("Moves")),
        h("div", { class: "row" }, tool("copy", t("Copy moves"), () => copy(this.moves.join(" ")), { class: "step plain" }),
          tool("setup", t("Copy position"), () => copy(this.text), { class: "step plain" }), this.steps)),
      this.graph, this.list, this.others);
  }

  /** Shows the moves, of which `played` are on the board and `at` are looked at; `text` is the position there, `names` and `left` what people write of the moves and the variations. */
  show({ moves, names, movers, codes, played, at, text, variations, left, marks }) {
    const had = this.list.contains(document.activeElement);
    Object.assign(this, { moves, at, text });
    const cell = (name, i) => h("button", { type: "button", class: i < played ? "move" : "move undone", "data-at": i + 1,
      tabindex: i + 1 === at ? 0 : -1, "aria-current": i + 1 === at ? "step" : null,
      "aria-label": [fill(t("Move {count}: {move}"), { count: i + 1, move: name }), MARKS()[marks[i]]].filter(Boolean).join(", "),
      onclick: () => this.look(i + 1) }, name, marks[i] ? h("span", { class: "mark" }, marks[i]) : null);
    this.list.replaceChildren(...rows(movers, codes).map((row, number) => h("li", {},
      h("small", {}, number + 1), ...row.map((places) => h("span", { class: "cells" }, places.map((i) => cell(names[i], i)))))));
    this.list.style.setProperty("--columns", codes.length);
    this.graph.toggleAttribute("hidden", !codes.includes("MIN")); // of two alone one is ahead
    if (!moves.length) this.list.append(h("li", { class: "quiet" }, t("No move yet.")));
    const current = this.list.querySelector("[aria-current]") ?? this.list.querySelector("button");
    if (current) current.tabIndex = 0;
    if (had) current?.focus();
    this.scroll(current);
    this.others.replaceChildren(...variations.map((line, number) => {
      const from = line.findIndex((move, i) => move !== moves[i]);
      const rest = left[number].slice(Math.max(0, from)).join(" ");
      return h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.vary(number) },
        h("span", { class: "quiet" }, fill(t("Instead of move {at}:"), { at: from + 1 })), " ", h("span", { class: "mono" }, rest)));
    }));
    const ends = [at === 0, at === 0, at >= moves.length, at >= moves.length];
    this.steps.forEach((step, i) => { step.disabled = ends[i]; });
  }

  /** Draws MAX's share after each move, where it is known: `shares` are numbers or null. */
  draw(shares, at) {
    const x = (i) => (shares.length > 1 ? (100 * i) / (shares.length - 1) : 0);
    const known = shares.map((share, i) => [x(i), share]).filter(([, share]) => share !== null);
    this.graph.toggleAttribute("data-empty", known.length < 2);
    const path = known.map(([px, share], i) => `${i ? "L" : "M"}${px.toFixed(2)} ${(30 - 30 * share).toFixed(2)}`).join("");
    const first = known[0]?.[0] ?? 0;
    this.graph.replaceChildren(s("path", { class: "area", d: path ? `${path}V30H${first}Z` : "" }),
      s("path", { class: "rest", d: path ? `${path}V0H${first}Z` : "" }),
      s("path", { class: "half", d: "M0 15H100" }), s("path", { class: "curve", d: path }),
      s("path", { class: "here", d: `M${x(at)} 0V30` }));
    this.graph.dataset.known = known.length;
  }

  scroll(current) {
    if (!current?.hasAttribute("aria-current")) return;
    const { top, bottom } = current.getBoundingClientRect();
    const room = this.list.getBoundingClientRect();
    if (top < room.top) this.list.scrollTop -= room.top - top + 4;
    if (bottom > room.bottom) this.list.scrollTop += bottom - room.bottom + 4;
  }

  step(name) {
    const to = { first: 0, back: this.at - 1, forward: this.at + 1, last: this.moves.length }[name];
    if (to >= 0 && to <= this.moves.length && to !== this.at) this.look(to);
  }

  /** The arrow keys, wherever on the page nothing else wants them. */
  press(event) {
    const name = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    const busy = event.target.closest?.("input:not([type=checkbox]), select, textarea, dialog, [data-may], .which, .segments");
    if (!name || busy || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.step(name);
  }
}

/** The places of the moves in rows, a column for each player; whoever moves again begins another, dice stay with who rolled. */
function rows(movers, codes) {
  const found = [];
  let column = 0;
  movers.forEach((mover, i) => {
    if (mover === "CHANCE" && found.length) {
      found.at(-1)[column].push(i);
      return;
    }
    column = Math.max(0, codes.indexOf(mover));
    if (!found.length || found.at(-1).slice(column).some((cell) => cell.length)) found.push(codes.map(() => []));
    found.at(-1)[column].push(i);
  });
  return found;
}
