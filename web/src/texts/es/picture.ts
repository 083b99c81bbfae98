// What texts/en/picture.ts says, in Spanish.

import type { Translated } from "../area";
import type { picture as en } from "../en/picture";

export const picture: Translated<typeof en> = {
  bestTile: (tile) => `mejor ficha ${tile}`,
  won: (result) => `Ganada: ${result}`,
  tooLarge: "No hay imagen de esta partida: su tablero es demasiado grande.",
  noPictures: "Este navegador no dibuja imágenes.",
  failed: "Este navegador no ha podido crear la imagen.",
};
