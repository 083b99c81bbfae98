// Texts of the hint and of autoplay.

import { area } from "../area";

export const advice = area("advice", {
  both: "Hint and autoplay",
  playing: "Playing by itself.",
  pause: "Pause",
  autoplay: "Autoplay",
  step: "Step",
  speed: "Speed",
  hint: (way: string) => `Hint: ${way}`,
  noMove: "No move is possible.",
  noneLearned: "Found by random games: nothing was learned of this mode so far.",
  learnedMissing:
    "Found by random games: what was learned of this mode could not be loaded. The next hint tries again.",
  alone: "Hint",
  ask: "Ask for a hint",
  score: "score",
  logScore: "logarithm of the score",
  turns: "turns",
  points: "score, as learned",
  games: (games: string, turns: string) => `${games} random games, ${turns} turns`,
  ahead: (moves: number, positions: string) => `${moves} moves ahead, ${positions} positions`,
  all: "All directions",
  mean: (what: string, work: string) => `Mean ${what}; ${work}`,
  worse: (by: string) => `worse by ${by}`,
  survives: (percent: number) => `survives 50 turns: ${percent} %`,
  wins: (percent: number) => `wins: ${percent} %`,
});
