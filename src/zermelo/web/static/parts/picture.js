// A chart as a file of its own: SVG or PNG on a light ground, with its title and its legend.

import { h, s } from "./ui.js";

const HEAD = 36; // above the chart, for the title
const EDGE = 16; // beside the title and the legend
const ROW = 22; // of the legend
const FONT = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";
const STYLES = { fill: "", stroke: "none", "stroke-width": "1px", "stroke-dasharray": "none", "font-size": "", "font-weight": "400", "font-style": "normal" };

/** The chart `drawn` as the text of an SVG file; `legend` is the list that the page shows below it. */
export function standalone(drawn, title, note, legend) {
  const [, , wide, high] = drawn.getAttribute("viewBox").split(" ").map(Number);
  const root = s("svg", { class: "chart", "font-family": FONT, width: wide }, s("title", {}, title), s("rect", { class: "paper", width: "100%", height: "100%" }),
    s("text", { class: "heading", x: EDGE, y: 24 }, title), s("text", { x: wide - EDGE, y: 24, "text-anchor": "end" }, note),
    s("g", { transform: `translate(0 ${HEAD})` }, ...drawn.childNodes));
  const stage = h("div", { class: "stage", "aria-hidden": "true" }, root); // where styles and widths are known
  document.body.append(stage);
  let [x, y] = [EDGE, HEAD + high + ROW / 2];
  for (const item of legend.children) {
    const key = item.querySelector(".key");
    const words = s("text", { class: "entry", x: 40, y: 4.5 }, pieces(item));
    const entry = s("g", {}, s("g", { class: key.getAttribute("class").replace("key", ""), transform: "translate(16 0)" },
      ...[...key.childNodes].map((node) => node.cloneNode(true))), words);
    root.append(entry);
    const room = 40 + words.getComputedTextLength() + EDGE;
    if (x > EDGE && x + room > wide) [x, y] = [EDGE, y + ROW];
    entry.setAttribute("transform", `translate(${x.toFixed(1)} ${y})`);
    x += room;
  }
  const height = y + ROW;
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${wide} ${height}`, width: wide, height })) root.setAttribute(name, value);
  root.querySelectorAll(".near").forEach((element) => element.remove()); // only for the mouse
  const painted = [...root.querySelectorAll("path, rect, text, tspan")].map((element) => [element, getComputedStyle(element)]);
  for (const [element, style] of painted) for (const [name, usual] of Object.entries(STYLES)) {
    if ((name.startsWith("font") ? /text|tspan/.test(element.tagName) : true) && style.getPropertyValue(name) !== usual) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
  }
  for (const element of [root, ...root.querySelectorAll("[class]")]) element.removeAttribute("class");
  stage.remove();
  return { text: new XMLSerializer().serializeToString(root), wide, height };
}

/** The same as PNG, twice as large. */
export async function raster({ text, wide, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * wide, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The words of an entry of the legend; a power stands above the line. */
function pieces(item) {
  const found = [];
  let raised = false;
  const leaves = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (leaves.nextNode()) {
    const { parentElement: { tagName }, data } = leaves.currentNode;
    const up = tagName === "SUP";
    found.push(s("tspan", { class: tagName, dy: up ? -5 : raised ? 5 : null }, data));
    raised = up;
  }
  return found;
}
