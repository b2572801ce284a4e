// An editor for the text of a tree: what is wrong is marked where it is, and told.

import { ask, left } from "./api.js";
import { fill, many, t } from "./texts.js";
import { button, h, later, latest, messageOf } from "./ui.js";

/** `changed(text)` hears of each text that is a tree. */
export class Editor {
  constructor(text, changed, signal) {
    this.changed = changed;
    this.area = h("textarea", { rows: 8, spellcheck: false, autocapitalize: "off", autocomplete: "off", class: "mono",
      "aria-describedby": "tree-status", "data-field": "tree", oninput: () => { this.keep(); this.mark(null); this.read(); },
      onscroll: () => this.follow() });
    this.area.value = this.whole = text; // as it was when it was last replaced; null: typed in since
    this.past = []; // earlier texts, which the browser's own undo does not know
    this.undo = button(t("Undo"), () => this.put(this.past.pop()), { picture: "undo", disabled: true, "data-do": "undo" });
    this.marks = h("pre", { class: "marks mono", "aria-hidden": "true" });
    this.status = h("p", { id: "tree-status", class: "small", role: "status" });
    this.tidy = button(t("Tidy up"), () => this.set(this.tree.text), { disabled: true });
    this.element = h("div", { class: "stack" },
      h("label", { class: "field" }, h("span", {}, t("Tree")),
        h("div", { class: "editor" }, this.marks, this.area)),
      this.status,
      h("div", { class: "row" }, this.tidy, this.undo, h("details", { class: "more" }, h("summary", {}, t("How to write a tree")),
        h("pre", { class: "mono small" }, "[[3 12 8] [2 4 6] [14 5 2]]\n\nmax A [\n  a1: min B [ b1: 3  b2: 12 ]\n  a2: chance C [ 1/2: 4  1/2: 8 ]\n  a3: D = 2\n  a4: E (h=5) [ 1 9 ]\n]  # ..."))));
    this.request = latest(signal);
    this.read = later(300, () => this.check(), signal);
  }

  /** Replaces the text; that can be undone. */
  set(text) {
    this.whole ??= this.area.value;
    this.keep();
    this.put(text);
  }

  keep() {
    if (this.whole !== null) this.past.push(this.whole);
    this.whole = null;
    this.undo.disabled = false;
  }

  put(text) {
    this.area.value = this.whole = text;
    this.undo.disabled = !this.past.length;
    this.check();
  }

  /** Takes a tree as JSON, and writes it as people do; tells whether it is one. */
  async take(json) {
    try {
      this.set((await ask("POST", "/api/tree", { text: json })).text);
      return true;
    } catch (error) {
      this.status.textContent = messageOf(error);
      this.status.classList.add("problem");
      return false;
    }
  }

  async check() {
    const signal = this.request();
    const text = this.area.value;
    try {
      this.tree = await ask("POST", "/api/tree", { text }, signal);
      this.mark(null);
      const { nodes, leaves, height } = this.tree;
      this.status.textContent = [fill(t("{count} node", "{count} nodes"), { count: many(nodes) }),
        fill(t("{count} leaf", "{count} leaves"), { count: many(leaves) }), fill(t("height {height}"), { height })].join(", ");
      this.tidy.disabled = this.tree.text.trim() === text.trim();
      this.changed(text);
    } catch (error) {
      if (left(error) || signal.aborted) return;
      this.tidy.disabled = true;
      this.mark(error);
      this.status.textContent = error.line
        ? fill(t("Line {line}, column {column}: {what}"), { line: error.line, column: error.column, what: messageOf(error) }) : messageOf(error);
    }
  }

  /** Marks the letter where a mistake is. */
  mark(error) {
    this.status.classList.toggle("problem", Boolean(error));
    this.area.setAttribute("aria-invalid", String(Boolean(error)));
    this.marks.replaceChildren();
    if (!error?.line) return;
    const lines = this.area.value.split("\n");
    const before = [...lines.slice(0, error.line - 1), ""].join("\n").length;
    const at = before + [...lines[error.line - 1] ?? ""].slice(0, error.column - 1).join("").length;
    const text = this.area.value;
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 32);
    this.marks.append(text.slice(0, at), h("mark", {}, letter === "\n" ? " \n" : letter), text.slice(at + letter.length));
    this.follow();
  }

  follow() {
    this.marks.scrollTop = this.area.scrollTop;
    this.marks.scrollLeft = this.area.scrollLeft;
  }
}
