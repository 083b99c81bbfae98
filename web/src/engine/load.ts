// The engine works in a worker, so that the page never waits for it. It is
// fetched once, while something else can be shown.

import { play } from "virtual:texts/play";
import { missing } from "../missing";
import type { Engine } from "./client";
import { fetchEngine } from "./source";

export type { Engine };

let loading: Promise<Engine> | null = null;
let ready: Engine | null = null;
/** The listeners for the part of the engine that has arrived, in hundredths. */
export const arrivals = new Set<(share: number) => void>();
const waiting = new Set<(engine: Engine) => void>();

async function load(): Promise<Engine> {
  try {
    // Asked for at once: the module is large, what starts it is small.
    const [{ start }, bytes] = await Promise.all([import("./client"), fetchEngine()]);
    ready = await start(bytes, (share) => {
      for (const report of arrivals) report(share);
    });
    for (const then of waiting) then(ready);
    waiting.clear();
    return ready;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return await missing.handle(new Error(play.noEngine(why), { cause: error }));
  }
}

/** The engine, once it is there. A failed attempt is not kept. */
export function engine(): Promise<Engine> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The engine, if it is there already. */
export function engineNow(): Engine | null {
  return ready;
}

/** Does something as soon as the engine is there, without asking for it. */
export function onEngine(then: (engine: Engine) => void): () => void {
  if (ready) then(ready);
  else waiting.add(then);
  return () => waiting.delete(then);
}
