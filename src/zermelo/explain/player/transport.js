// The buttons that step and play, the scrubber with a mark at each cut, and the counter of steps.

import { button, h, icon } from "./elements.js";
import { fill, formatCount, formatValue } from "./values.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Transport {
  /** `on` has go(step), walk(by), jump(direction) and play(). */
  constructor(texts, on) {
    this.texts = texts;
    this.slider = h("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": texts.scrub,
      oninput: () => on.go(Number(this.slider.value)) });
    this.counter = h("output", { class: "counter" });
    this.ticks = h("div", { class: "ticks", "aria-hidden": "true" });
    const control = (name, text, press, keys) => button(name, text, press, { "aria-keyshortcuts": keys, "data-do": name });
    this.playing = control("play", texts.play, () => on.play(), "Space");
    this.speed = h("select", { class: "speed", "aria-label": texts.speed, title: texts.speed },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${formatValue(speed)}×`)));
    this.element = h("div", { class: "transport", role: "group", "aria-label": texts.steps },
      control("first", texts.first, () => on.go(0), "Home"),
      control("jumpBack", texts.jumpBack, () => on.jump(-1), "Shift+ArrowLeft"),
      control("back", texts.back, () => on.walk(-1), "ArrowLeft"),
      this.playing,
      control("forward", texts.forward, () => on.walk(1), "ArrowRight"),
      control("jump", texts.jump, () => on.jump(1), "Shift+ArrowRight"),
      control("last", texts.last, () => on.go(Infinity), "End"),
      h("div", { class: "scrubber" }, this.ticks, this.slider), this.counter, this.speed);
  }

  /** Tells whether it plays. */
  showPlaying(on) {
    const { texts, playing } = this;
    const [name, text] = on ? ["pause", texts.pause] : ["play", texts.play];
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
    const { texts, slider } = this;
    const where = fill(secret ? texts.counterAlone : texts.counter, { step: formatCount(step),
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
