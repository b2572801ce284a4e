// What a student wrote, read, and whether it says the same as an answer.

import { add, compare, exact, finite, ratio, times } from "./numbers.js";

export class Unreadable extends Error {}

const plain = (text) =>
  text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ");

/** What a student gave, read: {value, places} for a number, a text, an array; null: nothing. */
export function readAnswer(item, text, data) {
  const named = item.choices.some((one) => plain(one) === plain(text));
  if (!text.trim() || (item.form !== "cut" && data.nothing.includes(plain(text)) && !named)) return null;
  if (item.form === "number") {
    let number = plain(text);
    for (const [pattern, sign] of data.spellings) number = number.replace(new RegExp(pattern, "gu"), sign);
    const value = number.length > 40 ? null : exact(number);
    if (value === null) throw new Unreadable(text);
    const places = number.includes(".") ? number.split(".")[1].length : null;
    return { value, places };
  }
  if (item.form === "order") {
    const words = text.split(/[\s,;>]+/).map(plain).filter(Boolean);
    if ([...words].sort().join() !== [...item.choices].sort().join()) throw new Unreadable(text);
    return words;
  }
  const words = data.words[item.form] ?? Object.fromEntries(item.choices.map((one) => [one, []]));
  for (const [word, others] of Object.entries(words)) {
    if (plain(word) === plain(text) || others.includes(plain(text))) return word;
  }
  throw new Unreadable(text);
}

/** An answer of the solution, as the rules count with it. */
export const solutionOf = (item, answer) => (item.form === "number" ? exact(String(answer)) : answer);

export const meaning = (given) => (given.value === undefined ? given : given.value);

export function same(given, wanted) {
  if (given.value === undefined) return String(given) === String(wanted);
  if (typeof wanted === "string" || (finite(wanted) && typeof wanted[0] === "string")) return false;
  if (compare(given.value, wanted) === 0) return true;
  if (given.places === null || given.places < 2 || !finite(wanted)) return false;
  const off = add(given.value, times([-1n, 1n], wanted));
  const twice = ratio((off[0] < 0n ? -off[0] : off[0]) * 2n * 10n ** BigInt(given.places), off[1]);
  return compare(twice, [1n, 1n]) <= 0;
}
