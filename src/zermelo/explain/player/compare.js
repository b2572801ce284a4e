// What is different between two runs over the same tree.

import { fill, formatCount, formatValue } from "./values.js";

/** The difference in words. */
export function difference(before, after, texts) {
  const change = (one, two) => (one === two ? one : `${one} → ${two}`);
  const both = (get) => change(...[before, after].map(get));
  const count = (name) => `${texts[name]} ${both((run) => formatCount(run.steps.at(-1)[name]))}`;
  const counts = ["nodes", "leaves", "cutoffs"].map(count).join(", ");
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const list = (text, these, those) => {
    const names = [...these].filter((name) => !those.has(name));
    const some = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
    return names.length ? fill(text, { names: some }) : "";
  };
  return [fill(texts.changed, { value: both((run) => formatValue(run.value)), counts }),
    list(texts.nowSeen, now, old), list(texts.nowSkipped, old, now)].filter(Boolean).join(" ");
}

/** The leaves that a run looks at, by what they are called. */
function leavesOf(run) {
  return new Set(run.steps.filter(({ name }) => name === "leaf").map(({ place }) => run.places[place].called));
}
