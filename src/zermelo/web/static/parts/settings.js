// The fields of a search: the algorithm and what it can be told.

import { choiceNames, settingName } from "./choices.js";
import { t } from "./texts.js";
import { check, choose, field, h } from "./ui.js";

const COUNTS = ["root_depth", "chance_depth", "functions"];
const CHOICES = ["order", "cut", "test", "returns", "ties", "ends", ...COUNTS];
const NUMBERS = ["extension", "simulations", "seed", "nodes"];
const TEXTS = ["delta", "guess", "exploration"];
const SWITCHES = ["table", "symmetry"];
const NAMES = ["algorithm", "depth", "convention", ...CHOICES, "window", ...SWITCHES, ...TEXTS, ...NUMBERS];

/** The settings that a query holds, under names that begin with `prefix`. */
export function fromQuery(query, prefix = "") {
  const found = {};
  for (const name of NAMES) {
    const text = query.get(prefix + name);
    if (text === null) continue;
    if (name === "window") found.window = text.split(",").slice(0, 2);
    else if (SWITCHES.includes(name)) found[name] = text === "1";
    else found[name] = ["depth", ...NUMBERS, ...COUNTS].includes(name) ? Number(text) : text;
  }
  return found;
}

/** The fields; `changed()` is called when any of them is. */
export class Settings {
  constructor(ways, allowed, values, changed, game) {
    values = { ...ways.conventions[values.convention], ...values };
    this.lecture = values.convention ?? ""; // the one chosen, whose pseudo-code is shown
    const list = ways.algorithms.filter(({ name }) => allowed.includes(name));
    this.ways = ways;
    this.changed = changed;
    const chosen = allowed.includes(values.algorithm) ? values.algorithm
      : ["alphabeta", "expectiminimax", "maxn"].find((name) => allowed.includes(name)) ?? allowed[0];
    this.algorithm = choose(list.map(({ name, title }) => [name, title]), chosen,
      () => { this.update(); changed(); }, { "data-field": "algorithm" });
    const text = (name, properties) => h("input", { "data-field": name, value: values[name], onchange: changed, ...properties });
    const whole = (name, properties) => text(name, { type: "number", step: 1, ...properties });
    const [alpha, beta] = values.window ?? [];
    this.inputs = {
      depth: whole("depth", { min: 0, max: 60, value: values.depth ?? (game?.heuristic ? 2 : null), placeholder: t("no limit") }),
      ...Object.fromEntries(CHOICES.map((name) => [name, this.pick(name, values)])),
      convention: choose([["", t("none of them")], ...Object.keys(ways.conventions).map((name) => [name, name])], this.lecture,
        () => this.follow(), { "data-field": "convention" }),
      alpha: text("alpha", { value: alpha, placeholder: "−∞" }), beta: text("beta", { value: beta, placeholder: "∞" }),
      delta: text("delta"), guess: text("guess"), extension: whole("extension", { min: 0, max: 60 }),
      simulations: whole("simulations", { min: 1, placeholder: 1000 }), exploration: text("exploration", { placeholder: "√2" }),
      seed: whole("seed", { min: 0, placeholder: 0 }),
      nodes: whole("nodes", { min: 1, value: values.nodes ?? null }),
    };
    this.fields = Object.fromEntries(Object.entries(this.inputs).map(([name, input]) =>
      [name, field(settingName(name), input)]));
    for (const name of SWITCHES) {
      this.fields[name] = check(settingName(name), values[name] ?? false, changed, { "data-field": name });
      this.inputs[name] = this.fields[name].firstChild;
    }
    this.about = h("p", { class: "quiet small" });
    const { depth, order, convention, cut, test, returns, ...rest } = this.fields;
    this.more = h("details", { class: "more" }, h("summary", {}, t("More settings")), h("div", { class: "fields" }, Object.values(rest)));
    this.more.open = ["window", ...SWITCHES, ...TEXTS, ...COUNTS, "ties", "ends", ...NUMBERS].some((name) => values[name] !== undefined);
    this.element = h("div", { class: "stack" }, field(t("Algorithm"), this.algorithm), this.about,
      h("div", { class: "fields" }, depth, order, convention, cut, test, returns), this.more);
    this.nameLecture();
    this.update();
  }

  pick(name, values) {
    const usual = this.ways.choices[name][0];
    return choose(this.ways.choices[name].map((value) => [value, choiceNames(name)[value] ?? value]), String(values[name] ?? usual),
      () => { this.nameLecture(); this.changed(); }, { "data-field": name });
  }

  /** Sets all that the lecture chosen says. */
  follow() {
    this.lecture = this.inputs.convention.value;
    const said = this.ways.conventions[this.lecture] ?? {};
    for (const [name, value] of Object.entries(said)) this.inputs[name].value = String(value);
    this.changed();
  }

  /** Names the lecture that has all this so, the first of several; a lecture chosen keeps its name. */
  nameLecture() {
    const { convention } = this.inputs;
    const so = ([, said]) => Object.entries(said).every(([name, value]) => this.inputs[name].value === String(value));
    const right = Object.entries(this.ways.conventions).filter(so).map(([name]) => name);
    if (!right.includes(convention.value)) convention.value = right[0] ?? "";
    if (!right.includes(this.lecture)) this.lecture = "";
  }

  /** Only what the algorithm takes is shown. */
  update() {
    const { takes, summary } = this.ways.algorithms.find(({ name }) => name === this.algorithm.value);
    this.takes = (name) => takes.includes(name === "alpha" || name === "beta" ? "window" : name);
    this.about.textContent = summary;
    for (const [name, each] of Object.entries(this.fields)) each.hidden = !this.takes(name);
    this.more.hidden = Object.keys(this.fields).every((name) =>
      ["depth", "order", "convention", "cut", "test", "returns"].includes(name) || this.fields[name].hidden);
  }

  /** What the algorithm is called. */
  get title() {
    return this.ways.algorithms.find(({ name }) => name === this.algorithm.value).title;
  }

  /** Sets some of the fields. */
  set(values) {
    this.lecture = values.convention ?? this.lecture;
    for (const name of ["algorithm", ...CHOICES]) {
      const input = name === "algorithm" ? this.algorithm : this.inputs[name];
      if (values[name] !== undefined) input.value = values[name];
    }
    this.nameLecture();
    this.update();
  }

  /** The settings as the server wants them, without those that are as usual. */
  read() {
    const { inputs } = this;
    const found = { algorithm: this.algorithm.value };
    for (const name of ["depth", ...NUMBERS]) {
      if (this.takes(name) && inputs[name].value !== "") found[name] = Number(inputs[name].value);
    }
    for (const name of CHOICES) {
      if (this.takes(name) && inputs[name].value !== this.ways.choices[name][0]) {
        found[name] = COUNTS.includes(name) ? Number(inputs[name].value) : inputs[name].value;
      }
    }
    if (this.lecture && this.canFollow()) found.convention = this.lecture;
    for (const name of TEXTS) if (this.takes(name) && inputs[name].value.trim()) found[name] = plain(inputs[name]);
    for (const name of SWITCHES) if (this.takes(name) && inputs[name].checked) found[name] = true;
    if (this.takes("alpha") && (inputs.alpha.value.trim() || inputs.beta.value.trim())) {
      found.window = [plain(inputs.alpha) || "-inf", plain(inputs.beta) || "inf"];
    }
    return found;
  }

  /** Whether the algorithm takes what the lecture says of windows, if it has any. */
  canFollow() {
    const said = this.ways.conventions[this.lecture];
    return !this.takes("alpha") || ["cut", "test", "returns"].every((name) => this.takes(name) || said[name] === this.ways.choices[name][0]);
  }

  /** Adds them to a query, under names that begin with `prefix`. */
  toQuery(query, prefix = "") {
    for (const [name, value] of Object.entries(this.read())) {
      query.set(prefix + name, value === true ? "1" : Array.isArray(value) ? value.join(",") : value);
    }
  }
}

function plain(input) {
  return input.value.trim().replace("−", "-").replace("∞", "inf");
}
