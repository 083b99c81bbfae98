// What texts/en/stale.ts says, in German.

import type { Translated } from "../area";
import type { stale as en } from "../en/stale";

export const stale: Translated<typeof en> = {
  partMissing: "Ein Teil dieser Seite lässt sich nicht laden. Gibt es eine Verbindung?",
  partOfBefore:
    "Diese Seite gehört zu einer früheren Version, von der es einen Teil nicht mehr gibt. Lade die neue Version.",
};
