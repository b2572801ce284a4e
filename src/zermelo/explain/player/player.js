// <zermelo-player>: steps through recorded searches, both ways. It never plays by itself.
//
// The document (document.py makes it) comes as a child <script type="application/json">, as text or
// packed (data-packed: gzip, base64), or as the property `story`. The drawing of its first run may
// be a child <svg>. Events: "zermelo-step" (detail: {step, run}) after each step; "zermelo-rerun"
// (detail: settings) where a run is wanted that the document lacks, unless `rerun` is set, an async
// function of the settings that gives a new document; "zermelo-unfold" (detail: {moves}) where the
// nodes after some moves are wanted that it lacks.
// The attribute `rerun` lets all conventions be chosen; `settled`: the page has them; `linked`: the page is this player's, so it
// hears all keys, and the address of the page holds its state.

import { Address } from "./address.js";
import { Conventions } from "./conventions.js";
import { button, h } from "./elements.js";
import { helpDialog } from "./help.js";
import { press } from "./keys.js";
import { writeLink } from "./links.js";
import { Pane } from "./pane.js";
import { Panels } from "./panels.js";
import { Prediction } from "./prediction.js";
import { Show } from "./show.js";
import { Theme } from "./theme.js";
import { Transport } from "./transport.js";
import { unpack } from "./unpack.js";
import { fill, speak, t } from "./values.js";

export class ZermeloPlayer extends HTMLElement {
  #document = null;

  address = new Address(this);

  async connectedCallback() {
    if (Object.hasOwn(this, "story")) { // set before this class was known
      const { story } = this;
      delete this.story;
      this.story = story;
    } else if (this.#document) {
      this.listen();
    } else {
      const data = this.querySelector('script[type="application/json"]');
      if (data) this.story = JSON.parse(await unpack(data));
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
    const { signs, texts, lang, theme, beside } = this.#document;
    speak(signs, texts);
    this.lang = lang;
    this.target = null; // the place that the reader points at
    this.active = 0;
    this.together = true;
    this.panes = [];
    this.theme = new Theme(this, () => this.address.remember());
    this.conventions = new Conventions(this);
    this.prediction = new Prediction(this);
    this.show?.end();
    this.show = new Show(this);
    this.transport = new Transport({ go: (step) => this.go(step), walk: (by) => this.go(this.step + by),
      jump: (direction) => this.jump(direction), play: () => this.play() });
    this.panels = new Panels({
      light: (place) => this.pane.stage.highlight(place),
      choose: (place) => this.visit(place),
    });
    this.words = h("p", { class: "words", "aria-live": "polite", "aria-atomic": "true" });
    this.stages = h("div", { class: "stages" });
    this.status = h("p", { class: "status", role: "status" });
    this.help = helpDialog();
    this.replaceChildren(this.makeBar(), this.stages,
      h("div", { class: "narration" }, this.words, this.prediction.quiz.element),
      this.transport.element, this.panels.element, this.status, this.help);
    const state = this.address.read();
    this.setTheme(state.theme ?? this.dataset.theme ?? theme);
    this.listen();
    this.open(state.run ?? 0, state.run === undefined ? state.other ?? beside : state.other, state);
  }

  makeBar() {
    const { title } = this.#document;
    this.subtitle = h("p", { class: "run" });
    return h("header", { class: "bar" },
      h("div", { class: "title" }, h("h2", {}, title), this.subtitle),
      h("div", { class: "tools" }, this.prediction.button, this.theme.button,
        this.show.button,
        button("link", t("Copy a link to what is shown"), async () => this.say(await this.address.copy(t("The link is copied.")))),
        button("help", t("Keys and signs (?)"), () => this.help.showModal(), { "aria-keyshortcuts": "?" })),
      this.conventions.element);
  }

  /** Shows a run, and another one beside it where `other` is given. */
  open(run, other = null, state = {}) {
    const runs = [run, other].filter((i) => this.#document.runs[i]);
    this.runs = runs.length ? runs : [0];
    this.active = 0;
    this.panes = this.runs.map((i, n) => this.makePane(this.#document.runs[i], n));
    this.stages.replaceChildren(...this.panes.map(({ element }) => element));
    this.dataset.panes = this.panes.length;
    this.together = state.otherStep === undefined;
    this.conventions.show();
    this.subtitle.textContent = this.panes.map((pane) => pane.run.label).join(" · ");
    this.panes.forEach((pane, n) => pane.begin(
      (n ? state.otherStep : null) ?? state.step ?? this.#document.start, n ? {} : state));
    if (this.panes.length > 1) this.panes.forEach(({ stage }) => stage.camera.resize()); // to one scale
    if (this.prediction.on || state.predict) this.prediction.toggle(true);
    this.report(true);
  }

  makePane(run, n) {
    return new Pane(run, n, {
      activate: () => this.activate(n),
      point: (place) => this.point(place, n),
      choose: (place) => { this.activate(n); this.visit(place); },
      want: (place) => this.unfold(place),
      wheels: () => this.address.isLinked || this.contains(document.activeElement),
      move: () => this.address.remember(),
      fellows: () => this.panes.filter((_, other) => other !== n).map(({ stage }) => stage.camera),
    });
  }

  // --- steps ------------------------------------------------------------------------------------

  get pane() {
    return this.panes[this.active];
  }

  get replay() {
    return this.pane.replay;
  }

  /** The panes that a step moves. */
  get movers() {
    return this.together && !this.prediction.on ? this.panes : [this.pane];
  }

  /** The step shown, from 0; of runs that step together, one may be at its end already. */
  get step() {
    return Math.max(...this.movers.map(({ replay }) => replay.step));
  }

  get last() {
    return Math.max(...this.movers.map(({ replay }) => replay.last));
  }

  set step(step) {
    this.go(step);
  }

  /** Plays on by itself, or no more. */
  play(on) {
    this.show.play(on);
  }

  /** Goes to a step; in predict mode not past the one that is asked for. */
  go(step) {
    if (step !== this.step + 1) this.show.play(false);
    const next = this.prediction.limit(Math.min(Math.max(step, 0), this.last));
    for (const pane of this.movers) pane.go(next);
    for (const { stage } of this.panes) if (stage.camera.stays) stage.follow(); // at one scale
    this.report();
  }

  /** To the next cut or return of any run, forwards or, -1, backwards. */
  jump(direction) {
    const landmarks = this.movers.map(({ replay }) => replay.landmark(this.step, direction));
    this.go(Math[direction > 0 ? "min" : "max"](...landmarks));
  }

  /** The next visit of a place. */
  visit(place) {
    const step = this.replay.visit(place);
    if (step !== null) this.go(step);
    else if (this.prediction.on) this.prediction.quiz.focus(); // that it never comes there is told later
    else this.say(fill(t("The search never comes to {node}."), { node: this.replay.places[place].called }));
  }

  /** Asks the page for nodes that the document lacks. */
  unfold(place) {
    const moves = this.replay.path(place).map((at) => this.replay.places[at].action ?? "").filter(Boolean);
    const wish = new CustomEvent("zermelo-unfold", { detail: { moves }, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(wish)) this.say(t("These nodes are not in this page: show more (--max-nodes), or search there.")); // nobody answered with preventDefault
  }

  /** Shows the run beside another one, null: alone. */
  compare(other) {
    this.open(this.runs[0], other, { step: this.step });
  }

  // --- what is said and shown -------------------------------------------------------------------

  /** Says and shows everywhere what the step is. */
  report(quietly = false) {
    const sentences = this.panes.length > 1
      ? this.panes.map(({ run, replay: { now } }) => now.words.startsWith(run.label.split(",")[0]) // it says so itself
        ? now.words : `${run.label}: ${now.words}`) : [this.replay.now.words];
    this.words.replaceChildren(...sentences.map((text) => h("span", {}, text)));
    this.showSteps();
    this.dataset.step = this.step;
    this.showPanels();
    if (this.prediction.on) this.prediction.ask();
    this.address.remember();
    if (!quietly) {
      this.say("");
      const detail = { step: this.step, run: this.runs[this.active] };
      this.dispatchEvent(new CustomEvent("zermelo-step", { detail, bubbles: true, composed: true }));
    }
  }

  /** The scrubber; in predict mode nothing of it tells what is to come. */
  showSteps() {
    const { on, frontier } = this.prediction;
    const last = on ? frontier : this.last;
    this.transport.mark(this.replay.run.steps.slice(0, last + 1), last);
    this.transport.show(this.step, last, on);
  }

  showPanels() {
    const others = this.panes.filter((pane) => pane !== this.pane).map(({ replay }) => replay);
    this.panels.show(this.replay, this.target, others, this.prediction.on);
    requestAnimationFrame(() => this.panels.follow());
  }

  /** The reader points at a place of a pane: it is shown beside the drawing; null: no more. */
  point(place, n) {
    if (place !== null && n !== this.active) this.activate(n);
    const board = this.panels.position?.place;
    const child = place !== null && this.replay.places[place].up === board && board !== undefined;
    this.panels.light(child ? place : null);
    if (place === this.target || n !== this.active) return;
    this.target = place;
    this.showPanels();
  }

  activate(n) {
    if (n === this.active || !this.panes[n]) return;
    this.active = n;
    this.target = null;
    this.prediction.frontier = this.replay.step;
    this.panes.forEach(({ element }, i) => element.toggleAttribute("data-active", i === n));
    this.report(true);
  }

  say(text) {
    this.status.textContent = text;
  }

  setTheme(name) {
    this.theme.set(name);
  }

  // --- the page around it -----------------------------------------------------------------------

  listen() {
    this.leave?.abort();
    this.leave = new AbortController(); // ends what listens outside of this element
    const { signal } = this.leave;
    const target = this.address.isLinked ? document : this;
    target.addEventListener("keydown", (event) => press(this, event), { signal });
    this.theme.follow(signal);
    this.address.follow(() => this.build(), signal);
    const sizes = new ResizeObserver(() => this.panes.forEach(({ stage }) => stage.camera.resize()));
    sizes.observe(this.stages);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  /** The state as the part of a link after #. */
  get link() {
    const [first, second] = this.panes;
    return writeLink({
      step: first.replay.step, run: this.runs[0], other: this.runs[1],
      otherStep: second && !this.together ? second.replay.step : undefined,
      folds: first.stage.chosenFolds, view: second && first.stage.camera.fits ? undefined : first.stage.camera.view, predict: this.prediction.on,
      theme: this.theme.name === this.#document.theme ? undefined : this.theme.name,
    });
  }
}

if (!customElements.get("zermelo-player")) customElements.define("zermelo-player", ZermeloPlayer);
