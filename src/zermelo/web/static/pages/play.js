// Play: a match at the board, or the list of saved ones.

import { ask, visitor } from "../parts/api.js";
import { able, games, linked, sound } from "../parts/games.js";
import { recall, store } from "../parts/memory.js";
import { areTwo, seated } from "../parts/seating.js";
import { last } from "../parts/start.js";
import { Table } from "../parts/table.js";
import { fill, moment, t } from "../parts/texts.js";
import { button, confirmed, h, head, parseDrawing, say, tool } from "../parts/ui.js";

let table = null;

/** The page: the match of the address, a draft where a game is named, or all saved ones. */
export async function show({ path: [id], query, signal, go, remember }) {
  table = null;
  visitor.seat = "";
  const game = query.get("game");
  if (!id && !game) return list();
  const [match, all] = await Promise.all([id ? saved(id, query, signal, remember) : draft(game, query, signal), games()]);
  if (signal.aborted) return [];
  signal.addEventListener("abort", () => { visitor.seat = ""; });
  if (match.lost) say(fill(t("The rules have changed: they do not allow the last {count} move.", "The rules have changed: they do not allow the last {count} moves."), { count: match.lost }));
  table = new Table(match, sound(all.find(({ name }) => name === match.game)), { signal, go, remember });
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
  visitor.seat = token ?? seats[id] ?? "";
  return ask("GET", `/api/matches/${id}`, undefined, signal);
}

/** A match that is not kept until somebody moves: as the last time, or as the address says. */
async function draft(game, query, signal) {
  const usual = last(game);
  const [given, position, moves] = ["parameters", "position", "moves"].map((name) => query.get(name));
  const place = { game, parameters: given ? linked(given) : position || moves ? {} : usual.parameters,
    ...(position ? { position } : {}) };
  const seats = await seatsOf(place, signal);
  const people = Object.fromEntries(seats.map((seat) => [seat, { kind: "person" }]));
  const sides = moves ? people : await able(place, seated(seats, usual.sides));
  return ask("POST", "/api/matches?draft=true", { ...place, ...(moves ? { moves } : {}), sides }, signal);
}

/** The seats of a game; how many there are of several may depend on the parameters. */
async function seatsOf(place, signal) {
  const usual = (await games()).find(({ name }) => name === place.game)?.players;
  const sure = usual && !("p1" in usual) ? usual : (await ask("POST", "/api/positions", place, signal)).players;
  return Object.keys(sure);
}

/** The page is there: now sizes are known, and the engine may think. */
export function begin() {
  table?.begin();
}

async function list() {
  const rows = h("ul", { class: "matches cards" });
  const more = button(t("Show more"), () => load(), { hidden: true });
  const all = await games();
  let next = null;
  const load = async () => {
    const page = await ask("GET", `/api/matches?limit=20${next ? `&before=${encodeURIComponent(next)}` : ""}`);
    rows.append(...page.matches.map((match) => card(match, all.find(({ name }) => name === match.game))));
    next = page.next;
    more.hidden = next === null;
  };
  await load();
  return [head(t("Your games"), t("Every game is saved at every move. Go on with one, or choose a new game.")),
    h("div", { class: "row" }, h("a", { class: "button primary", href: "/" }, t("New game"))),
    rows, h("p", { class: "empty" }, t("Nothing is saved yet.")), more];
}

function card(match, game) {
  const who = Object.values(match.sides ?? {}).map(({ title }) => title).join(" – ");
  const state = !match.playable ? match.problem ?? t("this game is not here now") : match.over ? ending(match, game)
    : [fill(t("moves: {count}"), { count: match.at }), match.turn?.kind === "person" ? t("your move") : null].filter(Boolean).join(" · ");
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
      tool("bin", fill(t("Delete: {game}"), { game: match.title }), () => remove(match, item), { class: "plain" })));
  return item;
}

/** How a match ended, said to whoever played an engine in it. */
function ending({ winner, outcome, sides }, game) {
  const seats = Object.keys(sides);
  const people = seats.filter((side) => sides[side].kind === "person");
  if (winner === "nobody" || !areTwo(seats)) return outcome;
  if (people.length !== 1) return fill(t("{side} wins."), { side: game?.players?.[winner.toLowerCase()].name || winner });
  return people[0].toUpperCase() === winner ? t("You won.") : t("You lost.");
}

async function remove(match, item) {
  if (!await confirmed(t("Delete a game"), t("It is deleted for good."), t("Delete"))) return;
  await ask("DELETE", `/api/matches/${match.id}`);
  const next = item.nextElementSibling ?? item.previousElementSibling;
  item.remove();
  (next?.querySelector("button") ?? document.querySelector("h1")).focus();
  say(t("Deleted."));
}
