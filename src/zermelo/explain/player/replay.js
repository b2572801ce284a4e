// A run as it looks after each of its steps: changes are applied forwards and undone backwards.

// A look is what a place shows: the fields that steps change, as story.py names them.
const FRESH = Object.freeze({
  status: "", visits: 0, alpha_in: null, beta_in: null, alpha_by: null, beta_by: null,
  alpha: null, beta: null, old_alpha: [], old_beta: [], value: null, old_value: [], best: null,
  low: null, high: null, terms: [], returned: null, estimate: null, static: null, cut: null,
  hit: null, repeat: null, same: "", line: false,
  simulations: null, old_simulations: null, ucb: null, trail: null,
});

const LANDMARKS = new Set(["cutoff", "leave", "simulate"]);

export class Replay {
  constructor(run) {
    this.run = run;
    this.places = run.places.map((place) => ({ ...place, up: place.up ?? null, below: [] }));
    this.places.forEach(({ up }, i) => up !== null && this.places[up].below.push(i));
    this.looks = this.places.map((place) => ({ ...FRESH, parts: place.parts ?? {} }));
    this.fresh = [...this.looks];
    this.undo = []; // of each step applied so far: the looks it replaced
    this.visits = this.places.map(() => []); // of each place: the steps at which it is entered
    this.last = run.steps.length - 1;
    this.step = -1;
    for (let i = 0; i <= this.last; i++) this.forwards();
    this.goto(-1);
  }

  /** Goes to a step, -1 before the first; gives the places whose look is another now. */
  goto(step) {
    const touched = new Set();
    while (this.step < step) for (const [place] of this.forwards()) touched.add(place);
    while (this.step > step) {
      const before = this.undo[this.step--];
      for (let i = before.length - 1; i >= 0; i--) {
        const [place, look] = before[i];
        this.looks[place] = look;
        touched.add(place);
      }
    }
    return touched;
  }

  forwards() {
    const step = ++this.step;
    const before = [];
    for (const [first, last, fields, parts] of this.run.steps[step].changes) {
      for (let place = first; place <= last; place++) {
        const look = this.looks[place];
        before.push([place, look]);
        this.looks[place] = fields
          ? { ...look, ...fields, parts: parts ? { ...look.parts, ...parts } : look.parts }
          : { ...this.fresh[place], visits: look.visits };
        if (fields?.visits && this.undo.length === step) this.visits[place].push(step);
      }
    }
    this.undo[step] = before;
    return before;
  }

  /** The step that was last, null before the first. */
  get now() {
    return this.step < 0 ? null : this.run.steps[this.step];
  }

  /** The place where the search is. */
  get current() {
    return this.now?.place ?? null;
  }

  /** The places from the root to one. */
  path(place) {
    const found = [];
    for (let at = place; at !== null && at !== undefined; at = this.places[at].up) found.unshift(at);
    return found;
  }

  /** The places being searched, the root first. */
  get stack() {
    if (this.current !== null) return this.path(this.current);
    const open = this.looks.findLastIndex((look) => look.status === "open");
    return open < 0 ? [] : this.path(open);
  }

  /** The places of the line that the search expects. */
  get line() {
    return this.looks.flatMap((look, place) => (look.line ? [place] : []));
  }

  /** The next cut, return or random game from a step on, forwards or, -1, backwards; else the end there. */
  landmark(step, direction) {
    do step += direction;
    while (step > 0 && step < this.last && !LANDMARKS.has(this.run.steps[step].name));
    return direction < 0 ? Math.max(step, 0) : step < this.last ? step : Infinity;
  }

  /** The next visit of a place, the first after the last; null if it is never entered. */
  visit(place) {
    const visits = this.visits[place];
    return visits.find((step) => step > this.step) ?? visits[0] ?? null;
  }
}
