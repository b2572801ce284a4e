// What pages are built of: elements, controls, notices. Texts only ever become text, never markup.

import { button as pictured, h, icon, ICONS } from "/player/elements.js";
import { left, Problem } from "./api.js";
import { t } from "./texts.js";

export { h, parseDrawing } from "/player/elements.js";

// Beside the pictures of the player.
Object.assign(ICONS, {
  undo: "M7 5L3 9l4 4M3 9h9a5 5 0 010 10h-2",
  redo: "M13 5l4 4-4 4M17 9H8a5 5 0 000 10h2",
  swap: "M6 3v13M3 13l3 3 3-3M14 17V4M11 7l3-3 3 3",
  plus: "M4 10h12M10 4v12",
  people: "M7 9a3 3 0 100-6 3 3 0 000 6zM2 17c0-4 10-4 10 0M13 9a2.5 2.5 0 100-5M14 12c3 0 4 2 4 5",
  setup: "M4 4h12v12H4zM4 10h12M10 4v12",
  copy: "M7 7h9v10H7zM13 7V3H4v10h3",
  close: "M5 5l10 10M15 5L5 15",
  bin: "M4 6h12M8 6V3h4v3M6 6l1 11h6l1-11",
  auto: "M10 3a7 7 0 100 14zM10 3a7 7 0 010 14",
  light: "M10 6a4 4 0 100 8 4 4 0 000-8zM10 1v2M10 17v2M1 10h2M17 10h2M4 4l1 1M15 15l1 1M16 4l-1 1M5 15l-1 1",
  dark: "M16 12A7 7 0 118 4a6 6 0 008 8z",
  share: "M10 13V3M6 7l4-4 4 4M4 11v6h12v-6",
  flip: "M4 9a6 6 0 0111-3l1 2M16 3v5h-5M16 11a6 6 0 01-11 3l-1-2M4 17v-5h5",
  save: "M10 3v10M6 9l4 4 4-4M4 17h12",
});

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** What a press does; whatever goes wrong then is told. */
const pressed = (act) => act && (async (event) => {
  try {
    await act(event);
  } catch (error) {
    complain(error);
  }
});

/** A button with words, and a picture where one is named. */
export function button(words, press, { picture, ...properties } = {}) {
  const kind = [properties.class, picture && "withicon"].filter(Boolean).join(" ");
  return h("button", { type: "button", onclick: pressed(press), ...properties, class: kind || null },
    picture ? icon(picture) : null, picture ? h("span", {}, words) : words);
}

/** A button with a picture only; its name is read out, and shown when pointed at. */
export function tool(picture, name, press, properties = {}) {
  return pictured(picture, name, pressed(press), properties);
}

/** A control with its name above. */
export function field(name, control, properties = {}) {
  return h("label", { class: "field", ...properties }, h("span", {}, name), control);
}

/** A box to tick. */
export function check(name, checked, change, properties = {}) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked, onchange: (event) => change?.(event.target.checked), ...properties }),
    h("span", {}, name));
}

/** A list to choose from; `choices` are [value, text]. */
export function choose(choices, chosen, change, properties = {}) {
  const list = h("select", { onchange: (event) => change?.(event.target.value), ...properties },
    choices.map(([value, text]) => h("option", { value }, text)));
  if (choices.some(([value]) => value === String(chosen))) list.value = chosen;
  return list;
}

let groups = 0;

/** A few choices side by side; `choices` are [value, text]. */
export function segments(name, choices, chosen, change) {
  const group = `segments${groups += 1}`;
  const labels = choices.map(([value, text]) => h("label", {},
    h("input", { type: "radio", name: group, value, checked: value === chosen, onchange: () => change(value) }),
    h("span", {}, text)));
  return h("fieldset", {}, h("legend", {}, name), h("div", { class: "segments" }, labels));
}

/** The title of a page, with a line about it. */
export function head(title, about = "") {
  return h("header", { class: "head" }, h("h1", { tabindex: -1 }, title), about ? h("p", {}, about) : null);
}

/** Calls a function a little after the last of several calls, and not after `signal`. */
export function later(milliseconds, call, signal) {
  let waiting = 0;
  signal?.addEventListener("abort", () => clearTimeout(waiting));
  return (...what) => {
    clearTimeout(waiting);
    if (!signal?.aborted) waiting = setTimeout(() => call(...what), milliseconds);
  };
}

/** A function that gives a signal to each of several requests: it ends the one before, and `signal` the last. */
export function latest(signal) {
  let request = new AbortController();
  signal?.addEventListener("abort", () => request.abort());
  return () => {
    request.abort();
    request = new AbortController();
    return request.signal;
  };
}

// --- notices ------------------------------------------------------------------------------------

const region = document.querySelector(".toasts");

/** A notice that goes away by itself; `kind` is "note" or "problem". */
export function say(text, kind = "note") {
  for (const old of region.children) if (old.dataset.text === text) old.remove();
  const toast = h("div", { class: "toast", "data-kind": kind, "data-text": text,
    role: kind === "problem" ? "alert" : "status" },
  h("span", {}, text), tool("close", t("Close"), () => toast.remove()));
  region.append(toast);
  if (region.togglePopover) { // above a dialog that is open
    region.popover = "manual";
    if (region.matches(":popover-open")) region.hidePopover();
    region.showPopover();
  }
  while (region.children.length > 4) region.firstElementChild.remove();
  const wait = () => setTimeout(() => (toast.matches(":hover, :focus-within") ? wait() : toast.remove()),
    kind === "problem" ? 9000 : 5000);
  wait();
}

/** What an error says to people. */
export function messageOf(error) {
  return error instanceof Problem && error.kind === "gone" ? t("The server does not answer. Is zermelo still running?") : error.message;
}

/** Tells of an error, unless nobody waits for the answer any more. */
export function complain(error) {
  if (left(error)) return;
  if (!(error instanceof Problem)) console.error(error);
  say(messageOf(error), "problem");
}

/** Copies a text, and says so. */
export async function copy(text, done = t("Copied.")) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(text);
  }
}

/** Gives a file to the visitor. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Shows a dialog until it is closed; `build(close)` gives what is in it. */
export function openDialog(title, build) {
  for (const other of document.querySelectorAll("dialog")) other.close(); // of a double click
  const name = `dialog${groups += 1}`;
  const dialog = h("dialog", { "aria-labelledby": name, onclose: () => dialog.remove() });
  const close = () => dialog.close();
  dialog.append(h("header", { class: "row spread" }, h("h2", { id: name }, title),
    tool("close", t("Close"), close, { class: "plain" })), build(close));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks whether to do something that cannot be undone. */
export function confirmed(title, question, yes) {
  return new Promise((answer) => {
    const dialog = openDialog(title, (close) => h("div", { class: "stack" }, h("p", {}, question),
      h("div", { class: "row end" }, button(t("Cancel"), close),
        button(yes, () => { dialog.returnValue = "yes"; close(); }, { class: "primary" }))));
    dialog.classList.add("short");
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"));
  });
}
