// Small choices that this browser remembers. Where it keeps nothing, the page works all the same.

/** What was remembered under a name, or else `usual`. */
export function kept(name, usual = null) {
  try {
    return JSON.parse(localStorage.getItem(`zermelo.${name}`)) ?? usual;
  } catch {
    return usual;
  }
}

/** Remembers a value under a name. */
export function keep(name, value) {
  try {
    localStorage.setItem(`zermelo.${name}`, JSON.stringify(value));
  } catch {
    // Not remembered.
  }
}
