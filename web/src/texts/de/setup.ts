// What texts/en/setup.ts says, in German.

import type { Translated } from "../area";
import type { setup as en } from "../en/setup";

export const setup: Translated<typeof en> = {
  title: "Stellung aufbauen",
  tooLarge: (cells) => `Spielfelder mit mehr als ${cells} Feldern lassen sich nicht von Hand aufbauen.`,
  clear: "Leeren",
  asInGame: "Wie im Spiel",
  score: "Punkte",
  fine: "Hier kann ein Spiel beginnen.",
  badScore: "Die Punkte müssen eine ganze Zahl sein.",
  noTile: "Setze zuerst eine Kachel aufs Spielfeld.",
  stuck: "Keine Richtung bewegt hier etwas: Das Spiel wäre vorbei, bevor es beginnt.",
  wins: "Diese Stellung gewinnt sofort.",
  changes: "Die Regeln dieses Modus ändern das Spielfeld, wenn ein Spiel beginnt.",
  play: "Von hier spielen",
  link: "Link zu dieser Stellung",
  linkAbout: "Öffnet ein Spiel, das mit ihr beginnt.",
  pieces: "Was auf ein Feld kommt",
  empty: "Leer",
  hole: "Loch",
  board: "Spielfeld",
  cell: (row, column, what) => `Zeile ${row}, Spalte ${column}: ${what}`,
  emptyCell: "leer",
  holeCell: "Loch",
};
