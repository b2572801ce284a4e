// What can be set, and chosen, of games, searches and shapes of trees, in words.

import { CONVENTIONS } from "/player/conventions.js";
import { t } from "./texts.js";

/** The choices of a parameter or setting by name. */
export function choiceNames(name) {
  const yesOrNo = { yes: t("yes"), no: t("no"), any: t("any") };
  return CONVENTIONS()[name]?.[1] ?? {
    heuristic: { lines: t("open lines"), pieces: t("stones on the board"), sound: t("sound"), report: t("as the report of 2017 has it") },
    empties: { usual: t("the winner on 8 by 8, else nobody"), winner: t("the winner"), nobody: t("nobody") },
    order: { left: t("left to right"), right: t("right to left"), fixed: t("by the heuristic, once"), dynamic: t("by what the search has learned") },
    ties: { first: t("the first"), last: t("the last"), ...yesOrNo },
    ends: { utility: t("by its utility"), heuristic: t("by the heuristic") },
    uneven: yesOrNo,
    root: { max: "MAX", min: "MIN" },
    odds: { mixed: t("mixed"), equal: t("equal") },
  }[name] ?? {};
}

/** What a setting of a search is called. */
export function settingName(name) {
  return CONVENTIONS()[name]?.[0] ?? {
    depth: t("Depth"),
    order: t("Order"),
    convention: t("As in lecture"),
    root_depth: t("Depth of the root"),
    chance_depth: t("Depth of a chance level"),
    ties: t("Of equal moves"),
    ends: t("How the end of the game looks"),
    functions: t("Functions of the pseudo-code"),
    alpha: t("Alpha at the root"),
    beta: t("Beta at the root"),
    table: t("Transposition table"),
    symmetry: t("Symmetric positions count as one"),
    delta: t("Width of the window"),
    guess: t("First guess"),
    extension: t("Plies beyond the depth"),
    simulations: t("Random games"),
    exploration: t("Exploration"),
    seed: t("Seed of the random numbers"),
    nodes: t("At most so many nodes"),
  }[name];
}

/** What a part of a shape is called. */
export function shapeName(key) {
  return CONVENTIONS()[key]?.[0] ?? {
    depth: t("Depth"),
    branching: t("Branches of a node"),
    cuts: t("Cuts"),
    deep: t("Deep cuts"),
    pruned: t("Leaves pruned"),
    ties: t("Ties"),
    leaves: t("Leaves from..to"),
    step: t("Step between values"),
    root: t("At the root"),
    levels: t("Kind of every level"),
    chance: t("Levels of chance"),
    odds: t("Probabilities"),
    uneven: t("Leaves at several depths"),
    heuristic: t("heuristic"),
  }[key] ?? key;
}

/** The levels of practice. */
export const levelNames = () => ({ values: t("1 · values and pruning"), bounds: t("2 · alpha and beta"), all: t("3 · everything") });
