// The dialog that lists the keys and the signs of the drawing.

import { h } from "./elements.js";
import { t } from "./values.js";

export function helpDialog() {
  const rows = [
    ["← →", t("one step")],
    ["Shift+← Shift+→", t("to the previous or next cut, return or random game")],
    ["Home End", t("to the first or last step")],
    ["Space", t("play the steps, or pause; in the tree like Enter")],
    ["v", t("fill the screen, for a projector; Esc ends it")],
    ["+ − f", t("zoom in, zoom out, show the whole tree")],
    ["z l", t("go to the current node, show the expected line")],
    ["c", t("fold or unfold the node that has the focus, else the current one")],
    ["p", t("predict mode; 1, 2, 3 … answer, Esc ends it")],
    ["Tab", t("from one control to the next; the tree is one of them")],
    ["↑ ↓", t("in the tree: to the node before or after")],
    ["Shift+↑ Shift+↓", t("in the tree: to the parent, or past the subtree")],
    ["Enter", t("in the tree: to the next visit of the node; so does a click")],
    ["?", t("this help")],
  ].map(([keys, what]) => h("tr", {},
    h("th", { scope: "row" }, keys.split(" ").map((key) => [h("kbd", {}, key), " "])), h("td", {}, what)));
  const signs = [
    t("Triangle up: MAX. Triangle down: MIN. Circle: chance. Square: a leaf."),
    t("Two bars across a branch: a cut. Grey and dashed: what it skips."),
    t("[α, β] in italics above a node: passed in. α and β beside it: held inside; what was held before is struck through. ↑ and a value: returned."),
    t("An orange ring: the current node. A dotted ring: the node that set one of its bounds."),
    t("Thick branches: the line that the search expects."),
    t("Lines and rings on a board: what the heuristic counts, MAX's solid, MIN's dashed."),
    t("n: the visits of a node of Monte-Carlo tree search; its shape holds the mean. Orange branches: the way of a simulation; dashed: its random game."),
    t("▸: nodes that are not shown."),
  ];
  return h("dialog", { "aria-label": t("Keys and signs (?)") },
    h("h3", {}, t("Keys and signs (?)")), h("table", {}, h("tbody", {}, rows)),
    h("h3", {}, t("Signs")), h("ul", {}, signs.map((line) => h("li", {}, line))),
    h("form", { method: "dialog" }, h("button", {}, t("Close"))));
}
