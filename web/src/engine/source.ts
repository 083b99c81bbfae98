// Where the engine comes from: a file beside the page. Pages of a single mode carry it
// (src/page/source.ts).

import wasm from "polymerge/wasm?url";
import type { EngineFile } from "./compile";

export async function engineFile(): Promise<EngineFile> {
  // What is kept in this browser is there at once, and browsers keep what they have compiled of it.
  return { address: wasm, size: comesFromHere() ? 0 : Number(import.meta.env.ENGINE_BYTES) };
}

/** Returns true if this browser has the files of the site itself. */
function comesFromHere(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    // A browser that lets the site keep nothing does not even tell.
    return false;
  }
}
