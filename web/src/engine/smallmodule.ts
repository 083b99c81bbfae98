// The module of the small engine, which a worker compiles (trial.ts).

/** The module, as it came, and a mode to be tried. */
export interface Trial {
  bytes: ArrayBuffer;
  raw: string;
  seed: string;
}

/** The module, with what was compiled of it; or why there is none. */
export type Tried = { module: WebAssembly.Module } | { failed: string };

/** Has a worker compile the small engine and try it, as soon as both have come. */
export function compiledSmall(trial: Promise<Trial>): Promise<WebAssembly.Module> {
  const worker = new Worker(new URL("./trial.ts", import.meta.url), { type: "module", name: "trial" });
  const tried = new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Tried>) =>
      "module" in data ? resolve(data.module) : reject(new Error(data.failed));
    worker.onerror = ({ message = "" }) => reject(new Error(message));
    // A browser may not let the module pass between threads.
    worker.onmessageerror = () => reject(new Error("the module does not pass"));
    trial.then((trial) => worker.postMessage(trial, [trial.bytes])).catch(reject);
  });
  return tried.finally(() => worker.terminate());
}
