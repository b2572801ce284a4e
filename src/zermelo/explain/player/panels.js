// What stands beside the drawing: the node, the cut, the pseudo-code, the calls, the counts.

import { COUNTS } from "./compare.js";
import { h, parseDrawing } from "./elements.js";
import { bounds, samples, visits } from "./sampling.js";
import { fill, formatCount, formatValue, t } from "./values.js";

// What stands for a move in a board: one of its own, or a cell, by whose name a move to it goes.
const MOVES = "[data-action], [data-cell]";
const moveAt = (part) => part?.dataset.action ?? part?.dataset.cell;

const old = (values) => values.map((value) => [h("s", {}, formatValue(value)), " "]);

export class Panels {
  /** `on` has light(place) and choose(place): a place meant by something in a panel. */
  constructor(on) {
    this.on = on;
    this.sections = {};
    this.element = h("aside", { class: "panels", "aria-label": t("About this step") },
      Object.entries({ code: t("Pseudo-code"), node: t("Node"), card: t("The cut"), stack: t("Calls under way"), counts: t("Counts"),
        iterations: t("Iterations"), statics: t("Static and backed-up values") }).map(([name, title]) => this.make(name, title)));
  }

  make(name, words) {
    const body = h("div", { class: "body" });
    const title = h("summary", {}, h("h3", {}, words));
    const section = h("details", { class: name, open: true, hidden: true }, title, body);
    this.sections[name] = { section, body, title: title.firstChild };
    return section;
  }

  fill(name, ...children) {
    const { section, body } = this.sections[name];
    const content = children.flat(3).filter((child) => child !== null && child !== "");
    section.hidden = !content.length;
    body.replaceChildren(...content);
  }

  /** Shows a run; `target` is the place that the reader points at, `secret`: nothing to come is told. */
  show(replay, target, others = [], secret = false) {
    this.replay = replay;
    const place = target ?? replay.current ?? 0;
    this.fill("card", this.card(place, target));
    this.sections.node.title.textContent = fill(
      target === null ? t("Current node: {node}") : t("Node: {node}"),
      { node: replay.places[place]?.called ?? "" });
    this.fill("node", this.node(place, secret));
    this.fill("code", this.code());
    this.fill("stack", this.stack());
    this.fill("counts", this.counts([replay, ...others], secret));
    this.fill("iterations", this.iterations());
    this.fill("statics", this.statics());
  }

  /** Something that names a place: it lights up in the drawing, and a press goes there. */
  naming(place, ...children) {
    return h("button", {
      type: "button", class: "naming", "data-place": place,
      onclick: () => this.on.choose(place),
      onpointerenter: () => this.on.light(place),
      onpointerleave: () => this.on.light(null),
      onfocus: () => this.on.light(place),
      onblur: () => this.on.light(null),
    }, ...(children.length ? children : [this.replay.places[place].called]));
  }

  card(place, target) {
    const { replay } = this;
    const step = replay.now?.card || target === null
      ? replay.step
      : replay.run.steps.findIndex((step, i) => i <= replay.step && step.card && step.place === place);
    const { card, place: at } = replay.run.steps[step] ?? {};
    if (!card) return null;
    const cut = replay.looks[at].cut;
    const row = (name, text) => text ? [h("dt", {}, name), h("dd", {}, text)] : [];
    return [
      h("p", { class: "cut-title" }, h("strong", {}, card.title), " ",
        h("span", { class: "tag" }, card.name), " ", h("span", { class: "tag" }, card.where), " ",
        h("span", { class: "tag" }, card.kind)),
      h("p", { class: "because" }, card.because),
      h("p", {}, card.why),
      h("dl", {},
        row(t("Bound set by"), cut && cut.set_by !== null ? this.naming(cut.set_by, card.set_by) : card.set_by),
        row(t("Skipped"), card.skipped)),
    ];
  }

  node(place, secret) {
    const { replay } = this;
    const at = replay.places[place];
    if (!at) return null;
    const look = replay.looks[place];
    const facts = [];
    const fact = (name, ...value) => facts.push(h("dt", {}, name), h("dd", {}, ...value));
    if (at.text && at.text !== at.called) fact(t("Position"), h("code", {}, at.text));
    if (at.share) fact(t("Probability"), formatValue(at.share));
    if (look.terms.length) fact(t("Weighted sum"), this.sum(look));
    if (look.low !== null && look.low !== look.high && !(look.low === "-inf" && look.high === "inf")) {
      fact(t("Known so far"), `${formatValue(look.low)} … ${formatValue(look.high)}`);
    }
    const still = look.static ?? at.static ?? null;
    if (still !== null) fact(t("Static value"), formatValue(still));
    if (still !== null && look.value !== null) fact(t("Backed-up value"), formatValue(look.value));
    if (look.estimate) fact(t("Estimate at the depth limit"), formatValue(look.value));
    const spoke = look.estimate || look.static !== null;
    if (spoke && at.counted) fact(t("It counts"), h("ul", {}, at.counted.map((part) => h("li", {}, part))));
    if (look.hit) fact(t("From the table"), look.parts.hit, " ", h("code", {}, look.hit.source));
    if (look.repeat) {
      const { first, ply } = look.repeat;
      fact(t("The same position as"), first === null ? String(ply) : this.naming(first));
    }
    if (look.same) fact(t("Symmetric to"), look.same);
    if (look.visits > 1) fact(t("Visits"), String(look.visits));
    if (look.best !== null) fact(t("Best so far"), this.naming(look.best));
    const board = replay.run.boards?.[at.board];
    return [
      h("div", { class: "beside" }, board ? this.board(place, board, spoke) : null,
        h("div", {}, h("p", { class: `kind ${at.kind}` }, replay.run.kinds[at.kind], this.state(look)),
          look.simulations !== null ? visits(look)
            : look.alpha === null && look.value === null ? null : this.values(look))),
      bounds(replay, place, (child) => this.naming(child), secret),
      facts.length ? h("dl", {}, facts) : null,
    ];
  }

  state({ status, line }) {
    const word = { open: t("being searched"), done: t("done"), cut: t("skipped by a cut"), dropped: t("left out"),
      left: t("given up") }[status] ?? t("not searched yet");
    return h("span", { class: "state" }, [word, line ? t("on the expected line") : ""].filter(Boolean).join(", "));
  }

  /** Passed in, held inside, returned. */
  values(look) {
    const by = (setter) => setter === null ? null : [" ", h("small", {}, t("by"), " ", this.naming(setter))];
    const row = (sign, passed, before, now, setter, back) => h("tr", {}, h("th", { scope: "row" }, sign),
      h("td", { class: "passed" }, formatValue(passed)),
      h("td", { class: "held" }, old(before), h("b", {}, formatValue(now)), by(setter)),
      h("td", { class: "returned" }, back === null ? "" : `↑${formatValue(back)}`));
    const head = [t("passed in"), t("held inside"), t("returned")];
    return h("table", { class: "values" },
      h("thead", {}, h("tr", {}, h("td"), head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {},
        look.alpha === null ? null : [
          row("α", look.alpha_in, look.old_alpha, look.alpha, look.alpha_by, null),
          row("β", look.beta_in, look.old_beta, look.beta, look.beta_by, null)],
        row("v", null, look.old_value, look.value, null, look.returned)));
  }

  sum(look) {
    const factor = (value) => /^[−]|\//.test(formatValue(value)) ? `(${formatValue(value)})` : formatValue(value);
    const terms = look.terms.map(([share, value]) => `${formatValue(share)} · ${factor(value)}`).join(" + ");
    return look.value === null ? `${terms} + …` : `${terms} = ${formatValue(look.value)}`;
  }

  /** The position; a cell that stands for a move and the place that it leads to light up together. */
  board(place, markup, spoke) {
    const { replay } = this;
    const svg = parseDrawing(markup);
    if (!spoke) svg.querySelector(".features")?.remove();
    const under = (event) => {
      const action = moveAt(event.target.closest(MOVES));
      return replay.places[place].below.find((at) => replay.places[at].action === action) ?? null;
    };
    svg.addEventListener("pointerover", (event) => this.on.light(under(event)));
    svg.addEventListener("pointerleave", () => this.on.light(null));
    svg.addEventListener("click", (event) => under(event) !== null && this.on.choose(under(event)));
    this.position = { place, svg };
    return h("div", { class: "board" }, svg);
  }

  /** Lights up, on the board shown, the cell of the move that leads to a place. */
  light(place) {
    const { position, replay } = this;
    for (const cell of position?.svg.querySelectorAll(MOVES) ?? []) {
      const at = replay.places[place];
      cell.classList.toggle("lit", at?.up === position.place && at.action === moveAt(cell));
    }
  }

  code() {
    const { code } = this.replay.run;
    if (!code?.length) return null;
    const running = this.replay.now?.line;
    const narrow = (line) => line.replace(/^ +/, (indent) => indent.slice(indent.length / 2));
    const lines = code.map(narrow);
    const list = h("ol", { class: "listing" }, lines.map((line, i) =>
      h("li", i + 1 === running ? { class: "running", "aria-current": "step" } : {}, h("code", {}, line))));
    list.style.setProperty("--letters", Math.max(...lines.map(({ length }) => length))); // by which they fit
    return list;
  }

  /** Scrolls the pseudo-code, and nothing else, to the running line. */
  follow() {
    const list = this.element.querySelector(".listing");
    const line = list?.querySelector(".running");
    if (!line) return;
    const [top, bottom] = [line.offsetTop - list.offsetTop, line.offsetTop - list.offsetTop + line.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 20;
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 20;
  }

  stack() {
    const { replay } = this;
    if (samples(replay.run)) return null; // it calls nothing
    const call = (place) => {
      const look = replay.looks[place];
      const value = look.value === null ? "" : `v ${formatValue(look.value)}`;
      const window = look.alpha === null ? "" : `α ${formatValue(look.alpha)}  β ${formatValue(look.beta)}`;
      const { kind } = replay.places[place];
      return h("li", {}, this.naming(place), " ", h("span", { class: `kind ${kind}` }, replay.run.kinds[kind]),
        " ", h("span", { class: "window" }, [window, value].filter(Boolean).join("  ")));
    };
    return replay.stack.length ? h("ol", { class: "calls" }, replay.stack.map(call)) : null;
  }

  /** The counts so far and, unless that is secret, in the end: of one run or of several side by side. */
  counts(replays, secret) {
    const many = (count) => formatCount(count);
    const rows = COUNTS().map(([name, words]) =>
      h("tr", { "data-count": name }, h("th", { scope: "row" }, words), replays.map(({ now, run }) =>
        [h("td", { class: "now" }, many(now?.[name] ?? 0)),
          secret ? null : h("td", {}, many(run.steps.at(-1)[name]))])));
    const heads = replays.length < 2 ? null : h("tr", {}, h("td"),
      replays.map(({ run }) => h("th", { scope: "colgroup", colspan: secret ? 1 : 2 }, run.label)));
    const table = h("table", { class: "numbers" },
      h("thead", {}, heads, h("tr", {}, h("td"), replays.map(() =>
        [h("th", { scope: "col" }, t("so far")), secret ? null : h("th", { scope: "col" }, t("in all"))]))),
      h("tbody", {}, rows));
    const { size } = replays[0].run;
    const same = (other) => !other || other.worst[1] === size.worst[1]; // one tree, as deep
    if (!size || secret || !replays.every(({ run }) => same(run.size))) return table;
    const most = Math.max(size.worst[0], 1e-9);
    const bar = (label, [digits, text], kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, label),
      h("td", {}, text), h("td", { class: "scale", "aria-hidden": "true" }, this.bar(digits / most)));
    const ours = replays.filter(({ run }) => run.size).map(({ run, now }) => {
      const leaves = now?.leaves ?? 0;
      return bar(replays.length < 2 ? t("leaves") : `${t("leaves")}: ${run.label}`,
        [Math.log10(Math.max(leaves, 1)), many(leaves)], "ours");
    });
    return [table, h("p", { class: "small" }, size.text),
      h("table", { class: "numbers sizes" }, h("tbody", {},
        bar(t("worst case: all of them"), size.worst), bar(t("best case (Knuth and Moore)"), size.best), ours)),
      h("p", { class: "small" }, t("The bars grow with the logarithm."))];
  }

  bar(part) {
    const bar = h("span", { class: "length" });
    bar.style.width = `${(100 * Math.min(part, 1)).toFixed(1)}%`;
    return bar;
  }

  iterations() {
    const { replay } = this;
    const done = (replay.run.iterations ?? []).filter((row) => row.step <= replay.step);
    if (!done.length) return null;
    return this.table([t("depth"), t("value"), t("nodes"), t("line")], done.map((row) => [h("td", {}, String(row.depth)),
      h("td", {}, formatValue(row.value)), h("td", {}, formatCount(row.nodes)), h("td", { class: "words" }, row.line)]));
  }

  /** The static value beside the backed-up one, where a heuristic spoke and the search went on. */
  statics() {
    const { replay } = this;
    const found = replay.looks.flatMap((look, place) => look.static === null ? [] : [place]).slice(0, 40);
    if (!found.length) return null;
    return this.table([t("node"), t("Static value"), t("Backed-up value")], found.map((place) => [h("td", {}, this.naming(place)),
      h("td", {}, formatValue(replay.looks[place].static)), h("td", {}, formatValue(replay.looks[place].value))]));
  }

  table(head, rows) {
    return h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows.map((cells) => h("tr", {}, cells))));
  }
}
