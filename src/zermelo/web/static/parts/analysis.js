// Live analysis of a position: who wins or is ahead, how far was looked, and the best lines to click.

import { left, listen } from "./api.js";
import { recall, store } from "./memory.js";
import { fill, many, rough, t } from "./texts.js";
import { h, latest, messageOf } from "./ui.js";
import { moveName, reach } from "./worth.js";

const LINES = 3;
const SECONDS = 60;
const AGAIN = 3000; // milliseconds until an engine that is busy is asked again

/** The panel. `on` has found(iteration): each, and null when there is none to show; and preview(line). */
export class Analysis {
  constructor(judge, on, signal) {
    Object.assign(this, { judge, hear: on });
    this.on = recall("analysis", false);
    this.stop = latest(signal); // and gives the signal of what comes next
    this.part = h("i", {});
    this.bar = h("div", { class: "meter", role: "meter", "aria-label": t("Who is ahead"), "aria-valuemin": 0, "aria-valuemax": 100 },
      this.part);
    this.toggle = h("input", { type: "checkbox", role: "switch", checked: this.on, onchange: () => this.turn() });
    this.facts = h("p", { class: "facts small" });
    this.said = h("p", { class: "sentence" });
    // The buttons stay while what is on them changes: one that is pressed just then is not lost.
    this.rows = Array.from({ length: LINES }, (_row, i) => h("button", { type: "button", class: "plain",
      onclick: () => this.hear.preview(this.shown[i].line) }));
    this.items = this.rows.map((row) => h("li", {}, row));
    this.lines = h("ol", { class: "lines" });
    this.legend = h("p", { class: "legend small" });
    this.element = h("section", { class: "analysis", "aria-labelledby": "analysis" },
      h("div", { class: "row spread" },
        h("label", { class: "check" }, this.toggle, h("h2", { id: "analysis" }, t("Analysis"))), this.facts),
      this.said, this.lines, this.legend);
    this.clear();
  }

  turn() {
    this.on = this.toggle.checked;
    store("analysis", this.on);
    if (this.on && this.place) this.begin();
    else this.stop();
    this.clear();
  }

  /** Analyses another position from now on; null: none, and `end` is who has won where it is over. */
  watch(place, side, end = null) {
    this.stop();
    Object.assign(this, { place, side, end });
    this.clear();
    if (place && this.on) this.begin();
  }

  clear() {
    this.bar.hidden = !this.on || !this.judge.two;
    this.element.toggleAttribute("data-on", this.on);
    this.fill(this.end ? { winner: this.end } : null);
    this.facts.textContent = "";
    this.said.textContent = !this.on ? t("Shows what each move is worth, and the best lines.") : this.end ? t("The game is over.") : "…";
    this.list([]);
    this.legend.textContent = this.on && !this.judge.two ? t("what the player to move gets · ≈ an estimate") : this.on ? this.judge.scale === "chances" ? t("per cent: how often who moves wins · ≈ an estimate") : t("W wins, D draws, L loses for who moves, in so many plies · ≈ an estimate") : "";
    this.hear.found(null);
  }

  async begin() {
    const signal = this.stop();
    let newest = null;
    const draw = () => {
      if (newest && !signal.aborted) this.show(newest);
      newest = null;
    };
    try {
      await listen("/api/analysis", { ...this.place, lines: LINES, time: SECONDS, all_moves: true }, (name, data) => {
        if (name === "iteration") {
          if (!newest) requestAnimationFrame(draw); // the first ones come by the dozen
          newest = data;
        } else if (name === "waiting") this.facts.textContent = data.ahead ? fill(t("Waiting; before this one: {count}"), { count: data.ahead }) : "";
        else if (name === "note") this.facts.textContent = data.text;
        else if (name === "problem") {
          this.said.textContent = data.detail;
          if (data.type?.endsWith("busy")) setTimeout(() => { if (!signal.aborted) this.begin(); }, AGAIN);
        }
        else if (name === "end") {
          draw();
          this.ended(data.reason);
        }
      }, signal);
    } catch (error) {
      if (!left(error) && !signal.aborted) this.said.textContent = messageOf(error);
    }
  }

  ended(reason) {
    const text = {
      time: t("time is up"), over: t("The game is over."), unsolved: t("This is too large to be solved, and there is no heuristic."),
    }[reason] ?? "";
    if (reason === "over" || reason === "unsolved") this.said.textContent = text;
    else if (text) this.facts.append(` · ${text}`);
  }

  show(found) {
    const { judge, side } = this;
    this.facts.textContent = [reach(found), found.proven ? t("proven") : null]
      .filter(Boolean).join(" · ");
    this.facts.title = fill(t("{count} position, {speed} a second", "{count} positions, {speed} a second"), { count: many(found.nodes), speed: rough(found.nodes_per_second) });
    this.said.textContent = judge.sentence(found, side);
    this.list(found.lines);
    this.fill(found);
    this.hear.found(found);
  }

  /** Shows the best lines. */
  list(lines) {
    this.shown = lines;
    const count = Math.min(LINES, lines.length);
    if (this.lines.childElementCount !== count) this.lines.replaceChildren(...this.items.slice(0, count));
    this.rows.slice(0, count).forEach((row, i) => {
      const { text, words, owner, estimate } = this.judge.badge(lines[i], this.side);
      const line = lines[i].written.map(moveName).join(" ");
      row.setAttribute("aria-label", `${words}. ${fill(t("Show this line on the board: {line}"), { line })}`);
      row.replaceChildren(h("b", { class: `badge${estimate ? " estimate" : ""}`, "data-owner": owner, title: words }, text),
        h("span", { class: "mono" }, line));
    });
  }

  /** Fills MAX's share of the bar; `found` is what is known, null: nothing yet. */
  fill(found) {
    if (!this.judge.two) return;
    const share = found ? this.judge.share(found) : 0.5;
    this.bar.style.setProperty("--share", share);
    this.bar.setAttribute("aria-valuenow", Math.round(100 * share));
    this.bar.setAttribute("aria-valuetext", found ? this.judge.words(found, this.side) : "…");
    this.bar.title = found ? this.judge.words(found, this.side) : "";
  }
}
