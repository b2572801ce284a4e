// The page of a match: the board with its players, the record, and what the engine says of it.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { algorithms, levels, Players } from "./games.js";
import { Match } from "./match.js";
import { Record } from "./record.js";
import { Seat } from "./seats.js";
import { start } from "./start.js";
import { decimal, fill, many, t } from "./texts.js";
import { button, complain, h, openDialog } from "./ui.js";
import { Why } from "./why.js";
import { describe } from "./worth.js";

/** Everything about one match; `element` is the page. */
export class Table {
  constructor(data, game, { signal, go }) {
    Object.assign(this, { game, go });
    this.match = new Match(data, signal, { update: (position) => this.update(position),
      leave: () => this.analysis.stop(), wait: (text) => this.wait(text) });
    this.build(signal);
  }

  // --- the parts ----------------------------------------------------------------------------------

  build(signal) {
    const { match } = this;
    this.board = new Board((move) => match.change("moves", { move }));
    this.analysis = new Analysis((found) => this.board.position
      && this.board.value(found?.moves, this.board.position.to_move), signal);
    this.record = new Record((at) => match.look(at));
    this.why = new Why(signal);
    this.status = h("p", { class: "status", role: "status" });
    this.detail = h("p", { class: "detail small" });
    this.seats = { MAX: new Seat("MAX", this.board), MIN: new Seat("MIN", this.board) };
    this.run = button("", () => match.toggle(), { class: "primary" });
    this.back = button(t.play.now, () => match.look(match.data.at), { class: "primary" });
    this.from = button(t.play.from, () => match.change("goto", { at: match.view }));
    this.explain = h("a", { class: "button" }, t.play.explain);
    this.why.row.append(this.explain);
    this.element = h("div", { class: "match" },
      h("header", { class: "head" }, h("h1", { tabindex: -1 }, match.data.title), h("p", { class: "quiet" }, this.rules())),
      h("div", { class: "middle" },
        h("div", {}, this.status, this.detail,
          h("div", { class: "row turns" }, this.run, this.back, this.from)),
        this.seats.MIN.element,
        h("div", { class: "arena" }, this.analysis.bar, this.board.element),
        this.seats.MAX.element, this.tools()),
      h("div", { class: "side" }, this.analysis.element, this.why.element, this.record.element,
        h("p", {}, h("a", { href: "/play" }, t.play.saved))));
  }

  tools() {
    const { match } = this;
    this.undo = button(t.play.undo, () => match.change("undo"), { picture: "undo" });
    this.redo = button(t.play.redo, () => match.change("redo"), { picture: "redo" });
    return h("div", { class: "row tools" }, this.undo, this.redo,
      button(t.play.swap, () => match.change("swap"), { picture: "swap" }),
      button(t.play.players, () => this.choosePlayers().catch(complain), { picture: "people" }),
      button(t.play.again, () => this.restart(), { picture: "plus" }),
      button(t.play.setup, () => this.restart(true), { picture: "setup" }));
  }

  /** The page is in place. */
  begin() {
    this.match.begin();
  }

  // --- what is on the page ------------------------------------------------------------------------

  update(position) {
    const { match, match: { data, view, at } } = this;
    const live = view === null && data.turn?.kind === "person";
    this.board.show(position, live);
    this.record.show(data.record, data.at, at, position.position);
    for (const seat of Object.values(this.seats)) seat.show(match, live);
    this.undo.disabled = !data.can_undo;
    this.redo.disabled = !data.can_redo;
    this.explain.href = `/explain?${this.query(at)}`;
    this.back.hidden = view === null;
    this.from.hidden = view === null || position.to_move === "CHANCE";
    this.run.hidden = view !== null || !match.engines || match.over;
    this.run.textContent = match.playing ? t.play.pause : t.play.run;
    this.status.textContent = this.sentence(position);
    this.status.toggleAttribute("data-over", view === null && position.over);
    this.detail.textContent = view === null ? this.thought() : "";
    this.why.about((moves) => match.place(moves), at, this.game.chance, position);
    this.analysis.watch(position.over || match.engineMoves ? null : match.place(at), this.game);
  }

  /** Says why it takes so long; "" for no reason, and how the match stands instead. */
  wait(text) {
    this.status.textContent = text || this.sentence(this.match.data.position);
  }

  /** How the match stands. */
  sentence(position) {
    const { match, match: { data, view } } = this;
    if (view !== null) return fill(t.play.viewing, { at: view, count: data.record.length });
    if (position.over) return position.outcome;
    if (!data.turn) return "";
    const side = data.turn.side.toUpperCase();
    if (data.sides[data.turn.side].kind === "person") {
      return fill(match.people ? t.play.sideMoves : t.play.yourMove, { side });
    }
    return fill(match.engineMoves ? t.play.thinking : t.play.waiting, { side });
  }

  /** What the engine thought of its move. */
  thought() {
    const { thought } = this.match;
    if (!thought) return "";
    const { move, value, depth, nodes, seconds, note } = thought;
    return [
      value === null ? fill(t.play.blind, { move }) : describe(t.play.thought, thought, { move }),
      depth ? `${t.analysis.depth} ${depth}` : null,
      `${t.analysis.nodes} ${many(nodes)}`, `${decimal(seconds, 2)} s`, note].filter(Boolean).join(" · ");
  }

  /** The parameters that are not as usual. */
  get changes() {
    const { parameters } = this.match.data;
    return this.game.parameters.filter(({ name, default: usual }) =>
      JSON.stringify(parameters[name]) !== JSON.stringify(usual));
  }

  /** Those parameters in words. */
  rules() {
    return this.changes.map(({ name, label, kind }) => {
      const value = this.match.data.parameters[name];
      if (kind === "boolean") return value ? label : fill(t.start.not, { label });
      return `${label}: ${Array.isArray(value) ? value.join(" ") : t.choices[name]?.[value] ?? value}`;
    }).join(" · ");
  }

  /** What the address of the page that explains the position after some moves says of it. */
  query(at) {
    const { game, parameters, start: position, record } = this.match.data;
    const changes = this.changes.map(({ name }) => [name, parameters[name]]);
    const query = new URLSearchParams({ game });
    if (changes.length) query.set("parameters", JSON.stringify(Object.fromEntries(changes)));
    if (position !== null) query.set("position", position);
    if (at) query.set("moves", record.slice(0, at).join(" "));
    return query;
  }

  // --- dialogs ------------------------------------------------------------------------------------

  restart(setup = false) {
    const { game, parameters, sides, start: from } = this.match.data;
    const position = setup ? this.board.position.position : from ?? "";
    start(game, { parameters, sides, position, setup }, (match) => this.go(`/play/${match.id}`));
  }

  async choosePlayers() {
    const { match } = this;
    const [ways, strengths] = await Promise.all([algorithms(), levels(match.data.game)]);
    const players = new Players(this.game, strengths, ways, match.data.sides);
    openDialog(t.play.players, (close) => h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      close();
      match.playing = true;
      match.change("sides", { sides: players.read() }, "PUT");
    } }, players.element, h("div", { class: "row end" }, button(t.shell.cancel, close),
      button(t.play.choosePlayers, null, { type: "submit", class: "primary" }))));
  }
}
