// What the page says, in the visitor's language: t(text), or t(for one thing, for several); gaps are {so} written.

import { formatCount, speak } from "/player/values.js";
import { ask, visitor } from "./api.js";
import { recall } from "./memory.js";

export { fill, t } from "/player/values.js";

/** The language of the texts. */
export let lang = "en";

/** Fetches the texts in the language chosen, or in the browser's where none was. */
export async function load(chosen = recall("lang", "")) {
  visitor.lang = chosen;
  const found = await ask("GET", "/api/texts");
  ({ lang } = found);
  visitor.lang = lang;
  speak(found.signs, found.texts);
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
