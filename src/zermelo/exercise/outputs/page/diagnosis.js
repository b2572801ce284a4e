// What a whole paper shows (see zermelo.exercise.diagnosis and zermelo.exercise.marking).

import { meaning, same, solutionOf } from "./answers.js";
import { compare, exact, finite } from "./numbers.js";

const REPEATED = new Set(["cut", "by"]); // what the branches say already
const UNPRUNED = 0.49;
const LEAST = 2; // nodes that tell of copying
const nodeOf = ({ item }) => item.id.split(".")[0];
const whatOf = (item) => item.id.split(".").at(-1);

/** Whether it is wrong: also what was copied, unless it happens to be right. */
export function isMistake({ item, verdict, given }) {
  if (verdict !== "copy" || given === null || !item.right) return verdict === "wrong";
  return !same(given, solutionOf(item, item.right[0]));
}

function isCut({ item }) {
  return Boolean(item.right) && (item.right[0] === "pruned" || (whatOf(item) === "cut" && item.right[0] !== "no"));
}

/** What an explanation says of an item; null: nothing. */
function saidOf({ item }, explanation) {
  const changed = Object.hasOwn(explanation.answers, item.id);
  return changed ? explanation.answers[item.id] : (item.right?.[0] ?? null);
}

/** Whether what is written is what an explanation says, or both leave the item out. */
function agrees(one, explanation) {
  const { item, given } = one;
  const said = saidOf(one, explanation);
  if (given === null || said === null) return given === null && said === null;
  return same(given, solutionOf(item, said));
}

/** The explanation that fits the answers best; null where single slips explain them as well. */
export function explain(marks, explanations) {
  const mistakes = marks.filter((one) => isMistake(one) && !REPEATED.has(whatOf(one.item))).length;
  if (mistakes < 2) return null;
  const given = marks.filter((one) => one.given !== null);
  let [found, fewest, blanks] = [null, Infinity, Infinity];
  for (const each of explanations) {
    const differences = given.filter((one) => !agrees(one, each)).length;
    const left = each.size - given.filter((one) => saidOf(one, each) !== null).length;
    if (differences < fewest || (differences === fewest && left < blanks))
      [found, fewest, blanks] = [each, differences, left];
  }
  return found && 2 * blanks <= found.size && 2 * (1 + fewest) <= mistakes ? found : null;
}

export function explained(marks, explanation) {
  return marks.map((one) =>
    one.verdict !== "right" && agrees(one, explanation) ? { ...one, verdict: "follow-on", marks: one.outOf } : one);
}

/** The node whose cut a misread leaf hides: all wrong numbers are there, and the value meets no bound. */
function hidden(marks) {
  const numbers = marks.filter((one) => one.item.form === "number");
  const slips = new Set(numbers.filter(isMistake).map((one) => one.item.place));
  if (slips.size !== 1) return null;
  const [node] = slips;
  const known = (what) => numbers.find((one) => one.item.id === `${node}.${what}` && one.given !== null)?.given;
  const isMax = marks.some((one) => one.item.id === `${node}.cut` && one.item.right?.[0] === "max");
  const [value, bound] = [known("value"), known(isMax ? "beta" : "alpha")];
  if (value === undefined || bound === undefined) return node;
  const order = compare(meaning(value), meaning(bound));
  return (isMax ? order >= 0 : order <= 0) ? null : node;
}

function prunes(marks, cuts, charge) {
  const earned = charge ? ["right"] : ["right", "follow-on"];
  const node = hidden(marks);
  const right = (one) => earned.includes(one.verdict) || (node !== null && node === one.item.place);
  return cuts.every(right) || cuts.some((one) => right(one) && one.given !== "searched");
}

/** The marks without those for what is searched, where no cut was found. */
export function withoutSearched(marks) {
  if (prunes(marks, marks.filter((one) => isCut(one) && one.outOf), 0)) return marks;
  return marks.map((one) => (one.given === "searched" ? { ...one, marks: 0 } : one));
}

/** All that is reached. */
export function total(marks, charge) {
  const sum = (what) => marks.reduce((so_far, one) => so_far + one[what], 0);
  const outOf = sum("outOf");
  let reached = sum("marks") - (outOf * charge) / 100;
  const cuts = marks.filter(isCut);
  if (cuts.some((one) => one.outOf) && !prunes(marks, cuts, charge)) reached = Math.min(reached, outOf * UNPRUNED);
  return { marks: Math.max(reached, 0), outOf };
}

/** What a paper shows that no misconception explains. */
export function summary(marks, texts) {
  const wrong = new Set(marks.filter(isMistake).map(nodeOf));
  if (wrong.size === 1 && marks.some((one) => one.verdict === "follow-on"))
    return texts.slip.replace("{node}", [...wrong][0]);
  const cuts = marks.filter((one) => isCut(one) && one.outOf);
  const values = marks.filter((one) => whatOf(one.item) === "value" && one.outOf);
  if (!cuts.length || cuts.some((one) => one.marks) || !values.every((one) => one.marks)) return "";
  const others = marks.filter((one) => !["value", "move"].includes(whatOf(one.item)));
  return others.every((one) => one.given === null) ? texts.values : texts.unpruned;
}

/** The way to copy, and the items that were copied, going by the marks that they would get. */
export function copied(marks) {
  const given = marks.filter((one) => one.item.right && one.item.form === "number" && one.given !== null);
  const valued = given.filter((one) => one.item.id.endsWith(".value"));
  const vouching = given.filter((one) => one.marks && finite(meaning(one.given)));
  const found = new Set();
  let way = null;
  for (const [place, source] of sources(valued).entries()) {
    const fits = (one) => {
      const number = source(one.item);
      return number !== null && compare(number, meaning(one.given)) === 0;
    };
    const baseless = new Set(given.filter((one) => one.verdict === "wrong" && fits(one)).map(nodeOf));
    const telling = valued.filter((one) => !one.marks && fits(one) && baseless.has(nodeOf(one)));
    if (telling.length < LEAST || !vouching.every(fits)) continue;
    way ??= place;
    for (const one of given.filter(fits)) found.add(one.item.id);
  }
  return [way, found];
}

/** What stands in each box of who copies, in each way to copy. */
function sources(valued) {
  const numbers = valued.map((one) => meaning(one.given));
  const times = (number) => numbers.filter((one) => compare(one, number) === 0).length;
  const often = numbers.reduce((best, one) => (best === null || times(one) > times(best) ? one : best), null);
  const end = (place) => (item) => (item.ends ? exact(String(item.ends[place])) : null);
  return [end(0), end(1), () => often];
}
