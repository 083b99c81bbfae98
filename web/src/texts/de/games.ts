// What texts/en/games.ts says, in German.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { games as en } from "../en/games";

export const games: Translated<typeof en> = {
  title: "Spiele",
  keptHere: (games) => `${games} in diesem Browser gespeichert`,
  allKept: "Jedes Spiel wird hier vom ersten Zug an gespeichert.",
  choose: "{choose} und spiele.",
  chooseMode: "Wähle einen Modus",
  isBack: (title) => `${title} ist wieder da.`,
  isDeleted: (title) => `${title} ist gelöscht.`,
  play: "läuft",
  win: "gewonnen",
  over: "vorbei",
  withoutUndo: "Rückgängig nicht benutzt",
  watch: "Ansehen",
  watchGame: (title) => `${title} ansehen`,
  delete: "Löschen",
  deleteGame: (title) => `${title} löschen`,
  saved: "Gesichert, mit der Statistik. Öffne die Datei hier in einem anderen Browser.",
  file: "eine Datei mit Spielen",
  added: (games) => `${count(games, "Spiel", "Spiele")} hinzugefügt.`,
  apart: (games) =>
    `${count(games, "Spiel davon ging", "Spiele davon gingen")} hier anders weiter: Beide Fassungen sind gespeichert.`,
  known: (games) => `${count(games, "Spiel war", "Spiele waren")} schon hier.`,
  save: "Alle als Datei sichern",
  add: "Aus einer Datei hinzufügen",
};
