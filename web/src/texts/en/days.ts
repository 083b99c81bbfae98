// Texts of the game of the day and of seasons.

import { count } from "../../game/grouped";
import { area } from "../area";

export const days = area("days", {
  // The game of the day.
  todayIs: "Today it is {title}, with one seed for all.",
  taken: "It is taken until its date is over everywhere: {time} left.",
  next: "The next one begins in {time}.",
  streak: (days: number) => (days === 1 ? "1 day" : `${count(days, "day")} in a row`),
  best: (days: number) => `most so far: ${count(days, "day")}`,
  begin: "Play today's game to begin a streak.",
  keep: "Play today's game to keep your streak.",
  week: (days: number) => `${days} of the last 7 days played`,
  weeks: "The last twelve weeks",
  counts: "A date counts from the first move on, in this browser, and with each game that you submit.",
  played: "played",
  // Seasons.
  season: "Season",
  seasonOf: (name: string) => `Season ${name}`,
  seasonAbout: (from: string, to: string) =>
    `The best ranked game of each mode from ${from} to ${to}. A game counts in the season in which it was submitted.`,
  seasons: "Seasons",
  thisSeason: "This season",
  players: "Players",
  bestGame: "Best game",
  noGames: "No ranked game was submitted in this season.",
});
