// What texts/en/newgame.ts says, in German.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { newgame as en } from "../en/newgame";

export const newgame: Translated<typeof en> = {
  search: "Optionen suchen",
  noMatch: "Keine Einstellung und kein Modifikator passt zu diesen Wörtern.",
  start: "Starten",
  drawnGrid: "Ein gezeichnetes Spielfeld",
  seed: "Startwert",
  seedAbout:
    "Derselbe Startwert und dieselben Züge ergeben dasselbe Spiel. Eine ganze Zahl; bleibt das Feld leer, wird sie zufällig gewählt.",
  changed: (number) => `${number} geändert`,
  chosen: "Gewählt",
  clear: "Alles zurücksetzen",
  without: (choice) => `Ohne ${choice}`,
  settings: "Einstellungen des Modus",
  Grid: "Spielfeld",
  Movement: "Bewegung",
  Spawning: "Neue Kacheln",
  Merging: "Verschmelzen",
  "Tiles and cells": "Kacheln und Felder",
  Display: "Darstellung",
  board: "Das Spielfeld, wie es sein wird",
  columns: (rows, columns, directions) =>
    `${count(rows, "Zeile", "Zeilen")}, ${count(columns, "Spalte", "Spalten")}, ${count(directions, "Richtung", "Richtungen")}`,
  hexagons: (rows, directions) =>
    `${count(rows, "Zeile", "Zeilen")}, Sechsecke, ${count(directions, "Richtung", "Richtungen")}`,
  tooLarge: (about) => `${about}; zu groß, um es hier zu zeichnen`,
  presets: "Vorlagen",
  deletePreset: (name) => `${name} löschen`,
  presetUnread: "Diese Version der Website kann diese Vorlage nicht lesen. Sie bleibt, wie sie ist.",
  deleted: (name) => `Die Vorlage ${name} ist gelöscht.`,
  replaced: (name) => `Die Vorlage ${name} ist ersetzt.`,
  noName: "Eine Vorlage braucht einen Namen.",
  kept: (name) => `${name} ist gespeichert.`,
  notKept: (name) => `${name} bleibt, bis diese Seite geschlossen wird: Hier wird nichts gespeichert.`,
  codeCopied: "Code kopiert.",
  codeUsed: "Die Modifikatoren des Codes sind jetzt gewählt.",
  keepAs: "Diese Modifikatoren speichern als",
  keep: "Speichern",
  code: "Code der Modifikatoren",
  use: "Anwenden",
};
