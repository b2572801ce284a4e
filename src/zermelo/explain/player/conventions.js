// What can be chosen of a run: its conventions, and another run to compare it with.

import { difference } from "./compare.js";
import { h, select } from "./elements.js";
import { t } from "./values.js";

/** What can be chosen of alpha-beta: the label, and the choices. */
export const CONVENTIONS = () => ({
  cut: [t("Cut when"), { ge: "α ≥ β", gt: "α > β" }],
  test: [t("Test for a cut"), { last: t("after the update"), first: t("before the update") }],
  returns: [t("Values"), { soft: t("fail-soft"), hard: t("fail-hard"), bound: t("the bound itself") }],
});
const SWITCHES = () => ({ ...CONVENTIONS(), order: [t("Order"), { left: t("left to right"), right: t("right to left") }] });

export class Conventions {
  constructor(player) {
    this.player = player;
    this.element = h("div", { class: "settings" });
  }

  /** Shows the choices that the document, or the page around the player, can serve. */
  show() {
    const { panes, pane: { run } } = this.player;
    const settled = this.player.hasAttribute("settled"); // every setting is there once
    const switches = settled ? [] : Object.entries(SWITCHES()).filter(([name]) => name in run.settings).map((one) => this.convention(...one, run));
    const together = panes.length < 2 ? null : h("label", { class: "choice" },
      h("input", { type: "checkbox", checked: this.player.together, onchange: (event) => {
        this.player.together = event.target.checked;
        this.player.go(this.player.step);
      } }), h("span", {}, t("step together")));
    this.element.replaceChildren(...[...switches, settled ? null : this.comparison(), together].filter(Boolean));
  }

  convention(name, [label, known], run) {
    const { player } = this;
    const free = player.rerun || player.hasAttribute("rerun");
    const there = (value) => this.runWith({ ...run.settings, [name]: value }) !== -1;
    const choices = Object.entries(known).map(([value, text]) => [value, text, !free && !there(value)]);
    if (choices.filter(([, , missing]) => !missing).length < 2) return null;
    return select(label, choices, run.settings[name],
      (value) => this.change({ ...run.settings, [name]: value }), { "data-switch": name });
  }

  comparison() {
    const { runs, story } = this.player;
    const others = story.runs.map((other, i) => [String(i), other.label]).filter((_, i) => i !== runs[0]);
    return !others.length ? null : select(t("Compare with"), [["", t("nothing")], ...others], String(runs[1] ?? ""),
      (value) => this.player.compare(value === "" ? null : Number(value)), { "data-switch": "compare" });
  }

  /** The run with these conventions, -1: none. */
  runWith(settings) {
    const { algorithm, settings: now } = this.player.pane.run;
    return this.player.story.runs.findIndex((run) => run.algorithm === algorithm &&
      Object.keys(now).every((name) => String(run.settings[name]) === String(settings[name])));
  }

  /** Shows the run with other conventions, and says what is different. */
  async change(settings) {
    const { player } = this;
    const before = player.pane.run;
    const secret = player.prediction.on; // the end, and what differs there, is still to be found out
    const wish = { algorithm: before.algorithm, ...settings };
    const there = this.runWith(settings);
    if (there !== -1) {
      player.open(there, player.runs[1] ?? null, { step: secret ? 0 : Infinity });
    } else if (player.rerun) {
      const story = await player.rerun(wish);
      if (!story) return this.show(); // as it was
      player.story = story;
    } else {
      player.dispatchEvent(new CustomEvent("zermelo-rerun", { detail: wish, bubbles: true, composed: true }));
      return;
    }
    if (!secret) player.say(difference(before, player.pane.run));
  }
}
