// A game of one's own whose file was saved: what the page shows of it is shown again, by its new rules.

import { forget } from "./games.js";
import { h } from "./ui.js";

let known = null; // the rules of the users' games, by name, as the server told last

/** Whether other rules than before are told, and `main` shows, or failed to show, their game. */
export function renewed(rules, main) {
  const names = Object.keys(rules).filter((name) => known && rules[name] !== known[name]);
  known = rules;
  if (!names.length) return false;
  forget();
  const shown = [...main.querySelectorAll("[data-game]")].map(({ dataset }) => dataset.game);
  shown.push(new URLSearchParams(location.search).get("game"));
  return "failed" in main.dataset || names.some((name) => shown.includes(name));
}

/** Says what is wrong with the rules above what they gave last, which waits until they are mended; false: there is none. */
export function complainAbove(main, text) {
  const before = main.querySelector(":scope > .broken");
  if ("failed" in main.dataset && !before) return false;
  before?.remove();
  main.dataset.failed = "";
  for (const part of main.children) part.inert = true;
  main.prepend(h("p", { class: "broken problem", role: "alert" }, text));
  return true;
}
