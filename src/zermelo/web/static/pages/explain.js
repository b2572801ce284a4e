// Explain: the player for a tree or for a position of a game. The address holds everything.

import { ask, fetchFile, left } from "../parts/api.js";
import { Board } from "../parts/board.js";
import { Editor } from "../parts/editor.js";
import { algorithms, Parameters, searchable } from "../parts/games.js";
import { recall } from "../parts/memory.js";
import { fromQuery, Settings } from "../parts/settings.js";
import { t } from "../parts/texts.js";
import { button, check, choose, complain, download, field, h, head, later, messageOf, segments } from "../parts/ui.js";

const TREE = "[[3 12 8] [2 4 6] [14 5 2]]";
const ENDINGS = ["svg", "png", "pdf", "tex", "frames", "dot", "txt", "html", "json"];
const NOT_OF_TREES = "is_quiet"; // a rule that no tree has
const WIDE = matchMedia("(min-width: 861px)");
let page = null;

/** The page: what to search and how on one side, the player on the other. */
export async function show({ query, signal, remember }) {
  const [all, ways] = await Promise.all([searchable(), algorithms(), playerReady()]);
  page = new Explain(all, ways, query, signal, remember);
  return [page.element];
}

/** The page is there: the first search is shown. */
export function begin() {
  page.begin();
}

/** The player and its style sheet, loaded once. */
async function playerReady() {
  await Promise.all([import("/player/player.js"), styled("/player/player.css")]);
}

function styled(address) {
  if (document.querySelector(`link[href="${address}"]`)) return null;
  return new Promise((done, fail) => {
    document.head.append(h("link", { rel: "stylesheet", href: address, onload: done, onerror: fail }));
  });
}

class Explain {
  constructor(all, ways, query, signal, remember) {
    Object.assign(this, { all, ways, signal, remember });
    this.request = new AbortController();
    this.game = all.find(({ name }) => name === query.get("game")) ?? null;
    this.parameters = parsed(query.get("parameters"));
    this.position = query.get("position") ?? "";
    this.moves = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
    this.tree = query.get("tree") ?? TREE;
    this.first = [fromQuery(query), [...query.keys()].some((key) => key.startsWith("c.")) ? fromQuery(query, "c.") : null];
    const soon = later(250, () => this.search(), signal);
    this.run = () => (this.player.story ? soon() : this.search()); // the first drawing waits for nothing
    this.source = h("div", { class: "stack" });
    this.how = h("div", { class: "stack" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.busy = h("p", { class: "busy", role: "status" });
    this.player = h("zermelo-player", { linked: true });
    this.player.rerun = (settings) => this.rerun(settings);
    this.exports = h("div", { class: "row" }, ENDINGS.map((ending) =>
      button(t.explain.endings[ending], (event) => this.export(ending, event.currentTarget), { "data-ending": ending })));
    this.element = h("div", { class: "explain" }, head(t.explain.title, t.explain.about),
      h("div", { class: "choices stack" },
        segments(t.explain.source, [["tree", t.explain.tree], ["game", t.explain.game]], this.game ? "game" : "tree",
          (chosen) => this.choose(chosen)),
        this.source,
        h("details", { class: "more part", open: WIDE.matches }, h("summary", {}, h("h2", {}, t.explain.how)), this.how),
        h("details", { class: "more part", open: WIDE.matches }, h("summary", {}, h("h2", {}, t.explain.export)), this.exports)),
      h("div", { class: "output" }, this.problem, this.player, this.busy));
    addEventListener("zermelo-theme", ({ detail }) => this.player.story && this.player.setTheme(detail), { signal });
    signal.addEventListener("abort", () => {
      this.request.abort();
      this.player.address.leave(); // it would write into that of the next page
    });
    this.build();
  }

  begin() {
    if (this.game) this.look();
    else this.editor.check();
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
    else {
      this.editor = new Editor(this.tree, (text) => { this.tree = text; this.run(); }, this.signal);
      this.source.replaceChildren(this.editor.element);
    }
    this.buildHow();
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
    this.back = button(t.explain.back, () => { this.moves.pop(); this.look(); }, { picture: "undo" });
    this.source.replaceChildren(
      field(t.explain.which, choose(this.all.filter(({ board }) => board).map(({ name, title }) => [name, title]),
        this.game.name, (name) => {
          this.game = this.all.find((each) => each.name === name);
          Object.assign(this, { parameters: {}, position: "", moves: [], first: [{}, null] });
          this.build();
          this.source.querySelector("[data-field=game]").focus();
          this.look();
        }, { "data-field": "game" })),
      this.board.element,
      h("div", { class: "row spread" }, this.line, this.back), this.notes,
      h("details", { class: "more" }, h("summary", {}, t.explain.rules), h("div", { class: "stack" },
        this.fields.element, field(t.start.position, this.from))));
  }

  /** Other parameters: the position begins anew. */
  restart() {
    this.parameters = this.fields.read();
    Object.assign(this, { position: "", moves: [] });
    this.from.value = "";
    this.board.ratio = undefined;
    this.look();
  }

  buildHow() {
    const allowed = this.ways.algorithms
      .filter(({ name, needs, steps }) => steps && (this.game ? this.game.algorithms.includes(name) : !needs.includes(NOT_OF_TREES)))
      .map(({ name }) => name);
    const [main, other] = this.first;
    const make = (values) => new Settings(this.ways, allowed, values, this.run, this.game);
    this.settings = make(main);
    const beside = h("div", { class: "other" });
    const compare = (on) => {
      this.other = on ? make(other ?? { ...this.settings.read(), algorithm: this.usualOther(allowed) }) : null;
      beside.replaceChildren(...(on ? [this.other.element] : []));
    };
    compare(Boolean(other));
    this.how.replaceChildren(this.settings.element,
      check(t.explain.compare, Boolean(other), (on) => { compare(on); this.run(); }, { "data-field": "compare" }), beside);
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
    this.looking?.abort();
    this.looking = new AbortController();
    try {
      const position = await ask("POST", "/api/positions", this.place, this.looking.signal);
      if (game !== this.game || this.signal.aborted) return;
      this.path = position.played;
      this.moves = [...this.path];
      this.board.show(position, !position.over);
      this.line.textContent = this.moves.join(" ") || t.explain.noMoves;
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
    return { ...this.place, ...this.settings.read(), compare, theme: recall("theme", "auto") };
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
    this.other?.toQuery(query, "c.");
    return `/explain?${query}`;
  }

  async search() {
    const story = await this.fetch();
    if (!story) return;
    const address = this.address;
    // The part after # is the player's; it holds only while the search is the same.
    const same = new URL(address, location.origin).search === location.search || !this.player.story;
    this.remember(same ? address + location.hash : address);
    this.show(story);
  }

  async fetch() {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.player.setAttribute("aria-busy", "true");
    this.busy.textContent = t.explain.searching;
    try {
      const story = await ask("POST", "/api/explain", this.body, signal);
      this.problem.textContent = "";
      return signal.aborted ? null : story;
    } catch (error) {
      if (!left(error) && !signal.aborted) this.problem.textContent = messageOf(error);
      return null;
    } finally {
      if (!signal.aborted) {
        this.player.removeAttribute("aria-busy");
        this.busy.textContent = "";
      }
    }
  }

  show(story) {
    this.player.story = story;
    this.ready();
    if (this.other && this.player.runs.length < 2) this.player.compare(1);
  }

  /** The shell has the colours. */
  ready() {
    this.player.theme.button.hidden = true;
  }

  /** The player asks for other conventions than it has. */
  async rerun(settings) {
    this.settings.set(settings);
    const story = await this.fetch();
    if (story) this.remember(this.address);
    queueMicrotask(() => this.ready());
    return story ?? this.player.story;
  }

  /** The settings of the search that the player shows, which has switches of its own. */
  get runSettings() {
    const settings = this.settings.read();
    const run = this.player.story && this.player.pane.run;
    if (!run || this.other) return { ...settings, compare: this.body.compare };
    const { order, cut, test, returns } = run.settings;
    const own = run.algorithm === settings.algorithm ? settings : { depth: settings.depth };
    return { ...own, algorithm: run.algorithm, order, cut, test, returns };
  }

  async export(ending, pressed) {
    pressed.disabled = true;
    try {
      const [kind, frames] = ending === "frames" ? ["tex", true] : [ending, false];
      const still = { ...this.place, ...this.runSettings, theme: "light", frames };
      if (!frames && this.player.story && kind !== "html" && kind !== "json") still.step = this.player.step;
      download(await fetchFile(`/api/explain/export?ending=${kind}`, still, this.signal), `zermelo.${kind}`);
    } catch (error) {
      complain(error);
    } finally {
      pressed.disabled = false;
      pressed.focus();
    }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
