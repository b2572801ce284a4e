// Values as Python writes them into the document ("-inf", 3, "23/3"), for people and for comparing.

// What the page's language puts between thousands and before decimals, and says; a page speaks one language.
let [thousands, point] = [",", "."];
const known = {};

/** From now on numbers are written with these signs, and the texts are these. */
export function speak(signs, texts) {
  [thousands, point] = signs;
  Object.assign(known, texts);
}

/** A text in the page's language; of one that has a form for several things, both. Python looks for these calls (language.py). */
export function t(text, several) {
  return known[text] ?? (several ? [text, several] : text);
}

/** A value for people: −23/3, ∞; no value is no text. */
export function formatValue(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) { // of several players
    const payoffs = value.map(formatValue);
    return `(${payoffs.join(payoffs.some((payoff) => payoff.includes(",")) ? "; " : ", ")})`;
  }
  const text = typeof value === "number" ? String(Number(value.toPrecision(10))) : value;
  return text.replace(".", point).replace("inf", "∞").replace("about ", "≈").replaceAll("-", "−");
}

/** How many, for people: 12,345. Where a space parts thousands, four digits stay together. */
export function formatCount(number) {
  const digits = String(Math.round(number));
  return thousands === "\u00a0" && digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thousands);
}

/** A value as a number, NaN where the text is none: "−1/2", "∞", "0,5" and "-inf" are read. */
export function number(value) {
  if (typeof value === "number") return value;
  const text = String(value ?? "").trim().toLowerCase().replace(/^about /, "").replace("−", "-").replace(",", ".");
  const infinite = /^([+-]?)(inf|infinity|infinito|infinit|∞|oo)$/.exec(text);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  const fraction = /^([+-]?\d+)\s*\/\s*(\d+)$/.exec(text);
  const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text);
  const size = fraction ? Number(fraction[1]) / Number(fraction[2]) : decimal ? Number(text) : NaN;
  return Number.isFinite(size) ? size : NaN; // 1/0 and 1e999 are no way to write an infinity
}

/** The numbers of an answer to what `value` is: one, or as many as it has. */
export function parsed(answer, value) {
  if (!Array.isArray(value)) return [number(answer)];
  const found = String(answer).replace(/[()]/g, " ").trim().split(/[\s,;]+/).map(number);
  return found.length === value.length ? found : [NaN];
}

/** Whether an answer says the same value; thirds written as decimals are near enough. */
export function same(answer, value) {
  if (Array.isArray(value)) return parsed(answer, value).every((one, i) => same(one, value[i]));
  const [a, b] = [number(answer), number(value)];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a === b; // nothing is near an infinity
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
}

/** A text of the document with its {gaps} filled; of two forms, for one and for several, as `count` or `all` says. */
export function fill(text, gaps) {
  const form = Array.isArray(text) ? text[Number(String(gaps.count ?? gaps.all) !== "1")] : text;
  return form.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
}
