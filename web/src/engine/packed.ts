// Codes made short, to fit into links.

/** Characters of a code that was packed, at most: more would be something that only looks like one. */
const LARGEST = 4 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array>;
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw new Error("This link holds too much.");
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Pieces of a code are base64, which hides from packing what repeats itself. */
const PIECE = /^[A-Za-z0-9+/]*={0,2}$/;

/** A piece without its base64, if that brings it back. */
export function opened(piece: string): string {
  if (!PIECE.test(piece) || piece.length % 4 > 0) return `=${piece}`;
  const text = atob(piece);
  return btoa(text) === piece ? text : `=${piece}`;
}

/** A text without what addresses give a meaning. */
export async function packed(code: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(code.split("|").map(opened)));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  const binary = Array.from(small, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The code that was packed. */
export async function unpacked(text: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const json = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const pieces = JSON.parse(json) as string[];
    return pieces.map((piece) => (piece.startsWith("=") ? piece.slice(1) : btoa(piece))).join("|");
  } catch (error) {
    throw new Error("This link is not whole. Was all of it copied?", { cause: error });
  }
}
