// Which numbers were copied rather than worked out (see zermelo.exercise.diagnosis).

import { meaning } from "./answers.js";
import { compare, exact, finite } from "./numbers.js";

const LEAST = 2;
const equal = (a, b) => compare(a, b) === 0 && finite(a) === finite(b);

/** The way to copy, and the items that were copied, going by the marks that they would get. */
export function copied(marks) {
  const given = marks.filter((one) => one.item.right && one.item.form === "number" && one.given !== null);
  const valued = given.filter((one) => one.item.id.endsWith(".value"));
  const vouching = given.filter((one) => one.marks && finite(meaning(one.given)));
  const nodeOf = (one) => one.item.id.split(".")[0];
  const found = new Set();
  let way = null;
  for (const [place, source] of sources(valued).entries()) {
    const same = (one) => {
      const number = source(one.item);
      return number !== null && equal(number, meaning(one.given));
    };
    const baseless = new Set(given.filter((one) => one.verdict === "wrong" && same(one)).map(nodeOf));
    const telling = valued.filter((one) => !one.marks && same(one) && baseless.has(nodeOf(one)));
    if (telling.length < LEAST || !vouching.every(same)) continue;
    way ??= place;
    for (const one of given.filter(same)) found.add(one.item.id);
  }
  return [way, found];
}

/** What stands in each box of who copies, in each way to copy. */
function sources(valued) {
  const numbers = valued.map((one) => meaning(one.given));
  const times = (number) => numbers.filter((one) => equal(one, number)).length;
  const often = numbers.reduce((best, one) => (best === null || times(one) > times(best) ? one : best), null);
  const end = (place) => (item) => (item.ends ? exact(String(item.ends[place])) : null);
  return [end(0), end(1), () => often];
}
