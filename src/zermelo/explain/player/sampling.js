// What Monte-Carlo tree search knows at a node: its visits, its mean, and UCB1 of its children.

import { h } from "./elements.js";
import { formatCount, formatValue, t } from "./values.js";

/** Whether a run samples: its nodes have visits and means, no windows. */
export const samples = (run) => run.algorithm === "mcts";

/** A value as people read it, with two decimals at most; of several players each. */
export const mean = (value) => formatValue(Array.isArray(value) ? value.map(rounded) : rounded(value));

const rounded = (value) => (typeof value === "number" ? Math.round(100 * value) / 100 : value);
const decimals = (value) => (value === "inf" ? "∞" : formatValue(value.toFixed(2)));

/** Visits and mean, and what they were before this simulation. */
export function visits(look) {
  const row = (name, before, now) => h("tr", {}, h("th", { scope: "row" }, name),
    h("td", { class: "held" }, before && h("s", {}, before), " ", h("b", {}, now)));
  const was = look.old_value.at(-1);
  return h("table", { class: "values" }, h("tbody", {},
    row(t("Visits"), look.old_simulations === null ? "" : formatCount(look.old_simulations), formatCount(look.simulations)),
    row(t("Mean"), was === undefined ? "" : mean(was), mean(look.value))));
}

/** UCB1 of the children, the largest bold; `secret`: nothing is added up. */
export function bounds(replay, place, naming, secret) {
  const below = replay.places[place].below.filter((child) => replay.looks[child].ucb !== null);
  if (!below.length) return null;
  const sum = (child) => (replay.looks[child].ucb[1] === "inf" ? Infinity : replay.looks[child].ucb[0] + replay.looks[child].ucb[1]);
  const most = Math.max(...below.map(sum));
  const first = below.find((child) => sum(child) === most);
  const cell = (text, is) => h("td", {}, is ? h("b", {}, text) : text);
  const rows = below.map((child) => {
    const { ucb: [part, bonus], simulations } = replay.looks[child];
    const tried = bonus !== "inf";
    return h("tr", { "data-ucb": child }, h("td", {}, naming(child)), h("td", {}, formatCount(simulations ?? 0)),
      h("td", {}, tried ? decimals(part) : ""), h("td", {}, tried ? decimals(bonus) : ""),
      secret ? null : cell(tried ? decimals(part + bonus) : "∞", child === first));
  });
  const heads = [t("child"), t("visits"), t("mean"), t("bonus"), ...(secret ? [] : ["UCB1"])];
  return h("table", { class: "numbers ucb" },
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows));
}

/** The child that a step selects, null if it selects none, or chance does. */
export function selected(replay, step) {
  if (step?.name !== "select" || step.place === null || replay.places[step.place].kind === "CHANCE") return null;
  return step.changes.find(([, , fields]) => fields?.trail === "selected")?.[0] ?? null;
}
