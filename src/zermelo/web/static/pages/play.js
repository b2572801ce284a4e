// Play: a match at the board, or the list of saved ones.

import { ask, sit } from "../parts/api.js";
import { able, games, linked } from "../parts/games.js";
import { recall, store } from "../parts/memory.js";
import { last } from "../parts/start.js";
import { Table } from "../parts/table.js";
import { fill, moment, t } from "../parts/texts.js";
import { button, confirmed, h, head, parseDrawing, say, tool } from "../parts/ui.js";

let table = null;

/** The page: the match of the address, a draft where a game is named, or all saved ones. */
export async function show({ path: [id], query, signal, go, remember }) {
  table = null;
  sit("");
  const game = query.get("game");
  if (!id && !game) return list();
  const [match, all] = await Promise.all([id ? saved(id, query, signal, remember) : draft(game, query, signal), games()]);
  if (signal.aborted) return [];
  signal.addEventListener("abort", () => sit(""));
  table = new Table(match, all.find(({ name }) => name === match.game), { signal, go, remember });
  return [table.element];
}

/** A match that is kept; who was invited to it shows the token from now on. */
async function saved(id, query, signal, remember) {
  const seats = recall("seats", {});
  const token = query.get("seat");
  if (token) {
    store("seats", { ...seats, [id]: token });
    remember(`/play/${id}`);
  }
  sit(token ?? seats[id] ?? "");
  return ask("GET", `/api/matches/${id}`, undefined, signal);
}

/** A match that is not kept until somebody moves: as the last time, or as the address says. */
async function draft(game, query, signal) {
  const usual = last(game);
  const [given, position, moves] = ["parameters", "position", "moves"].map((name) => query.get(name));
  const people = { max: { kind: "person" }, min: { kind: "person" } };
  const place = { game, parameters: given ? linked(given) : position || moves ? {} : usual.parameters,
    ...(position ? { position } : {}) };
  const sides = moves ? people : await able(place, usual.sides);
  return ask("POST", "/api/matches?draft=true", { ...place, ...(moves ? { moves } : {}), sides }, signal);
}

/** The page is there: now sizes are known, and the engine may think. */
export function begin() {
  table?.begin();
}

async function list() {
  const rows = h("ul", { class: "matches cards" });
  const more = button(t.matches.more, () => load(), { hidden: true });
  const all = await games();
  let next = null;
  const load = async () => {
    const page = await ask("GET", `/api/matches?limit=20${next ? `&before=${encodeURIComponent(next)}` : ""}`);
    rows.append(...page.matches.map((match) => card(match, all.find(({ name }) => name === match.game))));
    next = page.next;
    more.hidden = next === null;
  };
  await load();
  return [head(t.matches.title, t.matches.about),
    h("div", { class: "row" }, h("a", { class: "button primary", href: "/" }, t.matches.choose)),
    rows, h("p", { class: "empty" }, t.matches.empty), more];
}

function card(match, game) {
  const who = match.sides ? fill(t.matches.sides, { max: match.sides.max.title, min: match.sides.min.title }) : "";
  const state = !match.playable ? match.problem ?? t.matches.unknown : match.over ? ending(match, game)
    : [fill(t.matches.moves, { count: match.at }), match.turn?.kind === "person" ? t.matches.yours : null].filter(Boolean).join(" · ");
  const picture = match.board ? parseDrawing(match.board) : null;
  picture?.setAttribute("aria-hidden", "true");
  const item = h("li", { class: "gamecard", "data-match": match.id },
    match.playable ? h("a", { class: "picture", href: `/play/${match.id}`, tabindex: -1, "aria-hidden": "true" }, picture)
      : h("div", { class: "picture" }),
    h("div", { class: "words" },
      h("h2", {}, match.playable ? h("a", { href: `/play/${match.id}` }, match.title) : match.title),
      h("p", {}, who), h("p", {}, state)),
    h("div", { class: "row spread" },
      match.updated ? h("time", { class: "quiet small", datetime: match.updated }, moment(match.updated)) : h("span"),
      tool("bin", fill(t.matches.remove, { game: match.title }), () => remove(match, item), { class: "plain" })));
  return item;
}

/** How a match ended, said to whoever played an engine in it. */
function ending({ winner, outcome, sides }, game) {
  const people = ["max", "min"].filter((side) => sides[side].kind === "person");
  if (winner === "nobody") return outcome;
  if (people.length !== 1) return fill(t.play.sideWon, { side: game?.players?.[winner.toLowerCase()].name || winner });
  return people[0].toUpperCase() === winner ? t.play.youWon : t.play.youLost;
}

async function remove(match, item) {
  if (!await confirmed(t.matches.removing, t.matches.sure, t.matches.yes)) return;
  await ask("DELETE", `/api/matches/${match.id}`);
  const next = item.nextElementSibling ?? item.previousElementSibling;
  item.remove();
  (next?.querySelector("button") ?? document.querySelector("h1")).focus();
  say(t.matches.removed);
}
