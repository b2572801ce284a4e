// The lab: games, algorithms and depths, each with each; what every search took, as charts and a table.

import { formatValue } from "/player/values.js";
import { left, listen } from "../parts/api.js";
import { chart, dashes, sign } from "../parts/chart.js";
import { choiceNames } from "../parts/choices.js";
import { algorithms, Parameters, searchable } from "../parts/games.js";
import { raster, standalone } from "../parts/picture.js";
import { decimal, fill, many, rough, t } from "../parts/texts.js";
import { button, check, choose, download, field, h, head, later, latest, messageOf, say, segments, tool } from "../parts/ui.js";

const MEASURES = ["leaves", "nodes", "cutoffs", "seconds"];
const measures = () => ({ leaves: t("leaves"), nodes: t("nodes"), cutoffs: t("cutoffs"), seconds: t("time") });
const USUAL = { games: [{ game: "tictactoe", parameters: {} }], runs: ["minimax", "alphabeta", "table"], orders: ["left"], depths: [1, 5] };
const DEEPENS = ["iterative", "aspiration"]; // anyway
const WIDE = matchMedia("(min-width: 861px)"); // else the charts would be far below
const MOST = 4; // games at once: more charts than that nobody compares

/** The page: what to measure, and what came out. */
export async function show({ query, signal, remember }) {
  const [all, ways] = await Promise.all([searchable(), algorithms()]);
  return [new Lab(all, ways, query, signal, remember).element];
}

class Lab {
  constructor(all, ways, query, signal, remember) {
    Object.assign(this, { all, ways, signal, remember });
    const wish = read(query.get("lab"));
    this.measure = MEASURES.includes(wish.measure) ? wish.measure : "leaves";
    this.request = latest(signal);
    this.rows = [];
    this.found = [];
    this.entries = wish.games.filter(({ game }) => all.some(({ name, board }) => name === game && board)).slice(0, MOST);
    if (!this.entries.length) this.entries = USUAL.games;
    this.gameList = h("ul", { class: "entries" });
    this.add = button(t("Another game"), () => {
      this.entries.push({ game: this.usable[0].name, parameters: {} });
      this.buildGames();
      this.gameList.lastElementChild.querySelector("select").focus();
    }, { picture: "plus" });
    this.boxes = new Map(ways.algorithms.filter(({ steps }) => steps).map(({ name, title, summary }) =>
      [name, check(title, wish.runs.includes(name), null, { "data-algorithm": name, title: summary })]));
    this.orders = new Map(ways.choices.order.map((name) =>
      [name, check(choiceNames("order")[name], wish.orders.includes(name), null, { "data-order": name })]));
    this.deepening = check(t("Each search also by iterative deepening"), wish.deepening === true, null, { "data-field": "deepening" });
    const whole = (value, name) => h("input", { type: "number", min: 0, max: 20, step: 1, value, required: true, "data-field": name });
    [this.from, this.to] = [whole(wish.depths[0], "from"), whole(wish.depths[1], "to")];
    this.nodes = h("input", { type: "number", min: 1, max: 20_000_000, value: 1_000_000, "data-field": "nodes" });
    this.time = h("input", { type: "number", min: 0.1, max: 10, step: "any", value: 5, "data-field": "seconds" });
    this.go = button(t("Measure"), null, { type: "submit", class: "primary" });
    this.cancel = button(t("Cancel"), () => this.request(), { disabled: true });
    this.bar = h("progress", { value: 0, max: 1, "aria-label": t("Progress") });
    this.status = h("p", { class: "small", role: "status" }, t("Each game is searched by each algorithm at each depth."));
    this.results = h("div", { class: "stack" });
    this.element = h("div", { class: "lab" }, head(t("Lab"), t("What a search costs, depth by depth, beside what theory says.")),
      h("form", { class: "panel stack choices", onsubmit: (event) => { event.preventDefault(); this.run(); } },
        h("div", { class: "row" }, this.go, this.cancel), this.bar, this.status,
        h("fieldset", {}, h("legend", {}, t("Games")), this.gameList, this.add),
        h("div", { class: "fields" }, field(t("Depth from"), this.from), field(t("Depth to"), this.to)),
        h("details", { class: "more", open: WIDE.matches }, h("summary", {}, t("Algorithms")),
          h("div", { class: "checks" }, [...this.boxes.values()])),
        h("details", { class: "more" }, h("summary", {}, t("Move orders")),
          h("div", { class: "checks" }, [...this.orders.values()], this.deepening)),
        h("details", { class: "more" }, h("summary", {}, t("Limits of each search")), h("div", { class: "fields" },
          field(t("At most so many nodes"), this.nodes), field(t("At most so many seconds"), this.time)))),
      this.results);
    this.draw = later(100, () => this.showResults(), signal);
    this.buildGames();
    this.showResults();
  }

  get usable() {
    return this.all.filter(({ board }) => board);
  }

  buildGames() {
    const items = this.entries.map((entry, i) => {
      const game = this.all.find(({ name }) => name === entry.game);
      const fields = new Parameters(game, entry.parameters, () => { entry.parameters = fields.read(); });
      return h("li", {},
        h("div", { class: "row" },
          choose(this.usable.map(({ name, title }) => [name, title]), entry.game, (name) => {
            Object.assign(entry, { game: name, parameters: {} });
            this.buildGames();
            this.gameList.children[i].querySelector("select").focus();
          }, { "aria-label": t("Game"), "data-field": "game" }),
          this.entries.length < 2 ? null : tool("close", fill(t("Without {game}"), { game: game.title }), () => {
            this.entries.splice(i, 1);
            this.buildGames();
            this.add.focus();
          }, { class: "plain" })),
        fields.empty ? null : h("details", { class: "more" }, h("summary", {}, t("Rules")), fields.element));
    });
    this.gameList.replaceChildren(...items);
    this.add.disabled = this.entries.length >= MOST;
    this.suit();
  }

  /** Only what suits one of the games can be chosen, and something is. */
  suit() {
    const suited = new Set(this.entries.flatMap(({ game }) => this.all.find(({ name }) => name === game).algorithms));
    for (const [name, box] of this.boxes) {
      const input = box.firstChild;
      input.disabled = !suited.has(name);
      input.checked &&= !input.disabled;
      box.title = input.disabled ? t("It does not suit the rules of the game.") : "";
    }
    if (!this.runs.length) for (const name of ["minimax", "alphabeta", "expectiminimax", "star1"]) {
      if (suited.has(name)) this.boxes.get(name).firstChild.checked = true;
    }
  }

  // --- a run --------------------------------------------------------------------------------------

  get runs() {
    return ticked(this.boxes);
  }

  /** Every algorithm with every order and, where that is wanted and makes a difference, also by iterative deepening. */
  trials({ runs, orders, deepening }) {
    return runs.flatMap((algorithm) => orders.flatMap((order) => (deepening && !DEEPENS.includes(algorithm) ? [false, true] : [false])
      .map((deeper) => ({ algorithm, order, deepening: deeper }))));
  }

  async run() {
    const runs = this.runs;
    const [from, to] = [this.from, this.to].map((input) => Number(input.value));
    if (!runs.length) return say(t("Choose at least one algorithm."), "problem");
    if (to < from) return say(t("The last depth is smaller than the first."), "problem");
    const depths = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const orders = ticked(this.orders);
    this.setup = { games: structuredClone(this.entries), runs, orders: orders.length ? orders : USUAL.orders,
      deepening: this.deepening.firstChild.checked, depths: [from, to], measure: this.measure };
    this.tried = this.trials(this.setup);
    this.remember(`/lab?${new URLSearchParams({ lab: JSON.stringify(this.setup) })}`);
    Object.assign(this, { rows: [], found: [] });
    const signal = this.request();
    this.busy(true);
    const body = { games: this.setup.games, runs: this.tried, depths,
      nodes: Number(this.nodes.value) || 1_000_000, time: Number(this.time.value) || 5 };
    let end = t("Cancelled. What was measured stays.");
    try {
      await listen("/api/lab", body, (name, data) => {
        if (name === "game") this.found[data.game] = data;
        else if (name === "row") this.rows.push(data);
        else if (name === "progress") this.tell(data);
        else if (name === "waiting") this.status.textContent = fill(t("Waiting; before this one: {count}"), { count: data.ahead });
        else if (name === "note") this.status.textContent = data.text || "…";
        else if (name === "problem") end = data.detail;
        else if (name === "end") end = t("Done.");
        if (name === "row") this.draw();
      }, signal);
    } catch (error) {
      if (!left(error)) end = messageOf(error);
    }
    if (this.signal.aborted) return;
    this.status.textContent = end;
    this.busy(false);
    this.showResults();
  }

  busy(on) {
    this.go.disabled = on;
    this.cancel.disabled = !on;
    if (on) this.bar.value = 0;
    (on ? this.cancel : this.go).focus();
  }

  tell({ done, total, nodes }) {
    this.bar.max = total;
    this.bar.value = done;
    const so = fill(t("{done} of {all} search", "{done} of {all} searches"), { done, all: total });
    this.status.textContent = nodes ? fill(t("{so}; nodes of this one: {nodes}"), { so, nodes: rough(nodes) }) : so;
  }

  // --- what came out ------------------------------------------------------------------------------

  title(game) {
    const { game: name, parameters } = this.setup.games[game];
    const list = Object.entries(parameters).map(([key, value]) => `${key} ${value}`).join(", ");
    const { title } = this.all.find((each) => each.name === name);
    return list ? `${title} (${list})` : title;
  }

  name(run) {
    const { algorithm, order, deepening } = this.tried[run];
    const title = this.ways.algorithms.find((each) => each.name === algorithm)?.title ?? algorithm;
    return [title, this.setup.orders.length > 1 ? choiceNames("order")[order] : "", deepening ? t("iterative deepening") : ""].filter(Boolean).join(", ");
  }

  showResults() {
    const shown = segments(t("Shown"), Object.entries(measures()), this.measure, (chosen) => {
      this.measure = chosen;
      this.showResults();
      this.results.querySelector(":checked").focus();
    });
    const had = this.results.contains(document.activeElement) && document.activeElement.value;
    if (!this.rows.length) {
      this.results.replaceChildren(h("div", { class: "blank" }, h("p", { class: "quiet" }, t("Charts and a table come here."))));
      return;
    }
    const charts = this.setup.games.map((_, game) => this.chart(game));
    this.results.replaceChildren(shown, h("div", { class: "charts" }, charts), this.table(),
      h("div", { class: "row" }, button(t("Table as CSV"), () => download(new Blob([this.csv()], { type: "text/csv" }), "zermelo.csv"), { picture: "save" })));
    if (had) this.results.querySelector(`[value="${had}"]`)?.focus();
  }

  chart(game) {
    const { measure } = this;
    const name = measures()[measure];
    const series = this.tried.map((_, index) => ({ index, name: this.name(index),
      points: this.rows.filter((row) => row.game === game && row.run === index && !row.problem && !row.stopped)
        .map((row) => ({ depth: row.depth, value: row[measure], text: this.cell(row, measure) })) }))
      .filter(({ points }) => points.length);
    const { branching: b, leaves = [] } = this.found[game] ?? {};
    // Of leaves alone: b to the power of the depth is how many there are, b their mean up to there.
    const to = (power) => leaves.map((count, depth) => [depth, count ** power]);
    const curves = measure === "leaves" && leaves.length > 1 ? [
      { power: "d", kind: "worst", words: t("worst case: all leaves"), points: to(1) },
      { power: "3d/4", kind: "mean", words: t("mean case"), points: to(0.75) },
      { power: "d/2", kind: "best", words: t("best case"), points: to(0.5) }] : [];
    const legend = h("ul", { class: "legend" },
      series.map((each) => h("li", {}, sign(each.index), each.name)),
      curves.map((each) => h("li", { class: "quiet" }, dashes(each.kind), 
        h("span", {}, h("i", {}, "b"), h("sup", {}, each.power), ` ${each.words}`))));
    const [title, note] = [this.title(game), b ? fill(t("b = {b} moves on average"), { b: decimal(b, 2) }) : ""];
    const picture = () => standalone(chart(title, series, curves, name, true), `${title}: ${name}`, note, legend);
    const save = (blob, ending) => download(blob, `zermelo-${this.setup.games[game].game}-${measure}.${ending}`);
    return h("figure", { "data-game": game }, h("figcaption", {}, h("h2", {}, title), note ? h("span", { class: "quiet small" }, note) : null),
      chart(title, series, curves, name), legend, h("div", { class: "row" },
        button(t("Chart as SVG"), () => save(new Blob([picture().text], { type: "image/svg+xml" }), "svg"), { picture: "save" }),
        button(t("Chart as PNG"), async () => save(await raster(picture()), "png"), { picture: "save" })));
  }

  cell(row, measure) {
    if (measure === "value") return formatValue(row.value);
    return measure === "seconds" ? `${decimal(row.seconds, row.seconds < 0.1 ? 4 : 2)} s` : many(row[measure]);
  }

  table() {
    const names = { depth: t("depth"), value: t("value"), ...measures() };
    const columns = Object.keys(names);
    const several = this.setup.games.length > 1;
    const groups = this.setup.games.flatMap((_, game) => this.tried.map((_run, run) =>
      this.rows.filter((row) => row.game === game && row.run === run)).filter(({ length }) => length));
    const name = ({ game, run }) => (several ? `${this.title(game)}: ${this.name(run)}` : this.name(run));
    return h("div", { class: "table", tabindex: 0, role: "group", "aria-label": t("Lab") }, h("table", { class: "rows" }, h("caption", { class: "sr" }, t("Lab")),
      h("thead", {}, h("tr", {}, columns.map((each) =>
        h("th", { scope: "col", class: "number" }, names[each])))),
      groups.map((rows) => h("tbody", {},
        h("tr", { class: "group" }, h("th", { scope: "rowgroup", colspan: columns.length }, name(rows[0]))),
        rows.map((row) => h("tr", { "data-depth": row.depth }, h("td", { class: "number" }, row.depth),
          row.problem || row.stopped ? h("td", { colspan: 5, class: "quiet" }, row.problem ?? t("stopped: too many nodes or too long"))
            : ["value", ...MEASURES].map((each) => h("td", { class: "number" }, this.cell(row, each)))))))));
  }

  csv() {
    const columns = ["game", "parameters", "branching", "algorithm", "order", "deepening", "depth", "value", ...MEASURES, "stopped", "problem"];
    const cell = (value) => /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    const rows = this.rows.map((row) => {
      const { game, parameters } = this.setup.games[row.game];
      const whole = { ...row, ...this.tried[row.run], algorithm: row.algorithm, game, parameters: JSON.stringify(parameters), branching: this.found[row.game]?.branching };
      return columns.map((name) => cell(String(whole[name] ?? ""))).join(",");
    });
    return `${[columns.join(","), ...rows].join("\n")}\n`;
  }
}

/** The names of the boxes that are ticked. */
function ticked(boxes) {
  return [...boxes].filter(([, box]) => box.firstChild.checked).map(([name]) => name);
}

/** What an address asks for; what is missing or makes no sense is as usual. */
function read(text) {
  try {
    const wish = { ...structuredClone(USUAL), ...JSON.parse(text) };
    if (![wish.games, wish.runs, wish.orders, wish.depths].every(Array.isArray)) throw new TypeError();
    return { ...wish, games: wish.games.map(({ game, parameters }) => ({ game, parameters: parameters ?? {} })) };
  } catch {
    return structuredClone(USUAL);
  }
}
