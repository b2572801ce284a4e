// What a paper leaves empty, going by the paper alone (see zermelo.exercise.sheet).

/** The items that are still empty where these are most of what a paper owes; else null. */
export function stillEmpty(items, given) {
  const split = ({ id }) => id.split(".");
  const pruned = new Set(items.filter(({ id }) => given.get(id) === "pruned").map((item) => split(item)[0]));
  const cut = ([node]) => (given.get(`${node}.cut`) ?? "no") !== "no";
  const owed = items.filter((item) => item.form !== "state" && !pruned.has(split(item)[0]) &&
    (split(item)[1] !== "by" || cut(split(item))));
  const empty = owed.filter(({ id }) => !given.has(id));
  return 2 * empty.length > owed.length ? empty : null;
}
