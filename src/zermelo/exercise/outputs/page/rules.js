// The rules that tie answers together (see zermelo.exercise.rules).

import { add, compare, exact, times } from "./numbers.js";

class Unknown extends Error {}

/** The answers that a rule gives; null where it rests on one that is not there. */
export function answersOf(rule, own) {
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
  if (name === "either") return first.flatMap((one) => answersOf(one, own) ?? []);
  if (name === "first" || name === "each") {
    const values = first.map(([branch, one]) => [branch, worth(one, own)]);
    return answers(second, own).flatMap((target) => {
      const equal = values.filter(([, value]) => value !== null && compare(value, target) === 0);
      return (name === "first" ? equal.slice(0, 1) : equal).map(([branch]) => branch);
    });
  }
  const answer = worth(rule, own);
  if (answer === null) throw new Unknown();
  return [answer];
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
      if (!own.has(first)) throw new Unknown();
      return own.get(first);
    case "when":
      return holds(first, own) ? worth(second, own) : null;
    case "max":
    case "min": {
      const values = first.map((one) => worth(one, own)).filter((value) => value !== null);
      const sign = name === "max" ? 1 : -1;
      return values.reduce(
        (best, value) => (best === null || sign * compare(value, best) > 0 ? value : best),
        null,
      );
    }
    case "mean":
      return first.reduce(
        (sum, [share, one]) => add(sum, times(exact(share), number(one, own))),
        [0n, 1n],
      );
    case "plus":
      return add(number(first, own), exact(second));
    case "clip": {
      const [value, low, high] = [first, second, third].map((one) => number(one, own));
      const raised = compare(value, low) < 0 ? low : value;
      return compare(raised, high) > 0 ? high : raised;
    }
    case "changed":
      return compare(number(first, own), number(second, own)) === 0 ? null : worth(first, own);
    case "last": {
      const names = first.filter(([, a, b]) => compare(number(a, own), number(b, own)) !== 0);
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
      if (!own.has(first)) throw new Unknown();
      return own.get(first) === second;
    case "all":
      return first.every((one) => holds(one, own));
    case "reaches":
      return compare(number(first, own), number(second, own)) >= 0;
    case "passes":
      return compare(number(first, own), number(second, own)) > 0;
  }
  throw new Error(name);
}
