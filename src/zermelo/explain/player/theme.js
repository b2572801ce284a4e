// The colours of the player: as the screen is set, light or dark.

import { button } from "./elements.js";
import { fill, t } from "./values.js";

export const THEMES = ["auto", "light", "dark"];
/** What they are called. */
export const themeNames = () => ({ auto: t("as the screen is set"), light: t("light"), dark: t("dark") });
const DARK = "(prefers-color-scheme: dark)";

export class Theme {
  /** The colours of `host`; `change` is called when the reader chooses others. */
  constructor(host, change) {
    Object.assign(this, { host, change });
    this.button = button("theme", t("Light or dark"), () => this.next());
  }

  get name() {
    return this.host.dataset.theme;
  }

  set(name) {
    const { host, button: control } = this;
    host.dataset.theme = THEMES.includes(name) ? name : "auto";
    host.dataset.look = this.name === "auto" ? (matchMedia(DARK).matches ? "dark" : "light") : this.name;
    control.title = fill(t("Colours: {theme}"), { theme: themeNames()[this.name] });
    control.setAttribute("aria-label", control.title);
  }

  next() {
    this.set(THEMES[(THEMES.indexOf(this.name) + 1) % THEMES.length]);
    this.change();
  }

  /** Follows the screen, until `signal`. */
  follow(signal) {
    matchMedia(DARK).addEventListener("change", () => this.set(this.name), { signal });
  }
}
