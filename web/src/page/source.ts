// The engine that the page carries, in place of src/engine/source.ts.

/** Returns the data that the page carries, by the name of its element. */
export function carried(name: string): string {
  return document.getElementById(name)?.textContent ?? "";
}

/** The engine's module, as a server would send it. */
export async function fetchEngine(): Promise<Response> {
  const packed = Uint8Array.from(atob(carried("engine")), (letter) => letter.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(bytes, { headers: { "content-type": "application/wasm" } });
}
