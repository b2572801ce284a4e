// What a lecture needs: the steps played one after the other, and nothing but them on the screen.

import { button } from "./elements.js";
import { t } from "./values.js";

export class Show {
  constructor(player) {
    this.player = player;
    this.timer = null;
    this.button = button("present", t("Fill the screen, for a projector (V)"), () => this.present(),
      { "aria-keyshortcuts": "v", "aria-pressed": String(this.isPresented) });
  }

  /** Plays on at the speed chosen, or no more; from the first step where it was at the last. */
  play(on = this.timer === null) {
    const { player } = this;
    const was = this.timer !== null;
    clearTimeout(this.timer);
    this.timer = null;
    if (on && !player.prediction.on) {
      if (player.step >= player.last) player.go(0);
      this.wait();
    }
    if (was !== (this.timer !== null)) player.transport.showPlaying(!was);
  }

  wait() {
    const { player } = this;
    this.timer = setTimeout(() => {
      player.go(player.step + 1);
      if (player.step < player.last && player.isConnected) this.wait();
      else this.play(false);
    }, player.transport.pace);
  }

  /** Another document takes its place. */
  end() {
    clearTimeout(this.timer);
  }

  get isPresented() {
    return this.player.hasAttribute("data-present");
  }

  /** Fills the screen, with large letters and without what only distracts; or no more. */
  present(on = !this.isPresented) {
    const { player } = this;
    if (on === this.isPresented) return;
    player.toggleAttribute("data-present", on);
    this.button.setAttribute("aria-pressed", String(on));
    if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // it fills the window all the same
    else if (document.fullscreenElement) document.exitFullscreen();
    requestAnimationFrame(() => player.panes.forEach(({ stage: { camera } }) => { camera.resize(); camera.fit(); }));
  }
}
