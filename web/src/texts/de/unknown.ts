// What texts/en/unknown.ts says, in German.

import type { Translated } from "../area";
import type { unknown as en } from "../en/unknown";

export const unknown: Translated<typeof en> = {
  noPage: "Seite nicht gefunden",
  noPageHere: "Diese Seite gibt es nicht",
  noPageAt: "Die Adresse endet mit {end}; das bedeutet hier nichts.",
  toGame: "Zum Spiel",
};
