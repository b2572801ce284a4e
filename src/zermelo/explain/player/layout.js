// Where places stand once some are folded away: closer together, parents in the middle.

const ALMOST = 6; // so near the middle the central child hangs straight down
const GAP = 14; // between blocks that are set closer, when others are folded
const NOTE = 45; // to each side of a folded place: its note of how many nodes are below
const CLOSE = [48, 80]; // to the left and right of a folded place: what is longer there overlaps, now and then
export const MARGIN = 16; // around the drawing

/** How far to the right of where Python put it each place stands; nothing moves where nothing is folded. */
export function shifts(places, folding) {
  const shift = places.map(() => 0);
  if (!folding.folds.size) return shift;
  const reach = places.map(({ at: [, , left, right] }, place) => {
    if (!folding.folds.has(place)) return [left, right];
    return [Math.max(Math.min(left, CLOSE[0]), NOTE), Math.max(Math.min(right, CLOSE[1]), NOTE)];
  });
  const offset = pack(places, reach, folding.out);
  const x = [offset[0]];
  for (let i = 1; i < places.length; i++) x[i] = x[places[i].up] + offset[i];
  const start = Math.min(...folding.inSight.map((i) => x[i] - reach[i][0]));
  folding.inSight.forEach((i) => (shift[i] = x[i] - start + MARGIN - places[i].at[0]));
  return shift;
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
    const [half, central] = x.length ? [(x[0] + x.at(-1)) / 2, x[x.length >> 1]] : [0, 0];
    const middle = x.length % 2 && Math.abs(central - half) < ALMOST ? central : half;
    below.forEach((child, n) => (offset[child] = x[n] - middle));
    outline[i] = [reach[i], ...levels.map(([left, right]) => [left + middle, right - middle])];
  }
  return offset;
}
