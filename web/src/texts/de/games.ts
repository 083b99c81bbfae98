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
  savedPart: (why) =>
    `Nur die Spiele dieses Besuchs wurden gesichert, ohne Statistik, und keine von früher. ${why}`,
  file: "eine Datei mit Spielen",
  added: (games) => `${count(games, "Spiel", "Spiele")} hinzugefügt.`,
  apart: (games) =>
    `${count(games, "Spiel davon ging", "Spiele davon gingen")} hier anders weiter: Beide Fassungen sind gespeichert.`,
  known: (games) => `${count(games, "Spiel war", "Spiele waren")} schon hier.`,
  lasting: "Der Browser hat zugesagt, diese Spiele zu behalten, bis du sie löschst.",
  notLasting:
    "Browser löschen, was Websites speichern, wenn der Platz knapp wird, manche auch nach Wochen ohne Besuch. Eine gesicherte Datei bleibt dir.",
  neverSaved: "Diese Spiele wurden noch nie als Datei gesichert.",
  lastSaved: (day) => `Zuletzt als Datei gesichert: ${day}.`,
  askToLast: "Den Browser bitten, sie zu behalten",
  refused: "Der Browser hat das nicht zugesagt. Sichere die Spiele von Zeit zu Zeit als Datei.",
  save: "Alle als Datei sichern",
  add: "Aus einer Datei hinzufügen",
};
