// Who sits at the board: the players with their pieces, whose turn it is, and the piece to be dragged to the board.

import { formatValue } from "/player/values.js";
import { areTwo } from "./seating.js";
import { t } from "./texts.js";
import { h, parseDrawing } from "./ui.js";

/** The seat of a player at a board: `code` is what the rules call them, such as MAX or P3. */
export class Seat {
  constructor(code, { name, piece, colour }, board) {
    this.code = code;
    const drawing = () => {
      const drawn = parseDrawing(piece);
      drawn.setAttribute("aria-hidden", "true");
      return drawn;
    };
    const handle = h("span", { class: "piece", title: t("Drag it to the board, or click there"), onpointerdown: (event) => {
      if (!board.live || board.position.to_move !== code) return;
      board.aim(event, h("div", { class: "ghost" }, drawing()));
    } }, drawing());
    this.colour = name;
    this.name = h("b", {});
    this.about = h("span", { class: "quiet small" });
    this.score = h("strong", { class: "score" });
    this.turn = h("span", { class: "turn" });
    this.element = h("div", { class: "seat", "data-side": code, "data-owner": colour }, handle, this.name, this.about, this.turn, this.score);
  }

  /** Shows who plays, whether it is their turn, and what they got; on a `live` board they can move. */
  show({ data: { sides, turn, seats, guests, role }, view }, live, position) {
    const side = this.code.toLowerCase();
    const { [side]: player, ...others } = sides;
    const mine = view === null && turn?.side === side && !position.over;
    const alone = seats.length === 1 || Object.values(others).every(({ kind }) => kind === "engine");
    const who = player.kind === "engine" ? player.title : seats.includes(side) ? alone ? t("You") : t("A person")
      : role === "owner" ? t("Your guest") : role === "watcher" ? t("A person") : guests.includes(side) ? t("Another guest") : t("Your host");
    const two = areTwo(Object.keys(sides));
    this.name.textContent = this.colour ? `${who} · ${this.colour}` : who;
    this.about.textContent = !two || this.colour.toUpperCase() === this.code ? "" : this.code;
    this.turn.textContent = mine ? t("to move") : "";
    const each = [position.value].flat()[Object.keys(sides).indexOf(side)];
    this.score.textContent = position.over && !two ? formatValue(each) : "";
    this.element.toggleAttribute("data-turn", mine);
    this.element.toggleAttribute("data-live", mine && live);
  }
}
