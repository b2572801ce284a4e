// What of a drawing is in sight: moved and zoomed by keys, buttons, mouse and fingers.

const CLOSEST = 4; // pixels of the screen for one of the drawing
const READABLE = 0.45; // below this scale texts are too small
const BEGIN = 0.85; // the scale to begin with where the whole drawing would be too small
const EDGE = 6; // pixels at the top, with as many at the bottom
const DRAG = 6; // pixels: a pointer that moves less is a click

export class Camera {
  /** `move` is called after each movement; `wheels`: whether the wheel zooms; `fellows`: cameras with the same scale. */
  constructor(svg, move, { wheels, fellows = () => [] }) {
    Object.assign(this, { svg, move, wheels, fellows });
    const { width, height } = svg.viewBox.baseVal;
    this.whole = [0, 0, width, height]; // the box of the drawing: left, top, right, bottom
    this.crown = { x: width / 2, y: 0, height }; // what to begin with: the root, and how far down its children reach
    this.view = null; // {x, y, scale}: what is in the middle, and pixels for one unit
    this.fits = false; // whether the whole drawing is to stay in sight
    this.drag = 0; // how far the pointer moved since it went down
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.listen();
  }

  /** Takes the size that the page gives it; asked for seldom, for that is slow. */
  resize() {
    const blank = !this.size || this.size[0] <= 1; // not on the screen till now
    this.size = [this.svg.clientWidth || 1, this.svg.clientHeight || 1];
    if (blank) this.begin();
    else this.look(this.fits ? this.around(this.whole) : this.view);
  }

  /** Whether there is another tree beside this one. */
  get paired() {
    return this.fellows().length > 0;
  }

  /** Whether it is one of two trees, each of which is to stay whole in sight. */
  get stays() {
    return this.paired && this.fits;
  }

  /** The first view: the whole drawing, or, where that is too `small`, its root and what is below it. */
  begin(small = false) {
    const whole = this.around(this.whole);
    this.fits = small || whole.scale >= READABLE;
    if (this.fits) return this.look(whole);
    const { x, y, height } = this.crown;
    const wished = Math.max(BEGIN, Math.min(this.size[0] / 1200, 1.4));
    const scale = Math.max(READABLE, Math.min(wished, (this.size[1] - 2 * EDGE) / height));
    const down = this.size[1] / scale;
    this.look({ x, y: Math.min(y + 0.3 * down, this.whole[1] + 0.5 * down - EDGE / scale), scale });
  }

  look({ x, y, scale }) {
    const [x0, y0, x1, y1] = this.whole;
    const within = (number, low, high) => Math.min(Math.max(number, low), high);
    scale = within(scale, this.fitting(this.whole) / 2, CLOSEST);
    this.view = { x: within(x, x0, x1), y: within(y, y0, y1), scale };
    const [across, down] = this.size.map((length) => length / scale);
    this.svg.setAttribute("viewBox", [this.view.x - across / 2, this.view.y - down / 2, across, down]
      .map((number) => number.toFixed(2)).join(" "));
    this.move(across, down);
  }

  /** Goes to a view at once. */
  jump(view) {
    this.fits = false;
    this.look(view);
  }

  /** Glides to a view, or jumps where motion is unwelcome. */
  glide(view, fits = false) {
    cancelAnimationFrame(this.frame);
    this.fits = fits;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.look(view);
    const from = this.view;
    const began = performance.now();
    const move = (now) => {
      const part = Math.min(1, Math.max(0, now - began) / 220);
      const between = (name) => from[name] + (view[name] - from[name]) * part * (2 - part);
      this.look({ x: between("x"), y: between("y"), scale: between("scale") });
      if (part < 1) this.frame = requestAnimationFrame(move);
    };
    this.frame = requestAnimationFrame(move);
  }

  /** The scale at which a box just fits. */
  fitting([x0, y0, x1, y1]) {
    return Math.min(this.size[0] / (x1 - x0), this.size[1] / (y1 - y0));
  }

  /** The view that has just this box in it. */
  around(box, most = 2.2) {
    const [x0, y0, x1, y1] = box;
    for (const other of this.fellows()) if (other.size) most = Math.min(most, 0.97 * other.fitting(other.whole));
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: Math.min(0.97 * this.fitting(box), most) };
  }

  fit() {
    this.glide(this.around(this.whole), true);
  }

  zoom(factor, [x, y] = [this.view.x, this.view.y]) {
    const { view } = this;
    const low = this.fitting(this.whole) / 2;
    const scale = Math.min(Math.max(view.scale * factor, low), CLOSEST);
    const ratio = view.scale / scale;
    this.jump({ x: x + (view.x - x) * ratio, y: y + (view.y - y) * ratio, scale });
    for (const other of this.fellows()) other.jump({ ...other.view, scale });
  }

  /** Goes to a point of the drawing, near enough to read. */
  goTo([x, y]) {
    this.glide({ x, y, scale: Math.max(1, this.view.scale) });
  }

  /** Moves the view, where the box is not in it, just so far that it is well inside. */
  keepInSight([x0, y0, x1, y1]) {
    const { x, y, scale } = this.view;
    const nearest = (at, length, low, high) => {
      const [edge, inside] = [(0.5 * length - 6) / scale, (0.38 * length) / scale];
      if (low >= at - edge && high <= at + edge) return at;
      if (high - low > 2 * inside) return (low + high) / 2;
      return low < at - edge ? low + inside : high - inside;
    };
    const [toX, toY] = [nearest(x, this.size[0], x0, x1), nearest(y, this.size[1], y0, y1)];
    if (toX !== x || toY !== y) this.glide({ x: toX, y: toY, scale }, this.stays);
  }

  /** Has the whole box in sight, from farther away if need be. */
  showAll(box) {
    if (this.fitting(box) >= this.view.scale) this.keepInSight(box);
    else this.glide(this.around(box, this.view.scale));
  }

  /** The point of the drawing under a pointer. */
  point({ clientX, clientY }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const { x, y, scale } = this.view;
    return [x + (clientX - left - width / 2) / scale, y + (clientY - top - height / 2) / scale];
  }

  listen() {
    const { svg } = this;
    const down = new Map(); // the pointers that are down: where they were last
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !this.wheels()) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.point(event));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      cancelAnimationFrame(this.frame);
      if (!down.size) this.drag = 0;
      down.set(event.pointerId, event);
    });
    svg.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      this.drag += Math.abs(dx) + Math.abs(dy);
      if (!this.dragging) return;
      svg.setPointerCapture(event.pointerId);
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        this.zoom(apart(event) / Math.max(apart(before), 1), this.point(other));
      } else {
        const { x, y, scale } = this.view;
        this.jump({ x: x - dx / scale, y: y - dy / scale, scale });
      }
      down.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, (event) => down.delete(event.pointerId));
    }
  }

  /** Whether the pointer moved too far for a click. */
  get dragging() {
    return this.drag >= DRAG;
  }
}
