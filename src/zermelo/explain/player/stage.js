// The drawing of a run: it shows looks, what is in sight of it, and what is folded.
// Python has drawn it (svg.py); nothing is drawn here, only attributes, texts and places change.

import { writeLook } from "./attributes.js";
import { Camera } from "./camera.js";
import { Folding } from "./folding.js";
import { MARGIN, shifts } from "./layout.js";
import { Outline } from "./outline.js";
import { t } from "./values.js";

const FAR = 0.33; // below this scale nobody can read: the texts of many places are left out
const MANY = 150;
const AROUND = 0.6; // of the screen's size beyond its edges is ready

export class Stage {
  /** `svg` becomes the stage of `replay`; `on` has point, choose, want (of a place), move and wheels. */
  constructor(svg, replay, on) {
    Object.assign(this, { svg, replay, on });
    this.nodes = [];
    this.edges = [];
    for (const group of svg.querySelectorAll(".place")) this.nodes[group.dataset.place] = group;
    for (const group of svg.querySelectorAll(".edge")) this.edges[group.dataset.place] = group;
    this.parts = this.nodes.map((node) => [...node.querySelectorAll("[data-part]")]);
    this.marks = [...svg.querySelectorAll("[data-current], [data-sets]")];
    this.shift = this.nodes.map(() => 0); // how far to the right of where Python put it
    this.folding = new Folding(replay);
    this.begun = null; // the places folded to begin with
    this.outline = new Outline(svg, this.nodes, replay, this.folding);
    for (const group of svg.querySelectorAll(".place, .edge")) group.classList.add("away");
    this.camera = new Camera(svg, (...size) => { this.leaveOut(...size); on.move(); }, on);
    this.camera.crown = this.crown();
    this.listen();
  }

  // --- looks ------------------------------------------------------------------------------------

  /** Shows the looks of these places, and where the search is. */
  show(places) {
    for (const place of places) this.showPlace(place);
    for (const element of this.marks) {
      element.removeAttribute("data-current");
      element.removeAttribute("data-sets");
      element.removeAttribute("aria-current");
    }
    this.marks = [];
    const current = this.replay.current;
    this.svg.dataset.step = this.replay.step;
    if (current === null) return;
    const look = this.replay.looks[current];
    const at = this.nodes[this.folding.cover(current)];
    at.setAttribute("data-current", "true");
    at.setAttribute("aria-current", "step");
    this.marks.push(at);
    for (const bound of ["alpha", "beta"]) {
      const setter = look[`${bound}_by`];
      if (setter === null || setter === current) continue;
      const node = this.nodes[setter];
      const holds = this.replay.looks[setter][bound] === look[bound];
      node.setAttribute("data-sets", `${node.dataset.sets ?? ""} ${holds ? bound : "test"}`.trim());
      this.marks.push(node);
    }
  }

  showPlace(place) {
    const look = this.replay.looks[place];
    writeLook(look, this.nodes[place], this.edges[place]);
    for (const part of this.parts[place]) {
      const text = look.parts[part.dataset.part] ?? "";
      if (part.textContent !== text) part.textContent = text;
    }
    this.outline.update(place);
  }

  /** Makes a place stand out that is meant elsewhere, as by a board; null: none. */
  highlight(place) {
    this.light?.classList.remove("lit");
    this.light = this.nodes[place];
    this.light?.classList.add("lit");
  }

  // --- what is in sight -------------------------------------------------------------------------

  /** The box around a place. */
  boxOf(place) {
    const [x, , left, right, top, foot] = this.replay.places[place].at;
    const middle = x + this.shift[place];
    return [middle - left, top, middle + right, foot];
  }

  boxAround(places) {
    const boxes = places.map((place) => this.boxOf(place));
    return [0, 1, 2, 3].map((i) => Math[i < 2 ? "min" : "max"](...boxes.map((box) => box[i])));
  }

  /** Where the root is, and how far down its children reach. */
  crown() {
    const { at: [x, y], below } = this.replay.places[0];
    const [, top, , foot] = this.boxAround([0, ...below]);
    return { x: x + this.shift[0], y, height: foot - top };
  }

  /** Leaves out of the drawing what is far from sight: what is not drawn costs no time. */
  leaveOut(across, down) {
    const { x, y, scale } = this.camera.view;
    const { ready, replay: { places } } = this;
    const like = (now, before) => now <= 1.2 * before && now >= before / 1.2;
    if (ready && Math.abs(x - ready.x) < (AROUND * across) / 2 && Math.abs(y - ready.y) < (AROUND * down) / 2 &&
      like(across, ready.across) && like(down, ready.down)) return;
    this.ready = { x, y, across, down };
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
      if (near && !this.folding.out.has(i)) many++;
      if (up === null) return;
      const [a, b] = [up, i].map((end) => places[end].at[0] + this.shift[end]);
      keep(this.edges[i], meets(Math.min(a, b), places[up].at[1], Math.max(a, b), box[3]));
    });
    this.svg.classList.toggle("far", many > MANY && scale < FAR);
  }

  /** Keeps in sight where the search is; at an answer, the line that it expects. */
  follow() {
    const { current } = this.replay;
    if (this.begun) this.reveal(current === null ? this.replay.line : this.replay.path(current));
    const box = this.boxOf(this.folding.cover(current ?? 0));
    if (this.camera.stays) this.camera.fit(); // rather small than cut off at the sides
    else if (current === null) this.showLine(false);
    else this.camera.keepInSight(box);
  }

  /** Shows the expected line; where it is too wide to be read, `fold` hides what is beside it. */
  showLine(fold = true) {
    const line = this.replay.line.filter((place) => !this.folding.out.has(place));
    if (!line.length) return;
    const box = this.boxAround(line);
    if (this.camera.fitting(box) >= FAR) this.camera.showAll(box);
    else if (fold) this.foldBut(this.replay.line);
    else this.camera.keepInSight(this.boxOf(0));
  }

  showCurrent() {
    const place = this.folding.cover(this.replay.current ?? 0);
    const [x, y] = this.replay.places[place].at;
    this.camera.goTo([x + this.shift[place], y]);
  }

  // --- pointer and focus ------------------------------------------------------------------------

  listen() {
    const { svg, on, outline } = this;
    const at = (act) => (event) => {
      const place = outline.placeOf(event.target);
      if (place !== null && !this.camera.dragging) act(place);
    };
    let last = null; // where the pointer was
    svg.addEventListener("pointermove", (event) => {
      const place = outline.placeOf(event.target);
      if (place === last) return;
      last = place;
      on.point(place);
    });
    svg.addEventListener("pointerleave", () => on.point(last = null));
    svg.addEventListener("click", at((place) => {
      outline.rove(place);
      on.choose(place);
    }));
    svg.addEventListener("dblclick", at((place) => this.fold(place)));
    // Not of the drawing itself: with such a listener it would take the focus.
    svg.parentElement.addEventListener("focusin", ({ target }) => {
      const place = outline.placeOf(target);
      if (place === null) return;
      outline.rove(place, false);
      this.camera.keepInSight(this.boxOf(place));
      on.point(place);
    });
    svg.parentElement.addEventListener("focusout", () => on.point(null));
  }

  // --- folding ----------------------------------------------------------------------------------

  /** What a link tells of the folds: nothing while they are those that the tree began with. */
  get chosenFolds() {
    const { folds } = this.folding;
    return this.begun ? [] : this.large && !folds.size ? ["none"] : [...folds];
  }

  /** Begins with the first levels, where the whole tree is too large to be read. */
  beginFolded(most) {
    const { camera, folding, replay } = this;
    this.large = true;
    do {
      this.begun = folding.beyond(most); // until the reader folds or unfolds something
      this.reveal(replay.path(replay.current ?? 0));
      camera.begin(most <= 1);
      most /= 2;
    } while (camera.paired && !camera.fits && most > 0.5);
  }

  /** Unfolds just the way to these places. */
  reveal(places) {
    const stay = new Set(places);
    const deep = (place) => this.replay.path(place).slice(0, -1).some((at) => this.begun.includes(at));
    const folds = [...this.begun.filter((place) => !stay.has(place)), ...this.folding.but(places).filter(deep)]
      .filter((place) => this.replay.places[place].below.length);
    if (folds.some((place) => !this.folding.folds.has(place)) || folds.length < this.folding.folds.size) {
      this.foldAll(folds);
    }
  }

  /** Folds what is below a place, or unfolds it again. */
  fold(place, fold = !this.folding.folds.has(place)) {
    if (this.replay.places[place].hidden) return this.on.want(place);
    this.begun = null;
    this.foldAll(this.folding.with(place, fold));
  }

  /** Folds everything but the way to the current place and the expected line, or unfolds all. */
  focusOn() {
    if (this.begun || !this.folding.folds.size) return this.foldBut([...this.replay.stack, ...this.replay.line]);
    this.foldAll([]);
    this.camera.fit();
  }

  /** Folds whatever is beside these places. */
  foldBut(places) {
    this.begun = null;
    this.foldAll(this.folding.but(places));
    this.camera.fit();
  }

  /** Folds below just these places. */
  foldAll(places) {
    const { folding, outline } = this;
    const changes = folding.set(places);
    this.nodes.forEach((node, place) => {
      node.classList.toggle("out", folding.out.has(place));
      this.edges[place]?.classList.toggle("out", folding.out.has(place));
    });
    for (const place of changes) {
      outline.expand(place);
      this.note(place);
    }
    if (folding.out.has(outline.stop)) outline.rove(folding.cover(outline.stop), outline.focus !== null);
    this.arrange();
    this.show([]);
  }

  /** Notes below a folded place how many nodes it hides. */
  note(place) {
    const node = this.nodes[place];
    node.querySelector(".note")?.remove();
    if (!this.folding.folds.has(place)) return;
    const note = document.createElementNS(this.svg.namespaceURI, "text");
    const [x, , , , , foot] = this.replay.places[place].at;
    note.setAttribute("class", "label note");
    note.setAttribute("text-anchor", "middle");
    note.setAttribute("font-size", "11");
    note.setAttribute("x", x);
    note.setAttribute("y", foot + 11);
    note.textContent = `▸ ${this.outline.count(t("{count} node", "{count} nodes"), this.folding.below(place))}`;
    node.append(note);
  }

  /** Sets closer together what is in sight: as Python laid it out where nothing is folded. */
  arrange() {
    const { places } = this.replay;
    const shift = shifts(places, this.folding);
    shift.forEach((by, i) => {
      if (by !== this.shift[i]) this.nodes[i].setAttribute("transform", `translate(${by.toFixed(2)} 0)`);
    });
    for (let i = 1; i < places.length; i++) {
      const up = places[i].up;
      if (shift[i] === this.shift[i] && shift[up] === this.shift[up]) continue;
      const [branch, bars] = this.edges[i].children;
      const ends = [places[up].at[0] + shift[up], places[i].at[0] + shift[i]];
      branch.setAttribute("d", branch.getAttribute("d")
        .replace(/M[-.\d]+/, `M${ends[0].toFixed(1)}`).replace(/L[-.\d]+/, `L${ends[1].toFixed(1)}`));
      bars.setAttribute("transform", `translate(${shift[i].toFixed(2)} 0)`);
    }
    this.shift = shift;
    this.camera.crown = this.crown();
    const [x0, y0, x1, y1] = this.boxAround(this.folding.inSight);
    this.camera.whole = [x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN];
    this.ready = null;
    this.camera.look(this.camera.view);
  }
}
