// Texts of the statistics.

import { area } from "../area";

export const statistics = area("statistics", {
  title: "Statistics",
  modesPlayed: "Modes played",
  games: "Games",
  won: "Won",
  moves: "Moves",
  merges: "Merges",
  time: "Time",
  byMode: "Statistics by mode",
  mode: "Mode",
  finished: "Finished",
  bestScore: "Best score",
  mostMoves: "Most moves",
  onlySince: (why: string) => `${why} Below is what was reached in this visit alone.`,
  notPlayed: "You have not played in this browser yet.",
  scoresOfAll: "Scores of all players",
  daily: "the game of the day",
});
