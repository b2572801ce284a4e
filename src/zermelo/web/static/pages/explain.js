// Explain: the drawing of a search is the page; what is searched and how is in the menus above it.
// The address holds everything.

import { difference } from "/player/compare.js";
import { ask, fetchFile, left } from "../parts/api.js";
import { Board } from "../parts/board.js";
import { Editor } from "../parts/editor.js";
import { examples, randomTrees } from "../parts/examples.js";
import { algorithms, linked, Parameters, searchable } from "../parts/games.js";
import { recall } from "../parts/memory.js";
import { fromQuery, Settings } from "../parts/settings.js";
import { fill, t } from "../parts/texts.js";
import { TreeChanges } from "../parts/tree-changes.js";
import { button, check, choose, download, field, h, later, latest, messageOf, segments } from "../parts/ui.js";

const ENDINGS = () => ({ svg: "SVG", png: "PNG", pdf: "PDF", tex: "TikZ", frames: t("TikZ, all steps"), dot: "DOT", txt: t("Text"), html: "HTML", json: "JSON" });
const NOT_OF_TREES = "is_quiet"; // a rule that only trees with unquiet nodes have
const SEEDS = 10_000;
const SIMULATIONS = 20; // unless more are asked for: each is several steps
let page = null;

/** The page: menus above the player. */
export async function show({ query, signal, remember, go }) {
  const player = [import("/player/player.js"), styled("/player/player.css")];
  const [all, ways] = await Promise.all([searchable(query.get("game")), algorithms(), ...player]);
  page = new Explain(all, ways, query, { signal, remember, go });
  return [page.element];
}

/** The page is there: the first search is shown. */
export function begin() {
  page.begin();
}

/** Loads a style sheet, once. */
function styled(address) {
  if (document.querySelector(`link[href="${address}"]`)) return null;
  return new Promise((done, fail) => {
    document.head.append(h("link", { rel: "stylesheet", href: address, onload: done, onerror: fail }));
  });
}

class Explain {
  constructor(all, ways, query, { signal, remember, go }) {
    Object.assign(this, { all, ways, signal, remember, go });
    this.request = latest(signal);
    this.looking = latest(signal);
    this.game = all.find(({ name }) => name === query.get("game")) ?? null;
    this.given = query.get("tree"); // the tree of the link
    this.notice = query.has("game") && !this.game ? fill(t("This link asks for the game {game}, which is not here. You see an example."), { game: query.get("game") }) : "";
    this.parameters = linked(query.get("parameters"));
    this.position = query.get("position") ?? "";
    this.moves = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
    this.tree = this.given ?? examples()[0].tree;
    this.intervals = query.get("intervals") === "1"; // whether nodes say what is known of them
    this.ucb = query.get("ucb") === "1";
    this.unfolded = []; // ways of moves to nodes that a large tree shows at the reader's wish
    this.first = [fromQuery(query), [...query.keys()].some((key) => key.startsWith("c.")) ? fromQuery(query, "c.") : null];
    const soon = later(250, () => this.search(), signal);
    this.run = () => { this.unfolded = []; return this.player.story ? soon() : this.search(); }; // the first drawing waits for nothing
    this.source = h("div", { class: "stack" });
    this.how = h("div", { class: "stack" });
    this.beside = h("div", { class: "stack" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.offer = button("", () => this.follow(this.offered), { class: "primary", hidden: true });
    this.busy = h("p", { class: "busy", role: "status" });
    this.player = h("zermelo-player", { linked: true, settled: true });
    this.changes = new TreeChanges(this.player, (text) => this.editor.take(text), signal);
    this.build();
    this.element = this.makeElement();
    this.label(); // at once, lest anything moves
    this.listen();
  }

  makeElement() {
    const exports = h("div", { class: "row" }, Object.entries(ENDINGS()).map(([ending, words]) =>
      button(words, (event) => this.export(ending, event.currentTarget), { "data-ending": ending })));
    const names = { source: t("Tree or game"), how: t("Algorithm"), compare: t("Compare"), export: t("Export") };
    this.panels = { source: h("div", { class: "stack" },
      segments(t("What is searched"), [["tree", t("A tree")], ["game", t("A game")]], this.game ? "game" : "tree",
        (chosen) => this.choose(chosen)), this.source), how: this.how, compare: this.beside, export: exports };
    this.drawer = h("div", { class: "drawer" }, Object.entries(this.panels).map(([name, panel]) =>
      h("section", { id: `menu-${name}`, "data-panel": name, "aria-label": names[name], hidden: true }, panel)));
    this.menus = new Map(Object.keys(this.panels).map((name) => [name, h("button", { type: "button", "data-menu": name,
      "aria-expanded": "false", "aria-controls": `menu-${name}`, onclick: () => this.open(name) },
    h("span", { class: "quiet small" }, names[name]), h("b", {}))]));
    return h("div", { class: "explain" },
      h("header", { class: "menus" }, h("h1", { tabindex: -1 }, t("Explain a search")),
        h("div", { role: "group", "aria-label": t("What is shown") }, [...this.menus.values()])),
      this.drawer, h("div", { class: "output" }, h("div", { class: "row" }, this.problem, this.offer), this.player, this.busy));
  }

  listen() {
    const { signal } = this;
    addEventListener("zermelo-theme", ({ detail }) => this.player.story && this.player.setTheme(detail), { signal });
    this.element.addEventListener("keydown", (event) => {
      const open = event.key === "Escape" && this.element.dataset.open;
      if (!open || this.player.contains(event.target)) return;
      this.open(open);
      this.menus.get(open).focus();
    });
    this.player.addEventListener("zermelo-unfold", (event) => {
      event.preventDefault();
      this.unfolded = [...this.unfolded, event.detail.moves].slice(-8);
      this.search();
    });
    signal.addEventListener("abort", () => {
      this.player.show?.end();
      this.player.address.leave(); // it would write into that of the next page
    });
  }

  async begin() {
    if (this.game) return this.look();
    await this.editor.check();
    if (this.editor.tree || this.given !== this.editor.area.value) return;
    this.problem.textContent = fill(t("The tree in this link cannot be read. {what}"), { what: this.editor.status.textContent });
    this.open("source"); // where it can be corrected
  }

  /** Opens a menu beside the drawing, or closes it. */
  open(name) {
    const open = this.element.dataset.open === name ? "" : name;
    this.element.dataset.open = open;
    for (const section of this.drawer.children) section.hidden = section.dataset.panel !== open;
    for (const [each, menu] of this.menus) menu.setAttribute("aria-expanded", String(each === open));
    this.changes.listen(false);
  }

  /** What the menus say of what is chosen in them. */
  label() {
    const written = /^title:\s*"(.*)"/m.exec(this.tree)?.[1] ?? t("A tree");
    const said = { source: this.game?.title ?? this.player.story?.title ?? written, how: this.player.story?.runs[0].label ?? this.settings.title,
      compare: (this.other && (this.player.story?.runs[1]?.label ?? this.other.title)) ?? t("with nothing"), export: "" };
    for (const [name, menu] of this.menus) menu.lastChild.textContent = said[name];
  }

  /** Changes between a tree and a game. */
  choose(kind) {
    this.game = kind === "game" ? this.all[0] : null;
    this.parameters = {};
    this.position = "";
    this.moves = [];
    this.first = [this.settings.read(), this.other?.read() ?? null];
    delete this.first[0].depth;
    this.build();
    this.begin();
  }

  build() {
    if (this.game) this.buildGame();
    else this.buildTree();
    this.buildHow();
  }

  buildTree() {
    this.editor = new Editor(this.tree, (text) => { this.tree = text; this.changes.drawn(false); this.run(); }, this.signal);
    const trees = examples().map(({ name, tree, settings }) => button(name, () => this.take(tree, settings)));
    const random = randomTrees().map(({ name, kind, shape }) => button(name, () => this.draw(kind, shape)));
    this.source.replaceChildren(this.editor.element, this.changes.element,
      h("div", { class: "offers", role: "group", "aria-label": t("Examples") }, h("h2", {}, t("Examples")), trees),
      h("div", { class: "offers inline", role: "group", "aria-label": t("At random") }, h("h2", {}, t("At random")), random));
    this.changes.of(this.editor);
  }

  /** Takes another tree, with the settings that show it best. */
  take(tree, { convention, ...settings } = {}) {
    this.first = [{ ...this.ways.conventions[convention], ...settings, ...(convention && { convention }) }, null];
    this.buildHow();
    this.editor.set(tree);
  }

  /** Takes a tree of some shape, at random. */
  async draw(kind, shape) {
    const query = new URLSearchParams({ kind, shape, seed: 1 + Math.floor(Math.random() * SEEDS) });
    const { tree } = await ask("GET", `/api/exercises?${query}`, undefined, this.signal);
    this.take(tree, kind === "expectiminimax" ? { algorithm: kind } : {});
  }

  buildGame() {
    this.path = []; // the moves that led to what the board shows
    this.board = new Board((move) => { this.moves = [...this.path, move]; this.look(); });
    this.fields = new Parameters(this.game, this.parameters, later(400, () => this.restart(), this.signal));
    this.from = h("textarea", { rows: 2, class: "mono", spellcheck: false, "data-field": "position",
      onchange: () => { this.position = this.from.value.trim(); this.moves = []; this.look(); } });
    this.from.value = this.position;
    this.line = h("output", { class: "mono small" });
    this.notes = h("p", { class: "quiet small", role: "status" });
    this.back = button(t("Take back"), () => { this.moves.pop(); this.look(); }, { picture: "undo" });
    this.source.replaceChildren(
      field(t("Game"), choose(this.all.filter(({ board }) => board).map(({ name, title }) => [name, title]),
        this.game.name, (name) => {
          this.game = this.all.find((each) => each.name === name);
          Object.assign(this, { parameters: {}, position: "", moves: [], first: [{}, null] });
          this.build();
          this.source.querySelector("[data-field=game]").focus();
          this.look();
        }, { "data-field": "game" })),
      this.board.element,
      h("div", { class: "row spread" }, this.line, this.back), this.notes,
      h("div", { class: "row" }, button(t("Play from here"), ({ currentTarget }) => this.play(currentTarget), { picture: "people" })),
      h("details", { class: "more" }, h("summary", {}, t("Rules and position")), h("div", { class: "stack" },
        this.fields.element, field(t("Position, as the game writes it"), this.from))));
  }

  /** A match from the position on the board: the visitor moves next, against a student. */
  async play(pressed) {
    pressed.disabled = true;
    try {
      const { to_move: mover, players } = this.board.position;
      const seats = Object.keys(players);
      const whose = seats.includes(mover?.toLowerCase()) ? mover.toLowerCase() : seats[0];
      const [person, engine] = [{ kind: "person" }, { kind: "engine", level: "student" }];
      const sides = Object.fromEntries(seats.map((seat) => [seat, seat === whose ? person : engine]));
      const match = await ask("POST", "/api/matches", { ...this.place, sides }, this.signal);
      this.go(`/play/${match.id}`);
    } finally {
      pressed.disabled = false;
    }
  }

  /** Other parameters: the position begins anew. */
  restart() {
    this.parameters = this.fields.read();
    Object.assign(this, { position: "", moves: [] });
    this.from.value = "";
    this.board.ratio = undefined;
    this.look();
  }

  /** The algorithms that can tell the steps of what is searched. */
  get allowed() {
    const fit = ({ name, needs, several }) => (this.game ? this.game.algorithms.includes(name)
      : !several && !needs.includes(NOT_OF_TREES) || /\bunquiet\b/.test(this.tree));
    return this.ways.algorithms.filter((each) => each.steps && fit(each)).map(({ name }) => name);
  }

  buildHow() {
    const { allowed } = this;
    const [main, other] = this.first;
    const make = (values) => {
      const made = new Settings(this.ways, allowed, values, this.run, this.game);
      made.inputs.simulations.value ||= SIMULATIONS;
      return made;
    };
    this.settings = make(main);
    const beside = h("div", { class: "other" });
    const compare = (on) => {
      this.other = on ? make(other ?? { ...this.settings.read(), algorithm: this.usualOther(allowed) }) : null;
      beside.replaceChildren(...(on ? [this.other.element] : []));
    };
    compare(Boolean(other));
    this.how.replaceChildren(this.settings.element,
      check(t("Write at each node what is known of it: ≤ 3, ≥ 3"), this.intervals, (on) => { this.intervals = on; this.run(); }, { "data-field": "intervals" }),
      check(t("Monte-Carlo: write UCB1 at each node"), this.ucb, (on) => { this.ucb = on; this.run(); }, { "data-field": "ucb" }));
    this.beside.replaceChildren(
      check(t("Compare with another search"), Boolean(other), (on) => { compare(on); this.run(); }, { "data-field": "compare" }), beside);
  }

  usualOther(allowed) {
    const now = this.settings.algorithm.value;
    return ["minimax", "alphabeta", "expectiminimax", "star1"].find((name) => name !== now && allowed.includes(name)) ?? now;
  }

  // --- what is shown ------------------------------------------------------------------------------

  get place() {
    if (!this.game) return { tree: this.tree };
    return { game: this.game.name, parameters: this.parameters, moves: this.moves,
      ...(this.position ? { position: this.position } : {}) };
  }

  /** Shows the position that is to be searched, and searches it. */
  async look() {
    const { game } = this;
    const signal = this.looking();
    try {
      const position = await ask("POST", "/api/positions", this.place, signal);
      if (game !== this.game || this.signal.aborted) return;
      this.path = position.played;
      this.moves = [...this.path];
      this.board.show(position, !position.over);
      this.line.textContent = this.moves.join(" ") || t("Click on the board to go on from here.");
      this.back.disabled = !this.moves.length;
      this.notes.textContent = position.notes.join(" ");
      this.problem.textContent = "";
      this.run();
    } catch (error) {
      if (left(error)) return;
      this.moves = [...this.path];
      this.problem.textContent = messageOf(error);
    }
  }

  get body() {
    const compare = this.other ? [this.other.read()] : [];
    const labels = ["usual", ...(this.intervals ? ["intervals"] : []), ...(this.ucb ? ["ucb"] : [])].join();
    return { ...this.place, ...this.settings.read(), compare, labels, theme: recall("theme", "auto") };
  }

  /** The address that holds all of this. */
  get address() {
    const query = new URLSearchParams();
    if (!this.game) query.set("tree", this.tree);
    else {
      query.set("game", this.game.name);
      if (Object.keys(this.parameters).length) query.set("parameters", JSON.stringify(this.parameters));
      if (this.position) query.set("position", this.position);
      if (this.moves.length) query.set("moves", this.moves.join(" "));
    }
    this.settings.toQuery(query);
    if (this.intervals) query.set("intervals", "1");
    if (this.ucb) query.set("ucb", "1");
    this.other?.toQuery(query, "c.");
    return `/explain?${query}`;
  }

  async search() {
    const before = this.player.story && this.player.pane.run;
    const { tree } = this;
    const story = await this.fetch();
    if (!story) return;
    const address = this.address;
    // The part after # is the player's; it holds only while the search is the same.
    const same = new URL(address, location.origin).search === location.search || !this.player.story;
    const settings = !same && before && story.runs[0].places.length === before.places.length
      && new URLSearchParams(location.search).get("tree") === this.tree;
    this.remember(same ? address + location.hash : address);
    this.show(story);
    this.changes.drawn(!this.game && this.editor.area.value === tree);
    if (settings && !this.other) this.player.say(difference(before, story.runs[0]));
  }

  async fetch() {
    const signal = this.request();
    this.player.setAttribute("aria-busy", "true");
    this.busy.textContent = t("Searching …");
    try {
      const story = await ask("POST", "/api/explain", { ...this.body, ...(this.unfolded.length && { unfold: this.unfolded }) }, signal);
      this.complain(this.notice);
      this.notice = "";
      return signal.aborted ? null : story;
    } catch (error) {
      if (!left(error) && !signal.aborted) this.complain(messageOf(error));
      return null;
    } finally {
      if (!signal.aborted) {
        this.player.removeAttribute("aria-busy");
        this.busy.textContent = "";
      }
    }
  }

  /** Tells what is wrong; where the algorithm does not know chance, or wants a heuristic, with one that does not. */
  complain(text) {
    this.problem.textContent = text;
    const way = (name) => this.ways.algorithms.find((each) => each.name === name);
    const { value } = this.settings.algorithm;
    const better = this.game ? (this.game.heuristic ? null : "mcts") : this.editor.tree?.chance && !way(value)?.chance ? "expectiminimax" : null;
    this.offered = text && better !== value ? better : null;
    this.offer.hidden = !this.offered;
    this.offer.textContent = fill(t("Search it with {algorithm}"), { algorithm: way(this.offered ?? "mcts").title });
  }

  /** Searches with another algorithm. */
  follow(algorithm) {
    this.settings.set({ algorithm });
    this.search();
    this.menus.get("how").focus();
  }

  show(story) {
    this.player.story = story;
    this.player.theme.button.hidden = true; // the shell has the colours
    if (this.other && this.player.runs.length < 2) this.player.compare(1);
    this.label();
  }

  async export(ending, pressed) {
    pressed.disabled = true;
    try {
      const [kind, frames] = ending === "frames" ? ["tex", true] : [ending, false];
      const still = { ...this.body, theme: "light", frames };
      if (!frames && this.player.story && kind !== "html" && kind !== "json") still.step = this.player.step;
      download(await fetchFile("POST", `/api/explain/export?ending=${kind}`, still, this.signal), `zermelo.${kind}`);
    } finally {
      pressed.disabled = false;
      pressed.focus();
    }
  }
}
