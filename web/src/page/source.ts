// The engine that the page carries, in place of src/engine/source.ts.

import { bytesOf } from "./dense";
import { unpacked } from "./lzma";

/** Returns the data that the page carries, by the name of its element. */
export function carried(name: string): string {
  return document.getElementById(name)?.textContent ?? "";
}

/** Returns data that the page carries packed. */
export const unpackedOf = (name: string) => unpacked(bytesOf(carried(name)));

/** The engine's module, as a server would send it. */
export async function fetchEngine(): Promise<Response> {
  return new Response(await unpackedOf("engine"), { headers: { "content-type": "application/wasm" } });
}
