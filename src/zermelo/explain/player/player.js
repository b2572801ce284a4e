// <zermelo-player>: steps through recorded searches, both ways. It never plays by itself.
//
// The document (html.py makes it) comes as a child <script type="application/json">, as text or
// packed (data-packed: gzip, base64), or as the property `story`. The drawing of its first run may
// be a child <svg>. Events: "zermelo-step" (detail: {step, run}) after each step; "zermelo-rerun"
// (detail: settings) where a run is wanted that the document lacks, unless `rerun` is set, an async
// function of the settings that gives a new document; "zermelo-unfold" (detail: {moves}) where the
// nodes after some moves are wanted that it lacks.
// The attribute `rerun` lets all conventions be chosen; `linked`: the page is this player's, so it
// hears all keys, and the address of the page holds its state.

import { difference } from "./compare.js";
import { button, drawn, h, select } from "./elements.js";
import { readLink, written } from "./links.js";
import { Panels } from "./panels.js";
import { Quiz } from "./predict.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";
import { counted, filled } from "./values.js";

const SWITCHES = ["cut", "returns", "order"];
const LOOKS = ["auto", "light", "dark"];

export class ZermeloPlayer extends HTMLElement {
  #document = null;

  async connectedCallback() {
    if (Object.hasOwn(this, "story")) { // set before this class was known
      const { story } = this;
      delete this.story;
      this.story = story;
    } else if (this.#document) {
      this.listen();
    } else {
      const data = this.querySelector('script[type="application/json"]');
      if (data) this.story = JSON.parse(await unpacked(data));
    }
  }

  disconnectedCallback() {
    this.leave?.abort();
  }

  /** The document that is shown. */
  get story() {
    return this.#document;
  }

  set story(document) {
    this.#document = document;
    const svg = this.querySelector(":scope > svg.zermelo");
    if (svg && !document.runs[0].svg) document.runs[0].svg = svg;
    this.build();
  }

  // --- the parts --------------------------------------------------------------------------------

  build() {
    const { texts, lang, theme, beside } = this.#document;
    this.texts = texts;
    this.lang = lang;
    this.pointed = null;
    this.active = 0;
    this.together = true;
    this.predicting = false;
    this.panes = [];
    this.panels = new Panels(texts, {
      lit: (place) => this.pane.stage.highlight(place),
      chosen: (place) => this.visit(place),
    });
    this.quiz = new Quiz(texts, { advance: () => this.advance() });
    this.words = h("p", { class: "words", "aria-live": "polite", "aria-atomic": "true" });
    this.told = h("div", { class: "told" }, this.words, this.quiz.element);
    this.stages = h("div", { class: "stages" });
    this.status = h("p", { class: "status", role: "status" });
    this.replaceChildren(this.makeBar(), this.stages, this.told, this.makeTransport(),
      this.panels.element, this.status, this.makeHelp());
    const state = this.hasAttribute("linked") ? readLink(location.hash) : {};
    this.setTheme(state.theme ?? this.dataset.theme ?? theme);
    this.listen();
    this.open(state.run ?? 0, state.run === undefined ? state.other ?? beside : state.other, state);
  }

  makeBar() {
    const { texts, title } = this.#document;
    this.heading = h("h2", {}, title);
    this.subtitle = h("p", { class: "run" });
    this.settings = h("div", { class: "settings" });
    this.predictButton = h("button", { type: "button", "aria-pressed": "false", "aria-keyshortcuts": "p",
      onclick: () => this.predict() }, texts.predict);
    return h("header", { class: "bar" },
      h("div", { class: "title" }, this.heading, this.subtitle),
      h("div", { class: "tools" }, this.predictButton,
        this.themeButton = button("theme", texts.theme, () => this.nextTheme()),
        button("link", texts.copyLink, () => this.copyLink()),
        button("help", texts.help, () => this.help.showModal(), { "aria-keyshortcuts": "?" })),
      this.settings);
  }

  makeTransport() {
    const { texts } = this;
    this.slider = h("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": texts.scrub,
      oninput: () => this.go(Number(this.slider.value)) });
    this.counter = h("output", { class: "counter" });
    this.ticks = h("div", { class: "ticks", "aria-hidden": "true" });
    const control = (name, text, press, keys) => button(name, text, press, { "aria-keyshortcuts": keys });
    return h("div", { class: "transport", role: "group", "aria-label": texts.steps },
      control("first", texts.first, () => this.go(0), "Home"),
      control("jumpBack", texts.jumpBack, () => this.jump(-1), "Shift+ArrowLeft"),
      control("back", texts.back, () => this.go(this.step - 1), "ArrowLeft"),
      control("forward", texts.forward, () => this.go(this.step + 1), "ArrowRight"),
      control("jump", texts.jump, () => this.jump(1), "Shift+ArrowRight"),
      control("last", texts.last, () => this.go(Infinity), "End"),
      h("div", { class: "scrubber" }, this.ticks, this.slider), this.counter);
  }

  makeHelp() {
    const { texts } = this;
    const rows = texts.keys.map(([keys, what]) => h("tr", {},
      h("th", { scope: "row" }, keys.split(" ").map((key) => [h("kbd", {}, key), " "])), h("td", {}, what)));
    this.help = h("dialog", { "aria-label": texts.help },
      h("h3", {}, texts.help), h("table", {}, h("tbody", {}, rows)),
      h("h3", {}, texts.signs), h("ul", {}, texts.legend.map((line) => h("li", {}, line))),
      h("form", { method: "dialog" }, h("button", {}, texts.close)));
    return this.help;
  }

  /** Shows a run, and another one beside it where `other` is given. */
  open(run, other = null, state = {}) {
    const runs = [run, other].filter((i) => this.#document.runs[i]);
    this.runs = runs.length ? runs : [0];
    this.active = 0;
    this.stages.replaceChildren();
    this.panes = this.runs.map((i, n) => this.makePane(this.#document.runs[i], n));
    this.dataset.panes = this.panes.length;
    this.together = state.otherStep === undefined;
    this.makeSettings();
    this.makeTicks();
    this.subtitle.textContent = this.panes.map(({ run: { label } }) => label).join(" · ");
    this.panes.forEach((pane, n) => {
      const { replay, stage } = pane;
      const first = (n ? state.otherStep : null) ?? state.step ?? this.#document.start;
      replay.goto(Math.min(Math.max(first, 0), replay.last));
      stage.show(replay.places.keys());
      stage.camera.resize();
      if (state.folded && !n) stage.foldAll(state.folded);
      if (state.view && !n) stage.camera.jump(state.view);
    });
    if (this.predicting || state.predict) this.predict(true);
    this.tell(true);
  }

  makePane(run, n) {
    const svg = typeof run.svg === "string" ? drawn(run.svg) : run.svg.cloneNode(true);
    const { texts } = this;
    const replay = new Replay(run);
    const pane = { run, replay };
    const caption = h("figcaption", {}, run.label, run.note ? h("span", { class: "note" }, run.note) : null);
    const tool = (name, text, press, keys) =>
      button(name, text, () => { this.activate(n); press(); }, { "aria-keyshortcuts": keys });
    const zooms = h("div", { class: "zooms", role: "group", "aria-label": texts.view },
      tool("zoomIn", texts.zoomIn, () => stage.camera.zoom(1.3), "+"),
      tool("zoomOut", texts.zoomOut, () => stage.camera.zoom(1 / 1.3), "-"),
      tool("fit", texts.fit, () => stage.camera.fit(), "f"),
      tool("target", texts.toCurrent, () => stage.showCurrent(), "z"),
      tool("line", texts.toLine, () => stage.showLine(), "l"),
      tool("focus", texts.focusOn, () => stage.focusOn()));
    pane.element = h("figure", { class: "pane", "data-pane": n,
      onfocusin: () => this.activate(n), onpointerdown: () => this.activate(n) }, caption, svg, zooms);
    this.stages.append(pane.element);
    const stage = new Stage(svg, replay, texts, {
      pointed: (place) => this.point(place, n),
      chosen: (place) => { this.activate(n); this.visit(place); },
      wanted: (place) => this.unfold(place),
      wheels: () => this.hasAttribute("linked") || this.contains(document.activeElement),
      moved: () => this.remember(),
    });
    pane.stage = stage;
    return pane;
  }

  makeSettings() {
    const { texts, runs } = this.#document;
    const run = this.pane.run;
    const free = this.rerun || this.hasAttribute("rerun");
    const switches = SWITCHES.filter((name) => name in run.settings).map((name) => {
      const there = (value) => this.runWith({ ...run.settings, [name]: value }) !== -1;
      const choices = Object.entries(texts.switches[name].choices).map(([value, text]) =>
        [value, text, !free && !there(value)]);
      if (choices.filter(([, , missing]) => !missing).length < 2) return null;
      return select(texts.switches[name].label, choices, run.settings[name],
        (value) => this.change({ ...run.settings, [name]: value }), { "data-switch": name });
    });
    const others = runs.map((other, i) => [String(i), other.label]).filter((_, i) => i !== this.runs[0]);
    const compare = !others.length ? null : select(texts.compare, [["", texts.nothing], ...others],
      String(this.runs[1] ?? ""), (value) => this.compare(value === "" ? null : Number(value)),
      { "data-switch": "compare" });
    const together = this.panes.length < 2 ? null : h("label", { class: "choice" },
      h("input", { type: "checkbox", checked: this.together, onchange: (event) => {
        this.together = event.target.checked;
        this.go(this.step);
      } }), h("span", {}, texts.together));
    this.settings.replaceChildren(...[...switches, compare, together].filter(Boolean));
  }

  /** Marks on the scrubber where the cuts are. */
  makeTicks() {
    const { steps } = this.replay.run;
    const cuts = steps.flatMap((step, i) => step.name === "cutoff" ? [((100 * i) / this.last).toFixed(1)] : []);
    this.ticks.replaceChildren(...[...new Set(cuts)].map((left) => {
      const mark = h("i");
      mark.style.left = `${left}%`;
      return mark;
    }));
  }

  // --- steps ------------------------------------------------------------------------------------

  get pane() {
    return this.panes[this.active];
  }

  get replay() {
    return this.pane.replay;
  }

  /** The panes that a step moves. */
  get moving() {
    return this.together && !this.predicting ? this.panes : [this.pane];
  }

  /** The step shown, from 0; of runs that step together, one may be at its end already. */
  get step() {
    return Math.max(...this.moving.map(({ replay }) => replay.step));
  }

  get last() {
    return Math.max(...this.moving.map(({ replay }) => replay.last));
  }

  set step(step) {
    this.go(step);
  }

  /** Goes to a step; in predict mode not past the one that is asked for. */
  go(step) {
    let wanted = Math.min(Math.max(step, 0), this.last);
    if (this.predicting && wanted > this.frontier) {
      wanted = this.frontier;
      this.quiz.focus();
    }
    for (const { replay, stage } of this.moving) {
      stage.show(replay.goto(Math.min(wanted, replay.last)));
      stage.follow();
    }
    this.tell();
  }

  /** To the next cut or return of any run, forwards or, -1, backwards. */
  jump(direction) {
    const landmarks = this.moving.map(({ replay }) => replay.landmark(this.step, direction));
    this.go(Math[direction > 0 ? "min" : "max"](...landmarks));
  }

  /** The next visit of a place. */
  visit(place) {
    const step = this.replay.visit(place);
    if (step !== null) this.go(step);
    else this.say(filled(this.texts.neverVisited, { node: this.replay.places[place].called }));
  }

  /** Asks the page for nodes that the document lacks. */
  unfold(place) {
    const moves = this.replay.path(place).map((at) => this.replay.places[at].action ?? "").filter(Boolean);
    const wish = new CustomEvent("zermelo-unfold", { detail: { moves }, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(wish)) this.say(this.texts.notHere); // nobody answered with preventDefault
  }

  /** Says and shows everywhere what the step is. */
  tell(quietly = false) {
    const { replay, texts } = this;
    const said = this.panes.length > 1
      ? this.panes.map(({ run, replay: { now } }) => `${run.label}: ${now.words}`) : [replay.now.words];
    this.words.replaceChildren(...said.map((text) => h("span", {}, text)));
    const where = filled(texts.counter, { step: counted(this.step, texts.thousands),
      steps: counted(this.last, texts.thousands) });
    this.counter.textContent = where;
    this.slider.max = this.last;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", where);
    this.dataset.step = this.step;
    this.showPanels();
    if (this.predicting) this.askNext();
    this.remember();
    if (!quietly) {
      this.say("");
      const detail = { step: this.step, run: this.runs[this.active] };
      this.dispatchEvent(new CustomEvent("zermelo-step", { detail, bubbles: true, composed: true }));
    }
  }

  showPanels() {
    const others = this.panes.filter((pane) => pane !== this.pane).map(({ replay }) => replay);
    this.panels.show(this.replay, this.pointed, others);
    requestAnimationFrame(() => this.panels.follow());
  }

  /** The reader points at a place of a pane: it is shown beside the drawing; null: no more. */
  point(place, n) {
    if (place !== null && n !== this.active) this.activate(n);
    const board = this.panels.shownBoard?.place;
    const child = place !== null && this.replay.places[place].up === board && board !== undefined;
    this.panels.light(child ? place : null);
    if (place === this.pointed || n !== this.active) return;
    this.pointed = place;
    this.showPanels();
  }

  activate(n) {
    if (n === this.active || !this.panes[n]) return;
    this.active = n;
    this.pointed = null;
    this.frontier = this.replay.step;
    this.panes.forEach(({ element }, i) => element.toggleAttribute("data-active", i === n));
    this.makeTicks();
    this.tell(true);
  }

  // --- predict, compare, conventions ------------------------------------------------------------

  predict(on = !this.predicting) {
    this.predicting = on;
    this.predictButton.setAttribute("aria-pressed", String(on));
    if (!on && this.quiz.element.matches(":focus-within")) this.predictButton.focus();
    this.quiz.element.hidden = !on;
    this.dataset.mode = on ? "predict" : "";
    if (on) {
      this.frontier = this.step;
      this.quiz.begin();
      this.askNext();
    }
    this.remember();
  }

  /** Asks for the step after the frontier; those that nobody could know are shown at once. */
  askNext() {
    const { replay } = this;
    this.quiz.element.hidden = replay.step < this.frontier; // looking back
    if (replay.step < this.frontier) return;
    if (replay.step < replay.last && !Quiz.asks(replay)) this.advance();
    else this.quiz.ask(replay);
  }

  advance() {
    this.frontier = Math.max(this.frontier, this.step + 1);
    this.go(this.step + 1);
  }

  compare(other) {
    this.open(this.runs[0], other, { step: this.step });
  }

  /** The run with these conventions, -1: none. */
  runWith(settings) {
    const { algorithm, settings: now } = this.pane.run;
    return this.#document.runs.findIndex((run) => run.algorithm === algorithm &&
      Object.keys(now).every((name) => String(run.settings[name]) === String(settings[name])));
  }

  /** Shows the run with other conventions, and says what is different. */
  async change(settings) {
    const before = this.pane.run;
    const there = this.runWith(settings);
    if (there !== -1) {
      this.open(there, this.runs[1] ?? null, { step: Infinity });
    } else if (this.rerun) {
      const found = await this.rerun({ algorithm: before.algorithm, ...settings });
      if (!found) return this.makeSettings(); // as it was
      this.story = found;
    } else {
      const detail = { algorithm: before.algorithm, ...settings };
      this.dispatchEvent(new CustomEvent("zermelo-rerun", { detail, bubbles: true, composed: true }));
      return;
    }
    this.say(difference(before, this.pane.run, this.texts));
  }

  // --- keys -------------------------------------------------------------------------------------

  listen() {
    this.leave?.abort();
    this.leave = new AbortController(); // ends what listens outside of this element
    const { signal } = this.leave;
    const target = this.hasAttribute("linked") ? document : this;
    target.addEventListener("keydown", (event) => this.press(event), { signal });
    matchMedia("(prefers-color-scheme: dark)")
      .addEventListener("change", () => this.setTheme(this.dataset.theme), { signal });
    const resized = new ResizeObserver(() => this.panes.forEach(({ stage }) => stage.camera.resize()));
    resized.observe(this.stages);
    signal.addEventListener("abort", () => resized.disconnect());
    if (this.hasAttribute("linked")) {
      addEventListener("hashchange", () => {
        if (location.hash.slice(1) !== this.link) this.build();
      }, { signal });
    }
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || this.help.open) return;
    if (event.key === "Escape" && this.predicting) this.predict(false);
    const typing = event.target.closest?.("input:not([type=range]), select, textarea");
    if (typing && (typing.type !== "checkbox" || event.key === " ")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const { stage } = this.pane;
    const at = stage.focused;
    const action = {
      ArrowLeft: () => (event.shiftKey ? this.jump(-1) : this.go(this.step - 1)),
      ArrowRight: () => (event.shiftKey ? this.jump(1) : this.go(this.step + 1)),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      ArrowUp: at === null ? null : () => stage.walk(at, -1, event.shiftKey),
      ArrowDown: at === null ? null : () => stage.walk(at, 1, event.shiftKey),
      Enter: at === null ? null : () => this.visit(at),
      " ": at === null ? null : () => this.visit(at),
      f: () => stage.camera.fit(),
      "+": () => stage.camera.zoom(1.3),
      "=": () => stage.camera.zoom(1.3),
      "-": () => stage.camera.zoom(1 / 1.3),
      z: () => stage.showCurrent(),
      l: () => stage.showLine(),
      c: () => stage.fold(at ?? this.replay.current ?? 0),
      p: () => this.predict(),
      "?": () => this.help.showModal(),
    }[key] ?? (this.predicting && /^[1-9]$/.test(key) ? () => this.quiz.choose(Number(key)) : null);
    if (!action) return;
    event.preventDefault();
    action();
  }

  // --- links, themes, notices -------------------------------------------------------------------

  /** The state as the part of a link after #. */
  get state() {
    const [first, second] = this.panes;
    return written({
      step: first.replay.step, run: this.runs[0], other: this.runs[1],
      otherStep: second && !this.together ? second.replay.step : undefined,
      folded: [...first.stage.folded], view: first.stage.camera.view, predict: this.predicting,
      theme: this.dataset.theme === this.#document.theme ? undefined : this.dataset.theme,
    });
  }

  /** Keeps the state in the page's address, a little later: not at every frame of a movement. */
  remember() {
    if (!this.hasAttribute("linked") || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.link = this.state;
      try {
        history.replaceState(null, "", `#${this.link}`);
      } catch {
        // A page inside another may not change its address: the button still copies the link.
      }
    }, 250);
  }

  async copyLink() {
    const link = `${location.href.split("#")[0]}#${this.state}`;
    try {
      await navigator.clipboard.writeText(link);
      this.say(this.texts.copied);
    } catch {
      this.say(link);
    }
  }

  setTheme(theme) {
    this.dataset.theme = LOOKS.includes(theme) ? theme : "auto";
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.dataset.look = this.dataset.theme === "auto" ? (dark ? "dark" : "light") : this.dataset.theme;
    const name = filled(this.texts.themeNow, { theme: this.texts.themes[this.dataset.theme] });
    this.themeButton.title = name;
    this.themeButton.setAttribute("aria-label", name);
  }

  nextTheme() {
    this.setTheme(LOOKS[(LOOKS.indexOf(this.dataset.theme) + 1) % LOOKS.length]);
    this.remember();
  }

  say(text) {
    this.status.textContent = text;
  }
}

/** The text of a script element, unpacked where it is packed. */
async function unpacked(element) {
  const text = element.textContent;
  if (!("packed" in element.dataset)) return text;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

if (!customElements.get("zermelo-player")) customElements.define("zermelo-player", ZermeloPlayer);
