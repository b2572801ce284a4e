// Links to a match: to look on, to hold the moves, and to play against somebody on another computer.

import { fill, t } from "./texts.js";
import { button, choose, copy, field, h, openDialog } from "./ui.js";

/** Whether this page has an address that works on this computer alone. */
export const onlyHere = /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname);

/** Opens the dialog; `holding` is the address that holds the moves, `name(side)` what a player is called. */
export function openShare(match, holding, name) {
  const row = (about, address) => h("div", { class: "link" }, h("p", {}, about),
    h("div", { class: "row" }, h("input", { readonly: true, value: address, "aria-label": about, class: "mono small" }),
      button(t.share.copy, () => copy(address), { picture: "copy" })));
  const here = (path) => new URL(path, location.origin).href;
  openDialog(t.share.title, () => {
    const links = h("div", { class: "stack share" });
    const build = () => {
      const { data } = match;
      const watch = data.saved ? row(t.share.watch, here(`/play/${data.id}`)) : null;
      links.replaceChildren(...[watch, row(t.share.moves, here(holding)), data.role === "owner" ? invitation(data) : null,
        onlyHere ? h("p", { class: "quiet small" }, t.share.network) : null].filter(Boolean));
    };
    const invitation = ({ id, guest, invite }) => {
      if (invite) return row(fill(t.share.link, { side: name(guest.toUpperCase()) }), here(`/play/${id}?seat=${invite}`));
      const side = choose(["min", "max"].map((each) => [each, name(each.toUpperCase())]), "min", null, { "data-field": "guest" });
      return h("div", { class: "link" }, h("p", {}, t.share.invite), h("div", { class: "row" }, field(t.share.side, side),
        button(t.share.make, async () => {
          if (!match.data.saved && !await match.save()) return;
          if (await match.change("invitation", { side: side.value }, "PUT")) build();
        }, { class: "primary" })));
    };
    build();
    return links;
  });
}
