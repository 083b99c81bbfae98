// What texts/en/play.ts says, in Spanish.

import type { Translated } from "../area";
import type { play as en } from "../en/play";

export const play: Translated<typeof en> = {
  lead: '<span class="for-keys">Pulsa las flechas.</span><span class="for-touch">Desliza.</span> Las fichas iguales se fusionan.',
  best: "Récord",
  score: "Puntos",
  boardOf: (title) => `Tablero de ${title}`,
  empty: "vacía",
  blankTile: "ficha sin texto",
  compass: (eighth) =>
    [
      "derecha",
      "abajo a la derecha",
      "abajo",
      "abajo a la izquierda",
      "izquierda",
      "arriba a la izquierda",
      "arriba",
      "arriba a la derecha",
    ][eighth] ?? "jugada",
  stay: "quedarse",
  returned: (why) => `${why}. Se ha arrancado de nuevo, y la partida está como antes.`,
  lost: (why, error) =>
    `${why}. No se puede recuperar la partida; lo que estaba guardado sigue ahí. ${error}`,
  noEngine: (why) => `No se ha podido cargar el motor: ${why}. ¿Hay conexión?`,
};
