// What texts/en/links.ts says, in Spanish.

import type { Translated } from "../area";
import type { links as en } from "../en/links";

export const links: Translated<typeof en> = {
  fewerMoves: (read, all) =>
    `Este enlace no está completo: de ${all} jugadas se pueden leer ${read}. ¿Se copió entero?`,
  otherGame:
    "Este enlace lleva a otra puntuación que cuando se hizo. Se alteró por el camino, o las reglas del modo han cambiado desde entonces.",
  openedPart: (read, all) =>
    `Esta no es toda la partida: el enlace estaba cortado y solo se han podido leer ${read} de ${all} jugadas.`,
  openedOther: "A esto lleva el enlace; no es la partida de la que se hizo.",
  calledAs: (called, title) => `«${called}» no es el nombre completo de un modo. Este es ${title}.`,
  tooMuch: "Este enlace contiene demasiado.",
  notWhole: "Este enlace no está completo. ¿Se copió entero?",
  otherVersion: (mode) =>
    `Este enlace se hizo con otra versión de ${mode}, cuyas reglas han cambiado desde entonces.`,
};
