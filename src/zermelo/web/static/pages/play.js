// Play: a match at the board, or the list of saved ones.

import { ask } from "../parts/api.js";
import { games } from "../parts/games.js";
import { Table } from "../parts/table.js";
import { fill, moment, t } from "../parts/texts.js";
import { button, complain, confirmed, h, head, say, tool } from "../parts/ui.js";

let table = null;

/** The page: the match of the address, or all saved ones. */
export async function show({ path: [id], signal, go }) {
  table = null;
  if (!id) return list(go);
  const [match, all] = await Promise.all([ask("GET", `/api/matches/${id}`, undefined, signal), games()]);
  if (signal.aborted) return [];
  table = new Table(match, all.find(({ name }) => name === match.game), { signal, go });
  return [table.element];
}

/** The page is there: now sizes are known, and the engine may think. */
export function begin() {
  table?.begin();
}

async function list(go) {
  const rows = h("ul", { class: "matches" });
  const more = button(t.matches.more, () => load().catch(complain), { hidden: true });
  let next = null;
  const load = async () => {
    const page = await ask("GET", `/api/matches?limit=20${next ? `&before=${encodeURIComponent(next)}` : ""}`);
    rows.append(...page.matches.map((match) => row(match, go)));
    next = page.next;
    more.hidden = next === null;
  };
  await load();
  const empty = h("p", { class: "empty" }, t.matches.empty);
  return [head(t.matches.title, t.matches.about),
    h("div", { class: "row" }, h("a", { class: "button primary", href: "/" }, t.matches.choose)),
    rows, empty, more];
}

function row(match) {
  const who = match.sides ? fill(t.matches.sides, { max: match.sides.max.title, min: match.sides.min.title }) : "";
  const state = !match.playable ? match.problem ?? t.matches.unknown : match.over ? match.outcome : fill(t.matches.moves, { count: match.at });
  const item = h("li", { "data-match": match.id },
    match.playable ? h("a", { href: `/play/${match.id}` }, match.title) : h("span", {}, match.title),
    h("span", { class: "quiet" }, who),
    h("span", {}, state),
    match.updated ? h("time", { class: "quiet small", datetime: match.updated }, moment(match.updated)) : h("span"),
    tool("bin", fill(t.matches.remove, { game: match.title }), async () => {
      if (!await confirmed(t.matches.removing, t.matches.sure, t.matches.yes)) return;
      try {
        await ask("DELETE", `/api/matches/${match.id}`);
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        (next?.querySelector("button") ?? document.querySelector("h1")).focus();
        say(t.matches.removed);
      } catch (error) {
        complain(error);
      }
    }, { class: "plain" }));
  return item;
}
