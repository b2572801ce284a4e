// What the page says, in the visitor's language. Python has the texts (web/texts.py); gaps are {so} written.

import { formatCount, writeWith } from "/player/values.js";
import { ask, language } from "./api.js";
import { recall } from "./memory.js";

export { fill } from "/player/values.js";

/** All texts, by page and name; there after `load`. */
export let t = {};
/** The language they are in. */
export let lang = "en";

/** Fetches the texts in the language chosen, or in the browser's where none was. */
export async function load(chosen = recall("lang", "")) {
  language(chosen);
  ({ lang, texts: t } = await ask("GET", "/api/texts"));
  language(lang);
  writeWith(t.signs);
  document.documentElement.lang = lang;
}

/** A whole number with its thousands apart. */
export function many(number) {
  return number === null || number === undefined ? "" : formatCount(number);
}

/** A large number in a few letters: 8.1 M. */
export function rough(number) {
  const [unit, size] = number >= 1e9 ? ["G", 1e9] : number >= 1e6 ? ["M", 1e6] : number >= 1e4 ? ["k", 1e3] : ["", 1];
  return size === 1 ? many(number) : `${decimal(number / size, number < 100 * size ? 1 : 0)} ${unit}`;
}

/** A number with so many decimals. */
export function decimal(number, digits) {
  return number.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** When something was, in the visitor's own time. */
export function moment(text) {
  return new Date(text).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
}
