// The sheet of an exercise: the drawing, and what is to be filled in, linked both ways.

import { t } from "./texts.js";
import { choose, field, h, parseDrawing, s } from "./ui.js";

// Where an answer stands in the drawing, and how it is written there.
const PARTS = { value: ["returned", (of) => `↑${of("value")}`],
  alpha: ["passed", (of) => `[${of("alpha")}, ${of("beta")}]`], beta: ["passed", (of) => `[${of("alpha")}, ${of("beta")}]`],
  alpha_held: ["alpha", (of) => `α=${of("alpha_held")}`], beta_held: ["beta", (of) => `β=${of("beta_held")}`] };
const BLANK = "_____";

/** Shows an exercise; what is written on the sheet stands in the drawing too. */
export class Sheet {
  constructor(exercise) {
    this.exercise = exercise;
    this.items = new Map(exercise.items.map((item) => [item.id, item]));
    this.inputs = new Map();
    this.drawing = h("div", { class: "drawing", tabindex: 0, role: "group", "aria-label": t.practise.drawing });
    this.draw(exercise.svg);
    const single = exercise.single.map((cell) => field(this.items.get(cell.id).label, this.input(cell.id)));
    this.form = h("div", { class: "sheet stack" },
      single.length ? h("div", { class: "fields" }, single) : null, exercise.tables.map((table) => this.table(table)),
      h("datalist", { id: "infinite" }, h("option", { value: "−∞" }), h("option", { value: "∞" })));
  }

  // --- the drawing ----------------------------------------------------------------------------------

  draw(markup) {
    const svg = parseDrawing(markup);
    this.places = new Map();
    for (const place of svg.querySelectorAll(".place")) {
      const name = (part) => place.querySelector(`[data-part="${part}"]`)?.textContent;
      this.places.set(name("name") ?? name("action"), place);
    }
    svg.addEventListener("click", (event) => {
      const place = event.target.closest(".place");
      const node = [...this.places].find(([, each]) => each === place)?.[0];
      const item = this.exercise.items.find((each) => each.node === node && this.inputs.has(each.id));
      if (item) this.inputs.get(item.id).focus();
    });
    svg.setAttribute("role", "img");
    this.drawing.replaceChildren(svg);
    this.svg = svg;
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
    const { x, y, width, height } = place.querySelector(".shape").getBBox();
    const low = { MAX: 0.76, MIN: 0.5 }[place.dataset.kind] ?? 0.63;
    const text = s("text", { "data-part": "value", x: x + width / 2, y: y + low * height, "text-anchor": "middle", "font-size": 12 });
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
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.practise[of]), head.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map(({ node, cells }) => h("tr", {}, h("th", { scope: "row" }, node),
        cells.map((cell, i) => h("td", { "data-head": head[i] }, cell ? this.input(cell.id) : null)))))));
  }

  input(id) {
    const item = this.items.get(id);
    const { form, node, label } = item;
    const properties = { "data-item": id, "aria-label": label, onfocus: () => this.light(node, true),
      onblur: () => this.light(node, false), oninput: () => { this.unmark(id); this.mirror(item); } };
    const wide = form === "order" ? item.choices.map(({ value }) => value).join(" ") : null;
    const input = item.choices.length && !wide
      ? choose([["", "—"], ...item.choices.map(({ value, text }) => [value, text])], "", null, properties)
      : h("input", { type: "text", autocomplete: "off", spellcheck: false, autocapitalize: "off", size: wide ? 12 : 5,
        placeholder: wide, list: form === "number" ? "infinite" : null, ...properties });
    this.inputs.set(id, input);
    return input;
  }

  /** What is written, without what is blank. */
  get answers() {
    return Object.fromEntries([...this.inputs].map(([id, input]) => [id, input.value.trim()]).filter(([, text]) => text));
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
      input.title = `${t.practise.verdicts[verdict]}${message ? ` ${message}` : ""}`;
      if (verdict === "wrong") input.setAttribute("aria-invalid", "true");
    }
    for (const { id, message } of unreadable) {
      this.inputs.get(id).setAttribute("aria-invalid", "true");
      this.inputs.get(id).title = message;
    }
  }

  /** Shows the solution: in the fields, and as the drawing of the whole search. */
  solve(solved) {
    const cells = [...solved.single, ...solved.tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells)).filter(Boolean)];
    for (const { id, text } of cells) {
      const input = this.inputs.get(id);
      const choice = this.items.get(id).choices.find((each) => each.text === text || each.value === text);
      input.value = input.tagName === "SELECT" ? choice?.value ?? "" : text;
    }
    this.lock();
    this.draw(solved.svg);
  }

  lock() {
    for (const input of this.inputs.values()) input.disabled = true;
  }
}
