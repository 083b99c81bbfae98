// What texts/en/engine.ts says, in Spanish.

import type { Translated } from "../area";
import type { engine as en } from "../en/engine";

export const engine: Translated<typeof en> = {
  stopped: "El motor se ha detenido",
  hasStopped: (why) => `El motor se ha parado: ${why}`,
  doesNotStart: (why) => `El motor no arranca: ${why}`,
  noScript: "no se ha podido cargar su programa",
  serverAnswers: (status) => `el servidor responde ${status}`,
};
