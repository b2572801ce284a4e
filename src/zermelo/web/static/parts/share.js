// Links to a match: to look on, to hold the moves, and to play against others on other computers.

import { visitor } from "./api.js";
import { recall, store } from "./memory.js";
import { fill, t } from "./texts.js";
import { button, choose, copy, field, h, openDialog, tool } from "./ui.js";

/** Whether this page has an address that works on this computer alone. */
export const onlyHere = /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname);

/** Opens the dialog; `holding` is the address that holds the moves, `name(side)` what a player is called. */
export function openShare(match, holding, name) {
  const row = (about, address, ...more) => h("div", { class: "link" }, h("p", {}, about),
    h("div", { class: "row" }, h("input", { readonly: true, value: address, "aria-label": about, class: "mono small" }),
      button(t("Copy"), () => copy(address), { picture: "copy" }), more));
  const here = (path) => new URL(path, location.origin).href;
  openDialog(t("Share"), () => {
    const links = h("div", { class: "stack share" });
    const build = () => {
      const { data } = match;
      const watch = data.saved ? row(t("To look on: the game as it goes"), here(`/play/${data.id}`)) : null;
      links.replaceChildren(...[watch, row(t("A link that holds the moves: nothing is saved, anybody can play on"), here(holding)), ...data.role === "owner" ? invitations(data) : [], data.role === "guest" ? invited(data) : null,
        onlyHere ? h("p", { class: "quiet small" }, t("This address works on this computer alone: start zermelo serve with --host.")) : null].filter(Boolean));
    };
    const called = (seat) => name(seat.toUpperCase());
    const give = async (change) => {
      if (!match.data.saved && !await match.save()) return;
      if (!await match.change("invitations", { sides: change(match.data.guests) }, "PUT")) return;
      build();
      [...links.querySelectorAll("input")].at(-1).focus(); // the button that was pressed is gone
    };
    const invitations = ({ id, guests, invites, sides }) => {
      const given = guests.map((seat) => row(fill(t("Whoever opens this link plays {side}. Moves arrive by themselves."), { side: called(seat) }), here(`/play/${id}?seat=${invites[seat]}`),
        tool("bin", fill(t("End the invitation: {side}"), { side: called(seat) }), () => give((seats) => seats.filter((each) => each !== seat)))));
      const [first, ...others] = Object.keys(sides).filter((seat) => !guests.includes(seat));
      if (!others.length) return given; // somebody stays: in a puzzle, and where all others are invited
      const side = choose([...others, first].map((seat) => [seat, called(seat)]), others[0], null, { "data-field": "guest" });
      return [...given, h("div", { class: "link" }, h("p", {}, t("To play against somebody on another computer")), h("div", { class: "row" }, field(t("They play"), side),
        button(t("Make a link"), () => give((seats) => [...seats, side.value]), { class: "primary" })))];
    };
    const invited = ({ id, seats }) => h("div", { class: "link" }, h("p", {}, fill(t("You were invited to play {side}. The same link brings you back."), { side: seats.map(called).join(", ") })),
      h("div", { class: "row" }, button(t("Leave the seat"), async () => {
        const { [id]: _token, ...others } = recall("seats", {});
        store("seats", others);
        visitor.seat = "";
        await match.reload();
        build();
      })));
    build();
    return links;
  });
}
