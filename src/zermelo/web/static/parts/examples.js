// The trees of the lectures, by name, with what shows them best; and shapes of trees to draw at random.

import { t } from "./texts.js";

export function examples() {
  return [
    [t("The tree of 000, 001 and AIMA"), "max A [\n  a1: min B [ 3 12 8 ]\n  a2: min C [ 2 4 6 ]\n  a3: min D [ 14 5 2 ]\n]"],
    [t("000: from the left and from the right"), "[[[[5 6] [7 4 5]] [[3]]] [[[6] [6 9]] [[7]]] [[[5]] [[9 8] [6]]]]"],
    [t("003: expectiminimax"), "max [\n  chance [ 1/2: min [2 4]  1/2: min [7 4] ]\n  chance [ 1/2: min [6 0]  1/2: min [5 -2] ]\n]",
      { algorithm: "expectiminimax" }],
    [t("What a node returns"), "max A [ min B [5]  min C [ max D [3 4]  9 ] ]", { convention: "000" }],
    [t("A deep cut"), "max A [\n  min B [ 5 7 ]\n  min C [ max D [ min E [ 4 9 ] 2 ] 8 ]\n]"],
    [t("A second look: principal-variation search"), "[[8 9 10] [9 7 8] [11 12 13]]", { algorithm: "pvs" }],
    [t("A defended pawn: the horizon"), "max [\n  take: min (h=1 unquiet) [ recapture: -4  wait: 1 ]\n  wait: min (h=0)         [ wait: 0 ]\n]",
      { algorithm: "quiescence", depth: 1 }],
  ].map(([name, tree, settings = {}]) => ({ name, tree: `title: "${name}"\n${tree}`, settings }));
}

export function randomTrees() {
  return [
    { name: t("two levels"), kind: "alphabeta", shape: "depth=2 branching=3" },
    { name: t("three levels, two cuts"), kind: "alphabeta", shape: "depth=3 cuts=2" },
    { name: t("a deep cut"), kind: "alphabeta", shape: "depth=4 branching=2 deep=1+" },
    { name: t("nothing to cut"), kind: "minimax", shape: "depth=3 branching=2 cuts=0" },
    { name: t("leaves at several depths"), kind: "minimax", shape: "uneven=yes" },
    { name: t("with chance"), kind: "expectiminimax", shape: "branching=2" },
  ];
}
