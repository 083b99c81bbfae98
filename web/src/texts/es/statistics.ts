// What texts/en/statistics.ts says, in Spanish.

import type { Translated } from "../area";
import type { statistics as en } from "../en/statistics";

export const statistics: Translated<typeof en> = {
  title: "Estadísticas",
  modesPlayed: "Modos jugados",
  games: "Partidas",
  won: "Ganadas",
  moves: "Jugadas",
  merges: "Fusiones",
  time: "Tiempo",
  byMode: "Estadísticas por modo",
  mode: "Modo",
  finished: "Terminadas",
  bestScore: "Récord",
  mostMoves: "Más jugadas",
  onlySince: (why) => `${why} Abajo está solo lo conseguido en esta visita.`,
  notPlayed: "Todavía no has jugado en este navegador.",
  scoresOfAll: "Clasificaciones",
  daily: "la partida del día",
};
