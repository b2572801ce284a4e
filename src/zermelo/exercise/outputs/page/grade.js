// The marks (see zermelo.exercise.grade).

import { meaning, same, solutionOf } from "./answers.js";
import { answersOf } from "./rules.js";

/** The marks for one exercise: [{item, verdict, marks, outOf, given}], in the order of the search. */
export function grade(exercise, given) {
  const own = new Map();
  for (const item of exercise.items) {
    if (item.right) own.set(item.id, solutionOf(item, item.right[0]));
    else if (given.has(item.id)) own.set(item.id, meaning(given.get(item.id)));
  }
  const byId = new Map(exercise.items.map((item) => [item.id, item]));
  const marks = exercise.order.map((id) => {
    const item = byId.get(id);
    const answer = given.get(id) ?? null;
    const [verdict, outOf] = judge(item, answer, own);
    if (answer !== null && verdict !== "right") own.set(id, meaning(answer));
    const reached = verdict === "right" || verdict === "follow-on" ? outOf : 0;
    return { item, verdict, marks: reached, outOf, given: answer };
  });
  for (const item of exercise.items) {
    if (item.right || !given.has(item.id)) continue;
    const answers = answersOf(item.rule, own);
    const verdict = answers && answers.length === 0 ? "wrong" : "follow-on";
    marks.push({ item, verdict, marks: 0, outOf: 0, given: given.get(item.id) });
  }
  return marks;
}

function judge(item, given, own) {
  if (given !== null && item.right.some((one) => same(given, solutionOf(item, one)))) return ["right", 1];
  const answers = answersOf(item.rule, own);
  if (given === null) return answers && answers.length === 0 ? ["follow-on", 0] : ["missing", 1];
  if (answers && answers.some((answer) => same(given, answer))) return ["follow-on", 1];
  return ["wrong", 1];
}
