// The dialog that lists the keys and the signs of the drawing.

import { h } from "./elements.js";

export function helpDialog(texts) {
  const rows = texts.keys.map(([keys, what]) => h("tr", {},
    h("th", { scope: "row" }, keys.split(" ").map((key) => [h("kbd", {}, key), " "])), h("td", {}, what)));
  return h("dialog", { "aria-label": texts.help },
    h("h3", {}, texts.help), h("table", {}, h("tbody", {}, rows)),
    h("h3", {}, texts.legendTitle), h("ul", {}, texts.legend.map((line) => h("li", {}, line))),
    h("form", { method: "dialog" }, h("button", {}, texts.close)));
}
