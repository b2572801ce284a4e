// The page of an exercise: fill in, check, save. Marks are those of `zermelo grade`: the rules
// that tie answers together come with the page as data (zermelo.exercise.rules).

// --- numbers, exact: [numerator, denominator] as BigInts, or Infinity, or -Infinity ------------

const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
const ratio = (n, d = 1n) => {
  const g = gcd(n, d) || 1n;
  return d < 0n ? [-n / g, -d / g] : [n / g, d / g];
};
const finite = (a) => Array.isArray(a);

function compare(a, b) {
  if (finite(a) && finite(b)) {
    const left = a[0] * b[1];
    const right = b[0] * a[1];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const [x, y] = [a, b].map((one) => (finite(one) ? 0 : one));
  return x < y ? -1 : x > y ? 1 : 0;
}

const add = (a, b) =>
  finite(a) && finite(b) ? ratio(a[0] * b[1] + b[0] * a[1], a[1] * b[1]) : finite(a) ? b : a;

function times(a, b) {
  if (finite(a) && finite(b)) return ratio(a[0] * b[0], a[1] * b[1]);
  return b; // a share is finite and positive
}

/** The number in a text that is only a number: 3, -2.5, 7/3, inf; null if it is none. */
function exact(text) {
  if (/^[+-]?inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const found = /^([+-]?)(?:(\d+)\/(\d+)|(\d*)(?:\.(\d*))?)$/.exec(text);
  if (!found || !/\d/.test(text)) return null;
  const sign = found[1] === "-" ? -1n : 1n;
  if (found[3] !== undefined) {
    return BigInt(found[3]) ? ratio(sign * BigInt(found[2]), BigInt(found[3])) : null;
  }
  const places = found[5] ?? "";
  return ratio(sign * BigInt((found[4] ?? "") + places), 10n ** BigInt(places.length));
}

// --- answers ------------------------------------------------------------------------------------

class Unreadable extends Error {}

const plain = (text) =>
  text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ");

/** What a student gave, read: {value, places} for a number, a text, an array; null: nothing. */
function read(item, text, data) {
  if (!text.trim()) return null;
  if (item.form === "number") {
    let number = text.replaceAll("−", "-").replaceAll("∞", "inf").replace(/\s+/g, "");
    number = number.replace(/infinity|infinito|infinit/i, "inf");
    number = number.replaceAll(",", ".");
    const value = number.length > 40 ? null : exact(number);
    if (value === null) throw new Unreadable(text);
    const places = number.includes(".") ? number.split(".")[1].length : null;
    return { value, places };
  }
  if (item.form === "order") {
    const words = text.split(/[\s,;>]+/).map(plain).filter(Boolean);
    if ([...words].sort().join() !== [...item.choices].sort().join()) throw new Unreadable(text);
    return words;
  }
  const words = data.words[item.form];
  for (const [word, others] of words ? Object.entries(words) : []) {
    if (word === plain(text) || others.includes(plain(text))) return word;
  }
  const choice = (item.choices ?? []).find((one) => plain(one) === plain(text));
  if (choice === undefined || words) throw new Unreadable(text);
  return choice;
}

/** An answer of the solution, as the rules count with it. */
function solved(item, answer) {
  if (item.form === "number") return exact(String(answer));
  return answer;
}

const meant = (given) => (given.value === undefined ? given : given.value);

function same(given, wanted) {
  if (given.value === undefined) return String(given) === String(wanted);
  if (typeof wanted === "string" || (finite(wanted) && typeof wanted[0] === "string")) return false;
  if (compare(given.value, wanted) === 0 && finite(given.value) === finite(wanted)) return true;
  if (given.places === null || given.places < 2 || !finite(wanted)) return false;
  const off = add(given.value, times([-1n, 1n], wanted));
  const twice = ratio((off[0] < 0n ? -off[0] : off[0]) * 2n * 10n ** BigInt(given.places), off[1]);
  return compare(twice, [1n, 1n]) <= 0;
}

// --- the rules (see zermelo.exercise.rules) -----------------------------------------------------

class Unknown extends Error {}

function wantedBy(rule, own) {
  if (!rule) return null;
  try {
    return answers(rule, own);
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

function answers(rule, own) {
  const [name, first, second, third] = rule;
  if (name === "nothing") return [];
  if (name === "if") return answers(holds(first, own) ? second : third, own);
  if (name === "either") return first.flatMap((one) => wantedBy(one, own) ?? []);
  if (name === "first" || name === "each") {
    const values = first.map(([branch, one]) => [branch, worth(one, own)]);
    return answers(second, own).flatMap((target) => {
      const equal = values.filter(([, value]) => value !== null && compare(value, target) === 0);
      return (name === "first" ? equal.slice(0, 1) : equal).map(([branch]) => branch);
    });
  }
  const answer = worth(rule, own);
  if (answer === null) throw new Unknown();
  return [answer];
}

/** The one answer that a rule gives; null where it is not to be counted with. */
function worth(rule, own) {
  const [name, first, second, third] = rule;
  switch (name) {
    case "number":
      return exact(first);
    case "word":
      return first;
    case "answer":
      if (!own.has(first)) throw new Unknown();
      return own.get(first);
    case "when":
      return holds(first, own) ? worth(second, own) : null;
    case "max":
    case "min": {
      const values = first.map((one) => worth(one, own)).filter((value) => value !== null);
      const sign = name === "max" ? 1 : -1;
      return values.reduce(
        (best, value) => (best === null || sign * compare(value, best) > 0 ? value : best),
        null,
      );
    }
    case "mean":
      return first.reduce(
        (sum, [share, one]) => add(sum, times(exact(share), number(one, own))),
        [0n, 1n],
      );
    case "plus":
      return add(number(first, own), exact(second));
    case "clip": {
      const [value, low, high] = [first, second, third].map((one) => number(one, own));
      const raised = compare(value, low) < 0 ? low : value;
      return compare(raised, high) > 0 ? high : raised;
    }
    case "changed":
      return compare(number(first, own), number(second, own)) === 0 ? null : worth(first, own);
    case "last": {
      const names = first.filter(([, a, b]) => compare(number(a, own), number(b, own)) !== 0);
      return names.length ? names.at(-1)[0] : null;
    }
  }
  throw new Error(name);
}

function number(rule, own) {
  const value = worth(rule, own);
  if (value === null || typeof value === "string") throw new Unknown();
  return value;
}

function holds([name, first, second], own) {
  switch (name) {
    case "is":
      if (!own.has(first)) throw new Unknown();
      return own.get(first) === second;
    case "all":
      return first.every((one) => holds(one, own));
    case "reaches":
      return compare(number(first, own), number(second, own)) >= 0;
    case "passes":
      return compare(number(first, own), number(second, own)) > 0;
  }
  throw new Error(name);
}

// --- grading (see zermelo.exercise.grade) -------------------------------------------------------

/** The marks for one exercise: [{item, verdict, marks, outOf, given}], in the order of the search. */
function grade(exercise, given) {
  const own = new Map();
  for (const item of exercise.items) {
    if (item.right) own.set(item.id, solved(item, item.right[0]));
    else if (given.has(item.id)) own.set(item.id, meant(given.get(item.id)));
  }
  const byId = new Map(exercise.items.map((item) => [item.id, item]));
  const marks = exercise.order.map((id) => {
    const item = byId.get(id);
    const answer = given.get(id) ?? null;
    const [verdict, outOf] = judge(item, answer, own);
    if (answer !== null && verdict !== "right") own.set(id, meant(answer));
    const reached = verdict === "right" || verdict === "follow-on" ? outOf : 0;
    return { item, verdict, marks: reached, outOf, given: answer };
  });
  for (const item of exercise.items) {
    if (item.right || !given.has(item.id)) continue;
    const wanted = wantedBy(item.rule, own);
    const verdict = wanted && wanted.length === 0 ? "wrong" : "follow-on";
    marks.push({ item, verdict, marks: 0, outOf: 0, given: given.get(item.id) });
  }
  return marks;
}

function judge(item, given, own) {
  if (given !== null && item.right.some((one) => same(given, solved(item, one)))) return ["right", 1];
  const wanted = wantedBy(item.rule, own);
  if (given === null) return wanted && wanted.length === 0 ? ["follow-on", 0] : ["missing", 1];
  if (wanted && wanted.some((answer) => same(given, answer))) return ["follow-on", 1];
  return ["wrong", 1];
}

// --- the page -----------------------------------------------------------------------------------

const packed = atob(document.getElementById("exercises").textContent);
const data = JSON.parse(new TextDecoder().decode(Uint8Array.from(packed, (sign) => sign.charCodeAt(0))));
const say = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
const fieldsOf = (section) => [...section.querySelectorAll("[data-item]")];
const SIGNS = { right: "✓", "follow-on": "↷", missing: "…", wrong: "✗", unreadable: "?" };

function mark(field, verdict, text) {
  field.dataset.verdict = verdict;
  field.setAttribute("aria-invalid", String(verdict === "wrong" || verdict === "unreadable"));
  field.title = text;
  const note = field.parentElement.querySelector("output");
  note.textContent = verdict ? SIGNS[verdict] : "";
  note.setAttribute("aria-label", verdict ? data.texts[verdict] : "");
}

function told({ item, verdict, given }, field) {
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
      const answer = read(item, field.value, data);
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
  const marks = grade(exercise, given);
  const sum = (what) => marks.reduce((total, one) => total + one[what], 0);
  line(say(data.texts.marks, { marks: sum("marks"), out_of: sum("outOf") }), "strong");
  const mistakes = ["wrong", "missing"].flatMap((verdict) => marks.filter((one) => one.verdict === verdict));
  for (const one of marks) {
    const field = fields.get(one.item.id);
    const wrong = one.verdict === "wrong" || one.verdict === "missing";
    if (one.verdict !== "follow-on" || one.given !== null)
      mark(field, one.verdict, wrong ? told(one, field) : data.texts[one.verdict]);
  }
  if (mistakes.length) {
    const text = told(mistakes[0], fields.get(mistakes[0].item.id));
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
