// What texts/en/engine.ts says, in German.

import type { Translated } from "../area";
import type { engine as en } from "../en/engine";

export const engine: Translated<typeof en> = {
  stopped: "Die Engine wurde angehalten",
  hasStopped: (why) => `Die Engine ist stehen geblieben: ${why}`,
  doesNotStart: (why) => `Die Engine startet nicht: ${why}`,
  noScript: "ihr Skript konnte nicht geladen werden",
  serverAnswers: (status) => `der Server antwortet ${status}`,
};
