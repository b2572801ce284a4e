// What a teacher sets: exercises put together, as a link, on paper, and what students reached.

import { ask, fetchFile } from "./api.js";
import { levelNames } from "./choices.js";
import { recall, store } from "./memory.js";
import { onlyHere } from "./share.js";
import { fill, t } from "./texts.js";
import { button, copy, download, field, h, say, tool } from "./ui.js";

/** An assignment as a text for a link, and back; null where the text is none. */
export const packed = (work) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(work))))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

export function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const { title, assignment, exercises } = JSON.parse(new TextDecoder().decode(bytes));
    const whole = [title, assignment].every((each) => typeof each === "string") && Array.isArray(exercises) && exercises.length;
    return whole ? { title, assignment, exercises } : null;
  } catch {
    return null;
  }
}

/** The panel in which a teacher puts an assignment together; `now()` is the exercise shown, `titles` are of kinds. */
export class Desk {
  constructor(now, titles, signal) {
    Object.assign(this, { now, titles, signal });
    this.work = recall("assignment", { title: "", exercises: [] });
    this.title = h("input", { value: this.work.title, maxlength: 200, "data-field": "assignment",
      placeholder: t("Assignment"), oninput: () => { this.work.title = this.title.value.trim(); this.keep(); } });
    this.list = h("ol", { class: "works" });
    this.actions = h("div", { class: "row" },
      button(t("Copy the link for students"), () => this.link(), { class: "primary", picture: "copy", "data-do": "link" }),
      button(t("Sheets as PDF"), () => this.print(false), { picture: "save", "data-do": "paper" }),
      button(t("Solutions as PDF"), () => this.print(true), { picture: "save" }),
      button(t("Results as CSV"), () => this.results(), { picture: "save", "data-do": "results" }));
    this.warning = h("div", { role: "alert" });
    this.element = h("details", { class: "more panel desk" }, h("summary", {}, t("For teachers: an assignment")), h("div", { class: "stack" },
      h("p", { class: "quiet" }, t("Put exercises together and give your students the link: they need nothing else. The page holds no solutions; what each student reached is kept here, under the title.")),
      h("div", { class: "row" }, button(t("Add the exercise shown"), () => this.add(), { picture: "plus", "data-do": "add" })),
      this.list, field(t("Title of the assignment"), this.title), this.actions, this.warning));
    this.show();
  }

  get named() {
    return { title: this.work.title || t("Assignment"), assignment: this.work.assignment, exercises: this.work.exercises };
  }

  keep() {
    store("assignment", this.work);
  }

  /** The number for the link and the key to the results come from the server, once for an assignment. */
  async identify() {
    if (this.work.key) return;
    Object.assign(this.work, await ask("POST", "/api/assignments"));
    this.keep();
  }

  async link() {
    await this.identify();
    const { token } = await ask("GET", "/api/status"); // by which students are let in
    copy(`${location.origin}/practise?${new URLSearchParams({ work: packed(this.named), ...(token && { token }) })}`, t("The link is copied."));
    if (onlyHere) this.warning.replaceChildren(h("p", { class: "problem" }, t("Students cannot open this link: it works on this computer alone. Start zermelo serve with --host, open the address that it prints for others, and copy the link there.")));
  }

  add() {
    this.work.exercises.push(this.now());
    this.keep();
    this.show();
    say(fill(t("Exercises in the assignment: {count}."), { count: this.work.exercises.length }));
  }

  show() {
    this.actions.hidden = !this.work.exercises.length;
    this.list.replaceChildren(...this.work.exercises.map((each, i) => h("li", {},
      h("a", { href: `/practise?${new URLSearchParams(each)}` }, [this.titles.get(each.kind), each.tree ? t("a tree of your own") : `${each.seed}`, each.shape, levelNames()[each.level], each.weights].filter(Boolean).join(" · ")),
      tool("bin", fill(t("Take exercise {count} out"), { count: i + 1 }), () => {
        this.work.exercises.splice(i, 1);
        if (!this.work.exercises.length) delete this.work.key; // the next one is another
        this.keep();
        this.show();
      }, { class: "plain" }))));
  }

  /** The name of a file to keep. */
  file(ending) {
    return this.named.title.replace(/[\\/:*?"<>|]/g, "-") + ending;
  }

  async print(solved) {
    download(await fetchFile("POST", "/api/assignments/paper", { exercises: this.work.exercises, solved }, this.signal),
      this.file(solved ? ` (${t("Solution")}).pdf` : ".pdf"));
  }

  async results() {
    await this.identify();
    download(await fetchFile("GET", `/api/assignments/results?key=${this.work.key}`), this.file(".csv"));
  }
}

/** Hands an assignment in. */
export const handIn = (work, name, answered, seconds) => ask("POST", "/api/assignments/results", { assignment: work.assignment, name,
  exercises: work.exercises.map((each, i) => ({ ...each, answers: answered[i] ?? {} })), seconds });
