// The questions of predict mode: what happens next, and with which numbers.

import { h } from "./elements.js";
import { samples, selected } from "./sampling.js";
import { fill, formatValue, parsed, same, t } from "./values.js";

const HAPPENINGS = () => ({
  visit: t("{node} is looked at"),
  best: t("{node} has a new best value"),
  weigh: t("the outcome counts at {node}"),
  cutoff: t("the rest of {node} is cut off"),
  leave: t("{node} returns its value to {parent}"),
});
const ASKS = () => ({
  enter: t("Which window is passed to {node}?"),
  best: t("What does {node} hold now?"),
  leave: t("Which value does {node} return?"),
});
const QUESTIONS = new Set(["enter", "leaf", "best", "cutoff", "leave", "weigh"]);

/** What can happen next where a replay is, as [what, place]; the step that does is among them. */
export function possible(replay) {
  const { now, places, looks, run } = replay;
  const next = run.steps[replay.step + 1];
  const back = ["leaf", "leave"].includes(now.name);
  const at = now.place === null ? 0 : back ? places[now.place].up ?? 0 : now.place;
  const ahead = places[at].below.filter((place) => looks[place].status === "" && places[place].kind !== "MORE");
  if (run.settings.order === "right") ahead.reverse();
  const found = [];
  const add = (what, place) => {
    if (!found.some((one) => one[0] === what && one[1] === place)) found.push([what, place]);
  };
  const [what, place] = happening(next);
  if (what === "visit") add(what, place);
  for (const child of ahead.slice(0, now.name === "enter" ? 2 : 1)) add("visit", child);
  if (back) add(places[at].kind === "CHANCE" ? "weigh" : "best", at);
  if (ahead.length && looks[at].alpha !== null) add("cutoff", at);
  add("leave", at);
  if (what !== "visit") add(what, place);
  return found;
}

/** A step as one of the things that can happen. */
export function happening({ name, place }) {
  return [name === "enter" || name === "leaf" ? "visit" : name, place];
}

export class Quiz {
  /** `advance` shows the step asked for. */
  constructor(advance) {
    Object.assign(this, { advance, right: 0, questions: 0 });
    this.score = h("p", { class: "score" });
    this.feedback = h("p", { class: "feedback", role: "status" });
    this.form = h("form", { onsubmit: (event) => event.preventDefault() });
    this.element = h("section", { class: "quiz", "aria-label": t("Predict"), hidden: true },
      this.feedback, this.form, this.score);
  }

  begin() {
    this.right = this.questions = 0;
    this.feedback.textContent = "";
  }

  /** Whether the next step is one to be asked for. */
  static asks(replay) {
    const next = replay.run.steps[replay.step + 1];
    return samples(replay.run) ? selected(replay, next) !== null : QUESTIONS.has(next?.name);
  }

  /** Asks for the next step. */
  ask(replay) {
    this.replay = replay;
    this.score.textContent = this.questions
      ? fill(t("{right} of {asked} right"), { right: this.right, asked: this.questions }) : "";
    const next = replay.run.steps[replay.step + 1];
    if (!next) return this.form.replaceChildren(h("p", {}, t("The search is over.")));
    if (next.name === "select") return this.child(next);
    const [what, place] = happening(next);
    const choices = possible(replay);
    if (choices.length < 2) this.numbers(next);
    else {
      this.offer(t("What happens next?"), choices.map(([name, at]) =>
        [this.option(name, at), name === what && at === place]), () => this.numbers(next));
    }
    this.element.scrollIntoView({ block: "nearest" });
  }

  option(what, place) {
    const { places } = this.replay;
    return fill(HAPPENINGS()[what] ?? what, {
      node: places[place]?.called ?? "", parent: places[places[place]?.up]?.called ?? t("the caller of the search") });
  }

  /** Asks for the numbers of the step, where it has any that cannot be seen yet. */
  numbers(next) {
    const { replay } = this;
    const fields = Object.assign({}, ...next.changes
      .filter(([first, last]) => first <= next.place && next.place <= last).map(([, , set]) => set ?? {}));
    const node = replay.places[next.place].called;
    if (next.name === "cutoff") return this.setter(next, fields.cut, node);
    const answers = {
      enter: [["α", fields.alpha_in], ["β", fields.beta_in]],
      best: [["α", fields.alpha], ["β", fields.beta], ["v", fields.value]],
      leave: [["v", fields.returned]],
    }[next.name]?.filter(([, value]) => value !== null && value !== undefined);
    if (next.name === "enter" && fields.alpha_in !== undefined) answers.splice(2);
    if (next.name === "best" && answers.length > 1) answers.pop(); // the bound is the value
    if (!answers?.length) return this.judge(true);
    const question = fill(ASKS()[next.name], { node });
    const inputs = answers.map(([sign]) => h("input", {
      inputmode: "text", size: 6, autocomplete: "off", "aria-label": `${question} ${sign}` }));
    this.form.replaceChildren(
      h("p", { class: "question" }, question),
      h("div", { class: "answers" }, answers.map(([sign], i) => h("label", {}, `${sign} = `, inputs[i])),
        h("button", { type: "submit" }, t("Answer")), this.skip()));
    this.form.onsubmit = (event) => {
      event.preventDefault();
      const blank = inputs.find((input, i) => parsed(input.value, answers[i][1]).some(Number.isNaN));
      if (blank) { // no number, no answer
        this.feedback.dataset.right = "null";
        this.feedback.textContent = t("Numbers are written 3, -2.5, 7/2, inf or -inf.");
        blank.focus();
        return;
      }
      const right = answers.every(([, value], i) => same(inputs[i].value, value));
      this.judge(right, answers.map(([sign, value]) => `${sign} = ${formatValue(value)}`).join(", "));
    };
    inputs[0].focus();
  }

  /** Asks which child has the largest UCB1. */
  child(next) {
    const { places } = this.replay;
    const right = selected(this.replay, next);
    this.offer(fill(t("Which child of {node} is selected?"), { node: places[next.place].called }),
      places[next.place].below.filter((child) => places[child].kind !== "MORE").map((child) => [places[child].called, child === right]),
      () => this.judge(true));
  }

  /** Asks who set the bound of a cut. */
  setter(next, cut, node) {
    const above = this.replay.path(this.replay.places[next.place].up);
    const ancestors = above.length > 4 ? [...new Set([...above.slice(0, 2), ...above.slice(-2)])] : above;
    if (cut.set_by !== null && !ancestors.includes(cut.set_by)) ancestors.push(cut.set_by);
    this.offer(fill(t("Which node set the bound that cuts {node}?"), { node }), [
      ...ancestors.map((place) => [this.replay.places[place].called, place === cut.set_by]),
      [t("the window of the search"), cut.set_by === null],
    ], () => this.judge(true));
  }

  /** A question with answers to choose from, [text, right]; `then` follows the right one. */
  offer(question, answers, then) {
    this.form.onsubmit = null;
    const buttons = answers.map(([text, right], i) =>
      h("button", { type: "button", onclick: () => (right ? then() : this.judge(false)) },
        h("kbd", {}, String(i + 1)), " ", text));
    this.form.replaceChildren(h("p", { class: "question" }, question),
      h("div", { class: "answers" }, buttons, this.skip()));
    this.buttons = buttons;
  }

  /** Chooses an answer by its number, from 1; whether there is one. */
  choose(number) {
    const button = this.buttons?.[number - 1];
    if (!button?.isConnected) return false;
    button.click();
    return true;
  }

  focus() {
    this.form.querySelector("input, button")?.focus();
  }

  skip() {
    return h("button", { type: "button", class: "plain", onclick: () => this.judge(null) }, t("Show me"));
  }

  /** The answer is in: right, wrong or, null, not given. */
  judge(right, solution = "") {
    this.questions++;
    if (right) this.right++;
    const verdict = right ? t("Right.") : right === null ? t("This is what happens:") : t("Not so.");
    const words = this.replay.run.steps[this.replay.step + 1].words;
    this.feedback.dataset.right = String(right);
    this.feedback.textContent = [right ? `✓ ${verdict}` : right === null ? verdict : `✗ ${verdict}`,
      right === false && solution ? `${solution}.` : "", words].filter(Boolean).join(" ");
    const inside = this.form.contains(document.activeElement) || document.activeElement === document.body;
    this.advance();
    if (inside) this.focus();
  }
}
