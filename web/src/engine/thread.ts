// The workers that the engine works in. Pages of a single mode carry their script
// (src/page/thread.ts).

/** A worker whose script is on its way. */
export function worker(): Worker {
  return new Worker(new URL("./engine.ts", import.meta.url), { type: "module", name: "engine" });
}
