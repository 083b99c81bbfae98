// Texts of the list of the games that are kept, and of what is done with all of them.

import { count } from "../../game/grouped";
import { area } from "../area";

export const games = area("games", {
  title: "Games",
  keptHere: (games: string) => `${games} kept in this browser`,
  allKept: "Every game is kept here from its first move on.",
  choose: "{choose} and play.",
  chooseMode: "Choose a mode",
  isBack: (title: string) => `${title} is back.`,
  isDeleted: (title: string) => `${title} is deleted.`,
  play: "going on",
  win: "won",
  over: "over",
  withoutUndo: "undo not used",
  watch: "Watch",
  watchGame: (title: string) => `Watch ${title}`,
  delete: "Delete",
  deleteGame: (title: string) => `Delete ${title}`,
  // All games as a file.
  saved: "Saved, with the statistics. Open the file here in another browser.",
  savedPart: (why: string) =>
    `Only the games of this visit were saved, without the statistics, and none from before. ${why}`,
  file: "a file of games",
  added: (games: number) => `${count(games, "game")} added.`,
  apart: (games: number) => `${count(games, "game")} of these went on differently here: both are kept.`,
  known: (games: number) => `${count(games, "game")} here already.`,
  // Games that are kept, and for how long.
  lasting: "The browser has promised to keep these games until you delete them.",
  notLasting:
    "Browsers delete what sites keep when room runs short, some also after weeks without a visit. A file that you saved is safe.",
  neverSaved: "These games were never saved as a file.",
  lastSaved: (day: string) => `Last saved as a file: ${day}.`,
  askToLast: "Ask the browser to keep them",
  refused: "The browser has not promised that. Save the games as a file from time to time.",
  save: "Save all as a file",
  add: "Add from a file",
});
