// The page of an exercise: fill in, check, save. Marks are those of `zermelo grade`: the rules
// that tie answers together come with the page as data.

import { readAnswer, Unreadable } from "./answers.js";
import { stillEmpty } from "./blank.js";
import { isMistake } from "./diagnosis.js";
import { grade } from "./grade.js";

const packed = atob(document.getElementById("exercises").textContent);
const data = JSON.parse(new TextDecoder().decode(Uint8Array.from(packed, (sign) => sign.charCodeAt(0))));
const say = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
const fieldsOf = (section) => [...section.querySelectorAll("[data-item]")];
const SIGNS = { right: "✓", "follow-on": "↷", copy: "=", missing: "…", wrong: "✗", unreadable: "?" };

function mark(field, verdict, text) {
  field.dataset.verdict = verdict;
  field.setAttribute("aria-invalid", String(verdict === "wrong" || verdict === "unreadable"));
  field.title = text;
  const note = field.parentElement.querySelector("output");
  note.textContent = verdict ? SIGNS[verdict] : "";
  note.setAttribute("aria-label", verdict ? data.texts[verdict] : "");
}

function remark({ item, verdict, given }, field) {
  const fields = { item: item.label, given: field.value.trim(), wanted: item.shown, reason: item.reason };
  if (!item.right) return say(data.texts.extra, fields);
  return say(given === null ? data.texts.nothing : data.texts.mistake, fields);
}

function check(section, exercise) {
  const given = new Map();
  const fields = new Map(fieldsOf(section).map((field) => [field.dataset.item, field]));
  const report = section.querySelector(".report");
  report.replaceChildren();
  const line = (text, name = "p") => report.append(Object.assign(document.createElement(name), { textContent: text }));
  let readable = true;
  for (const item of exercise.items) {
    const field = fields.get(item.id);
    mark(field, "", "");
    try {
      const answer = readAnswer(item, field.value, data);
      if (answer !== null) given.set(item.id, answer);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const text = say(data.texts.unread, { item: item.label, given: field.value });
      mark(field, "unreadable", text);
      line(text);
      readable = false;
    }
  }
  if (!readable) return;
  const empty = stillEmpty(exercise.items, given);
  if (empty) {
    line(data.texts.blank);
    line(empty.map(({ label }) => label).join("; "));
    return;
  }
  const graded = grade(exercise, given, data);
  const shown = (number) => (Math.round(100 * number + 1e-9) / 100).toLocaleString(data.lang, { maximumFractionDigits: 2 });
  line(say(data.texts.marks, { marks: shown(graded.marks), out_of: shown(graded.outOf) }), "strong");
  if (graded.diagnosis)
    line(say(graded.charge ? data.texts.charged : data.texts.whole, { what: graded.diagnosis, charge: graded.charge }));
  const missing = graded.items.filter((one) => one.verdict === "missing");
  const mistakes = [...graded.items.filter(isMistake), ...missing];
  for (const one of graded.items) {
    const field = fields.get(one.item.id);
    const wrong = one.verdict === "wrong" || one.verdict === "missing";
    if (one.verdict !== "follow-on" || one.given !== null)
      mark(field, one.verdict, wrong ? remark(one, field) : data.texts[one.verdict]);
  }
  if (mistakes.length) {
    const text = remark(mistakes[0], fields.get(mistakes[0].item.id));
    line(say(data.texts.first, { what: text }));
  }
}

/** The answers as the file that `zermelo grade` reads. */
function paper() {
  const sections = [...document.querySelectorAll("section[data-exercise]")];
  const parts = sections.map((section) => ({
    exercise: data.exercises[Number(section.dataset.exercise)].about,
    answers: Object.fromEntries(
      fieldsOf(section).map((field) => [field.dataset.item, field.value.trim() || null]),
    ),
  }));
  const student = document.getElementById("student").value;
  return { student, ...(parts.length === 1 ? parts[0] : { exercises: parts }) };
}

function save() {
  const text = JSON.stringify(paper(), null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const name = document.getElementById("student").value.trim().replace(/[^\p{L}\p{N}]+/gu, "-");
  link.download = `${name || "answers"}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

document.getElementById("save")?.addEventListener("click", save);
for (const section of document.querySelectorAll("section[data-exercise]")) {
  const exercise = data.exercises[Number(section.dataset.exercise)];
  section.querySelector(".check")?.addEventListener("click", () => check(section, exercise));
}
