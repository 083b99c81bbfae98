// The engine works in a worker, so that the page never waits for it. It is
// fetched and compiled once, while something else can be shown; workers that
// take the place of others begin with what was compiled.

import wasm from "polymerge/wasm?url";
import { Link, type WorkerLike } from "./link";
import type { Service } from "./service";

/** Requests to the engine. */
export type Engine = Link<Service>;

let loading: Promise<Engine> | null = null;
let ready: Engine | null = null;
const waiting = new Set<(engine: Engine) => void>();

async function compiled(): Promise<WebAssembly.Module> {
  const bytes = await fetch(wasm);
  if (!bytes.ok) throw new Error(`the server answers ${bytes.status}`);
  const streamed = bytes.headers.get("content-type") === "application/wasm";
  return streamed ? WebAssembly.compileStreaming(bytes) : WebAssembly.compile(await bytes.arrayBuffer());
}

/** A worker whose script is on its way. */
function worker(): Worker {
  return new Worker(new URL("./engine.ts", import.meta.url), { type: "module", name: "engine" });
}

/** Waits until a worker has begun to work. */
function begun(worker: WorkerLike): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => reject(new Error(event.message || "its script can't be fetched"));
  });
}

async function load(): Promise<Engine> {
  const first = worker();
  try {
    // Asked for at once: the module is large, the script of the worker is small.
    const [module] = await Promise.all([
      compiled().then((module) => {
        first.postMessage({ module });
        return module;
      }),
      begun(first),
    ]);
    const next = () => {
      const other = worker();
      other.postMessage({ module });
      return other;
    };
    const made = new Link<Service>(next, first);
    ready = made;
    for (const then of waiting) then(made);
    waiting.clear();
    return made;
  } catch (error) {
    first.terminate();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The engine could not be loaded: ${why}. Is there a connection?`, { cause: error });
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
