// What texts/en/keys.ts says, in Spanish.

import type { Translated } from "../area";
import type { keys as en } from "../en/keys";

export const keys: Translated<typeof en> = {
  undo: "Deshacer",
  redo: "Rehacer",
  new: "Partida nueva",
  again: "La misma partida desde el principio",
  continue: "Seguir jugando después de ganar",
  hint: "Pista",
  auto: "Juego automático",
  modes: "Todos los modos",
  help: "Teclas",
  swipes:
    "En una pantalla táctil o con el ratón, desliza sobre el tablero en cualquier dirección. Si dos direcciones están una detrás de otra, dos dedos indican la más lejana.",
  clicks:
    "Se puede hacer clic en las fichas: con el ratón o el dedo, o con Tab hasta el tablero, las flechas hasta una ficha e Intro. Escape devuelve las flechas al juego.",
};
