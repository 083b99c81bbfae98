// What texts/en/advice.ts says, in Spanish.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { advice as en } from "../en/advice";

export const advice: Translated<typeof en> = {
  both: "Pista y juego automático",
  playing: "Juega solo.",
  pause: "Pausa",
  autoplay: "Juego automático",
  step: "Paso",
  speed: "Velocidad",
  hint: (way) => `Pista: ${way}`,
  noMove: "No hay ninguna jugada posible.",
  noneLearned: "Hallada con partidas al azar: de este modo aún no se ha aprendido nada.",
  learnedMissing:
    "Hallada con partidas al azar: no se ha podido cargar lo aprendido de este modo. La próxima pista lo intenta otra vez.",
  alone: "Pista",
  ask: "Pedir una pista",
  score: "puntos",
  logScore: "logaritmo de los puntos",
  turns: "jugadas",
  points: "puntos, según lo aprendido",
  games: (games, turns) => `${games} partidas al azar, ${turns} jugadas`,
  ahead: (moves, positions) => `${count(moves, "jugada", "jugadas")} por delante, ${positions} posiciones`,
  all: "Todas las direcciones",
  mean: (what, work) => `Media: ${what}; ${work}`,
  worse: (by) => `${by} peor`,
  survives: (percent) => `aguanta 50 jugadas: ${percent} %`,
  wins: (percent) => `gana: ${percent} %`,
};
