// Live analysis of a position: the value bar, how deep and how fast, and the best lines.

import { number } from "/player/values.js";
import { left, listen } from "./api.js";
import { recall, store } from "./memory.js";
import { fill, many, rough, t } from "./texts.js";
import { h, messageOf } from "./ui.js";
import { describe, worth, worthElement } from "./worth.js";

const LINES = 3;
const SECONDS = 60;

/** The panel; `found(iteration)` hears of each iteration, and of null when there is none to show. */
export class Analysis {
  constructor(found, signal) {
    this.found = found;
    this.on = recall("analysis", false);
    this.request = new AbortController();
    signal.addEventListener("abort", () => this.stop());
    this.part = h("i", {});
    this.number = h("b", {});
    this.bar = h("div", { class: "meter", role: "meter", "aria-label": t.analysis.bar, "aria-valuemin": 0, "aria-valuemax": 100 },
      this.part, this.number);
    this.toggle = h("input", { type: "checkbox", role: "switch", checked: this.on, onchange: () => this.turn() });
    this.facts = h("p", { class: "facts small" });
    this.lines = h("ol", { class: "lines" });
    this.legend = h("p", { class: "legend small" });
    this.element = h("section", { class: "panel analysis", "aria-labelledby": "analysis" },
      h("label", { class: "check" }, this.toggle, h("h2", { id: "analysis" }, t.analysis.title)),
      this.facts, this.lines, this.legend);
    this.clear();
  }

  turn() {
    this.on = this.toggle.checked;
    store("analysis", this.on);
    if (this.on && this.place) this.begin();
    else this.stop();
    this.clear();
  }

  /** Analyses another position from now on; null: none. `game` says what values mean. */
  watch(place, game) {
    this.stop();
    [this.place, this.game] = [place, game];
    this.clear();
    if (place && this.on) this.begin();
  }

  stop() {
    this.request.abort();
  }

  clear() {
    this.bar.hidden = !this.on;
    this.element.toggleAttribute("data-on", this.on);
    this.fill(0.5, null);
    this.facts.textContent = this.on ? t.analysis.waiting : t.analysis.off;
    this.lines.replaceChildren();
    this.legend.textContent = "";
    this.found(null);
  }

  async begin() {
    this.stop();
    this.request = new AbortController();
    const { signal } = this.request;
    let latest = null;
    const draw = () => {
      if (latest && !signal.aborted) this.show(latest);
      latest = null;
    };
    try {
      await listen("/api/analysis", { ...this.place, lines: LINES, time: SECONDS, all_moves: true }, (name, data) => {
        if (name === "iteration") {
          if (!latest) requestAnimationFrame(draw); // the first ones come by the dozen
          latest = data;
        } else if (name === "waiting") this.facts.textContent = fill(t.analysis.ahead, { count: data.ahead });
        else if (name === "note") this.facts.textContent = data.text || t.analysis.waiting;
        else if (name === "problem") this.facts.textContent = data.detail;
        else if (name === "end") {
          draw();
          this.ended(data.reason);
        }
      }, signal);
    } catch (error) {
      if (!left(error) && !signal.aborted) this.facts.textContent = messageOf(error);
    }
  }

  ended(reason) {
    const text = t.analysis.reasons[reason] ?? "";
    if (reason === "over" || reason === "unsolved") this.facts.textContent = text;
    else if (text) this.facts.append(` · ${text}`);
  }

  show(found) {
    const proven = found.proven ? t.analysis.proven : null;
    const distance = found.distance === null ? null : fill(t.analysis.distance, { count: found.distance });
    this.facts.textContent = [`${t.analysis.depth} ${found.depth}`, `${t.analysis.nodes} ${rough(found.nodes)}`,
      `${rough(found.nodes_per_second)} ${t.analysis.speed}`, proven, distance].filter(Boolean).join(" · ");
    this.facts.title = many(found.nodes);
    this.lines.replaceChildren(...found.lines.slice(0, LINES).map((each) => h("li", {},
      worthElement(each), h("span", { class: "mono" }, each.line.join(" ")))));
    const estimates = [found, ...found.lines, ...found.moves].some((each) => !each.proven);
    this.legend.textContent = estimates ? t.analysis.key : "";
    this.fill(this.share(number(found.value), found.winner), found);
    this.found(found);
  }

  /** How much of the bar is MAX's: all of it when MAX is the `winner`, half when nobody is ahead. */
  share(value, winner) {
    if (winner) return { MAX: 1, MIN: 0, nobody: 0.5 }[winner];
    if (this.game.chance && value >= 0 && value <= 1) return value; // the probability that MAX wins
    const ahead = value - (this.place.parameters?.tie ?? 0);
    return Number.isFinite(ahead) ? 0.5 + (0.5 * ahead) / (Math.abs(ahead) + 5) : Number(ahead > 0);
  }

  /** Fills a share of the bar; `found` is the value that is written on it, null: none yet. */
  fill(share, found) {
    this.part.style.setProperty("--share", share);
    this.bar.style.setProperty("--share", share);
    this.number.textContent = found ? worth(found.value, found.proven) : "";
    this.number.classList.toggle("estimate", found !== null && !found.proven);
    this.bar.toggleAttribute("data-low", share < 0.5);
    this.bar.setAttribute("aria-valuenow", Math.round(100 * share));
    this.bar.setAttribute("aria-valuetext", found ? describe(t.analysis.value, found) : t.analysis.waiting);
  }
}
