// How games write their positions, cell by cell: what an editor can put where.

import { t } from "./texts.js";

/** A board of cells, each a letter; discs may fall, and a word may tell who moves. */
class Cells {
  frame = 10; // around the cells (zermelo.board.Grid)

  constructor(signs, { falls = false, movers = null } = {}) {
    Object.assign(this, { signs, falls, movers });
  }

  /** What can be put: [sign, text]. */
  tools(_text, name) {
    return [[this.signs[0], name("MAX")], [this.signs[1], name("MIN")], [this.signs[2], t("Nothing")]];
  }

  /** What the field of the text is called: with the sign of each tool. */
  key(tools) {
    return `${t("The position as text")}: ${tools.map((each) => each.join(" ")).join(", ")}`;
  }

  letters(text) {
    return [...text.split(" ")[0].replaceAll("/", "")];
  }

  /** Where each letter stands: [column, row]. */
  places(text, columns) {
    return this.letters(text).map((_, i) => [i % columns, Math.floor(i / columns)]);
  }

  /** What is drawn otherwise than written, while it is no position: [column, row, whose or null]. */
  changes(before, after, columns) {
    const was = this.letters(before);
    const places = this.places(after, columns);
    return this.letters(after).map((sign, i) => [...places[i], { [this.signs[0]]: "max", [this.signs[1]]: "min" }[sign] ?? null, sign !== was[i]])
      .filter(([, , , changed]) => changed);
  }

  /** The text with a sign put at a place, or null. */
  put(text, sign, [column, row], columns, parameters) {
    const letters = this.letters(text);
    const nothing = this.signs[2];
    const at = this.places(text, columns).findIndex(([x, y]) => x === column && y === row);
    if (at < 0) return null;
    if (!this.falls) letters[at] = letters[at] === sign ? nothing : sign;
    else { // a disc falls; what is taken away takes those above it along
      const above = (place) => place % columns === column && place <= at;
      const free = letters.findLastIndex((letter, place) => place % columns === column && letter === nothing);
      if (sign !== nothing && free >= at) letters[free] = sign;
      else if (letters[at] === nothing) return null;
      else if (sign === nothing) letters.forEach((_, place) => { if (above(place)) letters[place] = nothing; });
      else letters[at] = sign;
    }
    return this.write(letters, text, parameters);
  }

  clear(text, parameters) {
    return this.write(this.letters(text).map(() => this.signs[2]), text, parameters);
  }

  /** The letters as text, in the rows of another. */
  write(letters, text) {
    const [cells] = text.split(" ");
    return [...cells].map((letter) => (letter === "/" ? letter : letters.shift())).join("") + text.slice(cells.length);
  }

  turn(text, side) {
    return `${text.split(" ")[0]} ${this.movers[side]}`;
  }
}

/** Nine men's morris: 24 points on a board of seven by seven, and men yet to place. */
class Points extends Cells {
  frame = 13;

  places() {
    return ["036", "135", "234", "012456", "234", "135", "036"].flatMap((columns, row) => [...columns].map((column) => [Number(column), row]));
  }

  /** With as many men in hand as there can be; without a number they are all on the board. */
  write(letters, text, parameters) {
    return this.hold(super.write([...letters], text.split(" ")[0]), text.split(" ")[1], text.split(" ").length > 2, parameters);
  }

  hold(cells, mover, holding, { men }) {
    const left = this.signs.slice(0, 2).map((sign) => men - this.letters(cells).filter((letter) => letter === sign).length);
    const each = mover === this.signs[0] ? Math.min(...left) : Math.min(left[0], left[1] - 1); // the first places first
    const hands = holding && each >= 0 ? ` ${each}-${mover === this.signs[0] ? each : each + 1}` : "";
    return `${cells} ${mover}${hands}`;
  }

  turn(text, side, parameters) {
    return this.hold(text.split(" ")[0], this.movers[side], text.split(" ").length > 2, parameters);
  }

  /** Whether men are still placed, as a choice: [[value, text], ...], and the text with it chosen. */
  phases() {
    return [["placing", t("still placed")], ["moving", t("all on the board")]];
  }

  phase(text) {
    return text.split(" ").length > 2 ? "placing" : "moving";
  }

  enter(text, phase, parameters) {
    const [cells, mover] = text.split(" ");
    return this.hold(cells, mover, phase === "placing", parameters);
  }
}

/** Pacman, the ghosts by their numbers, and food, each by the name of its cell: "P d2 G a2 f2 F b2 moves 0 P". */
class Chase extends Cells {
  clear = null; // they have to stand somewhere
  key = () => t("The position as text"); // which names cells, not signs

  read(text) {
    const [, pacman, ghosts, food, rest] = text.match(/^P (\S+) G ((?:\S+ )+)F ((?:[a-z]\d+ )*)(.*)$/) ?? [];
    return pacman && { pacman, ghosts: ghosts.trim().split(" "), food: food.split(" ").filter(Boolean), rest };
  }

  tools(text) {
    const ghosts = (this.read(text)?.ghosts ?? []).map((_, i) => [String(i), `${t("Ghost")} ${i + 1}`]);
    return [["P", "Pacman"], ...ghosts, ["F", t("Food")]];
  }

  changes() {
    return []; // each stands somewhere at any time
  }

  put(text, sign, [column, row]) {
    const found = this.read(text);
    const cell = String.fromCharCode(97 + column) + (row + 1);
    if (!found) return null;
    if (sign === "P") found.pacman = cell;
    else if (sign !== "F") found.ghosts[Number(sign)] = cell;
    else if (found.food.includes(cell)) found.food = found.food.filter((each) => each !== cell);
    else found.food.push(cell);
    return ["P", found.pacman, "G", ...found.ghosts, "F", ...found.food, found.rest].join(" ");
  }
}

const LINES = new Cells(["x", "o", "."]);
const NOTATIONS = {
  tictactoe: LINES,
  mnk: LINES,
  connect4: new Cells(["x", "o", "."], { falls: true }),
  othello: new Cells(["X", "O", "-"], { movers: { MAX: "X", MIN: "O" } }),
  morris: new Points(["x", "o", "."], { movers: { MAX: "x", MIN: "o" } }),
  pacman: new Chase(["P", "G", "F"]),
};

/** The notation of a game in which cells can be edited, or none; a user's own game may write as the first do. */
export const notationOf = ({ name, user }, text) => NOTATIONS[name] ?? (user && /^[xo.]+(\/[xo.]+)+$/.test(text) ? LINES : undefined);
