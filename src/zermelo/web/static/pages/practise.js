// Practise: exercises by level, seed and shape, answered on the tree or in a table and graded here; a run of
// them and the scores; a teacher's assignment.

import { ask, left } from "../parts/api.js";
import { Desk, handIn, unpacked } from "../parts/assignment.js";
import { choiceNames, levelNames, shapeName } from "../parts/choices.js";
import { recall, recallHere, store, storeHere } from "../parts/memory.js";
import { Sheet } from "../parts/sheet.js";
import { fill, moment, t } from "../parts/texts.js";
import { button, choose, complain, confirmed, field, h, head, messageOf, say, segments, tool } from "../parts/ui.js";

const MAIN = ["depth", "branching", "cuts", "deep"]; // of the shape; the others are behind "more"
const ALPHABETA = ["cut", "test", "returns"]; // of the shape what lectures do differently
const LEVELS = { values: "depth=2 branching=2", bounds: "depth=3 branching=2", all: "" }; // and the shapes that suit them
const ON_TREE = ["minimax", "alphabeta", "alphabeta-right", "expectiminimax"]; // all that is asked for has its node
const LONG = 5; // exercises of a run
const SEEDS = 10_000;
const KEPT = 40; // exercises whose answers this browser keeps

/** The page: what to practise, the exercise, the scores. */
export async function show({ query, signal, remember, go }) {
  const kinds = await ask("GET", "/api/exercises/kinds", undefined, signal);
  const begun = recallHere("run"); // before the visitor left the page, or loaded it again
  const last = begun?.at ?? recallHere("practise");
  const asked = last && !query.size ? new URLSearchParams(last.split("?")[1]) : query;
  const page = new Practise(kinds, asked, { signal, remember, go });
  if (begun?.at === page.address) page.run = begun;
  await Promise.all([page.load(), page.loadScores()]);
  return [page.element];
}

class Practise {
  constructor({ kinds, keys, conventions, weights }, query, { signal, remember, go }) {
    Object.assign(this, { kinds, keys, conventions, usual: weights, signal, remember, go });
    this.titles = new Map(kinds.map(({ kind, title }) => [kind, title]));
    this.run = null;
    this.work = query.has("work") ? unpacked(query.get("work")) : null;
    this.broken = query.has("work") && !this.work;
    this.workText = query.get("work");
    if (this.work) this.work.handed = recall("handed", {})[this.work.assignment] ?? null; // the solutions were shown then
    this.at = 0; // which exercise of the assignment
    if (this.work) query = new URLSearchParams(this.work.exercises[0]);
    this.tree = query.get("tree"); // a teacher's own, in the link; then the seed is its variant
    const fresh = !query.has("kind");
    this.level = Object.hasOwn(LEVELS, query.get("level")) ? query.get("level") : fresh ? "values" : "all";
    const shape = read(query.get("shape") ?? (fresh ? LEVELS[this.level] : ""));
    const renew = () => { this.run = null; this.nameLecture(); this.load(); };
    this.kind = choose(kinds.map(({ kind, title }) => [kind, title]), query.get("kind") ?? "alphabeta", renew, { "data-field": "kind" });
    this.seed = h("input", { type: "number", min: 0, step: 1, value: query.get("seed") ?? (this.tree ? 0 : 1 + Math.floor(Math.random() * SEEDS)),
      onchange: renew, "data-field": "seed" });
    this.shape = new Map();
    const fields = keys.map((key) => [key.key, this.shapeField(key, shape[key.key], renew)]);
    const main = fields.filter(([name]) => MAIN.includes(name)).map(([, each]) => each);
    const rest = fields.filter(([name]) => !MAIN.includes(name)).map(([, each]) => each);
    this.convention = choose([["", t("none of them")], ...Object.keys(conventions).map((name) => [name, name])], "",
      () => { this.follow(); renew(); }, { "data-field": "convention" });
    this.lecture = field(t("As in lecture"), this.convention);
    const shares = Object.fromEntries([...(query.get("weights") ?? "").matchAll(/(\w+)\W+(\d+)/g)].map(([, group, share]) => [group, share]));
    this.weights = new Map(Object.entries(weights).map(([group, share]) => [group, h("input", { type: "number", min: 0, max: 1000, step: 1,
      value: query.has("weights") ? shares[group] ?? 0 : share, onchange: renew, "data-weight": group })]));
    const groups = { values: t("Values and move"), bounds: t("Alpha and beta"), pruning: t("Pruning") };
    this.shares = h("fieldset", { class: "shares" }, h("legend", {}, t("Marks, in per cent")),
      h("div", { class: "fields" }, [...this.weights].map(([group, input]) => field(groups[group], input))));
    this.nameLecture();
    this.sheetPlace = h("div", {});
    this.progress = h("p", { class: "progress", role: "status" });
    this.scores = h("section", { class: "stack" });
    this.levels = segments(t("Level"), Object.entries(levelNames()), this.level,
      (chosen) => this.choose(chosen));
    const choices = h("div", { class: "stack choices" },
      h("div", { class: "row spread top" }, this.levels, h("div", { class: "row" }, this.progress,
        button(t("Another exercise"), () => { this.run = null; this.next(); }, { class: "primary" }),
        button(fill(t("A run of {count}"), { count: LONG }), () => this.begin()))),
      h("details", { class: "more shape" }, h("summary", {}, t("Kind and shape")),
        h("div", { class: "panel stack" }, h("div", { class: "fields" }, field(t("Kind"), this.kind), field(t("Number"), this.seed), main, this.lecture),
          h("details", { class: "more", open: Object.keys(shape).some((key) => !MAIN.includes(key)) }, h("summary", {}, t("More about the shape")),
            h("div", { class: "fields" }, rest)), this.shares)));
    this.desk = new Desk(() => this.exerciseKey, this.titles, signal);
    this.steps = h("div", { class: "row" });
    const title = this.work ? head(this.work.title) : head(t("Practise"), t("Exercises by kind, number and shape: the same for everybody."));
    this.element = h("div", { class: "practise" }, title, this.work ? this.steps : choices, this.sheetPlace,
      this.work ? null : [this.desk.element, this.scores]);
  }

  shapeField({ key, default: usual, choices }, value, changed) {
    const names = choiceNames(key);
    const input = choices
      ? choose(choices.map((each) => [each, names[each] ?? each]), value ?? usual, changed, { "data-shape": key })
      : h("input", { value: value ?? null, placeholder: usual || t("any"), onchange: changed, "data-shape": key });
    this.shape.set(key, { input, usual });
    return field(shapeName(key), input);
  }

  /** Another level of alpha-beta, with trees of the size that suits it. */
  choose(level) {
    this.level = level;
    this.tree = null;
    if (!this.hasLevels) this.kind.value = "alphabeta";
    const shape = read(LEVELS[level]);
    for (const key of MAIN) this.shape.get(key).input.value = shape[key] ?? "";
    this.run = null;
    this.load();
  }

  /** Whether there is more or less to ask for. */
  get hasLevels() {
    return this.kind.value.startsWith("alphabeta");
  }

  /** Sets what the lecture chosen says. */
  follow() {
    for (const [key, value] of Object.entries(this.conventions[this.convention.value] ?? {})) this.shape.get(key).input.value = value;
  }

  /** Names the lecture that has all this so, the first of several; a lecture chosen keeps its name. */
  nameLecture() {
    this.lecture.hidden = this.hasChance;
    this.shares.hidden = !this.hasLevels;
    const right = Object.entries(this.conventions).filter(([, said]) =>
      Object.entries(said).every(([key, value]) => this.shape.get(key).input.value === value)).map(([name]) => name);
    if (!right.includes(this.convention.value)) this.convention.value = right[0] ?? "";
  }

  /** Whether there are chance nodes, which alpha-beta does not know. */
  get hasChance() {
    return this.kinds.find(({ kind }) => kind === this.kind.value)?.chance ?? false;
  }

  get shapeText() {
    return [...this.shape].filter(([key]) => !(this.hasChance && ALPHABETA.includes(key)))
      .map(([key, { input, usual }]) => [key, input.value.replace(/\s+/g, ""), usual])
      .filter(([, value, usual]) => value && value !== usual).map(([key, value]) => `${key}=${value}`).join(" ");
  }

  /** What the parts are worth, where that is not as usual. */
  get weightsText() {
    const chosen = [...this.weights].map(([group, input]) => [group, Math.max(0, Math.floor(Number(input.value)) || 0)]);
    if (!this.hasLevels || chosen.every(([group, share]) => share === this.usual[group])) return "";
    return chosen.map((each) => each.join(" ")).join(", ");
  }

  get exerciseKey() {
    return { kind: this.kind.value, seed: Number(this.seed.value), shape: this.shapeText,
      ...(this.hasLevels && this.level !== "all" && { level: this.level }), ...(this.tree && { tree: this.tree }),
      ...(this.weightsText && { weights: this.weightsText }) };
  }

  /** The address of the exercise asked for. */
  get address() {
    const query = new URLSearchParams(this.exerciseKey);
    if (!this.shapeText) query.delete("shape");
    return `/practise?${query}`;
  }

  // --- one exercise ---------------------------------------------------------------------------------

  next() {
    this.seed.value = (Number(this.seed.value) + 1) % 1_000_000;
    return this.load();
  }

  async load() {
    if (this.broken) return this.sheetPlace.replaceChildren(h("p", { class: "problem", role: "alert" }, t("This link is no assignment: copy it once more, as a whole.")));
    const key = this.work ? this.work.exercises[this.at] : this.exerciseKey;
    const query = new URLSearchParams(key);
    if (!key.shape) query.delete("shape");
    try {
      const exercise = await ask("GET", `/api/exercises?${query}`, undefined, this.signal);
      if (this.signal.aborted) return;
      if (!this.work) this.remember(this.address);
      storeHere("practise", this.work ? `/practise?work=${this.workText}` : this.address);
      this.key = key;
      this.show(exercise);
      this.holdRun();
    } catch (error) {
      if (left(error)) return;
      this.sheetPlace.replaceChildren(h("p", { class: "problem", role: "alert" }, messageOf(error)));
    }
  }

  /** Under what this browser keeps the answers. */
  get slot() {
    return JSON.stringify(this.key);
  }

  keep() {
    const kept = Object.entries(recall("answers", {})).filter(([slot]) => slot !== this.slot).slice(1 - KEPT);
    store("answers", Object.fromEntries([...kept, [this.slot, this.sheet.written]]));
    if (this.work) store("handing", { ...recall("handing", {}), [this.slot]: this.sheet.answers });
  }

  show(exercise) {
    this.exercise = exercise;
    this.sheet = new Sheet(exercise, recall("answers", {})[this.slot], () => this.keep());
    this.result = h("div", { class: "result", "aria-live": "polite" });
    this.beside = h("div", { class: "beside" });
    this.check = button(t("Check"), null, { type: "submit", class: "primary" });
    this.after = h("div", { class: "row" });
    const order = exercise.kind === "alphabeta-right" ? { order: "right" } : {};
    const ways = this.algorithm === "alphabeta" ? Object.fromEntries(ALPHABETA.map((key) => [key, this.shape.get(key).input.value])) : {};
    const sampled = exercise.simulations ? { simulations: exercise.simulations, ucb: 1 } : {};
    const explain = `/explain?${new URLSearchParams({ tree: exercise.tree, algorithm: this.algorithm, ...order, ...ways, ...sampled })}`;
    this.solution = button(t("Show the solution"), () => this.solve());
    this.step = h("a", { class: "button", href: explain }, t("Step through it"));
    this.hint = button(t("Hint"), () => this.help());
    const clear = button(t("Clear my answers"), () => { store("answers", { ...recall("answers", {}), [this.slot]: {} }); this.show(exercise); }, { class: "plain" });
    const secret = Boolean(this.work) && !this.work.handed;
    this.solution.hidden = this.hint.hidden = Boolean(this.run) || secret;
    this.step.hidden = this.solution.hidden || !exercise.tree; // boards have no tree to be shown
    this.check.hidden = this.check.disabled = secret; // a hidden button would still answer Enter
    const onTree = ON_TREE.includes(exercise.kind);
    const view = onTree ? recall("answering", "tree") : "table";
    const look = (chosen) => { element.dataset.view = chosen; store("answering", chosen); this.sheet.card.close(); };
    const views = onTree ? segments(t("Answer"), [["tree", t("on the tree")], ["table", t("in a table")]], view, look) : null;
    const element = h("form", { class: "exercise", "data-view": view, onsubmit: (event) => { event.preventDefault(); this.grade(); } },
      h("div", { class: "row spread" }, h("h2", { tabindex: -1 }, exercise.title), views),
      h("ol", { class: "instructions" }, exercise.instructions.map((each) => h("li", {}, each.replace(/\([^)]*\)/g, (window) => window.replaceAll(" ", "\u00a0"))))),
      h("div", { class: "boards" }, h("figure", {}, h("figcaption", {}, t("Your answers")), this.sheet.drawing, this.sheet.card.element), this.beside),
      h("p", { class: "quiet small ontree" }, t("Choose a node to fill it in; choose a branch to cross it out.")),
      h("div", { class: "intable stack" }, this.sheet.form, h("p", { class: "quiet small" }, t("Numbers are written 3, -2.5, 7/2, inf or -inf."))),
      h("div", { class: "row actions" }, this.check, this.hint, this.solution, this.step, clear, this.after), this.result);
    this.levels.hidden = false;
    this.sheetPlace.replaceChildren(element);
    this.tellProgress();
    if (this.work) this.tellWork();
    if (this.work?.handed) this.grade();
    if (this.isGraded) this.goOn();
  }

  /** The algorithm that an exercise is about. */
  get algorithm() {
    const { kind } = this.exercise;
    return ["minimax", "expectiminimax", "mcts"].includes(kind) ? kind : "alphabeta";
  }

  /** Marks the answers; `final`: also where most is empty. */
  async grade(final = Boolean(this.work?.handed)) {
    const { answers } = this.sheet;
    this.check.disabled = true;
    try {
      const found = await ask("POST", "/api/exercises/grade", { ...this.key, answers, final }, this.signal);
      this.sheet.grade(found.items, found.unreadable);
      if (found.unreadable.length) {
        this.result.replaceChildren(h("p", { class: "problem" }, t("Some answers cannot be read; nothing is marked yet.")),
          h("ul", { class: "remarks" }, found.unreadable.map((each) => this.remark(each.id, "wrong", each.message))));
        this.check.disabled = false;
        return;
      }
      if (!found.items.length) return this.tellBlank(found.empty);
      const wrong = found.items.filter(({ message }) => message);
      this.result.replaceChildren(
        h("p", { class: "total" }, fill(t("{marks} of {all} mark", "{marks} of {all} marks"), { marks: found.marks, all: found.out_of })),
        ...found.diagnosis ? [h("p", { class: "diagnosis" }, fill(found.charge ? t("the whole paper: {what}; charged once, {charge} %") : t("the whole paper: {what}"), { what: found.diagnosis, charge: found.charge }))] : [],
        found.first ? h("p", { class: "remark" }, h("b", {}, t("The first mistake:")), " ", found.first.message) : h("p", {}, t("All is right.")),
        ...wrong.length > 1 ? [h("details", { class: "more", open: wrong.length <= 6 }, h("summary", {}, fill(t("Everything that is wrong or missing: {count}"), { count: wrong.length })),
          h("ul", { class: "remarks" }, wrong.map((each) => this.remark(each.id, each.verdict, each.message))))] : []);
      if (this.run) this.graded(found, answers);
      else this.check.disabled = false;
    } catch (error) {
      this.check.disabled = false;
      complain(error);
    }
  }

  /** Says which boxes are still empty, and nothing else; in a run one may go on all the same. */
  tellBlank(empty) {
    const nodes = Map.groupBy(empty.map(({ id }) => this.sheet.items.get(id)), ({ node }) => node);
    this.result.replaceChildren(h("p", { class: "problem" }, t("Fill in at least half of it: then it is marked. Still empty:")),
      h("ul", { class: "remarks" }, [...nodes].map(([node, items]) =>
        this.remark(items[0].id, "missing", `${node && `${node}: `}${items.map(({ label }) => label.replace(`${node}, `, "")).join(", ")}`))));
    this.check.disabled = false;
    if (this.run) this.after.replaceChildren(button(t("Leave it at that"), () => this.grade(true)));
  }

  /** Goes to what an item asks for, on the tree or in the table. */
  turnTo(id) {
    const { node } = this.sheet.items.get(id);
    if (this.sheetPlace.firstChild.dataset.view === "tree" && this.sheet.places.has(node)) this.sheet.places.get(node).focus();
    else this.sheet.inputs.get(id).focus();
    this.sheet.light(node, true);
  }

  remark(id, verdict, words) {
    return h("li", { "data-verdict": verdict }, button(words, () => this.turnTo(id), { class: "plain" }));
  }

  /** Says what to look at next; asked once more, why it is what it is. */
  async help() {
    const { id, label, reason } = await ask("POST", "/api/exercises/hint", { ...this.key, answers: this.sheet.answers }, this.signal);
    const again = id !== null && this.hinted === id;
    this.hinted = id;
    if (id === null) return this.result.replaceChildren(h("p", {}, t("Nothing is missing or wrong.")));
    this.result.replaceChildren(h("p", { class: "remark" }, fill(t("Look at this next: {item}."), { item: label }), again && reason ? ` ${reason}.` : ""));
    for (const node of this.sheet.places.keys()) this.sheet.light(node, node === this.sheet.items.get(id).node);
  }

  async solve() {
    const query = new URLSearchParams({ ...this.key, solved: true });
    this.beside.replaceChildren(this.sheet.solve(await ask("GET", `/api/exercises?${query}`, undefined, this.signal)));
    this.sheetPlace.firstChild.dataset.solved = "";
  }

  // --- an assignment --------------------------------------------------------------------------------

  /** Where the student is in the assignment, and how it goes on. */
  tellWork() {
    const { exercises } = this.work;
    const go = (at) => { this.at = at; this.load(); };
    const name = h("input", { value: recall("name", ""), maxlength: 80, autocomplete: "name", "data-field": "name", required: true });
    this.began ??= Date.now();
    const done = button(t("Hand in"), () => this.handIn(name), { class: "primary", "data-do": "hand-in" });
    const next = this.at + 1 < exercises.length ? button(t("Next exercise"), () => go(this.at + 1)) : null;
    this.steps.replaceChildren(
      ...exercises.map((_, i) => button(String(i + 1), () => go(i), { "aria-pressed": String(i === this.at),
        "aria-label": fill(t("Exercise {count} of {all}"), { count: i + 1, all: exercises.length }) })),
      h("span", { class: "quiet" }, fill(t("Exercise {count} of {all}"), { count: this.at + 1, all: exercises.length })),
      ...(this.work.handed ? [h("b", {}, fill(t("Handed in: {marks} of {all} mark.", "Handed in: {marks} of {all} marks."), this.work.handed))] : []));
    this.after.replaceChildren(...[next, ...(this.work.handed ? [] : [field(t("Your name"), name, { class: "field inline" }), done])]
      .filter(Boolean));
  }

  async handIn(name) {
    if (!name.reportValidity()) return;
    const kept = recall("handing", {});
    const answered = this.work.exercises.map((each) => kept[JSON.stringify(each)]);
    const blank = answered.flatMap((each, i) => (Object.keys(each ?? {}).length ? [] : [i + 1]));
    if (blank.length && !await confirmed(t("Hand in"), fill(t("Nothing is answered in: {which}. What is handed in stays as it is. Hand in all the same?"), { which: blank.join(", ") }), t("Hand in"))) return;
    const { marks, out_of: all } = await handIn(this.work, name.value.trim(), answered,
      Math.round((Date.now() - this.began) / 1000));
    store("name", name.value.trim());
    store("handing", {});
    this.work.handed = { marks, all };
    store("handed", { ...recall("handed", {}), [this.work.assignment]: this.work.handed });
    this.show(this.exercise);
  }

  // --- a run of exercises -----------------------------------------------------------------------------

  async begin() {
    this.run = { done: [], marks: 0, all: 0, began: Date.now() };
    this.tree = null; // a run is of exercises by seed
    this.seed.value = 1 + Math.floor(Math.random() * SEEDS);
    await this.load();
    this.sheetPlace.querySelector("h2")?.focus();
  }

  /** Whether this exercise of the run is done. */
  get isGraded() {
    return Boolean(this.run?.done.some(({ seed }) => seed === this.exercise.seed));
  }

  holdRun() {
    storeHere("run", this.run && { ...this.run, at: this.address });
  }

  tellProgress() {
    this.progress.textContent = this.run ? fill(t("Exercise {count} of {all}; marks so far: {marks} of {of}"),
      { count: this.run.done.length + (this.isGraded ? 0 : 1), all: LONG, marks: this.run.marks, of: this.run.all }) : "";
  }

  graded(found, answers) {
    const { run } = this;
    run.done.push({ seed: this.exercise.seed, answers });
    run.marks += found.marks;
    run.all += found.out_of;
    this.holdRun();
    this.tellProgress();
    this.goOn();
  }

  /** This one is graded: there is the next, or the end. */
  goOn() {
    this.sheet.lock();
    this.check.disabled = true;
    const last = this.run.done.length === LONG;
    this.after.replaceChildren(button(last ? t("To the result") : t("Next exercise"), async ({ currentTarget: once }) => {
      once.disabled = true;
      if (last) this.finish();
      else {
        await this.next();
        this.sheetPlace.querySelector("h2").focus();
      }
    }, { class: "primary" }));
    this.after.firstChild.focus();
    this.solution.hidden = false;
  }

  finish() {
    const { run } = this;
    const seconds = Math.round((Date.now() - run.began) / 1000);
    const name = h("input", { value: recall("name", ""), maxlength: 80, autocomplete: "name", "data-field": "name" });
    const save = button(t("Save the score"), null, { type: "submit", class: "primary" });
    const title = h("h2", { tabindex: -1 }, t("The run is over"));
    this.progress.textContent = "";
    this.sheetPlace.replaceChildren(h("form", { class: "panel stack finished", onsubmit: async (event) => {
      event.preventDefault();
      save.disabled = true;
      try {
        const { kind, shape } = this.exercise;
        const level = this.hasLevels ? this.level : "all";
        await ask("POST", "/api/scores", { name: name.value.trim(), kind, shape, level, weights: this.weightsText, exercises: run.done, seconds });
        store("name", name.value.trim());
        this.run = null;
        this.holdRun();
        say(t("Saved."));
        await this.loadScores();
        this.scores.querySelector("h2").focus();
        save.hidden = true;
      } catch (error) {
        save.disabled = false;
        complain(error);
      }
    } }, title, h("p", { class: "total" }, fill(t("{marks} of {all} mark", "{marks} of {all} marks"), { marks: run.marks, all: run.all })),
    h("p", {}, fill(t("Time: {time}"), { time: clock(seconds) })),
    field(t("Your name"), name), h("div", { class: "row" }, save)));
    title.focus();
  }

  async loadScores() {
    if (this.work) return;
    const { scores } = await ask("GET", "/api/scores", undefined, this.signal);
    const columns = [t("Name"), t("Kind"), t("Marks"), t("Time"), t("When")].map((name) => h("th", { scope: "col" }, name));
    const rows = scores.map((score) => {
      const row = h("tr", {}, h("td", {}, score.name || "—"), h("td", {}, this.titles.get(score.kind) ?? score.shape),
        h("td", {}, `${score.marks} / ${score.out_of}`),
        h("td", {}, score.seconds === null ? "" : clock(score.seconds)), h("td", { class: "quiet small" }, moment(score.created)),
        h("td", {}, tool("bin", t("Delete this score"), () => ask("DELETE", `/api/scores/${score.id}`)
          .then(() => { row.remove(); say(t("Deleted.")); }), { class: "plain" })));
      return row;
    });
    this.scores.replaceChildren(h("h2", { tabindex: -1 }, t("Scores")), rows.length
      ? h("div", { class: "table" }, h("table", {}, h("thead", {}, h("tr", {}, columns, h("td", {}))), h("tbody", {}, rows)))
      : h("p", { class: "quiet" }, t("No score is saved yet.")));
  }
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;
}

/** A shape's text as an object. */
function read(text) {
  return Object.fromEntries(text.split(/\s+/).filter(Boolean).map((each) => each.split("=")));
}
