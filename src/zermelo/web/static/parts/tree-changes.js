// A tree changed on its drawing: a node is chosen there, and its value, name and branches are changed beside it.

import { fill, t } from "./texts.js";
import { button, choose, field, h } from "./ui.js";

const KINDS = ["max", "min", "chance"];

export class TreeChanges {
  /** `set(text)` takes the tree that comes of it, as JSON, and tells whether it is one. */
  constructor(player, set, signal) {
    Object.assign(this, { player, set, on: false, current: false });
    this.toggle = button(t("Change it on the drawing"), () => this.listen(!this.on), { picture: "setup", "aria-pressed": "false", "data-do": "edit" });
    this.form = h("div", { class: "node-form", role: "group" });
    this.element = h("div", { class: "stack" }, h("div", { class: "row" }, this.toggle), this.form);
    player.addEventListener("click", (event) => {
      const place = this.on && this.current && event.target.closest(".pane .place");
      if (!place || place.dataset.kind === "MORE") return;
      event.stopPropagation(); // else it would also go to the step
      this.show(Number(place.dataset.place));
    }, { signal, capture: true });
  }

  /** The editor that holds the tree as text. */
  of(editor) {
    this.editor = editor;
    this.drawn(false);
    editor.area.addEventListener("input", () => this.drawn(false));
  }

  /** Whether the drawing is that of the tree as it is now: else a change would be one of an earlier tree. */
  drawn(current) {
    if (this.current && !current && this.on) this.hint();
    this.current = current;
    this.player.toggleAttribute("data-edit", this.on && current);
  }

  hint() {
    this.form.replaceChildren(h("p", { class: "quiet small" }, t("Choose a node of the drawing to change it.")));
  }

  listen(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.player.toggleAttribute("data-edit", on && this.current);
    if (on) this.hint();
    else this.form.replaceChildren();
  }

  /** The node of a place in the whole document, and the edges of the node above among which its own is. */
  find(place) {
    const { places } = this.player.replay;
    const { up, kind } = places[place];
    if (up === null) {
      const page = JSON.parse(this.editor.tree.json);
      page.tree = open(page.tree, kind);
      return { page, node: page.tree, edges: null, index: 0, above: null };
    }
    const { page, node: above } = this.find(up);
    const edges = above[kindOf(above)];
    const index = places[up].below.indexOf(place);
    edges[index] = openEdge(edges[index], kindOf(above));
    edges[index].to = open(edges[index].to, kind);
    return { page, node: edges[index].to, edges, index, above };
  }

  /** The fields of a node. */
  show(place) {
    const { node, edges, index, above, page } = this.find(place);
    const kind = kindOf(node);
    const save = () => this.save(page);
    const text = (name, label, value, put) => field(label, h("input", { value, "data-edit": name, autocomplete: "off",
      onchange: ({ target }) => { put(target.value.trim()); save(); } }));
    const fields = [
      kind ? null : text("value", t("Value"), node.value ?? "", (value) => { node.value = number(value); }),
      text("name", t("Name"), node.name ?? "", (value) => put(node, "name", value)),
      edges && !("chance" in above) ? text("branch", t("Branch to it"), edges[index].label ?? "", (value) => put(edges[index], "label", value)) : null,
      kind ? field(t("Who moves"), choose(KINDS.map((each) => [each, each.toUpperCase()]), kind, (chosen) => {
        node[chosen] = node[kind].map((edge) => (chosen === "chance" ? { to: openEdge(edge, kind).to } : without(openEdge(edge, kind), "probability")));
        if (chosen !== kind) delete node[kind];
        save();
      }, { "data-edit": "kind" })) : null];
    const grow = button(t("Add a branch"), () => {
      if (kind) node[kind] = [...node[kind].map((edge) => without(openEdge(edge, kind), "probability")), { to: { value: 0 } }];
      else {
        const turn = above && kindOf(above) === "max" ? "min" : "max";
        node[turn] = [{ to: { value: node.value ?? 0 } }, { to: { value: 0 } }];
        delete node.value;
      }
      save();
    }, { picture: "plus", "data-do": "grow" });
    const remove = edges ? button(t("Remove it"), () => {
      edges.splice(index, 1);
      if ("chance" in above) above.chance = edges.map((edge) => ({ to: openEdge(edge, "chance").to })); // what is left is as likely
      if (!edges.length) leaf(above);
      save();
    }, { picture: "bin", "data-do": "remove" }) : null;
    const bare = kind ? button(t("Make it a leaf"), () => { leaf(node); save(); }, { "data-do": "leaf" }) : null;
    this.form.replaceChildren(h("h2", {}, fill(t("The node {node}"), { node: this.player.replay.places[place].called })),
      h("div", { class: "fields" }, fields), h("div", { class: "row" }, grow, bare, remove));
    this.form.querySelector("input")?.select();
  }

  async save(page) {
    this.drawn(false);
    if (!await this.set(JSON.stringify(page))) this.drawn(true);
  }
}

function kindOf(node) {
  return KINDS.find((kind) => kind in node) ?? null;
}

/** A node as an object, however it is written: a mere list is of the kind that it is drawn as. */
function open(node, kind) {
  if (Array.isArray(node)) return { [kind.toLowerCase()]: node };
  return node !== null && typeof node === "object" ? node : { value: node };
}

/** An edge below a node of a kind, as an object with its node in `to`; below a chance node a list is a pair. */
function openEdge(edge, above) {
  if (above === "chance" && Array.isArray(edge)) return { probability: edge[0], to: edge[1] };
  return edge !== null && typeof edge === "object" && "to" in edge ? { ...edge } : { to: edge };
}

function leaf(node) {
  for (const kind of KINDS) delete node[kind];
  node.value = node.static ?? 0;
  delete node.static;
  delete node.quiet;
}

function put(object, name, value) {
  if (value) object[name] = value;
  else delete object[name];
}

function without(edge, name) {
  delete edge[name];
  return edge;
}

/** A number as JSON has it; a fraction, or what is none, stays a text that the server reads. */
function number(text) {
  const plain = text.replace("−", "-").replace(",", ".");
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : plain;
}
