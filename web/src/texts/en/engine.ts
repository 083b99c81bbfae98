// Texts of what happens to the worker of the engine.

import { area } from "../area";

export const engine = area("engine", {
  stopped: "The engine was stopped",
  hasStopped: (why: string) => `The engine has stopped: ${why}`,
  doesNotStart: (why: string) => `The engine does not start: ${why}`,
  noScript: "its script could not be loaded",
  serverAnswers: (status: number) => `the server answers ${status}`,
});
