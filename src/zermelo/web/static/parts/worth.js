// Values for people: a proven one plain, an estimate with ≈ before it.

import { formatValue, number } from "/player/values.js";
import { fill, t } from "./texts.js";
import { h } from "./ui.js";

const ABOUT = "≈";

/** A value in a few letters. */
export function worth(value, proven) {
  const text = brief(value);
  return proven || !text || text.startsWith(ABOUT) ? text : ABOUT + text;
}

/** A value and what it rests on, in the words of `texts`: {proven, estimate}, where {value} is a gap. */
export function describe(texts, { value, proven }, gaps = {}) {
  return fill(proven ? texts.proven : texts.estimate, { ...gaps, value: brief(value) });
}

/** A value on the page; who cannot see the sign hears what it rests on. */
export function worthElement({ value, proven }) {
  return h("b", { class: proven ? "proven" : "estimate" },
    h("span", { "aria-hidden": "true" }, worth(value, proven)),
    h("span", { class: "sr" }, describe(t.analysis.worth, { value, proven })));
}

function brief(value) {
  const size = number(value);
  if (!Number.isFinite(size) || Number.isInteger(size)) return formatValue(value);
  return formatValue(Number(size.toPrecision(Math.abs(size) < 1 ? 2 : 3)));
}
