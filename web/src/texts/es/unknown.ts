// What texts/en/unknown.ts says, in Spanish.

import type { Translated } from "../area";
import type { unknown as en } from "../en/unknown";

export const unknown: Translated<typeof en> = {
  noPage: "Página no encontrada",
  noPageHere: "No existe esta página",
  noPageAt: "La dirección termina en {end}, que aquí no significa nada.",
  toGame: "A la partida",
};
