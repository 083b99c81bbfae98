// Where the engine and the script of its workers come from: files beside the page.
// Pages of a single mode carry both (src/page/source.ts).

import wasm from "polymerge/wasm?url";

/** The engine's module, as a server sends it. */
export function fetchEngine(): Promise<Response> {
  return fetch(wasm);
}
