// Who plays: the fields in which a person or an engine is chosen for each seat of a game.

import { fill, t } from "./texts.js";
import { choose, field, h, segments } from "./ui.js";

const PERSON = { kind: "person" };

/** Whether MAX and MIN sit at these seats: what is good for one of them is bad for the other. */
export const areTwo = (seats) => seats.includes("min");

/** Who sits at these seats, as far as `sides` say so: else a person first, and engines. */
export function seated(seats, sides) {
  return Object.fromEntries(seats.map((seat, i) => [seat, sides?.[seat] ?? (i ? { kind: "engine", level: "casual" } : PERSON)]));
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
    this.own = h("div", { class: "fields" }, field(t("Algorithm"), this.algorithm), field(t("Depth, in plies"), this.depth),
      field(t("Seconds a move"), this.time));
    this.element = h("div", { class: "stack" }, field(name, this.level), this.own);
    this.update();
  }

  /** Other levels to choose from: what was chosen stays, or becomes the best that there is. */
  offer(all, chosen = this.level.value) {
    this.level.replaceChildren(...all.map(({ name, title, summary }) => h("option", { value: name }, `${title} · ${summary}`)),
      h("option", { value: "" }, t("An algorithm of your choice …")));
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

/** What a side of two is called: by its pieces, if it has any, and as MAX or MIN. */
export function sideName(players, seat) {
  return [players[seat]?.name, seat.toUpperCase()].filter(Boolean).join(" · ");
}

/** Who plays a game for two: one against the engine, two people, or two engines. */
class Pair {
  constructor(players, game, all, ways, sides) {
    const engine = (name, side) => new Engine(name, game, all, ways, side?.kind === "engine" ? side : undefined);
    const kinds = ["max", "min"].map((side) => sides?.[side]?.kind ?? (side === "max" ? "person" : "engine"));
    this.mode = kinds[0] === kinds[1] ? (kinds[0] === "person" ? "people" : "engines") : "engine";
    this.you = kinds[0] === "engine" && kinds[1] === "person" ? "min" : "max";
    const other = this.you === "max" ? "min" : "max";
    this.against = engine(t("Level"), sides?.[other]);
    this.max = engine(t("Level of MAX"), sides?.max);
    this.min = engine(t("Level of MIN"), sides?.min);
    const mode = segments(t("Who plays"), [["engine", t("You and the engine")], ["people", t("Two people")], ["engines", t("Engine against engine")]],
      this.mode, (value) => { this.mode = value; this.update(); });
    this.players = players;
    this.which = segments(t("You are"), ["max", "min"].map((name) => [name, sideName(players, name)]), this.you,
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
      span.textContent = fill(name === first ? t("{side}, who moves first") : t("{side}, who moves second"), { side: sideName(this.players, name) });
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
    const person = PERSON;
    if (this.mode === "people") return { max: person, min: person };
    if (this.mode === "engines") return { max: this.max.read(), min: this.min.read() };
    const engine = this.against.read();
    return this.you === "max" ? { max: person, min: engine } : { max: engine, min: person };
  }
}

/** Who plays a puzzle, or a game for several: a person or an engine at each seat. */
class Row {
  constructor(players, game, all, ways, sides) {
    const seats = Object.keys(players);
    const now = seated(seats, sides);
    this.kinds = Object.fromEntries(seats.map((seat) => [seat, now[seat].kind]));
    this.engines = Object.fromEntries(seats.map((seat) => [seat, new Engine(t("Level"), game, all, ways, now[seat].kind === "engine" ? now[seat] : {})]));
    this.element = h("div", { class: "stack players" }, seats.map((seat) => h("div", { class: "stack" },
      segments(players[seat].name || t("Who plays"), [["person", seats.length > 1 ? t("A person") : t("You")], ["engine", t("The engine")]], this.kinds[seat],
        (kind) => { this.kinds[seat] = kind; this.update(); }), this.engines[seat].element)));
    this.update();
  }

  begun() {} // the rules say it

  offer(all) {
    for (const each of Object.values(this.engines)) each.offer(all);
  }

  update() {
    for (const [seat, engine] of Object.entries(this.engines)) engine.element.hidden = this.kinds[seat] === "person";
  }

  read() {
    return Object.fromEntries(Object.entries(this.engines).map(([seat, engine]) => [seat, this.kinds[seat] === "person" ? PERSON : engine.read()]));
  }
}

/** Who plays a game of these players, by their seats. */
export function seating(players, ...given) {
  return new (areTwo(Object.keys(players)) ? Pair : Row)(players, ...given);
}
