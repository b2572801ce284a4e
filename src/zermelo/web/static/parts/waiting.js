// Waiting for one answer of the engine, which may have to be compiled first: what takes so long is said meanwhile.

import { listen, Problem } from "./api.js";
import { fill, t } from "./texts.js";

/** Asks and gives the answer; `wait(text)` hears what takes long, and "" when that is over. */
export async function askAloud(path, body, wait, signal) {
  let answer = null;
  await listen(path, body, (name, data) => {
    if (name === "end") answer = data;
    else if (name === "problem") throw new Problem(data);
    else if (name === "note") wait(data.text);
    else if (name === "waiting" && data.ahead) wait(fill(t("Waiting; before this one: {count}"), { count: data.ahead }));
  }, signal);
  if (answer) return answer;
  throw signal?.aborted ? new DOMException("", "AbortError") : new Problem({ type: "gone", detail: "" });
}
