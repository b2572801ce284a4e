// Moves that go from cell to cell: a piece is chosen, then its target, until one move is left.

/** The moves of a position that are on its board; `held` are the cells chosen so far. */
export class Routes {
  constructor(moves) {
    this.moves = moves;
    this.held = [];
  }

  /** The moves that go through all that is chosen. */
  get left() {
    return this.moves.filter(({ route }) => this.held.every((cell, i) => route[i] === cell));
  }

  /** The cells that can be chosen next, each with the moves that go on there. */
  get next() {
    const found = new Map();
    for (const move of this.left) {
      const cell = move.route[this.held.length];
      if (cell !== undefined) found.set(cell, [...(found.get(cell) ?? []), move]);
    }
    return found;
  }

  /** Whether a move begins at a cell. */
  begins(cell) {
    return this.moves.some(({ route }) => route[0] === cell);
  }

  /** Chooses a cell, which may let go what was chosen; gives the moves to be played, or asked about, if any. */
  choose(cell) {
    if (this.held.length && cell === this.held.at(-1)) return this.ended();
    if (!this.next.has(cell)) {
      this.held = [];
      if (!this.begins(cell)) return [];
    }
    this.held.push(cell);
    const { left, held } = this;
    const sure = left.length === 1 && (held.length > 1 || left[0].route.length === 1);
    return sure || left.every(({ route }) => route.length === held.length) ? left : [];
  }

  /** The moves that end at the cell chosen last, which is chosen again; without any it is let go. */
  ended() {
    const whole = this.left.filter(({ route }) => route.length === this.held.length);
    if (!whole.length) this.held = [];
    return whole;
  }
}
