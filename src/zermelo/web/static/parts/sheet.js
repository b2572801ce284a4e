// The sheet of an exercise: the drawing to write on, and a table of boxes, linked both ways.

import { NodeCard } from "./node-card.js";
import { t } from "./texts.js";
import { choose, field, h, parseDrawing, s } from "./ui.js";

const VERDICTS = () => ({
  right: t("Right."),
  "follow-on": t("Right, given what was written before."),
  copy: t("Repeated: no marks."),
  missing: t("Nothing is written."),
  wrong: t("Not so."),
});

// Where an answer stands in the drawing, and how it is written there.
const PARTS = { value: ["returned", (of) => `↑${of("value")}`],
  alpha: ["passed", (of) => `[${of("alpha")}, ${of("beta")}]`], beta: ["passed", (of) => `[${of("alpha")}, ${of("beta")}]`],
  alpha_held: ["alpha", (of) => `α=${of("alpha_held")}`], beta_held: ["beta", (of) => `β=${of("beta_held")}`] };
const BLANK = "_____";

/** Shows an exercise; what is written stands in both. `changed()` hears of every answer. */
export class Sheet {
  constructor(exercise, answers, changed) {
    this.exercise = exercise;
    this.changed = changed;
    this.locked = false;
    this.card = new NodeCard(this);
    this.items = new Map(exercise.items.map((item) => [item.id, item]));
    this.inputs = new Map();
    this.drawing = h("div", { class: "drawing", tabindex: 0, role: "group", "aria-label": t("Drawing of the tree") });
    const heads = new Map(exercise.tables.flatMap(({ head, rows }) => rows.flatMap(({ cells }) =>
      cells.map((cell, i) => [cell?.id, head[i]]))));
    for (const item of this.items.values()) item.short = heads.get(item.id) ?? item.label;
    const single = exercise.single.map((cell) => field(this.items.get(cell.id).label, this.input(cell.id)));
    this.form = h("div", { class: "sheet stack" },
      single.length ? h("div", { class: "fields" }, single) : null, exercise.tables.map((table) => this.table(table)),
      h("datalist", { id: "infinite" }, h("option", { value: "−∞" }), h("option", { value: "∞" })));
    this.draw(exercise.svg);
    for (const [id, text] of Object.entries(answers ?? {})) if (this.inputs.has(id)) this.write(id, text, true);
  }

  /** Writes an answer, into its box and into the drawing. */
  write(id, text, quietly = false) {
    this.inputs.get(id).value = text;
    this.unmark(id);
    this.mirror(this.items.get(id));
    if (!quietly) this.changed();
  }

  // --- the drawing ----------------------------------------------------------------------------------

  draw(markup) {
    const svg = parseDrawing(markup);
    this.places = new Map();
    for (const place of svg.querySelectorAll(".place")) {
      const name = (part) => place.querySelector(`[data-part="${part}"]`)?.textContent;
      this.places.set(name("name") ?? name("action"), place);
    }
    this.children = new Map(); // by node: those that its branches lead to
    for (const [node, up] of Object.entries(this.exercise.parents)) this.children.set(up, [...this.children.get(up) ?? [], node]);
    svg.setAttribute("role", "group");
    const { width, height } = svg.viewBox.baseVal; // as drawn: the page shrinks and enlarges it only so far
    svg.style.cssText = `--wide: ${width}; --tall: ${height}`;
    this.drawing.replaceChildren(svg);
    this.svg = svg;
    this.card.listen(svg);
  }

  light(node, on) {
    this.places.get(node)?.toggleAttribute("data-lit", on);
    if (!on) return;
    const place = this.places.get(node)?.getBoundingClientRect();
    const room = this.drawing.getBoundingClientRect();
    if (place && (place.left < room.left || place.right > room.right)) {
      this.drawing.scrollLeft += (place.left + place.right - room.left - room.right) / 2;
    }
  }

  /** Writes an answer into the drawing. */
  mirror(item) {
    const place = this.places.get(item.node);
    if (!place) return;
    this.card.name(item.node);
    if (item.what === "state") {
      const cut = this.inputs.get(item.id).value === "pruned";
      const was = (place.dataset.was ??= place.dataset.status);
      place.dataset.status = cut ? "cut" : was;
      const edge = this.svg.querySelector(`.edge[data-place="${place.dataset.place}"]`);
      if (edge) edge.dataset.status = cut ? "cut" : "";
    }
    const [part, write] = PARTS[item.what] ?? [];
    const text = part && place.querySelector(`[data-part="${part}"]`);
    if (item.what === "value" && !text) this.inside(place).textContent = this.inputs.get(item.id).value;
    else if (text) text.textContent = write((what) => this.inputs.get(`${item.node}.${what}`)?.value || BLANK);
  }

  /** The text inside the shape of a place, which a blank drawing lacks. */
  inside(place) {
    const known = place.querySelector('[data-part="value"]');
    if (known) return known;
    const shape = place.querySelector(".shape"); // measured by its numbers: it need not be on the screen yet
    const of = (name) => Number(shape.getAttribute(name));
    const [tip, end, , base] = shape.matches("path") ? shape.getAttribute("d").match(/-?[\d.]+/g).map(Number)
      : [of("cx"), of("cy") + 0.26 * of("ry")];
    const y = { MAX: end + 0.76 * (base - end), MIN: (base + end) / 2 }[place.dataset.kind] ?? end;
    const text = s("text", { "data-part": "value", x: tip, y, "text-anchor": "middle", "font-size": 12 });
    place.append(text);
    return text;
  }

  // --- the fields ---------------------------------------------------------------------------------

  table({ of, head, rows }) {
    if (head.length === 1) {
      return h("fieldset", { class: "few" }, h("legend", {}, head[0]), h("div", {}, rows.map(({ node, cells: [cell] }) =>
        h("label", {}, h("span", {}, node), this.input(cell.id)))));
    }
    return h("div", { class: "table" }, h("table", { "data-of": of },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, of === "leaves" ? t("leaf") : t("node")), head.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map(({ node, cells }) => h("tr", {}, h("th", { scope: "row" }, node),
        cells.map((cell, i) => h("td", { "data-head": head[i] }, cell ? this.input(cell.id) : null)))))));
  }

  input(id) {
    const item = this.items.get(id);
    const { form, node, label } = item;
    const properties = { "data-item": id, "aria-label": label, onfocus: () => this.light(node, true),
      onblur: () => this.light(node, false), oninput: () => { this.unmark(id); this.mirror(item); this.changed(); } };
    const wide = form === "order" ? item.choices.map(({ value }) => value).join(" ") : null;
    const input = item.choices.length && !wide
      ? choose([["", "—"], ...item.choices.map(({ value, text }) => [value, text])], "", null, properties)
      : h("input", { type: "text", autocomplete: "off", spellcheck: false, autocapitalize: "off", size: wide ? 12 : 5,
        placeholder: wide, list: form === "number" ? "infinite" : null, ...properties });
    this.inputs.set(id, input);
    return input;
  }

  /** What is written, without what is blank. */
  get written() {
    return Object.fromEntries([...this.inputs].map(([id, input]) => [id, input.value.trim()]).filter(([, text]) => text));
  }

  /** What is handed in: as on paper, what is not crossed out is searched. */
  get answers() {
    const found = this.written;
    if (!Object.keys(found).length) return found;
    const open = [...this.items.values()].filter(({ what }) => what === "state").map(({ id }) => [id, "searched"]);
    return { ...Object.fromEntries(open), ...found };
  }

  unmark(id) {
    const input = this.inputs.get(id);
    delete input.dataset.verdict;
    input.removeAttribute("aria-invalid");
  }

  /** Marks the answers as they were graded. */
  grade(items, unreadable) {
    for (const id of this.inputs.keys()) this.unmark(id);
    for (const { id, verdict, message } of items) {
      const input = this.inputs.get(id);
      input.dataset.verdict = verdict;
      input.title = `${VERDICTS()[verdict]}${message ? ` ${message}` : ""}`;
      if (verdict === "wrong") input.setAttribute("aria-invalid", "true");
    }
    for (const [node, place] of this.places) {
      const here = items.filter((item) => this.items.get(item.id)?.node === node);
      const verdicts = here.filter((item) => item.out_of).map(({ verdict }) => verdict); // nothing to work out is no merit
      const wrong = here.some(({ verdict }) => verdict === "wrong" || verdict === "copy");
      place.dataset.mark = !verdicts.length && !wrong ? "" : wrong ? "wrong" : verdicts.includes("missing") ? "missing" : "right";
    }
    for (const { id, message } of unreadable) {
      this.inputs.get(id).setAttribute("aria-invalid", "true");
      this.inputs.get(id).title = message;
    }
  }

  /** Shows the solution beside what is written: in the table, and as the drawing of the whole search. */
  solve(solved) {
    const cells = [...solved.single, ...solved.tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells)).filter(Boolean)];
    for (const { id, text } of cells) {
      const input = this.inputs.get(id);
      if (!input || !text) continue;
      input.parentElement.querySelector(".solution")?.remove();
      input.after(h("output", { class: "solution" }, text));
    }
    const svg = parseDrawing(solved.svg);
    svg.setAttribute("role", "img");
    return h("figure", { class: "solved" }, h("figcaption", {}, t("Solution")), h("div", { class: "drawing" }, svg));
  }

  lock() {
    this.locked = true;
    this.card.close();
    for (const input of this.inputs.values()) input.disabled = true;
  }
}
