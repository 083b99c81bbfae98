// Texts of the page on which a position is set up.

import { area } from "../area";

export const setup = area("setup", {
  title: "Set up a position",
  tooLarge: (cells: number) => `Boards of more than ${cells} cells can't be set up by hand.`,
  clear: "Clear",
  asInGame: "As on the table",
  score: "Score",
  // What is to be said of a position.
  fine: "A game can begin here.",
  badScore: "The score must be a whole number.",
  noTile: "Put a tile on the board first.",
  stuck: "No direction moves anything here: the game would be over before it begins.",
  wins: "This position wins at once.",
  changes: "The rules of this mode change the board when a game begins.",
  play: "Play from here",
  link: "Link to this position",
  linkAbout: "Opens a game that begins with it.",
  pieces: "What to put on a cell",
  empty: "Empty",
  hole: "Hole",
  board: "Board",
  cell: (row: number, column: number, what: string) => `Row ${row}, column ${column}: ${what}`,
  emptyCell: "empty",
  holeCell: "hole",
});
