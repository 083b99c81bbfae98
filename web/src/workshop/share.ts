// Mode files in the address: packed, and in letters that addresses may have.

async function through(bytes: BlobPart, stream: GenericTransformStream): Promise<Uint8Array> {
  const packed = new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A text as it can stand in an address. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Unpacks a text. */
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The fragment of the address that holds a file. */
export async function addressOf(text: string): Promise<string> {
  return `#/file/${await pack(text)}`;
}

/** What a fragment asks for: a file that is in it, or a built-in mode. */
export function asked(fragment: string): { packed: string } | { mode: string } | null {
  const [, kind, argument] = /^#\/(file|mode)\/(.+)$/.exec(fragment) ?? [];
  if (!argument) return null;
  return kind === "file" ? { packed: argument } : { mode: decodeURIComponent(argument) };
}
