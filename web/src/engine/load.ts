// The engine works in a worker, so that the page never waits for it. It is
// fetched once, while something else can be shown.

import { board as texts } from "virtual:texts/board";
import { missing } from "../missing";
import { Watchers } from "../watchers";
import type { Engine } from "./client";
import type { Compiled } from "./compile";
import type { Answer } from "./link";
import { engineFile } from "./source";
import { worker } from "./thread";

export type { Engine };

let loading: Promise<Engine> | null = null;
let ready: Engine | null = null;
/** The listeners for the part of the engine that has arrived, in hundredths. */
export const arrivals = new Watchers<number>();
const waiting = new Set<(engine: Engine) => void>();

async function load(): Promise<Engine> {
  let first: Worker | null = null;
  try {
    // At once: the module, which the worker fetches, is large, what asks it is small.
    first = worker();
    const [{ started }, compiled] = await Promise.all([import("./client"), compiledIn(first)]);
    ready = started(first, compiled);
    for (const then of waiting) then(ready);
    waiting.clear();
    return ready;
  } catch (error) {
    first?.terminate();
    const why = error instanceof Error ? error.message : String(error);
    return await missing.handle(new Error(texts.noEngine(why), { cause: error }));
  }
}

/** Has a worker compile the engine, and start it. */
async function compiledIn(worker: Worker): Promise<Compiled> {
  const answered = new Promise<Compiled>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ("arrived" in data) arrivals.notify(data.arrived);
      if ("module" in data || "status" in data || "failed" in data) resolve(data);
    };
    worker.onerror = ({ message = "" }) => resolve({ failed: message });
    // A browser may not let the module pass between threads.
    worker.onmessageerror = () => resolve({ failed: "" });
  });
  worker.postMessage({ file: await engineFile() });
  return answered;
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
