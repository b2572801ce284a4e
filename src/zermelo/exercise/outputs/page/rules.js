// The rules that tie answers together (see zermelo.exercise.rules).

import { add, compare, exact, times } from "./numbers.js";

class Unknown extends Error {}

/** What an answer rests on: the answers that its rule used, and whether two numbers differed. */
export class Basis {
  constructor(own, used = new Set(), computed = false) {
    Object.assign(this, { own, used, computed });
  }
  answer(item) {
    if (!this.own.has(item)) throw new Unknown();
    this.used.add(item);
    return this.own.get(item);
  }
  compare(...numbers) {
    this.computed ||= numbers.some((one) => compare(one, numbers[0]) !== 0);
  }
  fork() {
    return new Basis(this.own, new Set(this.used), this.computed);
  }
}

/** The answers that a rule gives, each with its basis; null where one is not there. */
export function groundsOf(rule, own) {
  if (!rule) return null;
  try {
    return answers(rule, own);
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

function answers(rule, own) {
  const [name, first, second, third] = rule;
  if (name === "nothing") return [];
  if (name === "if") return answers(holds(first, own) ? second : third, own);
  if (name === "either") return first.flatMap((one) => groundsOf(one, own.fork()) ?? []);
  if (name === "first" || name === "each") {
    const values = first.map(([branch, one]) => [branch, worth(one, own)]);
    own.compare(...values.map(([, value]) => value).filter((value) => value !== null));
    return answers(second, own).flatMap(([target, basis]) => {
      const equal = values.filter(([, value]) => value !== null && compare(value, target) === 0);
      return (name === "first" ? equal.slice(0, 1) : equal).map(([branch]) => [branch, basis]);
    });
  }
  const answer = worth(rule, own);
  if (answer === null) throw new Unknown();
  return [[answer, own]];
}

/** The one answer that a rule gives; null where it is not to be counted with. */
function worth(rule, own) {
  const [name, first, second, third] = rule;
  switch (name) {
    case "number":
      return exact(first);
    case "word":
      return first;
    case "answer":
      return own.answer(first);
    case "when":
      return holds(first, own) ? worth(second, own) : null;
    case "max":
    case "min": {
      const values = first.map((one) => worth(one, own)).filter((value) => value !== null);
      own.compare(...values);
      const sign = name === "max" ? 1 : -1;
      return values.reduce(
        (best, value) => (best === null || sign * compare(value, best) > 0 ? value : best),
        null,
      );
    }
    case "mean": {
      const parts = first.map(([share, one]) => [exact(share), number(one, own)]);
      own.compare(...parts.map(([, value]) => value));
      return parts.reduce((sum, [share, value]) => add(sum, times(share, value)), [0n, 1n]);
    }
    case "plus":
      own.computed = true;
      return add(number(first, own), exact(second));
    case "clip": {
      const [value, low, high] = [first, second, third].map((one) => number(one, own));
      own.compare(value, low, high);
      const raised = compare(value, low) < 0 ? low : value;
      return compare(raised, high) > 0 ? high : raised;
    }
    case "changed":
      return compare(number(first, own), number(second, own)) === 0 ? null : worth(first, own);
    case "last": {
      const names = first.filter(([, a, b]) => compare(number(a, own), number(b, own)) !== 0);
      own.computed ||= names.length > 0;
      return names.length ? names.at(-1)[0] : null;
    }
  }
  throw new Error(name);
}

function number(rule, own) {
  const value = worth(rule, own);
  if (value === null || typeof value === "string") throw new Unknown();
  return value;
}

function holds([name, first, second], own) {
  switch (name) {
    case "is":
      return own.answer(first) === second;
    case "all":
      return first.every((one) => holds(one, own));
    case "reaches":
    case "passes": {
      const [one, other] = [number(first, own), number(second, own)];
      own.compare(one, other);
      return compare(one, other) >= (name === "reaches" ? 0 : 1);
    }
  }
  throw new Error(name);
}
