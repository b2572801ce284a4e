// The games, and the fields in which a game and its parameters are chosen.

import { ask, Problem } from "./api.js";
import { choiceNames } from "./choices.js";
import { fill, lang, t } from "./texts.js";
import { check, choose, field, h, say } from "./ui.js";

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

/** Asks for everything anew: a user's game has other rules now. */
export const forget = () => known.clear();

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
    say(t("The parameters in this link cannot be read: you see the usual ones."), "problem");
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
    else if (broken.length) element.append(h("p", { class: "problem" }, t("This game breaks rules: its values and moves may be wrong.")), h("ul", { class: "small" }, broken.map((each) => h("li", {}, each))));
  };
  if (game.user && !game.problem) look().catch(() => {}); // a server that is gone is told elsewhere
  return element;
}

/** Those whose rules do not fail; if those of the `wanted` one do, that is an error. */
export async function searchable(wanted) {
  const all = await games();
  sound(all.find(({ name }) => name === wanted));
  return all.filter((game) => !game.problem);
}

/** The game, if its rules do not fail. */
export function sound(game) {
  if (game?.problem) throw new Problem({ detail: game.problem });
  return game;
}

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
    const more = rare.length ? h("details", { class: "more" }, h("summary", {}, t("What the ends are worth")), h("div", { class: "fields" }, rare)) : null;
    this.element = h("div", { class: "stack parameters" }, common.length ? h("div", { class: "fields" }, common) : null, more);
    this.empty = !game.parameters.length;
  }

  make({ name, label, kind, min, max, choices, required }, value, changed) {
    if (kind === "boolean") {
      const box = check(label, value, changed, { "data-parameter": name });
      this.inputs.set(name, { input: box.firstChild, kind });
      return box;
    }
    const texts = choiceNames(name);
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
