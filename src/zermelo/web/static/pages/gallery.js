// The gallery: every game as a card with its board.

import { ask } from "../parts/api.js";
import { games } from "../parts/games.js";
import { start } from "../parts/start.js";
import { fill, t } from "../parts/texts.js";
import { button, h, head, parseDrawing } from "../parts/ui.js";

// A board says more with something on it; and some games begin best in a size of their own.
const SCENES = {
  tictactoe: { moves: "b2 a1 c1 a3 a2" },
  mnk: { parameters: { columns: 6, rows: 6, in_row: 4 }, moves: "c3 d3 d4 c4 e5 b2 c5" },
  nim: { moves: "2:2 1:3" },
  grundy: { parameters: { n: 10 }, moves: "10=7+3" },
  pig: { position: "38 51 min 14" },
  connect4: { moves: "4 4 5 3 3 5 5 6 4 6 6" },
  othello: { moves: "c4 c3 d3 c5 d6 f4 b4" },
  morris: { moves: "d6 d2 b4 f4 b6 f6 b2 xd2 f2 xd6 d2 d6" },
};

/** The page: a list of cards. */
export async function show({ go }) {
  const all = await games();
  const scenes = await Promise.all(all.map(scene));
  return [head(t.gallery.title, t.gallery.about),
    h("ul", { class: "cards" }, all.map((game, i) => card(game, scenes[i], go)))];
}

/** The drawing for a card: of a game under way where one is known, else of its first position. */
async function scene({ name, board }) {
  if (!SCENES[name]) return board;
  return ask("POST", "/api/positions", { game: name, ...SCENES[name] }).then((found) => found.board, () => board);
}

function card(game, board, go) {
  if (game.problem) return failed(game);
  const parameters = SCENES[game.name]?.parameters ?? {};
  const play = () => start(game.name, { parameters }, (match) => go(`/play/${match.id}`));
  const picture = board ? parseDrawing(board) : null;
  picture?.setAttribute("aria-hidden", "true");
  const tags = [game.chance && t.gallery.dice, game.user && t.gallery.own].filter(Boolean);
  return h("li", { class: "gamecard", "data-game": game.name },
    h("div", { class: "picture", onclick: play }, picture),
    h("div", { class: "words" }, h("h2", {}, game.title, tags.map((tag) => h("span", { class: "tag" }, tag))),
      h("p", {}, game.summary)),
    h("div", { class: "row" },
      button(t.gallery.play, play, { class: "primary", "aria-label": fill(t.gallery.playGame, { game: game.title }) }),
      h("a", { class: "button", href: `/explain?game=${encodeURIComponent(game.name)}`,
        "aria-label": fill(t.gallery.explainGame, { game: game.title }) }, t.gallery.explain)));
}

/** A game of the user's whose rules fail: what is wrong, and nothing to press. */
function failed(game) {
  return h("li", { class: "gamecard failed", "data-game": game.name },
    h("div", { class: "picture" }),
    h("div", { class: "words" }, h("h2", {}, game.title, h("span", { class: "tag" }, t.gallery.own)),
      h("p", {}, game.problem)));
}
