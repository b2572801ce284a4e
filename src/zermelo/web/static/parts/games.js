// The games, and the fields in which a game, its parameters and its players are chosen.

import { ask } from "./api.js";
import { fill, lang, t } from "./texts.js";
import { check, choose, field, h, say, segments } from "./ui.js";

const RARE = ["win", "tie", "loss"]; // parameters that few want to change
const CHECKING = 1000; // milliseconds until the server is asked again whether a game keeps the rules
const known = new Map();

function once(path, body) {
  const key = `${lang} ${path} ${JSON.stringify(body)}`;
  if (!known.has(key)) {
    known.set(key, ask(body ? "POST" : "GET", path, body).catch((error) => {
      known.delete(key);
      throw error;
    }));
  }
  return known.get(key);
}

/** All games as the server describes them; those that it still looks at are asked for again the next time. */
export async function games() {
  const { games: all } = await once("/api/games");
  if (!all.every(({ checked }) => checked)) known.clear();
  return all;
}

/** The parameters that a link holds; where they cannot be read the usual ones, and that is said. */
export function linked(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    say(t.start.unread, "problem");
    return {};
  }
}

/** The rules that a game breaks, as soon as the server knows. */
export function faults(game, signal) {
  const element = h("div", { class: "faults", role: "status" });
  const look = async () => {
    if (signal.aborted) return;
    const { checked, broken } = (await games()).find(({ name }) => name === game.name);
    if (!checked) setTimeout(look, CHECKING);
    else if (broken.length) element.append(h("p", { class: "problem" }, t.gallery.broken), h("ul", { class: "small" }, broken.map((each) => h("li", {}, each))));
  };
  if (game.user && !game.problem) look().catch(() => {}); // a server that is gone is told elsewhere
  return element;
}

/** Those whose rules do not fail. */
export const searchable = async () => (await games()).filter((game) => !game.problem);
/** All algorithms, and the choices of their settings. */
export const algorithms = () => once("/api/algorithms");
/** The levels of the engine, for {game, parameters, position}. */
export const levels = async ({ game, parameters = {}, position }) =>
  (await once("/api/levels", { game, parameters, ...(position ? { position } : {}) })).levels;
/** The sides as they can play there: where nothing is solved, who was perfect does their best. */
export async function able(place, sides) {
  if (!Object.values(sides).some(({ level }) => level === "perfect")) return sides;
  const there = (await levels(place)).map(({ name }) => name);
  return Object.fromEntries(Object.entries(sides).map(([name, side]) =>
    [name, !side.level || there.includes(side.level) ? side : { ...side, level: "full" }]));
}

/** The fields of a game's parameters. `read()` gives those that are not as usual. */
export class Parameters {
  constructor(game, values, changed) {
    this.game = game;
    this.inputs = new Map();
    const common = [], rare = [];
    for (const each of game.parameters) {
      (RARE.includes(each.name) ? rare : common).push(this.make(each, values[each.name] ?? each.default, changed));
    }
    const more = rare.length ? h("details", { class: "more" }, h("summary", {}, t.start.worths), h("div", { class: "fields" }, rare)) : null;
    this.element = h("div", { class: "stack parameters" }, common.length ? h("div", { class: "fields" }, common) : null, more);
    this.empty = !game.parameters.length;
  }

  make({ name, label, kind, min, max, choices, required }, value, changed) {
    if (kind === "boolean") {
      const box = check(label, value, changed, { "data-parameter": name });
      this.inputs.set(name, { input: box.firstChild, kind });
      return box;
    }
    const texts = t.choices[name] ?? {};
    const properties = { "data-parameter": name, required, oninput: changed };
    const input = kind === "choice"
      ? choose(choices.map((each) => [String(each), texts[each] ?? String(each)]), String(value), changed, { "data-parameter": name })
      : kind === "integer" ? h("input", { type: "number", step: 1, min, max, value, ...properties })
        : h("input", { value: Array.isArray(value) ? value.join(" ") : value ?? "", ...properties });
    this.inputs.set(name, { input, kind, choices });
    return field(label, input);
  }

  read() {
    const values = {};
    for (const { name, default: usual } of this.game.parameters) {
      const { input, kind, choices } = this.inputs.get(name);
      const text = input.value.trim();
      const value = kind === "boolean" ? input.checked
        : kind === "choice" ? choices.find((each) => String(each) === text)
          : kind === "numbers" ? text.split(/[\s,;+-]+/).filter(Boolean).map(numeric)
            : kind === "integer" || kind === "number" ? numeric(text) : text;
      if (text === "" && kind !== "boolean") continue;
      if (JSON.stringify(value) !== JSON.stringify(usual)) values[name] = value;
    }
    return values;
  }
}

/** A number where the text is one; the server says what is wrong with others. */
function numeric(text) {
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Which engine: a level, or an algorithm with a depth or a time. `side` is what the server knows. */
export class Engine {
  constructor(name, game, all, ways, side = {}) {
    const own = Boolean(side.algorithm);
    const titles = new Map(ways.algorithms.map((each) => [each.name, each.title]));
    this.level = choose([], "", () => this.update(), { "data-field": "level" });
    this.offer(all, own ? "" : side.level ?? "casual");
    this.algorithm = choose(game.algorithms.map((each) => [each, titles.get(each) ?? each]),
      side.algorithm ?? game.algorithms[0], () => this.update(), { "data-field": "algorithm" });
    this.depth = h("input", { type: "number", min: 1, max: 60, value: own ? side.depth : 2, "data-field": "depth" });
    this.time = h("input", { type: "number", min: 0.1, max: 10, step: "any", value: side.time ?? null, "data-field": "time" });
    this.own = h("div", { class: "fields" }, field(t.start.algorithm, this.algorithm), field(t.start.depth, this.depth),
      field(t.start.seconds, this.time));
    this.element = h("div", { class: "stack" }, field(name, this.level), this.own);
    this.update();
  }

  /** Other levels to choose from: what was chosen stays, or becomes the best that there is. */
  offer(all, chosen = this.level.value) {
    this.level.replaceChildren(...all.map(({ name, title, summary }) => h("option", { value: name }, `${title} · ${summary}`)),
      h("option", { value: "" }, t.start.ownEngine));
    this.level.value = chosen && !all.some(({ name }) => name === chosen) ? all.at(-1).name : chosen;
  }

  update() {
    this.own.hidden = this.level.value !== "";
  }

  read() {
    if (this.level.value) return { kind: "engine", level: this.level.value };
    const side = { kind: "engine", algorithm: this.algorithm.value };
    if (this.depth.value !== "") side.depth = Number(this.depth.value);
    if (this.time.value !== "") side.time = Number(this.time.value);
    return side;
  }
}

/** What a side is called: by its pieces, if it has any, and as MAX or MIN. */
export function sideName(game, name) {
  return [game.players?.[name].name, name.toUpperCase()].filter(Boolean).join(" · ");
}

/** Who plays: one against the engine, two people, or two engines. */
export class Players {
  constructor(game, all, ways, sides) {
    const engine = (name, side) => new Engine(name, game, all, ways, side?.kind === "engine" ? side : undefined);
    const kinds = ["max", "min"].map((side) => sides?.[side]?.kind ?? (side === "max" ? "person" : "engine"));
    this.mode = kinds[0] === kinds[1] ? (kinds[0] === "person" ? "people" : "engines") : "engine";
    this.you = kinds[0] === "engine" && kinds[1] === "person" ? "min" : "max";
    const other = this.you === "max" ? "min" : "max";
    this.against = engine(t.start.level, sides?.[other]);
    this.max = engine(t.start.levelMax, sides?.max);
    this.min = engine(t.start.levelMin, sides?.min);
    const mode = segments(t.start.who, [["engine", t.start.engine], ["people", t.start.people], ["engines", t.start.engines]],
      this.mode, (value) => { this.mode = value; this.update(); });
    this.game = game;
    this.which = segments(t.start.you, ["max", "min"].map((name) => [name, sideName(game, name)]), this.you,
      (value) => { this.you = value; });
    this.begun("max");
    this.one = h("div", { class: "stack" }, this.which, this.against.element);
    this.two = h("div", { class: "stack" }, this.max.element, this.min.element);
    this.element = h("div", { class: "stack players" }, mode, this.one, this.two);
    this.update();
  }

  /** Says which side moves first. */
  begun(first) {
    this.which.querySelectorAll("span").forEach((span, i) => {
      const name = ["max", "min"][i];
      span.textContent = fill(name === first ? t.start.first : t.start.second, { side: sideName(this.game, name) });
    });
  }

  /** Other levels to choose from. */
  offer(all) {
    for (const each of [this.against, this.max, this.min]) each.offer(all);
  }

  update() {
    this.one.hidden = this.mode !== "engine";
    this.two.hidden = this.mode !== "engines";
  }

  read() {
    const person = { kind: "person" };
    if (this.mode === "people") return { max: person, min: person };
    if (this.mode === "engines") return { max: this.max.read(), min: this.min.read() };
    const engine = this.against.read();
    return this.you === "max" ? { max: person, min: engine } : { max: engine, min: person };
  }
}
