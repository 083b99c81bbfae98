// Files of tests share their modules (`npm test`), which load the engine. What a file has put in place of
// something else is gone after it.

import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
