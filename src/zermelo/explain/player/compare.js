// What is different between two runs over the same tree.

import { fill, formatCount, formatValue, t } from "./values.js";

/** What is counted, by name and in words. */
export const COUNTS = () => [["nodes", t("nodes")], ["leaves", t("leaves")], ["cutoffs", t("cutoffs")]];

/** The difference in words. */
export function difference(before, after) {
  const change = (one, two) => (one === two ? one : `${one} → ${two}`);
  const both = (get) => change(...[before, after].map(get));
  const count = ([name, text]) => `${text} ${both((run) => formatCount(run.steps.at(-1)[name]))}`;
  const counts = COUNTS().map(count).join(", ");
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const list = (text, these, those) => {
    const names = [...these].filter((name) => !those.has(name));
    const some = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
    return names.length ? fill(text, { names: some }) : "";
  };
  return [fill(t("What changes: value {value}; {counts}."), { value: both((run) => formatValue(run.value)), counts }),
    list(t("Looked at now: {names}."), now, old), list(t("No longer looked at: {names}."), old, now)].filter(Boolean).join(" ");
}

/** The leaves that a run looks at, by what they are called. */
function leavesOf(run) {
  return new Set(run.steps.filter(({ name }) => name === "leaf").map(({ place }) => run.places[place].called));
}
