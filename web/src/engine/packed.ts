// Codes and mode files made short, in letters that addresses may have.

import { links } from "virtual:texts/links";

/** Bytes of what was packed, at most: more would be something that only looks like a code or a file. */
const LARGEST = 4 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array>;
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw new Error(links.tooMuch);
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

/** A text made short. */
export async function packedText(text: string): Promise<string> {
  const small = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(small, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that was made short. */
export async function unpackedText(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** A code made short. */
export function packed(code: string): Promise<string> {
  return packedText(JSON.stringify(code.split("|").map(opened)));
}

/** The code that was packed. */
export async function unpacked(text: string): Promise<string> {
  try {
    const pieces = JSON.parse(await unpackedText(text)) as string[];
    return pieces.map((piece) => (piece.startsWith("=") ? piece.slice(1) : btoa(piece))).join("|");
  } catch (error) {
    throw new Error(links.notWhole, { cause: error });
  }
}
