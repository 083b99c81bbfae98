// The workers of the page, whose script it carries: in place of src/engine/thread.ts.

import EngineWorker from "../engine/engine.ts?worker&inline";

export function worker(): Worker {
  return new EngineWorker({ name: "engine" });
}
