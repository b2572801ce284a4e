// The drawing of a run: it shows looks, is folded, and walked with the keyboard.
// Python has drawn it (svg.py); nothing is drawn here, only attributes, texts and places change.

import { Camera } from "./camera.js";
import { counted, filled, shown } from "./values.js";

const FIELDS = ["visits", "alpha_in", "beta_in", "alpha_by", "beta_by", "alpha", "beta", "value",
  "best", "low", "high", "returned", "estimate", "static", "line", "barred"];
const ON_EDGES = ["data-status", "data-visits", "data-line", "data-barred"];
const MARGIN = 16; // around the drawing
const GAP = 14; // between blocks that are set closer, when others are folded
const FAR = 0.33; // below this scale nobody can read: the texts of many places are left out
const MANY = 150;
const AROUND = 0.6; // of the screen's size beyond its edges is kept ready

/** The attributes that tell a look, as svg.py writes them; null: not there. */
export function attributes(look) {
  const found = { "data-status": look.status };
  for (const field of FIELDS) {
    const value = look[field];
    found[`data-${field.replace("_", "-")}`] =
      value === null || value === undefined || value === false ? null : String(value);
  }
  if (look.visits === 0) found["data-visits"] = null;
  const { cut, hit, repeat } = look;
  found["data-cut"] = cut ? `${cut.at} ${cut.side} ${cut.reach}` : null;
  found["data-hit"] = hit ? `${hit.low} ${hit.high}` : null;
  found["data-repeat"] = repeat ? `${repeat.ply} ${repeat.rule}` : null;
  return found;
}

function write(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export class Stage {
  /** `svg` becomes the stage of `replay`; `heard` has pointed, chosen, wanted (of a place), moved and wheels. */
  constructor(svg, replay, texts, heard) {
    Object.assign(this, { svg, replay, texts, heard });
    this.nodes = [];
    this.edges = [];
    for (const group of svg.querySelectorAll(".place")) this.nodes[group.dataset.place] = group;
    for (const group of svg.querySelectorAll(".edge")) this.edges[group.dataset.place] = group;
    this.parts = this.nodes.map((node) => [...node.querySelectorAll("[data-part]")]);
    this.marked = [...svg.querySelectorAll("[data-current], [data-sets]")];
    this.folded = new Set();
    this.out = new Set(); // places out of sight below a folded one
    this.moved = this.nodes.map(() => 0); // how far to the right of where Python put it
    for (const group of svg.querySelectorAll(".place, .edge")) group.classList.add("away");
    this.camera = new Camera(svg, (...size) => { this.leaveOut(...size); heard.moved(); }, heard.wheels);
    this.camera.root = replay.places[0].at;
    this.makeTree();
    this.listen();
  }

  // --- looks ------------------------------------------------------------------------------------

  /** Shows the looks of these places, and where the search is. */
  show(places) {
    for (const place of places) this.showPlace(place);
    for (const element of this.marked) {
      element.removeAttribute("data-current");
      element.removeAttribute("data-sets");
      element.removeAttribute("aria-current");
    }
    this.marked = [];
    const current = this.replay.current;
    this.svg.dataset.step = this.replay.step;
    if (current === null) return;
    const look = this.replay.looks[current];
    const at = this.nodes[this.insight(current)];
    at.setAttribute("data-current", "true");
    at.setAttribute("aria-current", "step");
    this.marked.push(at);
    for (const bound of ["alpha", "beta"]) {
      const setter = look[`${bound}_by`];
      if (setter === null || setter === current) continue;
      const node = this.nodes[setter];
      const held = this.replay.looks[setter][bound] === look[bound];
      node.setAttribute("data-sets", `${node.dataset.sets ?? ""} ${held ? bound : "test"}`.trim());
      this.marked.push(node);
    }
  }

  showPlace(place) {
    const look = this.replay.looks[place];
    const told = attributes(look);
    const node = this.nodes[place];
    for (const name in told) write(node, name, told[name]);
    if (this.edges[place]) for (const name of ON_EDGES) write(this.edges[place], name, told[name]);
    for (const part of this.parts[place]) {
      const text = look.parts[part.dataset.part] ?? "";
      if (part.textContent !== text) part.textContent = text;
    }
    node.setAttribute("aria-label", this.name(place));
  }

  /** What a place is called when it is read out. */
  name(place) {
    const { texts } = this;
    const at = this.replay.places[place];
    const look = this.replay.looks[place];
    const below = this.folded.has(place) ? this.below(place) : at.hidden;
    return [
      at.called,
      at.kind === "MORE" ? "" : texts.kinds[at.kind],
      look.alpha === null || at.kind === "LEAF" ? "" : `α ${shown(look.alpha)}, β ${shown(look.beta)}`,
      look.value === null
        ? at.written === undefined ? "" : filled(texts.written, { value: shown(at.written) })
        : filled(texts.worth, { value: shown(look.value) }),
      look.cut ? texts.cutHere : "",
      look.status === "open" ? texts.open : "",
      look.status === "cut" ? texts.skipped : "",
      look.status === "dropped" ? texts.dropped : "",
      look.line ? texts.onLine : "",
      below ? this.many(texts.hidden, below) : "",
    ].filter(Boolean).join(", ");
  }

  /** A text of one node, or of several. */
  many([one, several], count) {
    return filled(count === 1 ? one : several, { count: counted(count, this.texts.thousands) });
  }

  // --- what is in sight -------------------------------------------------------------------------

  /** The box around a place. */
  boxOf(place) {
    const [x, , left, right, top, foot] = this.replay.places[place].at;
    const middle = x + this.moved[place];
    return [middle - left, top, middle + right, foot];
  }

  boxAround(places) {
    const boxes = places.map((place) => this.boxOf(place));
    return [0, 1, 2, 3].map((i) => Math[i < 2 ? "min" : "max"](...boxes.map((box) => box[i])));
  }

  /** The places that are not folded away. */
  get unfolded() {
    return [...this.nodes.keys()].filter((place) => !this.out.has(place));
  }

  /** Leaves out of the drawing what is far from sight: what is not drawn costs no time. */
  leaveOut(across, down) {
    const { x, y, scale } = this.camera.view;
    const { ready, replay: { places } } = this;
    if (ready && Math.abs(x - ready.x) < (AROUND * across) / 2 && Math.abs(y - ready.y) < (AROUND * down) / 2 &&
      scale <= 1.2 * ready.scale && scale >= ready.scale / 1.2) return;
    this.ready = { x, y, scale };
    const [dx, dy] = [across * (0.5 + AROUND), down * (0.5 + AROUND)];
    const meets = (x0, y0, x1, y1) => x0 < x + dx && x1 > x - dx && y0 < y + dy && y1 > y - dy;
    const keep = (group, near) => {
      if (near === group.classList.contains("away")) group.classList.toggle("away", !near);
    };
    let many = 0;
    places.forEach(({ up }, i) => {
      const box = this.boxOf(i);
      const near = meets(...box);
      keep(this.nodes[i], near);
      if (near && !this.out.has(i)) many++;
      if (up === null) return;
      const [a, b] = [up, i].map((end) => places[end].at[0] + this.moved[end]);
      keep(this.edges[i], meets(Math.min(a, b), places[up].at[1], Math.max(a, b), box[3]));
    });
    this.svg.classList.toggle("far", many > MANY && scale < FAR);
  }

  /** Keeps in sight where the search is; at an answer, the line that it expects. */
  follow() {
    const { current } = this.replay;
    if (current === null) this.showLine(false);
    else this.camera.keepInSight(this.boxOf(this.insight(current)));
  }

  /** Shows the expected line; where it is too wide to be read, `fold` hides what is beside it. */
  showLine(fold = true) {
    const line = this.replay.line.filter((place) => !this.out.has(place));
    if (!line.length) return;
    const box = this.boxAround(line);
    if (this.camera.fitting(box) >= FAR) this.camera.showAll(box);
    else if (fold) this.foldBut(this.replay.line);
    else this.camera.keepInSight(this.boxOf(0));
  }

  showCurrent() {
    const place = this.insight(this.replay.current ?? 0);
    this.camera.goTo([this.replay.places[place].at[0] + this.moved[place], this.replay.places[place].at[1]]);
  }

  // --- pointer ----------------------------------------------------------------------------------

  listen() {
    const { svg, heard } = this;
    const at = (act) => (event) => {
      const place = this.placeOf(event.target);
      if (place !== null && !this.camera.dragging) act(place);
    };
    svg.addEventListener("pointermove", (event) => {
      const place = this.placeOf(event.target);
      if (place === this.pointed) return;
      this.pointed = place;
      heard.pointed(place);
    });
    svg.addEventListener("pointerleave", () => heard.pointed(this.pointed = null));
    svg.addEventListener("click", at((place) => {
      this.rove(place);
      heard.chosen(place);
    }));
    svg.addEventListener("dblclick", at((place) => this.fold(place)));
    // Not of the drawing itself: with such a listener it would take the focus.
    svg.parentElement.addEventListener("focusin", ({ target }) => {
      const place = this.placeOf(target);
      if (place === null) return;
      this.rove(place, false);
      this.camera.keepInSight(this.boxOf(place));
      heard.pointed(place);
    });
    svg.parentElement.addEventListener("focusout", () => heard.pointed(null));
  }

  placeOf(target) {
    const group = target.closest?.(".place, .edge");
    return group && this.svg.contains(group) ? Number(group.dataset.place) : null;
  }

  /** Makes a place stand out that is meant elsewhere, as by a board; null: none. */
  highlight(place) {
    this.lit?.classList.remove("lit");
    this.lit = this.nodes[place];
    this.lit?.classList.add("lit");
  }

  // --- a tree for the keyboard and for screen readers -------------------------------------------

  makeTree() {
    const { svg, replay } = this;
    svg.setAttribute("role", "group");
    const tree = svg.querySelector(".nodes");
    tree.setAttribute("role", "tree");
    tree.setAttribute("aria-label", this.texts.tree);
    svg.querySelector(".edges").setAttribute("aria-hidden", "true");
    const depth = [];
    replay.places.forEach((place, i) => {
      depth[i] = place.up === null ? 1 : depth[place.up] + 1;
      const siblings = place.up === null ? [0] : replay.places[place.up].below;
      const node = this.nodes[i];
      node.setAttribute("role", "treeitem");
      node.setAttribute("tabindex", i ? "-1" : "0");
      node.setAttribute("aria-level", depth[i]);
      node.setAttribute("aria-posinset", siblings.indexOf(i) + 1);
      node.setAttribute("aria-setsize", siblings.length);
      if (place.below.length) node.setAttribute("aria-expanded", "true");
    });
    this.roving = 0;
  }

  /** The one place that Tab comes to. */
  rove(place, focus = true) {
    this.nodes[this.roving].setAttribute("tabindex", "-1");
    this.roving = place;
    this.nodes[place].setAttribute("tabindex", "0");
    if (focus) this.nodes[place].focus({ preventScroll: true });
  }

  get focused() {
    const node = this.svg.getRootNode().activeElement;
    return node && this.svg.contains(node) ? this.placeOf(node) : null;
  }

  /** Up and down the tree as it is read; with `jump` to the parent, or past the whole subtree. */
  walk(place, direction, jump) {
    const { places } = this.replay;
    let next = place + direction;
    if (jump && direction < 0) next = places[place].up ?? 0;
    if (jump && direction > 0) next = this.end(place);
    while (this.out.has(next)) next += direction;
    if (next >= 0 && next < places.length) this.rove(next);
  }

  // --- folding ----------------------------------------------------------------------------------

  /** The first place that is not below this one: below it are those that follow in preorder. */
  end(place) {
    let last = place;
    while (this.replay.places[last].below.length) last = this.replay.places[last].below.at(-1);
    return last + 1;
  }

  /** How many nodes are below a place, those included that the drawing does not show. */
  below(place) {
    let count = 0;
    for (let at = place + 1; at < this.end(place); at++) {
      const { kind, hidden } = this.replay.places[at];
      count += (kind === "MORE" ? 0 : 1) + (hidden ?? 0);
    }
    return count + (this.replay.places[place].hidden ?? 0);
  }

  /** The place itself, or the folded one that hides it. */
  insight(place) {
    return this.replay.path(place).find((at) => this.folded.has(at)) ?? place;
  }

  /** Folds what is below a place, or unfolds it again. */
  fold(place, folded = !this.folded.has(place)) {
    if (this.replay.places[place].hidden) return this.heard.wanted(place);
    this.foldAll(folded ? [...this.folded, place] : [...this.folded].filter((at) => at !== place));
  }

  /** Folds below just these places. */
  foldAll(places) {
    const before = this.folded;
    this.folded = new Set(places.filter((place) => this.replay.places[place]?.below.length));
    this.out.clear();
    this.replay.places.forEach(({ up }, place) => {
      if (up !== null && (this.out.has(up) || this.folded.has(up))) this.out.add(place);
      this.nodes[place].classList.toggle("out", this.out.has(place));
      this.edges[place]?.classList.toggle("out", this.out.has(place));
    });
    for (const place of new Set([...before, ...this.folded])) this.noteFolded(place);
    if (this.out.has(this.roving)) this.rove(this.insight(this.roving), this.focused !== null);
    this.arrange();
    this.show([]);
  }

  noteFolded(place) {
    const node = this.nodes[place];
    const folded = this.folded.has(place);
    node.setAttribute("aria-expanded", String(!folded));
    node.setAttribute("aria-label", this.name(place));
    node.querySelector(".note")?.remove();
    if (!folded) return;
    const note = document.createElementNS(this.svg.namespaceURI, "text");
    const [x, , , , , foot] = this.replay.places[place].at;
    note.setAttribute("class", "label note");
    note.setAttribute("text-anchor", "middle");
    note.setAttribute("font-size", "11");
    note.setAttribute("x", x);
    note.setAttribute("y", foot + 11);
    note.textContent = `▸ ${this.many(this.texts.count, this.below(place))}`;
    node.append(note);
  }

  /** Folds everything but the way to the current place and the expected line, or unfolds all. */
  focusOn() {
    if (!this.folded.size) return this.foldBut([...this.replay.stack, ...this.replay.line]);
    this.foldAll([]);
    this.camera.fit();
  }

  /** Folds whatever is beside these places. */
  foldBut(places) {
    const kept = new Set([0, ...places]);
    this.foldAll(this.replay.places.flatMap(({ up }, i) => up !== null && kept.has(up) && !kept.has(i) ? [i] : []));
    this.camera.fit();
  }

  /** Sets closer together what is in sight: as Python laid it out where nothing is folded. */
  arrange() {
    const { places } = this.replay;
    const moved = places.map(() => 0);
    if (this.folded.size) {
      const reach = places.map((place, i) => this.reach(place, i));
      const offset = pack(places, reach, this.out);
      const x = [offset[0]];
      for (let i = 1; i < places.length; i++) x[i] = x[places[i].up] + offset[i];
      const start = Math.min(...this.unfolded.map((i) => x[i] - reach[i][0]));
      this.unfolded.forEach((i) => (moved[i] = x[i] - start + MARGIN - places[i].at[0]));
    }
    moved.forEach((by, i) => {
      if (by !== this.moved[i]) this.nodes[i].setAttribute("transform", `translate(${by.toFixed(2)} 0)`);
    });
    for (let i = 1; i < places.length; i++) {
      const up = places[i].up;
      if (moved[i] === this.moved[i] && moved[up] === this.moved[up]) continue;
      const [branch, bars] = this.edges[i].children;
      const ends = [places[up].at[0] + moved[up], places[i].at[0] + moved[i]];
      branch.setAttribute("d", branch.getAttribute("d")
        .replace(/M[-.\d]+/, `M${ends[0].toFixed(1)}`).replace(/L[-.\d]+/, `L${ends[1].toFixed(1)}`));
      bars.setAttribute("transform", `translate(${moved[i].toFixed(2)} 0)`);
    }
    this.moved = moved;
    const [x0, y0, x1, y1] = this.boxAround(this.unfolded);
    this.camera.whole = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN];
    this.ready = null;
    this.camera.look(this.camera.view);
  }

  reach({ at: [, , left, right] }, place) {
    const note = this.folded.has(place) ? 45 : 0;
    return [Math.max(left, note), Math.max(right, note)];
  }
}

/** How far each place stands from its parent, subtrees side by side and parents in the middle. */
function pack(places, reach, out) {
  const offset = places.map(() => 0);
  const outline = []; // of each subtree: how far each of its levels reaches to the left and right
  for (let i = places.length - 1; i >= 0; i--) {
    if (out.has(i)) continue;
    const below = places[i].below.filter((child) => !out.has(child));
    const levels = [];
    const x = [];
    for (const child of below) {
      const own = outline[child];
      let at = 0;
      own.forEach(([left], level) => {
        if (levels[level]) at = Math.max(at, levels[level][1] + GAP + left);
      });
      if (x.length) at = Math.max(at, x.at(-1));
      x.push(at);
      own.forEach(([left, right], level) => {
        levels[level] = [levels[level]?.[0] ?? left - at, at + right];
      });
      outline[child] = null;
    }
    const middle = x.length ? (x[0] + x.at(-1)) / 2 : 0;
    below.forEach((child, n) => (offset[child] = x[n] - middle));
    outline[i] = [reach[i], ...levels.map(([left, right]) => [left + middle, right - middle])];
  }
  return offset;
}
