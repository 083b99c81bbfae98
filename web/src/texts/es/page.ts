// What texts/en/page.ts says, in Spanish.

import type { Translated } from "../area";
import type { page as en } from "../en/page";

export const page: Translated<typeof en> = {
  result: (points, moves) => `${points} puntos en ${moves} jugadas`,
  file: "{file}, para Polymerge.",
  fileName: "El modo como archivo",
  unread: "La partida guardada aquí no se puede leer. Se queda en este navegador; esta es nueva.",
  sealed:
    "La partida guardada aquí no se puede leer ni apartar. Se queda en este navegador; esta es una nueva, que se pierde al cerrar esta página.",
  unkept: "El navegador no guarda esta partida: se pierde al cerrar esta página.",
  noMode: "Una página sin modo",
  noModeAbout: "Esta página aún no tiene modo. Esta orden pone uno en una copia de ella: {command}",
};
