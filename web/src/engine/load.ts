// The engine is fetched and compiled once, while something else can be shown.

import wasm from "polymerge/wasm?url";

export type Engine = typeof import("polymerge");

let loading: Promise<Engine> | null = null;
let ready: Engine | null = null;

async function load(): Promise<Engine> {
  try {
    // Asked for at once: the module is large, its script is small.
    const [module, bytes] = await Promise.all([import("polymerge"), fetch(wasm)]);
    if (!bytes.ok) throw new Error(`the server answers ${bytes.status}`);
    await module.default({ module_or_path: bytes });
    ready = module;
    return module;
  } catch (error) {
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
