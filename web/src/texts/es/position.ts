// What texts/en/position.ts says, in Spanish.

import type { Translated } from "../area";
import type { position as en } from "../en/position";

export const position: Translated<typeof en> = {
  byHand: "Una posición preparada a mano",
  none: "Este enlace no contiene ninguna posición.",
};
