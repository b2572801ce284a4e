// The page of a match: the board with its players, the record, and what the engine says of it.

import { Analysis } from "./analysis.js";
import { left, listen } from "./api.js";
import { Board } from "./board.js";
import { choiceNames } from "./choices.js";
import { algorithms, faults, levels } from "./games.js";
import { Match } from "./match.js";
import { Record } from "./record.js";
import { areTwo, seating } from "./seating.js";
import { Seat } from "./seats.js";
import { openSetup } from "./setup.js";
import { openShare } from "./share.js";
import { keep, start } from "./start.js";
import { decimal, fill, many, t } from "./texts.js";
import { button, complain, h, openDialog, tool } from "./ui.js";
import { Why } from "./why.js";
import { Judge, moveName, reach } from "./worth.js";

const GLANCE = 0.8; // seconds for each position of a game that is reviewed
const prepared = new Set(); // the games whose engine was made ready from here

/** Everything about one match; `element` is the page. */
export class Table {
  constructor(data, game, { signal, go, remember }) {
    Object.assign(this, { game, go, signal });
    this.found = new Map(); // by the moves to it: what an analysis knows of a position
    this.written = new Map(); // by the moves up to it: how people write a move
    this.match = new Match(data, signal, { update: (position) => this.update(position), leave: () => this.analysis.stop(),
      wait: (text) => this.wait(text), saved: (id) => remember(`/play/${id}`) });
    const { parameters, sides } = data;
    this.codes = Object.keys(sides).map((seat) => seat.toUpperCase()); // of all players
    this.two = areTwo(Object.keys(sides));
    this.judge = new Judge(game, (side) => this.name(side), parameters.tie ?? 0, data.position.players);
    this.turned = false;
    this.build(signal);
  }

  /** What a player is called. */
  name(side) {
    return this.match.data.position.players[side.toLowerCase()].name || side;
  }

  /** Who looks sits at the bottom. */
  lookFrom({ seats }) {
    if (this.mine === `${seats}`) return;
    this.mine = `${seats}`;
    this.bottom = seats[0]?.toUpperCase() ?? this.codes[0];
    this.seat();
  }

  // --- the parts ----------------------------------------------------------------------------------

  build(signal) {
    const { match } = this;
    this.board = new Board((move) => match.play(move));
    this.analysis = new Analysis(this.judge, { found: (found) => this.hear(found), preview: (line) => this.preview(line) }, signal);
    this.record = new Record((at) => match.look(at), (number) => this.vary(number));
    this.why = new Why(signal);
    this.status = h("p", { class: "status", role: "status" });
    this.detail = h("p", { class: "detail small" });
    const { players } = match.data.position;
    this.seats = Object.fromEntries(this.codes.map((code) => [code, new Seat(code, players[code.toLowerCase()], this.board)]));
    this.run = button("", () => match.toggle(), { class: "primary" });
    this.back = button(t("Back to the game"), () => match.look(match.data.at, match.data.record, "record"), { class: "primary" });
    this.from = button(t("Go on from here"), () => this.goOn());
    this.rematch = button(t("Rematch"), () => this.again(), { class: "primary" });
    this.review = button(t("Review the game"), () => this.look());
    this.explain = h("a", { class: "button" }, t("Step through it"));
    this.why.row.append(this.explain);
    this.middle = h("div", { class: "middle" });
    this.element = h("div", { class: "match", "data-game": this.game.name },
      h("header", { class: "head" }, h("h1", { tabindex: -1 }, match.data.title), h("p", { class: "quiet" }, this.changesInWords()),
        h("div", { class: "row" }, h("a", { href: "/play" }, t("All saved games")),
          button(t("Rules"), () => this.tellRules(), { picture: "help", class: "plain" }),
          button(t("Share"), () => openShare(match, `/play?${this.query(match.at)}`, (side) => this.name(side)),
            { picture: "share", class: "plain" }),
          button(t("Set up"), () => this.setUp(), { picture: "setup", class: "plain" }),
          button(t("New game"), () => this.restart(), { picture: "plus", class: "plain" })), faults(this.game, signal)),
      this.middle,
      h("div", { class: "side" }, h("div", { class: "panel rail" }, this.analysis.element, this.why.element, this.record.element)));
    this.lookFrom(match.data);
    document.addEventListener("keydown", (event) => this.record.press(event), { signal });
  }

  /** The seats in their places: one below the board, the others above it, in the order in which they move. */
  seat() {
    const at = this.codes.indexOf(this.bottom);
    const others = [...this.codes.slice(at + 1), ...this.codes.slice(0, at)].map((code) => this.seats[code].element);
    this.arena ??= h("div", { class: "arena" }, this.analysis.bar, this.board.element);
    this.turns ??= h("div", { class: "turns" }, h("div", {}, this.status, this.detail),
      h("div", { class: "row" }, this.run, this.back, this.from, this.rematch, this.review));
    this.tools_ ??= this.tools();
    this.middle.replaceChildren(h("div", { class: "seats" }, others), this.arena, this.seats[this.bottom].element, this.turns, this.tools_);
    this.analysis.bar.toggleAttribute("data-flipped", this.bottom === "MIN");
    this.board.turn(this.turned);
  }

  tools() {
    const { match } = this;
    this.undo = button(t("Undo"), ({ detail }) => detail === 2 || match.change("undo"), { picture: "undo" }); // not by a double click
    this.redo = button(t("Redo"), () => match.change("redo"), { picture: "redo" });
    const swap = button(this.two ? t("Swap sides") : t("Change seats"), () => this.swap(), { picture: "swap" });
    this.owners = [...(this.codes.length > 1 ? [swap] : []),
      button(t("Players"), () => this.choosePlayers(), { picture: "people" })];
    return h("div", { class: "row tools" }, this.undo, this.redo, ...this.owners,
      this.codes.length > 1 ? tool("flip", t("Turn the board"), () => this.flip()) : null);
  }

  /** Changes the seats; a board that looks the same from both sides is turned round as well. */
  flip() {
    this.bottom = this.codes[(this.codes.indexOf(this.bottom) + 1) % this.codes.length];
    this.turned = this.game.flat && !this.turned;
    this.seat();
  }

  /** The page is in place. */
  begin() {
    this.match.begin();
    if (!this.analysis.on || !this.analysis.place) this.prepare(); // else the analysis does so, and says it
  }

  /** Makes the engine ready while nobody waits for it yet; what is solved needs none. */
  async prepare() {
    const { game, parameters, sides } = this.match.data;
    const key = JSON.stringify([game, parameters]);
    if (prepared.has(key) || Object.values(sides).some(({ level }) => level === "perfect")) return;
    try {
      await listen("/api/prepare", { game, parameters }, (name, data) => {
        if (name === "note") this.detail.textContent = data.text;
        if (name === "end") prepared.add(key);
      }, this.signal);
      if (this.match.view === null) this.tellThought();
    } catch (error) {
      if (!left(error) && error.kind !== "busy") complain(error);
    }
  }

  // --- what is on the page ------------------------------------------------------------------------

  update(position) {
    const { match, match: { data, view, at, record } } = this;
    [data.record, ...data.variations].forEach((line, i) => this.learn(line, data.written[i]));
    const live = match.mayMove(position);
    this.position = position;
    this.lookFrom(data);
    this.board.show(position, live, this.spoken(position));
    for (const seat of Object.values(this.seats)) seat.show(match, live, position);
    const owner = data.role === "owner";
    this.undo.disabled = !data.can_undo || !owner || !data.saved;
    this.redo.disabled = !data.can_redo || !owner || !data.saved;
    for (const each of this.owners) each.hidden = !owner;
    this.explain.href = `/explain?${this.query(position.over ? Math.max(0, at - 1) : at)}`; // an end has no tree
    if (position.over) this.found.set(this.key(at), { moves: [], winner: position.winner });
    const over = view === null && position.over;
    this.back.hidden = view === null;
    this.from.hidden = view === null || view.kind === "line" || position.to_move === "CHANCE" || !owner || !data.saved;
    this.run.hidden = view !== null || !match.engines || match.over || !owner;
    this.run.textContent = match.playing ? t("Pause") : t("Go on");
    this.rematch.hidden = !over || !owner;
    this.review.hidden = !over || !record.length;
    this.status.textContent = this.sentence(position);
    this.status.toggleAttribute("data-over", over);
    this.status.dataset.winner = over ? position.winner : "";
    this.tellThought();
    this.showRecord();
    this.why.about((moves) => match.place(moves), at, this.game.chance, position, this.called(record, at - 1));
    this.analysis.watch(position.over || match.engineMoves ? null : match.place(at), position.to_move,
      position.over ? position.winner : null);
    match.follow();
  }

  /** How people write the moves of a line. */
  learn(line, written) {
    const from = line.length - written.length;
    written.forEach((name, i) => this.written.set(line.slice(0, from + i + 1).join(" "), name));
  }

  /** What people call a move of a line. */
  called(line, i) {
    return moveName(this.written.get(line.slice(0, i + 1).join(" ")) ?? line[i]);
  }

  showRecord() {
    const { match: { data, at, record, view } } = this;
    const movers = view && view.kind !== "record" ? record.map((_move, i) => data.movers[i] ?? null) : data.movers;
    let last = this.codes.at(-1);
    const sure = movers.map((mover) => (last = mover ?? this.codes[(this.codes.indexOf(last) + 1) % this.codes.length]));
    const marks = record.map((move, i) => {
      const before = this.found.get(this.key(i));
      return before ? this.judge.mark(before.moves, move, sure[i]) : "";
    });
    const all = (line) => line.map((_move, i) => this.called(line, i));
    const shown = { moves: record, names: all(record), left: data.variations.map(all), movers: sure, codes: this.codes, at, text: this.position.position, marks,
      played: view && view.kind !== "record" ? record.length : data.at, variations: data.variations };
    this.mistakes = marks.filter(Boolean).length;
    const text = JSON.stringify(shown); // what has not changed stays: it may be pressed just now
    if (text !== this.shown) this.record.show(shown);
    this.shown = text;
    const shares = [...record, null].map((_move, i) => {
      const found = this.found.get(this.key(i));
      return found ? this.judge.share(found) : null;
    });
    this.record.draw(shares, at);
  }

  key(at) {
    return this.match.record.slice(0, at).join(" ");
  }

  /** An iteration of the analysis of the position on the board, or none. */
  hear(found) {
    if (!this.board.position) return;
    this.board.value(found?.moves, this.board.position.to_move, this.judge);
    if (!found) return;
    this.why.agree(found);
    this.found.set(this.key(this.match.at), found);
    for (const { line, written } of found.lines) this.learn([...this.match.record.slice(0, this.match.at), ...line], written);
    this.showRecord();
  }

  /** Says why it takes so long; "" for no reason, and how the match stands instead. */
  wait(text) {
    this.status.textContent = text || this.sentence(this.match.data.position);
  }

  /** How the match stands. */
  sentence(position) {
    const { match, match: { data, view } } = this;
    if (view?.kind === "line") return fill(t("What may come: after {count} move.", "What may come: after {count} moves."), { count: view.at });
    if (view !== null) return fill(t("After {at} of {count} move.", "After {at} of {count} moves."), { at: view.at, count: view.record.length });
    if (position.over) return this.ending(position);
    if (!data.turn) return "";
    const { side: turn, kind } = data.turn;
    const side = this.name(turn.toUpperCase());
    if (kind === "person") {
      const mine = data.seats.includes(turn) && (data.seats.length === 1 || !match.people);
      return fill(mine ? t("Your move: {side}") : t("{side} is to move."), { side });
    }
    return fill(match.engineMoves ? t("{side} is thinking …") : t("{side} waits."), { side });
  }

  /** A position as it is read out: the game, who is to move or has won, and the last move. */
  spoken(position) {
    const { title, over, to_move: side, last } = position;
    const turn = over ? this.ending(position) : side === "CHANCE" ? "" : fill(t("{side} is to move."), { side: this.name(side) });
    return [`${title}.`, turn, last === null ? t("No move yet.") : fill(t("Last move: {move}."), { move: this.called(this.match.record, this.match.at - 1) })].filter(Boolean).join(" ");
  }

  /** Who has won, said to whoever looks. */
  ending({ winner, outcome }) {
    const { data: { seats } } = this.match;
    if (winner === "nobody" || !this.two) return outcome;
    if (seats.length === 1) return seats[0].toUpperCase() === winner ? t("You won.") : t("You lost.");
    return fill(t("{side} wins."), { side: this.name(winner) });
  }

  /** What the engine thought of its move; where it looked nowhere, only that. */
  tellThought() {
    const { thought, view, data } = this.match;
    const watching = data.role === "watcher" ? t("You are watching.") : "";
    if (!thought || view !== null) {
      this.detail.textContent = watching;
      return;
    }
    const { nodes, seconds, note, value, proven, line } = thought;
    const mine = data.movers.slice(0, data.at).findLastIndex((code) => code !== "CHANCE"), mover = data.movers[mine];
    const judged = value === null || value === undefined ? null : this.judge.words({ value, proven, winner: null, distance: null }, mover);
    this.detail.textContent = [fill(t("Played {move}"), { move: this.called(data.record, mine) }), proven || this.position?.over ? null : judged,
      reach(thought), note].filter(Boolean).join(" · ");
    this.detail.title = nodes ? [fill(t("{count} position in {seconds} s", "{count} positions in {seconds} s"), { count: many(nodes), seconds: decimal(seconds, 2) }),
      line.map(moveName).join(" ")].join(" · ") : "";
  }

  // --- looking on ---------------------------------------------------------------------------------

  /** Shows what a line leads to; the arrow keys go through it. */
  preview(line) {
    const { match } = this;
    const { at } = match;
    match.look(at + 1, [...match.record.slice(0, at), ...line], "line");
  }

  /** Looks at a line that was left, where it begins. */
  vary(number) {
    const { match, match: { data } } = this;
    const line = data.variations[number];
    const from = line.findIndex((move, i) => move !== data.record[i]);
    match.look(Math.min(line.length, Math.max(0, from) + 1), line, "variation");
  }

  async goOn() {
    const { match, match: { view, data } } = this;
    const number = view.kind === "variation" ? data.variations.findIndex((line) => line.join(" ") === view.record.join(" ")) : -1;
    if (number >= 0 && !await match.change("vary", { number })) return;
    if (match.data.at !== view.at) await match.change("goto", { at: view.at });
  }

  /** Has every position of the game looked at for a moment, so that its mistakes are marked. */
  async look() {
    const { match } = this;
    this.review.disabled = true;
    const { record } = match;
    for (let at = record.length - 1; at >= 0 && !this.signal.aborted; at -= 1) {
      this.detail.textContent = fill(t("Looking at move {at} of {count} …"), { at: at + 1, count: record.length });
      let last = null;
      await listen("/api/analysis", { ...match.place(at, record), lines: 1, time: GLANCE }, (name, data) => {
        if (name === "iteration") last = data;
      }, this.signal);
      if (last && !this.found.get(record.slice(0, at).join(" "))?.proven) this.found.set(record.slice(0, at).join(" "), last);
      this.showRecord();
    }
    this.review.disabled = false;
    this.detail.textContent = fill(this.mistakes ? t("Mistakes marked among the moves: {count}") : t("No mistake is found."), { count: this.mistakes });
  }

  // --- words --------------------------------------------------------------------------------------

  /** The parameters that are not as usual. */
  get changes() {
    const { parameters } = this.match.data;
    return this.game.parameters.filter(({ name, default: usual }) =>
      JSON.stringify(parameters[name]) !== JSON.stringify(usual));
  }

  /** Those parameters in words. */
  changesInWords() {
    return this.changes.map(({ name, label, kind }) => {
      const value = this.match.data.parameters[name];
      if (kind === "boolean") return value ? label : fill(t("not: {label}"), { label });
      return `${label}: ${Array.isArray(value) ? value.join(" ") : choiceNames(name)[value] ?? value}`;
    }).join(" · ");
  }

  tellRules() {
    openDialog(fill(t("The rules of {game}"), { game: this.game.title }), (close) => h("div", { class: "stack" },
      h("p", {}, this.game.rules), // how it ends is known of the usual rules alone
      this.game.solved && !this.changes.length ? h("p", { class: "quiet" }, this.game.solved) : null,
      h("div", { class: "row end" }, button(t("I see"), close, { class: "primary" })))).classList.add("short");
  }

  /** What an address says of the position after some moves. */
  query(at) {
    const { game, parameters, start: position } = this.match.data;
    const changes = this.changes.map(({ name }) => [name, parameters[name]]);
    const query = new URLSearchParams({ game });
    if (changes.length) query.set("parameters", JSON.stringify(Object.fromEntries(changes)));
    if (position !== null) query.set("position", position);
    if (at) query.set("moves", this.match.record.slice(0, at).join(" "));
    return query;
  }

  // --- other matches ------------------------------------------------------------------------------

  /** The same again; of two, with the sides swapped where somebody plays an engine. */
  again() {
    const { game, parameters, sides, start: position } = this.match.data;
    const swapped = this.match.people || this.match.engines || !this.two ? sides : { max: sides.min, min: sides.max };
    keep(game, { parameters, sides: swapped });
    this.go(`/play?${new URLSearchParams({ game, parameters: JSON.stringify(parameters), ...(position === null ? {} : { position }) })}`);
  }

  async swap() {
    const { match, match: { data: { sides } } } = this;
    const [first, ...others] = Object.values(sides);
    const moved = Object.fromEntries([...others, first].map((side, i) => [Object.keys(sides)[i], side]));
    await (match.data.saved ? match.change("swap") : match.seat(moved));
  }

  restart() {
    const { game, parameters, sides, start: from } = this.match.data;
    return start(game, { parameters, sides, position: from ?? "" }, this.go);
  }

  setUp() {
    const { game, parameters, sides } = this.match.data;
    openSetup(this.game, parameters, this.position, (side) => this.name(side), (position) => {
      keep(game, { parameters, sides });
      this.go(`/play?${new URLSearchParams({ game, parameters: JSON.stringify(parameters), position })}`);
    });
  }

  async choosePlayers() {
    const { match } = this;
    const [ways, strengths] = await Promise.all([algorithms(), 
      levels({ game: match.data.game, parameters: match.data.parameters, position: match.data.start })]);
    const players = seating(match.data.position.players, this.game, strengths, ways, match.data.sides);
    players.begun((match.data.movers[0] ?? match.data.position.to_move ?? "MAX").toLowerCase());
    openDialog(t("Players"), (close) => h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      close();
      match.playing = true;
      const sides = players.read();
      keep(match.data.game, { parameters: match.data.parameters, sides });
      match.seat(sides);
    } }, h("div", {}, players.element), h("div", { class: "row end" }, button(t("Cancel"), close),
      button(t("Take these"), null, { type: "submit", class: "primary" }))));
  }
}
