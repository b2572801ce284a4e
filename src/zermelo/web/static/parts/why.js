// Why a move is good or bad, in words.

import { ask, left } from "./api.js";
import { fill, t } from "./texts.js";
import { button, h, latest, messageOf } from "./ui.js";
import { askAloud } from "./waiting.js";

/** Says in words why a move is good or bad. */
export class Why {
  constructor(signal) {
    this.stop = latest(signal); // and gives the signal of what comes next
    this.last = button("", () => this.ask(true));
    this.best = button(t("What is best here?"), () => this.ask(false));
    this.row = h("div", { class: "row" }, this.last, this.best);
    this.words = h("div", { class: "said", "aria-live": "polite" });
    this.element = h("section", { class: "why", "aria-labelledby": "why" },
      h("h2", { id: "why" }, t("Why?")), this.row, this.words);
  }

  /** About a position and the move that led to it, which people call `name`; `place(at)` is the place after so many moves. */
  about(place, at, chance, position, name) {
    Object.assign(this, { place, at, chance, told: null, latest: null });
    this.stop();
    const { last: move, over, to_move: side } = position;
    this.last.textContent = move === null || chance ? t("Why the last move?") : fill(t("Why {move}?"), { move: name });
    this.last.disabled = move === null;
    this.best.disabled = over || side === "CHANCE";
    this.words.replaceChildren(h("p", { class: "quiet small" }, t("The line that supports a move or refutes it, in words.")));
  }

  /** Where the last move was made: before it, and before dice that fell after it. */
  async turn(signal) {
    let at = this.at - 1;
    const dice = async () => (await ask("POST", "/api/positions", this.place(at), signal)).to_move === "CHANCE";
    while (this.chance && at > 0 && await dice()) at -= 1;
    return at;
  }

  /** An analysis of the same position has found something: what is said beside it must say the same. */
  agree(found) {
    this.latest = found;
    const { move, last } = this.told ?? {};
    const now = last ? found : found.lines[0];
    if (!move || !now || (last && (this.chance || !found.proven))) return;
    if (["value", "proven", ...(last ? [] : ["move", "distance"])].some((key) => move[key] !== now[key])) this.ask(last, true);
  }

  async ask(last, again = false) {
    const signal = this.stop();
    this.told = null;
    const known = this.latest;
    const wait = (text) => again || this.words.replaceChildren(h("p", { class: "quiet small" }, text || t("Looking …")));
    wait("");
    try {
      const at = last ? await this.turn(signal) : this.at;
      const move = last ? this.place(this.at).moves[at] : null;
      const { words, best, played } = await askAloud("/api/why", { ...this.place(at), move, time: 2 }, wait, signal);
      if (signal.aborted) return;
      this.words.replaceChildren(...words.map((text) => h("p", {}, text)));
      this.told = { move: last ? played : best, last };
      if (this.latest !== known) this.agree(this.latest); // it has gone on meanwhile
    } catch (error) {
      if (!left(error) && !signal.aborted) this.words.replaceChildren(h("p", { class: "problem" }, messageOf(error)));
    }
  }
}
