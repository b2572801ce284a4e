// The state of a player as the part of a link after #: step=13&folded=5.9&mode=predict ...

import { THEMES } from "./theme.js";

/** The state as text. Steps are counted from 0, as everywhere. */
export function writeLink({ step, run, other, otherStep, folds, view, predict, theme }) {
  const parts = {
    step,
    run: run || undefined,
    other,
    otherstep: otherStep,
    folded: folds.join(".") || undefined,
    view: view && [view.x.toFixed(1), view.y.toFixed(1), view.scale.toFixed(4)].join("_"),
    mode: predict ? "predict" : undefined,
    theme,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== undefined)).toString();
}

/** The state that a text tells; what makes no sense is left out. */
export function readLink(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const whole = (name) => /^\d+$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : undefined;
  const [x, y, scale] = (parts.get("view") ?? "").split("_").map(Number);
  return {
    step: whole("step"), run: whole("run"), other: whole("other"), otherStep: whole("otherstep"),
    folds: parts.get("folded")?.split(".").map(Number),
    view: Number.isFinite(x) && Number.isFinite(y) && scale > 0 ? { x, y, scale } : undefined,
    predict: parts.get("mode") === "predict",
    theme: THEMES.includes(parts.get("theme")) ? parts.get("theme") : undefined,
  };
}
