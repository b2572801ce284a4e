// Charts of counts against depth, on a logarithmic scale, drawn by hand.

import { rough, t } from "./texts.js";
import { s } from "./ui.js";

const NARROW = matchMedia("(max-width: 620px)");
const ROOM = { left: 54, right: 12, top: 12, bottom: 40, inner: 10 }; // inner: so that no marker is on the axis
const SIGNS = [ // markers tell the lines apart where colours do not
  "M-4 0a4 4 0 108 0a4 4 0 10-8 0z", "M0-5L4.6 4H-4.6z", "M-4-4H4V4H-4z", "M0-5.4L5.4 0 0 5.4-5.4 0z",
  "M0 5L4.6-4H-4.6z", "M-5-1.6h3.4V-5h3.2v3.4H5v3.2H1.6V5h-3.2V1.6H-5z",
];

/** How many colours and markers there are before they come again. */
const KINDS = 8;

/** A marker as a small drawing, for a legend. */
export function sign(index) {
  return s("svg", { viewBox: "-16 -7 32 14", class: `key series-${index % KINDS}`, "aria-hidden": "true" },
    s("path", { class: "line", d: "M-16 0H16" }), s("path", { class: "dot", d: SIGNS[index % SIGNS.length] }));
}

/** A chart of `series` [{name, index, points: [{depth, value, text}]}] and `curves` [{kind, points: [[depth, value]]}]. */
export function chart(title, series, curves, name, wide = !NARROW.matches) {
  const [WIDTH, HEIGHT] = wide ? [640, 380] : [340, 300];
  const depths = series.flatMap(({ points }) => points.map(({ depth }) => depth));
  const values = series.flatMap(({ points }) => points.map(({ value }) => value)).filter((value) => value > 0);
  if (!values.length) return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart" });
  const [from, to] = [Math.min(...depths), Math.max(...depths)];
  const within = curves.map(({ kind, points }) => ({ kind, points: points.filter(([depth]) => depth >= from && depth <= to) }));
  const least = Math.floor(Math.log10(Math.min(...values, ...within.flatMap(({ points }) => points.map(([, value]) => value)))));
  const most = Math.max(Math.ceil(Math.log10(Math.max(...values, ...within.flatMap(({ points }) => points.map(([, value]) => value)))) + 0.05), least + 1);
  const x = (depth) => ROOM.left + ROOM.inner + ((WIDTH - ROOM.left - ROOM.right - 2 * ROOM.inner) * (to === from ? 0.5 : (depth - from) / (to - from)));
  const y = (value) => HEIGHT - ROOM.bottom
    - ((HEIGHT - ROOM.top - ROOM.bottom) * (Math.log10(value) - least)) / (most - least);
  const powers = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const whole = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const every = Math.ceil(powers.length / 8);
  const grid = [
    ...powers.map((power) => s("g", {}, s("path", { class: "grid", d: `M${ROOM.left} ${y(10 ** power)}H${WIDTH - ROOM.right}` }),
      (power - least) % every ? null : s("text", { x: ROOM.left - 6, y: y(10 ** power) + 4, "text-anchor": "end" }, scale(power)))),
    ...whole.map((depth) => s("text", { x: x(depth), y: HEIGHT - ROOM.bottom + 17, "text-anchor": "middle" }, depth)),
    s("text", { x: (WIDTH + ROOM.left) / 2, y: HEIGHT - 5, "text-anchor": "middle", class: "axis" }, t("depth")),
  ];
  const path = (points) => points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const drawnCurves = within.map(({ points, kind }) => s("path", { class: `curve ${kind}`,
    d: path(points.map(([depth, value]) => [x(depth), y(value)])) }));
  const lines = series.map(({ name: called, index, points }) => {
    const visible = points.filter(({ value }) => value > 0);
    return s("g", { class: `series series-${index % KINDS}` },
      s("path", { class: "line", d: path(visible.map(({ depth, value }) => [x(depth), y(value)])) }),
      visible.map(({ depth, value, text }) => s("g", { class: "point", transform: `translate(${x(depth).toFixed(1)} ${y(value).toFixed(1)})` },
        s("circle", { r: 11, class: "near" }), s("path", { class: "dot", d: SIGNS[index % SIGNS.length] }),
        s("title", {}, `${called}, ${t("depth")} ${depth}: ${text}`))));
  });
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": `${title}: ${name}` },
    grid, drawnCurves, lines);
}

/** A curve's marker, for a legend. */
export function dashes(kind) {
  return s("svg", { viewBox: "-16 -7 32 14", class: "key", "aria-hidden": "true" }, s("path", { class: `curve ${kind}`, d: "M-16 0H16" }));
}

function scale(power) {
  return power >= -3 && power <= 3 ? String(Number((10 ** power).toPrecision(1))) : power > 3 && power < 12 ? rough(10 ** power).replace(/[.,]0 /, " ") : `1e${power}`;
}
