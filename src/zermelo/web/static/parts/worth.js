// What values say to people: who wins and in how many plies; else a number, and ≈ where it is an estimate.

import { formatValue, number } from "/player/values.js";
import { fill, t } from "./texts.js";

const ABOUT = "≈";

/** The verdicts of one game: `name(side)` is what a player is called; `tie` what a draw is worth; `players` are told by their seats. */
export class Judge {
  constructor(game, name, tie, players) {
    Object.assign(this, { scale: game.scale, name, tie, players, codes: Object.keys(players).map((seat) => seat.toUpperCase()), two: "min" in players });
  }

  /** What a player gets by a value: of several their own part, of two MIN what MAX loses. */
  own(value, side) {
    if (Array.isArray(value)) return number(value[Math.max(0, this.codes.indexOf(side))]);
    return side === "MIN" ? -number(value) : number(value);
  }

  /** What is written beside a move of `side`: {text, words, owner, estimate}; `owner` is whose colour it has. */
  badge(found, side) {
    const { winner, distance, proven } = found;
    const mover = this.codes.includes(side) ? side : this.codes[0];
    const words = this.words(found, mover);
    if (winner === "nobody") return { text: t("D"), words, owner: null, estimate: false };
    if (winner) {
      const letter = winner === mover ? t("W") : t("L");
      return { text: `${letter}${distance ?? ""}`, words, owner: this.colour(winner), estimate: false };
    }
    const likely = this.odds(found) !== null;
    const text = likely ? `${this.percent(found, mover)} %`
      : Array.isArray(found.value) ? brief(found.value[this.codes.indexOf(mover)]) : signed(found.value);
    const owner = likely ? mover : this.ahead(found.value);
    return { text: proven || !text ? text : ABOUT + text, words, owner: this.colour(owner), estimate: !proven };
  }

  /** The colour of one of several players; of two their code. */
  colour(side) {
    return this.players[side?.toLowerCase()]?.colour ?? side;
  }

  /** The same in words, without a full stop; an estimate is called one. */
  words(found, mover) {
    const what = this.what(found, mover);
    return found.proven || found.winner ? what : fill(t("an estimate: {what}"), { what });
  }

  what(found, mover) {
    const { winner, distance, proven, value } = found;
    if (winner === "nobody") return t("a draw");
    if (winner) {
      const text = distance === null || distance === undefined ? t("{player} wins")
        : distance === 1 ? t("{player} wins at once") : t("{player} wins in {count} plies");
      return fill(text, { player: this.name(winner), count: distance });
    }
    if (this.odds(found) !== null) {
      return fill(t("{player} wins {value} of 100 times"), { player: this.name(mover), value: this.percent(found, mover) });
    }
    if (Array.isArray(value)) return value.map((each, i) => `${this.name(this.codes[i])} ${brief(each)}`).join(", ");
    if (this.scale === "points" || proven) return fill(t("{count} point", "{count} points"), { count: brief(value) });
    const ahead = this.ahead(value);
    return fill(ahead ? t("{player} seems ahead, {value}") : t("about even, {value}"), { player: this.name(ahead ?? "MAX"), value: signed(value) });
  }

  /** What is said of a whole position: `moves` are all that can be played there. */
  sentence(found, side) {
    const what = this.what(found, side === "MIN" ? "MIN" : "MAX");
    if (!found.proven) return fill(t("Not proven: {what}."), { what });
    const ends = found.moves.map(({ winner }) => winner);
    if (ends.length > 1 && side !== "CHANCE") {
      if (ends.every((winner) => winner && winner !== side && winner !== "nobody")) return fill(t("Every move loses: {what}."), { what });
      if (ends.every((winner) => winner === "nobody")) return fill(t("No move wins or loses: {what}."), { what });
    }
    return fill(t("Best play: {what}."), { what });
  }

  /** Who is ahead by a value; null: nobody. */
  ahead(value) {
    const all = [value].flat().map(number);
    if (!this.two) return all.filter((each) => each === Math.max(...all)).length < Math.min(2, all.length) ? this.codes[all.indexOf(Math.max(...all))] : null;
    const lead = number(value) - this.tie;
    return lead > 0 ? "MAX" : lead < 0 ? "MIN" : null;
  }

  /** How likely MAX wins: the value itself in a game of chances, or what random games say; null: nothing says it. */
  odds({ value, proven, chance }) {
    return this.scale === "chances" ? number(value) : proven ? null : chance ?? null;
  }

  percent(found, mover) {
    const share = Math.round(100 * this.odds(found));
    return mover === "MIN" ? 100 - share : share;
  }

  /** How much of the bar is MAX's: all of it when MAX is the winner, half when nobody is ahead. */
  share(found) {
    const { value, winner } = found;
    if (!this.two) return null; // there is no bar
    if (winner) return { MAX: 1, MIN: 0, nobody: 0.5 }[winner];
    const odds = this.odds(found);
    if (odds !== null) return odds;
    const size = number(value);
    const ahead = size - this.tie;
    return Number.isFinite(ahead) ? 0.5 + (0.46 * ahead) / (Math.abs(ahead) + 8) : Number(ahead > 0);
  }

  /** How good a move is for `side`, to be compared: by its value, then a near win or a far loss. */
  rank({ value, winner, distance }, side) {
    const plies = (distance ?? 0) / 1e4;
    return this.own(value, side) + (winner === side ? -plies : plies);
  }

  /** The mark of a move among those that could be played: "", "?" or "??". */
  mark(moves, move, side) {
    const played = moves.find((each) => each.move === move);
    if (!played || moves.length < 2 || !this.codes.includes(side)) return "";
    const best = moves.reduce((one, other) => (this.rank(other, side) > this.rank(one, side) ? other : one));
    if (!this.two) return best.proven && played.proven && this.rank(best, side) > this.rank(played, side) ? "?" : "";
    const level = ({ winner }) => (winner === side ? 2 : winner === "nobody" ? 1 : 0);
    if (best.winner && played.winner) return ["", "?", "??"][level(best) - level(played)];
    if (best.winner === side && this.ahead(played.value) === side) return ""; // a win was found first; this may be one as well
    const loss = Math.abs(this.share(best) - this.share(played)) * (this.scale === "chances" ? 3 : 1);
    return loss > 0.3 ? "??" : loss > 0.15 ? "?" : "";
  }
}

/** What a value rests on: what proves it, else how far was looked; a proof may reach further than that. */
export function reach({ proven, algorithm, depth }) {
  const sources = { tablebase: t("from the tablebase"), solved: t("all positions solved"), engine: t("solved by search") };
  return (proven && sources[algorithm]) || (depth ? fill(t("looked {count} ply ahead", "looked {count} plies ahead"), { count: depth }) : null);
}

/** The name of a move in the visitor's language, where it is a word. */
export function moveName(move) {
  return { roll: t("roll"), hold: t("hold"), pass: t("pass") }[move] ?? move;
}

function signed(value) {
  const text = brief(value);
  return number(value) > 0 ? `+${text}` : text;
}

function brief(value) {
  const size = number(value);
  if (!Number.isFinite(size) || Number.isInteger(size)) return formatValue(value);
  return formatValue(Number(size.toPrecision(Math.abs(size) < 1 ? 2 : 3)));
}
