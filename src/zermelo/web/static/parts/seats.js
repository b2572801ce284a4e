// Who sits at the board: the two players, whose turn it is, and the piece to be dragged to it.

import { t } from "./texts.js";
import { h, s } from "./ui.js";

const SIGNS = { MAX: "M10 3l8 14H2z", MIN: "M10 17L2 3h16z" };

/** The seat of MAX or of MIN at a board. */
export class Seat {
  constructor(side, board) {
    this.side = side;
    const sign = () => s("svg", { viewBox: "0 0 20 20", class: `sign ${side}`, "aria-hidden": "true" },
      s("path", { d: SIGNS[side] }));
    const piece = h("span", { class: "piece", title: t.play.drag, onpointerdown: (event) => {
      if (!board.live || board.position.to_move !== side) return;
      board.aim(event, h("div", { class: "ghost" }, sign()));
    } }, sign());
    this.name = h("span", {});
    this.turn = h("span", { class: "turn" });
    this.element = h("div", { class: "seat", "data-side": side }, piece, h("b", {}, side), this.name, this.turn);
  }

  /** Shows who plays, and whether it is their turn; on a `live` board they can move. */
  show({ data: { sides, turn }, view }, live) {
    const [player, other] = this.side === "MAX" ? [sides.max, sides.min] : [sides.min, sides.max];
    const mine = view === null && turn?.side === this.side.toLowerCase();
    this.name.textContent = player.kind === "person" && other.kind === "engine" ? t.play.you : player.title;
    this.turn.textContent = mine ? t.play.toMove : "";
    this.element.toggleAttribute("data-turn", mine);
    this.element.toggleAttribute("data-live", mine && live);
  }
}
