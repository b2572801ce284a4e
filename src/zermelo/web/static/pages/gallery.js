// The gallery: every game as a card with its board, what is known of it, and a search for the one that is wanted.

import { ask } from "../parts/api.js";
import { faults, games } from "../parts/games.js";
import { recallHere, storeHere } from "../parts/memory.js";
import { last, start } from "../parts/start.js";
import { fill, t } from "../parts/texts.js";
import { h, head, parseDrawing, segments, tool } from "../parts/ui.js";

// A board says more with something on it.
const SCENES = {
  tictactoe: { moves: "b2 a1 c1 a3 a2" },
  mnk: { parameters: { columns: 6, rows: 6, in_row: 4 }, moves: "c3 d3 d4 c4 e5 b2 c5" },
  nim: { moves: "2:2 1:3" },
  grundy: { parameters: { n: 10 }, moves: "10=7+3" },
  pig: { position: "38 51 min 14" },
  connect4: { moves: "4 4 5 3 3 5 5 6 4 6 6" },
  othello: { moves: "c4 c3 d3 c5 d6 f4 b4" },
  morris: { moves: "d6 d2 b4 f4 b6 f6 b2 xd2 f2 xd6 d2 d6" },
  draughts: { moves: "11-15 23-19 8-11 22-17 4-8" },
  chess: { moves: "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3" },
};
const KINDS = {
  all: () => true,
  easy: (game) => game.hard === 1,
  solved: (game) => Boolean(game.solved),
  dice: (game) => game.chance,
  own: (game) => game.user,
};
const COMMANDS = "zermelo new coins\nzermelo serve --game coins.py:Coins";

/** The page: a search, and a list of cards. */
export async function show({ go, signal }) {
  const all = (await games()).toSorted((one, other) => Boolean(other.user) - Boolean(one.user));
  const scenes = await Promise.all(all.map(scene));
  const cards = all.map((game, i) => [game, card(game, scenes[i], go, signal)]);
  const yours = ownCard();
  const none = h("p", { class: "empty", role: "status", hidden: true }, t("No game is like that."));
  const wanted = { text: "", kind: "all", ...recallHere("gallery") };
  const sift = () => {
    storeHere("gallery", wanted);
    const fits = (game) => KINDS[wanted.kind](game)
      && plain(`${game.title} ${game.name} ${game.summary}`).includes(plain(wanted.text));
    for (const [game, element] of cards) element.hidden = !fits(game);
    yours.hidden = Boolean(wanted.text) || !["all", "own"].includes(wanted.kind);
    none.hidden = !yours.hidden || cards.some(([, element]) => !element.hidden);
  };
  const search = h("input", { type: "search", placeholder: t("Search games"), "aria-label": t("Search games"), value: wanted.text,
    oninput: () => { wanted.text = search.value; sift(); } });
  const kinds = Object.keys(KINDS).filter((kind) => kind === "all" || all.some(KINDS[kind]));
  const names = { all: t("all"), easy: t("easy ones"), solved: t("solved"), dice: t("with dice"), own: t("your own") };
  const filter = segments(t("Show"), kinds.map((kind) => [kind, names[kind]]), wanted.kind,
    (kind) => { wanted.kind = kind; sift(); });
  filter.querySelector("legend").className = "sr";
  sift();
  return [head(t("Games"), t("Choose a game: play it, or watch a search think about it.")), h("div", { class: "row sieve" }, search, filter),
    h("ul", { class: "cards" }, cards.map(([, element]) => element), yours), none];
}

/** A text without accents and capitals: whoever searches writes neither. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The drawing for a card: of a game under way where one is known, else of its first position. */
async function scene({ name, board }) {
  if (!SCENES[name]) return board;
  return ask("POST", "/api/positions", { game: name, ...SCENES[name] }).then((found) => found.board, () => board);
}

function card(game, board, go, signal) {
  if (game.problem) return failed(game);
  const address = `/play?game=${encodeURIComponent(game.name)}`;
  const picture = board ? parseDrawing(board) : null;
  picture?.setAttribute("aria-hidden", "true");
  const facts = [{ 1: t("easy"), 2: t("middling"), 3: t("hard") }[game.hard], game.plies ? fill(t("about {count} moves"), { count: game.plies }) : null,
    game.hard ? game.solved ?? t("not solved") : null].filter(Boolean);
  return h("li", { class: "gamecard", "data-game": game.name },
    h("a", { class: "picture", href: address, tabindex: -1, "aria-hidden": "true" }, picture),
    h("div", { class: "words" }, h("h2", { onclick: () => go(address) }, game.title, tags(game)), h("p", {}, game.summary),
      facts.length ? h("p", { class: "facts small" }, facts.join(" · ")) : null, faults(game, signal)),
    h("div", { class: "row" },
      h("a", { class: "button primary", href: address, "aria-label": fill(t("Play: {game}"), { game: game.title }) }, t("Play")),
      h("a", { class: "button", href: `/explain?game=${encodeURIComponent(game.name)}`,
        "aria-label": fill(t("Explain: {game}"), { game: game.title }) }, t("Explain")),
      tool("setup", fill(t("Choose the rules and the players: {game}"), { game: game.title }), () => start(game.name, last(game.name), go), { class: "plain" })));
}

function tags(game) {
  return [game.chance && t("dice"), game.user && t("yours")].filter(Boolean)
    .map((tag) => h("span", { class: "tag" }, tag));
}

/** A game of the user's whose rules fail: what is wrong, and nothing to press. */
function failed(game) {
  return h("li", { class: "gamecard failed", "data-game": game.name },
    h("div", { class: "picture" }),
    h("div", { class: "words" }, h("h2", {}, game.title, h("span", { class: "tag" }, t("yours"))),
      h("p", {}, game.problem)));
}

/** How a game of one's own comes to stand here. */
function ownCard() {
  return h("li", { class: "gamecard yours" },
    h("div", { class: "words" }, h("h2", {}, t("Your own game")), h("p", {}, t("A class in Python is enough. This writes one to begin with and shows it; the page follows every change that you save:")),
      h("pre", { class: "mono", tabindex: 0 }, COMMANDS)));
}
