// What texts/en/position.ts says, in German.

import type { Translated } from "../area";
import type { position as en } from "../en/position";

export const position: Translated<typeof en> = {
  byHand: "Von Hand aufgebaute Stellung",
  none: "Dieser Link enthält keine Stellung.",
};
