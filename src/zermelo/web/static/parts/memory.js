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

/** What this tab remembered under a name, also when it was loaded again; null: nothing. */
export function held(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`zermelo.${name}`));
  } catch {
    return null;
  }
}

/** Lets this tab remember a value under a name; null: no more. */
export function hold(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(`zermelo.${name}`);
    else sessionStorage.setItem(`zermelo.${name}`, JSON.stringify(value));
  } catch {
    // Not remembered.
  }
}
