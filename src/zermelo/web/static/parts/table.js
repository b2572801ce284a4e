// A match at the board: people and engines move, the record can be looked through, the engine explains.

import { Analysis } from "./analysis.js";
import { ask, left } from "./api.js";
import { Board } from "./board.js";
import { algorithms, levels, Players } from "./games.js";
import { Record, Why } from "./record.js";
import { start } from "./start.js";
import { decimal, fill, many, t } from "./texts.js";
import { button, complain, h, messageOf, openDialog, s, say } from "./ui.js";
import { describe } from "./worth.js";

const SIDES = { MIN: "min", MAX: "max" };
const PAUSE = 700; // milliseconds between the moves of two engines

/** Everything about one match; `element` is the page. */
export class Table {
  constructor(match, game, { signal, go }) {
    Object.assign(this, { match, game, signal, go });
    this.viewed = null; // how many moves are shown, when not all that are played
    this.thought = null;
    this.thinking = null;
    this.playing = match.at === 0; // two engines that were interrupted wait for a word
    this.build();
    this.listen();
  }

  // --- the parts ----------------------------------------------------------------------------------

  build() {
    this.board = new Board((move) => this.move(move));
    this.analysis = new Analysis((found) => this.board.position
      && this.board.value(found?.moves, this.board.position.to_move), this.signal);
    this.record = new Record((at) => this.look(at));
    this.why = new Why(this.signal);
    this.status = h("p", { class: "status", role: "status" });
    this.detail = h("p", { class: "detail small" });
    this.seats = { MAX: this.seat("MAX"), MIN: this.seat("MIN") };
    this.undo = button(t.play.undo, () => this.change("undo"), { picture: "undo" });
    this.redo = button(t.play.redo, () => this.change("redo"), { picture: "redo" });
    this.run = button("", () => this.toggle(), { class: "primary" });
    this.back = button(t.play.now, () => this.look(this.match.at), { class: "primary" });
    this.from = button(t.play.from, () => this.change("goto", { at: this.viewed }));
    this.explain = h("a", { class: "button" }, t.play.explain);
    this.why.row.append(this.explain);
    const tools = h("div", { class: "row tools" }, this.undo, this.redo,
      button(t.play.swap, () => this.change("swap"), { picture: "swap" }),
      button(t.play.players, () => this.choosePlayers().catch(complain), { picture: "people" }),
      button(t.play.again, () => this.restart(), { picture: "plus" }),
      button(t.play.setup, () => this.restart(true), { picture: "setup" }));
    this.element = h("div", { class: "match" },
      h("header", { class: "head" }, h("h1", { tabindex: -1 }, this.match.title), h("p", { class: "quiet" }, this.rules())),
      h("div", { class: "middle" },
        h("div", { class: "told" }, this.status, this.detail,
          h("div", { class: "row turns" }, this.run, this.back, this.from)),
        this.seats.MIN.element,
        h("div", { class: "arena" }, this.analysis.bar, this.board.element),
        this.seats.MAX.element, tools),
      h("div", { class: "side" }, this.analysis.element, this.why.element, this.record.element,
        h("p", {}, h("a", { href: "/play" }, t.play.saved))));
  }

  /** The parameters that are not as usual. */
  rules() {
    return this.game.parameters.filter(({ name, default: usual }) =>
      JSON.stringify(this.match.parameters[name]) !== JSON.stringify(usual)).map(({ name, label, kind }) => {
      const value = this.match.parameters[name];
      if (kind === "boolean") return value ? label : fill(t.start.not, { label });
      return `${label}: ${Array.isArray(value) ? value.join(" ") : t.choices[name]?.[value] ?? value}`;
    }).join(" · ");
  }

  seat(side) {
    const sign = () => s("svg", { viewBox: "0 0 20 20", class: `sign ${side}`, "aria-hidden": "true" },
      s("path", { d: side === "MAX" ? "M10 3l8 14H2z" : "M10 17L2 3h16z" }));
    const piece = h("span", { class: "piece", title: t.play.drag, onpointerdown: (event) => {
      if (!this.board.live || this.board.position.to_move !== side) return;
      this.board.aim(event, h("div", { class: "ghost" }, sign()));
    } }, sign());
    const name = h("span", {});
    return { name, piece, element: h("div", { class: "seat", "data-side": side }, piece, h("b", {}, side), name,
      h("span", { class: "turn" })) };
  }

  // --- what is shown ------------------------------------------------------------------------------

  /** The page is in place. */
  begin() {
    this.update(this.match.position);
    this.next();
  }

  get over() {
    return this.match.turn === null;
  }

  get engines() {
    return this.match.sides.max.kind === "engine" && this.match.sides.min.kind === "engine";
  }

  /** Whether an engine is about to move. */
  get engineMoves() {
    return this.viewed === null && this.match.turn?.kind === "engine" && (!this.engines || this.playing);
  }

  /** The place after some moves of the record, as the server wants to be told. */
  place(at) {
    const { game, parameters, start: position, record } = this.match;
    return { game, parameters, ...(position === null ? {} : { position }), moves: record.slice(0, at) };
  }

  update(position) {
    const { match, viewed } = this;
    const seen = viewed ?? match.at;
    const live = viewed === null && match.turn?.kind === "person";
    this.board.show(position, live);
    this.record.show(match.record, match.at, seen, position.position);
    for (const [side, seat] of Object.entries(this.seats)) {
      const turn = viewed === null && match.turn?.side === SIDES[side];
      const [player, other] = side === "MAX" ? [match.sides.max, match.sides.min] : [match.sides.min, match.sides.max];
      seat.name.textContent = player.kind === "person" && other.kind === "engine" ? t.play.you : player.title;
      seat.element.toggleAttribute("data-turn", turn);
      seat.element.toggleAttribute("data-live", turn && live);
      seat.element.lastElementChild.textContent = turn ? t.play.toMove : "";
    }
    this.undo.disabled = !match.can_undo;
    this.redo.disabled = !match.can_redo;
    this.explain.href = `/explain?${this.explained(seen)}`;
    this.back.hidden = viewed === null;
    this.from.hidden = viewed === null || position.to_move === "CHANCE";
    this.run.hidden = viewed !== null || !this.engines || this.over;
    this.run.textContent = this.playing ? t.play.pause : t.play.run;
    this.tell(position);
    this.why.about((at) => this.place(at), seen, this.game.chance, position);
    this.analysis.watch(position.over || this.engineMoves ? null : this.place(seen), this.game);
  }

  tell(position) {
    const { match, viewed } = this;
    const turn = match.turn && match.sides[match.turn.side];
    const side = match.turn?.side.toUpperCase();
    const people = match.sides.max.kind === "person" && match.sides.min.kind === "person";
    this.status.textContent = viewed !== null
      ? fill(t.play.viewing, { at: viewed, count: match.record.length })
      : position.over ? position.outcome
        : turn?.kind === "person" ? fill(people ? t.play.sideMoves : t.play.yourMove, { side })
          : turn ? fill(this.engineMoves ? t.play.thinking : t.play.waiting, { side, name: turn.title }) : "";
    this.status.toggleAttribute("data-over", viewed === null && position.over);
    const { thought } = this;
    this.detail.textContent = viewed !== null || !thought ? "" : [
      thought.value === null ? fill(t.play.blind, thought) : describe(t.play.thought, thought, { move: thought.move }),
      thought.depth ? `${t.analysis.depth} ${thought.depth}` : null,
      `${t.analysis.nodes} ${many(thought.nodes)}`, `${decimal(thought.seconds, 2)} s`, thought.note]
      .filter(Boolean).join(" · ");
  }

  explained(seen) {
    const { game, parameters, start: position, record } = this.match;
    const changed = this.game.parameters.filter(({ name, default: usual }) =>
      JSON.stringify(parameters[name]) !== JSON.stringify(usual)).map(({ name }) => [name, parameters[name]]);
    const query = new URLSearchParams({ game });
    if (changed.length) query.set("parameters", JSON.stringify(Object.fromEntries(changed)));
    if (position !== null) query.set("position", position);
    if (seen) query.set("moves", record.slice(0, seen).join(" "));
    return query;
  }

  // --- moves --------------------------------------------------------------------------------------

  move(move) {
    this.change("moves", { move });
  }

  /** Changes the match; where another window was faster, shows what is there now. */
  async change(what, more = {}, method = "POST") {
    if (this.moving) return;
    const raced = Boolean(this.thinking);
    this.thought = null;
    this.halt();
    this.analysis.stop();
    this.moving = true;
    try {
      const path = `/api/matches/${this.match.id}/${what}`;
      this.take(await ask(method, path, { ...more, version: this.match.version }, this.signal));
    } catch (error) {
      if (raced && error.kind === "stale") { // the engine had just moved
        await this.reload();
        this.moving = false;
        await this.change(what, more, method);
      } else await this.failed(error);
    } finally {
      this.moving = false;
    }
  }

  /** Another version of the match is here. */
  take(match) {
    this.match = match;
    this.viewed = null;
    if (match.thought) this.thought = match.thought;
    this.moving = false;
    this.update(match.position);
    this.channel.postMessage({ id: match.id, version: match.version });
    this.next();
  }

  async failed(error) {
    if (left(error)) return;
    if (error.kind === "stale") say(t.play.elsewhere);
    else complain(error);
    if (error.kind !== "gone") await this.reload();
  }

  /** Shows the match as the server has it. */
  async reload() {
    try {
      const match = await ask("GET", `/api/matches/${this.match.id}`, undefined, this.signal);
      if (match.version !== this.match.version) this.thought = null;
      this.match = match;
      this.viewed = null;
      this.update(match.position);
      this.next();
    } catch (error) {
      complain(error);
    }
  }

  /** The engine's turn: it thinks, and moves. Where nobody looks, it waits. */
  async next() {
    if (!this.engineMoves || document.hidden || this.signal.aborted) return;
    this.halt();
    const asked = this.thinking = new AbortController();
    try {
      if (this.engines) await new Promise((done) => setTimeout(done, PAUSE));
      if (asked.signal.aborted) return;
      const path = `/api/matches/${this.match.id}/reply`;
      const match = await ask("POST", path, { version: this.match.version }, asked.signal);
      this.thinking = null;
      this.take(match);
    } catch (error) {
      if (asked.signal.aborted) return;
      this.thinking = null;
      if (error.kind === "stale") await this.reload(); // another window was faster: nothing is lost
      else if (error.kind === "busy" || error.kind === "gone") { // the server may come back
        this.status.textContent = messageOf(error);
        setTimeout(() => this.next(), 2000);
      } else complain(error);
    }
  }

  /** The engine need not think any more. */
  halt() {
    this.thinking?.abort();
    this.thinking = null;
  }

  toggle() {
    this.playing = !this.playing;
    if (!this.playing) this.halt();
    this.update(this.match.position);
    this.next();
  }

  /** Looks at the position after some moves of the record; the match stays as it is. */
  async look(at) {
    this.analysis.stop();
    this.looking?.abort();
    this.looking = new AbortController();
    try {
      if (at === this.match.at) {
        const was = this.viewed;
        this.viewed = null;
        this.update(this.match.position);
        if (was !== null) this.next();
        return;
      }
      this.halt();
      const match = await ask("GET", `/api/matches/${this.match.id}?at=${at}`, undefined, this.looking.signal);
      if (match.version !== this.match.version) {
        await this.reload();
        return;
      }
      this.viewed = at;
      this.update(match.position);
    } catch (error) {
      await this.failed(error);
    }
  }

  restart(setup = false) {
    const { game, parameters, sides, start: from } = this.match;
    const position = setup ? this.board.position.position : from ?? "";
    start(game, { parameters, sides, position, setup }, (match) => this.go(`/play/${match.id}`));
  }

  async choosePlayers() {
    const [ways, strengths] = await Promise.all([algorithms(), levels(this.match.game)]);
    const players = new Players(this.game, strengths, ways, this.match.sides);
    openDialog(t.play.players, (close) => h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      close();
      this.playing = true;
      this.change("sides", { sides: players.read() }, "PUT");
    } }, players.element, h("div", { class: "row end" }, button(t.shell.cancel, close),
      button(t.play.choosePlayers, null, { type: "submit", class: "primary" }))));
  }

  // --- other windows --------------------------------------------------------------------------------

  listen() {
    this.channel = new BroadcastChannel("zermelo-matches");
    this.channel.onmessage = ({ data: { id, version } }) => {
      if (id === this.match.id && version > this.match.version && !this.moving) this.reload();
    };
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.moving && !this.thinking) this.reload();
    }, { signal: this.signal });
    this.signal.addEventListener("abort", () => {
      this.halt();
      this.looking?.abort();
      this.channel.close();
    });
  }
}
