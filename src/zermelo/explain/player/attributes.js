// What a look writes on the drawing: attributes, as svg.py names them.

const FIELDS = ["visits", "alpha_in", "beta_in", "alpha_by", "beta_by", "alpha", "beta", "value",
  "best", "low", "high", "returned", "estimate", "static", "line", "barred", "simulations", "trail"];
const ON_EDGES = ["data-status", "data-visits", "data-line", "data-barred", "data-trail"];

/** The attributes that tell a look, as svg.py writes them; null: not there. */
export function attributes(look) {
  const found = { "data-status": look.status };
  for (const field of FIELDS) {
    const value = look[field];
    found[`data-${field.replace("_", "-")}`] =
      value === null || value === undefined || value === false ? null : String(value);
  }
  if (look.visits === 0) found["data-visits"] = null;
  const { cut, hit, repeat } = look;
  found["data-cut"] = cut ? `${cut.at} ${cut.side} ${cut.reach}` : null;
  found["data-hit"] = hit ? `${hit.low} ${hit.high}` : null;
  found["data-repeat"] = repeat ? `${repeat.ply} ${repeat.rule}` : null;
  return found;
}

/** Writes a look on the group of its node, and on that of the edge above it where there is one. */
export function writeLook(look, node, edge) {
  const values = attributes(look);
  for (const name in values) writeAttribute(node, name, values[name]);
  if (edge) for (const name of ON_EDGES) writeAttribute(edge, name, values[name]);
}

function writeAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
