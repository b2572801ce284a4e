// Predict mode: the reader steps only as far as the questions are answered.

import { h } from "./elements.js";
import { Quiz } from "./quiz.js";
import { t } from "./values.js";

export class Prediction {
  constructor(player) {
    this.player = player;
    this.on = false;
    this.frontier = 0; // the last step that may be looked at
    this.quiz = new Quiz(() => this.advance());
    this.button = h("button", { type: "button", "aria-pressed": "false", "aria-keyshortcuts": "p",
      onclick: () => this.toggle() }, t("Predict"));
  }

  toggle(on = !this.on) {
    const { player, quiz, button } = this;
    this.on = on;
    button.setAttribute("aria-pressed", String(on));
    if (!on && quiz.element.matches(":focus-within")) button.focus();
    quiz.element.hidden = !on;
    player.dataset.mode = on ? "predict" : "";
    if (on) {
      this.frontier = player.step;
      quiz.begin();
    }
    player.report(true);
  }

  /** Asks for the step after the frontier; those that nobody could know are shown at once. */
  ask() {
    const { player: { replay }, quiz } = this;
    quiz.element.hidden = replay.step < this.frontier; // looking back
    if (replay.step < this.frontier) return;
    if (replay.step < replay.last && !Quiz.asks(replay)) this.advance();
    else quiz.ask(replay);
  }

  advance() {
    const next = this.player.step + 1;
    this.frontier = Math.max(this.frontier, next);
    this.player.go(next);
  }

  /** The step, or the frontier where that comes before it. */
  limit(step) {
    if (!this.on || step <= this.frontier) return step;
    this.quiz.focus();
    return this.frontier;
  }
}
