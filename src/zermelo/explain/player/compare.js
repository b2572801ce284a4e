// What is different between two runs over the same tree.

import { counted, filled, shown } from "./values.js";

/** The difference in words. */
export function difference(before, after, texts) {
  const change = (one, two) => (one === two ? one : `${one} → ${two}`);
  const both = (get) => change(...[before, after].map(get));
  const count = (name) => `${texts[name]} ${both((run) => counted(run.steps.at(-1)[name], texts.thousands))}`;
  const counts = ["nodes", "leaves", "cutoffs"].map(count).join(", ");
  const [old, now] = [leavesSeen(before), leavesSeen(after)];
  const told = (text, these, those) => {
    const names = [...these].filter((name) => !those.has(name));
    const list = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
    return names.length ? filled(text, { names: list }) : "";
  };
  return [filled(texts.changed, { value: both((run) => shown(run.value)), counts }),
    told(texts.nowSeen, now, old), told(texts.nowSkipped, old, now)].filter(Boolean).join(" ");
}

/** The leaves that a run looks at, by what they are called. */
function leavesSeen(run) {
  return new Set(run.steps.filter(({ name }) => name === "leaf").map(({ place }) => run.places[place].called));
}
