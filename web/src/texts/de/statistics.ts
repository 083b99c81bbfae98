// What texts/en/statistics.ts says, in German.

import type { Translated } from "../area";
import type { statistics as en } from "../en/statistics";

export const statistics: Translated<typeof en> = {
  title: "Statistik",
  modesPlayed: "Gespielte Modi",
  games: "Spiele",
  won: "Gewonnen",
  moves: "Züge",
  merges: "Verschmelzungen",
  time: "Zeit",
  byMode: "Statistik nach Modus",
  mode: "Modus",
  finished: "Beendet",
  bestScore: "Rekord",
  mostMoves: "Meiste Züge",
  onlySince: (why) => `${why} Unten steht nur, was bei diesem Besuch erreicht wurde.`,
  notPlayed: "Du hast in diesem Browser noch nicht gespielt.",
  scoresOfAll: "Bestenlisten",
  daily: "das Spiel des Tages",
};
