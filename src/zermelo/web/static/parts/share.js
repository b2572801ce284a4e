// Links to a match: to look on, to hold the moves, and to play against somebody on another computer.

import { fill, t } from "./texts.js";
import { button, choose, copy, field, h, openDialog } from "./ui.js";

/** Whether this page has an address that works on this computer alone. */
export const onlyHere = /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname);

/** Opens the dialog; `holding` is the address that holds the moves, `name(side)` what a player is called. */
export function openShare(match, holding, name) {
  const row = (about, address) => h("div", { class: "link" }, h("p", {}, about),
    h("div", { class: "row" }, h("input", { readonly: true, value: address, "aria-label": about, class: "mono small" }),
      button(t("Copy"), () => copy(address), { picture: "copy" })));
  const here = (path) => new URL(path, location.origin).href;
  openDialog(t("Share"), () => {
    const links = h("div", { class: "stack share" });
    const build = () => {
      const { data } = match;
      const watch = data.saved ? row(t("To look on: the game as it goes"), here(`/play/${data.id}`)) : null;
      links.replaceChildren(...[watch, row(t("A link that holds the moves: nothing is saved, anybody can play on"), here(holding)), data.role === "owner" ? invitation(data) : null,
        onlyHere ? h("p", { class: "quiet small" }, t("This address works on this computer alone: start zermelo serve with --host.")) : null].filter(Boolean));
    };
    const invitation = ({ id, guest, invite, sides }) => {
      const [first, ...others] = Object.keys(sides);
      if (!others.length) return null; // a puzzle
      if (invite) return row(fill(t("Whoever opens this link plays {side}. Moves arrive by themselves."), { side: name(guest.toUpperCase()) }), here(`/play/${id}?seat=${invite}`));
      const side = choose([...others, first].map((each) => [each, name(each.toUpperCase())]), others[0], null, { "data-field": "guest" });
      return h("div", { class: "link" }, h("p", {}, t("To play against somebody on another computer")), h("div", { class: "row" }, field(t("They play"), side),
        button(t("Make a link"), async () => {
          if (!match.data.saved && !await match.save()) return;
          if (await match.change("invitation", { side: side.value }, "PUT")) build();
        }, { class: "primary" })));
    };
    build();
    return links;
  });
}
