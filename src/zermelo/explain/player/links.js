// The state of a player as the part of a link after #: step=13&folded=5.9&mode=predict ...

const THEMES = ["auto", "light", "dark"];

/** The state as text. Steps are counted from 1, as people see them. */
export function written({ step, run, other, otherStep, folded, view, predict, theme }) {
  const parts = {
    step: step + 1,
    run: run || undefined,
    other,
    otherstep: otherStep === undefined ? undefined : otherStep + 1,
    folded: folded.join(".") || undefined,
    view: [view.x.toFixed(1), view.y.toFixed(1), view.scale.toFixed(4)].join("_"),
    mode: predict ? "predict" : undefined,
    theme,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== undefined)).toString();
}

/** The state that a text tells; what makes no sense is left out. */
export function readLink(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const whole = (name) => /^\d+$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : undefined;
  const step = (name) => whole(name) === undefined ? undefined : whole(name) - 1;
  const [x, y, scale] = (parts.get("view") ?? "").split("_").map(Number);
  return {
    step: step("step"), run: whole("run"), other: whole("other"), otherStep: step("otherstep"),
    folded: parts.get("folded")?.split(".").map(Number),
    view: Number.isFinite(x) && Number.isFinite(y) && scale > 0 ? { x, y, scale } : undefined,
    predict: parts.get("mode") === "predict",
    theme: THEMES.includes(parts.get("theme")) ? parts.get("theme") : undefined,
  };
}
