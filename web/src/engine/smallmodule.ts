// The module of the small engine, which a worker compiles (trial.ts), or the page where that can't.

/** The module, as it came, and a mode to be tried. */
export interface Trial {
  bytes: ArrayBuffer;
  raw: string;
  seed: string;
}

/** The compiled module; then that it was tried, with what was compiled of it meanwhile; or a failure. */
export type Tried = { module: WebAssembly.Module } | { tried: true } | { failed: string };

/** Milliseconds for which the page waits: from the bytes on for the module, then for the trial. */
const LATE = { module: 15_000, trial: 700 };

/** Has the small engine compiled, and tried if that takes no time, as soon as the trial has come. */
export async function compiledSmall(trial: Promise<Trial>): Promise<WebAssembly.Module> {
  try {
    return await compiledAside(trial);
  } catch {
    return WebAssembly.compile((await trial).bytes);
  }
}

async function compiledAside(trial: Promise<Trial>): Promise<WebAssembly.Module> {
  const worker = new Worker(new URL("./trial.ts", import.meta.url), { type: "module", name: "trial" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const compiled = new Promise<WebAssembly.Module>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(why));
    let then = () => {};
    worker.onmessage = ({ data }: MessageEvent<Tried>) => {
      if ("failed" in data) fail(data.failed);
      if ("tried" in data) then();
      if (!("module" in data)) return;
      then = () => resolve(data.module);
      clearTimeout(timer);
      timer = setTimeout(then, LATE.trial);
    };
    worker.onerror = ({ message = "" }) => fail(message);
    // A browser may not let the module pass between threads.
    worker.onmessageerror = () => fail("the module does not pass");
    trial
      .then((trial) => {
        // The page keeps the bytes: it compiles them where the worker can't.
        worker.postMessage(trial);
        timer = setTimeout(() => fail("the worker does not answer"), LATE.module);
      })
      .catch(reject);
  });
  try {
    return await compiled;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
