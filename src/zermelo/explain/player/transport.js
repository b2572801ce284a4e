// The buttons that step and play, the scrubber with a mark at each cut, and the counter of steps.

import { button, h, icon } from "./elements.js";
import { fill, formatCount, formatValue, t } from "./values.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Transport {
  /** `on` has go(step), walk(by), jump(direction) and play(). */
  constructor(on) {
    this.slider = h("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": t("Step"),
      oninput: () => on.go(Number(this.slider.value)) });
    this.counter = h("output", { class: "counter" });
    this.ticks = h("div", { class: "ticks", "aria-hidden": "true" });
    const control = (name, text, press, keys) => button(name, text, press, { "aria-keyshortcuts": keys, "data-do": name });
    this.playing = control("play", t("Play the steps (space)"), () => on.play(), "Space");
    this.speed = h("select", { class: "speed", "aria-label": t("Speed"), title: t("Speed") },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${formatValue(speed)}×`)));
    this.element = h("div", { class: "transport", role: "group", "aria-label": t("Steps") },
      control("first", t("First step (Home)"), () => on.go(0), "Home"),
      control("jumpBack", t("Previous cut or return (Shift ←)"), () => on.jump(-1), "Shift+ArrowLeft"),
      control("back", t("One step back (←)"), () => on.walk(-1), "ArrowLeft"),
      this.playing,
      control("forward", t("One step on (→)"), () => on.walk(1), "ArrowRight"),
      control("jump", t("Next cut or return (Shift →)"), () => on.jump(1), "Shift+ArrowRight"),
      control("last", t("Last step (End)"), () => on.go(Infinity), "End"),
      h("div", { class: "scrubber" }, this.ticks, this.slider), this.counter, this.speed);
  }

  /** Tells whether it plays. */
  showPlaying(on) {
    const { playing } = this;
    const [name, text] = on ? ["pause", t("Pause (space)")] : ["play", t("Play the steps (space)")];
    playing.replaceChildren(icon(name));
    playing.title = text;
    playing.setAttribute("aria-label", text);
    playing.dataset.do = name;
  }

  /** How long a step is to be looked at, in milliseconds. */
  get pace() {
    return 1200 / Number(this.speed.value);
  }

  /** Shows the step of so many; `secret`: of how many it is does not matter to the reader yet. */
  show(step, last, secret = false) {
    const { slider } = this;
    const where = fill(secret ? t("Step {step}") : t("Step {step} of {steps}"), { step: formatCount(step),
      steps: formatCount(last) });
    this.counter.textContent = where;
    slider.max = last;
    slider.value = step;
    slider.setAttribute("aria-valuetext", where);
  }

  /** Marks on the scrubber where the cuts are. */
  mark(steps, last) {
    const cuts = steps.flatMap((step, i) => step.name === "cutoff" ? [((100 * i) / last).toFixed(1)] : []);
    this.ticks.replaceChildren(...[...new Set(cuts)].map((left) => {
      const mark = h("i");
      mark.style.left = `${left}%`;
      return mark;
    }));
  }
}
