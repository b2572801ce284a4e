// Asking the server. Whatever goes wrong is a Problem whose message can be shown as it is.

/** Who asks: the language that answers shall be in, and the token of an invitation, by which the server knows whose seat this is. */
export const visitor = { lang: "", seat: "" };

/** An answer that is an error: `kind` is the end of its type, the other fields are the server's. */
export class Problem extends Error {
  constructor(details) {
    super(details.detail);
    Object.assign(this, details);
    this.kind = (details.type ?? "").split(":").at(-1);
  }
}

/** Whether an error only says that nobody waits any more. */
export function left(error) {
  return error?.name === "AbortError";
}

async function request(method, path, body, signal, accept = "application/json") {
  const address = new URL(path, location.origin);
  if (visitor.lang) address.searchParams.set("lang", visitor.lang);
  const options = { method, signal, headers: { Accept: accept, ...(visitor.seat && { "Zermelo-Seat": visitor.seat }) } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (left(error)) throw error;
    dispatchEvent(new Event("zermelo-gone"));
    throw new Problem({ type: "gone", detail: "" });
  }
  if (!response.ok) {
    const plain = { detail: `${response.status} ${response.statusText}` };
    throw new Problem({ ...plain, ...await response.json().catch(() => ({})), status: response.status });
  }
  return response;
}

/** Asks and gives the answer; null where there is none to give. */
export async function ask(method, path, body, signal) {
  const response = await request(method, path, body, signal);
  return response.status === 204 ? null : response.json();
}

/** Asks for a file. */
export async function fetchFile(method, path, body, signal) {
  return (await request(method, path, body, signal)).blob();
}

/** Asks and calls `hear(name, data)` for each event that comes; ends when the stream does. */
export async function listen(path, body, hear, signal) {
  const response = await request("POST", path, body, signal, "text/event-stream, application/json");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) {
        const lines = event.split("\n");
        const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
        const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
        if (name && !signal?.aborted) hear(name, JSON.parse(data ?? "null"));
      }
    }
  } catch (error) {
    if (left(error) || signal?.aborted) return;
    throw error instanceof TypeError ? new Problem({ type: "gone", detail: "" }) : error;
  }
}
