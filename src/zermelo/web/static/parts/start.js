// How a match begins: at once as the last time, or by a dialog with the parameters, who plays, and from where.

import { ask } from "./api.js";
import { recall, store } from "./memory.js";
import { algorithms, games, levels, Parameters } from "./games.js";
import { plain } from "./match.js";
import { areTwo, seating, sideName } from "./seating.js";
import { fill, t } from "./texts.js";
import { button, field, h, later, latest, messageOf, openDialog, parseDrawing, segments } from "./ui.js";

// Some games begin best in a size of their own.
const USUAL = { mnk: { columns: 6, rows: 6, in_row: 4 }, grundy: { n: 10 } };
const SIDES = { max: { kind: "person" }, min: { kind: "engine", level: "casual" } };

/** How a game was played last here, or as one begins: {parameters, sides}. */
export function last(name) {
  return { parameters: USUAL[name] ?? {}, sides: recall("sides") ?? SIDES, ...recall(`start.${name}`) };
}

/** Remembers how a game is played here. */
export function keep(name, { parameters, sides }) {
  store(`start.${name}`, { parameters, sides: plain(sides) });
  if (areTwo(Object.keys(sides))) store("sides", plain(sides));
}

/** Opens the dialog; a new match begins at the address that `go` is given. */
export async function start(name, { parameters = {}, sides, position = "", moves = "" }, go) {
  const usual = levels({ game: name, parameters, position }).catch(() => levels({ game: name })); // the form says what is wrong
  const [all, ways, strengths] = await Promise.all([games(), algorithms(), usual]);
  const game = all.find((each) => each.name === name);
  const leave = new AbortController();
  const drawing = (board) => {
    const svg = parseDrawing(board);
    svg.setAttribute("aria-label", game.title);
    return svg;
  };
  const preview = h("div", { class: "preview" }, game.board ? drawing(game.board) : null);
  const problem = h("p", { class: "problem", role: "alert" });
  const notes = h("p", { class: "quiet small", role: "status" });
  const from = h("textarea", { rows: 2, spellcheck: false, class: "mono", "data-field": "position" });
  const record = h("textarea", { rows: 2, spellcheck: false, class: "mono", "data-field": "moves" });
  [from.value, record.value] = [position, moves];
  let [first, other] = ["MAX", null]; // who begins, and the position in which MIN does
  const begins = segments(t("Who begins"), ["MAX", "MIN"].map((side) => [side, sideName(game.players ?? {}, side.toLowerCase())]), first, (side) => {
    first = side;
    look();
  });
  begins.hidden = true;
  const fixed = h("p", { class: "quiet small begins" }); // where nobody can choose who begins
  const whence = () => from.value.trim() || (first === "MIN" && other) || "";
  const place = () => ({ game: name, parameters: fields.read(), ...(whence() ? { position: whence() } : {}),
    ...(record.value.trim() ? { moves: record.value.trim() } : {}) });

  const request = latest();
  const look = later(200, async () => {
    const signal = request();
    try {
      const usual = from.value.trim() ? null
        : await ask("POST", "/api/positions", { game: name, parameters: fields.read() }, signal);
      other = usual?.other ?? null;
      begins.hidden = other === null;
      const found = await ask("POST", "/api/positions", place(), signal);
      seat(found.players);
      const begun = { MAX: "max", MIN: "min" }[found.to_move];
      players.begun(begun ?? "max");
      fixed.textContent = usual && begun && other === null && areTwo(Object.keys(found.players))
        ? fill(t("{side} begins: so it is in the rules. Whoever wants to begin takes that side."), { side: sideName(found.players, begun) }) : "";
      preview.replaceChildren(drawing(found.board));
      [problem.textContent, notes.textContent] = ["", found.notes.join(" ")];
      players.offer(await levels(place()));
    } catch (error) {
      if (!signal.aborted) problem.textContent = messageOf(error);
    }
  }, leave.signal);
  const fields = new Parameters(game, parameters, look);
  let players = null; // the fields of who plays, as long as the seats are the same
  let seats = "";
  const who = h("div", {});
  const seat = (now) => {
    const codes = Object.keys(now).join();
    if (codes === seats) return;
    seats = codes;
    players = seating(now, game, strengths, ways, sides ?? recall("sides"));
    who.replaceChildren(players.element);
  };
  seat(game.players ?? { max: {}, min: {} });
  from.addEventListener("input", look);
  record.addEventListener("input", look);

  const submit = button(t("Begin"), null, { type: "submit", class: "primary" });
  const form = (close) => h("form", { class: "start", onsubmit: async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const [chosen, where] = [players.read(), place()];
      const draft = where.moves ? "" : "?draft=true"; // what has no move yet is not saved
      const match = await ask("POST", `/api/matches${draft}`, { ...where, sides: chosen });
      keep(name, { parameters: where.parameters, sides: chosen });
      close();
      go(draft ? `/play?${new URLSearchParams({ game: name,
        ...(where.position ? { position: where.position, parameters: JSON.stringify(where.parameters) } : {}) })}`
        : `/play/${match.id}`);
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.scrollIntoView({ block: "nearest" });
    } finally {
      submit.disabled = false;
    }
  } },
  preview,
  h("div", { class: "stack" },
    fields.empty ? null : h("fieldset", {}, h("legend", {}, t("Rules")), fields.element),
    who, begins, fixed,
    h("details", { class: "more" }, h("summary", {}, t("From a position or a record")), h("div", { class: "stack" },
      field(t("Position, as the game writes it"), from), field(t("Moves from there"), record))),
    problem, notes,
    h("div", { class: "row end" }, button(t("Cancel"), close), submit)));
  const dialog = openDialog(fill(t("{game}: a new game"), { game: game.title }), form);
  dialog.addEventListener("close", () => leave.abort());
  dialog.querySelector(".segments :checked, input, select")?.focus();
  look();
}
