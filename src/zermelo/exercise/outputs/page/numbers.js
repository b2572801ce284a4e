// Exact numbers: [numerator, denominator] as BigInts, or Infinity, or -Infinity.

const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
export const ratio = (n, d = 1n) => {
  const g = gcd(n, d) || 1n;
  return d < 0n ? [-n / g, -d / g] : [n / g, d / g];
};
export const finite = (a) => Array.isArray(a);

export function compare(a, b) {
  if (finite(a) && finite(b)) {
    const left = a[0] * b[1];
    const right = b[0] * a[1];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const [x, y] = [a, b].map((one) => (finite(one) ? 0 : one));
  return x < y ? -1 : x > y ? 1 : 0;
}

export const add = (a, b) =>
  finite(a) && finite(b) ? ratio(a[0] * b[1] + b[0] * a[1], a[1] * b[1]) : finite(a) ? b : a;

export function times(a, b) {
  if (finite(a) && finite(b)) return ratio(a[0] * b[0], a[1] * b[1]);
  return a[0] < 0n ? -b : b; // a share is finite
}

/** The number in a text that is only a number: 3, -2.5, 7/3, inf; null if it is none. */
export function exact(text) {
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
