// The state of the player in the address of the page, and the link to it.

import { readLink } from "./links.js";

const LATER = 250; // milliseconds: not at every frame of a movement

export class Address {
  /** `player.link` is the state as text; only a player that is `linked` writes into the address. */
  constructor(player) {
    this.player = player;
    this.timer = null;
  }

  get isLinked() {
    return this.player.hasAttribute("linked");
  }

  /** The state that the address holds. */
  read() {
    return this.isLinked ? readLink(location.hash) : {};
  }

  /** Writes the state into the page's address, a little later. */
  remember() {
    if (!this.isLinked || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.last = this.player.link;
      try {
        history.replaceState(null, "", `#${this.last}`);
      } catch {
        // A page inside another may not change its address: the button still copies the link.
      }
    }, LATER);
  }

  /** Nothing more is written: the page has another address now. */
  leave() {
    clearTimeout(this.timer);
  }

  /** Calls `change` when the reader gives the page another state by its address, until `signal`. */
  follow(change, signal) {
    if (!this.isLinked) return;
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.last) change();
    }, { signal });
  }

  /** Copies the link; gives what to say: `done`, or the link where it could not be copied. */
  async copy(done) {
    const link = `${location.href.split("#")[0]}#${this.player.link}`;
    try {
      await navigator.clipboard.writeText(link);
      return done;
    } catch {
      return link;
    }
  }
}
