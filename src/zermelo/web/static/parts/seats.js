// Who sits at the board: the two players with their pieces, whose turn it is, and the piece to be dragged to the board.

import { t } from "./texts.js";
import { h, parseDrawing } from "./ui.js";

/** The seat of MAX or of MIN at a board. */
export class Seat {
  constructor(side, game, board) {
    this.side = side;
    const { name, piece } = game.players[side.toLowerCase()];
    const drawing = () => {
      const drawn = parseDrawing(piece);
      drawn.setAttribute("aria-hidden", "true");
      return drawn;
    };
    const handle = h("span", { class: "piece", title: t.play.drag, onpointerdown: (event) => {
      if (!board.live || board.position.to_move !== side) return;
      board.aim(event, h("div", { class: "ghost" }, drawing()));
    } }, drawing());
    this.colour = name;
    this.name = h("b", {});
    this.about = h("span", { class: "quiet small" });
    this.turn = h("span", { class: "turn" });
    this.element = h("div", { class: "seat", "data-side": side }, handle, this.name, this.about, this.turn);
  }

  /** Shows who plays, and whether it is their turn; on a `live` board they can move. */
  show({ data: { sides, turn, seats, guest, role }, view }, live, over) {
    const side = this.side.toLowerCase();
    const [player, other] = side === "max" ? [sides.max, sides.min] : [sides.min, sides.max];
    const mine = view === null && turn?.side === side;
    const alone = seats.length === 1 || other.kind === "engine";
    const who = player.kind === "engine" ? player.title : seats.includes(side) ? alone ? t.play.you : t.play.person
      : guest === side ? t.play.friend : role === "guest" ? t.play.host : t.play.person;
    this.name.textContent = this.colour ? `${who} · ${this.colour}` : who;
    this.about.textContent = this.colour.toUpperCase() === this.side ? "" : this.side;
    this.turn.textContent = mine && !over ? t.play.toMove : "";
    this.element.toggleAttribute("data-turn", mine && !over);
    this.element.toggleAttribute("data-live", mine && live);
  }
}
