// Texts of the page that tells of a mode.

import { area } from "../area";

export const mode = area("mode", {
  mode: "Mode",
  unknown: "This mode is in no list.",
  play: "Play",
  bestScores: "Best scores",
  inWorkshop: "Its rules in the workshop",
  family: "More of this family",
  tiles: "Some of its tiles",
  plainTile: "tile without a text",
  grid: "Grid",
  cells: (size: string) => `${size} cells`,
  hexagons: (size: string) => `${size} hexagons`,
  directions: "Directions",
  four: "four",
  newTiles: "New tiles",
  computed: "computed as the game goes on",
  tile: "a tile",
  goal: "Goal",
  or: " or ",
  make: (tiles: string) => `make ${tiles}`,
  noGoal: "as described above, or as far as you get",
  howItPlays: "How it plays",
  special: "What is special",
  credits: "Credits",
});
