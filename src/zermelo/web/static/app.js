// The shell: navigation, language, colours, the state of the engine; and which page is shown.

import { ask, left, Problem } from "./parts/api.js";
import { recall, store } from "./parts/memory.js";
import { lang, load, t } from "./parts/texts.js";
import { choose, complain, h, messageOf, s, say, tool } from "./parts/ui.js";

const PAGES = { "": "gallery", play: "play", explain: "explain", practise: "practise", lab: "lab" };
const THEMES = ["auto", "light", "dark"];
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

async function show({ focus = false } = {}) {
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
      main.replaceChildren(h("h1", { tabindex: -1 }, t.shell.nowhereTitle), h("p", {}, t.shell.nowhere),
        h("p", {}, h("a", { class: "button primary", href: "/" }, t.shell.home)));
      document.title = `${t.shell.nowhereTitle} · Zermelo`;
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
    page.begin?.();
  } catch (error) {
    if (signal.aborted || left(error)) return;
    complain(error);
    main.replaceChildren(h("h1", { tabindex: -1 }, t.shell.failed), h("p", {}, messageOf(error)),
      h("p", {}, h("a", { class: "button", href: "/" }, t.shell.home)));
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
  const links = Object.entries(PAGES).map(([path, name]) =>
    h("a", { href: `/${path}`, "data-page": name }, t.nav[name]));
  const languages = choose(LANGUAGES, lang, async (chosen) => {
    store("lang", chosen);
    await load(chosen);
    buildShell();
    shell.querySelector("select").focus();
    await show();
  }, { "aria-label": t.shell.language, "data-setting": "language" });
  shell.replaceChildren(
    h("a", { class: "skip", href: "#main", onclick: skip }, t.shell.skip),
    h("a", { class: "brand", href: "/" }, logo, "Zermelo"),
    h("nav", { "aria-label": t.shell.pages }, links),
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
  return tool(now, `${t.shell.colours}: ${t.themes[now]}`, ({ currentTarget }) => {
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    store("theme", next);
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const renewed = themeButton();
    currentTarget.replaceWith(renewed);
    renewed.focus();
    say(`${t.shell.colours}: ${t.themes[next]}`);
    dispatchEvent(new CustomEvent("zermelo-theme", { detail: next }));
  }, { "data-setting": "theme" });
}

// --- the engine ---------------------------------------------------------------------------------

const engine = h("p", { class: "engine", role: "status" }, h("span", {}));
const NOW_AND_THEN = 4000; // milliseconds
const SILENCE = 10_000;
let engineState = "loading";

function showEngine() {
  const text = t.engine[engineState];
  engine.dataset.engine = engineState;
  engine.title = text;
  if (engine.firstChild.textContent !== text) engine.firstChild.textContent = text;
}

/** Asks how the engine is: often while it loads, then now and then. A server that is silent is gone. */
async function watchEngine() {
  if (!document.hidden) {
    try {
      engineState = (await ask("GET", "/api/status", undefined, AbortSignal.timeout(SILENCE))).engine;
    } catch {
      engineState = "gone";
    }
    showEngine();
  }
  setTimeout(watchEngine, engineState === "warm" ? NOW_AND_THEN : 1000);
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

await begin();
buildShell();
watchEngine();
await show();
