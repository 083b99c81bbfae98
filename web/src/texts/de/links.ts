// What texts/en/links.ts says, in German.

import type { Translated } from "../area";
import type { links as en } from "../en/links";

export const links: Translated<typeof en> = {
  tooMuch: "Dieser Link enthält zu viel.",
  notWhole: "Dieser Link ist nicht vollständig. Wurde er ganz kopiert?",
  otherVersion: (mode) =>
    `Dieser Link entstand mit einer anderen Version von ${mode}; seither haben sich die Regeln geändert.`,
};
