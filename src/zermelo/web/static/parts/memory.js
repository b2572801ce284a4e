// Small things that this browser remembers. Where it keeps nothing, the page works all the same.

/** What was remembered under a name, or else `usual`. */
export const recall = (name, usual = null) => read("localStorage", name) ?? usual;
/** Remembers a value under a name. */
export const store = (name, value) => write("localStorage", name, value);
/** What this tab alone remembers, also when it is loaded again; null: nothing. */
export const recallHere = (name) => read("sessionStorage", name);
/** Lets this tab alone remember a value; null: no more. */
export const storeHere = (name, value) => write("sessionStorage", name, value);

function read(where, name) {
  try {
    return JSON.parse(window[where].getItem(`zermelo.${name}`));
  } catch {
    return null;
  }
}

function write(where, name, value) {
  try {
    window[where].setItem(`zermelo.${name}`, JSON.stringify(value));
  } catch {
    // Not remembered.
  }
}
