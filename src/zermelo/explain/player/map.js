// A small map of a tree that is too large for the screen: all that is unfolded, and what of it is in sight.

import { h } from "./elements.js";

const SIZE = [200, 84]; // half the pixels of the canvas
const COLOURS = { MAX: "--max", MIN: "--min", CHANCE: "--chance" };

export class TreeMap {
  /** For the eye and the pointer alone: the keys have the tree itself. */
  constructor(stage) {
    this.stage = stage;
    this.element = h("canvas", { class: "map", width: 2 * SIZE[0], height: 2 * SIZE[1], "aria-hidden": "true", hidden: true });
    for (const name of ["pointerdown", "pointermove"]) {
      this.element.addEventListener(name, (event) => event.buttons && this.go(event));
    }
  }

  /** How a point of the drawing comes onto the map: [scale, left, top]. */
  get frame() {
    const [x0, y0, x1, y1] = this.stage.camera.whole;
    const scale = Math.min((2 * SIZE[0] - 12) / (x1 - x0), (2 * SIZE[1] - 12) / (y1 - y0));
    return [scale, SIZE[0] - (scale * (x0 + x1)) / 2, SIZE[1] - (scale * (y0 + y1)) / 2];
  }

  go({ offsetX, offsetY }) {
    const [scale, left, top] = this.frame;
    const { stage: { camera }, element } = this;
    const fine = element.width / element.clientWidth; // pixels of the map for one of the page
    camera.jump({ ...camera.view, x: (fine * offsetX - left) / scale, y: (fine * offsetY - top) / scale });
  }

  /** Draws it, soon. */
  draw() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.paint();
    });
  }

  paint() {
    const { element, stage: { camera, replay, folding, shift } } = this;
    const { view, size, whole } = camera;
    const [across, down] = size.map((length) => length / view.scale);
    element.hidden = across >= whole[2] - whole[0] && down >= whole[3] - whole[1];
    if (element.hidden) return;
    const ink = element.getContext("2d");
    const style = getComputedStyle(element);
    const colour = (name) => style.getPropertyValue(name);
    const [scale, left, top] = this.frame;
    ink.clearRect(0, 0, element.width, element.height);
    const dot = Math.max(5, Math.min(10, 26 * scale));
    const on = new Set(replay.current === null ? replay.line : replay.path(replay.current));
    for (const place of folding.inSight) {
      const { at: [x, y], kind } = replay.places[place];
      const seen = replay.looks[place].status !== "";
      ink.globalAlpha = seen || on.has(place) ? 1 : 0.45;
      ink.fillStyle = colour(on.has(place) ? "--current" : COLOURS[kind] ?? "--quiet");
      ink.fillRect(left + scale * (x + shift[place]) - dot / 2, top + scale * y - dot / 2, dot, dot);
    }
    ink.globalAlpha = 1;
    ink.strokeStyle = colour("--ink");
    ink.lineWidth = 2;
    ink.strokeRect(left + scale * (view.x - across / 2), top + scale * (view.y - down / 2), scale * across, scale * down);
  }
}
