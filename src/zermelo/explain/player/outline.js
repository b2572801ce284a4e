// The drawing as a tree for the keyboard and for screen readers.

import { fill, formatCount, formatValue, t } from "./values.js";

export class Outline {
  /** `nodes` are the groups of the places in the drawing `svg`. */
  constructor(svg, nodes, replay, folding) {
    Object.assign(this, { svg, nodes, replay, folding });
    svg.setAttribute("role", "group");
    const tree = svg.querySelector(".nodes");
    tree.setAttribute("role", "tree");
    tree.setAttribute("aria-label", t("Search tree"));
    svg.querySelector(".edges").setAttribute("aria-hidden", "true");
    const depth = [];
    replay.places.forEach((place, i) => {
      depth[i] = place.up === null ? 1 : depth[place.up] + 1;
      const siblings = place.up === null ? [0] : replay.places[place.up].below;
      const node = nodes[i];
      node.setAttribute("role", "treeitem");
      node.setAttribute("tabindex", i ? "-1" : "0");
      node.setAttribute("aria-level", depth[i]);
      node.setAttribute("aria-posinset", siblings.indexOf(i) + 1);
      node.setAttribute("aria-setsize", siblings.length);
      if (place.below.length) node.setAttribute("aria-expanded", "true");
    });
    this.stop = 0; // the one place that Tab comes to
  }

  /** Tells how a place looks now. */
  update(place) {
    this.nodes[place].setAttribute("aria-label", this.name(place));
  }

  /** Tells whether a place is folded. */
  expand(place) {
    this.nodes[place].setAttribute("aria-expanded", String(!this.folding.folds.has(place)));
    this.update(place);
  }

  /** What a place is called when it is read out. */
  name(place) {
    const at = this.replay.places[place];
    const look = this.replay.looks[place];
    const below = this.folding.folds.has(place) ? this.folding.below(place) : at.hidden;
    return [
      at.called,
      at.kind === "MORE" ? "" : this.replay.run.kinds[at.kind],
      look.alpha === null || at.kind === "LEAF" ? "" : `α ${formatValue(look.alpha)}, β ${formatValue(look.beta)}`,
      look.value === null
        ? at.written === undefined ? "" : fill(t("leaf value {value}"), { value: formatValue(at.written) })
        : fill(t("value {value}"), { value: formatValue(look.value) }),
      look.cut ? t("cut") : "",
      look.status === "open" ? t("being searched") : "",
      look.status === "cut" ? t("skipped by a cut") : "",
      look.status === "dropped" ? look.parts.same ?? t("left out") : "",
      look.line ? t("on the expected line") : "",
      below ? this.count(t("{count} node not shown", "{count} nodes not shown"), below) : "",
    ].filter(Boolean).join(", ");
  }

  /** A text of one node, or of several. */
  count([one, several], count) {
    return fill(count === 1 ? one : several, { count: formatCount(count) });
  }

  /** Lets Tab come to a place. */
  rove(place, focus = true) {
    this.nodes[this.stop].setAttribute("tabindex", "-1");
    this.stop = place;
    this.nodes[place].setAttribute("tabindex", "0");
    if (focus) this.nodes[place].focus({ preventScroll: true });
  }

  /** The place of an element of the drawing, null: it has none. */
  placeOf(target) {
    const group = target.closest?.(".place, .edge");
    return group && this.svg.contains(group) ? Number(group.dataset.place) : null;
  }

  /** The place that has the focus, null: none. */
  get focus() {
    const node = this.svg.getRootNode().activeElement;
    return node && this.svg.contains(node) ? this.placeOf(node) : null;
  }

  /** Up and down the tree as it is read; with `jump` to the parent, or past the whole subtree. */
  walk(place, direction, jump) {
    const { places } = this.replay;
    let next = place + direction;
    if (jump && direction < 0) next = places[place].up ?? 0;
    if (jump && direction > 0) next = this.folding.end(place);
    while (this.folding.out.has(next)) next += direction;
    if (next >= 0 && next < places.length) this.rove(next);
  }
}
