// What texts/en/stale.ts says, in Spanish.

import type { Translated } from "../area";
import type { stale as en } from "../en/stale";

export const stale: Translated<typeof en> = {
  partMissing: "No se puede cargar una parte de esta página. ¿Hay conexión?",
  partOfBefore:
    "Esta página es de una versión anterior, de la que ya falta una parte. Carga la versión nueva.",
};
