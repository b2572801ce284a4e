// The marks (see zermelo.exercise.marking).

import { meaning, same, solutionOf } from "./answers.js";
import { copied, explain, explained, summary, total, withoutSearched } from "./diagnosis.js";
import { Basis, groundsOf } from "./rules.js";

/** The marks for one exercise, what the whole paper shows and costs, and the total.
 *
 * `items` are [{item, verdict, marks, outOf, given}], in the order of the search.
 */
export function grade(exercise, given, { copies: ways, texts }) {
  const found = (items, diagnosis, charge = 0) => ({ items, diagnosis, charge, ...total(items, charge) });
  const marks = marked(exercise, given, new Set());
  const [way, copies] = copied(marks);
  if (copies.size) return found(withoutSearched(marked(exercise, given, copies)), ways[way]);
  const explanation = explain(marks, exercise.explanations);
  if (explanation) return found(explained(marks, explanation), explanation.text, explanation.charge);
  const left = withoutSearched(marks);
  return found(left, summary(left, texts));
}

function marked(exercise, given, copies) {
  const own = new Map();
  const unearned = new Set();
  for (const item of exercise.items) {
    if (item.right) own.set(item.id, solutionOf(item, item.right[0]));
    else if ((given.get(item.id) ?? "no") !== "no") own.set(item.id, meaning(given.get(item.id)));
  }
  const byId = new Map(exercise.items.map((item) => [item.id, item]));
  const marks = exercise.order.map((id) => {
    const item = byId.get(id);
    const answer = given.get(id) ?? null;
    const verdict = judge(item, answer, own, unearned, copies);
    if (answer !== null && verdict !== "right") own.set(id, meaning(answer));
    const earned = verdict === "right" || verdict === "follow-on";
    if (!earned) unearned.add(id);
    return { item, verdict, marks: earned ? item.weight : 0, outOf: item.weight, given: answer };
  });
  for (const item of exercise.items) {
    if (item.right || (given.get(item.id) ?? "no") === "no") continue; // no cut is nothing to fill in
    const answers = groundsOf(item.rule, new Basis(own));
    const verdict = answers && answers.length === 0 ? "wrong" : "follow-on";
    marks.push({ item, verdict, marks: 0, outOf: 0, given: given.get(item.id) });
  }
  return marks;
}

function judge(item, given, own, unearned, copies) {
  if (copies.has(item.id)) return "copy";
  if (given !== null && item.right.some((one) => same(given, solutionOf(item, one)))) return "right";
  const basis = new Basis(own);
  const answers = groundsOf(item.rule, basis);
  const rests = (one, ids) => [...one.used].some((id) => ids.has(id));
  const earns = (one) => !rests(one, copies) && (one.computed || !rests(one, unearned));
  const nothing = answers?.length === 0; // is to be filled in
  if (given === null || (given === "no" && nothing)) return nothing && earns(basis) ? "follow-on" : "missing";
  const bases = (answers ?? []).filter(([answer]) => same(given, answer)).map(([, one]) => one);
  if (!bases.length) return "wrong";
  return bases.some(earns) ? "follow-on" : "copy";
}
