// Documents that Python has packed, to make pages smaller.

/** The text of a script element, unpacked where it is packed. */
export async function unpack(element) {
  const text = element.textContent;
  if (!("packed" in element.dataset)) return text;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
