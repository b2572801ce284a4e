// A tree changed on its drawing: a node is chosen there, and its value, name and branches are changed beside it.

import { fill, t } from "./texts.js";
import { button, choose, field, h } from "./ui.js";

const KINDS = ["max", "min", "chance"];

export class TreeChanges {
  /** `set(text)` takes the tree that comes of it, as JSON. */
  constructor(player, set, signal) {
    Object.assign(this, { player, set });
    this.toggle = button(t.editor.edit, () => this.listen(!this.on), { picture: "setup", "aria-pressed": "false", "data-do": "edit" });
    this.form = h("div", { class: "node-form", role: "group" });
    this.element = h("div", { class: "stack" }, h("div", { class: "row" }, this.toggle), this.form);
    player.addEventListener("click", (event) => {
      const place = this.on && event.target.closest(".pane .place");
      if (!place || place.dataset.kind === "MORE") return;
      event.stopPropagation(); // else it would also go to the step
      this.show(Number(place.dataset.place));
    }, { signal, capture: true });
  }

  /** The editor that holds the tree as text. */
  of(editor) {
    this.editor = editor;
  }

  listen(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.player.toggleAttribute("data-edit", on);
    this.form.replaceChildren(...(on ? [h("p", { class: "quiet small" }, t.editor.how)] : []));
  }

  /** The way to a place: which branch to take at each node. */
  way(place) {
    const { places } = this.player.replay;
    const way = [];
    for (let at = place; places[at].up !== null; at = places[at].up) way.unshift(places[places[at].up].below.indexOf(at));
    return way;
  }

  /** The node of a way in the whole document, and the edges of the node above among which its own is. */
  find(way) {
    const written = JSON.parse(this.editor.tree.json);
    const page = written !== null && typeof written === "object" && "tree" in written ? written : { tree: written };
    page.tree = open(page.tree);
    let found = { page, node: page.tree, edges: null, index: 0, above: null };
    for (const index of way) {
      const above = found.node;
      const edges = above[kindOf(above)];
      edges[index] = openEdge(edges[index]);
      found = { page, node: edges[index].to, edges, index, above };
    }
    return found;
  }

  /** The fields of a node. */
  show(place) {
    const way = this.way(place);
    const { node, edges, index, above, page } = this.find(way);
    const kind = kindOf(node);
    const save = () => this.save(page);
    const text = (name, value, put) => field(t.editor[name], h("input", { value, "data-edit": name, autocomplete: "off",
      onchange: ({ target }) => { put(target.value.trim()); save(); } }));
    const fields = [
      kind ? null : text("value", node.value ?? "", (value) => { node.value = number(value); }),
      text("name", node.name ?? "", (value) => put(node, "name", value)),
      edges && !("chance" in above) ? text("branch", edges[index].label ?? "", (value) => put(edges[index], "label", value)) : null,
      kind ? field(t.editor.kind, choose(KINDS.map((each) => [each, each.toUpperCase()]), kind, (chosen) => {
        node[chosen] = node[kind].map((edge) => (chosen === "chance" ? { to: openEdge(edge).to } : without(openEdge(edge), "probability")));
        if (chosen !== kind) delete node[kind];
        save();
      }, { "data-edit": "kind" })) : null];
    const grow = button(t.editor.grow, () => {
      if (kind) node[kind] = [...node[kind].map((edge) => without(openEdge(edge), "probability")), { to: { value: 0 } }];
      else {
        const turn = above && kindOf(above) === "max" ? "min" : "max";
        node[turn] = [{ to: { value: node.value ?? 0 } }, { to: { value: 0 } }];
        delete node.value;
      }
      save();
    }, { picture: "plus", "data-do": "grow" });
    const remove = edges ? button(t.editor.remove, () => {
      edges.splice(index, 1);
      if ("chance" in above) above.chance = edges.map((edge) => ({ to: openEdge(edge).to })); // what is left is as likely
      if (!edges.length) leaf(above);
      save();
    }, { picture: "bin", "data-do": "remove" }) : null;
    const bare = kind ? button(t.editor.leaf, () => { leaf(node); save(); }, { "data-do": "leaf" }) : null;
    this.form.replaceChildren(h("h2", {}, fill(t.editor.node, { node: this.player.replay.places[place].called })),
      h("div", { class: "fields" }, fields), h("div", { class: "row" }, grow, bare, remove));
    this.form.querySelector("input")?.select();
  }

  save(page) {
    this.form.replaceChildren(h("p", { class: "quiet small" }, t.editor.how));
    this.set(JSON.stringify(page));
  }
}

function kindOf(node) {
  return KINDS.find((kind) => kind in node) ?? null;
}

/** A node as an object, however it is written. */
function open(node) {
  return node !== null && typeof node === "object" && !Array.isArray(node) ? node : { value: node };
}

/** An edge as an object with its node in `to`. */
function openEdge(edge) {
  if (Array.isArray(edge)) return { probability: edge[0], to: open(edge[1]) };
  return edge !== null && typeof edge === "object" && "to" in edge ? { ...edge, to: open(edge.to) } : { to: open(edge) };
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
