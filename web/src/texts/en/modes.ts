// Texts of the list of modes.

import { area } from "../area";

export const modes = area("modes", {
  title: "Modes",
  found: (found: number, all: number) => `${found} of ${all}`,
  search: "Search the modes",
  searchFor: "Search: name, number, or a word of its rules",
  family: "Family",
  all: "All",
  startHere: "Start here",
  whyClassic: "The game that everybody knows: 2 and 2 are 4.",
  why2187: "Powers of three: 1 and 1 are 2, and 1 and 2 are 3.",
  why2584: "Neighbours in the Fibonacci sequence merge.",
  whyDive: "Numbers merge with their multiples, and new ones appear.",
  why180: "Runs of two, three or five on a large grid.",
  whyVoid: "2048 against the clock.",
  rulesOf: (title: string) => ` of ${title}`,
  bestOf: (score: string) => `best ${score}`,
  noMode: "No mode matches all of these words.",
  hexagons:
    "Every mode can be played on hexagons: open Options in a game, and choose the preset Honeycomb. No mode has them by itself.",
  // What tells modes apart.
  short: "short",
  shortAbout: "games end soon: within 90 moves, if these are random",
  long: "long",
  longAbout: "games are long: over 400 moves, even if these are random",
  easy: "easy",
  easyAbout: "even random moves come near the goal",
  hard: "hard",
  hardAbout: "the goal is far: random moves make small tiles only",
  hex: "hex",
  hexAbout: "six directions on hexagons",
  timer: "timer",
  timerAbout: "the clock runs while you play",
  large: "large",
  largeAbout: "more than 25 cells",
});
