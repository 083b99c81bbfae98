// Where the engine of the workshop comes from, in place of src/engine/source.ts:
// what arrives is counted, since the workshop shows how far it is.

import wasm from "polymerge/wasm?url";
import { counted } from "./arrival";

/** The engine's module, as a server sends it. */
export async function fetchEngine(): Promise<Response> {
  return counted(await fetch(wasm));
}
