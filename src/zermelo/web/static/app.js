// The shell: navigation, language, colours, the state of the engine; and which page is shown.

import { THEMES, themeNames } from "/player/theme.js";
import { ask, left, Problem } from "./parts/api.js";
import { recall, store } from "./parts/memory.js";
import { complainAbove, renewed } from "./parts/reload.js";
import { lang, load, t } from "./parts/texts.js";
import { choose, complain, h, messageOf, s, say, tool } from "./parts/ui.js";

const PAGES = { "": "gallery", play: "play", explain: "explain", practise: "practise", lab: "lab" };
const LANGUAGES = [["en", "English"], ["es", "Español"], ["ca", "Català"]];

const shell = document.querySelector(".shell");
const main = document.querySelector("main");
let leave = new AbortController();
let here = null; // the address of the page on the screen
let broken = false; // a part of the app could not be loaded, and browsers do not ask for it again

// --- pages --------------------------------------------------------------------------------------

/** Goes to an address of the app. */
export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  if (broken) return location.reload();
  if (!replace) scrollTo(0, 0);
  return show({ focus: !replace });
}

/** Keeps the state of a page in its address, without a new entry in the history. */
export function remember(address) {
  history.replaceState(null, "", address);
  here = location.pathname + location.search;
}

/** Shows the page of the address; `again`: with what it shows now left where it cannot be shown. */
async function show({ focus = false, again = false } = {}) {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  here = location.pathname + location.search;
  const [first = "", ...path] = location.pathname.split("/").filter(Boolean);
  const name = Object.hasOwn(PAGES, first) ? PAGES[first] : null;
  for (const link of shell.querySelectorAll("nav a")) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.dataset.page = name ?? "";
  try {
    if (!name) {
      main.replaceChildren(h("h1", { tabindex: -1 }, t("Nothing here")), h("p", {}, t("there is nothing at this address")),
        h("p", {}, h("a", { class: "button primary", href: "/" }, t("To the games"))));
      document.title = `${t("Nothing here")} · Zermelo`;
      return;
    }
    const page = await import(`./pages/${name}.js`).catch(() => {
      broken = true;
      throw new Problem({ type: "gone" });
    });
    const query = new URLSearchParams(location.search);
    const content = await page.show({ path: path.map(decoded), query, signal, go, remember });
    if (signal.aborted) return;
    main.replaceChildren(...content);
    delete main.dataset.failed;
    page.begin?.();
  } catch (error) {
    if (signal.aborted || left(error)) return;
    if (again && complainAbove(main, messageOf(error))) return;
    main.dataset.failed = "";
    complain(error);
    main.replaceChildren(h("h1", { tabindex: -1 }, t("This page cannot be shown")), h("p", {}, messageOf(error)),
      h("p", {}, h("a", { class: "button", href: "/" }, t("To the games"))));
  }
  document.title = `${main.querySelector("h1")?.textContent ?? "Zermelo"} · Zermelo`;
  if (focus) main.querySelector("h1")?.focus({ preventScroll: true });
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // it names nothing, whatever it is
  }
}

addEventListener("popstate", () => {
  if (broken) location.reload();
  else if (location.pathname + location.search !== here) show({ focus: true });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});

// --- the shell ----------------------------------------------------------------------------------

function buildShell() {
  const logo = s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("path", { d: "M16 13L8 20M16 13l8 7", fill: "none", stroke: "var(--edge)", "stroke-width": 2.4 }),
    s("path", { d: "M16 3l7 11H9z", fill: "var(--max)" }),
    s("path", { d: "M8 29L2 18h12zM24 29l-6-11h12z", fill: "var(--min)" }));
  const names = { gallery: t("Gallery"), play: t("Play"), explain: t("Explain"), practise: t("Practise"), lab: t("Lab") };
  const links = Object.entries(PAGES).map(([path, name]) =>
    h("a", { href: `/${path}`, "data-page": name }, names[name]));
  const languages = choose(LANGUAGES, lang, async (chosen) => {
    store("lang", chosen);
    await load(chosen);
    buildShell();
    shell.querySelector("select").focus();
    await show();
  }, { "aria-label": t("Language"), "data-setting": "language" });
  shell.replaceChildren(
    h("a", { class: "skip", href: "#main", onclick: skip }, t("Skip to the content")),
    h("a", { class: "brand", href: "/" }, logo, "Zermelo"),
    h("nav", { "aria-label": t("Pages") }, links),
    h("div", { class: "about" }, engine, languages, themeButton()));
  showEngine();
}

function skip(event) {
  event.preventDefault();
  const target = main.querySelector("h1") ?? main;
  target.focus();
  target.scrollIntoView();
}

function themeButton() {
  const now = recall("theme", "auto");
  return tool(now, `${t("Colours")}: ${themeNames()[now]}`, ({ currentTarget }) => {
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    store("theme", next);
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const renewed = themeButton();
    currentTarget.replaceWith(renewed);
    renewed.focus();
    say(`${t("Colours")}: ${themeNames()[next]}`);
    dispatchEvent(new CustomEvent("zermelo-theme", { detail: next }));
  }, { "data-setting": "theme" });
}

// --- the engine ---------------------------------------------------------------------------------

const engine = h("p", { class: "engine", role: "status" }, h("span", {}));
const NOW_AND_THEN = 4000; // milliseconds
const OFTEN = 1000;
const SILENCE = 10_000;
let engineState = "loading";

function showEngine() {
  const text = { loading: t("The engine is loading"), warm: t("The engine is ready"), gone: t("The server does not answer") }[engineState];
  engine.dataset.engine = engineState;
  engine.title = text;
  if (engine.firstChild.textContent !== text) engine.firstChild.textContent = text;
}

let writing = false; // whether there are games of users, which somebody may be writing

/** Asks how the engine and the users' games are; whether the page is to be shown again. A server that is silent is gone. */
async function lookAtServer() {
  try {
    const { engine: state, rules } = await ask("GET", "/api/status", undefined, AbortSignal.timeout(SILENCE));
    engineState = state;
    writing = Object.keys(rules).length > 0;
    return renewed(rules, main);
  } catch {
    engineState = "gone";
    return false;
  }
}

/** Looks often while the engine loads or somebody writes a game, else now and then. */
async function watchServer() {
  if (!document.hidden) {
    if (await lookAtServer()) show({ again: true });
    showEngine();
  }
  setTimeout(watchServer, engineState === "warm" && !writing ? NOW_AND_THEN : OFTEN);
}

addEventListener("zermelo-gone", () => {
  engineState = "gone";
  showEngine();
});

/** Loads the texts, without which there is nothing to show; a server that is busy is asked again. */
async function begin() {
  try {
    await load();
  } catch {
    await new Promise((done) => setTimeout(done, 1000));
    return begin();
  }
}

await Promise.all([begin(), lookAtServer()]); // what is shown is of these rules, or newer ones
buildShell();
watchServer();
await show();
