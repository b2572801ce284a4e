// Which places of a tree are folded, and what is out of sight below them.

export class Folding {
  constructor(replay) {
    this.replay = replay;
    this.folds = new Set(); // the places below which nothing is in sight
    this.out = new Set(); // places out of sight below a folded one
  }

  /** Folds below just these places; gives those that were folded before, or are now. */
  set(places) {
    const before = this.folds;
    this.folds = new Set(places.filter((place) => this.replay.places[place]?.below.length));
    this.out.clear();
    this.replay.places.forEach(({ up }, place) => {
      if (up !== null && (this.out.has(up) || this.folds.has(up))) this.out.add(place);
    });
    return new Set([...before, ...this.folds]);
  }

  /** The folded places where this one is folded, or not, as well. */
  with(place, fold) {
    return fold ? [...this.folds, place] : [...this.folds].filter((at) => at !== place);
  }

  /** The places to fold so that only these, and what hangs beside them, are in sight. */
  but(places) {
    const stay = new Set([0, ...places]);
    return this.replay.places.flatMap(({ up }, i) => up !== null && stay.has(up) && !stay.has(i) ? [i] : []);
  }

  /** The places to fold so that the first levels are in sight, as many as have room for so few. */
  beyond(most) {
    const levels = [];
    const level = [];
    this.replay.places.forEach(({ up }, place) => {
      level[place] = up === null ? 0 : level[up] + 1;
      (levels[level[place]] ??= []).push(place);
    });
    let depth = 1;
    let count = 1 + (levels[1]?.length ?? 0);
    while (levels[depth + 1] && count + levels[depth + 1].length <= most) count += levels[++depth].length;
    return levels[depth + 1] ? levels[depth] : [];
  }

  /** The places that are not folded away. */
  get inSight() {
    return [...this.replay.places.keys()].filter((place) => !this.out.has(place));
  }

  /** The place itself, or the folded one that hides it. */
  cover(place) {
    return this.replay.path(place).find((at) => this.folds.has(at)) ?? place;
  }

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
}
