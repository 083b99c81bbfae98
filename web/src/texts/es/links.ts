// What texts/en/links.ts says, in Spanish.

import type { Translated } from "../area";
import type { links as en } from "../en/links";

export const links: Translated<typeof en> = {
  tooMuch: "Este enlace contiene demasiado.",
  notWhole: "Este enlace no está completo. ¿Se copió entero?",
  otherVersion: (mode) =>
    `Este enlace se hizo con otra versión de ${mode}, cuyas reglas han cambiado desde entonces.`,
};
