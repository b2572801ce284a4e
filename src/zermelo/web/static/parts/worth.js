// What values say to people: who wins and in how many plies; else a number, and ≈ where it is an estimate.

import { formatValue, number } from "/player/values.js";
import { fill, t } from "./texts.js";

const ABOUT = "≈";

/** The verdicts of one game: `name(side)` is what a player is called; `tie` what a draw is worth. */
export class Judge {
  constructor(game, name, tie = 0) {
    Object.assign(this, { scale: game.scale, name, tie });
  }

  /** What is written beside a move of `side`: {text, words, owner, estimate}; `owner` is whose colour it has. */
  badge(found, side) {
    const { winner, distance, proven } = found;
    const mover = side === "MIN" ? "MIN" : "MAX";
    const words = this.words(found, mover);
    if (winner === "nobody") return { text: t.verdict.draw, words, owner: null, estimate: false };
    if (winner) {
      const letter = winner === mover ? t.verdict.win : t.verdict.loss;
      return { text: `${letter}${distance ?? ""}`, words, owner: winner, estimate: false };
    }
    const text = this.scale === "chances" ? `${this.percent(found, mover)} %` : signed(found.value);
    const owner = this.scale === "chances" ? mover : this.ahead(found.value);
    return { text: proven || !text ? text : ABOUT + text, words, owner, estimate: !proven };
  }

  /** The same in words, without a full stop; an estimate is called one. */
  words(found, mover) {
    const what = this.what(found, mover);
    return found.proven || found.winner ? what : fill(t.verdict.estimate, { what });
  }

  what({ winner, distance, proven, value }, mover) {
    if (winner === "nobody") return t.verdict.drawn;
    if (winner) {
      const text = distance === null || distance === undefined ? t.verdict.wins
        : distance === 1 ? t.verdict.winsAtOnce : t.verdict.winsIn;
      return fill(text, { player: this.name(winner), count: distance });
    }
    if (this.scale === "chances") {
      return fill(t.verdict.chances, { player: this.name(mover), value: this.percent({ value }, mover) });
    }
    if (this.scale === "points" || proven) return fill(t.verdict.points, { count: brief(value) });
    const ahead = this.ahead(value);
    return fill(ahead ? t.verdict.ahead : t.verdict.even, { player: this.name(ahead ?? "MAX"), value: signed(value) });
  }

  /** What is said of a whole position: `moves` are all that can be played there. */
  sentence(found, side) {
    const what = this.what(found, side === "MIN" ? "MIN" : "MAX");
    if (!found.proven) return fill(t.verdict.notProven, { what });
    const ends = found.moves.map(({ winner }) => winner);
    if (ends.length > 1 && side !== "CHANCE") {
      if (ends.every((winner) => winner && winner !== side && winner !== "nobody")) return fill(t.verdict.every, { what });
      if (ends.every((winner) => winner === "nobody")) return fill(t.verdict.everyDraw, { what });
    }
    return fill(t.verdict.best, { what });
  }

  /** Who is ahead by a value; null: nobody. */
  ahead(value) {
    const lead = number(value) - this.tie;
    return lead > 0 ? "MAX" : lead < 0 ? "MIN" : null;
  }

  percent({ value }, mover) {
    const share = Math.round(100 * number(value));
    return mover === "MIN" ? 100 - share : share;
  }

  /** How much of the bar is MAX's: all of it when MAX is the winner, half when nobody is ahead. */
  share({ value, winner }) {
    if (winner) return { MAX: 1, MIN: 0, nobody: 0.5 }[winner];
    const size = number(value);
    if (this.scale === "chances") return size;
    const ahead = size - this.tie;
    return Number.isFinite(ahead) ? 0.5 + (0.46 * ahead) / (Math.abs(ahead) + 8) : Number(ahead > 0);
  }

  /** How good a move is for `side`, to be compared: by its value, then a near win or a far loss. */
  rank({ value, winner, distance }, side) {
    const sign = side === "MIN" ? -1 : 1;
    const plies = (distance ?? 0) / 1e4;
    return sign * number(value) + (winner === side ? -plies : plies);
  }

  /** The mark of a move among those that could be played: "", "?" or "??". */
  mark(moves, move, side) {
    const played = moves.find((each) => each.move === move);
    if (!played || moves.length < 2 || !["MAX", "MIN"].includes(side)) return "";
    const best = moves.reduce((one, other) => (this.rank(other, side) > this.rank(one, side) ? other : one));
    const level = ({ winner }) => (winner === side ? 2 : winner === "nobody" ? 1 : 0);
    if (best.winner && played.winner) return ["", "?", "??"][level(best) - level(played)];
    if (best.winner === side && this.ahead(played.value) === side) return ""; // a win was found first; this may be one as well
    const loss = Math.abs(this.share(best) - this.share(played)) * (this.scale === "chances" ? 3 : 1);
    return loss > 0.3 ? "??" : loss > 0.15 ? "?" : "";
  }
}

/** What a value rests on: what proves it, else how far was looked; a proof may reach further than that. */
export function reach({ proven, algorithm, depth }) {
  return (proven && t.analysis.sources[algorithm]) || (depth ? fill(t.analysis.looked, { count: depth }) : null);
}

/** The name of a move in the visitor's language, where it is a word. */
export function moveName(move) {
  return t.play.moveNames[move] ?? move;
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
