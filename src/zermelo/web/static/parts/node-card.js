// An exercise answered on its tree: a node is chosen and filled in below the tree, a branch is crossed out.
// The boxes of the sheet hold the answers; here they are only written.

import { fill, t } from "./texts.js";
import { button, choose, field, h, s } from "./ui.js";

const WIDE = 14; // pixels around a branch that mean it

export class NodeCard {
  constructor(sheet) {
    this.sheet = sheet;
    this.element = h("div", { class: "nodecard panel", role: "group", hidden: true,
      onkeydown: (event) => this.press(event) });
  }

  // --- the drawing ----------------------------------------------------------------------------------

  /** Lets the nodes and branches of a drawing be chosen. */
  listen(svg) {
    const { places } = this.sheet;
    for (const [node, place] of places) {
      if (!this.items(node).length) continue;
      place.setAttribute("tabindex", "0");
      place.setAttribute("role", "button");
      this.name(node);
      place.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") this.choose(node);
        else if (["x", "X", "Delete", "Backspace"].includes(event.key)) this.prune(node);
        else if (/^[-\d−]$/.test(event.key)) this.choose(node, event.key);
        else return;
        event.preventDefault();
      });
    }
    for (const edge of svg.querySelectorAll(".edge")) {
      const branch = edge.querySelector("path");
      edge.append(s("path", { class: "target", d: branch.getAttribute("d"), "stroke-width": WIDE }));
    }
    svg.addEventListener("click", ({ target }) => {
      const group = target.closest(".place, .edge");
      const [node] = [...places].find(([, place]) => place.dataset.place === group?.dataset.place) ?? [];
      if (!node) return this.close();
      if (group.matches(".edge") && this.canPrune(node)) this.prune(node);
      else this.choose(node);
    });
  }

  items(node) {
    return this.sheet.exercise.items.filter((item) => item.node === node && this.sheet.inputs.has(item.id));
  }

  canPrune(node) {
    return this.sheet.items.get(`${node}.state`)?.form === "state";
  }

  isPruned(node) {
    return this.sheet.inputs.get(`${node}.state`)?.value === "pruned";
  }

  /** Says what a node is and what is written there. */
  name(node) {
    const written = this.items(node).map(({ id, short }) => [short, this.sheet.inputs.get(id).value]).filter(([, text]) => text);
    this.sheet.places.get(node)?.setAttribute("aria-label", [node, ...written.map((each) => each.join(" "))].join(", "));
  }

  // --- what is done -----------------------------------------------------------------------------------

  /** A leaf has nothing but its cross; any other node opens its card. */
  choose(node, first = "") {
    const items = this.items(node).filter(({ what }) => what !== "state")
      .sort((one, other) => (one.what === "move") - (other.what === "move")); // that is known last
    if (items.length) this.show(node, items, first);
    else if (this.canPrune(node)) this.prune(node);
  }

  /** Crosses a branch out, and all below it; or not. */
  prune(node, on = !this.isPruned(node)) {
    if (!this.canPrune(node) || this.sheet.locked) return;
    for (const each of [node, ...this.below(node)]) {
      if (this.canPrune(each)) this.sheet.write(`${each}.state`, on ? "pruned" : "searched");
    }
    if (this.node === node) this.close();
  }

  /** The nodes below one: those that its branches lead to, and so on. */
  below(node) {
    const children = this.sheet.children.get(node) ?? [];
    return children.flatMap((child) => [child, ...this.below(child)]);
  }

  show(node, items, first) {
    const { sheet } = this;
    this.node = node;
    const mirror = (item) => {
      const source = sheet.inputs.get(item.id);
      const put = (text) => sheet.write(item.id, text);
      const control = source.tagName === "SELECT"
        ? choose([...source.options].map(({ value, text }) => [value, text]), source.value, put, { "data-card": item.id })
        : h("input", { type: "text", inputmode: "text", autocomplete: "off", size: 6, value: source.value, "data-card": item.id,
          oninput: ({ target }) => put(target.value.trim()) });
      if (source.disabled) control.disabled = true;
      return field(item.short, control);
    };
    const numbers = items.some(({ form, what }) => form === "number" && what !== "value");
    const infinity = (sign) => button(sign, () => this.put(sign), { class: "sign", title: sign });
    this.element.replaceChildren(
      h("div", { class: "row spread" }, h("b", {}, node), h("div", { class: "row" }, numbers ? [infinity("−∞"), infinity("∞")] : null,
        this.canPrune(node) ? button(t("Pruned"), () => this.prune(node), { "aria-pressed": String(this.isPruned(node)) }) : null,
        button(t("Next"), () => this.next(), { class: "primary" }))),
      h("div", { class: "cardfields" }, items.map(mirror)));
    this.element.setAttribute("aria-label", fill(t("The node {node}"), { node }));
    this.element.hidden = false;
    for (const [each] of sheet.places) sheet.light(each, each === node); // which may scroll
    this.stand();
    const input = this.element.querySelector("input, select");
    input.focus({ preventScroll: true });
    if (first && input.tagName === "INPUT") {
      input.value = first;
      sheet.write(input.dataset.card, first);
    } else input.select?.();
  }

  /** Scrolls until the node and those below it, which it is worked out from, are above the card. */
  stand() {
    const boxes = [this.node, ...this.sheet.children.get(this.node) ?? []].map((each) => this.sheet.places.get(each).querySelector(".shape").getBoundingClientRect());
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const under = bottom + 24 + this.element.offsetHeight - innerHeight;
    scrollBy(0, under > 0 ? under : Math.min(0, top - 40));
  }

  /** Writes an infinity into the field that has, or had, the focus. */
  put(sign) {
    const fields = [...this.element.querySelectorAll("input")];
    const input = fields.find((each) => each === this.last) ?? fields.find(({ value }) => !value) ?? fields[0];
    input.value = sign;
    this.sheet.write(input.dataset.card, sign);
    (fields[fields.indexOf(input) + 1] ?? input).focus();
  }

  press(event) {
    this.last = event.target;
    if (event.key === "Enter" && event.target.matches("input")) this.next();
    else if (event.key === "Escape") this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The next node that is neither pruned nor filled in, as they come on the sheet. */
  next() {
    const nodes = [...this.sheet.places.keys()].filter((node) => this.items(node).some(({ what }) => what !== "state"));
    const later = [...nodes.slice(nodes.indexOf(this.node) + 1), ...nodes.slice(0, nodes.indexOf(this.node))];
    const open = later.find((node) => !this.isPruned(node)
      && this.items(node).some(({ id, what }) => what !== "state" && what !== "by" && !this.sheet.inputs.get(id).value));
    if (open) this.choose(open);
    else this.close(true);
  }

  close(focus = false) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.sheet.light(this.node, false);
    if (focus) this.sheet.places.get(this.node)?.focus();
    this.node = null;
  }
}
