// Small helpers for making elements. Texts only ever become text, never markup.

/** An element; properties that begin with "on" are listeners. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

export const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  jumpBack: "M10 4l-7 6 7 6zM17 4l-7 6 7 6z",
  back: "M14 4l-8 6 8 6z",
  forward: "M6 4l8 6-8 6z",
  jump: "M3 4l7 6-7 6zM10 4l7 6-7 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  play: "M6 4l10 6-10 6z",
  pause: "M5 4h3v12H5zM12 4h3v12h-3z",
  present: "M3 4h14v9H3zM10 13v4M6 17h8",
  zoomIn: "M4 10h12M10 4v12",
  zoomOut: "M4 10h12",
  fit: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  target: "M10 5a5 5 0 100 10 5 5 0 000-10zM10 2v4M10 14v4M2 10h4M14 10h4",
  line: "M10 3v5l-5 8M10 8l5 8",
  fold: "M10 3v4M4 12l6-5 6 5M4 17h12",
  focus: "M3 6h14M6 10h8M8 14h4",
  theme: "M10 3a7 7 0 100 14zM10 3a7 7 0 010 14",
  link: "M8 12l4-4M9 6l2-2a3 3 0 015 5l-2 2M11 14l-2 2a3 3 0 01-5-5l2-2",
  help: "M7 7.5a3 3 0 116 0c0 2-3 2-3 4.5M10 15v1.5",
};

/** A picture for a button. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with a picture; its name is read out and shown when pointed at. */
export function button(picture, name, press, properties = {}) {
  return h("button", { type: "button", title: name, "aria-label": name, onclick: press, ...properties },
    icon(picture));
}

/** Markup that Python wrote (the drawing of a position or of a tree) as an element. */
export function parseDrawing(markup) {
  const parsed = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  return quietly(document.importNode(parsed, true));
}

/** A drawing whose names are read out, but not shown when it is pointed at. */
export function quietly(svg) {
  for (const title of svg.querySelectorAll("svg > title")) {
    title.parentNode.setAttribute("aria-label", title.textContent);
    title.remove();
  }
  return svg;
}

/** A list to choose from; `choices` are [value, text, disabled]. */
export function select(label, choices, chosen, change, properties = {}) {
  const list = h("select", { onchange: (event) => change(event.target.value), ...properties },
    choices.map(([value, text, disabled]) => h("option", { value, disabled }, text)));
  list.value = chosen;
  return h("label", { class: "choice" }, h("span", {}, label), list);
}
